// Dice and mixers, the opening inspection, and the table itself.
import { computed } from "@preact/signals";
import type { ConsoleTopic, Mark, MixerKind } from "../generated/protocol";
import { tick } from "../shared/parts";
import { orders as order_words, marks, mixers as mixer_words } from "../shared/terms";
import { say } from "../shared/words";
import { confirm } from "./confirm";
import {
  InstallDialog,
  LastRoundDialog,
  LightsDialog,
  NoteDialog,
  SignDialog,
} from "./equipment_dialogs";
import { inspection_wanted } from "./next";
import { perform } from "./orders";
import { client, desk, me, open_dialog, round_in_play, rules, tab, table } from "./state";
import { clause_words, t } from "./words";

export function time_of(at: number): string {
  const date = new Date(at);
  const two = (n: number) => String(n).padStart(2, "0");
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())} ${two(date.getHours())}:${two(date.getMinutes())}`;
}

type MixerNow = ConsoleTopic["equipment"]["mixers"][number];

// The same day and time so many months later, in UTC; the last of the month where it has no such day.
function months_later(at: number, months: number): number {
  const date = new Date(at);
  const day = date.getUTCDate();
  date.setUTCMonth(date.getUTCMonth() + months);
  if (date.getUTCDate() !== day) date.setUTCDate(0);
  return date.getTime();
}

// Until when the document lets these dice be used; null where it says nothing of their age.
const hour = 3_600_000;
interface Life {
  dice_life_hours?: number;
  dice_life_months?: number;
}
const life_in = (mixer: MixerKind | undefined) =>
  rules.value?.equipment.mixers.find((one) => one.kind === mixer) as Life | undefined;
function due_of(now: MixerNow): number | null {
  const life = life_in(now.mixer);
  if (!now.dice || !life) return null;
  if (life.dice_life_hours) return now.dice.installed_at + life.dice_life_hours * hour;
  return life.dice_life_months ? months_later(now.dice.installed_at, life.dice_life_months) : null;
}

function Due({ at }: { at: number }) {
  void tick.value;
  const left = at - client.now();
  const tone = left < 0 ? "bad" : left < hour ? "warn" : "";
  return (
    <p>
      <span class={`tag ${tone}`} data-due-at={at}>
        {left < 0 ? t("dice_over", time_of(at)) : t("dice_due", time_of(at))}
      </span>
    </p>
  );
}

// Of the dice in use, from an hour before: dice that are too old are not shaken any more.
const due_soon = computed(() => {
  const { mixer, mixers } = desk.value?.equipment ?? { mixer: undefined, mixers: [] };
  const used = mixers.find((one) => one.mixer === mixer);
  const at = used ? due_of(used) : null;
  void tick.value;
  return at !== null && at - client.now() < hour ? at : null;
});
export const dice_are_due = computed(() => due_soon.value !== null);

export function DiceDue() {
  const at = due_soon.value;
  void tick.value;
  if (at === null) return null;
  const left = Math.floor((at - client.now()) / 60_000);
  const { duties } = (rules.value?.equipment ?? {}) as { duties?: Record<string, string[]> };
  const clauses =
    duties?.[
      life_in(desk.value?.equipment.mixer)?.dice_life_hours ? "dice-life-hours" : "dice-life-months"
    ] ?? [];
  return (
    <div class="row-card warn" role="status" data-dice-due>
      <span>
        <b>{left < 0 ? t("dice_are_over") : t("dice_are_due", left)}</b>{" "}
        <span class="soft">{clause_words(clauses)}</span>
      </span>
      <button
        data-action="to-equipment"
        onClick={() => {
          tab.value = "equipment";
        }}
      >
        {t("equipment")}
      </button>
    </div>
  );
}

function MixerCard({ kind, now, clauses }: { kind: MixerKind; now?: MixerNow; clauses: string[] }) {
  const { equipment } = desk.value!;
  const used = equipment.mixer === kind;
  const due = now ? due_of(now) : null;
  const marked = rules.value?.irregularities.some((one) => one.cause === "mixer-unusable");
  return (
    <section class="card" data-mixer={kind}>
      <header>
        <h2>{say(mixer_words[kind])}</h2>
        {used && <span class="tag good">{t("this_in_use")}</span>}
        {now?.mark && <span class="tag bad">{say(marks[now.mark])}</span>}
        {now?.unusable && <span class="tag bad">{t("out_of_use")}</span>}
      </header>
      <p class="soft">
        {now?.dice
          ? `${t("dice_set")} ${now.dice.dice}${now.dice.seal ? ` · ${now.dice.seal}` : ""} · ${t("installed", time_of(now.dice.installed_at))}`
          : t("no_dice_in")}
      </p>
      {due !== null && <Due at={due} />}
      <div class="buttons">
        {now?.dice ? (
          <button
            data-order="RemoveDice"
            onClick={() =>
              confirm("RemoveDice", { mixer: kind }, () => [
                `${t("dice_set")} ${now.dice!.dice}`,
                t("about_remove"),
              ])
            }
          >
            {t("remove")}
          </button>
        ) : (
          <button
            data-order="InstallDice"
            onClick={() => open_dialog(() => <InstallDialog mixer={kind} />)}
          >
            {t("install")}
          </button>
        )}
        {!used && (
          <button data-order="UseMixer" onClick={() => void perform("UseMixer", { mixer: kind })}>
            {t("use")}
          </button>
        )}
        {marked &&
          !now?.mark &&
          (["covered", "signed"] as Mark[]).map((mark) => (
            <button
              key={mark}
              data-order="MarkMixer"
              data-mark={mark}
              onClick={() =>
                confirm(
                  "MarkMixer",
                  { mixer: kind, mark },
                  () => [say(mixer_words[kind]), t("about_mark")],
                  t("mark", say(marks[mark])),
                )
              }
            >
              {t("mark", say(marks[mark]))}
            </button>
          ))}
      </div>
      {clauses.length > 0 && <p class="clause">{clause_words(clauses)}</p>}
    </section>
  );
}

function Shaker() {
  const { equipment, staff } = desk.value!;
  const holder = staff.find((one) => one.person === equipment.shaker_holder);
  if (!equipment.mixers.some((one) => one.mixer === "manual-shaker") && !holder) return null;
  return (
    <section class="card" data-card="shaker">
      <p>{holder ? t("shaker_with", holder.name) : t("nobody_holds")}</p>
      {holder && me.value?.as !== holder.person && (
        <p class="soft">{t("only_holder", holder.name)}</p>
      )}
      {holder && me.value?.as === holder.person && (
        <div class="buttons">
          {staff
            .filter((one) => one.person !== holder.person)
            .map((one) => (
              <button
                key={one.person}
                data-order="HandOverShaker"
                onClick={() => void perform("HandOverShaker", { to: one.person })}
              >
                {t("hand_to", one.name)}
              </button>
            ))}
          <button
            data-order="HandOverShaker"
            disabled={round_in_play.value !== undefined}
            onClick={() => void perform("HandOverShaker", {})}
          >
            {t("put_back")}
          </button>
        </div>
      )}
    </section>
  );
}

function InspectionCard() {
  const wanted = inspection_wanted.value;
  if (!wanted) return null;
  const { inspection: done, mixer } = desk.value!.equipment;
  return (
    <section class="card" data-card="inspection">
      <header>
        <h2>{t("inspection")}</h2>
        <span class={`tag ${done.signed ? "good" : "warn"}`}>
          {done.signed ? t("signed") : t("not_signed")}
        </span>
      </header>
      <p class="soft">
        {t("lights_passed", done.lights_passed, wanted.light_tests)}
        {mixer === "automated-shaker" &&
          ` · ${t("mixer_passed", done.mixer_passed, wanted.mixer_tests)}`}
        {done.failed > 0 && ` · ${t("tests_failed", done.failed)}`}
      </p>
      <div class="buttons">
        <button onClick={() => open_dialog(() => <LightsDialog />)}>{t("test_lights")}</button>
        <button onClick={() => void perform("TestMixer", { passed: true })}>{t("mixer_ok")}</button>
        <button onClick={() => void perform("TestMixer", { passed: false })}>
          {t("mixer_bad")}
        </button>
        <button onClick={() => open_dialog(() => <SignDialog />)}>{t("sign")}</button>
      </div>
      <p class="clause">{clause_words(wanted.clauses)}</p>
    </section>
  );
}

function Service() {
  const { status, round } = table.value!;
  const open = status.phase !== "closed";
  const out = status.out_of_service !== null;
  return (
    <section class="card">
      <header>
        <h2>{t("service")}</h2>
        {desk.value!.equipment.repair_needed && <span class="tag bad">{t("repair_needed")}</span>}
      </header>
      <div class="buttons">
        {open && !status.last_round && (
          <button
            data-order="AnnounceLastRound"
            onClick={() => open_dialog(() => <LastRoundDialog />)}
          >
            {say(order_words.AnnounceLastRound)}
          </button>
        )}
        {open ? (
          <button
            data-order="CloseTable"
            onClick={() => confirm("CloseTable", {}, () => [t("about_close_now")])}
          >
            {say(order_words.CloseTable)}
          </button>
        ) : (
          <button data-order="OpenTable" onClick={() => void perform("OpenTable", {})}>
            {say(order_words.OpenTable)}
          </button>
        )}
        {status.phase === "playing" && round && !round.covered && (
          <button data-order="CoverDice" onClick={() => void perform("CoverDice", {})}>
            {t("cover_dice")}
          </button>
        )}
        {out && (
          <button
            data-order="RecordRepair"
            onClick={() =>
              open_dialog(() => (
                <NoteDialog order="RecordRepair" field="what" label={t("what_repaired")} />
              ))
            }
          >
            {say(order_words.RecordRepair)}
          </button>
        )}
        {out ? (
          <button data-order="ReturnToService" onClick={() => void perform("ReturnToService", {})}>
            {say(order_words.ReturnToService)}
          </button>
        ) : (
          <button
            class="danger"
            data-order="TakeOutOfService"
            onClick={() =>
              open_dialog(() => (
                <NoteDialog order="TakeOutOfService" field="reason" label={t("reason")} />
              ))
            }
          >
            {t("take_out")}
          </button>
        )}
      </div>
    </section>
  );
}

export function Equipment() {
  const { equipment } = desk.value!;
  return (
    <div class="stack">
      <Service />
      {rules.value?.equipment.mixers.map((one) => (
        <MixerCard
          key={one.kind}
          kind={one.kind as MixerKind}
          now={equipment.mixers.find((m) => m.mixer === one.kind)}
          clauses={one.clauses}
        />
      ))}
      <Shaker />
      <InspectionCard />
    </div>
  );
}
