// SPDX-License-Identifier: MIT
// A barcode reader types the digits of a ticket and Enter, far faster than a person does. No page
// and no server in here.

const digits_real = 18;
const digits_training = 16;
const gap_milliseconds_max = 60; // between two keys of a reader

export const is_ticket_number = (text: string): boolean =>
  /^\d+$/.test(text) && (text.length === digits_real || text.length === digits_training);

// As people read it: "01 2345 6789 0123 4567".
export const in_groups = (number: string): string => {
  const first = number.length % 4;
  const groups = number.slice(first).match(/\d{1,4}/g) ?? [];
  return [number.slice(0, first), ...groups].filter(Boolean).join(" ");
};

// Collects keys. Returns the number when a reader has typed all of it and Enter; null before.
export class Scanner {
  private digits = "";
  private last = -Infinity;

  press(key: string, at: number): string | null {
    const is_fast = at - this.last <= gap_milliseconds_max;
    this.last = at;
    if (/^\d$/.test(key)) {
      this.digits = is_fast ? this.digits + key : key;
      return null;
    }
    const { digits } = this;
    if (key === "Shift") return null;
    this.digits = "";
    return key === "Enter" && is_fast && is_ticket_number(digits) ? digits : null;
  }
}
