// SPDX-License-Identifier: MIT
// The dialog in which a technician records a repair: of what the table stopped for, or of one part.
import { useSignal } from "@preact/signals";
import type { Repairable } from "../generated/protocol";
import { Dialog } from "../shared/dialog";
import { NoteField } from "../shared/fields";
import { mixers as mixer_words, orders as order_words } from "../shared/terms";
import { in_language } from "../shared/words";
import { useConsole, type ConsolePage } from "./context";
import { Actions, submit } from "./equipment_dialogs";
import { give_order } from "./orders";
import { t } from "./words";

interface Choice {
  part: Repairable | ""; // empty: whatever the table stopped for
  label: string;
}

// The lights while the table is out of service, and each mixer that has failed.
function choices({ state }: ConsolePage): Choice[] {
  const { equipment } = state.console_topic.value!;
  const failed = equipment.mixers.filter((one) => one.unusable);
  const stopped = Boolean(state.table.value!.status.out_of_service);
  return [
    { part: "", label: t(stopped ? "repaired_stop" : "repaired_all") },
    ...(stopped ? [{ part: "lights" as const, label: t("repaired_lights") }] : []),
    ...failed.map(({ mixer }) => ({ part: mixer, label: in_language(mixer_words[mixer]) })),
  ];
}

export function RepairDialog() {
  const page = useConsole();
  const { close_dialog } = page.state;
  const part = useSignal<Repairable | "">("");
  const what = useSignal("");
  const send = () =>
    part.value
      ? give_order(page, "RepairEquipment", { part: part.value, what: what.value.trim() })
      : give_order(page, "RecordRepair", { what: what.value.trim() });
  return (
    <Dialog title={in_language(order_words.RecordRepair)} onclose={close_dialog}>
      <form class="stack" onSubmit={submit(page, send)}>
        <label>
          {t("repaired_part")}
          <select
            name="part"
            value={part.value}
            onChange={({ currentTarget }) => {
              part.value = currentTarget.value as Repairable | "";
            }}
          >
            {choices(page).map((one) => (
              <option key={one.part} value={one.part}>
                {one.label}
              </option>
            ))}
          </select>
        </label>
        <NoteField label={t("what_repaired")} text={what} rows={3} required autofocus />
        <Actions label={in_language(order_words.RecordRepair)} ready={what.value.trim() !== ""} />
      </form>
    </Dialog>
  );
}
