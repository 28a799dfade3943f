// SPDX-License-Identifier: MIT
// The dialogs of a held round: a decision by two people, or a certificate of what was seen.
import { useSignal } from "@preact/signals";
import type { Verdict } from "../generated/protocol";
import { Dialog } from "../shared/dialog";
import { NoteField } from "../shared/fields";
import { causes as cause_words, effects, roles, verdicts } from "../shared/terms";
import { in_language } from "../shared/words";
import { certifiable, held_rule, type Certificate } from "./authority";
import { useConsole } from "./context";
import { Actions, submit } from "./equipment_dialogs";
import { give_order } from "./orders";
import { PadIn } from "./pad";
import { clause_words, t } from "./words";

function Held() {
  const { table, topics } = useConsole().state;
  const held = table.value?.status.held;
  const rule = held_rule(topics.value);
  if (!held) return null;
  return (
    <div class="stack">
      <p>
        <b>{in_language(cause_words[held.cause])}</b>
        {held.cause === "not-covered" && `: ${held.reason}`}
      </p>
      {rule && (
        <p class="soft">
          {in_language(effects[rule.effect])}.{" "}
          {rule.with
            ? t("with_whom", in_language(roles[rule.decides]), in_language(roles[rule.with]))
            : in_language(roles[rule.decides])}
          . {clause_words(rule.clauses)}.
        </p>
      )}
    </div>
  );
}

export function HoldDialog() {
  const page = useConsole();
  const { close_dialog } = page.state;
  const verdict = useSignal<Verdict | null>(null);
  const reason = useSignal("");
  const send = () =>
    give_order(page, "DecideHold", { verdict: verdict.value!, reason: reason.value.trim() });
  return (
    <Dialog title={t("hold_title")} onclose={close_dialog}>
      <form class="stack" onSubmit={submit(page, send, true)}>
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
              {in_language(verdicts[one])}
            </button>
          ))}
        </div>
        <NoteField label={t("note_needed")} text={reason} rows={2} required />
        <Actions
          label={t("confirm")}
          ready={verdict.value !== null && reason.value.trim() !== ""}
        />
      </form>
    </Dialog>
  );
}

// What follows from a certificate, with the clauses it rests on.
function consequence({ clauses, leads_to }: Certificate): string {
  const what = leads_to.includes("RoundVoided")
    ? t("then_void")
    : leads_to.includes("TakenOutOfService")
      ? t("then_stops")
      : t("then_settled");
  return clauses.length ? `${what}. ${clause_words(clauses)}.` : `${what}.`;
}

export function CertifyDialog() {
  const page = useConsole();
  const { topics, table, console_topic, close_dialog } = page.state;
  const { seen: if_seen, not_seen: if_not_seen } = certifiable(topics.value);
  const round = table.value?.round;
  const entered = round?.roll ?? null;
  const chosen = useSignal<boolean | null>(null);
  // If only one certificate is possible, it is chosen.
  const seen = if_seen && if_not_seen ? chosen.value : if_seen ? true : if_not_seen ? false : null;
  const dice = useSignal<number[]>(console_topic.value?.round_progress?.reading ?? []);
  const roll = entered ?? (dice.value.length === 3 ? dice.value : null);
  const send = () =>
    give_order(page, "Certify", { seen: seen ? (roll as [number, number, number]) : null });
  const choice = (mark: string, which: boolean, label: string, certificate: Certificate) => (
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
      <small>{consequence(certificate)}</small>
    </button>
  );
  return (
    <Dialog title={t("certify_title")} onclose={close_dialog}>
      <form class="stack" onSubmit={submit(page, send, true)}>
        <Held />
        <p>{t("certify_about")}</p>
        <div class="choices">
          {if_seen &&
            choice("yes", true, entered ? t("result_was", entered.join(" ")) : t("seen"), if_seen)}
          {if_not_seen &&
            choice("no", false, if_seen ? t("not_seen") : t("not_shown"), if_not_seen)}
        </div>
        {seen && !entered && <PadIn dice={dice} />}
        <Actions label={t("certify")} ready={seen === false || (seen === true && roll !== null)} />
      </form>
    </Dialog>
  );
}
