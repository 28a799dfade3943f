// SPDX-License-Identifier: MIT
// Dice and mixers, the opening inspection, and the table itself.
import type { Mark, MixerKind } from "../generated/protocol";
import { marks, mixers as mixer_words, orders as order_words } from "../shared/terms";
import { in_language } from "../shared/words";
import { confirm } from "./confirm";
import { useConsole } from "./context";
import { Due, due_of, type MixerNow } from "./dice_life";
import {
  InstallDialog,
  LastRoundDialog,
  LightsDialog,
  NoteDialog,
  SignDialog,
} from "./equipment_dialogs";
import { required_inspection } from "./inspection";
import { give_order } from "./orders";
import { time_of } from "./time";
import { clause_words, t } from "./words";

function dice_set_text(set: NonNullable<MixerNow["dice_set"]>): string {
  const seal = set.seal ? [set.seal] : [];
  const installed = t("installed", time_of(set.installed_at));
  return [`${t("dice_set")} ${set.number}`, ...seal, installed].join(" · ");
}

function MixerCard({ kind, now, clauses }: { kind: MixerKind; now?: MixerNow; clauses: string[] }) {
  const page = useConsole();
  const { console_topic, rules, open_dialog } = page.state;
  const { equipment } = console_topic.value!;
  const used = equipment.mixer === kind;
  const due = now ? due_of(now) : null;
  const marked = rules.value?.irregularities.some((one) => one.cause === "mixer-unusable");
  return (
    <section class="card" data-mixer={kind}>
      <header>
        <h2>{in_language(mixer_words[kind])}</h2>
        {used && <span class="tag good">{t("this_in_use")}</span>}
        {now?.mark && <span class="tag bad">{in_language(marks[now.mark])}</span>}
        {now?.unusable && <span class="tag bad">{t("out_of_use")}</span>}
      </header>
      <p class="soft">{now?.dice_set ? dice_set_text(now.dice_set) : t("no_dice_in")}</p>
      {due !== null && <Due at={due} />}
      <div class="buttons">
        {now?.dice_set ? (
          <button
            data-order="RemoveDice"
            onClick={() =>
              confirm(page, "RemoveDice", { mixer: kind }, () => [
                `${t("dice_set")} ${now.dice_set!.number}`,
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
          <button
            data-order="UseMixer"
            onClick={() => void give_order(page, "UseMixer", { mixer: kind })}
          >
            {t("use")}
          </button>
        )}
        {marked && !now?.mark && <MarkButtons kind={kind} />}
      </div>
      {clauses.length > 0 && <p class="clause">{clause_words(clauses)}</p>}
    </section>
  );
}

// Takes a mixer out of use: covered, or with a sign on it.
function MarkButtons({ kind }: { kind: MixerKind }) {
  const page = useConsole();
  return (
    <>
      {(["covered", "signed"] as Mark[]).map((mark) => (
        <button
          key={mark}
          data-order="MarkMixer"
          data-mark={mark}
          onClick={() =>
            confirm(
              page,
              "MarkMixer",
              { mixer: kind, mark },
              () => [in_language(mixer_words[kind]), t("about_mark")],
              t("mark", in_language(marks[mark])),
            )
          }
        >
          {t("mark", in_language(marks[mark]))}
        </button>
      ))}
    </>
  );
}

function Shaker() {
  const page = useConsole();
  const { console_topic, me, round_in_play } = page.state;
  const { equipment, staff } = console_topic.value!;
  const holder = staff.find((one) => one.person === equipment.shaker_holder);
  if (!equipment.mixers.some((one) => one.mixer === "manual-shaker") && !holder) return null;
  return (
    <section class="card" data-card="shaker">
      <p>{holder ? t("shaker_with", holder.name) : t("nobody_holds")}</p>
      {holder && me.value?.id !== holder.person && (
        <p class="soft">{t("only_holder", holder.name)}</p>
      )}
      {holder && me.value?.id === holder.person && (
        <div class="buttons">
          {staff
            .filter((one) => one.person !== holder.person)
            .map((one) => (
              <button
                key={one.person}
                data-order="HandOverShaker"
                onClick={() => void give_order(page, "HandOverShaker", { to: one.person })}
              >
                {t("hand_to", one.name)}
              </button>
            ))}
          <button
            data-order="HandOverShaker"
            disabled={round_in_play.value !== undefined}
            onClick={() => void give_order(page, "HandOverShaker", {})}
          >
            {t("put_back")}
          </button>
        </div>
      )}
    </section>
  );
}

function InspectionCard() {
  const page = useConsole();
  const { console_topic, open_dialog } = page.state;
  const wanted = required_inspection(page);
  if (!wanted) return null;
  const { inspection: done, mixer } = console_topic.value!.equipment;
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
        <button onClick={() => void give_order(page, "TestMixer", { passed: true })}>
          {t("mixer_ok")}
        </button>
        <button onClick={() => void give_order(page, "TestMixer", { passed: false })}>
          {t("mixer_bad")}
        </button>
        <button onClick={() => open_dialog(() => <SignDialog />)}>{t("sign")}</button>
      </div>
      <p class="clause">{clause_words(wanted.clauses)}</p>
    </section>
  );
}

function Service() {
  const page = useConsole();
  const { table, console_topic, open_dialog } = page.state;
  const { status, round } = table.value!;
  const open = status.phase !== "closed";
  const out = status.out_of_service !== null;
  return (
    <section class="card">
      <header>
        <h2>{t("service")}</h2>
        {console_topic.value!.equipment.repair_needed && (
          <span class="tag bad">{t("repair_needed")}</span>
        )}
      </header>
      <div class="buttons">
        {open && !status.last_round && (
          <button
            data-order="AnnounceLastRound"
            onClick={() => open_dialog(() => <LastRoundDialog />)}
          >
            {in_language(order_words.AnnounceLastRound)}
          </button>
        )}
        {open ? (
          <button
            data-order="CloseTable"
            onClick={() => confirm(page, "CloseTable", {}, () => [t("about_close_now")])}
          >
            {in_language(order_words.CloseTable)}
          </button>
        ) : (
          <button data-order="OpenTable" onClick={() => void give_order(page, "OpenTable", {})}>
            {in_language(order_words.OpenTable)}
          </button>
        )}
        {status.phase === "playing" && round && !round.covered && (
          <button data-order="CoverDice" onClick={() => void give_order(page, "CoverDice", {})}>
            {t("cover_dice")}
          </button>
        )}
        <ServiceButtons out={out} />
      </div>
    </section>
  );
}

function ServiceButtons({ out }: { out: boolean }) {
  const page = useConsole();
  const { open_dialog } = page.state;
  return (
    <>
      {out && (
        <button
          data-order="RecordRepair"
          onClick={() =>
            open_dialog(() => (
              <NoteDialog order="RecordRepair" field="what" label={t("what_repaired")} />
            ))
          }
        >
          {in_language(order_words.RecordRepair)}
        </button>
      )}
      {out ? (
        <button
          data-order="ReturnToService"
          onClick={() => void give_order(page, "ReturnToService", {})}
        >
          {in_language(order_words.ReturnToService)}
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
    </>
  );
}

export function Equipment() {
  const { console_topic, rules } = useConsole().state;
  const { equipment } = console_topic.value!;
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
