// SPDX-License-Identifier: MIT
// The dialogs of a table whose dice a device reads: a void that contradicts the reading, and a
// result that a later reading contradicts.
import { useSignal } from "@preact/signals";
import { Dialog } from "../shared/dialog";
import { NoteField } from "../shared/fields";
import { causes as cause_words, orders as order_words } from "../shared/terms";
import { in_language } from "../shared/words";
import type { Incident } from "./alerts";
import { refused_now } from "./authority";
import { useConsole } from "./context";
import { Actions, NoteDialog, submit } from "./equipment_dialogs";
import { give_order } from "./orders";
import { t } from "./words";

type Dice = [number, number, number];

// Offered where a reader is fitted and has not answered: the dealer keys the dice from then on.
export function ManualEntryButton() {
  const { open_dialog, topics } = useConsole().state;
  if (refused_now(topics.value, "SwitchToManualEntry") !== null) return null;
  return (
    <button
      class="quiet"
      data-order="SwitchToManualEntry"
      onClick={() =>
        open_dialog(() => (
          <NoteDialog
            order="SwitchToManualEntry"
            field="reason"
            label={t("reason")}
            about={[t("about_manual_entry")]}
          />
        ))
      }
    >
      {in_language(order_words.SwitchToManualEntry)}
    </button>
  );
}

// A second person confirms the void that the first one reported, or rejects it.
export function ContestedDialog() {
  const page = useConsole();
  const { close_dialog, table, console_topic } = page.state;
  const confirmed = useSignal<boolean | null>(null);
  const reason = useSignal("");
  const cause = table.value?.status.held?.contested;
  const reading = console_topic.value?.round_progress?.reading;
  const send = () =>
    give_order(page, "DecideVoid", {
      confirmed: confirmed.value!,
      reason: reason.value.trim(),
    });
  return (
    <Dialog title={in_language(order_words.DecideVoid)} onclose={close_dialog}>
      <form class="stack" onSubmit={submit(page, send, true)}>
        {cause && (
          <p>
            {reading
              ? t("contested_about", in_language(cause_words[cause]), reading.join(" "))
              : t("contested_unread", in_language(cause_words[cause]))}
          </p>
        )}
        <div class="choices">
          {[true, false].map((one) => (
            <button
              type="button"
              key={String(one)}
              data-verdict={one ? "confirm" : "reject"}
              aria-pressed={confirmed.value === one}
              onClick={() => {
                confirmed.value = one;
              }}
            >
              {t(one ? "confirm_void" : "reject_void")}
            </button>
          ))}
        </div>
        <NoteField label={t("note_needed")} text={reason} rows={2} required />
        <Actions
          label={t("confirm")}
          ready={confirmed.value !== null && reason.value.trim() !== ""}
        />
      </form>
    </Dialog>
  );
}

// Two people say how the dice lay: as entered or as read. Also if the round was void already.
export function DisputeDialog({ incident }: { incident: Incident }) {
  const page = useConsole();
  const { close_dialog } = page.state;
  const roll = useSignal<Dice | null>(null);
  const note = useSignal("");
  const { entered, read } = incident.dispute! as { entered: Dice; read: Dice };
  // Nothing was entered in a round that was void when it was read.
  const choices = entered.join() === read.join() ? [read] : [entered, read];
  const send = () =>
    give_order(page, "ResolveDispute", {
      incident: incident.incident,
      roll: roll.value!,
      note: note.value.trim(),
    });
  return (
    <Dialog title={in_language(order_words.ResolveDispute)} onclose={close_dialog}>
      <form class="stack" onSubmit={submit(page, send, true)}>
        <p>{t(choices.length > 1 ? "dispute_about" : "void_read_about", incident.round)}</p>
        <div class="choices">
          {choices.map((one) => (
            <button
              type="button"
              key={one === read ? "read" : "entered"}
              data-dice={one.join("-")}
              aria-pressed={roll.value === one}
              onClick={() => {
                roll.value = one;
              }}
            >
              {t(one === read ? "as_read" : "as_entered", one.join(" "))}
            </button>
          ))}
        </div>
        <NoteField label={t("note_needed")} text={note} rows={2} required />
        <Actions label={t("confirm")} ready={roll.value !== null && note.value.trim() !== ""} />
      </form>
    </Dialog>
  );
}
