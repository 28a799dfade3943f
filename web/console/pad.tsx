// SPDX-License-Identifier: MIT
// The pad for dice: three slots and six faces to touch. For the result, and in dialogs.
import type { Signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { Die } from "../shared/dice";
import { total_of } from "../shared/rules";
import { useConsole } from "./context";
import { t } from "./words";

const all_faces = [1, 2, 3, 4, 5, 6];

export function Slots({ dice, size }: { dice: readonly number[]; size: number }) {
  return (
    <div class="slots">
      {[0, 1, 2].map((i) => (
        <span
          key={i}
          class={`slot ${dice[i] ? "" : "open"}`}
          style={{ width: size, height: size }}
          role="img"
          aria-label={t("first_die", i + 1, dice[i] ?? t("empty"))}
        >
          {dice[i] ? <Die face={dice[i]!} size={size - 6} /> : null}
        </span>
      ))}
      <b class="sum">{dice.length === 3 ? t("total", total_of(dice)) : ""}</b>
    </div>
  );
}

function Faces({
  onface,
  onerase,
  size,
}: {
  onface: (face: number) => void;
  onerase: () => void;
  size: number;
}) {
  return (
    <div class="faces" role="group" aria-label={t("dice_entry")}>
      {all_faces.map((face) => (
        <button
          type="button"
          key={face}
          class="face"
          data-face={face}
          aria-label={t("face", face)}
          onClick={() => onface(face)}
        >
          <Die face={face} size={size} />
        </button>
      ))}
      <button
        type="button"
        class="face erase"
        data-action="erase"
        aria-label={t("erase")}
        onClick={onerase}
      >
        ⌫
      </button>
    </div>
  );
}

// The entry of the result, on the main screen.
export function Pad({ size }: { size: number }) {
  const page = useConsole();
  const { console_topic } = page.state;
  const { faces, entered, key_face, erase_face } = page.dice;
  const reading = console_topic.value?.round_progress?.reading;
  const shown = faces.value.length ? faces.value : (entered.value?.roll ?? []);
  const by =
    faces.value.length || entered.value?.by === "keyed"
      ? t("by_hand")
      : reading
        ? t("reading")
        : t("key_the_dice");
  return (
    <div class="pad">
      <div class="pad-dice">
        <span class={`tag ${faces.value.length ? "warn" : ""}`}>{by}</span>
        <Slots dice={shown} size={size} />
        {faces.value.length > 0 && reading && (
          <span class="tag">
            {t("reading")}: {reading.join(" ")}
          </span>
        )}
      </div>
      <Faces onface={key_face} onerase={erase_face} size={Math.max(34, size * 0.55)} />
    </div>
  );
}

// The pad in a dialog, which keeps the dice itself.
export function PadIn({ dice }: { dice: Signal<number[]> }) {
  const onface = (face: number) => {
    dice.value = dice.value.length < 3 ? [...dice.value, face] : [face];
  };
  const onerase = () => {
    dice.value = dice.value.slice(0, -1);
  };
  const onkey = (event: KeyboardEvent) => {
    if (/^[1-6]$/.test(event.key)) onface(Number(event.key));
    else if (event.key === "Backspace") onerase();
  };
  // Figures key dice wherever the focus is in the dialog, except in text fields.
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (!(event.target as HTMLElement).closest("input, textarea, select")) onkey(event);
    };
    document.addEventListener("keydown", listen);
    return () => document.removeEventListener("keydown", listen);
  });
  return (
    <div class="pad in-dialog">
      <Slots dice={dice.value} size={58} />
      <Faces onface={onface} onerase={onerase} size={34} />
    </div>
  );
}
