// SPDX-License-Identifier: MIT
// Dates and times as the console shows them. Pure.

// "2026-11-17 09:05" in the time zone of the console.
export function time_of(at: number): string {
  const date = new Date(at);
  const two = (n: number) => String(n).padStart(2, "0");
  const day = [date.getFullYear(), two(date.getMonth() + 1), two(date.getDate())].join("-");
  return `${day} ${two(date.getHours())}:${two(date.getMinutes())}`;
}
