// A round that waits: what the rules ask of whom, and nothing more.
import { useSignal } from "@preact/signals";
import type { Verdict } from "../generated/protocol";
import { Dialog } from "../shared/parts";
import { causes as cause_words, effects, roles, verdicts } from "../shared/terms";
import { say } from "../shared/words";
import { Actions, submit } from "./equipment_dialogs";
import { perform } from "./orders";
import { PadIn } from "./pad";
import { rules, shut_dialog, table } from "./state";
import { clause_words, t } from "./words";

function Held() {
  const held = table.value?.status.held;
  const rule = rules.value?.irregularities.find((one) => one.cause === held?.cause);
  if (!held) return null;
  return (
    <div class="stack">
      <p><b>{say(cause_words[held.cause])}</b>{held.cause === "not-covered" && `: ${held.reason}`}</p>
      {rule && <p class="soft">{say(effects[rule.effect])}. {rule.with ? t("with_whom", say(roles[rule.decides]), say(roles[rule.with])) : say(roles[rule.decides])}. {clause_words(rule.clauses)}.</p>}
    </div>
  );
}

export function HoldDialog() {
  const verdict = useSignal<Verdict | null>(null);
  const reason = useSignal("");
  const send = () => perform("DecideHold", { verdict: verdict.value!, reason: reason.value.trim() });
  return (
    <Dialog title={t("hold_title")} onclose={shut_dialog}>
      <form class="stack" onSubmit={submit(send, true)}>
        <Held />
        <div class="choices">
          {(["resume", "void"] as const).map((one) => (
            <button type="button" key={one} data-verdict={one} aria-pressed={verdict.value === one} onClick={() => { verdict.value = one; }}>{say(verdicts[one])}</button>
          ))}
        </div>
        <label>{t("note_needed")}<textarea name="note" rows={2} maxLength={400} required value={reason.value} onInput={(e) => { reason.value = e.currentTarget.value; }} /></label>
        <Actions label={t("confirm")} ready={verdict.value !== null && reason.value.trim() !== ""} />
      </form>
    </Dialog>
  );
}

export function CertifyDialog() {
  const seen = useSignal<boolean | null>(null);
  const dice = useSignal<number[]>([]);
  const whole = dice.value.length === 3;
  const send = () => perform("Certify", { seen: seen.value ? (dice.value as [number, number, number]) : null });
  return (
    <Dialog title={t("certify_title")} onclose={shut_dialog}>
      <form class="stack" onSubmit={submit(send, true)}>
        <Held />
        <p>{t("certify_about")}</p>
        <div class="choices">
          <button type="button" data-seen="yes" aria-pressed={seen.value === true} onClick={() => { seen.value = true; }}>{t("seen")}</button>
          <button type="button" data-seen="no" aria-pressed={seen.value === false} onClick={() => { seen.value = false; }}>{t("not_seen")}</button>
        </div>
        {seen.value && <PadIn dice={dice} />}
        <Actions label={t("certify")} ready={seen.value === false || (seen.value === true && whole)} />
      </form>
    </Dialog>
  );
}
