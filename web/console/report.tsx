// Irregularities: what can be reported now, what comes of it, and what still waits to be resolved.
import { useSignal } from "@preact/signals";
import type { Cause, ConsoleTopic } from "../generated/protocol";
import { Dialog, tick } from "../shared/parts";
import { causes as cause_words, effects, orders as order_words, roles, scopes } from "../shared/terms";
import { say } from "../shared/words";
import { AmendDialog } from "./amend";
import { Actions, NoteDialog, submit } from "./equipment_dialogs";
import { authorise, perform } from "./orders";
import { client, desk, open_dialog, shut_dialog, table } from "./state";
import { clause_words, t } from "./words";

type Known = ConsoleTopic["causes"][number];

const who = (one: Known): string => {
  const first = one.decides === "system" ? t("the_rules") : say(roles[one.decides]);
  return one.with ? t("with_whom", first, say(roles[one.with])) : first;
};
// A correction is what these lead to; they are reported as such, or rounds are amended for them.
const amended: Cause[] = ["wrong-result", "late-error", "damaged-dice"];

const in_play = (): boolean => ["playing", "held"].includes(table.value!.status.phase);

export function ReportDialog({ one }: { one: Known }) {
  const note = useSignal("");
  const needed = one.effect === "hold";
  return (
    <Dialog title={say(cause_words[one.cause])} onclose={shut_dialog}>
      <form class="stack" onSubmit={submit(() => perform("Report", { cause: one.cause, note: note.value.trim() }), true)}>
        <dl class="facts">
          <dt>{t("comes_of_it")}</dt><dd><b>{in_play() ? say(effects[one.effect]) : t("recorded_only")}</b></dd>
          {in_play() && <><dt>{t("reaches")}</dt><dd>{say(scopes[one.scope])}</dd></>}
          <dt>{t("who_decides")}</dt><dd>{who(one)}</dd>
          <dt /><dd class="soft">{clause_words(one.clauses)}</dd>
        </dl>
        <label>{needed ? t("note_needed") : t("note")}
          <textarea name="note" rows={2} maxLength={400} required={needed} value={note.value} onInput={(e) => { note.value = e.currentTarget.value; }} /></label>
        {amended.includes(one.cause) && (
          <button type="button" data-action="amend" onClick={() => open_dialog(() => <AmendDialog cause={one.cause} />)}>{t("correct_rounds")}</button>
        )}
        <Actions label={say(order_words.Report)} danger ready={!needed || note.value.trim() !== ""} />
      </form>
    </Dialog>
  );
}

export function NotFlatDialog() {
  const rule = desk.value?.causes.find((one) => one.cause === "not-flat");
  return (
    <Dialog title={say(cause_words["not-flat"])} onclose={shut_dialog}>
      <form class="stack" onSubmit={submit(() => perform("Uncover", { flat: false }), true)}>
        <p><b>{say(effects[rule?.effect ?? "void"])}</b></p>
        <p class="soft">{clause_words(rule?.clauses ?? [])}</p>
        <Actions label={t("confirm")} danger />
      </form>
    </Dialog>
  );
}

// A restart finds interruptions out by itself; nobody reports them.
export const reportable = (all: Known[]): Known[] => all.filter((one) => !one.cause.startsWith("interrupted"));

export function Irregularities() {
  const all = reportable(desk.value!.causes);
  return (
    <div class="stack">
      <h2>{t("what_happened")}</h2>
      {!all.length && <p class="soft">{t("nothing_to_report")}</p>}
      <div class="causes">
        {all.map((one) => (
          <button key={one.cause} class="cause" data-cause={one.cause} onClick={() => open_dialog(() => <ReportDialog one={one} />)}>
            <span class="cause-name">{say(cause_words[one.cause])}</span>
            {one.clauses[0] && <span class="clause">{one.clauses.join(", ")}</span>}
            <span class="cause-effect">{say(effects[one.effect])}</span>
          </button>
        ))}
      </div>
      <Incidents />
    </div>
  );
}

function Incidents() {
  const { incidents } = desk.value!;
  if (!incidents.length) return null;
  return (
    <section class="stack">
      <h2>{t("incidents")}</h2>
      {incidents.map((one) => (
        <div key={one.incident} class="row-card" data-incident={one.incident}>
          <div>
            <b>{say(cause_words[one.cause])}</b>
            <div class="soft">{[one.round ? t("round", one.round) : "", one.note, t("resolved_by", say(roles[one.resolves]))].filter(Boolean).join(" · ")}</div>
          </div>
          <button data-action="resolve" onClick={() => open_dialog(() => <NoteDialog order="ResolveIncident" field="note" label={t("note_needed")} fields={{ incident: one.incident }} />)}>{t("resolve")}</button>
        </div>
      ))}
    </section>
  );
}

// Seen whichever panel is open: somebody else must act within a minute.
export function PendingList() {
  void tick.value;
  const pending = (desk.value?.pending ?? []).filter((one) => one.expires_at > client.now());
  if (!pending.length) return null;
  return (
    <section class="pending" aria-label={t("pending")}>
      {pending.map((one) => (
        <div key={one.digest} class="row-card warn" data-pending={one.order}>
          <div>
            <b>{say(order_words[one.order as keyof typeof order_words] ?? [one.order, one.order])}</b>
            <div class="soft">{one.name} · {say(roles[one.role])} · {t("expires", Math.max(0, Math.ceil((one.expires_at - client.now()) / 1000)))}</div>
          </div>
          <button class="main" data-action="authorise-open" onClick={() => authorise(one)}>{t("authorise")}</button>
        </div>
      ))}
    </section>
  );
}
