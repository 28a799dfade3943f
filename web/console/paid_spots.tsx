// SPDX-License-Identifier: MIT
// What a dealer collects and pays at a felt where nobody keys the bets: which spots are paid at
// which odds. All others are collected.
import { odds_of } from "../shared/rules";
import { texts } from "../shared/words";
import { useConsole } from "./context";
import { spot_words } from "./spot_words";

const t = texts({
  to_collect: ["Round {0}: collect all bets but these", "第{0}局：除以下各项外全部收注"],
  collect_all: ["Collect all bets.", "全部收注。"],
  odds: ["{0} to 1", "1赔{0}"],
});

export function PaidSpots() {
  const page = useConsole();
  const { table, layout, can_act } = page.state;
  const { round, status } = table.value!;
  const is_due =
    status.phase === "playing" && round?.roll && (round.next === "collect" || round.next === "pay");
  if (!is_due || !can_act.value || !layout.value) return null;
  return (
    <section class="paid card" data-paid-spots>
      <header>
        <h2>{t("to_collect", round.number)}</h2>
      </header>
      {!round.winning.length && <p class="soft">{t("collect_all")}</p>}
      <ul>
        {round.winning.map((spot) => {
          const odds = odds_of(layout.value!, spot, round.roll!) ?? "";
          return (
            <li key={spot} class="paid-who" data-spot={spot} data-odds={odds}>
              <b>{spot_words(page, spot)}</b>
              <b class="number">{t("odds", odds)}</b>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
