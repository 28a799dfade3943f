// SPDX-License-Identifier: MIT
// Terminals: their state, and the money that an attendant brings or takes.
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { Orders, PlacesTopic } from "../generated/protocol";
import { Dialog } from "../shared/dialog";
import { exact, money } from "../shared/money";
import { create_enrolment_code } from "../shared/requests";
import { orders as order_words } from "../shared/terms";
import { in_language } from "../shared/words";
import { confirm } from "./confirm";
import { useConsole } from "./context";
import { CreditForm } from "./credit_form";
import { NoteDialog } from "./equipment_dialogs";
import { HandPay, HandPayTag } from "./hand_pay";
import { give_order, run_with_role } from "./orders";
import { place_name } from "./state";
import { t } from "./words";

export type Place = PlacesTopic["places"][number];
const rows_max = 60;
const paid_max = 4; // rows; terminals pay by themselves

// State and money of a place, in a row of a list.
export function PlaceSummary({ one }: { one: Place }) {
  return (
    <>
      <Tags one={one} />
      <span class="money">
        {money(one.credit)}
        {one.staked > 0 && (
          <small>
            {t("staked")} {money(one.staked)}
          </small>
        )}
      </span>
    </>
  );
}

export function Tags({ one }: { one: Place }) {
  const terminal = one.terminal !== undefined;
  return (
    <span class="tags">
      {one.calling && <span class="tag warn">{t("calling")}</span>}
      {one.hand_pay && <HandPayTag one={one.hand_pay} />}
      {one.locked && <span class="tag bad">{t("locked")}</span>}
      {one.enabled === false && <span class="tag bad">{t("disabled")}</span>}
      {one.away && <span class="tag bad">{t("away")}</span>}
      {terminal && one.stay > 0 && (
        <span class={`tag ${one.online ? "good" : "bad"}`}>
          {one.online ? t("online") : t("offline")}
        </span>
      )}
      {terminal && !one.stay && !one.calling && (
        <span class="tag">{one.online ? t("online") : t("free")}</span>
      )}
    </span>
  );
}

const busy_first = (one: Place): number => (one.calling ? 0 : one.locked ? 1 : one.stay ? 2 : 3);
const in_use = (one: Place): boolean =>
  one.stay > 0 || Boolean(one.calling || one.locked) || one.enabled === false;

export function Terminals() {
  const { places, open_dialog } = useConsole().state;
  const all = useSignal(false);
  const wanted = useSignal("");
  const found = (places.value?.places ?? [])
    .filter((one) =>
      wanted.value
        ? String(one.terminal).startsWith(wanted.value.trim())
        : all.value || in_use(one),
    )
    .sort((a, b) => busy_first(a) - busy_first(b) || a.terminal! - b.terminal!);
  return (
    <div class="stack">
      <Paid />
      <div class="filter">
        <button
          aria-pressed={!all.value}
          onClick={() => {
            all.value = false;
          }}
        >
          {t("in_use")}
        </button>
        <button
          aria-pressed={all.value}
          onClick={() => {
            all.value = true;
          }}
        >
          {t("all")}
        </button>
        <input
          aria-label={t("find_number")}
          placeholder={t("find_number")}
          inputMode="numeric"
          value={wanted.value}
          onInput={(e) => {
            wanted.value = e.currentTarget.value;
          }}
        />
      </div>
      {!found.length && <p class="soft">{t("nobody_here")}</p>}
      {found.slice(0, rows_max).map((one) => (
        <button
          key={one.terminal}
          class="place"
          data-terminal={one.terminal}
          onClick={() => open_dialog(() => <TerminalDialog terminal={one.terminal!} />)}
        >
          <b>{one.terminal}</b>
          <PlaceSummary one={one} />
        </button>
      ))}
      {found.length > rows_max && <p class="soft">{t("more_rows", found.length - rows_max)}</p>}
      <Debts />
    </div>
  );
}

// Who gets what of the round that was just settled.
function Paid() {
  const { table, places } = useConsole().state;
  const { round, status } = table.value!;
  const paid = (places.value?.places ?? [])
    .filter((one) => one.payout > 0)
    .sort((a, b) => b.payout - a.payout);
  if (round?.betting || !paid.length || (status.phase === "playing" && round?.mixing)) return null;
  return (
    <section class="paid card" data-paid>
      <header>
        <h2>{t("paid_in", round?.number ?? 0)}</h2>
        <b class="number">{money(paid.reduce((all, one) => all + one.payout, 0))}</b>
      </header>
      <ul>
        {paid.slice(0, paid_max).map((one) => (
          <li key={one.stay}>
            <span>{place_name(one)}</span>
            <span class="number">{money(one.payout)}</span>
          </li>
        ))}
      </ul>
      {paid.length > paid_max && <p class="soft">{t("more_paid", paid.length - paid_max)}</p>}
    </section>
  );
}

export function Balance({ one }: { one: Place }) {
  const { table } = useConsole().state;
  return (
    <dl class="facts">
      <dt>{t("credit")}</dt>
      <dd class="number">
        <b>{exact(one.credit, table.value!.table.currency)}</b>
      </dd>
      <dt>{t("staked")}</dt>
      <dd class="number">{exact(one.staked)}</dd>
      {one.owed > 0 && (
        <>
          <dt>{t("owes")}</dt>
          <dd class="number">{exact(one.owed)}</dd>
        </>
      )}
      {one.unclaimed > 0 && (
        <>
          <dt>{t("unclaimed")}</dt>
          <dd class="number">{exact(one.unclaimed)}</dd>
        </>
      )}
    </dl>
  );
}

// Closes the dialog of a place that is gone: an empty dialog would take the keys.
export function useCloseWhen(gone: boolean): void {
  const { close_dialog } = useConsole().state;
  useEffect(() => {
    if (gone) close_dialog();
  }, [gone]);
}

// Shows an enrolment code, which the server sends only once, until the dialog is closed.
function CodeDialog({ terminal, code }: { terminal: number; code: string }) {
  const { close_dialog } = useConsole().state;
  return (
    <Dialog title={`${t("terminal_n", terminal)}: ${t("enrol_code")}`} onclose={close_dialog}>
      <p class="code" data-code={code}>
        {t("code_is", code)}
      </p>
    </Dialog>
  );
}

// Who asked for the last enrolment of the terminal, and what came of it.
function LastEnrolment({ terminal }: { terminal: number }) {
  const { console_topic } = useConsole().state;
  const one = console_topic.value?.enrolments.find((each) => each.terminal === terminal);
  if (!one) return null;
  const what = !one.completed_at
    ? "enrolment_asked"
    : one.replaced
      ? "enrolment_replaced"
      : "enrolment_done";
  const at = new Date(one.completed_at ?? one.requested_at).toLocaleString();
  return (
    <p class="soft" data-enrolment={what}>
      {t(what, one.name, at)}
    </p>
  );
}

// A patron's complaint: an incident, which locks the terminal until it is resolved.
function DisputeButton({ terminal }: { terminal: number }) {
  const { open_dialog } = useConsole().state;
  const open = () =>
    open_dialog(() => (
      <NoteDialog
        order="OpenDispute"
        field="statement"
        label={t("note_needed")}
        fields={{ terminal }}
        about={[t("terminal_n", terminal)]}
      />
    ));
  return (
    <button data-order="OpenDispute" onClick={open}>
      {in_language(order_words.OpenDispute)}
    </button>
  );
}

function TerminalDialog({ terminal }: { terminal: number }) {
  const page = useConsole();
  const { places, client, table_number, open_dialog, close_dialog } = page.state;
  const one = places.value?.places.find((place) => place.terminal === terminal);
  useCloseWhen(!one);
  if (!one) return null;
  const button = (
    order: "AnswerCall" | "UnlockTerminal" | "EnableTerminal" | "DisableTerminal",
  ) => (
    <button
      data-order={order}
      onClick={() => void give_order(page, order, { terminal } as Orders[typeof order])}
    >
      {in_language(order_words[order])}
    </button>
  );
  const ask_code = () =>
    run_with_role(
      page,
      t("enrol_code"),
      page.state.console_topic.value?.requests.create_enrolment_code.roles ?? [],
      async (person) => {
        const reply = await client.request_as(person.id, (number) =>
          create_enrolment_code(table_number, terminal, person.id, number),
        );
        open_dialog(() => <CodeDialog terminal={terminal} code={reply.code ?? ""} />);
      },
    );
  return (
    <Dialog title={t("terminal_n", terminal)} onclose={close_dialog}>
      <div class="stack">
        <p class="soft">
          {one.layout} <Tags one={one} />
        </p>
        <Balance one={one} />
        <Owed stay={one.stay} owed={one.owed} unclaimed={one.unclaimed} />
        <LastEnrolment terminal={terminal} />
        <HandPay terminal={terminal} one={one.hand_pay} />
        {!one.hand_pay && <CreditForm of={{ terminal }} one={one} />}
        <div class="buttons">
          {one.calling && button("AnswerCall")}
          {one.locked && !one.hand_pay && button("UnlockTerminal")}
          {one.enabled ? button("DisableTerminal") : button("EnableTerminal")}
          <DisputeButton terminal={terminal} />
          {one.stay > 0 && !page.state.table.value?.table.training && (
            <button
              data-order="ClearTerminal"
              onClick={() =>
                open_dialog(() => (
                  <NoteDialog
                    order="ClearTerminal"
                    field="note"
                    label={t("clear_reason")}
                    fields={{ terminal, pay: true }}
                    about={[t("terminal_n", terminal)]}
                  />
                ))
              }
            >
              {in_language(order_words.ClearTerminal)}
            </button>
          )}
          <button data-action="code" onClick={ask_code}>
            {t("enrol_code")}
          </button>
        </div>
      </div>
    </Dialog>
  );
}

// Orders about unclaimed money of a player, and about a debt after a correction.
export function Owed({ stay, owed, unclaimed }: { stay: number; owed: number; unclaimed: number }) {
  const page = useConsole();
  const { table, places, open_dialog } = page.state;
  if (!owed && !unclaimed) return null;
  const about = (): string[] => {
    const { currency } = table.value!.table;
    const now = [...(places.value?.places ?? []), ...(places.value?.open_accounts ?? [])].find(
      (one) => one.stay === stay,
    ) ?? { owed: 0, unclaimed: 0 };
    const debt = Math.min(now.owed, now.unclaimed);
    return [
      t("pay_meant", exact(now.unclaimed - debt, currency)),
      debt ? t("debt_first", exact(debt, currency)) : "",
    ];
  };
  return (
    <div class="buttons">
      {unclaimed > 0 && (
        <button
          data-order="PayUnclaimed"
          onClick={() => confirm(page, "PayUnclaimed", { stay }, about)}
        >
          {t("pay_unclaimed", exact(unclaimed))}
        </button>
      )}
      {owed > 0 && (
        <button
          data-order="CollectReceivable"
          onClick={() => void give_order(page, "CollectReceivable", { stay })}
        >
          {t("collect_debt", exact(owed))}
        </button>
      )}
      {owed > 0 && (
        <button
          data-order="WaiveReceivable"
          onClick={() =>
            open_dialog(() => (
              <NoteDialog
                order="WaiveReceivable"
                field="reason"
                label={t("reason")}
                fields={{ stay }}
              />
            ))
          }
        >
          {t("waive_debt")}
        </button>
      )}
    </div>
  );
}

export function Debts() {
  const { places } = useConsole().state;
  const debts = places.value?.open_accounts ?? [];
  if (!debts.length) return null;
  return (
    <section class="stack">
      <h2>{t("debts")}</h2>
      {debts.map((one) => (
        <div key={one.stay} class="row-card" data-stay={one.stay}>
          <div>
            <b>
              {one.player || (one.terminal ? t("terminal_n", one.terminal) : t("stay_n", one.stay))}
            </b>
            <div class="soft">{t("stay_n", one.stay)}</div>
          </div>
          <Owed stay={one.stay} owed={one.owed} unclaimed={one.unclaimed} />
        </div>
      ))}
    </section>
  );
}
