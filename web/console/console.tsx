// SPDX-License-Identifier: MIT
// The dealer's screen as a whole: head, stage, shared felt, next action, panels, dialog.
import { note_words } from "../shared/notes";
import { phases, roles } from "../shared/terms";
import {
  Clock,
  ConnectionNotice,
  LanguageSwitch,
  SoundSwitch,
  TrainingBanner,
} from "../shared/widgets";
import { in_language } from "../shared/words";
import { Board } from "./board";
import { useConsole } from "./context";
import { dice_are_due, DiceDue } from "./dice_life";
import { Equipment } from "./equipment";
import { Irregularities, PendingList } from "./irregularities";
import { Limits } from "./limits";
import { LogOnDialog, LogOnForm } from "./log_on";
import { NextBar, Speaker } from "./next_bar";
import { PaceTag } from "./pace_tag";
import { Players } from "./players";
import { Rounds } from "./rounds";
import { Staff } from "./staff";
import { Stage, Strip } from "./stage";
import { tabs, type Tab } from "./state";
import { Terminals } from "./terminals";
import { t } from "./words";

function Head() {
  const { table, client } = useConsole().state;
  const { table: about, status, round } = table.value!;
  const phase = status.out_of_service
    ? t("out_of_service", note_words(status.out_of_service))
    : in_language(phases[status.phase]);
  const tone =
    status.out_of_service || status.phase === "held"
      ? "bad"
      : status.phase === "playing"
        ? "good"
        : "";
  return (
    <div class="head">
      <div class="title">
        <h1>
          <a class="home-link" href="/" title={t("to_start")} data-action="to-start">
            {about.name}
          </a>
        </h1>
        <span class="soft">
          {in_language(about.title)} · {t("console")}
        </span>
      </div>
      <span class="tag round-tag">{round ? t("round", round.number) : t("no_round_yet")}</span>
      <span class={`tag ${tone}`}>{phase}</span>
      <PaceTag />
      {status.last_round && <span class="tag warn">{t("last_round_on")}</span>}
      <People />
      <SoundSwitch />
      <LanguageSwitch />
      <Clock client={client} />
    </div>
  );
}

// Who is signed in here. The pressed one gives the next order.
function People() {
  const { people, me, act_as, open_dialog, sign_out_all } = useConsole().state;
  return (
    <div class="people">
      {people.value.map((one) => {
        const acts = one.id === me.value?.id;
        return (
          <button
            key={one.id}
            class="person"
            data-person={one.id}
            aria-pressed={acts}
            onClick={() => act_as(one.id)}
            title={
              acts
                ? t("acting", one.name, in_language(roles[one.role]))
                : t("act_as", one.name, in_language(roles[one.role]))
            }
          >
            <b>{one.name}</b>
            <small>{in_language(roles[one.role])}</small>
          </button>
        );
      })}
      {me.value && (
        <button
          class="quiet"
          data-action="add-person"
          onClick={() => open_dialog(() => <LogOnDialog />)}
          aria-label={t("add_person")}
          title={t("add_person")}
        >
          ＋
        </button>
      )}
      {me.value && (
        <button class="quiet" data-action="lock" onClick={() => void sign_out_all()}>
          {t("lock_console")}
        </button>
      )}
    </div>
  );
}

function Tabs() {
  const page = useConsole();
  const { table, places, console_topic, tab } = page.state;
  const { warnings } = page.felt;
  const felt = !table.value!.table.terminals;
  const calls = places.value?.places.filter((one) => one.calling || one.locked).length ?? 0;
  const counts: Partial<Record<Tab, number>> = {
    places: felt ? warnings.value : calls,
    irregularities: console_topic.value!.incidents.length,
    equipment: dice_are_due(page) ? 1 : 0,
  };
  const words: Record<Tab, string> = {
    places: felt ? t("players") : t("terminals"),
    irregularities: t("irregularities"),
    equipment: t("equipment"),
    staff: t("staff"),
    rounds: t("rounds"),
    limits: t("limits"),
  };
  const onkey = (event: KeyboardEvent) => {
    const step = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: 3, ArrowUp: -3 }[event.key];
    if (!step) return;
    event.preventDefault();
    tab.value = tabs[(tabs.indexOf(tab.value) + step + tabs.length) % tabs.length]!;
    document.querySelector<HTMLElement>(`[data-tab=${tab.value}]`)?.focus();
  };
  return (
    <div class="tabs" role="tablist" aria-label={t("panels")} onKeyDown={onkey}>
      {tabs.map((one) => (
        <button
          key={one}
          id={`tab-${one}`}
          role="tab"
          data-tab={one}
          aria-selected={tab.value === one}
          aria-controls="tab-panel"
          tabIndex={tab.value === one ? 0 : -1}
          onClick={() => {
            tab.value = one;
          }}
        >
          {words[one]}
          {counts[one] ? <span class="count-badge">{counts[one]}</span> : null}
        </button>
      ))}
    </div>
  );
}

function Side() {
  const { table, tab } = useConsole().state;
  const felt = !table.value!.table.terminals;
  const Shown = {
    places: felt ? Players : Terminals,
    irregularities: Irregularities,
    equipment: Equipment,
    staff: Staff,
    rounds: Rounds,
    limits: Limits,
  }[tab.value];
  return (
    <aside class="side">
      <PendingList />
      <DiceDue />
      <Tabs />
      <div
        class="tab-panel panel"
        id="tab-panel"
        role="tabpanel"
        aria-labelledby={`tab-${tab.value}`}
        tabIndex={0}
      >
        <Shown />
      </div>
    </aside>
  );
}

export function Console() {
  const { table, client, signed_out_by_lock, me, must_sign_in_again, can_act, dialog } =
    useConsole().state;
  if (!table.value)
    return (
      <main class="waiting">
        <ConnectionNotice client={client} />
        <p>{t("no_table")}</p>
        <p>
          <a class="button main" href="/">
            {t("to_start")}
          </a>{" "}
          <LanguageSwitch />
        </p>
      </main>
    );
  const felt = !table.value.table.terminals;
  const locked = signed_out_by_lock.value && !me.value && !must_sign_in_again.value;
  return (
    <div class={`console ${felt ? "felt-game" : "terminal-game"}`}>
      <header class="top">
        <TrainingBanner about={table.value.table} />
        {!must_sign_in_again.value && <ConnectionNotice client={client} />}
        <Head />
      </header>
      <main class="left">
        <Strip />
        <Stage compact={felt} />
        {felt && <Board />}
        {locked ? (
          <section class="next-bar panel">
            <LogOnForm key="locked-here" title={t("signed_out_by_lock")} action={t("log_on")} />
          </section>
        ) : (
          <NextBar />
        )}
        <Speaker />
      </main>
      {can_act.value ? (
        <Side />
      ) : (
        <aside class="side">
          <div class="tab-panel panel soft">
            {locked ? t("signed_out_by_lock") : t("log_on_title")}
          </div>
        </aside>
      )}
      {dialog.value && <div key={dialog.value.key}>{dialog.value.show()}</div>}
    </div>
  );
}
