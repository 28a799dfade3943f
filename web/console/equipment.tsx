// SPDX-License-Identifier: MIT
// Dice and mixers, the opening inspection, and the table itself. What would be refused now is the
// server's word: such a button is disabled, and the reason stands below it.
import type { Mark, MixerKind, Orders, Reason } from "../generated/protocol";
import { reason_text } from "../shared/reasons";
import { marks, mixers as mixer_words, orders as order_words } from "../shared/terms";
import { in_language } from "../shared/words";
import { refused_now } from "./authority";
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
import { ManualEntryButton } from "./readers";
import { RepairDialog } from "./repair_dialog";
import { clause_words, t } from "./words";

function dice_set_text(set: NonNullable<MixerNow["dice_set"]>): string {
  const seal = set.seal ? [set.seal] : [];
  const installed = t("installed", time_of(set.installed_at));
  return [`${t("dice_set")} ${set.number}`, ...seal, installed].join(" · ");
}

// Why buttons of a card are disabled.
function Refused({ reasons }: { reasons: (Reason | null | undefined)[] }) {
  const all = [...new Set(reasons.filter(Boolean))];
  if (!all.length) return null;
  return (
    <p class="soft" data-refused={all.join(" ")}>
      {all.map((one) => reason_text(one!)).join(" ")}
    </p>
  );
}

function MixerCard({ kind, now, clauses }: { kind: MixerKind; now?: MixerNow; clauses: string[] }) {
  const page = useConsole();
  const { console_topic, open_dialog } = page.state;
  const { equipment, equipment_orders } = console_topic.value!;
  const used = equipment.mixer === kind;
  const due = now ? due_of(now) : null;
  const refused = equipment_orders.mixers.find((one) => one.mixer === kind);
  const dice_order = now?.dice_set ? "RemoveDice" : "InstallDice";
  // Of a mixer that can't be marked at all there is no button.
  const markable = !["no_such_mixer", "mixer_marked"].includes(refused?.MarkMixer ?? "");
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
            disabled={Boolean(refused?.RemoveDice)}
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
            disabled={Boolean(refused?.InstallDice)}
            onClick={() => open_dialog(() => <InstallDialog mixer={kind} />)}
          >
            {t("install")}
          </button>
        )}
        {!used && (
          <button
            data-order="UseMixer"
            disabled={Boolean(refused?.UseMixer)}
            onClick={() => void give_order(page, "UseMixer", { mixer: kind })}
          >
            {t("use")}
          </button>
        )}
        {markable && <MarkButtons kind={kind} refused={refused?.MarkMixer ?? null} />}
      </div>
      <Refused
        reasons={[
          refused?.[dice_order],
          used ? null : refused?.UseMixer,
          markable ? refused?.MarkMixer : null,
        ]}
      />
      {clauses.length > 0 && <p class="clause">{clause_words(clauses)}</p>}
    </section>
  );
}

// Takes a mixer out of use: covered, or with a sign on it.
function MarkButtons({ kind, refused }: { kind: MixerKind; refused: Reason | null }) {
  const page = useConsole();
  return (
    <>
      {(["covered", "signed"] as Mark[]).map((mark) => (
        <button
          key={mark}
          data-order="MarkMixer"
          data-mark={mark}
          disabled={refused !== null}
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
  const { console_topic, me } = page.state;
  const { equipment, equipment_orders, staff } = console_topic.value!;
  const holder = staff.find((one) => one.person === equipment.shaker_holder);
  if (!equipment.mixers.some((one) => one.mixer === "manual-shaker") && !holder) return null;
  const can = equipment_orders.shaker;
  const name_of = (person: number) => staff.find((one) => one.person === person)?.name ?? "";
  return (
    <section class="card" data-card="shaker">
      <p>{holder ? t("shaker_with", holder.name) : t("nobody_holds")}</p>
      {!equipment.shaker_holder && me.value && (
        <button
          data-order="HandOverShaker"
          data-action="take"
          onClick={() => void give_order(page, "HandOverShaker", { to: me.value!.id })}
        >
          {t("take_shaker")}
        </button>
      )}
      {holder && me.value?.id !== holder.person && (
        <p class="soft">{t("only_holder", holder.name)}</p>
      )}
      {holder && can && me.value?.id === holder.person && (
        <>
          <div class="buttons">
            {can.hand_to.map(({ person, refused }) => (
              <button
                key={person}
                data-order="HandOverShaker"
                disabled={refused !== null}
                onClick={() => void give_order(page, "HandOverShaker", { to: person })}
              >
                {t("hand_to", name_of(person))}
              </button>
            ))}
            <button
              data-order="HandOverShaker"
              data-action="put-back"
              disabled={can.put_back !== null}
              onClick={() => void give_order(page, "HandOverShaker", {})}
            >
              {t("put_back")}
            </button>
          </div>
          <Refused reasons={[can.put_back, ...can.hand_to.map((one) => one.refused)]} />
        </>
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
  const lights = refused_now(page.state.topics.value, "TestLights");
  const mixing = refused_now(page.state.topics.value, "TestMixer");
  const signing = refused_now(page.state.topics.value, "SignInspection");
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
        <button disabled={lights !== null} onClick={() => open_dialog(() => <LightsDialog />)}>
          {t("test_lights")}
        </button>
        {([true, false] as const).map((passed) => (
          <button
            key={passed}
            data-order="TestMixer"
            disabled={mixing !== null}
            onClick={() => void give_order(page, "TestMixer", { passed })}
          >
            {t(passed ? "mixer_ok" : "mixer_bad")}
          </button>
        ))}
        <button
          data-order="SignInspection"
          disabled={signing !== null}
          onClick={() => open_dialog(() => <SignDialog />)}
        >
          {t("sign")}
        </button>
      </div>
      <Refused reasons={[lights, mixing, signing]} />
      <p class="clause">{clause_words(wanted.clauses)}</p>
    </section>
  );
}

// The orders about the table that the server would take now. The others are not offered, or not
// yet: those stand disabled, with the reason.
function Service() {
  const page = useConsole();
  const { console_topic, open_dialog, topics } = page.state;
  const refused = (order: "CloseTable" | "ReturnToService") => refused_now(topics.value, order);
  const takes = (order: keyof Orders) => refused_now(topics.value, order) === null;
  return (
    <section class="card" data-card="service">
      <header>
        <h2>{t("service")}</h2>
        {console_topic.value!.equipment.repair_needed && (
          <span class="tag bad">{t("repair_needed")}</span>
        )}
      </header>
      <div class="buttons">
        {takes("AnnounceLastRound") && (
          <button
            data-order="AnnounceLastRound"
            onClick={() => open_dialog(() => <LastRoundDialog />)}
          >
            {in_language(order_words.AnnounceLastRound)}
          </button>
        )}
        {refused("CloseTable") !== "table_closed" && (
          <button
            data-order="CloseTable"
            disabled={!takes("CloseTable")}
            onClick={() => confirm(page, "CloseTable", {}, () => [t("about_close_now")])}
          >
            {in_language(order_words.CloseTable)}
          </button>
        )}
        {refused("CloseTable") === "table_closed" && <OpenTableButton />}
        {takes("CoverDice") && (
          <button data-order="CoverDice" onClick={() => void give_order(page, "CoverDice", {})}>
            {t("cover_dice")}
          </button>
        )}
        <ServiceButtons />
      </div>
      <Refused
        reasons={[
          refused("CloseTable") === "table_closed"
            ? refused_now(topics.value, "OpenTable")
            : refused("CloseTable"),
          refused("ReturnToService") === "in_service" ? null : refused("ReturnToService"),
        ]}
      />
    </section>
  );
}

function OpenTableButton() {
  const page = useConsole();
  return (
    <button
      data-order="OpenTable"
      disabled={refused_now(page.state.topics.value, "OpenTable") !== null}
      onClick={() => void give_order(page, "OpenTable", {})}
    >
      {in_language(order_words.OpenTable)}
    </button>
  );
}

function ServiceButtons() {
  const page = useConsole();
  const { open_dialog, topics } = page.state;
  const back = refused_now(topics.value, "ReturnToService");
  const ask_reason = () =>
    open_dialog(() => <NoteDialog order="TakeOutOfService" field="reason" label={t("reason")} />);
  return (
    <>
      {refused_now(topics.value, "RecordRepair") === null && (
        <button data-order="RecordRepair" onClick={() => open_dialog(() => <RepairDialog />)}>
          {in_language(order_words.RecordRepair)}
        </button>
      )}
      {back !== "in_service" && (
        <button
          data-order="ReturnToService"
          disabled={back !== null}
          onClick={() => void give_order(page, "ReturnToService", {})}
        >
          {in_language(order_words.ReturnToService)}
        </button>
      )}
      <ManualEntryButton />
      {refused_now(topics.value, "TakeOutOfService") === null && (
        <button class="danger" data-order="TakeOutOfService" onClick={ask_reason}>
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
