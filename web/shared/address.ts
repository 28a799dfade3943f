// SPDX-License-Identifier: MIT
// The table that the page's address names: /terminal?table=1.

// The highest number that the protocol allows; no table of a property has it.
export const unused_number = 4_294_967_295;
// The text after `table=`; "1" if the address has none.
export const table_in_address = (): string =>
  new URLSearchParams(location.search).get("table") ?? "1";
// The number of the table; one that no table has if the address does not name a number.
export const table_number = (): number => {
  const asked = Number(table_in_address() || NaN);
  return Number.isInteger(asked) && asked > 0 && asked < unused_number ? asked : unused_number;
};
