// Who is on duty here; the check of the program; and, in training, devices that misbehave.
import { useSignal } from "@preact/signals";
import { Dialog } from "../shared/parts";
import { roles } from "../shared/terms";
import { say } from "../shared/words";
import { time_of } from "./equipment";
import { ask_as } from "./orders";
import {
  client,
  desk,
  log_off,
  me,
  number,
  open_dialog,
  people,
  round_in_play,
  shut_dialog,
  table,
  tell,
  tell_refused,
  type Person,
} from "./state";
import { LogOnDialog } from "./enter";
import { Actions, submit } from "./equipment_dialogs";
import { misdeed, misdeeds, t } from "./words";

// In the middle of a round it is seldom meant.
function LogOffDialog({ person }: { person: Person }) {
  const send = async () => {
    await log_off(person);
    return !people.value.includes(person);
  };
  return (
    <Dialog title={t("log_off")} onclose={shut_dialog}>
      <form class="stack" onSubmit={submit(send)}>
        <p>{t("about_log_off", person.name, table.value?.round?.number ?? 0)}</p>
        <Actions label={t("log_off")} danger />
      </form>
    </Dialog>
  );
}
function ask_log_off(person: Person): void {
  if (round_in_play.value === undefined) void log_off(person);
  else open_dialog(() => <LogOffDialog person={person} />);
}

export function Staff() {
  const { staff } = desk.value!;
  const check = () =>
    client
      .ask("self_check", { as: me.value!.as })
      .then((answer) => tell(() => t("program_is", (answer.program ?? "").slice(0, 16))))
      .catch(tell_refused);
  return (
    <div class="stack">
      <h2>{t("on_duty")}</h2>
      {staff.map((one) => {
        const here = people.value.find((person) => person.as === one.person);
        return (
          <div key={one.person} class="row-card" data-person={one.person}>
            <div>
              <b>{one.name}</b> <span class="tag">{say(roles[one.role])}</span>{" "}
              {here && <span class="tag good">{t("entered_here")}</span>}
              <div class="soft">{t("since", time_of(one.since))}</div>
            </div>
            {here && (
              <button data-action="log-off" onClick={() => ask_log_off(here)}>
                {t("log_off")}
              </button>
            )}
          </div>
        );
      })}
      <div class="buttons">
        <button onClick={() => open_dialog(() => <LogOnDialog />)}>{t("add_person")}</button>
        <button data-action="self-check" onClick={() => void check()}>
          {t("self_check")}
        </button>
      </div>
      {table.value!.table.training && <Misbehave />}
    </div>
  );
}

function Misbehave() {
  const chosen = useSignal(misdeeds[0]!);
  const send = () =>
    ask_as(t("misbehave"), ["technician"], async (person) => {
      await client.ask("misbehave", { table: number, as: person.as, misdeed: chosen.value });
      tell(() => t("will_misbehave", misdeed(chosen.value)));
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
          {misdeeds.map((one) => (
            <option key={one} value={one}>
              {misdeed(one)}
            </option>
          ))}
        </select>
      </label>
      <div class="buttons">
        <button data-action="misbehave" onClick={send}>
          {t("misbehave")}
        </button>
      </div>
    </section>
  );
}
