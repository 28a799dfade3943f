// SPDX-License-Identifier: MIT
// The dialog of a round that is held for two people to decide (certify_dialog.tsx has the other).
import { useSignal } from "@preact/signals";
import type { Verdict } from "../generated/protocol";
import { Dialog } from "../shared/dialog";
import { NoteField } from "../shared/fields";
import { causes as cause_words, effects, roles, verdicts } from "../shared/terms";
import { in_language } from "../shared/words";
import { held_rule } from "./authority";
import { useConsole } from "./context";
import { Actions, submit } from "./equipment_dialogs";
import { give_order } from "./orders";
import { PadIn } from "./pad";
import { clause_words, t } from "./words";

export function Held() {
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
  const { close_dialog, table } = page.state;
  const verdict = useSignal<Verdict | null>(null);
  const reason = useSignal("");
  const dice = useSignal<number[]>([]);
  // A round whose dice nobody can read any more is settled on dice that people have established.
  const referred = Boolean(table.value?.status.held?.referred);
  const choices: Verdict[] = referred ? ["conclude", "void"] : ["resume", "void"];
  const concludes = verdict.value === "conclude";
  const send = () => {
    const why = reason.value.trim();
    return concludes
      ? give_order(page, "ConcludeHold", {
          roll: dice.value as [number, number, number],
          reason: why,
        })
      : give_order(page, "DecideHold", { verdict: verdict.value!, reason: why });
  };
  return (
    <Dialog title={t("hold_title")} onclose={close_dialog}>
      <form class="stack" onSubmit={submit(page, send, true)}>
        <Held />
        <div class="choices">
          {choices.map((one) => (
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
        {concludes && (
          <>
            <p class="soft">{t("conclude_about")}</p>
            <PadIn dice={dice} />
          </>
        )}
        <NoteField label={t("note_needed")} text={reason} rows={2} required />
        <Actions
          label={t("confirm")}
          ready={
            verdict.value !== null &&
            reason.value.trim() !== "" &&
            (!concludes || dice.value.length === 3)
          }
        />
      </form>
    </Dialog>
  );
}
