// SPDX-License-Identifier: MIT
// The tabs of a telephone's felt, each with what the player has staked there.
import { short } from "../shared/money";
import { texts } from "../shared/words";
import { useTerminal } from "./page";
import type { FeltTab, TabId } from "./phone_felt";

const t = texts({
  tabs: ["Groups of spots", "注格分组"],
  main: ["Totals", "大小点数"],
  dice: ["Dice", "单骰两骰"],
  triples: ["Triples", "对子围骰"],
  combinations: ["Combos", "组合"],
  staked: ["staked {0}", "已下注{0}"],
  won: ["a bet has won here", "此处有注中奖"],
});

interface FeltTabsProps {
  tabs: FeltTab[];
  chosen: FeltTab;
  onchoose: (id: TabId) => void;
}
export function FeltTabs({ tabs, chosen, onchoose }: FeltTabsProps) {
  const { shown_stakes, winning } = useTerminal().reveal;
  return (
    <div class="felt-tabs" role="group" aria-label={t("tabs")}>
      {tabs.map(({ id, spots }) => {
        const own = [...shown_stakes.value].filter(([spot]) => spots.has(spot));
        const staked = own.reduce((sum, [, stake]) => sum + stake, 0);
        const has_won = own.some(([spot]) => winning.value.has(spot));
        return (
          <button
            key={id}
            data-felt-tab={id}
            aria-pressed={id === chosen.id}
            class={has_won ? "has-won" : ""}
            onClick={() => onchoose(id)}
          >
            {t(id)}
            {staked > 0 && (
              <b>
                <span aria-hidden="true">{has_won ? "★" : ""}</span>
                <span class="hidden">{t("staked", "")}</span>
                {short(staked)}
                {has_won && <span class="hidden">, {t("won")}</span>}
              </b>
            )}
          </button>
        );
      })}
    </div>
  );
}
