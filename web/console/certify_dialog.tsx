// SPDX-License-Identifier: MIT
// The dialog in which people certify what was seen of the dice of an interrupted round: all of it,
// nothing, or each die on its own.
import { type Signal, useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { DiceCondition, Orders, Sight } from "../generated/protocol";
import { Dialog } from "../shared/dialog";
import { NoteField } from "../shared/fields";
import type { Reply } from "../shared/requests";
import { reason_text } from "../shared/reasons";
import { certifiable, type Certificate } from "./authority";
import { useConsole } from "./context";
import { Actions, submit } from "./equipment_dialogs";
import { Held } from "./hold";
import { give_order, preview_order } from "./orders";
import { PadIn } from "./pad";
import { clause_words, t } from "./words";

type CertifyDice = Orders["CertifyDice"];

const sights: readonly Sight[] = ["flat", "not-flat", "not-seen"];
const findings: readonly DiceCondition[] = ["undisturbed", "disturbed", "damaged", "broken"];

// What follows from the facts that a certificate leads to.
function consequence_words(leads_to: readonly string[]): string {
  if (leads_to.includes("RoundVoided")) return t("then_void");
  if (leads_to.includes("HoldReferred")) return t("then_referred");
  return leads_to.includes("TakenOutOfService") ? t("then_stops") : t("then_settled");
}

// What follows from a certificate, with the clauses it rests on.
function consequence({ clauses, leads_to }: Certificate): string {
  const what = consequence_words(leads_to);
  return clauses.length ? `${what}. ${clause_words(clauses)}.` : `${what}.`;
}

// Returns the server's preview of the certificate as it is filled in.
function usePreview(fields: CertifyDice): Reply["preview"] {
  const page = useConsole();
  const answer = useSignal<Reply["preview"]>(undefined);
  const person = page.state.me.value;
  const asked = JSON.stringify([fields, person?.id]);
  useEffect(() => {
    let current = true;
    if (person)
      void preview_order(page, person, "CertifyDice", fields).then((preview) => {
        if (current) answer.value = preview;
      });
    return () => {
      current = false;
    };
  }, [asked]);
  return answer.value;
}

// One die: how it was seen, its value, and by whom.
function SeenDieFields({ dice, at }: { dice: Signal<CertifyDice["dice"]>; at: number }) {
  const { console_topic } = useConsole().state;
  const staff = console_topic.value?.staff ?? [];
  const die = dice.value[at]!;
  const change = (changes: Partial<typeof die>) => {
    dice.value = dice.value.map((one, i) => (i === at ? { ...one, ...changes } : one));
  };
  const by = die.by || staff[0]?.person || 0;
  return (
    <fieldset class="row-card" data-die={at + 1}>
      <legend>{t("die_number", at + 1)}</legend>
      <select
        aria-label={t("die_number", at + 1)}
        name={`sight-${at + 1}`}
        value={die.sight}
        onChange={({ currentTarget }) => {
          const sight = currentTarget.value as Sight;
          change({ sight, by: sight === "not-seen" ? 0 : by });
        }}
      >
        {sights.map((one) => (
          <option key={one} value={one}>
            {t(`sight_${one}`)}
          </option>
        ))}
      </select>
      <select
        aria-label={t("face_of", at + 1)}
        name={`face-${at + 1}`}
        value={String(die.face)}
        onChange={({ currentTarget }) => change({ face: Number(currentTarget.value) })}
      >
        {[0, 1, 2, 3, 4, 5, 6].map((face) => (
          <option key={face} value={String(face)}>
            {face || t("face_unknown")}
          </option>
        ))}
      </select>
      {die.sight !== "not-seen" && (
        <select
          aria-label={t("seen_by")}
          name={`by-${at + 1}`}
          value={String(by)}
          onChange={({ currentTarget }) => change({ by: Number(currentTarget.value) })}
        >
          {staff.map((one) => (
            <option key={one.person} value={String(one.person)}>
              {one.name}
            </option>
          ))}
        </select>
      )}
    </fieldset>
  );
}

// Each die on its own, and how the dice were found; says what would follow.
function PartForm({ fields }: { fields: Signal<CertifyDice> }) {
  const dice = useSignal(fields.value.dice);
  const note = useSignal(fields.value.note ?? "");
  const { finding } = fields.value;
  useEffect(() => {
    fields.value = { ...fields.peek(), dice: dice.value, note: note.value.trim() };
  }, [dice.value, note.value]);
  const preview = usePreview(fields.value);
  return (
    <div class="stack" data-certificate="part">
      {[0, 1, 2].map((at) => (
        <SeenDieFields key={at} dice={dice} at={at} />
      ))}
      <label class="field">
        <span>{t("found_how")}</span>
        <select
          name="finding"
          value={finding}
          onChange={({ currentTarget }) => {
            fields.value = { ...fields.value, finding: currentTarget.value as DiceCondition };
          }}
        >
          {findings.map((one) => (
            <option key={one} value={one}>
              {t(`finding_${one}`)}
            </option>
          ))}
        </select>
      </label>
      <NoteField label={t("note")} text={note} rows={2} />
      {preview && (
        <p class={preview.refused ? "wrong" : ""} role="status" data-consequence>
          {preview.refused
            ? t("certify_refused", reason_text(preview.refused))
            : `${consequence_words(preview.leads_to)}.`}
        </p>
      )}
    </div>
  );
}

export function CertifyDialog() {
  const page = useConsole();
  const { topics, table, console_topic, close_dialog, me } = page.state;
  const { seen: if_seen, not_seen: if_not_seen } = certifiable(topics.value);
  const entered = table.value?.round?.roll ?? null;
  // If only one of the two short certificates is possible, it is chosen at first.
  const only = if_seen && if_not_seen ? null : if_seen ? "seen" : if_not_seen ? "not_seen" : "part";
  const chosen = useSignal<"seen" | "not_seen" | "part" | null>(only);
  const dice = useSignal<number[]>(console_topic.value?.round_progress?.reading ?? []);
  const first_person = me.value?.id ?? console_topic.value?.staff[0]?.person ?? 0;
  const part = useSignal<CertifyDice>({
    dice: [0, 1, 2].map(() => ({ sight: "flat", face: 0, by: first_person })),
    finding: "disturbed",
    note: "",
  });
  const roll = entered ?? (dice.value.length === 3 ? dice.value : null);
  const send = () =>
    chosen.value === "part"
      ? give_order(page, "CertifyDice", part.value)
      : give_order(page, "Certify", {
          seen: chosen.value === "seen" ? (roll as [number, number, number]) : null,
        });
  const choice = (mark: string, which: typeof chosen.value, label: string, about: string) => (
    <button
      type="button"
      class="verdict"
      data-seen={mark}
      aria-pressed={chosen.value === which}
      onClick={() => {
        chosen.value = which;
      }}
    >
      <span>{label}</span>
      <small>{about}</small>
    </button>
  );
  const ready =
    chosen.value === "part" ||
    chosen.value === "not_seen" ||
    (chosen.value === "seen" && roll !== null);
  return (
    <Dialog title={t("certify_title")} onclose={close_dialog}>
      <form class="stack" onSubmit={submit(page, send, true)}>
        <Held />
        <p>{t("certify_about")}</p>
        <div class="choices">
          {if_seen &&
            choice(
              "yes",
              "seen",
              entered ? t("result_was", entered.join(" ")) : t("seen"),
              consequence(if_seen),
            )}
          {if_not_seen &&
            choice(
              "no",
              "not_seen",
              if_seen ? t("not_seen") : t("not_shown"),
              consequence(if_not_seen),
            )}
          {choice("part", "part", t("seen_in_part"), t("seen_in_part_about"))}
        </div>
        {chosen.value === "seen" && !entered && <PadIn dice={dice} />}
        {chosen.value === "part" && <PartForm fields={part} />}
        <Actions label={t("certify")} ready={ready} />
      </form>
    </Dialog>
  );
}
