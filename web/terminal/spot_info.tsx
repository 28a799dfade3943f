// SPDX-License-Identifier: MIT
// The dialog about one spot of the felt: odds, stakes, limits, chance.
import { useEffect, useState } from "preact/hooks";
import { Die } from "../shared/dice";
import { exact, money } from "../shared/money";
import { headroom } from "../shared/requests";
import { faces_of, pay_of, spot_name, type PayRow } from "../shared/rules";
import { in_language } from "../shared/words";
import { limit_on } from "./bets";
import { Dialog } from "./dialog";
import { dice_words, edge_percent } from "./statistics";
import { useTerminal } from "./page";
import { t } from "./words";

export function SpotInfo({ spot, onclose }: { spot: string; onclose: () => void }) {
  const page = useTerminal();
  const { layout, stakes, currency, is_open, chip } = page.state;
  const { take_back, bet, lift } = page.bets;
  const row = pay_of(layout.value!, spot);
  if (!row) return null;
  const stake = stakes.value.get(spot) ?? 0;
  const act = (action: () => void) => () => {
    action();
    onclose();
  };
  return (
    <Dialog title={spot_name(layout.value!, spot, in_language)} onclose={onclose}>
      {faces_of(spot).length > 0 && (
        <div class="faces">
          {faces_of(spot).map((face, i) => (
            <Die key={i} face={face} size={40} />
          ))}
        </div>
      )}
      <SpotFacts spot={spot} row={row} />
      <div class="actions">
        <button disabled={!is_open.value || !stake} onClick={act(() => take_back(spot))}>
          {t("take_back")}
        </button>
        <button
          data-action="move"
          disabled={!is_open.value || !stake}
          onClick={act(() => lift(spot))}
        >
          {t("move")}
        </button>
        <button class="main" disabled={!is_open.value} onClick={act(() => bet(spot, chip.value))}>
          {t("bet_here", money(chip.value, currency.value))}
        </button>
      </div>
    </Dialog>
  );
}

// How much more the player may stake here now, as the server says; asked again every second, since
// other players' bets count too.
function Headroom({ spot }: { spot: string }) {
  const { client, table_number, currency } = useTerminal().state;
  const [amount, set_amount] = useState<number | null | undefined>(undefined);
  useEffect(() => {
    const ask = () =>
      void client.request(headroom(table_number, spot)).then(
        (reply) => set_amount(reply.headroom),
        () => set_amount(undefined),
      );
    ask();
    const timer = setInterval(ask, 1_000);
    return () => clearInterval(timer);
  }, [spot]);
  if (amount === undefined) return null;
  return (
    <div>
      <dt>{t("spot_headroom")}</dt>
      <dd data-headroom={amount ?? ""}>
        {amount === null ? t("no_limit") : exact(amount, currency.value)}
      </dd>
    </div>
  );
}

function SpotFacts({ spot, row }: { spot: string; row: PayRow }) {
  const { table, stakes, others, currency, rules } = useTerminal().state;
  const about = table.value!.table;
  const limit = limit_on(about, spot);
  const stake = stakes.value.get(spot) ?? 0;
  const other = others.value.get(spot) ?? 0;
  const is_opposed =
    about.differential_max !== null &&
    rules.value!.limits.differential.some((pair) => pair.includes(spot));
  const up_to = (amount: number | null) =>
    amount === null ? t("no_limit") : exact(amount, currency.value);
  return (
    <dl class="about">
      <div>
        <dt>{t("spot_odds")}</dt>
        <dd>
          {row.odds.map((one, i) => (
            <div key={one}>
              {row.odds.length > 1 ? t("to_one_dice", one, t(dice_words[i]!)) : t("to_one", one)}
            </div>
          ))}
        </dd>
      </div>
      <div>
        <dt>{t("spot_stake")}</dt>
        <dd>{exact(stake, currency.value)}</dd>
      </div>
      {other > 0 && (
        <div>
          <dt>{t("spot_others")}</dt>
          <dd>{exact(other, currency.value)}</dd>
        </div>
      )}
      <div>
        <dt>{t("spot_min")}</dt>
        <dd>{exact(limit.min, currency.value)}</dd>
      </div>
      <div>
        <dt>{t("spot_max")}</dt>
        <dd>{up_to(limit.max)}</dd>
      </div>
      <div>
        <dt>{t("round_max")}</dt>
        <dd>{up_to(about.round_max)}</dd>
      </div>
      {is_opposed && (
        <div>
          <dt>{t("spot_differential")}</dt>
          <dd>{up_to(about.differential_max)}</dd>
        </div>
      )}
      {about.exposure_max !== null && (
        <div>
          <dt>{t("spot_exposure")}</dt>
          <dd>{up_to(about.exposure_max)}</dd>
        </div>
      )}
      <Headroom spot={spot} />
      <div>
        <dt>{t("spot_chance")}</dt>
        <dd>{t("in_216", row.ways, `${((row.ways / 216) * 100).toFixed(1)}%`)}</dd>
      </div>
      <div>
        <dt>{t("spot_edge")}</dt>
        <dd>{edge_percent(row)}</dd>
      </div>
    </dl>
  );
}
