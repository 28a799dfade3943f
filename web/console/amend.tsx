// Rounds: the last ones and those before, and their correction.
import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import type { Cause, Role, RoundEnd } from "../generated/protocol";
import { Die } from "../shared/dice";
import { Dialog } from "../shared/parts";
import { total_of, type Irregularity } from "../shared/rules";
import { causes as cause_words, roles, round_ends } from "../shared/terms";
import { say } from "../shared/words";
import { time_of } from "./equipment";
import { Actions, submit } from "./equipment_dialogs";
import { perform } from "./orders";
import { PadIn } from "./pad";
import {
  client,
  desk,
  name_of_place,
  number,
  open_dialog,
  places,
  rules,
  shut_dialog,
  table,
} from "./state";
import { clause_words, t } from "./words";

interface Past {
  round: number;
  roll: number[] | null;
  ended: RoundEnd;
  void_for: Cause | null;
  manual: boolean;
  dice?: number;
  at?: number;
}
const first_page = 30;
const next_page = 100; // the server gives no more at once
const most_amended = 1000; // in one order

async function ask_page(before: number): Promise<Past[]> {
  const answer = await client.ask("rounds", {
    table: number,
    ...(before ? { most: next_page, before } : { most: first_page }),
  });
  return (answer.rounds ?? []) as Past[];
}

// The last rounds, newest first. Asked anew whenever a round has ended or was amended, which two people do: results
// change with the one, what waits for a second person with the other. One question after the other, so that none
// overtakes another.
function use_past() {
  const rounds = useSignal<Past[]>([]);
  const whole = useSignal(false); // there are none before
  const turn = useRef(Promise.resolve());
  const load = async (from: Past[], until: (found: Past[]) => boolean) => {
    let found = from;
    do {
      const before = found.at(-1)?.round ?? 0;
      const page = await ask_page(before);
      found = [...found, ...page];
      whole.value = page.length < (before ? next_page : first_page);
    } while (!whole.value && !until(found));
    rounds.value = found;
    return found;
  };
  const in_turn = (run: () => Promise<unknown>) =>
    (turn.current = turn.current.then(run).then(
      () => {},
      () => {},
    ));
  const changed = JSON.stringify([
    table.value?.results,
    desk.value?.pending.map((one) => one.digest),
  ]);
  useEffect(() => {
    const oldest = rounds.value.at(-1)?.round ?? Infinity;
    void in_turn(() => load([], (found) => found.at(-1)!.round <= oldest));
  }, [changed]);
  // Further back until it is enough: a page at least.
  const earlier = (until: (found: Past[]) => boolean = () => true) =>
    in_turn(async () => {
      if (!whole.value) await load(rounds.value, until);
    });
  return { rounds: rounds.value, now: () => rounds.value, whole: whole.value, earlier };
}

const in_play = (): Past | null => {
  const round = table.value?.round;
  const phase = table.value?.status.phase;
  if (!round || (phase !== "playing" && phase !== "held")) return null;
  const dice = desk.value?.equipment.mixers.find((one) => one.mixer === round.mixer)?.dice?.dice;
  return {
    round: round.number,
    roll: round.roll,
    ended: "none",
    void_for: null,
    manual: round.manual,
    ...(dice ? { dice } : {}),
  };
};

// Of today the time is enough.
function when(at: number): string {
  const [day, time] = time_of(at).split(" ");
  return day === time_of(client.now()).split(" ")[0] ? time! : `${day} ${time}`;
}

function Told({ one, roll }: { one: Past; roll: number[] | null }) {
  const about = [one.dice ? `${t("dice_set")} ${one.dice}` : "", one.at ? when(one.at) : ""]
    .filter(Boolean)
    .join(" · ");
  return (
    <>
      <span class="mini-dice">
        {roll?.map((face, i) => (
          <Die key={i} face={face} size={24} />
        ))}
      </span>
      <span class="mini-sum">{roll && one.ended !== "void" ? total_of(roll) : ""}</span>
      <span class="round-about">
        <span class={`tag ${one.ended === "void" ? "bad" : ""}`}>
          {one.ended === "none"
            ? t("in_play")
            : one.ended === "void" && one.void_for
              ? `${say(round_ends.void)}: ${say(cause_words[one.void_for])}`
              : say(round_ends[one.ended])}
        </span>
        {one.manual && <span class="tag">{t("by_hand_short")}</span>}
        {about && <small>{about}</small>}
      </span>
    </>
  );
}

export function Rounds() {
  const { rounds, whole, earlier } = use_past();
  const now = in_play();
  const betting = Boolean(table.value?.round?.betting);
  const shown = betting ? [] : rounds; // while bets are open there is nothing here to read a pattern from
  return (
    <div class="stack">
      <button
        data-action="amend"
        onClick={() => open_dialog(() => <AmendDialog cause="wrong-result" />)}
      >
        {t("correct_rounds")}
      </button>
      {!shown.length && !now && <p class="soft">{t("no_rounds")}</p>}
      {[...(now ? [now] : []), ...shown].map((one) => (
        <div key={one.round} class="round-row" data-round={one.round}>
          <b>{one.round}</b>
          <Told one={one} roll={betting ? null : one.roll} />
        </div>
      ))}
      {shown.length > 0 && !whole && (
        <button data-action="earlier" onClick={() => void earlier()}>
          {t("earlier_rounds")}
        </button>
      )}
    </div>
  );
}

const rule_for = (cause: Cause): Irregularity | undefined =>
  rules.value?.irregularities.find((one) => one.cause === cause);

interface Meant {
  cause: Cause;
  rounds: number[];
  dice: boolean;
  stay: number;
}
interface Ruled {
  pair: [Role, Role];
  clauses: string[];
}
// Whoever must agree, as docs/authority.md has it, and the clauses it stands on. The server decides.
function ruled(meant: Meant): Ruled {
  const pair_of = (rule: Irregularity): [Role, Role] => [
    rule.decides,
    rule.with ?? (rule.decides === "dealer" || rule.decides === "system" ? "supervisor" : "dealer"),
  ];
  const wrong = rule_for("wrong-result");
  if (meant.dice)
    return {
      pair: wrong ? pair_of(wrong) : ["dealer", "supervisor"],
      clauses: wrong?.clauses ?? [],
    };
  const rule = rule_for(meant.cause);
  const uncovered = rule_for("not-covered");
  const by_decision: Ruled = {
    pair: uncovered ? pair_of(uncovered) : ["shift-manager", "supervisor"],
    clauses: [...new Set([...(rule?.clauses ?? []), ...(uncovered?.clauses ?? [])])],
  };
  if (!rule || rule.effect !== "void" || meant.stay) return by_decision;
  if (rule.scope === "affected-rounds") return { pair: pair_of(rule), clauses: rule.clauses };
  const now = in_play();
  const known = desk.value?.causes.find((one) => one.cause === meant.cause);
  const met = Boolean(now?.roll) || Boolean(known?.takes_effect && known.effect === "void");
  const reaches_back = meant.rounds.some((round) => round !== now?.round);
  return reaches_back || !met
    ? by_decision
    : { pair: ["dealer", "supervisor"], clauses: rule.clauses };
}

// "1–3, 7": as few words as many rounds allow.
function ranges(rounds: number[]): string {
  const all = [...rounds].sort((a, b) => a - b);
  const parts: [number, number][] = [];
  for (const one of all) {
    const last = parts.at(-1);
    if (last && last[1] === one - 1) last[1] = one;
    else parts.push([one, one]);
  }
  return parts.map(([from, to]) => (from === to ? String(from) : `${from}–${to}`)).join(", ");
}

// What is about to be done, to whom, on which clause, and by whom.
function Outcome({ meant, dice, whose }: { meant: Meant; dice: number[]; whose: string }) {
  const which = ranges(meant.rounds);
  const what = meant.dice
    ? t("amend_settles", which, dice.length === 3 ? dice.join(" ") : "…")
    : meant.stay
      ? t("amend_returns", whose, which)
      : t("amend_voids", which);
  const { pair, clauses } = ruled(meant);
  return (
    <dl class="facts" data-outcome>
      {which && (
        <>
          <dt>{t("comes_of_it")}</dt>
          <dd>
            <b>{what}</b>
            {!meant.dice &&
              !meant.stay &&
              meant.cause === "damaged-dice" &&
              `${t("and")}${t("dice_go_out")}`}
          </dd>
        </>
      )}
      <dt>{t("who_decides")}</dt>
      <dd data-decided>{t("agreed_by", say(roles[pair[0]]), say(roles[pair[1]]))}</dd>
      <dt />
      <dd class="soft">{clause_words(clauses)}</dd>
    </dl>
  );
}

// From one round to another, whether they are shown yet or not.
function Range({ onrange }: { onrange: (from: number, to: number) => void }) {
  const from = useSignal("");
  const to = useSignal("");
  const [first, last] = [Number(from.value), Number(to.value)];
  const right =
    [from.value, to.value].every((text) => /^[1-9]\d{0,8}$/.test(text.trim())) && first <= last;
  const field = (name: string, label: string, text: typeof from) => (
    <label>
      {label}
      <input
        name={name}
        inputMode="numeric"
        value={text.value}
        onInput={(e) => {
          text.value = e.currentTarget.value;
        }}
      />
    </label>
  );
  return (
    <div class="range">
      {field("from", t("from_round"), from)}
      {field("to", t("to_round"), to)}
      <button
        type="button"
        data-action="choose-range"
        disabled={!right}
        onClick={() => onrange(first, last)}
      >
        {t("choose_them")}
      </button>
    </div>
  );
}

// For a cause; for a round and whoever's bets, where it is known which. A terminal that failed gets its own bets
// back, and the round goes on for everybody else.
const of_one_place: Cause[] = ["terminal-undecided", "terminal-without-bet"];
export function AmendDialog({
  cause: first,
  round,
  stay: whose = 0,
}: {
  cause: Cause;
  round?: number;
  stay?: number;
}) {
  const one_place = of_one_place.includes(first);
  const past = use_past();
  const now = in_play();
  const chosen = useSignal<number[]>(round ? [round] : []);
  const void_them = useSignal(first !== "wrong-result");
  const dice = useSignal<number[]>([]);
  const cause = useSignal<Cause>(first);
  const stay = useSignal(whose);
  const reason = useSignal("");
  const all = [...(now ? [now] : []), ...past.rounds];
  const causes = [
    ...new Set([
      ...(rules.value?.irregularities.map((one) => one.cause) ?? []),
      "not-covered" as Cause,
    ]),
  ].filter((one) => !one.startsWith("interrupted"));
  const roll = dice.value as [number, number, number];
  const place = places.value?.places.find((one) => one.stay === stay.value);
  const too_many = chosen.value.length > most_amended;
  const ready =
    chosen.value.length > 0 &&
    !too_many &&
    reason.value.trim() !== "" &&
    (void_them.value ? !one_place || stay.value > 0 : dice.value.length === 3);
  const send = () =>
    perform("AmendRounds", {
      amendments: chosen.value.map((round) =>
        void_them.value ? { round, stay: stay.value || null } : { round, roll },
      ),
      cause: cause.value,
      reason: reason.value.trim(),
    });
  const free = (one: Past): boolean =>
    one.ended !== "void" && (void_them.value || one.roll !== null);
  const toggle = (round: number) => {
    const has = chosen.value.includes(round);
    // Other dice are of one round; void may be as many as the same dice were used for.
    chosen.value = has
      ? chosen.value.filter((one) => one !== round)
      : void_them.value
        ? [...chosen.value, round]
        : [round];
  };
  const choose = async (until: (found: Past[]) => boolean, which: (one: Past) => boolean) => {
    if (!until(past.now())) await past.earlier(until);
    chosen.value = [...(now ? [now] : []), ...past.now()]
      .filter((one) => free(one) && which(one))
      .map((one) => one.round);
  };
  const set = all.find((one) => one.round === chosen.value.at(-1))?.dice;
  return (
    <Dialog title={one_place ? t("return_title") : t("amend_title")} onclose={shut_dialog} wide>
      <form class="amend" onSubmit={submit(send)}>
        <fieldset class="which">
          <legend>{t("which_rounds")}</legend>
          <div class="pick">
            {all.map((one) => (
              <button
                type="button"
                key={one.round}
                class="round-row"
                data-round={one.round}
                disabled={!free(one)}
                aria-pressed={chosen.value.includes(one.round)}
                onClick={() => toggle(one.round)}
              >
                <b>{one.round}</b>
                <Told one={one} roll={one.roll} />
              </button>
            ))}
            {!past.whole && (
              <button type="button" data-action="earlier" onClick={() => void past.earlier()}>
                {t("earlier_rounds")}
              </button>
            )}
          </div>
          {void_them.value && !one_place && set !== undefined && (
            <button
              type="button"
              data-action="same-dice"
              onClick={() =>
                void choose(
                  (found) => found.at(-1)?.dice !== set,
                  (one) => one.dice === set,
                )
              }
            >
              {t("all_with_dice", set)}
            </button>
          )}
          {void_them.value && !one_place && (
            <Range
              onrange={(from, to) =>
                void choose(
                  (found) => (found.at(-1)?.round ?? Infinity) <= from,
                  (one) => from <= one.round && one.round <= to,
                )
              }
            />
          )}
        </fieldset>
        <div class="what">
          {!one_place && (
            <fieldset>
              <legend>{t("become")}</legend>
              <div class="choices">
                <button
                  type="button"
                  data-become="dice"
                  aria-pressed={!void_them.value}
                  onClick={() => {
                    void_them.value = false;
                    chosen.value = chosen.value.slice(0, 1);
                  }}
                >
                  {t("become_dice")}
                </button>
                <button
                  type="button"
                  data-become="void"
                  aria-pressed={void_them.value}
                  onClick={() => {
                    void_them.value = true;
                  }}
                >
                  {t("become_void")}
                </button>
              </div>
              {!void_them.value && <PadIn dice={dice} />}
            </fieldset>
          )}
          <div class="two">
            {!one_place && (
              <label>
                {t("cause")}
                <select
                  name="cause"
                  value={cause.value}
                  onChange={(e) => {
                    cause.value = e.currentTarget.value as Cause;
                  }}
                >
                  {causes.map((one) => (
                    <option key={one} value={one}>
                      {say(cause_words[one])}
                    </option>
                  ))}
                </select>
              </label>
            )}
            {void_them.value && (
              <label>
                {t("whose")}
                <select
                  name="stay"
                  value={stay.value}
                  onChange={(e) => {
                    stay.value = Number(e.currentTarget.value);
                  }}
                >
                  <option value={0}>{one_place ? t("choose") : t("everybody")}</option>
                  {places.value?.places
                    .filter((one) => one.stay)
                    .map((one) => (
                      <option key={one.stay} value={one.stay}>
                        {name_of_place(one)}
                      </option>
                    ))}
                </select>
              </label>
            )}
          </div>
          <label>
            {t("note_needed")}
            <input
              name="note"
              maxLength={400}
              required
              value={reason.value}
              onInput={(e) => {
                reason.value = e.currentTarget.value;
              }}
            />
          </label>
          {too_many && <p class="wrong">{t("too_many_rounds", most_amended)}</p>}
          <Outcome
            meant={{
              cause: cause.value,
              rounds: chosen.value,
              dice: !void_them.value,
              stay: stay.value || (one_place ? -1 : 0),
            }}
            dice={dice.value}
            whose={place ? name_of_place(place) : "…"}
          />
        </div>
        <footer>
          <Actions label={one_place ? t("return_these") : t("confirm")} danger ready={ready} />
        </footer>
      </form>
    </Dialog>
  );
}
