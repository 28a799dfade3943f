// SPDX-License-Identifier: MIT
// Warnings at a shared felt: stakes over a limit or below the minimum, and what to do about them.
import { money } from "../shared/money";
import { confirm } from "./confirm";
import { useConsole, type ConsolePage } from "./context";
import { give_order } from "./orders";
import { type SmallBet } from "./shared_felt";
import { clauses_for, spot_words } from "./spot_words";
import { t } from "./words";

async function advise(page: ConsolePage, one: SmallBet): Promise<void> {
  const { mark_advised } = page.felt;
  if (await give_order(page, "AdvisePlayer", { stay: one.stay, spot: one.spot })) mark_advised(one);
}
// What is over a limit, and whose chips are concerned. The bets that were placed last are rejected.
function excess_words(page: ConsolePage): string[] {
  const { too_much, limit_on, differences, spots_over, chips } = page.felt;
  const boxes = too_much.value.map((one) =>
    t("over_box", spot_words(page, one.spot), money(one.stake), money(limit_on(one.spot).max ?? 0)),
  );
  const pairs = differences.value
    .filter((one) => one.over)
    .map((one) =>
      t(
        "over_difference",
        ...one.spots.map((spot) => spot_words(page, spot)),
        money(one.apart),
        money(one.max),
      ),
    );
  const spots = new Set(spots_over());
  const whose = [
    ...new Set(chips.value.filter((one) => spots.has(one.spot)).map((one) => one.player)),
  ].join(", ");
  return [...boxes, ...pairs, t("about_reject", whose), clauses_for(page, "excess-seen")];
}
// Asks, and then rejects the bets that are over a limit.
export const reject_excess = (page: ConsolePage): void =>
  confirm(page, "RejectExcess", {}, () => excess_words(page), t("reject_excess"));

export function Warnings() {
  const page = useConsole();
  const { too_much, differences, too_small, limit_on, is_advised } = page.felt;
  const { table } = page.state;
  const over = too_much.value.length > 0 || differences.value.some((one) => one.over);
  if (!table.value?.round?.betting || (!over && !too_small.value.length)) return null;
  return (
    <section class="stack" data-warnings>
      {too_much.value.map((one) => (
        <p key={one.spot} class="wrong">
          {t(
            "over_box",
            spot_words(page, one.spot),
            money(one.stake),
            money(limit_on(one.spot).max ?? 0),
          )}
        </p>
      ))}
      {over && (
        <button data-order="RejectExcess" onClick={() => reject_excess(page)}>
          {t("reject_excess")}
        </button>
      )}
      {too_small.value.map((one) => (
        <div key={`${one.stay} ${one.spot}`} class="row-card warn">
          <span>
            {t(
              "below_minimum",
              one.player,
              money(one.stake),
              spot_words(page, one.spot),
              money(one.min),
            )}
          </span>
          {is_advised(one) ? (
            <span class="tag good" data-advised>
              ✓ {t("advised")}
            </span>
          ) : (
            <button data-order="AdvisePlayer" onClick={() => void advise(page, one)}>
              {t("advise")}
            </button>
          )}
        </div>
      ))}
    </section>
  );
}
