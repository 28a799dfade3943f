// SPDX-License-Identifier: MIT
// Dialogs for dice, lights and inspections, orders that need a note, and what all forms share.
import { type Signal, useSignal } from "@preact/signals";
import type { CheckItem, MixerKind, Orders } from "../generated/protocol";
import { Dialog } from "../shared/dialog";
import { Felt } from "../shared/felt";
import { NoteField, TextField } from "../shared/fields";
import { hit_by } from "../shared/hits";
import { spot_name } from "../shared/rules";
import { mixers as mixer_words, orders as order_words } from "../shared/terms";
import { in_language } from "../shared/words";
import { useConsole, type ConsolePage } from "./context";
import { checklist_of } from "./inspection";
import { give_order } from "./orders";
import { PadIn } from "./pad";
import { t } from "./words";

// Why the last order was refused, shown in the dialog that stays open.
export function Wrong() {
  const { message } = useConsole().state;
  return message.value?.kind === "bad" ? (
    <p class="wrong" role="alert">
      {message.value.text()}
    </p>
  ) : null;
}

export function Actions({
  label,
  ready = true,
  danger = false,
}: {
  label: string;
  ready?: boolean;
  danger?: boolean;
}) {
  const { close_dialog } = useConsole().state;
  return (
    <>
      <Wrong />
      <div class="actions">
        <button type="button" onClick={close_dialog} data-action="cancel">
          {t("cancel")}
        </button>
        <button class={danger ? "danger" : "main"} disabled={!ready} data-action="confirm">
          {label}
        </button>
      </div>
    </>
  );
}

// The handler of a form: runs an action and closes the dialog if it succeeded, unless it has opened
// another one. With `of_round`, a dialog that was opened in another round is closed without
// sending.
export const submit =
  (page: ConsolePage, run: () => Promise<unknown>, of_round = false) =>
  async (event: Event) => {
    event.preventDefault();
    const opened = page.state.dialog.value;
    if (of_round && opened?.round !== page.state.round_in_play.value) {
      page.state.close_dialog();
      page.state.show_message(() => t("round_moved_on"), "bad");
      return;
    }
    const done = await run();
    if (done && page.state.dialog.value === opened) page.state.close_dialog();
  };

export function InstallDialog({ mixer }: { mixer: MixerKind }) {
  const page = useConsole();
  const { close_dialog, console_topic } = page.state;
  const free = console_topic.value?.equipment_orders.free_dice_set;
  const dice = useSignal(free ? String(free) : "");
  const seal = useSignal("");
  const right = /^[1-9]\d{0,8}$/.test(dice.value.trim());
  return (
    <Dialog
      title={`${in_language(order_words.InstallDice)}: ${in_language(mixer_words[mixer])}`}
      onclose={close_dialog}
    >
      <form
        class="stack"
        onSubmit={submit(page, () =>
          give_order(page, "InstallDice", {
            dice: Number(dice.value),
            mixer,
            seal: seal.value.trim(),
          }),
        )}
      >
        <TextField
          label={t("dice_set")}
          text={dice}
          name="dice"
          inputMode="numeric"
          required
          onFocus={({ currentTarget }) => currentTarget.select()}
        />
        <p class="soft">{t("about_dice_set")}</p>
        {dice.value.trim() !== "" && !right && (
          <p class="wrong" role="alert">
            {t("whole_number")}
          </p>
        )}
        <TextField label={t("seal")} text={seal} name="seal" />
        <Actions label={in_language(order_words.InstallDice)} ready={right} />
      </form>
    </Dialog>
  );
}

// What the floorperson verifies by eye, for the mixer in use.
function Checklist({ items, ticked }: { items: CheckItem[]; ticked: Signal<CheckItem[]> }) {
  return (
    <fieldset class="stack" data-checklist>
      <legend>{t("checklist_about")}</legend>
      {items.map((item) => (
        <label key={item} class="check">
          <input
            type="checkbox"
            name={item}
            checked={ticked.value.includes(item)}
            onChange={({ currentTarget }) => {
              const others = ticked.value.filter((one) => one !== item);
              ticked.value = currentTarget.checked ? [...others, item] : others;
            }}
          />
          <span>{t(`check_${item}`)}</span>
        </label>
      ))}
    </fieldset>
  );
}

export function SignDialog() {
  const page = useConsole();
  const { console_topic, close_dialog } = page.state;
  const seal = useSignal("");
  const { equipment } = console_topic.value!;
  const ticked = useSignal<CheckItem[]>(equipment.inspection.ticked);
  const sealed = equipment.mixers.find((one) => one.mixer === equipment.mixer)?.dice_set?.seal;
  const items = checklist_of(page, equipment.mixer);
  const send = async () => {
    const fresh = ticked.value.filter((one) => !equipment.inspection.ticked.includes(one));
    if (fresh.length && !(await give_order(page, "TickChecklist", { items: fresh }))) return null;
    return give_order(page, "SignInspection", { seal: seal.value.trim() });
  };
  return (
    <Dialog title={in_language(order_words.SignInspection)} onclose={close_dialog}>
      <form class="stack" onSubmit={submit(page, send)}>
        <p>{equipment.inspection.failed ? t("inspection_failed_note") : t("about_sign")}</p>
        {items.length > 0 && <Checklist items={items} ticked={ticked} />}
        {sealed && <TextField label={t("seal")} text={seal} name="seal" />}
        <Actions
          label={in_language(order_words.SignInspection)}
          ready={items.every((item) => ticked.value.includes(item))}
        />
      </form>
    </Dialog>
  );
}

// A felt on which a person marks the spots that are lit at the table.
function Lamps({ spots, onspot }: { spots: ReadonlySet<string>; onspot: (spot: string) => void }) {
  const { layout } = useConsole().state;
  return (
    <div class="lamps">
      {layout.value && <Felt layout={layout.value} winning={spots} live onspot={onspot} />}
    </div>
  );
}

const toggled = (spots: ReadonlySet<string>, spot: string): Set<string> => {
  const after = new Set(spots);
  if (!after.delete(spot)) after.add(spot);
  return after;
};

export function LightsDialog() {
  const page = useConsole();
  const { layout, close_dialog } = page.state;
  const dice = useSignal<number[]>([]);
  const lit = useSignal<ReadonlySet<string>>(new Set());
  const whole = dice.value.length === 3 && layout.value;
  const due = whole ? hit_by(layout.value!, dice.value) : [];
  const agrees = due.length === lit.value.size && due.every((spot) => lit.value.has(spot));
  const names = due.map((spot) => spot_name(layout.value!, spot, in_language)).join(", ");
  const send = () =>
    give_order(page, "TestLights", {
      roll: dice.value as [number, number, number],
      lit: [...lit.value],
    });
  return (
    <Dialog title={in_language(order_words.TestLights)} onclose={close_dialog} wide>
      <form class="stack" onSubmit={submit(page, send)}>
        <p>{t("test_dice")}</p>
        <PadIn dice={dice} />
        {whole && <p>{t("test_lights_about")}</p>}
        {whole && (
          <Lamps
            spots={lit.value}
            onspot={(spot) => {
              lit.value = toggled(lit.value, spot);
            }}
          />
        )}
        {whole && (
          <p class={agrees ? "good" : "soft"} data-due={due.join(" ")}>
            {agrees ? `✓ ${t("lights_agree")}` : t("lights_due", names)}
          </p>
        )}
        <Actions label={t("report_lights")} ready={Boolean(whole)} />
      </form>
    </Dialog>
  );
}

export function WrongLightsDialog() {
  const page = useConsole();
  const { table, close_dialog } = page.state;
  const lit = useSignal<ReadonlySet<string>>(new Set(table.value?.round?.winning ?? []));
  return (
    <Dialog title={t("lights_wrong")} onclose={close_dialog} wide>
      <form
        class="stack"
        onSubmit={submit(
          page,
          () => give_order(page, "ReportLights", { lit: [...lit.value] }),
          true,
        )}
      >
        <p>{t("lights_about")}</p>
        <Lamps
          spots={lit.value}
          onspot={(spot) => {
            lit.value = toggled(lit.value, spot);
          }}
        />
        <Actions label={t("report_lights")} />
      </form>
    </Dialog>
  );
}

// An order with one required text: a reason, what was repaired, how an incident was resolved.
export function NoteDialog<Name extends keyof Orders>({
  order,
  field,
  label,
  fields,
  about = [],
}: {
  order: Name;
  field: string;
  label: string;
  fields?: Partial<Orders[Name]>;
  about?: string[]; // what the order is about, as it was when the dialog was opened
}) {
  const page = useConsole();
  const { close_dialog } = page.state;
  const note = useSignal("");
  const send = () =>
    give_order(page, order, { ...fields, [field]: note.value.trim() } as Orders[Name]);
  return (
    <Dialog title={in_language(order_words[order])} onclose={close_dialog}>
      <form class="stack" onSubmit={submit(page, send)}>
        {about.map((line) => (
          <p key={line} data-about>
            <b>{line}</b>
          </p>
        ))}
        <NoteField label={label} text={note} rows={3} required autofocus />
        <Actions label={in_language(order_words[order])} ready={note.value.trim() !== ""} />
      </form>
    </Dialog>
  );
}

// Asks before the last round is announced, which can't be taken back.
export function LastRoundDialog() {
  const page = useConsole();
  const { close_dialog } = page.state;
  return (
    <Dialog title={in_language(order_words.AnnounceLastRound)} onclose={close_dialog}>
      <form class="stack" onSubmit={submit(page, () => give_order(page, "AnnounceLastRound", {}))}>
        <p>{t("about_last_round")}</p>
        <Actions label={in_language(order_words.AnnounceLastRound)} />
      </form>
    </Dialog>
  );
}
