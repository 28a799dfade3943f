// SPDX-License-Identifier: MIT
// Dice: a face as it is printed on a felt, and three that tumble and land.
//
// While bets are open or the dice are covered, no roll is given to it.
import { texts } from "./words";
import "./dice.css";

const t = texts({
  covered: ["Dice are covered", "骰子已盖"],
  uncovered: ["Dice are uncovered", "骰子已开"],
  tumbling: ["The dice are tumbling", "摇骰中"],
  shows: ["Dice: {0}, total {1}", "骰子：{0}，共{1}点"],
});

const pips: Record<number, [number, number][]> = {
  1: [[1, 1]],
  2: [
    [0, 0],
    [2, 2],
  ],
  3: [
    [0, 0],
    [1, 1],
    [2, 2],
  ],
  4: [
    [0, 0],
    [2, 0],
    [0, 2],
    [2, 2],
  ],
  5: [
    [0, 0],
    [2, 0],
    [1, 1],
    [0, 2],
    [2, 2],
  ],
  6: [
    [0, 0],
    [2, 0],
    [0, 1],
    [2, 1],
    [0, 2],
    [2, 2],
  ],
};

export function DieFace({
  face,
  x = 0,
  y = 0,
  size,
}: {
  face: number;
  x?: number;
  y?: number;
  size: number;
}) {
  const red = face === 1 || face === 4; // as dice of the East are painted
  return (
    <g transform={`translate(${x} ${y}) scale(${size / 40})`}>
      <rect class="die-face" width={40} height={40} rx={7} stroke-width={1.5} />
      {(pips[face] ?? []).map(([column, line], i) => (
        <circle
          key={i}
          class={`pip ${red ? "red" : ""}`}
          cx={10 + column * 10}
          cy={10 + line * 10}
          r={face === 1 ? 6.5 : 4}
        />
      ))}
    </g>
  );
}

export function Die({ face, size = 40 }: { face: number; size?: number }) {
  return (
    <svg width={size} height={size} viewBox="-1 -1 42 42" aria-hidden="true" class="dice-face">
      <DieFace face={face} size={40} />
    </svg>
  );
}

const turned: Record<number, string> = {
  1: "rotateX(0deg)",
  2: "rotateX(90deg)",
  3: "rotateY(-90deg)",
  4: "rotateY(90deg)",
  5: "rotateX(-90deg)",
  6: "rotateY(180deg)",
};

export interface DiceProps {
  roll: readonly number[] | null;
  mixing: boolean;
  size: number;
  note?: string;
  covered?: boolean;
}

export function Dice({ roll, mixing, size, note = "", covered = true }: DiceProps) {
  const style = { "--die": `${size}px` };
  if (!roll) {
    return (
      <div
        class={`dome ${mixing ? "shaking" : ""}`}
        style={style}
        role="img"
        aria-label={mixing ? t("tumbling") : covered ? t("covered") : t("uncovered")}
      >
        <span>{note || (mixing ? t("tumbling") : "")}</span>
      </div>
    );
  }
  const total = roll.reduce((sum, one) => sum + one, 0);
  return (
    <div
      class={`dice ${mixing ? "tumbling" : ""}`}
      style={style}
      role="img"
      aria-label={mixing ? t("tumbling") : t("shows", roll.join(" "), total)}
      data-roll={roll.join("-")}
    >
      {roll.map((face, i) => (
        <div key={i} class="die-box">
          <div class="cube" style={{ transform: turned[face] }}>
            {[1, 2, 3, 4, 5, 6].map((side) => (
              <svg key={side} class={`f${side}`} viewBox="-1 -1 42 42" aria-hidden="true">
                <DieFace face={side} size={40} />
              </svg>
            ))}
          </div>
        </div>
      ))}
    </div>
  );
}
