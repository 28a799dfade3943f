// What an order says, for somebody who is asked to stand for it.
import type { Amendment, Cause, Configuration, Verdict } from "../generated/protocol";
import { exact } from "../shared/money";
import { causes, verdicts } from "../shared/terms";
import { say } from "../shared/words";
import { changes } from "./configuration";
import { desk, name_of_place, places, table } from "./state";
import { t } from "./words";

interface Told {
  amendments?: Amendment[]; cause?: Cause; reason?: string; note?: string; seen?: number[] | null; roll?: number[]; verdict?: Verdict;
  configuration?: Configuration; amount?: number; terminal?: number; stay?: number; dice?: number | number[]; seal?: string;
}

const player_of = (stay: number): string => {
  const place = places.value?.places.find((one) => one.stay === stay);
  return place ? name_of_place(place) : t("stay_n", stay);
};

function amended({ round, roll, stay }: Amendment): string {
  if (roll) return t("amend_to", round, roll.join(" "));
  return stay ? t("amend_stay", round, player_of(stay)) : t("amend_void", round);
}

export function describe(fields: object): string[] {
  const told = fields as Told;
  const lines = (told.amendments ?? []).map(amended);
  if (told.configuration) lines.push(...changes(desk.value!.configuration, told.configuration));
  if ("seen" in told) lines.push(told.seen ? t("seen_dice", told.seen.join(" ")) : t("not_seen"));
  if (told.roll) lines.push(t("seen_dice", told.roll.join(" ")));
  if (told.verdict) lines.push(say(verdicts[told.verdict]));
  if (told.terminal) lines.push(t("terminal_n", told.terminal));
  if (told.stay) lines.push(player_of(told.stay));
  if (told.amount) lines.push(exact(told.amount, table.value?.table.currency));
  if (told.cause) lines.push(say(causes[told.cause]));
  const text = told.reason || told.note;
  return text ? [...lines, text] : lines;
}
