// SPDX-License-Identifier: MIT
// Amounts are whole numbers of the smallest unit; only what is shown has a point.
export function money(amount: number, currency = ""): string {
  const sign = amount < 0 ? "−" : "";
  const whole = Math.floor(Math.abs(amount) / 100).toLocaleString("en-US");
  const rest = Math.abs(amount) % 100;
  const cents = rest ? `.${String(rest).padStart(2, "0")}` : "";
  return `${sign}${currency && `${currency} `}${whole}${cents}`;
}

// With cents in any case, for balances that are listed below each other.
export function exact(amount: number, currency = ""): string {
  const text = money(amount, currency);
  return text.includes(".") ? text : `${text}.00`;
}

// As on a chip: 500, 1K, 2.5K, 1,235. Never rounded up: an amount that is cut short has a plus.
export function short(amount: number): string {
  const units = amount / 100;
  const [size, letter] = units >= 1_000_000 ? ([1_000_000, "M"] as const) : ([1_000, "K"] as const);
  const tenths = units / (size / 10);
  if (units >= 1_000 && Number.isInteger(tenths)) return `${tenths / 10}${letter}`;
  return units < 10_000 ? money(amount) : `${Math.floor(tenths) / 10}${letter}+`;
}

// Reads an amount as people type it: "12", "12.5", "1,200.00". Returns null if it is none.
export function read_money(text: string): number | null {
  const match = /^\s*(\d{1,3}(?:,\d{3})+|\d+)(?:\.(\d{1,2}))?\s*$/.exec(text);
  if (!match) return null;
  const amount =
    Number(match[1]!.replaceAll(",", "")) * 100 + Number((match[2] ?? "0").padEnd(2, "0"));
  return amount <= 1e15 ? amount : null;
}
