// SPDX-License-Identifier: MIT
// The table that the page's address names: /terminal?table=1.

// Without a number it is the first table. What is not a number names a table that does not exist.
const no_table = 4_294_967_295;
// The text after `table=`; "1" if the address has none.
export const table_in_address = (): string =>
  new URLSearchParams(location.search).get("table") ?? "1";
// The number of the table, or one that no table has. See above.
export const table_number = (): number => {
  const asked = Number(table_in_address() || NaN);
  return Number.isInteger(asked) && asked > 0 && asked < no_table ? asked : no_table;
};
