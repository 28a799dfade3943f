// Rounds that are over, as the server tells them, and those that were told differently before.
import { effect, signal } from "@preact/signals";
import type { TerminalTopic } from "../generated/protocol";
import type { Proof } from "../shared/proof";
import { Known } from "./known";
import { client, is_tumbling, mine, number, round, shown_results, table } from "./state";

export type Past = NonNullable<TerminalTopic["last"]> & { proof?: Proof };
export const past_kept = 10;

// None whose dice still tumble here.
export async function ask_rounds(most = past_kept): Promise<Past[]> {
  const answer = await client.ask("rounds", { table: number, most });
  return ((answer.rounds ?? []) as Past[]).filter((one) => one.round <= shown_results.value.last);
}

// Changes whenever a round has ended or was corrected.
export const told_now = (): string =>
  JSON.stringify([shown_results.value, is_tumbling.value ? null : mine.value?.last]);

// What staff have corrected of one's own, newest first; each is said until the round after the next.
export interface Correction {
  round: number;
  is_void: boolean;
  back: number;
  seen_in: number;
}
export const corrected = signal<Correction[]>([]);

function tell(one: Past): void {
  if (!one.bets?.length) return;
  const is_void = one.ended === "void" || one.returned === true;
  const back = is_void ? (one.staked ?? 0) : (one.back ?? 0);
  const others = corrected.peek().filter((other) => other.round !== one.round);
  corrected.value = [
    { round: one.round, is_void, back, seen_in: round.peek()?.number ?? one.round },
    ...others,
  ].slice(0, past_kept);
}

// Of the last round everything is known here, also what was changed for this place alone.
let told: { round: number; how: string } | null = null;
effect(() => {
  const last = mine.value?.last;
  if (!last) return;
  const how = JSON.stringify([last.roll, last.ended, last.back]);
  if (told?.round === last.round && told.how !== how) tell(last);
  told = { round: last.round, how };
});

// Of earlier ones the table tells the dice; how this place did in them is asked for.
const known = new Known();
effect(() => {
  const results = table.value?.results;
  if (!results) return;
  const changed = known.take(results).filter((one) => one !== mine.peek()?.last?.round);
  if (!changed.length) return;
  ask_rounds(Math.min(100, results.last - Math.min(...changed) + 1)).then(
    (rounds) =>
      rounds
        .filter((one) => changed.includes(one.round))
        .reverse()
        .forEach(tell),
    () => {},
  );
});
