// The felt that players share: everybody's chips, and bets that staff place for a player.
import { computed, effect, signal, useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import type { Cause } from "../generated/protocol";
import { chips_for, Chip } from "../shared/chip";
import { Felt } from "../shared/felt";
import { exact, money, read_money, short } from "../shared/money";
import { Dialog } from "../shared/parts";
import { spot_name } from "../shared/rules";
import { named } from "../shared/words";
import { ask_as, givers_of, may_give, perform } from "./orders";
import {
  client,
  dialog,
  layout,
  me,
  number,
  on_duty,
  open_dialog,
  places,
  rules,
  shut_dialog,
  table,
  tell,
  tell_refused,
  type Person,
} from "./state";
import { Balance, CreditForm, Debts, Owed, Tags, use_shut_when } from "./terminals";
import { clause_words, reason_words, t } from "./words";
import { confirm } from "./confirm";
import { submit, Actions } from "./equipment_dialogs";

const chosen = signal(0); // the stay that staff bet for
const chip = signal(0);
const asked = signal(""); // in the player's words; else it is said in ours
const seats = computed(() => (places.value?.places ?? []).filter((one) => one.seat !== undefined));
const seat = computed(() => seats.value.find((one) => one.stay === chosen.value && !one.away));
const chips = computed(() => table.value?.chips ?? []);
export const spot_words = (spot: string): string =>
  layout.value ? spot_name(layout.value, spot, named) : spot;
const limit_on = (spot: string) => table.value!.table.limit_of[spot] ?? table.value!.table.limit;

async function bet(spot: string): Promise<void> {
  const player = seat.value;
  if (!player) return tell(() => t("choose_player"), "bad");
  const amount = chip.value || sizes()[0]!;
  const instruction =
    asked.value.trim() || t("told", player.player ?? "", money(amount), spot_words(spot));
  const answer = await perform(
    "PlaceBets",
    { stay: player.stay, bets: [{ spot, amount }], instruction },
    true,
  );
  const one = answer?.bets?.find((done) => done.accepted < done.asked);
  if (one)
    tell(
      () =>
        t(
          "partly",
          spot_words(spot),
          money(one.accepted),
          money(one.asked),
          one.reason ? reason_words(one.reason) : "",
        ),
      "bad",
    );
}
const take_back = (spot: string): void => {
  if (seat.value) void perform("WithdrawBets", { stay: seat.value.stay, bets: [{ spot }] }, true);
};

const sizes = (): number[] => {
  const { chip: unit, limit } = table.value!.table;
  return [...new Set([unit, ...chips_for(unit, limit.min, limit.max)])]; // what is below the minimum may lie there too
};

function sum(all: { spot: string; stake: number }[]): Map<string, number> {
  const stakes = new Map<string, number>();
  for (const one of all) stakes.set(one.spot, (stakes.get(one.spot) ?? 0) + one.stake);
  return stakes;
}

export function Board() {
  const { round, status } = table.value!;
  const betting = Boolean(round?.betting);
  if (!layout.value) return null;
  // With nobody here it shows nobody's name and nobody's money.
  if (!on_duty.value)
    return (
      <section class="board">
        <Felt
          layout={layout.value}
          stakes={new Map()}
          live={false}
          onspot={() => {}}
          shape={[0.5, 1.9]}
          touch={44.2}
        />
      </section>
    );
  const own = sum(chips.value.filter((one) => one.seat === seat.value?.stay));
  const others = sum(chips.value.filter((one) => one.seat !== seat.value?.stay));
  const winning = status.phase === "playing" && round?.roll ? new Set(round.winning) : undefined;
  return (
    <section class="board">
      <div class="bettors">
        <label class="bettor">
          <span class="hidden">{t("bet_for")}</span>
          <select
            name="bettor"
            value={seat.value?.stay ?? 0}
            onChange={(e) => {
              chosen.value = Number(e.currentTarget.value);
            }}
          >
            <option value={0}>{t("bet_for_nobody")}</option>
            {seats.value
              .filter((one) => !one.away)
              .map((one) => (
                <option key={one.stay} value={one.stay}>
                  {t("bet_for")} {one.player} · {money(one.credit)}
                </option>
              ))}
          </select>
        </label>
        <div class="chips" role="group" aria-label={t("amount")}>
          {sizes().map((one) => (
            <button
              key={one}
              class="chip-button"
              data-chip-size={one}
              aria-label={t("chip", short(one))}
              aria-pressed={(chip.value || sizes()[0]) === one}
              onClick={() => {
                chip.value = one;
              }}
            >
              <Chip amount={one} size={38} />
            </button>
          ))}
        </div>
        <label class="instruction">
          <span class="hidden">{t("instruction")}</span>
          <input
            name="instruction"
            placeholder={t("instruction")}
            maxLength={200}
            value={asked.value}
            onInput={(e) => {
              asked.value = e.currentTarget.value;
            }}
          />
        </label>
      </div>
      <Differences />
      <Felt
        layout={layout.value}
        stakes={own}
        others={others}
        winning={winning}
        live={betting}
        onspot={(spot) => (betting && seat.value ? void bet(spot) : show_whose(spot))}
        onstake={take_back}
        onspotinfo={show_whose}
        shape={[0.5, 1.9]}
        touch={44.2}
      />
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
          {t(
            "difference",
            spot_words(pair.one),
            money(pair.a),
            spot_words(pair.two),
            money(pair.b),
            money(pair.apart),
            money(pair.most),
          )}{" "}
          · {pair.over ? t("over_limit") : t("within")}
        </span>
      ))}
    </div>
  );
}

const too_small = computed(() => chips.value.filter((one) => one.stake < limit_on(one.spot).min));
const too_much = computed(() => (places.value?.totals ?? []).filter((one) => one.over));

// Who was told, in this round and of this stake: if it is changed and still too small, they are told again.
type Laying = (typeof chips.value)[number];
const told = signal<ReadonlySet<string>>(new Set());
const telling = (one: Laying): string =>
  [table.value?.round?.number, one.seat, one.spot, one.stake].join(" ");
async function advise(one: Laying): Promise<void> {
  const key = telling(one);
  if (await perform("AdvisePlayer", { stay: one.seat, spot: one.spot }))
    told.value = new Set([...told.value, key]);
}
// What nobody has seen to yet.
export const warnings = computed(() =>
  table.value?.round?.betting
    ? too_small.value.filter((one) => !told.value.has(telling(one))).length +
      too_much.value.length +
      differences().filter((one) => one.over).length
    : 0,
);

const clauses_for = (cause: Cause): string =>
  clause_words(rules.value?.irregularities.find((one) => one.cause === cause)?.clauses ?? []);

// What was placed last is rejected first; whose that is, is said before.
function excess_words(): string[] {
  const boxes = too_much.value.map((one) =>
    t("over_box", spot_words(one.spot), money(one.stake), money(limit_on(one.spot).max ?? 0)),
  );
  const pairs = differences()
    .filter((one) => one.over)
    .map((one) =>
      t(
        "over_difference",
        spot_words(one.one),
        spot_words(one.two),
        money(one.apart),
        money(one.most),
      ),
    );
  const spots = new Set([
    ...too_much.value.map((one) => one.spot),
    ...differences()
      .filter((one) => one.over)
      .map((one) => (one.a > one.b ? one.one : one.two)),
  ]);
  const whose = [
    ...new Set(chips.value.filter((one) => spots.has(one.spot)).map((one) => one.player)),
  ].join(", ");
  return [...boxes, ...pairs, t("about_reject", whose), clauses_for("excess-seen")];
}
export const reject_excess = (): void =>
  confirm("RejectExcess", {}, excess_words, t("reject_excess"));

// Whose chips lie on a spot.
function WhoseDialog({ spot }: { spot: string }) {
  const here = chips.value.filter((one) => one.spot === spot);
  return (
    <Dialog title={spot_words(spot)} onclose={shut_dialog}>
      {!here.length && <p class="soft">{t("no_bets")}</p>}
      {table.value?.round?.betting && !seat.value && <p>{t("choose_player")}</p>}
      <table class="limits">
        <tbody>
          {here.map((one) => (
            <tr key={one.seat}>
              <th scope="row">{one.player}</th>
              <td class="number">{money(one.stake)}</td>
            </tr>
          ))}
          {here.length > 1 && (
            <tr>
              <th scope="row">{t("all_staked")}</th>
              <td class="number">
                <b>{money(here.reduce((sum, one) => sum + one.stake, 0))}</b>
              </td>
            </tr>
          )}
        </tbody>
      </table>
    </Dialog>
  );
}
const show_whose = (spot: string): void => open_dialog(() => <WhoseDialog spot={spot} />);

// What lay on the felt at the end: the chips are gone from the table's news once they are settled, and whoever pays
// looks at them then. Where more lay than the limit, a bet counts pro rata; how much of it, the server alone knows.
interface Laid {
  round: number;
  chips: typeof chips.value;
  over: ReadonlySet<string>;
}
const laid = signal<Laid | null>(null);
effect(() => {
  const round = table.value?.round;
  if (!round || !chips.value.length) return;
  const apart = differences()
    .filter((one) => one.over)
    .map((one) => (one.a > one.b ? one.one : one.two));
  const over = new Set([...too_much.value.map((one) => one.spot), ...apart]);
  laid.value = { round: round.number, chips: chips.value, over };
});

// Who gets what of the round that was just settled: winners first, then those whose chips are only collected.
function Payout() {
  const { round, status } = table.value!;
  const bets = laid.value && laid.value.round === round?.number ? laid.value : null;
  const of = (stay: number) => bets?.chips.filter((bet) => bet.seat === stay) ?? [];
  const all = seats.value
    .filter((one) => one.back > 0 || of(one.stay).length > 0)
    .sort((a, b) => b.back - a.back);
  const paid = all.reduce((sum, one) => sum + one.back, 0);
  const settled = status.phase === "idle" || status.phase === "closed" || round?.next === "clear";
  if (!round || !settled || !all.length) return null;
  const won = new Set(round.winning);
  return (
    <section class="paid card" data-paid>
      <header>
        <h2>{t("paid_in", round.number)}</h2>
        <b class="number">{money(paid)}</b>
      </header>
      <ul>
        {all.map((one) => (
          <li key={one.stay}>
            <div class="paid-who">
              <b>{one.player}</b>
              <b class="number">{one.back ? money(one.back) : t("collected")}</b>
            </div>
            {of(one.stay).map((bet) => (
              <div
                key={bet.spot}
                class={`paid-bet ${won.has(bet.spot) ? "good" : "soft"}`}
                data-bet={bet.spot}
              >
                <span>
                  {round.ended === "void" ? "↩ " : won.has(bet.spot) ? "✓ " : "✗ "}
                  {spot_words(bet.spot)}
                  {bets!.over.has(bet.spot) && <span class="tag warn">{t("pro_rata")}</span>}
                </span>
                <span class="number">
                  {t("staked")} {money(bet.stake)}
                </span>
              </div>
            ))}
          </li>
        ))}
      </ul>
      {[...(bets?.over ?? [])].length > 0 && (
        <p class="soft">
          {t("about_pro_rata")} {clauses_for("excess-unseen")}
        </p>
      )}
    </section>
  );
}

function Warnings() {
  const over = too_much.value.length > 0 || differences().some((one) => one.over);
  if (!table.value?.round?.betting || (!over && !too_small.value.length)) return null;
  return (
    <section class="stack" data-warnings>
      {too_much.value.map((one) => (
        <p key={one.spot} class="wrong">
          {t(
            "over_box",
            spot_words(one.spot),
            money(one.stake),
            money(limit_on(one.spot).max ?? 0),
          )}
        </p>
      ))}
      {over && (
        <button data-order="RejectExcess" onClick={reject_excess}>
          {t("reject_excess")}
        </button>
      )}
      {too_small.value.map((one) => (
        <div key={`${one.seat} ${one.spot}`} class="row-card warn">
          <span>
            {t(
              "below_minimum",
              one.player,
              money(one.stake),
              spot_words(one.spot),
              money(limit_on(one.spot).min),
            )}
          </span>
          {told.value.has(telling(one)) ? (
            <span class="tag good" data-told>
              ✓ {t("advised")}
            </span>
          ) : (
            <button data-order="AdvisePlayer" onClick={() => void advise(one)}>
              {t("advise")}
            </button>
          )}
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
      <Payout />
      <button data-action="new-player" onClick={() => open_dialog(() => <NewPlayer />)}>
        {t("new_player")}
      </button>
      {!seats.value.length && <p class="soft">{t("nobody_here")}</p>}
      {seats.value.map((one) => (
        <button
          key={one.seat}
          class="place"
          data-seat={one.seat}
          aria-pressed={one.stay === chosen.value}
          onClick={() => open_dialog(() => <PlayerDialog stay={one.stay} />)}
        >
          <b>{one.player}</b>
          <Tags one={one} />
          <span class="money">
            {money(one.credit)}
            {one.staked > 0 && (
              <small>
                {t("staked")} {money(one.staked)}
              </small>
            )}
          </span>
        </button>
      ))}
      {totals.length > 0 && (
        <table class="limits">
          <caption>{t("box_totals")}</caption>
          <tbody>
            {totals.map((one) => (
              <tr key={one.spot}>
                <th scope="row">{spot_words(one.spot)}</th>
                <td class="number">{money(one.stake)}</td>
                <td>{one.over && <span class="tag bad">{t("over_limit")}</span>}</td>
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
      )}
      <Debts />
    </div>
  );
}

// A seat and the money for it are two orders. What was handed over is not forgotten between them: until it is
// booked the dialog stays, or comes back, and says so.
interface Seated {
  name: string;
  before: ReadonlySet<number>;
}
const seat_of = ({ name, before }: Seated) =>
  seats.value.find((one) => !before.has(one.stay) && one.player === name);

// Who has just come is told of a little later, like everything about places; if not, it is asked for.
async function until_seen(seated: Seated): Promise<number> {
  for (let tries = 0; tries < 20 && !seat_of(seated); ++tries) {
    if (tries === 10) void client.watch(`places/${number}`).catch(() => {});
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return seat_of(seated)?.stay ?? 0;
}

function NewPlayer({ seated: first = null, text = "" }: { seated?: Seated | null; text?: string }) {
  const name = useSignal(first?.name ?? "");
  const amount = useSignal(text);
  const seated = useSignal(first); // while the money is not booked
  const here = useRef(true);
  useEffect(
    () => () => {
      here.current = false;
    },
    [],
  );
  const { chip: unit, currency, limit } = table.value!.table;
  const wanted = amount.value ? read_money(amount.value) : 0;
  const in_chips = wanted !== null && wanted % unit === 0;
  const booked = (sum: number) => t("not_booked", name.value.trim(), exact(sum, currency));
  const put = async (now: Seated, sum: number) => {
    const stay = await until_seen(now);
    if (stay) chosen.value = stay;
    if (!sum || (stay && (await perform("PutCredit", { stay, amount: sum })) !== null)) return true;
    seated.value = now;
    if (!here.current && me.value && !dialog.value)
      open_dialog(() => <NewPlayer seated={now} text={amount.value} />);
    else if (!here.current) tell(() => booked(sum), "bad");
    return false;
  };
  const send = async () => {
    const sum = wanted ?? 0;
    if (seated.value) return put(seated.value, sum);
    const now = { name: name.value.trim(), before: new Set(seats.value.map((one) => one.stay)) };
    if (may_give("TakeSeat"))
      return (await perform("TakeSeat", { player: now.name })) !== null && put(now, sum);
    ask_as(t("new_player"), givers_of("TakeSeat"), (person) =>
      seat_by(person, now, sum, amount.value),
    );
    return false;
  };
  return (
    <Dialog title={t("new_player")} onclose={shut_dialog}>
      <form class="stack" onSubmit={submit(send)}>
        {seated.value && (
          <p class="wrong" role="alert" data-not-booked>
            {booked(wanted ?? 0)}
          </p>
        )}
        <label>
          {t("player_name")}
          <input
            name="player"
            required
            autofocus={!seated.value}
            readOnly={Boolean(seated.value)}
            maxLength={60}
            value={name.value}
            onInput={(e) => {
              name.value = e.currentTarget.value;
            }}
          />
        </label>
        <label>
          {t("buy_in")} ({currency})
          <input
            name="amount"
            inputMode="decimal"
            value={amount.value}
            onInput={(e) => {
              amount.value = e.currentTarget.value;
            }}
          />
        </label>
        {wanted === null && <p class="wrong">{t("bad_amount")}</p>}
        {wanted !== null && !in_chips && <p class="wrong">{t("whole_chips", money(unit))}</p>}
        {wanted !== null && limit.max !== null && wanted > limit.max * 10 && (
          <p class="wrong">{t("much_credit", money(limit.max))}</p>
        )}
        <Actions
          label={
            seated.value
              ? t("book_it", exact(wanted ?? 0, currency))
              : wanted
                ? t("take_seat_with", money(wanted, currency))
                : t("take_seat")
          }
          ready={name.value.trim() !== "" && in_chips && (!seated.value || (wanted ?? 0) > 0)}
        />
      </form>
    </Dialog>
  );
}

// Both by somebody who has logged on for this: whoever may give a seat may take money at the felt.
async function seat_by(person: Person, now: Seated, sum: number, text: string): Promise<void> {
  const by = { table: number, as: person.as };
  await client.give("TakeSeat", { player: now.name }, by);
  if (!sum) return;
  const stay = await until_seen(now);
  try {
    if (stay) await client.give("PutCredit", { stay, amount: sum }, by);
    if (stay) tell(() => t("credit_put", exact(sum, table.value?.table.currency)));
    else open_dialog(() => <NewPlayer seated={now} text={text} />);
  } catch (refused) {
    open_dialog(() => <NewPlayer seated={now} text={text} />);
    tell_refused(refused);
  }
}

function PlayerDialog({ stay }: { stay: number }) {
  const one = seats.value.find((place) => place.stay === stay);
  use_shut_when(!one);
  if (!one) return null;
  const bets = chips.value.filter((bet) => bet.seat === stay);
  return (
    <Dialog title={one.player ?? ""} onclose={shut_dialog}>
      <div class="stack">
        <p>
          <Tags one={one} />
        </p>
        <Balance one={one} />
        <Owed stay={stay} owed={one.owed} unclaimed={one.unclaimed} />
        <p class="soft">
          {bets.length
            ? bets.map((bet) => `${spot_words(bet.spot)}: ${money(bet.stake)}`).join(" · ")
            : t("no_bets")}
        </p>
        <CreditForm of={{ stay }} one={one} />
        <div class="buttons">
          {!one.away && (
            <button
              data-action="bet-for"
              onClick={() => {
                chosen.value = stay;
                shut_dialog();
              }}
            >
              {t("bet_for")} {one.player}
            </button>
          )}
          {!one.away && (
            <button
              class="danger"
              data-order="WalkAway"
              onClick={() =>
                confirm(
                  "WalkAway",
                  { stay },
                  () => [one.player ?? "", t("about_walk_away"), clauses_for("walked-away")],
                  t("walk_away"),
                )
              }
            >
              {t("walk_away")}
            </button>
          )}
        </div>
      </div>
    </Dialog>
  );
}
