// SPDX-License-Identifier: MIT
// Moments and lengths of time as players read them.
import { session_text as text } from "./session_words";

export function duration_text(minutes: number): string {
  if (minutes < 60) return text("minutes", minutes);
  const hours = Math.floor(minutes / 60);
  return minutes % 60 ? text("hours", hours, minutes % 60) : text("whole_hours", hours);
}

// Hours and minutes, as on a stopwatch.
export const short_duration = (minutes: number): string =>
  `${Math.floor(minutes / 60)}:${two(minutes % 60)} h`;

const two = (n: number): string => String(n).padStart(2, "0");
export function time_text(at: number): string {
  const time = new Date(at);
  return `${two(time.getHours())}:${two(time.getMinutes())}`;
}
