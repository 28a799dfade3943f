// SPDX-License-Identifier: MIT
// Tickets in: a reader or a person types a number, the server says what it is worth, and the
// cashier redeems it.
import { useSignal, type Signal } from "@preact/signals";
import type { RefObject } from "preact";
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import type { ServerReply } from "../generated/protocol";
import { moment } from "../shared/moment";
import { exact } from "../shared/money";
import { cash_ticket, read_ticket } from "../shared/requests";
import { reason_text } from "../shared/reasons";
import { useCage } from "./context";
import { give } from "./orders";
import { patron_of, PatronFields, usePatron } from "./patron_fields";
import { in_groups, is_ticket_number } from "./scanner";
import { t } from "./words";

type Read = NonNullable<ServerReply["read"]>;
interface ReadTicket {
  number: string;
  read: Read;
}

export function TicketIn() {
  const state = useCage();
  const { counter, me, busy, client, message, scanned } = state;
  const text = useSignal("");
  const ticket = useSignal<ReadTicket | null>(null);
  const field = useRef<HTMLInputElement>(null);
  const at = counter.value!;
  const by = (request: number) => ({ counter: at.counter, person: me.value!.id, request });

  const focus = () => field.current?.focus();
  const look = async (number: string) => {
    if (busy.value) return;
    message.value = state.done_after.value = ticket.value = null;
    state.identity_asked.value = false;
    if (!is_ticket_number(number)) {
      const typed = number.length;
      return state.show_message(() => t("scan_wrong", typed), "bad");
    }
    busy.value = true;
    try {
      const { read } = await client.request_as(me.value!.id, (request) =>
        read_ticket(by(request), number),
      );
      ticket.value = { number, read: read! };
      text.value = "";
    } catch (refused) {
      state.show_refusal(refused);
      text.value = "";
      focus();
    } finally {
      busy.value = false;
    }
  };
  useEffect(() => {
    const number = scanned.value?.number;
    scanned.value = null;
    if (number) void look(number);
  }, [scanned.value?.at]);

  return (
    <section class="panel work" aria-labelledby="work-title">
      <h2 id="work-title">{t("tickets")}</h2>
      {at.reader_locked ? (
        <LockedReader counter={at.counter} />
      ) : (
        <NumberForm text={text} field={field} look={look} />
      )}
      {ticket.value && (
        <Found
          key={ticket.value.number}
          {...ticket.value}
          done={() => {
            ticket.value = null;
            focus();
          }}
          redeem={(patron) =>
            client.request_as(me.value!.id, (request) =>
              cash_ticket({ ...by(request), ...patron }, ticket.value!.number),
            )
          }
        />
      )}
    </section>
  );
}

function LockedReader({ counter }: { counter: number }) {
  const state = useCage();
  return (
    <div class="locked" role="alert">
      <p>{t("reader_locked")}</p>
      <button
        class="main"
        data-action="unlock"
        onClick={() => void give(state, { order: "UnlockCounter", fields: { counter } })}
      >
        {t("unlock")}
      </button>
    </div>
  );
}

interface NumberFormProps {
  text: Signal<string>;
  field: RefObject<HTMLInputElement>;
  look: (number: string) => Promise<void>;
}
function NumberForm({ text, field, look }: NumberFormProps) {
  const { busy } = useCage();
  return (
    <form
      class="scan"
      onSubmit={(event) => {
        event.preventDefault();
        void look(text.value.replace(/\s/g, ""));
      }}
    >
      <label>
        {t("scan")}
        <input
          ref={field}
          name="number"
          inputmode="numeric"
          autocomplete="off"
          aria-label={t("ticket_number")}
          autofocus
          placeholder="00 0000 0000 0000 0000"
          value={text.value}
          onInput={({ currentTarget }) => {
            text.value = currentTarget.value = in_groups(
              currentTarget.value.replace(/\D/g, "").slice(0, 18),
            );
          }}
        />
      </label>
      <button disabled={busy.value} data-action="read">
        {t("read")}
      </button>
    </form>
  );
}

interface FoundProps extends ReadTicket {
  redeem: (patron: { reference: string; identity: string }) => Promise<unknown>;
  done: () => void;
}

// A ticket that is good, before it is redeemed.
function Found({ read, redeem, done }: FoundProps) {
  const state = useCage();
  const patron = usePatron();
  const pay = useRef<HTMLButtonElement>(null);
  const needs_identity = read.refused === "identity_needed";
  useLayoutEffect(() => {
    if (needs_identity) document.querySelector<HTMLElement>('[name="identity"]')?.focus();
    else pay.current?.focus();
  }, []);
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    if (state.busy.value) return;
    state.busy.value = true;
    state.message.value = null;
    state.expect_movement();
    try {
      await redeem(patron_of(patron));
      done();
    } catch (refused) {
      state.show_refusal(refused);
    } finally {
      state.busy.value = false;
    }
  };
  const issued = moment(read.issued_at);
  return (
    <form
      class="found"
      data-ticket={read.last_four}
      onSubmit={(event) => void submit(event)}
      onKeyDown={(event) => {
        if (event.key === "Escape") done();
      }}
    >
      <p class="figure" data-amount={read.amount}>
        {exact(read.amount, read.currency)}
      </p>
      <p class="soft">
        {t("ticket_is", read.last_four)} ·{" "}
        {read.terminal
          ? t("issued_at_terminal", read.terminal, issued)
          : t("issued_at_cage", issued)}{" "}
        ·{" "}
        {read.expires_at === null ? t("does_not_expire") : t("expires_on", moment(read.expires_at))}
      </p>
      {read.refused === "not_enough_cash" && <p class="wrong">{reason_text(read.refused)}</p>}
      <PatronFields patron={patron} amount={read.amount} needed={needs_identity} />
      <div class="actions">
        <button type="button" data-action="cancel" onClick={done}>
          {t("cancel")} <kbd>Esc</kbd>
        </button>
        <button class="main big" ref={pay} disabled={state.busy.value} data-action="redeem">
          {t("redeem")} <kbd>↵</kbd>
        </button>
      </div>
    </form>
  );
}
