// SPDX-License-Identifier: MIT
// The contents of an order in plain words, for the person who is asked to authorise it.
import type { Amendment, Cause, Configuration, Verdict } from "../generated/protocol";
import { exact } from "../shared/money";
import { read_roll } from "../shared/rules";
import { note_words } from "../shared/notes";
import { causes, verdicts } from "../shared/terms";
import { in_language } from "../shared/words";
import { changes } from "./configuration";
import type { ConsolePage } from "./context";
import { place_name } from "./state";
import { t } from "./words";

interface OrderFields {
  amendments?: Amendment[];
  cause?: Cause;
  reason?: string;
  note?: string;
  seen?: number[] | null;
  roll?: number[];
  verdict?: Verdict;
  configuration?: Configuration;
  amount?: number;
  terminal?: number;
  stay?: number;
  dice?: number | number[];
  seal?: string;
  incident?: number;
}

const player_of = (page: ConsolePage, stay: number): string => {
  const { places } = page.state;
  const place = places.value?.places.find((one) => one.stay === stay);
  return place ? place_name(place) : t("stay_n", stay);
};

// The dice of a round before the order; "" where they are not known any more.
function roll_before(page: ConsolePage, round: number): string {
  const { table } = page.state;
  const now = table.value;
  if (now?.round?.number === round) return now.round.roll?.join(" ") ?? "";
  const roll = now?.results.rolls[now.results.last - round];
  return roll ? read_roll(roll).join(" ") : "";
}

function amended(page: ConsolePage, { round, roll, stay }: Amendment): string {
  const before = roll_before(page, round);
  if (roll)
    return before
      ? t("amend_from", round, roll.join(" "), before)
      : t("amend_to", round, roll.join(" "));
  if (stay) return t("amend_stay", round, player_of(page, stay));
  return before ? t("amend_void_from", round, before) : t("amend_void", round);
}

function result(page: ConsolePage, roll: number[]): string {
  const { console_topic } = page.state;
  const reading = console_topic.value?.round_progress?.reading;
  const disputed = reading && reading.join() !== roll.join();
  return disputed
    ? t("disputed_dice", reading.join(" "), roll.join(" "))
    : t("seen_dice", roll.join(" "));
}

// The incident with this number: its cause, its round, and what was noted.
export function incident_text(page: ConsolePage, incident: number): string {
  const found = page.state.console_topic.value?.incidents.find((one) => one.incident === incident);
  if (!found) return "";
  const round = found.round ? t("round", found.round) : "";
  return [in_language(causes[found.cause]), round, note_words(found.note)]
    .filter(Boolean)
    .join(" · ");
}

// One line for each part of the order.
export function describe(page: ConsolePage, fields: object): string[] {
  const { console_topic, table } = page.state;
  const order = fields as OrderFields;
  const lines = (order.amendments ?? []).map((one) => amended(page, one));
  if (order.incident) lines.push(incident_text(page, order.incident));
  if (order.configuration)
    lines.push(...changes(page, console_topic.value!.configuration, order.configuration));
  if ("seen" in order)
    lines.push(order.seen ? t("seen_dice", order.seen.join(" ")) : t("not_seen"));
  if (order.roll) lines.push(result(page, order.roll));
  if (order.verdict) lines.push(in_language(verdicts[order.verdict]));
  if (order.terminal) lines.push(t("terminal_n", order.terminal));
  if (order.stay) lines.push(player_of(page, order.stay));
  if (order.amount) lines.push(exact(order.amount, table.value?.table.currency));
  if (order.cause) lines.push(in_language(causes[order.cause]));
  const text = order.reason || order.note;
  return text ? [...lines, text] : lines;
}
