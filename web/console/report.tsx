// Irregularities: what can be reported now, what comes of it, and what still waits to be resolved.
import { useSignal } from "@preact/signals";
import type { Cause, ConsoleTopic, Effect } from "../generated/protocol";
import { Dialog, tick } from "../shared/parts";
import {
  causes as cause_words,
  effects,
  orders as order_words,
  roles,
  scopes,
  verdicts,
  note_words,
} from "../shared/terms";
import { say } from "../shared/words";
import { AmendDialog } from "./amend";
import { reject_excess } from "./board";
import { describe } from "./describe";
import { Actions, NoteDialog, submit, Wrong } from "./equipment_dialogs";
import { LayoutDialog } from "./layout_seen";
import { authorise, perform } from "./orders";
import {
  client,
  desk,
  name_of_place,
  open_dialog,
  places,
  round_in_play,
  rules,
  shut_dialog,
  tab,
  table,
} from "./state";
import { clause_words, t } from "./words";

type Known = ConsoleTopic["causes"][number];

const who = (one: Known): string => {
  const first = one.decides === "system" ? t("the_rules") : say(roles[one.decides]);
  return one.with ? t("with_whom", first, say(roles[one.with])) : first;
};

// A result that was entered is corrected, and not simply void.
const result_stands = (one: Known): boolean =>
  one.effect === "void" && one.takes_effect && Boolean(table.value?.round?.roll);

// What it does to the equipment, besides what it does to the round.
function equipment_too(one: Known): string[] {
  const breaks = ["damaged-dice", "broken"].includes(one.cause);
  const lights = one.cause === "lights-failed" && one.effect === "settle-present";
  const stops = one.takes_effect
    ? one.effect === "void" && one.scope === "table"
    : lights ||
      (!round_in_play.value && ["lights-failed-early", "inspection-failed"].includes(one.cause));
  return [breaks && !result_stands(one) && t("dice_go_out"), stops && t("table_goes_out")].filter(
    (line) => line !== false,
  );
}

// What another order does, and a report alone does not.
interface Remedy {
  mark: string;
  label: string;
  about: string;
  run: () => void;
  ready?: boolean;
}
function remedy(cause: Cause, stay = 0): Remedy | null {
  const amend = (label: string, about: string): Remedy => ({
    mark: "amend",
    label,
    about,
    run: () =>
      open_dialog(() => <AmendDialog cause={cause} stay={stay} round={round_in_play.value} />),
  });
  const look = (at: "equipment" | "places", label: string, about: string): Remedy => ({
    mark: `to-${at}`,
    label,
    about,
    run: () => {
      tab.value = at;
      shut_dialog();
    },
  });
  switch (cause) {
    case "wrong-result":
      return amend(t("correct_result"), t("todo_amend"));
    case "late-error":
      return amend(t("correct_rounds"), t("todo_late"));
    case "terminal-without-bet":
      return { ...amend(t("return_bets"), t("todo_return")), ready: stay > 0 }; // not everybody's
    case "excess-seen":
      return {
        mark: "reject",
        label: t("reject_excess"),
        about: t("todo_reject"),
        run: reject_excess,
      };
    case "below-minimum-seen":
      return look("places", t("to_players"), t("todo_advise"));
    case "mixer-unusable":
      return look("equipment", t("to_equipment"), t("todo_mixer"));
    case "worn-dice":
      return look("equipment", t("to_equipment"), t("todo_dice"));
    case "moved-chips":
      return {
        mark: "layout",
        label: t("layout_seen"),
        about: t("todo_chips"),
        run: () => open_dialog(() => <LayoutDialog />),
      };
    case "walked-away":
      return {
        mark: "walk-away",
        label: t("walk_away"),
        about: t("todo_away"),
        ready: stay > 0,
        run: () => {
          shut_dialog();
          void perform("WalkAway", { stay });
        },
      };
    default:
      return null;
  }
}

// These the server carries out when it is told of them; the others hold by themselves, or are for people to do.
const done_by_report: Effect[] = ["void", "hold", "settle-present"];

function outcome(one: Known): string {
  const todo = remedy(one.cause);
  if (todo) return todo.about;
  const first = result_stands(one)
    ? t("result_stands")
    : !one.takes_effect
      ? t("recorded_only")
      : done_by_report.includes(one.effect)
        ? say(effects[one.effect])
        : t("and_recorded", say(effects[one.effect]));
  return [first, ...equipment_too(one)].join(t("and"));
}

function decided(one: Known): string {
  if (!one.takes_effect || result_stands(one)) return "";
  if (one.effect === "void") {
    const at_once = one.acts === "system" ? t("at_once") : t("at_once_by", say(roles[one.acts]));
    return one.scope === "affected-rounds"
      ? [at_once, t("earlier_rounds_by", who(one))].join(t("and"))
      : at_once;
  }
  return one.effect === "hold" ? t("held_until", who(one)) : who(one);
}

// Rounds are amended for these besides, or instead where a result was entered.
function besides(one: Known, stay: number): Remedy | null {
  const undecided = one.cause === "terminal-undecided";
  if (!undecided && one.cause !== "damaged-dice" && !result_stands(one)) return null;
  return {
    mark: "amend",
    label: undecided ? t("return_bets") : t("correct_rounds"),
    about: "",
    ready: !undecided || stay > 0,
    run: () =>
      open_dialog(() => <AmendDialog cause={one.cause} stay={stay} round={round_in_play.value} />),
  };
}

function Choice({ one, main }: { one: Remedy; main: boolean }) {
  return (
    <button
      type="button"
      class={main ? "main" : ""}
      disabled={one.ready === false}
      data-action={one.mark}
      onClick={one.run}
    >
      {one.label}
    </button>
  );
}

function Whom({ stay, onstay }: { stay: number; onstay: (stay: number) => void }) {
  const here = (places.value?.places ?? []).filter((one) => one.stay);
  return (
    <label>
      {t("whom")}
      <select name="whom" value={stay} onChange={(e) => onstay(Number(e.currentTarget.value))}>
        <option value={0}>{t("not_named")}</option>
        {here.map((one) => (
          <option key={one.stay} value={one.stay}>
            {name_of_place(one)}
          </option>
        ))}
      </select>
    </label>
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
  const main = result_stands(one) ? null : remedy(one.cause, stay.value);
  const second = besides(one, stay.value);
  const told = [stay.value && place ? name_of_place(place) : "", note.value.trim()]
    .filter(Boolean)
    .join(": ");
  // The server's answer to a bet in cash is that it is refused; it is on record all the same.
  const send = async () =>
    (await perform("Report", { cause: one.cause, note: told })) ?? one.cause === "cash-bet";
  return (
    <Dialog title={say(cause_words[one.cause])} onclose={shut_dialog}>
      <form class="stack" onSubmit={submit(send, true)}>
        <dl class="facts">
          <dt>{t("comes_of_it")}</dt>
          <dd data-outcome>
            <b>{outcome(one)}</b>
          </dd>
          {one.takes_effect && (
            <>
              <dt>{t("reaches")}</dt>
              <dd>{say(scopes[one.scope])}</dd>
            </>
          )}
          {decided(one) && (
            <>
              <dt>{t("who_decides")}</dt>
              <dd data-decided>{decided(one)}</dd>
            </>
          )}
          <dt />
          <dd class="soft">{clause_words(one.clauses)}</dd>
        </dl>
        {of_one && (
          <Whom
            stay={stay.value}
            onstay={(chosen) => {
              stay.value = chosen;
            }}
          />
        )}
        <label>
          {needed ? t("note_needed") : t("note")}
          <textarea
            name="note"
            rows={2}
            maxLength={300}
            required={needed}
            value={note.value}
            onInput={(e) => {
              note.value = e.currentTarget.value;
            }}
          />
        </label>
        <Wrong />
        <div class="actions">
          <button type="button" onClick={shut_dialog} data-action="cancel">
            {t("cancel")}
          </button>
          <button
            class={main ? "" : "danger"}
            disabled={result_stands(one) || (needed && note.value.trim() === "")}
            data-action="confirm"
          >
            {main ? t("only_record") : say(order_words.Report)}
          </button>
          {second && <Choice one={second} main={result_stands(one)} />}
          {main && <Choice one={main} main />}
        </div>
      </form>
    </Dialog>
  );
}

// What is void once it is said: by which clause, before it is.
function VoidDialog({
  title,
  cause,
  run,
  about = "",
}: {
  title: string;
  cause: Cause;
  run: () => Promise<unknown>;
  about?: string;
}) {
  const rule = rules.value?.irregularities.find((one) => one.cause === cause);
  return (
    <Dialog title={title} onclose={shut_dialog}>
      <form class="stack" onSubmit={submit(run, true)}>
        {about && <p>{about}</p>}
        <p data-outcome>
          <b>{say(effects[rule?.effect ?? "void"])}</b>
        </p>
        <p class="soft">{clause_words(rule?.clauses ?? [])}</p>
        <Actions label={say(verdicts.void)} danger />
      </form>
    </Dialog>
  );
}
export const NotFlatDialog = () => (
  <VoidDialog
    title={say(cause_words["not-flat"])}
    cause="not-flat"
    run={() => perform("Uncover", { flat: false })}
  />
);
export const ShortMixDialog = ({ mixes, needed }: { mixes: number; needed: number }) => (
  <VoidDialog
    title={t("short_title", mixes)}
    about={t("mixes_asked", mixes, needed)}
    cause="short-mix"
    run={() => perform("EndMix", { mixes })}
  />
);

// A restart finds interruptions out by itself; nobody reports them. An inspection is made between rounds, worn
// dice are found before they are mixed, and only what shakes by itself fails. While a round is held it waits, and only a wrong display can be reported.
function is_offered({ cause }: Known): boolean {
  if (cause.startsWith("interrupted")) return false;
  if (table.value?.status.phase === "held") return cause === "display-wrong";
  if (cause === "inspection-failed") return !round_in_play.value;
  if (cause === "worn-dice") return !table.value?.round?.mixing;
  const by_hand = desk.value?.equipment.mixer === "manual-shaker";
  return !(by_hand && (cause === "mixer-failed" || cause === "mixer-unusable"));
}

function CauseButton({
  cause,
  clauses,
  about,
  run,
}: {
  cause: Cause;
  clauses: string[];
  about: string;
  run: () => void;
}) {
  return (
    <button class="cause" data-cause={cause} onClick={run}>
      <span class="cause-name">{say(cause_words[cause])}</span>
      {clauses[0] && <span class="clause">{clauses.join(", ")}</span>}
      <span class="cause-effect">{about}</span>
    </button>
  );
}

// Where the system settles there is no time between a wrong entry and its payment: it is found when the round is over.
function WrongBefore() {
  const rule = rules.value?.irregularities.find((one) => one.cause === "wrong-result");
  const { last, rolls } = table.value!.results;
  if (!rule || !last || desk.value!.causes.some((one) => one.cause === "wrong-result")) return null;
  const open = () =>
    open_dialog(() => <AmendDialog cause="wrong-result" round={rolls[0] ? last : undefined} />);
  return (
    <CauseButton cause="wrong-result" clauses={rule.clauses} about={t("todo_past")} run={open} />
  );
}

export function Irregularities() {
  const all = desk.value!.causes.filter(is_offered);
  return (
    <div class="stack">
      <h2>{t("what_happened")}</h2>
      {table.value!.status.phase === "held" ? (
        <p class="wrong">{t("held_first")}</p>
      ) : (
        !all.length && <p class="soft">{t("nothing_to_report")}</p>
      )}
      <div class="causes">
        <WrongBefore />
        {all.map((one) => (
          <CauseButton
            key={one.cause}
            cause={one.cause}
            clauses={one.clauses}
            about={outcome(one)}
            run={() => open_dialog(() => <ReportDialog one={one} />)}
          />
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
            <div class="soft">
              {[
                one.round ? t("round", one.round) : "",
                note_words(one.note),
                t("resolved_by", say(roles[one.resolves])),
              ]
                .filter(Boolean)
                .join(" · ")}
            </div>
          </div>
          <button
            data-action="resolve"
            onClick={() =>
              open_dialog(() => (
                <NoteDialog
                  order="ResolveIncident"
                  field="note"
                  label={t("note_needed")}
                  fields={{ incident: one.incident }}
                />
              ))
            }
          >
            {t("resolve")}
          </button>
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
            <b>
              {say(order_words[one.order as keyof typeof order_words] ?? [one.order, one.order])}
            </b>
            <div>{describe(one.fields).join(" · ")}</div>
            <div class="soft">
              {one.name} · {say(roles[one.role])} ·{" "}
              {t("expires", Math.max(0, Math.ceil((one.expires_at - client.now()) / 1000)))}
            </div>
          </div>
          <button class="main" data-action="authorise-open" onClick={() => authorise(one)}>
            {t("authorise")}
          </button>
        </div>
      ))}
    </section>
  );
}
