// SPDX-License-Identifier: MIT
// Past results. A note says that they only inform, and do not predict anything.
import type { TableTopic } from "../generated/protocol";
import { Die } from "../shared/dice";
import { beads_of, Road, roll_name, type Bead } from "../shared/road";
import { BigRoad, road_title } from "../shared/roads";
import type { Layout } from "../shared/rules";
import { tick } from "../shared/tick";
import { in_language } from "../shared/words";
import { pixels } from "./page";
import { result_name, t } from "./words";

export function History({ results, layout }: { results: TableTopic["results"]; layout: Layout }) {
  const beads = beads_of(results);
  return (
    <section class="history" aria-label={t("history")}>
      <div class="part">
        <Roads results={results} />
      </div>
      <div class="part">
        <h2>
          {t("last_ten")} <small>{t("newest")}</small>
        </h2>
        <LastTen beads={beads} last={results.last} />
      </div>
      <div class="part counts">
        <h2>{t("counts", beads.filter((one) => one.roll).length)}</h2>
        <Counts beads={beads} layout={layout} />
        <p class="information" data-note="prevails">
          {t("information")}
        </p>
      </div>
    </section>
  );
}

// The bead road and the big roads take turns.
const turn_milliseconds = 12_000;
function Roads({ results }: { results: TableTopic["results"] }) {
  const turn = Math.floor(tick.value / turn_milliseconds) % 3;
  const view = turn === 2 ? "parity" : "size";
  return (
    <>
      <h2 data-road={turn}>{road_title(turn ? "big_road" : "bead_road", view)}</h2>
      {turn ? (
        <BigRoad results={results} view={view} columns={10} />
      ) : (
        <Road results={results} columns={10} />
      )}
    </>
  );
}

function LastTen({ beads, last }: { beads: Bead[]; last: number }) {
  const shown = beads.slice(-10).reverse();
  if (!shown.length) return <p class="empty">{t("no_results")}</p>;
  return (
    <ol class="last-ten">
      {shown.map((bead, i) => (
        <li key={last - i} class={bead.kind}>
          <span class="faces">
            {bead.roll
              ? bead.roll.map((face, k) => <Die key={k} face={face} size={pixels(1.9)} />)
              : null}
          </span>
          <span class="hidden">{bead.roll?.join(" ")}</span>
          <b>{bead.total ?? "–"}</b>
          <em>{bead.roll ? roll_name(bead.roll) : t("void")}</em>
        </li>
      ))}
    </ol>
  );
}

function Counts({ beads, layout }: { beads: Bead[]; layout: Layout }) {
  const rolled = beads.filter((one) => one.roll);
  const kinds = (["big", "small", "triple"] as const).map((kind) => ({
    kind,
    count: rolled.filter((one) => one.kind === kind).length,
  }));
  const faces = [1, 2, 3, 4, 5, 6].map((face) => ({
    face,
    count: rolled.flatMap((one) => one.roll!).filter((one) => one === face).length,
  }));
  const count_max = Math.max(1, ...faces.map((one) => one.count));
  return (
    <div class="bars">
      <ul class="kinds">
        {kinds.map(({ kind, count }) => (
          <li key={kind} class={kind}>
            <span>{in_language(result_name(kind, layout))}</span>
            <i style={{ "--part": rolled.length ? count / rolled.length : 0 }} />
            <b>{count}</b>
          </li>
        ))}
      </ul>
      <ul class="faces" aria-label={t("faces")}>
        {faces.map(({ face, count }) => (
          <li key={face} aria-label={t("face", face, count)}>
            <b aria-hidden="true">{count}</b>
            <i style={{ "--part": count / count_max }} />
            <Die face={face} size={pixels(1.9)} />
          </li>
        ))}
      </ul>
    </div>
  );
}
