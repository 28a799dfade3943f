// SPDX-License-Identifier: MIT
// The player's time and net result, a break, and the operator's message.
import { exact, short } from "../shared/money";
import { in_language } from "../shared/words";
import { Dialog } from "./dialog";
import { useTerminal, type TerminalPage } from "./page";
import { OwnLimitsForm } from "./own_limits";
import { session_text as text } from "./session_words";
import { duration_text, short_duration, time_text } from "./time_text";

// With its sign: a loss must not look like a win.
export function net_text(net: number, currency: string): string {
  const sign = net > 0 ? "+" : net < 0 ? "−" : "";
  return `${sign}${exact(Math.abs(net), currency)}`;
}

// A notice beside the others: it never lies over the countdown or Cash out.
export function reality_check_text(page: TerminalPage): string {
  const { minutes, net } = page.session;
  const { client, currency } = page.state;
  return text(
    "check",
    duration_text(minutes.value),
    net_text(net.value, currency.value),
    time_text(client.now()),
  );
}

// On the button that opens the dialog: the time now, the time played and the net result.
export function SessionFacts() {
  const page = useTerminal();
  const { minutes, net } = page.session;
  const sign = net.value > 0 ? "+" : net.value < 0 ? "−" : "±";
  return (
    <>
      <time class="clock">{time_text(page.state.client.now())}</time>
      <span class="played">
        <span>{short_duration(minutes.value)}</span>{" "}
        <b data-net={net.value}>{sign + short(Math.abs(net.value))}</b>
      </span>
    </>
  );
}

export function SessionDialog({ onclose }: { onclose: () => void }) {
  const page = useTerminal();
  const { played, minutes, net } = page.session;
  const { currency, client, table } = page.state;
  const { message } = table.value!.table;
  const facts: [string, string, string][] = [
    ["time", text("time"), duration_text(minutes.value)],
    ["net", text("net"), net_text(net.value, currency.value)],
    ["rounds", text("rounds"), String(played.value?.rounds ?? 0)],
    ["staked", text("staked"), exact(played.value?.staked ?? 0, currency.value)],
    ["paid", text("paid"), exact(played.value?.paid ?? 0, currency.value)],
    ["clock", text("clock"), time_text(client.now())],
  ];
  return (
    <Dialog title={text("title")} onclose={onclose}>
      <dl class="session" tabIndex={-1} autofocus>
        {facts.map(([id, label, value]) => (
          <div key={id} data-fact={id}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <p class="soft">{text("counted")}</p>
      {message && (
        <p class="note" data-operator-message>
          <b>{text("message")}</b> {in_language([message.en, message.zh])}
        </p>
      )}
      <OwnLimitsForm />
    </Dialog>
  );
}
