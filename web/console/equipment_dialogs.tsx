// What must be said before dice go in, lights are tested, an inspection is signed; and orders that need a note.
import { useSignal } from "@preact/signals";
import type { MixerKind, Orders } from "../generated/protocol";
import { Dialog } from "../shared/parts";
import { Felt } from "../shared/felt";
import { orders as order_words, mixers as mixer_words } from "../shared/terms";
import { say } from "../shared/words";
import { lights_of } from "./lights";
import { perform } from "./orders";
import { PadIn } from "./pad";
import { client, desk, layout, shut_dialog, table } from "./state";
import { t } from "./words";

export function Actions({ label, ready = true, danger = false }: { label: string; ready?: boolean; danger?: boolean }) {
  return (
    <div class="actions">
      <button type="button" onClick={shut_dialog} data-action="cancel">{t("cancel")}</button>
      <button class={danger ? "danger" : "main"} disabled={!ready} data-action="confirm">{label}</button>
    </div>
  );
}

// Sends and closes, unless the order has led to another dialog.
export const submit = (run: () => void) => (event: Event) => {
  event.preventDefault();
  shut_dialog();
  run();
};

// A number that was never used: sets are numbered by whoever keeps them, and seconds only grow.
const fresh_number = (): number => Math.floor(client.now() / 1000) % 1_000_000_000;

export function InstallDialog({ mixer }: { mixer: MixerKind }) {
  const dice = useSignal(String(fresh_number()));
  const seal = useSignal("");
  return (
    <Dialog title={`${say(order_words.InstallDice)}: ${say(mixer_words[mixer])}`} onclose={shut_dialog}>
      <form class="stack" onSubmit={submit(() => void perform("InstallDice", { dice: Number(dice.value), mixer, seal: seal.value.trim() }))}>
        <label>{t("dice_set")}<input name="dice" inputMode="numeric" pattern="[0-9]{1,9}" required value={dice.value} onInput={(e) => { dice.value = e.currentTarget.value; }} /></label>
        <label>{t("seal")}<input name="seal" value={seal.value} onInput={(e) => { seal.value = e.currentTarget.value; }} /></label>
        <Actions label={say(order_words.InstallDice)} />
      </form>
    </Dialog>
  );
}

export function SignDialog() {
  const seal = useSignal("");
  const { equipment } = desk.value!;
  const sealed = equipment.mixers.find((one) => one.mixer === equipment.mixer)?.dice?.seal;
  return (
    <Dialog title={say(order_words.SignInspection)} onclose={shut_dialog}>
      <form class="stack" onSubmit={submit(() => void perform("SignInspection", { seal: seal.value.trim() }))}>
        <p>{equipment.inspection.failed ? t("inspection_failed_note") : t("about_sign")}</p>
        {sealed && <label>{t("seal")}<input name="seal" value={seal.value} onInput={(e) => { seal.value = e.currentTarget.value; }} /></label>}
        <Actions label={say(order_words.SignInspection)} />
      </form>
    </Dialog>
  );
}

// What is lit is said by whoever looks at the table: the picture begins as it should be, and is made to look alike.
function Lamps({ spots, onspot }: { spots: ReadonlySet<string>; onspot: (spot: string) => void }) {
  return <div class="lamps">{layout.value && <Felt layout={layout.value} winning={spots} live onspot={onspot} />}</div>;
}

const toggled = (spots: ReadonlySet<string>, spot: string): Set<string> => {
  const after = new Set(spots);
  if (!after.delete(spot)) after.add(spot);
  return after;
};

export function LightsDialog() {
  const dice = useSignal<number[]>([]);
  const changed = useSignal<ReadonlySet<string>>(new Set());
  const whole = dice.value.length === 3 && layout.value;
  const due = whole ? lights_of(layout.value!, dice.value) : [];
  const lit = new Set(due);
  for (const spot of changed.value) if (!lit.delete(spot)) lit.add(spot);
  const send = () => void perform("TestLights", { roll: dice.value as [number, number, number], lit: [...lit] });
  return (
    <Dialog title={say(order_words.TestLights)} onclose={shut_dialog} wide>
      <form class="stack" onSubmit={submit(send)}>
        <p>{t("test_dice")}</p>
        <PadIn dice={dice} />
        {whole && <p>{t("lights_about")}</p>}
        {whole && <Lamps spots={lit} onspot={(spot) => { changed.value = toggled(changed.value, spot); }} />}
        <Actions label={t("report_lights")} ready={Boolean(whole)} />
      </form>
    </Dialog>
  );
}

export function WrongLightsDialog() {
  const lit = useSignal<ReadonlySet<string>>(new Set(table.value?.round?.winning ?? []));
  return (
    <Dialog title={t("lights_wrong")} onclose={shut_dialog} wide>
      <form class="stack" onSubmit={submit(() => void perform("ReportLights", { lit: [...lit.value] }))}>
        <p>{t("lights_about")}</p>
        <Lamps spots={lit.value} onspot={(spot) => { lit.value = toggled(lit.value, spot); }} />
        <Actions label={t("report_lights")} />
      </form>
    </Dialog>
  );
}

// An order with one text that must be there: a reason, what was repaired, how something was resolved.
export function NoteDialog<Name extends keyof Orders>({ order, field, label, fields }: { order: Name; field: string; label: string; fields?: Partial<Orders[Name]> }) {
  const note = useSignal("");
  const send = () => void perform(order, { ...fields, [field]: note.value.trim() } as Orders[Name]);
  return (
    <Dialog title={say(order_words[order])} onclose={shut_dialog}>
      <form class="stack" onSubmit={submit(send)}>
        <label>{label}<textarea name="note" rows={3} maxLength={400} required autofocus value={note.value} onInput={(e) => { note.value = e.currentTarget.value; }} /></label>
        <Actions label={say(order_words[order])} ready={note.value.trim() !== ""} />
      </form>
    </Dialog>
  );
}
