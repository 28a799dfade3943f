// SPDX-License-Identifier: MIT
// The panel of staff: who is logged on, the self-check, and simulated faults at a training table.
import { useSignal } from "@preact/signals";
import { Dialog } from "../shared/dialog";
import { inject_fault, self_check } from "../shared/requests";
import { roles } from "../shared/terms";
import { in_language } from "../shared/words";
import { useConsole, type ConsolePage } from "./context";
import { Actions, submit } from "./equipment_dialogs";
import { fault_name, faults } from "./fault_words";
import { LogOnDialog } from "./log_on";
import { run_with_role } from "./orders";
import type { Person } from "./state";
import { time_of } from "./time";
import { t } from "./words";

// Asks before a log-off in the middle of a round, which is seldom intended.
function LogOffDialog({ person }: { person: Person }) {
  const page = useConsole();
  const { log_off, people, close_dialog, table } = page.state;
  const send = async () => {
    await log_off(person);
    return !people.value.includes(person);
  };
  return (
    <Dialog title={t("log_off")} onclose={close_dialog}>
      <form class="stack" onSubmit={submit(page, send)}>
        <p>{t("about_log_off", person.name, table.value?.round?.number ?? 0)}</p>
        <Actions label={t("log_off")} danger />
      </form>
    </Dialog>
  );
}
function ask_log_off(page: ConsolePage, person: Person): void {
  const { round_in_play, log_off, open_dialog } = page.state;
  if (round_in_play.value === undefined) void log_off(person);
  else open_dialog(() => <LogOffDialog person={person} />);
}

// Whose password somebody else has set in the last days, for everybody on duty to see.
function PasswordResets() {
  const resets = useConsole().state.console_topic.value?.password_resets ?? [];
  if (!resets.length) return null;
  return (
    <section data-password-resets>
      <h2>{t("password_resets")}</h2>
      {resets.map((one) => (
        <p key={one.person}>
          <b>{one.name}</b>{" "}
          {t("reset_by", one.by ?? t("machine_owner"), new Date(one.at).toLocaleString())}
        </p>
      ))}
    </section>
  );
}

export function Staff() {
  const page = useConsole();
  const { console_topic, client, me, show_message, show_refusal, people, open_dialog, table } =
    page.state;
  const { staff } = console_topic.value!;
  const check = () =>
    client
      .request(self_check(me.value!.id))
      .then((answer) => show_message(() => t("program_is", (answer.program ?? "").slice(0, 16))))
      .catch(show_refusal);
  return (
    <div class="stack">
      <h2>{t("on_duty")}</h2>
      {staff.map((one) => {
        const here = people.value.find((person) => person.id === one.person);
        return (
          <div key={one.person} class="row-card" data-person={one.person}>
            <div>
              <b>{one.name}</b> <span class="tag">{in_language(roles[one.role])}</span>{" "}
              {here && <span class="tag good">{t("entered_here")}</span>}
              <div class="soft">{t("since", time_of(one.since))}</div>
            </div>
            {here && (
              <button data-action="log-off" onClick={() => ask_log_off(page, here)}>
                {t("log_off")}
              </button>
            )}
          </div>
        );
      })}
      <PasswordResets />
      <div class="buttons">
        <button onClick={() => open_dialog(() => <LogOnDialog />)}>{t("add_person")}</button>
        <button data-action="self-check" onClick={() => void check()}>
          {t("self_check")}
        </button>
      </div>
      {table.value!.table.training && <InjectFault />}
    </div>
  );
}

function InjectFault() {
  const page = useConsole();
  const { client, table_number, show_message, console_topic } = page.state;
  const roles = console_topic.value?.requests.inject_fault.roles ?? [];
  const chosen = useSignal(faults[0]!);
  const send = () =>
    run_with_role(page, t("inject_fault"), roles, async (person) => {
      await client.request(inject_fault(table_number, person.id, chosen.value));
      show_message(() => t("fault_injected", fault_name(chosen.value)));
    });
  return (
    <section class="card">
      <label>
        {t("training_faults")}
        <select
          value={chosen.value}
          onChange={(e) => {
            chosen.value = e.currentTarget.value;
          }}
        >
          {faults.map((one) => (
            <option key={one} value={one}>
              {fault_name(one)}
            </option>
          ))}
        </select>
      </label>
      <div class="buttons">
        <button data-action="inject-fault" onClick={send}>
          {t("inject_fault")}
        </button>
      </div>
    </section>
  );
}
