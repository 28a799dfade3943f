// SPDX-License-Identifier: MIT
// When and where a ticket was used, in the language of the page and the time zone of the machine.
import { moment } from "../shared/moment";
import { t } from "./words";

const moment_written = /\d{4}-\d\d-\d\dT\d\d:\d\d\+00:00/;
const place_written = /\bat (terminal|counter|table) (\d+)$/;
const place_words = { terminal: "terminal_n", counter: "counter_n", table: "table_n" } as const;

// The server's detail of a refused ticket is a sentence for logs and programs, in English: "the
// ticket is redeemed since 2026-01-05T10:04+00:00 at terminal 101". The reason says what became of
// the ticket; this says when and where. A sentence without a moment is returned as it is.
export function history_text(detail: string): string {
  const at = moment_written.exec(detail)?.[0];
  if (!at) return detail;
  const when = moment(Date.parse(at));
  const [, kind, number] = place_written.exec(detail) ?? [];
  if (kind) return `${when}, ${t(place_words[kind as keyof typeof place_words], Number(number))}`;
  return detail.endsWith(" at the cage") ? `${when}, ${t("at_the_cage")}` : when;
}
