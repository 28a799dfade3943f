// SPDX-License-Identifier: MIT
// The list from which the dealer pays at a felt, before Collect and pay.
import { Chip } from "../shared/chip";
import { money, short } from "../shared/money";
import type { Layout } from "../shared/rules";
import { texts } from "../shared/words";
import { useConsole } from "./context";
import { cut, due_payments, odds_of } from "./due_payments";
import { spot_words } from "./spot_words";

const t = texts({
  to_pay: ["To pay in round {0}", "第{0}局应派"],
  nobody: ["Nobody has won: only collect", "无人中奖：只收注"],
  on: ["{0} on {1}", "{1}，注{0}"],
  chips: ["Chips to cut: {0}", "应切筹码：{0}"],
  pro_rata: ["pro rata: less is paid", "按比例：派彩较少"],
  to_collect: ["Round {0}: collect all bets but these", "第{0}局：除以下各项外全部收注"],
  collect_all: ["Collect all bets.", "全部收注。"],
  odds: ["{0} to 1", "1赔{0}"],
});

// Where nobody keys the bets: which spots are paid at which odds. All others are collected.
function PaidSpots({ layout, round, winning, roll }: PaidSpotsProps) {
  const page = useConsole();
  return (
    <section class="paid card" data-paid-spots>
      <header>
        <h2>{t("to_collect", round)}</h2>
      </header>
      {!winning.length && <p class="soft">{t("collect_all")}</p>}
      <ul>
        {winning.map((spot) => {
          const odds = odds_of(layout, spot, roll) ?? "";
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
interface PaidSpotsProps {
  layout: Layout;
  round: number;
  winning: string[];
  roll: readonly number[];
}

export function PaymentList() {
  const page = useConsole();
  const { table, layout, can_act } = page.state;
  const { chips, sizes, spots_over } = page.felt;
  const { round, table: about, status } = table.value!;
  const is_due =
    !about.terminals &&
    status.phase === "playing" &&
    round?.roll &&
    (round.next === "collect" || round.next === "pay");
  if (!is_due || !can_act.value || !layout.value) return null;
  if (about.chip_mode === "untracked")
    return (
      <PaidSpots
        layout={layout.value}
        round={round.number}
        winning={round.winning}
        roll={round.roll!}
      />
    );
  if (!chips.value.length) return null;
  const due = due_payments(layout.value, chips.value, new Set(round.winning), round.roll!);
  const over = new Set(spots_over());
  return (
    <section class="paid card" data-payments>
      <header>
        <h2>{t("to_pay", round.number)}</h2>
        <b class="number">{money(due.reduce((sum, one) => sum + one.winnings, 0))}</b>
      </header>
      {!due.length && <p class="soft">{t("nobody")}</p>}
      <ul>
        {due.map((one) => {
          const to_cut = cut(one.winnings, sizes.value);
          const words = to_cut.map(({ size, count }) => `${count} × ${short(size)}`).join(", ");
          return (
            <li key={one.stay} data-pay={one.stay} data-amount={one.winnings}>
              <div class="paid-who">
                <b>{one.player}</b>
                <b class="number">{money(one.winnings)}</b>
              </div>
              {one.bets.map((bet) => (
                <div key={bet.spot} class="paid-bet good">
                  <span>
                    {t("on", money(bet.stake), spot_words(page, bet.spot))}
                    {over.has(bet.spot) && <span class="tag warn">{t("pro_rata")}</span>}
                  </span>
                  <span class="number">{money(bet.winnings)}</span>
                </div>
              ))}
              <div class="cut" aria-label={t("chips", words)} role="img">
                {to_cut.map(({ size, count }) => (
                  <span key={size}>
                    {count} × <Chip amount={size} size={30} />
                  </span>
                ))}
              </div>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
