// SPDX-License-Identifier: MIT
// How long the rules allow dice to be used, and the warning before that ends.
import type { ConsoleTopic, MixerKind } from "../generated/protocol";
import { tick } from "../shared/tick";
import { useConsole, type ConsolePage } from "./context";
import { time_of } from "./time";
import { clause_words, t } from "./words";

export type MixerNow = ConsoleTopic["equipment"]["mixers"][number];

const hour = 3_600_000;
interface Life {
  dice_life_hours?: number;
  dice_life_months?: number;
}
const life_in = (page: ConsolePage, mixer: MixerKind | undefined) =>
  page.state.rules.value?.equipment.mixers.find((one) => one.kind === mixer) as Life | undefined;
// Until when the rules allow these dice to be used; null if they set no limit.
export const due_of = (now: MixerNow): number | null => now.dice_set?.due_at ?? null;

export function Due({ at }: { at: number }) {
  const { client } = useConsole().state;
  void tick.value;
  const left = at - client.now();
  const tone = left < 0 ? "bad" : left < hour ? "warn" : "";
  return (
    <p>
      <span class={`tag ${tone}`} data-due-at={at}>
        {left < 0 ? t("dice_over", time_of(at)) : t("dice_due", time_of(at))}
      </span>
    </p>
  );
}

// When the dice in use expire, from an hour before; null earlier. Expired dice are not mixed.
function due_soon(page: ConsolePage): number | null {
  const { console_topic, client } = page.state;
  const { mixer, mixers } = console_topic.value?.equipment ?? { mixer: undefined, mixers: [] };
  const used = mixers.find((one) => one.mixer === mixer);
  const at = used ? due_of(used) : null;
  void tick.value;
  return at !== null && at - client.now() < hour ? at : null;
}
// Whether the dice in use expire within an hour, or have expired.
export const dice_are_due = (page: ConsolePage): boolean => due_soon(page) !== null;

export function DiceDue() {
  const page = useConsole();
  const { client, rules, console_topic, tab } = page.state;
  const at = due_soon(page);
  void tick.value;
  if (at === null) return null;
  const left = Math.floor((at - client.now()) / 60_000);
  const { duties } = (rules.value?.equipment ?? {}) as { duties?: Record<string, string[]> };
  const clauses =
    duties?.[
      life_in(page, console_topic.value?.equipment.mixer)?.dice_life_hours
        ? "dice-life-hours"
        : "dice-life-months"
    ] ?? [];
  return (
    <div class="row-card warn" role="status" data-dice-due>
      <span>
        <b>{left < 0 ? t("dice_are_over") : t("dice_are_due", left)}</b>{" "}
        <span class="soft">{clause_words(clauses)}</span>
      </span>
      <button
        data-action="to-equipment"
        onClick={() => {
          tab.value = "equipment";
        }}
      >
        {t("equipment")}
      </button>
    </div>
  );
}
