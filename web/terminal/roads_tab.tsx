// SPDX-License-Identifier: MIT
// The roads in the dialog of past rounds.
import { useSignal } from "@preact/signals";
import { ResultsNote } from "../shared/road";
import {
  BeadRoad,
  BigRoad,
  NoMemory,
  road_title,
  road_views,
  view_name,
  type RoadView,
} from "../shared/roads";
import { useTerminal } from "./page";
import { t } from "./words";

export function RoadsTab() {
  const page = useTerminal();
  const view = useSignal<RoadView>("size");
  const results = page.reveal.shown_results.value;
  return (
    <section class="roads">
      <div class="tabs" role="group" aria-label={t("tab_roads")}>
        {road_views.map((one) => (
          <button
            key={one}
            data-road={one}
            aria-pressed={one === view.value}
            onClick={() => {
              view.value = one;
            }}
          >
            {view_name(one)}
          </button>
        ))}
      </div>
      {([BeadRoad, BigRoad] as const).map((One, i) => {
        if (i && view.value === "total") return null; // every total would begin a column
        const title = road_title(i ? "big_road" : "bead_road", view.value);
        return (
          <figure key={i}>
            <figcaption>{title}</figcaption>
            <div class="wide-road" role="group" aria-label={title} tabIndex={0}>
              <One results={results} view={view.value} columns={24} />
            </div>
          </figure>
        );
      })}
      <ResultsNote rules={page.state.rules.value} />
      <NoMemory />
    </section>
  );
}
