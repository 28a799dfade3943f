// SPDX-License-Identifier: MIT
// A moment as people read it in every language, in the time zone of the machine: 2026-01-05 18:04.
export function moment(at: number): string {
  const local = new Date(at - new Date(at).getTimezoneOffset() * 60_000);
  return local.toISOString().slice(0, 16).replace("T", " ");
}
