// The felt that players share: everybody's chips, and bets that staff place for a player.
import { computed, signal, useSignal } from "@preact/signals";
import type { Cause } from "../generated/protocol";
import { chips_for, Chip } from "../shared/chip";
import { Felt } from "../shared/felt";
import { money, read_money, short } from "../shared/money";
import { Dialog } from "../shared/parts";
import { spot_name } from "../shared/rules";
import { named } from "../shared/words";
import { perform } from "./orders";
import { layout, open_dialog, places, rules, shut_dialog, table, tell } from "./state";
import { Balance, CreditForm, Debts, Owed, Paid, Tags, use_shut_when } from "./terminals";
import { clause_words, reason_words, t } from "./words";
import { confirm } from "./confirm";
import { submit, Actions } from "./equipment_dialogs";

const chosen = signal(0);  // the stay that staff bet for
const chip = signal(0);
const asked = signal("");  // in the player's words; else it is said in ours
const seats = computed(() => (places.value?.places ?? []).filter((one) => one.seat !== undefined));
const seat = computed(() => seats.value.find((one) => one.stay === chosen.value && !one.away));
const chips = computed(() => table.value?.chips ?? []);
export const spot_words = (spot: string): string => (layout.value ? spot_name(layout.value, spot, named) : spot);
const limit_on = (spot: string) => table.value!.table.limit_of[spot] ?? table.value!.table.limit;

async function bet(spot: string): Promise<void> {
  const player = seat.value;
  if (!player) return tell(() => t("choose_player"), "bad");
  const amount = chip.value || sizes()[0]!;
  const instruction = asked.value.trim() || t("told", player.player ?? "", money(amount), spot_words(spot));
  const answer = await perform("PlaceBets", { stay: player.stay, bets: [{ spot, amount }], instruction }, true);
  const one = answer?.bets?.find((done) => done.accepted < done.asked);
  if (one) tell(() => t("partly", spot_words(spot), money(one.accepted), money(one.asked), one.reason ? reason_words(one.reason) : ""), "bad");
}
const take_back = (spot: string): void => {
  if (seat.value) void perform("WithdrawBets", { stay: seat.value.stay, bets: [{ spot }] }, true);
};

const sizes = (): number[] => {
  const { chip: unit, limit } = table.value!.table;
  return [...new Set([unit, ...chips_for(unit, limit.min, limit.max)])];  // what is below the minimum may lie there too
};

function sum(all: { spot: string; stake: number }[]): Map<string, number> {
  const stakes = new Map<string, number>();
  for (const one of all) stakes.set(one.spot, (stakes.get(one.spot) ?? 0) + one.stake);
  return stakes;
}

export function Board() {
  const { round, status } = table.value!;
  const betting = Boolean(round?.betting);
  const own = sum(chips.value.filter((one) => one.seat === seat.value?.stay));
  const others = sum(chips.value.filter((one) => one.seat !== seat.value?.stay));
  const winning = status.phase === "playing" && round?.roll ? new Set(round.winning) : undefined;
  if (!layout.value) return null;
  return (
    <section class="board">
      <div class="bettors">
        <label class="bettor"><span class="hidden">{t("bet_for")}</span>
          <select name="bettor" value={seat.value?.stay ?? 0} onChange={(e) => { chosen.value = Number(e.currentTarget.value); }}>
            <option value={0}>{t("bet_for_nobody")}</option>
            {seats.value.filter((one) => !one.away).map((one) => <option key={one.stay} value={one.stay}>{t("bet_for")} {one.player} · {money(one.credit)}</option>)}
          </select></label>
        <div class="chips" role="group" aria-label={t("amount")}>
          {sizes().map((one) => (
            <button key={one} class="chip-button" data-chip-size={one} aria-label={t("chip", short(one))} aria-pressed={(chip.value || sizes()[0]) === one} onClick={() => { chip.value = one; }}><Chip amount={one} size={38} /></button>
          ))}
        </div>
        <label class="instruction"><span class="hidden">{t("instruction")}</span>
          <input name="instruction" placeholder={t("instruction")} maxLength={200} value={asked.value} onInput={(e) => { asked.value = e.currentTarget.value; }} /></label>
      </div>
      <Differences />
      <Felt layout={layout.value} stakes={own} others={others} winning={winning} live={betting} onspot={(spot) => (betting && seat.value ? void bet(spot) : show_whose(spot))} onstake={take_back} onspotinfo={show_whose} shape={[0.5, 1.9]} touch={44.2} />
    </section>
  );
}

// Of boxes that stand against each other, where the table limits how far apart they may be.
export function differences() {
  const most = table.value?.table.differential_max;
  const pairs = (rules.value?.limits.differential ?? []) as unknown as [string, string][];
  if (!most) return [];
  const all = sum(chips.value);
  return pairs.map(([one, two]) => {
    const [a, b] = [all.get(one) ?? 0, all.get(two) ?? 0];
    return { one, two, a, b, apart: Math.abs(a - b), most, over: Math.abs(a - b) > most };
  });
}

function Differences() {
  const all = differences();
  if (!all.length) return null;
  return (
    <div class="differences">
      {all.map((pair) => (
        <span key={pair.one} class={`tag ${pair.over ? "bad" : "good"}`} data-difference={pair.one}>
          {t("difference", spot_words(pair.one), money(pair.a), spot_words(pair.two), money(pair.b), money(pair.apart), money(pair.most))} · {pair.over ? t("over_limit") : t("within")}
        </span>
      ))}
    </div>
  );
}

const too_small = computed(() => chips.value.filter((one) => one.stake < limit_on(one.spot).min));
const too_much = computed(() => (places.value?.totals ?? []).filter((one) => one.over));
export const warnings = computed(() =>
  table.value?.round?.betting ? too_small.value.length + too_much.value.length + differences().filter((one) => one.over).length : 0);

const clauses_for = (cause: Cause): string => clause_words(rules.value?.irregularities.find((one) => one.cause === cause)?.clauses ?? []);

// What was placed last is rejected first; whose that is, is said before.
function excess_words(): string[] {
  const boxes = too_much.value.map((one) => t("over_box", spot_words(one.spot), money(one.stake), money(limit_on(one.spot).max ?? 0)));
  const pairs = differences().filter((one) => one.over).map((one) => t("over_difference", spot_words(one.one), spot_words(one.two), money(one.apart), money(one.most)));
  const spots = new Set([...too_much.value.map((one) => one.spot), ...differences().filter((one) => one.over).map((one) => (one.a > one.b ? one.one : one.two))]);
  const whose = [...new Set(chips.value.filter((one) => spots.has(one.spot)).map((one) => one.player))].join(", ");
  return [...boxes, ...pairs, t("about_reject", whose), clauses_for("excess-seen")];
}
export const reject_excess = (): void => confirm("RejectExcess", {}, excess_words, t("reject_excess"));

// Whose chips lie on a spot.
function WhoseDialog({ spot }: { spot: string }) {
  const here = chips.value.filter((one) => one.spot === spot);
  return (
    <Dialog title={spot_words(spot)} onclose={shut_dialog}>
      {!here.length && <p class="soft">{t("no_bets")}</p>}
      {table.value?.round?.betting && !seat.value && <p>{t("choose_player")}</p>}
      <table class="limits"><tbody>
        {here.map((one) => <tr key={one.seat}><th scope="row">{one.player}</th><td class="number">{money(one.stake)}</td></tr>)}
        {here.length > 1 && <tr><th scope="row">{t("all_staked")}</th><td class="number"><b>{money(here.reduce((sum, one) => sum + one.stake, 0))}</b></td></tr>}
      </tbody></table>
    </Dialog>
  );
}
const show_whose = (spot: string): void => open_dialog(() => <WhoseDialog spot={spot} />);

function Warnings() {
  if (!warnings.value) return null;
  const over = too_much.value.length > 0 || differences().some((one) => one.over);
  return (
    <section class="stack" data-warnings>
      {too_much.value.map((one) => <p key={one.spot} class="wrong">{t("over_box", spot_words(one.spot), money(one.stake), money(limit_on(one.spot).max ?? 0))}</p>)}
      {over && <button data-order="RejectExcess" onClick={reject_excess}>{t("reject_excess")}</button>}
      {too_small.value.map((one) => (
        <div key={`${one.seat} ${one.spot}`} class="row-card warn">
          <span>{t("below_minimum", one.player, money(one.stake), spot_words(one.spot), money(limit_on(one.spot).min))}</span>
          <button data-order="AdvisePlayer" onClick={() => void perform("AdvisePlayer", { stay: one.seat, spot: one.spot })}>{t("advise")}</button>
        </div>
      ))}
    </section>
  );
}

export function Players() {
  const totals = places.value?.totals ?? [];
  const all = totals.reduce((whole, one) => whole + one.stake, 0);
  return (
    <div class="stack">
      <Warnings />
      <Paid />
      <button data-action="new-player" onClick={() => open_dialog(() => <NewPlayer />)}>{t("new_player")}</button>
      {!seats.value.length && <p class="soft">{t("nobody_here")}</p>}
      {seats.value.map((one) => (
        <button key={one.seat} class="place" data-seat={one.seat} aria-pressed={one.stay === chosen.value} onClick={() => open_dialog(() => <PlayerDialog stay={one.stay} />)}>
          <b>{one.player}</b><Tags one={one} />
          <span class="money">{money(one.credit)}{one.staked > 0 && <small>{t("staked")} {money(one.staked)}</small>}</span>
        </button>
      ))}
      {totals.length > 0 && (
        <table class="limits">
          <caption>{t("box_totals")}</caption>
          <tbody>
            {totals.map((one) => (
              <tr key={one.spot}><th scope="row">{spot_words(one.spot)}</th><td class="number">{money(one.stake)}</td><td>{one.over && <span class="tag bad">{t("over_limit")}</span>}</td></tr>
            ))}
            <tr><th scope="row">{t("all_staked")}</th><td class="number"><b>{money(all)}</b></td><td /></tr>
          </tbody>
        </table>
      )}
      <Debts />
    </div>
  );
}

function NewPlayer() {
  const name = useSignal("");
  const amount = useSignal("");
  const { chip: unit, currency, limit } = table.value!.table;
  const wanted = amount.value ? read_money(amount.value) : 0;
  const in_chips = wanted !== null && wanted % unit === 0;
  const taken = useSignal(0);  // the seat, when only the money was refused
  const put = async (stay: number) => !wanted || (await perform("PutCredit", { stay, amount: wanted })) !== null;
  const send = async () => {
    if (taken.value) return put(taken.value);
    const before = new Set(seats.value.map((one) => one.stay));
    if (!(await perform("TakeSeat", { player: name.value.trim() }))) return false;
    // Who has just come is told of a little later, like everything about places.
    for (let tries = 0; tries < 20; ++tries) {
      const come = seats.value.find((one) => !before.has(one.stay) && one.player === name.value.trim());
      if (come) {
        chosen.value = taken.value = come.stay;
        return put(come.stay);
      }
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    return true;
  };
  return (
    <Dialog title={t("new_player")} onclose={shut_dialog}>
      <form class="stack" onSubmit={submit(send)}>
        <label>{t("player_name")}<input name="player" required autofocus maxLength={60} value={name.value} onInput={(e) => { name.value = e.currentTarget.value; }} /></label>
        <label>{t("buy_in")} ({currency})<input name="amount" inputMode="decimal" value={amount.value} onInput={(e) => { amount.value = e.currentTarget.value; }} /></label>
        {wanted === null && <p class="wrong">{t("bad_amount")}</p>}
        {wanted !== null && !in_chips && <p class="wrong">{t("whole_chips", money(unit))}</p>}
        {wanted !== null && limit.max !== null && wanted > limit.max * 10 && <p class="wrong">{t("much_credit", money(limit.max))}</p>}
        <Actions label={wanted ? t("take_seat_with", money(wanted, currency)) : t("take_seat")} ready={name.value.trim() !== "" && in_chips} />
      </form>
    </Dialog>
  );
}

function PlayerDialog({ stay }: { stay: number }) {
  const one = seats.value.find((place) => place.stay === stay);
  use_shut_when(!one);
  if (!one) return null;
  const bets = chips.value.filter((bet) => bet.seat === stay);
  return (
    <Dialog title={one.player ?? ""} onclose={shut_dialog}>
      <div class="stack">
        <p><Tags one={one} /></p>
        <Balance one={one} />
        <Owed stay={stay} owed={one.owed} unclaimed={one.unclaimed} />
        <p class="soft">{bets.length ? bets.map((bet) => `${spot_words(bet.spot)}: ${money(bet.stake)}`).join(" · ") : t("no_bets")}</p>
        <CreditForm of={{ stay }} one={one} />
        <div class="buttons">
          {!one.away && <button data-action="bet-for" onClick={() => { chosen.value = stay; shut_dialog(); }}>{t("bet_for")} {one.player}</button>}
          {!one.away && <button class="danger" data-order="WalkAway" onClick={() => confirm("WalkAway", { stay }, () => [one.player ?? "", t("about_walk_away"), clauses_for("walked-away")], t("walk_away"))}>{t("walk_away")}</button>}
        </div>
      </div>
    </Dialog>
  );
}
