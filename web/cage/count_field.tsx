// SPDX-License-Identifier: MIT
// A count of cash: pieces of each denomination, coins, and their total.
import { effect, useComputed, useSignal, type Signal } from "@preact/signals";
import { useLayoutEffect } from "preact/hooks";
import { exact, money, read_money } from "../shared/money";
import { useCage } from "./context";
import { t } from "./words";

// `counted` follows what is typed: null while something is no number. A count of nothing is 0, and
// must be typed.
export function CountField({
  counted,
  currency,
}: {
  counted: Signal<number | null>;
  currency: string;
}) {
  const notes = [...(useCage().topic.value?.policy?.notes ?? [])].reverse();
  const pieces = useSignal<Record<number, string>>({});
  const coins = useSignal("");
  const total = useComputed((): number | null => {
    const typed = [...Object.values(pieces.value), coins.value].some((one) => one.trim() !== "");
    let sum = coins.value.trim() === "" ? 0 : read_money(coins.value);
    for (const [note, text] of Object.entries(pieces.value)) {
      if (text.trim() === "") continue;
      if (!/^\d{1,6}$/.test(text.trim())) return null;
      if (sum !== null) sum += Number(note) * Number(text);
    }
    return typed ? sum : null;
  });
  // At once, not after the next frame: a person who types fast presses Enter before that.
  const follow = () => {
    counted.value = total.value;
  };
  useLayoutEffect(() => effect(follow), []);
  return (
    <div class="count" role="group" aria-label={t("counted")}>
      <div class="pieces">
        {notes.map((note, i) => (
          <label key={note} class="piece">
            <span aria-hidden="true">{money(note)} ×</span>
            <input
              name={`pieces-${note}`}
              inputmode="numeric"
              autocomplete="off"
              autofocus={i === 0}
              aria-label={t("pieces", money(note))}
              value={pieces.value[note] ?? ""}
              onInput={({ currentTarget }) => {
                pieces.value = { ...pieces.value, [note]: currentTarget.value };
              }}
            />
          </label>
        ))}
        <label class="piece">
          <span aria-hidden="true">{t("coins")}</span>
          <input
            name="coins"
            inputmode="decimal"
            autocomplete="off"
            autofocus={!notes.length}
            aria-label={t("coins")}
            value={coins.value}
            onInput={({ currentTarget }) => {
              coins.value = currentTarget.value;
            }}
          />
        </label>
      </div>
      <p class="count-total" aria-live="polite">
        <span>{t("total")}</span>
        <b data-total={total.value ?? ""}>
          {total.value === null ? "–" : exact(total.value, currency)}
        </b>
      </p>
    </div>
  );
}
