// SPDX-License-Identifier: MIT
// Dialogs of a player at a shared felt: a new player with a first credit, and a seated one.
import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { Dialog } from "../shared/dialog";
import { name_bytes_max, TextField } from "../shared/fields";
import { exact, money, read_money } from "../shared/money";
import { orders } from "../shared/terms";
import { in_language } from "../shared/words";
import { roles_for } from "./authority";
import { confirm } from "./confirm";
import { useConsole, type ConsolePage } from "./context";
import { CreditForm } from "./credit_form";
import { Actions, submit } from "./equipment_dialogs";
import { may_give, give_order, run_with_role } from "./orders";
import { clauses_for, spot_words } from "./spot_words";
import type { Person } from "./state";
import { Balance, Owed, Tags, useCloseWhen } from "./terminals";
import { t } from "./words";

// A seat and the credit for it are two orders. Money that was handed over must not be forgotten
// between them: until it is booked the dialog stays open, or opens again, and shows the amount.
interface Seated {
  name: string;
  before: ReadonlySet<number>;
}
const seat_of = (page: ConsolePage, { name, before }: Seated) =>
  page.felt.seats.value.find((one) => !before.has(one.stay) && one.player === name);

// Waits for the new seat, which arrives with the topic of places. Returns its stay; 0 if it did
// not.
async function until_seated(page: ConsolePage, seated: Seated): Promise<number> {
  const { client, table_number } = page.state;
  for (let tries = 0; tries < 20 && !seat_of(page, seated); ++tries) {
    if (tries === 10) void client.watch(`places/${table_number}`).catch(() => {});
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return seat_of(page, seated)?.stay ?? 0;
}

// Whether the component is still on the page, for what happens after a reply.
function useIsShown() {
  const shown = useRef(true);
  useEffect(
    () => () => {
      shown.current = false;
    },
    [],
  );
  return shown;
}

function AmountProblems({ amount }: { amount: number | null }) {
  const { chip, limit } = useConsole().state.table.value!.table;
  if (amount === null) return <p class="wrong">{t("bad_amount")}</p>;
  return (
    <>
      {amount % chip !== 0 && <p class="wrong">{t("whole_chips", money(chip))}</p>}
      {limit.max !== null && amount > limit.max * 10 && (
        <p class="wrong">{t("much_credit", money(limit.max))}</p>
      )}
    </>
  );
}

interface NewPlayerProps {
  seated?: Seated | null;
  text?: string; // the amount, as it was typed
}

export function NewPlayerDialog({ seated: first = null, text = "" }: NewPlayerProps) {
  const page = useConsole();
  const { table, me, dialog, open_dialog, show_message, topics, close_dialog } = page.state;
  const { seats } = page.felt;
  const name = useSignal(first?.name ?? "");
  const amount = useSignal(text);
  const seated = useSignal(first); // while the money is not booked
  const here = useIsShown();
  const { chip: unit, currency } = table.value!.table;
  const wanted = amount.value ? read_money(amount.value) : 0;
  const in_chips = wanted !== null && wanted % unit === 0;
  const booked = (sum: number) => t("not_booked", name.value.trim(), exact(sum, currency));
  const put = async (now: Seated, sum: number) => {
    const stay = await until_seated(page, now);
    if (!sum || (stay && (await give_order(page, "PutCredit", { stay, amount: sum })) !== null))
      return true;
    seated.value = now;
    if (!here.current && me.value && !dialog.value)
      open_dialog(() => <NewPlayerDialog seated={now} text={amount.value} />);
    else if (!here.current) show_message(() => booked(sum), "bad");
    return false;
  };
  const send = async () => {
    const sum = wanted ?? 0;
    if (seated.value) return put(seated.value, sum);
    const now = { name: name.value.trim(), before: new Set(seats.value.map((one) => one.stay)) };
    if (may_give(page, "TakeSeat"))
      return (await give_order(page, "TakeSeat", { player: now.name })) !== null && put(now, sum);
    const by = (person: Person) => seat_by(page, person, now, sum, amount.value);
    run_with_role(page, t("new_player"), roles_for(topics.value, "TakeSeat"), by, true);
    return false;
  };
  const seat_label = wanted ? t("take_seat_with", money(wanted, currency)) : t("take_seat");
  const label = seated.value ? t("book_it", exact(wanted ?? 0, currency)) : seat_label;
  return (
    <Dialog title={t("new_player")} onclose={close_dialog}>
      <form class="stack" onSubmit={submit(page, send)}>
        {seated.value && (
          <p class="wrong" role="alert" data-not-booked>
            {booked(wanted ?? 0)}
          </p>
        )}
        <TextField
          label={t("player_name")}
          text={name}
          name="player"
          required
          autofocus={!seated.value}
          readOnly={Boolean(seated.value)}
          bytes_max={name_bytes_max}
        />
        <TextField
          label={`${t("buy_in")} (${currency})`}
          text={amount}
          name="amount"
          inputMode="decimal"
        />
        <AmountProblems amount={wanted} />
        <Actions
          label={label}
          ready={name.value.trim() !== "" && in_chips && (!seated.value || (wanted ?? 0) > 0)}
        />
      </form>
    </Dialog>
  );
}

// Both orders by a person who has signed in for them: who may give a seat may also take money.
async function seat_by(
  page: ConsolePage,
  person: Person,
  now: Seated,
  sum: number,
  text: string,
): Promise<void> {
  const { table_number, send_order, show_message, table, open_dialog, show_refusal } = page.state;
  const by = { table: table_number, person: person.id };
  await send_order("TakeSeat", { player: now.name }, by);
  if (!sum) return;
  const stay = await until_seated(page, now);
  try {
    if (stay) await send_order("PutCredit", { stay, amount: sum }, by);
    if (stay) show_message(() => t("credit_put", exact(sum, table.value?.table.currency)));
    else open_dialog(() => <NewPlayerDialog seated={now} text={text} />);
  } catch (refused) {
    open_dialog(() => <NewPlayerDialog seated={now} text={text} />);
    show_refusal(refused);
  }
}

export function PlayerDialog({ stay }: { stay: number }) {
  const page = useConsole();
  const { seats, chips, choose_stay } = page.felt;
  const { close_dialog } = page.state;
  const one = seats.value.find((place) => place.stay === stay);
  useCloseWhen(!one);
  if (!one) return null;
  const bets = chips.value.filter((bet) => bet.stay === stay);
  return (
    <Dialog title={one.player ?? ""} onclose={close_dialog}>
      <div class="stack">
        <p>
          <Tags one={one} />
        </p>
        <Balance one={one} />
        <Owed stay={stay} owed={one.owed} unclaimed={one.unclaimed} />
        <p class="soft">
          {bets.length
            ? bets.map((bet) => `${spot_words(page, bet.spot)}: ${money(bet.stake)}`).join(" · ")
            : t("no_bets")}
        </p>
        <CreditForm of={{ stay }} one={one} />
        <div class="buttons">
          {!one.away && (
            <button
              data-action="bet-for"
              onClick={() => {
                choose_stay(stay);
                close_dialog();
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
                  page,
                  "WalkAway",
                  { stay },
                  () => [one.player ?? "", t("about_walk_away"), clauses_for(page, "walked-away")],
                  t("walk_away"),
                )
              }
            >
              {t("walk_away")}
            </button>
          )}
          {one.away &&
            (["ReturnPlayer", "FreeSeat"] as const).map((order) => (
              <button
                key={order}
                data-order={order}
                onClick={() => {
                  close_dialog();
                  void give_order(page, order, { stay });
                }}
              >
                {in_language(orders[order])}
              </button>
            ))}
        </div>
      </div>
    </Dialog>
  );
}
