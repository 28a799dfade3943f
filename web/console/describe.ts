// What an order says, for somebody who is asked to stand for it.
import type { Amendment, Cause, Configuration, Verdict } from "../generated/protocol";
import { exact } from "../shared/money";
import { dice_of } from "../shared/requests";
import { read_roll } from "../shared/rules";
import { causes, verdicts } from "../shared/terms";
import { say } from "../shared/words";
import { changes } from "./configuration";
import type { ConsolePage } from "./context";
import { place_name } from "./state";
import { t } from "./words";

interface Told {
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
}

const player_of = (page: ConsolePage, stay: number): string => {
  const { places } = page.state;
  const place = places.value?.places.find((one) => one.stay === stay);
  return place ? place_name(place) : t("stay_n", stay);
};

// What a round was until now; none where that is not known any more.
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
  const { desk } = page.state;
  const reading = dice_of(desk.value)?.reading;
  const disputed = reading && reading.join() !== roll.join();
  return disputed
    ? t("disputed_dice", reading.join(" "), roll.join(" "))
    : t("seen_dice", roll.join(" "));
}

export function describe(page: ConsolePage, fields: object): string[] {
  const { desk, table } = page.state;
  const told = fields as Told;
  const lines = (told.amendments ?? []).map((one) => amended(page, one));
  if (told.configuration)
    lines.push(...changes(page, desk.value!.configuration, told.configuration));
  if ("seen" in told) lines.push(told.seen ? t("seen_dice", told.seen.join(" ")) : t("not_seen"));
  if (told.roll) lines.push(result(page, told.roll));
  if (told.verdict) lines.push(say(verdicts[told.verdict]));
  if (told.terminal) lines.push(t("terminal_n", told.terminal));
  if (told.stay) lines.push(player_of(page, told.stay));
  if (told.amount) lines.push(exact(told.amount, table.value?.table.currency));
  if (told.cause) lines.push(say(causes[told.cause]));
  const text = told.reason || told.note;
  return text ? [...lines, text] : lines;
}
