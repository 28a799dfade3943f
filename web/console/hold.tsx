// A round that waits: what the rules ask of whom, and nothing more.
import { useSignal } from "@preact/signals";
import type { Step, Verdict } from "../generated/protocol";
import { Dialog } from "../shared/parts";
import { causes as cause_words, effects, roles, verdicts } from "../shared/terms";
import { say } from "../shared/words";
import { Actions, submit } from "./equipment_dialogs";
import { perform } from "./orders";
import { PadIn } from "./pad";
import { desk, rules, shut_dialog, table } from "./state";
import { clause_words, t } from "./words";

// What the document says about it where the round stands.
function held_rule() {
  const cause = table.value?.status.held?.cause;
  return (
    desk.value?.causes.find((one) => one.cause === cause) ??
    rules.value?.irregularities.find((one) => one.cause === cause)
  );
}

function Held() {
  const held = table.value?.status.held;
  const rule = held_rule();
  if (!held) return null;
  return (
    <div class="stack">
      <p>
        <b>{say(cause_words[held.cause])}</b>
        {held.cause === "not-covered" && `: ${held.reason}`}
      </p>
      {rule && (
        <p class="soft">
          {say(effects[rule.effect])}.{" "}
          {rule.with
            ? t("with_whom", say(roles[rule.decides]), say(roles[rule.with]))
            : say(roles[rule.decides])}
          . {clause_words(rule.clauses)}.
        </p>
      )}
    </div>
  );
}

export function HoldDialog() {
  const verdict = useSignal<Verdict | null>(null);
  const reason = useSignal("");
  const send = () =>
    perform("DecideHold", { verdict: verdict.value!, reason: reason.value.trim() });
  return (
    <Dialog title={t("hold_title")} onclose={shut_dialog}>
      <form class="stack" onSubmit={submit(send, true)}>
        <Held />
        <div class="choices">
          {(["resume", "void"] as const).map((one) => (
            <button
              type="button"
              key={one}
              data-verdict={one}
              aria-pressed={verdict.value === one}
              onClick={() => {
                verdict.value = one;
              }}
            >
              {say(verdicts[one])}
            </button>
          ))}
        </div>
        <label>
          {t("note_needed")}
          <textarea
            name="note"
            rows={2}
            maxLength={400}
            required
            value={reason.value}
            onInput={(e) => {
              reason.value = e.currentTarget.value;
            }}
          />
        </label>
        <Actions
          label={t("confirm")}
          ready={verdict.value !== null && reason.value.trim() !== ""}
        />
      </form>
    </Dialog>
  );
}

// What can be true as the round stands. What the rules would refuse is not asked.
function possible(): { seen: boolean; not_seen: boolean } {
  const round = table.value?.round;
  const steps = rules.value?.procedure.steps.map((one) => one.step) ?? [];
  const effect = held_rule()?.effect;
  if (!round || effect === "void") return { seen: false, not_seen: true };
  const at = round.next ? steps.indexOf(round.next) : steps.length;
  const done = (step: Step) => steps.indexOf(step) < at;
  const shown = done("uncover") || Boolean(desk.value?.seen?.reading) || round.roll !== null;
  return { seen: done("mix") || round.mixing, not_seen: !shown && effect !== "settle-present" };
}

// Two clauses in one: which of them comes of it is said by the rules for interruptions that leave no choice.
function follows(seen: boolean): string {
  const rule = held_rule();
  const clear = rules.value?.irregularities.find(
    (one) => one.cause === (seen ? "interrupted-result" : "interrupted-open"),
  );
  const clauses = rule?.effect === "certify" && clear ? clear.clauses : (rule?.clauses ?? []);
  const what = !seen
    ? t("then_void")
    : rule?.effect === "settle-present"
      ? t("then_stops")
      : t("then_settled");
  return clauses.length ? `${what}. ${clause_words(clauses)}.` : `${what}.`;
}

export function CertifyDialog() {
  const { seen: may, not_seen: may_not } = possible();
  const round = table.value?.round;
  const entered = round?.roll ?? null;
  const chosen = useSignal<boolean | null>(null);
  const seen = may === may_not ? chosen.value : may; // the only one is chosen
  const dice = useSignal<number[]>(desk.value?.seen?.reading ?? []);
  const roll = entered ?? (dice.value.length === 3 ? dice.value : null);
  const send = () => perform("Certify", { seen: seen ? (roll as [number, number, number]) : null });
  const choice = (mark: string, which: boolean, label: string) => (
    <button
      type="button"
      class="verdict"
      data-seen={mark}
      aria-pressed={seen === which}
      onClick={() => {
        chosen.value = which;
      }}
    >
      <span>{label}</span>
      <small>{follows(which)}</small>
    </button>
  );
  return (
    <Dialog title={t("certify_title")} onclose={shut_dialog}>
      <form class="stack" onSubmit={submit(send, true)}>
        <Held />
        <p>{t("certify_about")}</p>
        <div class="choices">
          {may && choice("yes", true, entered ? t("result_was", entered.join(" ")) : t("seen"))}
          {may_not && choice("no", false, may ? t("not_seen") : t("not_shown"))}
        </div>
        {seen && !entered && <PadIn dice={dice} />}
        <Actions label={t("certify")} ready={seen === false || (seen === true && roll !== null)} />
      </form>
    </Dialog>
  );
}
