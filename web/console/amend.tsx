// Rounds: the last ones, and their correction.
import { signal, useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { Cause, RoundEnd } from "../generated/protocol";
import { Die } from "../shared/dice";
import { Dialog } from "../shared/parts";
import { total_of } from "../shared/rules";
import { causes as cause_words, round_ends } from "../shared/terms";
import { say } from "../shared/words";
import { Actions, submit } from "./equipment_dialogs";
import { perform } from "./orders";
import { PadIn } from "./pad";
import { client, name_of_place, number, open_dialog, places, rules, shut_dialog, table } from "./state";
import { t } from "./words";

interface Past { round: number; roll: number[] | null; ended: RoundEnd; void_for: Cause | null; manual: boolean }
const past = signal<Past[]>([]);

// Asked anew whenever a round has ended or was amended; results change with both.
export function use_past(): Past[] {
  const results = JSON.stringify(table.value?.results);
  useEffect(() => {
    client.ask("rounds", { table: number, most: 30 }).then((answer) => { past.value = (answer.rounds ?? []) as Past[]; }).catch(() => {});
  }, [results]);
  return past.value;
}

const in_play = (): Past | null => {
  const round = table.value?.round;
  const phase = table.value?.status.phase;
  if (!round || (phase !== "playing" && phase !== "held")) return null;
  return { round: round.number, roll: round.roll, ended: "none", void_for: null, manual: round.manual };
};

// While bets are open there is nothing here to read a pattern from.
function Told({ one }: { one: Past }) {
  const roll = table.value?.round?.betting ? null : one.roll;
  return (
    <>
      <span class="mini-dice">{roll?.map((face, i) => <Die key={i} face={face} size={24} />)}</span>
      <span>{roll && one.ended !== "void" ? total_of(roll) : ""}</span>
      <span class={`tag ${one.ended === "void" ? "bad" : ""}`}>
        {one.ended === "none" ? t("in_play") : one.ended === "void" && one.void_for ? `${say(round_ends.void)}: ${say(cause_words[one.void_for])}` : say(round_ends[one.ended])}
      </span>
      {one.manual && <span class="tag">{t("by_hand_short")}</span>}
    </>
  );
}

export function Rounds() {
  const all = use_past();
  const now = in_play();
  const shown = table.value?.round?.betting ? [] : all;
  return (
    <div class="stack">
      <button data-action="amend" onClick={() => open_dialog(() => <AmendDialog cause="wrong-result" />)}>{t("correct_rounds")}</button>
      {!shown.length && !now && <p class="soft">{t("no_rounds")}</p>}
      {[...(now ? [now] : []), ...shown].map((one) => (
        <div key={one.round} class="round-row" data-round={one.round}>
          <b>{one.round}</b><Told one={one} />
        </div>
      ))}
    </div>
  );
}

// For a cause; for a round and whoever's bets, where it is known which.
export function AmendDialog({ cause: first, round, stay: whose = 0 }: { cause: Cause; round?: number; stay?: number }) {
  const all = use_past();
  const now = in_play();
  const chosen = useSignal<number[]>(round ? [round] : []);
  const void_them = useSignal(first !== "wrong-result");
  const dice = useSignal<number[]>([]);
  const cause = useSignal<Cause>(first);
  const stay = useSignal(whose);
  const reason = useSignal("");
  const causes = [...new Set([...(rules.value?.irregularities.map((one) => one.cause) ?? []), "not-covered" as Cause])]
    .filter((one) => !one.startsWith("interrupted"));
  const roll = dice.value as [number, number, number];
  const ready = chosen.value.length > 0 && reason.value.trim() !== "" && (void_them.value || dice.value.length === 3);
  const send = () => perform("AmendRounds", {
    amendments: chosen.value.map((round) => (void_them.value ? { round, stay: stay.value || null } : { round, roll })),
    cause: cause.value, reason: reason.value.trim(),
  });
  const toggle = (round: number) => {
    const has = chosen.value.includes(round);
    // Other dice are of one round; void may be as many as the same dice were used for.
    chosen.value = has ? chosen.value.filter((one) => one !== round) : void_them.value ? [...chosen.value, round] : [round];
  };
  return (
    <Dialog title={t("amend_title")} onclose={shut_dialog} wide>
      <form class="stack amend" onSubmit={submit(send)}>
        <fieldset><legend>{t("become")}</legend>
          <div class="choices">
            <button type="button" data-become="dice" aria-pressed={!void_them.value} onClick={() => { void_them.value = false; chosen.value = chosen.value.slice(0, 1); }}>{t("become_dice")}</button>
            <button type="button" data-become="void" aria-pressed={void_them.value} onClick={() => { void_them.value = true; }}>{t("become_void")}</button>
          </div>
          {!void_them.value && <PadIn dice={dice} />}
        </fieldset>
        <fieldset><legend>{t("which_rounds")}</legend>
          <div class="pick">
            {[...(now ? [now] : []), ...all].map((one) => (
              <button type="button" key={one.round} class="round-row" data-round={one.round} aria-pressed={chosen.value.includes(one.round)} onClick={() => toggle(one.round)}>
                <b>{one.round}</b><Told one={one} />
              </button>
            ))}
          </div>
        </fieldset>
        <div class="two">
          <label>{t("cause")}<select name="cause" value={cause.value} onChange={(e) => { cause.value = e.currentTarget.value as Cause; }}>
            {causes.map((one) => <option key={one} value={one}>{say(cause_words[one])}</option>)}</select></label>
          {void_them.value && <label>{t("whose")}<select name="stay" value={stay.value} onChange={(e) => { stay.value = Number(e.currentTarget.value); }}>
            <option value={0}>{t("everybody")}</option>
            {places.value?.places.filter((one) => one.stay).map((one) => (
              <option key={one.stay} value={one.stay}>{name_of_place(one)}</option>
            ))}</select></label>}
        </div>
        <label>{t("note_needed")}<input name="note" maxLength={400} required value={reason.value} onInput={(e) => { reason.value = e.currentTarget.value; }} /></label>
        <Actions label={t("confirm")} danger ready={ready} />
      </form>
    </Dialog>
  );
}
