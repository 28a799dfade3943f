// Terminals: their state, and the money that an attendant brings or takes.
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { Orders, PlacesTopic } from "../generated/protocol";
import { exact, money, read_money } from "../shared/money";
import { Dialog } from "../shared/parts";
import { orders as order_words } from "../shared/terms";
import { say } from "../shared/words";
import { NoteDialog, Wrong } from "./equipment_dialogs";
import { ask_as, perform } from "./orders";
import { client, number, open_dialog, places, shut_dialog, table } from "./state";
import { t } from "./words";

export type Place = PlacesTopic["places"][number];
const most_rows = 60;

export function Tags({ one }: { one: Place }) {
  const terminal = one.terminal !== undefined;
  return (
    <span class="tags">
      {one.calling && <span class="tag warn">{t("calling")}</span>}
      {one.locked && <span class="tag bad">{t("locked")}</span>}
      {one.enabled === false && <span class="tag bad">{t("disabled")}</span>}
      {one.away && <span class="tag bad">{t("away")}</span>}
      {terminal && one.stay > 0 && <span class={`tag ${one.online ? "good" : "bad"}`}>{one.online ? t("online") : t("offline")}</span>}
      {terminal && !one.stay && !one.calling && <span class="tag">{one.online ? t("online") : t("free")}</span>}
    </span>
  );
}

const busy_first = (one: Place): number => (one.calling ? 0 : one.locked ? 1 : one.stay ? 2 : 3);
const in_use = (one: Place): boolean => one.stay > 0 || Boolean(one.calling || one.locked) || one.enabled === false;

export function Terminals() {
  const all = useSignal(false);
  const wanted = useSignal("");
  const found = (places.value?.places ?? [])
    .filter((one) => (wanted.value ? String(one.terminal).startsWith(wanted.value.trim()) : all.value || in_use(one)))
    .sort((a, b) => busy_first(a) - busy_first(b) || a.terminal! - b.terminal!);
  return (
    <div class="stack">
      <div class="filter">
        <button aria-pressed={!all.value} onClick={() => { all.value = false; }}>{t("in_use")}</button>
        <button aria-pressed={all.value} onClick={() => { all.value = true; }}>{t("all")}</button>
        <input aria-label={t("find_number")} placeholder={t("find_number")} inputMode="numeric" value={wanted.value} onInput={(e) => { wanted.value = e.currentTarget.value; }} />
      </div>
      {!found.length && <p class="soft">{t("nobody_here")}</p>}
      {found.slice(0, most_rows).map((one) => (
        <button key={one.terminal} class="place" data-terminal={one.terminal} onClick={() => open_dialog(() => <TerminalDialog terminal={one.terminal!} />)}>
          <b>{one.terminal}</b><Tags one={one} />
          <span class="money">{money(one.credit)}{one.staked > 0 && <small>{t("staked")} {money(one.staked)}</small>}</span>
        </button>
      ))}
      {found.length > most_rows && <p class="soft">{t("more_rows", found.length - most_rows)}</p>}
      <Debts />
    </div>
  );
}

// Credit in and out, at a terminal or at the felt.
export function CreditForm({ of, credit }: { of: { terminal: number } | { stay: number }; credit: number }) {
  const text = useSignal("");
  const amount = read_money(text.value);
  const give = async (order: "PutCredit" | "PayCredit", fields: { amount?: number }) => {
    if (await perform(order, { ...of, ...fields })) text.value = "";
  };
  return (
    <div class="stack">
      <Wrong />
      <label>{t("amount")} ({table.value!.table.currency})<input name="amount" inputMode="decimal" value={text.value} onInput={(e) => { text.value = e.currentTarget.value; }} /></label>
      {text.value && amount === null && <p class="wrong">{t("bad_amount")}</p>}
      <div class="buttons">
        <button class="main" data-order="PutCredit" disabled={!amount} onClick={() => void give("PutCredit", { amount: amount! })}>{t("put_credit")}</button>
        <button data-order="PayCredit" disabled={!amount || amount > credit} onClick={() => void give("PayCredit", { amount: amount! })}>{t("pay_amount")}</button>
        <button data-action="pay-all" disabled={!credit} onClick={() => void give("PayCredit", {})}>{t("pay_all")}</button>
      </div>
    </div>
  );
}

export function Balance({ one }: { one: Place }) {
  return (
    <dl class="facts">
      <dt>{t("credit")}</dt><dd class="number"><b>{exact(one.credit, table.value!.table.currency)}</b></dd>
      <dt>{t("staked")}</dt><dd class="number">{exact(one.staked)}</dd>
      {one.owed > 0 && <><dt>{t("owes")}</dt><dd class="number">{exact(one.owed)}</dd></>}
      {one.unclaimed > 0 && <><dt>{t("unclaimed")}</dt><dd class="number">{exact(one.unclaimed)}</dd></>}
    </dl>
  );
}

// Whoever has gone needs no dialog, and a dialog that shows nothing would take the keys.
export function use_shut_when(gone: boolean): void {
  useEffect(() => { if (gone) shut_dialog(); }, [gone]);
}

// Stays until it is closed: the code is told this once.
function CodeDialog({ terminal, code }: { terminal: number; code: string }) {
  return <Dialog title={`${t("terminal_n", terminal)}: ${t("enrol_code")}`} onclose={shut_dialog}><p class="code">{t("code_is", code)}</p></Dialog>;
}

function TerminalDialog({ terminal }: { terminal: number }) {
  const one = places.value?.places.find((place) => place.terminal === terminal);
  use_shut_when(!one);
  if (!one) return null;
  const button = (order: "AnswerCall" | "UnlockTerminal" | "EnableTerminal" | "DisableTerminal") => (
    <button data-order={order} onClick={() => void perform(order, { terminal } as Orders[typeof order])}>{say(order_words[order])}</button>
  );
  const ask_code = () => ask_as(t("enrol_code"), ["technician", "supervisor", "pit-manager", "shift-manager"], async (person) => {
    const answer = await client.ask("code", { table: number, terminal, as: person.as });
    open_dialog(() => <CodeDialog terminal={terminal} code={answer.code ?? ""} />);
  });
  return (
    <Dialog title={t("terminal_n", terminal)} onclose={shut_dialog}>
      <div class="stack">
        <p class="soft">{one.layout} <Tags one={one} /></p>
        <Balance one={one} />
        <CreditForm of={{ terminal }} credit={one.credit} />
        <div class="buttons">
          {one.calling && button("AnswerCall")}
          {one.locked && button("UnlockTerminal")}
          {one.enabled ? button("DisableTerminal") : button("EnableTerminal")}
          <button data-action="code" onClick={ask_code}>{t("enrol_code")}</button>
        </div>
      </div>
    </Dialog>
  );
}

export function Debts() {
  const debts = places.value?.debts ?? [];
  if (!debts.length) return null;
  return (
    <section class="stack">
      <h2>{t("debts")}</h2>
      {debts.map((one) => (
        <div key={one.stay} class="row-card" data-stay={one.stay}>
          <div><b>{one.player || (one.terminal ? t("terminal_n", one.terminal) : t("stay_n", one.stay))}</b><div class="soft">{t("stay_n", one.stay)}</div></div>
          <div class="buttons">
            {one.unclaimed > 0 && <button onClick={() => void perform("PayUnclaimed", { stay: one.stay })}>{t("pay_unclaimed", exact(one.unclaimed))}</button>}
            {one.owed > 0 && <button onClick={() => void perform("CollectReceivable", { stay: one.stay })}>{t("collect_debt", exact(one.owed))}</button>}
            {one.owed > 0 && <button onClick={() => open_dialog(() => <NoteDialog order="WaiveReceivable" field="reason" label={t("reason")} fields={{ stay: one.stay }} />)}>{t("waive_debt")}</button>}
          </div>
        </div>
      ))}
    </section>
  );
}
