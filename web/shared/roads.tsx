// SPDX-License-Identifier: MIT
// The roads of past results: as beads in their order and as the big road, by Big and Small, by Odd
// and Even, or as totals. They are facts about the past and always carry the notes that say so.
import type { JSX } from "preact";
import type { TableTopic } from "../generated/protocol";
import { big_road, road_rows } from "./big_road";
import { beads_of, type Bead } from "./road";
import { is_triple } from "./rules";
import { texts } from "./words";

const t = texts({
  size: ["Big / Small", "大小"],
  parity: ["Odd / Even", "单双"],
  total: ["Totals", "点数"],
  big: ["Big", "大"],
  small: ["Small", "小"],
  triple: ["Triple", "围"],
  odd: ["Odd", "单"],
  even: ["Even", "双"],
  void: ["Void", "作废"],
  B: ["B", "大"],
  S: ["S", "小"],
  T: ["T", "围"],
  O: ["O", "单"],
  E: ["E", "双"],
  bead_road: ["Bead road", "珠盘路"],
  big_road: ["Big road", "大路"],
  no_memory: [
    "Dice have no memory: past results do not change the chances of the next round.",
    "骰子没有记忆：过往结果不影响下一局的机会。",
  ],
  nothing_yet: ["No results yet", "暂无结果"],
});

export const road_views = ["size", "parity", "total"] as const;
export type RoadView = (typeof road_views)[number];
export const view_name = (view: RoadView): string => t(view);

// What a bead is in a view: its kind, the letter that repeats the colour, and its name.
interface Mark {
  kind: "big" | "small" | "triple" | "odd" | "even" | "void";
  letter: string;
}
export function mark_of({ kind, total, roll }: Bead, view: RoadView): Mark {
  if (!roll) return { kind: "void", letter: "–" };
  const letter = view === "total" ? String(total) : "";
  if (view === "parity" && !is_triple(roll))
    return total! % 2 ? { kind: "odd", letter: t("O") } : { kind: "even", letter: t("E") };
  const letters = { big: t("B"), small: t("S"), triple: t("T"), void: "–" };
  return { kind, letter: letter || letters[kind] };
}

function BeadItem({ bead, view, at }: { bead: Bead; view: RoadView; at?: JSX.CSSProperties }) {
  const { kind, letter } = mark_of(bead, view);
  const facts = bead.roll ? `${t(kind)}, ${bead.roll.join(" ")} = ${bead.total}` : t("void");
  return (
    <li class={`bead ${kind}`} title={facts} style={at}>
      <span aria-hidden="true">{letter}</span>
      <span class="hidden">{facts}</span>
    </li>
  );
}

interface RoadProps {
  results: TableTopic["results"];
  view: RoadView;
  columns: number; // the newest ones that are shown
}
export function BigRoad({ results, view, columns }: RoadProps) {
  const beads = beads_of(results).filter((one) => one.roll);
  const cells = big_road(beads, (one) => mark_of(one, view).kind);
  const last = Math.max(0, ...cells.map((one) => one.column));
  const skip = Math.max(0, last + 1 - columns);
  return (
    <ol class="road big-road" aria-label={t("big_road")} style={{ "--columns": columns }}>
      {cells
        .filter((one) => one.column >= skip)
        .map(({ column, row, value }) => (
          <BeadItem
            key={`${column} ${row}`}
            bead={value}
            view={view}
            at={{ gridColumn: column - skip + 1, gridRow: row + 1 }}
          />
        ))}
      {!cells.length && <li class="empty">{t("nothing_yet")}</li>}
    </ol>
  );
}

export function BeadRoad({ results, view, columns }: RoadProps) {
  const beads = beads_of(results);
  const shown = beads.slice(Math.max(0, Math.ceil(beads.length / road_rows) - columns) * road_rows);
  return (
    <ol class="road" aria-label={t("bead_road")} style={{ "--columns": columns }}>
      {shown.map((bead, i) => (
        <BeadItem key={i} bead={bead} view={view} />
      ))}
      {!shown.length && <li class="empty">{t("nothing_yet")}</li>}
    </ol>
  );
}

// That nothing follows from the past. It stands wherever roads stand.
export const NoMemory = () => (
  <p class="results-note" data-note="no-memory">
    {t("no_memory")}
  </p>
);
export const road_title = (kind: "bead_road" | "big_road", view: RoadView): string =>
  `${t(kind)} · ${t(view)}`;
