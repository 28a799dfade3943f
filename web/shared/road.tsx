// SPDX-License-Identifier: MIT
// Past results: the bead road, and what a roll is called on it.
import type { TableTopic } from "../generated/protocol";
import { bead_of, is_triple, read_roll, total_of, type Rules } from "./rules";
import { texts } from "./words";
import "./widgets.css";

const t = texts({
  big: ["Big", "大"],
  small: ["Small", "小"],
  triple: ["Triple", "围"],
  void: ["Void", "作废"],
  big_letter: ["B", "大"],
  small_letter: ["S", "小"],
  triple_letter: ["T", "围"],
  road: ["Last results, oldest first", "近期结果，由旧到新"],
  nothing_yet: ["No results yet", "暂无结果"],
  prevails: [
    "For information only: the actual outcome at the table prevails.",
    "仅供参考，以台上实际结果为准。",
  ],
  clause: ["Clause {0}", "条款 {0}"],
});

// Results as beads, oldest first (the server sends the newest first).
export type Bead = {
  kind: "big" | "small" | "triple" | "void";
  total: number | null;
  roll: number[] | null;
};
export function beads_of(results: TableTopic["results"]): Bead[] {
  return [...results.rolls].reverse().map((text) => {
    if (!text) return { kind: "void", total: null, roll: null };
    const roll = read_roll(text);
    return { kind: bead_of(roll), total: total_of(roll), roll };
  });
}

// The bead road: columns of six, oldest first. A letter repeats what the colour shows.
export function Road({
  results,
  columns = 10,
}: {
  results: TableTopic["results"];
  columns?: number;
}) {
  const all = beads_of(results);
  const before = Math.max(0, results.last - all.length);
  const lead = (6 - (before % 6)) % 6; // a round keeps its row while older ones drop out
  const skip = lead + Math.max(0, Math.ceil((all.length - lead) / 6) - columns) * 6;
  const shown = all.slice(skip);
  return (
    <ol class="road" aria-label={t("road")} style={{ "--columns": columns }}>
      {shown.map((bead, i) => (
        <li
          key={before + skip + i}
          class={`bead ${bead.kind}`}
          title={bead.roll ? `${bead.roll.join(" ")} = ${bead.total}` : t("void")}
        >
          <span aria-hidden="true">{bead.kind === "void" ? "–" : t(`${bead.kind}_letter`)}</span>
          <span class="hidden">
            {bead.roll ? `${t(bead.kind)}, ${bead.roll.join(" ")}` : t("void")}
          </span>
        </li>
      ))}
      {!all.length && <li class="empty">{t("nothing_yet")}</li>}
    </ol>
  );
}

// "Big", "Small" or "Triple" in the language of the page.
export const roll_name = (roll: readonly number[]): string =>
  is_triple(roll) ? t("triple") : total_of(roll) >= 11 ? t("big") : t("small");

// "8 · Small": what a result is called until the next round.
export const headline_of = (roll: readonly number[]): string =>
  `${total_of(roll)} · ${roll_name(roll)}`;

// The note that goes with a list of past results, with the clause of the document if it has one.
export function ResultsNote({ rules }: { rules: Rules | undefined }) {
  const rule = rules?.irregularities.find((one) => one.cause === "display-wrong");
  return (
    <p class="results-note" data-note="prevails">
      {t("prevails")}
      {rule?.clauses.length ? ` ${t("clause", rule.clauses.join(", "))}` : ""}
    </p>
  );
}
