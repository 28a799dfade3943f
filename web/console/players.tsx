// SPDX-License-Identifier: MIT
// The panel of players at a shared felt: payments, seats, totals.
import { money } from "../shared/money";
import { useConsole } from "./context";
import { Warnings } from "./felt_warnings";
import { NewPlayerDialog, PlayerDialog } from "./player_dialogs";
import { type LaidChip } from "./shared_felt";
import { clauses_for, spot_words } from "./spot_words";
import type { Place } from "./terminals";
import { Debts, PlaceSummary } from "./terminals";
import { t } from "./words";

interface PaidPlayerProps {
  one: Place;
  bets: LaidChip[];
  over: ReadonlySet<string> | undefined; // spots on which bets count pro rata
}
function PaidPlayer({ one, bets, over }: PaidPlayerProps) {
  const page = useConsole();
  const { table } = page.state;
  const round = table.value!.round!;
  const won = new Set(round.winning);
  return (
    <li>
      <div class="paid-who">
        <b>{one.player}</b>
        <b class="number">{one.payout ? money(one.payout) : t("collected")}</b>
      </div>
      {bets.map((bet) => (
        <div
          key={bet.spot}
          class={`paid-bet ${won.has(bet.spot) ? "good" : "soft"}`}
          data-bet={bet.spot}
        >
          <span>
            {round.ended === "void" ? "↩ " : won.has(bet.spot) ? "✓ " : "✗ "}
            {spot_words(page, bet.spot)}
            {over?.has(bet.spot) && <span class="tag warn">{t("pro_rata")}</span>}
          </span>
          <span class="number">
            {t("staked")} {money(bet.stake)}
          </span>
        </div>
      ))}
    </li>
  );
}

// Who gets what of the round that was just settled: winners first, then players whose chips are
// only collected.
function Payout() {
  const page = useConsole();
  const { table } = page.state;
  const { laid, seats } = page.felt;
  const { round, status } = table.value!;
  const bets = laid.value && laid.value.round === round?.number ? laid.value : null;
  const of = (stay: number) => bets?.chips.filter((bet) => bet.stay === stay) ?? [];
  const all = seats.value
    .filter((one) => one.payout > 0 || of(one.stay).length > 0)
    .sort((a, b) => b.payout - a.payout);
  const paid = all.reduce((sum, one) => sum + one.payout, 0);
  const settled = status.phase === "idle" || status.phase === "closed" || round?.next === "clear";
  if (!round || !settled || !all.length) return null;
  return (
    <section class="paid card" data-paid>
      <header>
        <h2>{t("paid_in", round.number)}</h2>
        <b class="number">{money(paid)}</b>
      </header>
      <ul>
        {all.map((one) => (
          <PaidPlayer key={one.stay} one={one} bets={of(one.stay)} over={bets?.over} />
        ))}
      </ul>
      {[...(bets?.over ?? [])].length > 0 && (
        <p class="soft">
          {t("about_pro_rata")} {clauses_for(page, "excess-unseen")}
        </p>
      )}
    </section>
  );
}

export function Players() {
  const page = useConsole();
  const { open_dialog, table } = page.state;
  const { seats, chosen_stay } = page.felt;
  const keyed = table.value!.table.chip_mode === "tracked";
  return (
    <div class="stack">
      <Warnings />
      <Payout />
      {keyed ? (
        <button data-action="new-player" onClick={() => open_dialog(() => <NewPlayerDialog />)}>
          {t("new_player")}
        </button>
      ) : (
        <p class="soft" data-untracked>
          {t("untracked")}
        </p>
      )}
      {keyed && !seats.value.length && <p class="soft">{t("nobody_here")}</p>}
      {seats.value.map((one) => (
        <button
          key={one.stay}
          class="place"
          data-seat={one.stay}
          aria-pressed={one.stay === chosen_stay.value}
          onClick={() => open_dialog(() => <PlayerDialog stay={one.stay} />)}
        >
          <b>{one.player}</b>
          <PlaceSummary one={one} />
        </button>
      ))}
      {keyed && <BoxTotals />}
      <Debts />
    </div>
  );
}

function BoxTotals() {
  const page = useConsole();
  const { places } = page.state;
  const totals = places.value?.totals ?? [];
  if (!totals.length) return null;
  const all = totals.reduce((whole, one) => whole + one.stake, 0);
  return (
    <table class="limits">
      <caption>{t("box_totals")}</caption>
      <tbody>
        {totals.map((one) => (
          <tr key={one.spot}>
            <th scope="row">{spot_words(page, one.spot)}</th>
            <td class="number">{money(one.stake)}</td>
            <td>{one.over_max && <span class="tag bad">{t("over_limit")}</span>}</td>
          </tr>
        ))}
        <tr>
          <th scope="row">{t("all_staked")}</th>
          <td class="number">
            <b>{money(all)}</b>
          </td>
          <td />
        </tr>
      </tbody>
    </table>
  );
}
