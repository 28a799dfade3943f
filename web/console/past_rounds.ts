// SPDX-License-Identifier: MIT
// Past rounds as the console shows them: requested page by page, and the round in play.
import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import type { Cause, RoundEnd } from "../generated/protocol";
import { list_rounds, listed_rounds_max } from "../shared/requests";
import { useConsole, type ConsolePage } from "./context";

export interface PastRound {
  round: number;
  roll: number[] | null;
  ended: RoundEnd;
  void_for: Cause | null;
  manual: boolean;
  dice_set?: number;
  at?: number;
}
const first_page_rounds = 30;

async function request_page(page: ConsolePage, before: number): Promise<PastRound[]> {
  const { client, table_number } = page.state;
  const limit = before ? listed_rounds_max : first_page_rounds;
  const reply = await client.request(list_rounds(table_number, limit, before));
  return reply.rounds ?? [];
}

// The last rounds, newest first. They are requested again whenever a round has ended (results
// change) or was amended (a pending order disappears). Requests follow each other, so that an older
// reply never replaces a newer one.
export function usePastRounds() {
  const page = useConsole();
  const { table, console_topic } = page.state;
  const rounds = useSignal<PastRound[]>([]);
  const is_complete = useSignal(false); // there are no earlier ones
  const requests = useRef(Promise.resolve()); // the last of those that follow each other
  const load = async (from: PastRound[], until: (found: PastRound[]) => boolean) => {
    let found = from;
    do {
      const before = found.at(-1)?.round ?? 0;
      const loaded = await request_page(page, before);
      found = [...found, ...loaded];
      is_complete.value = loaded.length < (before ? listed_rounds_max : first_page_rounds);
    } while (!is_complete.value && !until(found));
    rounds.value = found;
    return found;
  };
  const enqueue = (run: () => Promise<unknown>) =>
    (requests.current = requests.current.then(run).then(
      () => {},
      () => {},
    ));
  const changed = JSON.stringify([
    table.value?.results,
    console_topic.value?.pending.map((one) => one.digest),
  ]);
  useEffect(() => {
    const oldest = rounds.value.at(-1)?.round ?? Infinity;
    void enqueue(() => load([], (found) => found.at(-1)!.round <= oldest));
  }, [changed]);
  // Loads at least one more page, and further pages until `until` holds.
  const earlier = (until: (found: PastRound[]) => boolean = () => true) =>
    enqueue(async () => {
      if (!is_complete.value) await load(rounds.value, until);
    });
  return {
    rounds: rounds.value,
    current: () => rounds.value,
    is_complete: is_complete.value,
    earlier,
  };
}

// The round in play as a row of the list; null between rounds.
export const row_of_round_in_play = (page: ConsolePage): PastRound | null => {
  const { table, console_topic } = page.state;
  const round = table.value?.round;
  const phase = table.value?.status.phase;
  if (!round || (phase !== "playing" && phase !== "held")) return null;
  const mixer = console_topic.value?.equipment.mixers.find((one) => one.mixer === round.mixer);
  const dice_set = mixer?.dice_set?.number;
  return {
    round: round.number,
    roll: round.roll,
    ended: "none",
    void_for: null,
    manual: round.manual,
    ...(dice_set ? { dice_set } : {}),
  };
};
