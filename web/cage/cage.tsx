// SPDX-License-Identifier: MIT
// The cashier's screen as a whole: head with the drawer, panels, last movements, dialogs.
import { useEffect, useLayoutEffect } from "preact/hooks";
import { LogOnForm } from "../shared/log_on";
import { exact } from "../shared/money";
import { roles } from "../shared/terms";
import { Clock, ConnectionNotice, LanguageSwitch } from "../shared/widgets";
import { in_language, language } from "../shared/words";
import { useCage } from "./context";
import { FindTicket } from "./find_ticket";
import { panel_keys } from "./keyboard";
import { Done, Log } from "./log";
import { Accounts, Chips, HandPays } from "./payments";
import { SellTicket } from "./sell_ticket";
import { PrintedSheet } from "./sheet";
import { OpenShift, Shift } from "./shift";
import { panels, type Panel } from "./state";
import { Tables } from "./tables";
import { TicketIn } from "./ticket_in";
import { t } from "./words";

function Drawer() {
  const { counter, own_counters, choose_counter } = useCage();
  const at = counter.value;
  if (!at) return null;
  return (
    <>
      <div class="counters" role="group" aria-label={t("counter")}>
        {own_counters.value.map((one) => (
          <button
            key={one.counter}
            aria-pressed={one.counter === at.counter}
            data-counter={one.counter}
            onClick={() => choose_counter(one.counter)}
          >
            {t("counter_n", one.counter)} · {one.currency}
          </button>
        ))}
      </div>
      <p class="drawer">
        <span>{t("in_drawer")}</span>
        <b id="drawer" data-amount={at.shift!.expected}>
          {exact(at.shift!.expected, at.currency)}
        </b>
      </p>
    </>
  );
}

function Head() {
  const { me, client, leave, log_off } = useCage();
  const person = me.value;
  return (
    <div class="head">
      <h1>
        <a class="home-link" href="/" title={t("to_start")}>
          {t("cage")}
        </a>
      </h1>
      <Drawer />
      <span class="space" />
      {person && (
        <span class="person" data-person={person.id}>
          <b>{person.name}</b>
          <small>{in_language(roles[person.role])}</small>
        </span>
      )}
      {person && (
        <>
          <button class="quiet" data-action="lock" onClick={() => void leave()}>
            {t("lock")}
          </button>
          <button class="quiet" data-action="log-off" onClick={() => void log_off()}>
            {t("log_off")}
          </button>
        </>
      )}
      <LanguageSwitch />
      <Clock client={client} />
    </div>
  );
}

function Panels() {
  const { panel, open_panel, topic } = useCage();
  const { hand_pays, accounts, tables } = topic.value!;
  const counts: Partial<Record<Panel, number>> = {
    hand_pays: hand_pays.filter((one) => !one.paid).length,
    accounts: accounts.length,
    tables: tables.reduce((sum, one) => sum + one.boxes.length, 0),
  };
  return (
    <nav class="panels" aria-label={t("panels")}>
      {panels.map((one) => (
        <button
          key={one}
          data-panel={one}
          aria-current={panel.value === one ? "page" : undefined}
          onClick={() => open_panel(one)}
        >
          <kbd>{panel_keys[one]}</kbd>
          <span>{t(one)}</span>
          {counts[one] ? <span class="count-badge">{counts[one]}</span> : null}
        </button>
      ))}
    </nav>
  );
}

// Panels that work without a shift of one's own.
const without_shift: ReadonlySet<Panel> = new Set<Panel>(["find", "tables", "shift"]);

function Work() {
  const { panel, counter, may_give } = useCage();
  const shown = panel.value;
  if (!counter.value && (!without_shift.has(shown) || (shown === "shift" && may_give("OpenShift"))))
    return shown === "shift" ? (
      <>
        <OpenShift />
        <Shift />
      </>
    ) : (
      <OpenShift />
    );
  const Shown = {
    tickets: TicketIn,
    sell: SellTicket,
    find: FindTicket,
    hand_pays: HandPays,
    accounts: Accounts,
    chips: Chips,
    tables: Tables,
    shift: Shift,
  }[shown];
  return <Shown key={shown} />;
}

function MessageBar() {
  const { message } = useCage();
  const shown = message.value;
  if (!shown) return null;
  return (
    <div id="message" class={`message ${shown.kind}`} role="alert">
      <span>{shown.text()}</span>
      <button
        class="quiet"
        aria-label={t("dismiss")}
        onClick={() => {
          message.value = null;
        }}
      >
        ✕
      </button>
    </div>
  );
}

// The first field of a panel gets the focus, so that a cashier can type at once.
const focus_first = () => {
  document
    .querySelector<HTMLElement>("main [autofocus], main .work :is(input, button):not(:disabled)")
    ?.focus();
};

export function Cage() {
  const state = useCage();
  const { me, client, topic, panel, focus, counter, dialog, sign_dialog } = state;
  const { must_sign_in_again } = state;
  useEffect(() => {
    document.title = t("cage");
  }, [language.value]);
  const is_here = Boolean(me.value && topic.value);
  // Before anything else happens: a ticket that is read meanwhile takes the focus itself.
  useLayoutEffect(() => {
    if (is_here) focus_first();
  }, [is_here, panel.value, focus.value, counter.value?.counter]);
  if (!is_here)
    return (
      <div class="cage logged-off">
        <header class="top">
          {!must_sign_in_again.value && <ConnectionNotice client={client} />}
          <Head />
        </header>
        <main class="log-on-box">
          <MessageBar />
          <div class="panel">
            <LogOnForm
              state={state}
              title={t(must_sign_in_again.value ? "log_on_again" : "log_on_title")}
              action={t("log_on")}
              done={() => {}}
            />
          </div>
        </main>
      </div>
    );
  const is_training = counter.value?.training ?? topic.value!.totals.every((one) => one.training);
  return (
    <>
      <div class="cage">
        <header class="top">
          {is_training && <div class="training">{t("training")}</div>}
          <ConnectionNotice client={client} />
          <Head />
        </header>
        <Panels />
        <main>
          <MessageBar />
          <Done />
          {topic.value!.policy ? <Work /> : <p class="panel work">{t("no_policy")}</p>}
        </main>
        <Log />
        {dialog.value && <div key={dialog.value.key}>{dialog.value.show()}</div>}
        {sign_dialog.value && <div key={sign_dialog.value.key}>{sign_dialog.value.show()}</div>}
      </div>
      <PrintedSheet />
    </>
  );
}
