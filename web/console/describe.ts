// What an order says, for somebody who is asked to stand for it.
import type { Amendment, Cause, Configuration, Verdict } from "../generated/protocol";
import { exact } from "../shared/money";
import { read_roll } from "../shared/rules";
import { causes, verdicts } from "../shared/terms";
import { say } from "../shared/words";
import { changes } from "./configuration";
import { desk, name_of_place, places, table } from "./state";
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

const player_of = (stay: number): string => {
  const place = places.value?.places.find((one) => one.stay === stay);
  return place ? name_of_place(place) : t("stay_n", stay);
};

// What a round was until now; none where that is not known any more.
function dice_of(round: number): string {
  const now = table.value;
  if (now?.round?.number === round) return now.round.roll?.join(" ") ?? "";
  const roll = now?.results.rolls[now.results.last - round];
  return roll ? read_roll(roll).join(" ") : "";
}

function amended({ round, roll, stay }: Amendment): string {
  const before = dice_of(round);
  if (roll)
    return before
      ? t("amend_from", round, roll.join(" "), before)
      : t("amend_to", round, roll.join(" "));
  if (stay) return t("amend_stay", round, player_of(stay));
  return before ? t("amend_void_from", round, before) : t("amend_void", round);
}

function result(roll: number[]): string {
  const reading = desk.value?.seen?.reading;
  const disputed = reading && reading.join() !== roll.join();
  return disputed
    ? t("disputed_dice", reading.join(" "), roll.join(" "))
    : t("seen_dice", roll.join(" "));
}

export function describe(fields: object): string[] {
  const told = fields as Told;
  const lines = (told.amendments ?? []).map(amended);
  if (told.configuration) lines.push(...changes(desk.value!.configuration, told.configuration));
  if ("seen" in told) lines.push(told.seen ? t("seen_dice", told.seen.join(" ")) : t("not_seen"));
  if (told.roll) lines.push(result(told.roll));
  if (told.verdict) lines.push(say(verdicts[told.verdict]));
  if (told.terminal) lines.push(t("terminal_n", told.terminal));
  if (told.stay) lines.push(player_of(told.stay));
  if (told.amount) lines.push(exact(told.amount, table.value?.table.currency));
  if (told.cause) lines.push(say(causes[told.cause]));
  const text = told.reason || told.note;
  return text ? [...lines, text] : lines;
}
