// Irregularities: what can be reported now, what comes of it, and what still waits to be resolved.
import { useSignal } from "@preact/signals";
import type { Cause, ConsoleTopic } from "../generated/protocol";
import { Dialog, tick } from "../shared/parts";
import { causes as cause_words, effects, orders as order_words, roles, scopes } from "../shared/terms";
import { say } from "../shared/words";
import { AmendDialog } from "./amend";
import { reject_excess } from "./board";
import { describe } from "./describe";
import { Actions, NoteDialog, submit } from "./equipment_dialogs";
import { LayoutDialog } from "./layout_seen";
import { authorise, perform } from "./orders";
import { client, desk, name_of_place, open_dialog, places, round_in_play, shut_dialog, tab, table } from "./state";
import { clause_words, t } from "./words";

type Known = ConsoleTopic["causes"][number];

const who = (one: Known): string => {
  const first = one.decides === "system" ? t("the_rules") : say(roles[one.decides]);
  return one.with ? t("with_whom", first, say(roles[one.with])) : first;
};

// A result that was entered is corrected, and not simply void.
const result_stands = (one: Known): boolean => one.effect === "void" && one.takes_effect && Boolean(table.value?.round?.roll);

// What it does to the equipment, besides what it does to the round.
function equipment_too(one: Known): string[] {
  const breaks = ["damaged-dice", "broken"].includes(one.cause);
  const lights = one.cause === "lights-failed" && one.effect === "settle-present";
  const stops = one.takes_effect ? one.effect === "void" && one.scope === "table"
    : lights || (!round_in_play.value && ["lights-failed-early", "inspection-failed"].includes(one.cause));
  return [breaks && !result_stands(one) && t("dice_go_out"), stops && t("table_goes_out")].filter((line) => line !== false);
}

function outcome(one: Known): string {
  const first = result_stands(one) ? t("result_stands") : one.takes_effect ? say(effects[one.effect]) : t("recorded_only");
  return [first, ...equipment_too(one)].join(t("and"));
}

function decided(one: Known): string {
  if (!one.takes_effect || result_stands(one)) return "";
  if (one.effect === "void") {
    const at_once = one.acts === "system" ? t("at_once") : t("at_once_by", say(roles[one.acts]));
    return one.scope === "affected-rounds" ? [at_once, t("earlier_rounds_by", who(one))].join(t("and")) : at_once;
  }
  return one.effect === "hold" ? t("held_until", who(one)) : who(one);
}

// What else there is to do about it than to put it on record.
function FollowUp({ one, stay }: { one: Known; stay: number }) {
  const button = (mark: string, label: string, action: () => void) =>
    <button type="button" data-action={mark} onClick={action}>{label}</button>;
  const follow: Partial<Record<Cause, () => ReturnType<typeof button>>> = {
    "walked-away": () => button("walk-away", t("walk_away"), () => { if (stay) { shut_dialog(); void perform("WalkAway", { stay }); } }),
    "excess-seen": () => button("reject", t("reject_excess"), reject_excess),
    "below-minimum-seen": () => button("to-players", t("to_players"), () => { tab.value = "places"; shut_dialog(); }),
    "moved-chips": () => button("layout", t("layout_seen"), () => open_dialog(() => <LayoutDialog />)),
    "terminal-undecided": () => button("amend", t("return_bets"), () => open_dialog(() => <AmendDialog cause={one.cause} stay={stay} round={round_in_play.value} />)),
    "mixer-unusable": () => button("to-equipment", t("to_equipment"), () => { tab.value = "equipment"; shut_dialog(); }),
  };
  const amend = () => button("amend", t("correct_rounds"), () => open_dialog(() => <AmendDialog cause={one.cause} round={round_in_play.value} />));
  if (result_stands(one)) return amend();
  // A correction is what these lead to; they are reported as such, or rounds are amended for them.
  const amended: Cause[] = ["wrong-result", "late-error", "damaged-dice"];
  return follow[one.cause]?.() ?? (amended.includes(one.cause) ? amend() : null);
}

function Whom({ stay, onstay }: { stay: number; onstay: (stay: number) => void }) {
  const here = (places.value?.places ?? []).filter((one) => one.stay);
  return (
    <label>{t("whom")}
      <select name="whom" value={stay} onChange={(e) => onstay(Number(e.currentTarget.value))}>
        <option value={0}>{t("not_named")}</option>
        {here.map((one) => <option key={one.stay} value={one.stay}>{name_of_place(one)}</option>)}
      </select></label>
  );
}

export function ReportDialog({ one: first }: { one: Known }) {
  const note = useSignal("");
  const stay = useSignal(0);
  // As things stand now: the round goes on while somebody reads.
  const one = desk.value?.causes.find((other) => other.cause === first.cause) ?? first;
  const needed = one.effect === "hold" && one.takes_effect;
  const of_one = one.scope === "terminal" || one.scope === "bet";
  const place = places.value?.places.find((other) => other.stay === stay.value);
  const told = [stay.value && place ? name_of_place(place) : "", note.value.trim()].filter(Boolean).join(": ");
  return (
    <Dialog title={say(cause_words[one.cause])} onclose={shut_dialog}>
      <form class="stack" onSubmit={submit(() => perform("Report", { cause: one.cause, note: told }), true)}>
        <dl class="facts">
          <dt>{t("comes_of_it")}</dt><dd data-outcome><b>{outcome(one)}</b></dd>
          {one.takes_effect && <><dt>{t("reaches")}</dt><dd>{say(scopes[one.scope])}</dd></>}
          {decided(one) && <><dt>{t("who_decides")}</dt><dd data-decided>{decided(one)}</dd></>}
          <dt /><dd class="soft">{clause_words(one.clauses)}</dd>
        </dl>
        {of_one && <Whom stay={stay.value} onstay={(chosen) => { stay.value = chosen; }} />}
        <label>{needed ? t("note_needed") : t("note")}
          <textarea name="note" rows={2} maxLength={300} required={needed} value={note.value} onInput={(e) => { note.value = e.currentTarget.value; }} /></label>
        <FollowUp one={one} stay={stay.value} />
        <Actions label={say(order_words.Report)} danger ready={!result_stands(one) && (!needed || note.value.trim() !== "")} />
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
            <span class="cause-effect">{outcome(one)}</span>
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
            <div>{describe(one.fields).join(" · ")}</div>
            <div class="soft">{one.name} · {say(roles[one.role])} · {t("expires", Math.max(0, Math.ceil((one.expires_at - client.now()) / 1000)))}</div>
          </div>
          <button class="main" data-action="authorise-open" onClick={() => authorise(one)}>{t("authorise")}</button>
        </div>
      ))}
    </section>
  );
}
