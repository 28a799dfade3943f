// SPDX-License-Identifier: MIT
// The cabinet of a terminal as its player uses it: cash out to a ticket, what the cabinet is doing,
// the last movements; and, where the cabinet is simulated, the slots for notes and tickets.
import { useSignal } from "@preact/signals";
import { TextField } from "../shared/fields";
import { exact } from "../shared/money";
import { in_language } from "../shared/words";
import { cash_text as text } from "./cash_words";
import { useTerminal } from "./page";
import { drag_to_slot } from "./slot_drag";
import type { Cash, Movement, Ticket } from "./state";

// What the cabinet or an attendant is doing for the player now; null if nothing.
export function cash_activity(cash: Cash, currency: string): string | null {
  const { hand_pay, printing, note, ticket } = cash;
  if (hand_pay)
    return text(hand_pay.paid ? "hand_paid" : "hand_pay", exact(hand_pay.amount, currency));
  if (printing !== null) return text("printing", exact(printing, currency));
  if (note !== null) return text("note_coming", exact(note, currency));
  if (ticket !== null) return text("ticket_coming", exact(ticket, currency));
  return null;
}

const movement_text = (kind: Movement["kind"]): string =>
  text(kind === "hand_paid" ? "hand_paid_entry" : kind);

const time_of = (at: number): string => new Date(at).toTimeString().slice(0, 8);

function Movements({ list }: { list: Movement[] }) {
  const { currency } = useTerminal().state;
  if (!list.length) return <p class="soft">{text("no_movements")}</p>;
  return (
    <ol class="bet-log" data-list="movements">
      {[...list].reverse().map((one) => (
        <li key={`${one.at}-${one.kind}-${one.last_four ?? ""}`} data-movement={one.kind}>
          <time>{time_of(one.at)}</time>
          <span>{one.amount > 0 && exact(one.amount, currency.value)}</span>
          <span>
            {movement_text(one.kind)}
            {one.last_four && <span class="soft"> ····{one.last_four}</span>}
          </span>
        </li>
      ))}
    </ol>
  );
}

// A ticket as it came out of the simulated printer.
function TicketCard({ ticket, enabled }: { ticket: Ticket; enabled: boolean }) {
  const { insert_ticket } = useTerminal().bets;
  const { en, zh } = ticket.amount_in_words;
  return (
    <li
      class="ticket"
      data-ticket={ticket.number}
      onPointerDown={(event) => {
        if (enabled) drag_to_slot(event, "tickets", () => void insert_ticket(ticket.number));
      }}
    >
      <b>{ticket.heading}</b>
      {ticket.marking && <span class="ticket-marking">{ticket.marking}</span>}
      <span class="ticket-amount">
        {ticket.currency} {ticket.amount}
      </span>
      <span>{in_language([en, zh])}</span>
      <span class="ticket-number">{ticket.number_in_groups}</span>
      <span>
        {ticket.terminal} · {ticket.date} {ticket.time}
        {ticket.expires && ` · ${text("expires", ticket.expires)}`}
      </span>
      <button
        data-action="insert-ticket"
        disabled={!enabled}
        aria-label={text("put_in_name", ticket.number.slice(-4))}
        onClick={() => void insert_ticket(ticket.number)}
      >
        {text("put_in")}
      </button>
    </li>
  );
}

// A ticket from another terminal or from the cage, by its number.
function OtherTicket({ enabled }: { enabled: boolean }) {
  const { insert_ticket } = useTerminal().bets;
  const number = useSignal("");
  const digits = number.value.replace(/[\s\u2010-\u2015-]/g, ""); // as it is copied from a ticket
  const put_in = (event: SubmitEvent) => {
    event.preventDefault();
    number.value = "";
    void insert_ticket(digits);
  };
  return (
    <form class="other-ticket" onSubmit={put_in} autocomplete="off">
      <TextField
        label={text("other_ticket")}
        text={number}
        name="ticket-number"
        inputMode="numeric"
        maxLength={24}
      />
      <button data-action="insert-other" disabled={!enabled || !/^\d{16}(\d\d)?$/.test(digits)}>
        {text("put_in")}
      </button>
    </form>
  );
}

// The slots of a simulated cabinet.
function Slots({ cash, tickets }: { cash: Cash; tickets: Ticket[] }) {
  const page = useTerminal();
  const { currency } = page.state;
  const { takes_notes, takes_tickets } = cash.cabinet;
  const idle = cash.hand_pay === null && cash.note === null && cash.ticket === null;
  return (
    <>
      <h3>{text("notes")}</h3>
      <div class="note-slot">
        {cash.notes.map((amount) => (
          <button
            key={amount}
            class="banknote"
            data-note={amount}
            disabled={!takes_notes || !idle}
            aria-label={text("note_button", exact(amount, currency.value))}
            onPointerDown={(event) =>
              drag_to_slot(event, "notes", () => void page.bets.insert_note(amount))
            }
            onClick={() => void page.bets.insert_note(amount)}
          >
            {exact(amount, currency.value)}
          </button>
        ))}
      </div>
      <p class="slot" data-slot="notes">
        {text("note_slot")}
      </p>
      {!takes_notes && <p class="soft">{text("no_notes")}</p>}
      <h3>{text("tickets")}</h3>
      {tickets.length > 0 && (
        <p class="slot" data-slot="tickets">
          {text("ticket_slot")}
        </p>
      )}
      {!tickets.length && <p class="soft">{text("no_tickets")}</p>}
      <ul class="ticket-tray">
        {[...tickets].reverse().map((ticket) => (
          <TicketCard key={ticket.number} ticket={ticket} enabled={takes_tickets && idle} />
        ))}
      </ul>
      <OtherTicket enabled={takes_tickets && idle} />
      <p class="soft">{text("simulated")}</p>
    </>
  );
}

// Turns the credit into a ticket.
export function CashOutButton({ cash }: { cash: Cash }) {
  const page = useTerminal();
  const { credit } = page.reveal.shown_money.value;
  const activity = cash_activity(cash, page.state.currency.value);
  return (
    <button
      class="main"
      data-action="cash-out-ticket"
      disabled={credit === 0 || activity !== null}
      onClick={() => void page.bets.cash_out()}
    >
      {text("to_ticket")}
    </button>
  );
}

// The whole cabinet.
export function Cabinet({ cash }: { cash: Cash }) {
  const page = useTerminal();
  const { own, currency } = page.state;
  const { credit, staked } = page.reveal.shown_money.value;
  const { cash_log, tickets } = own.value!;
  const activity = cash_activity(cash, currency.value);
  return (
    <>
      <p class="cash-activity" role="status">
        {activity ?? (credit === 0 ? text("no_credit") : "")}
      </p>
      {!cash.cabinet.prints && <p class="soft">{text("no_printer")}</p>}
      {cash.reader_locked && <p class="soft">{text("help")}</p>}
      {staked > 0 && <p class="soft">{text("staked")}</p>}
      {tickets && <Slots cash={cash} tickets={tickets} />}
      <h3>{text("movements")}</h3>
      <Movements list={cash_log} />
    </>
  );
}
