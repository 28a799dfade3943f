// Money out and in: a ticket for the credit, a ticket for credit, or somebody who helps.
import { signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { exact } from "../shared/money";
import { Dialog } from "../shared/parts";
import { rise } from "./identity";
import { call_attendant, reason_of, tell, why } from "./orders";
import { client, currency, is_seat, layout_asked, mine, number, place, table } from "./state";
import { t } from "./words";

interface Ticket { number: string; amount: number }
const kept_as = "last_ticket";
const wrong = signal("");
const ticket = signal<Ticket | null>(null);

const earlier = (): Ticket | null => {
  try { return JSON.parse(localStorage.getItem(kept_as) ?? "null") as Ticket | null; } catch { return null; }
};

// 18 digits that nobody can guess.
function new_number(): string {
  return [...crypto.getRandomValues(new Uint32Array(18))].map((one) => one % 10).join("");
}

// The number is kept before it is asked for: a ticket whose answer is lost must not be lost itself.
async function issue(): Promise<void> {
  const one = { number: new_number(), amount: mine.value!.money.credit };
  const before = localStorage.getItem(kept_as);
  localStorage.setItem(kept_as, JSON.stringify(one));
  wrong.value = "";
  try {
    await client.give("IssueTicket", { terminal: place.value!.number, number: one.number });
    ticket.value = one;
  } catch (refused) {
    if (before === null) localStorage.removeItem(kept_as);
    else localStorage.setItem(kept_as, before);
    wrong.value = reason_of(refused);
  }
}

async function redeem(event: SubmitEvent): Promise<void> {
  event.preventDefault();
  const form = event.target as HTMLFormElement;
  wrong.value = "";
  try {
    const text = String(new FormData(form).get("number") ?? "").replace(/\D/g, "");
    await client.give("RedeemTicket", { terminal: place.value!.number, number: text });
    form.reset();
    tell("good", () => t("redeemed"));
  } catch (refused) {
    wrong.value = reason_of(refused);
  }
}

async function leave(): Promise<void> {
  try { await rise(client, number, layout_asked); } catch { /* the place is free in a while anyway */ }
  location.href = "/";
}

function TicketShown({ one, title }: { one: Ticket; title: string }) {
  return (
    <div class="ticket">
      <h3>{title}</h3>
      <p class="ticket-number">{one.number.replace(/(\d{3})(?=\d)/g, "$1 ")}</p>
      <p class="ticket-amount">{exact(one.amount, currency.value)}</p>
      <p class="soft">{t("cash_done_hint")}</p>
    </div>
  );
}

function Tickets() {
  const { credit, staked } = mine.value!.money;
  const before = ticket.value ? null : earlier();
  return (
    <>
      <p>{t("cash_ticket_hint")}</p>
      {staked > 0 && <p class="soft">{t("cash_staked")}</p>}
      {ticket.value && <TicketShown one={ticket.value} title={t("cash_done")} />}
      <button class="main" disabled={!credit || mine.value!.place.locked} onClick={() => void issue()} data-action="ticket">{t("cash_ticket", exact(credit, currency.value))}</button>
      <form class="save" onSubmit={redeem}>
        <label>{t("redeem_title")}: {t("redeem_number")}<input name="number" inputMode="numeric" autocomplete="off" required /></label>
        <button type="submit" data-action="redeem">{t("redeem_do")}</button>
      </form>
      {before && <TicketShown one={before} title={t("cash_earlier")} />}
    </>
  );
}

export function CashOut({ onclose }: { onclose: () => void }) {
  useEffect(() => () => { wrong.value = ""; ticket.value = null; }, []);
  const { training } = table.value!.table;
  return (
    <Dialog title={t("cash_title")} onclose={onclose}>
      <p class="cash-credit">{t("credit")} <strong>{exact(mine.value!.money.credit, currency.value)}</strong></p>
      {training ? <p>{t("cash_training")}</p> : is_seat.value ? <p>{t("cash_seat")}</p> : <Tickets />}
      {wrong.value && <p class="wrong" role="alert">{why(wrong.value)}</p>}
      <div class="actions">
        {training && <button onClick={() => void leave()} data-action="leave">{t("leave_table")}</button>}
        {!is_seat.value && <button onClick={() => { void call_attendant(); onclose(); }}>{t("call_name")}</button>}
      </div>
    </Dialog>
  );
}
