// SPDX-License-Identifier: MIT
// The dialog of past rounds: the player's bets in each, a replay, and results as statistics.
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { Dice, Die } from "../shared/dice";
import { Felt } from "../shared/felt";
import { hit_by } from "../shared/hits";
import { exact, money } from "../shared/money";
import { ResultsNote, Road, roll_name } from "../shared/road";
import { spot_name, total_of } from "../shared/rules";
import { causes } from "../shared/terms";
import { in_language } from "../shared/words";
import { BetLogList } from "./bet_log_list";
import { stakes_of } from "./bets";
import { Dialog } from "./dialog";
import { RoadsTab } from "./roads_tab";
import { statistics_of } from "./statistics";
import { useTerminal } from "./page";
import type { PastRound } from "./past_rounds";
import { t } from "./words";

function ended_as(one: PastRound): string {
  if (one.roll) return `${total_of(one.roll)} · ${roll_name(one.roll)}`;
  return one.void_for ? `${t("void")}: ${in_language(causes[one.void_for])}` : t("void");
}

function RoundLine({ one, onreplay }: { one: PastRound; onreplay: () => void }) {
  return (
    <li data-round={one.round}>
      <span class="round-no">{t("round", one.round)}</span>
      <span class="faces">
        {one.roll?.map((face, i) => (
          <Die key={i} face={face} size={26} />
        ))}
      </span>
      <span class="ended">
        {ended_as(one)}
        {one.manual && <span class="tag">{t("entered_by_hand")}</span>}
      </span>
      <span class="own">
        {one.bets?.length ? (
          <>
            {t("staked")} {money(one.staked ?? 0)} · {t("paid")} <b>{money(one.payout ?? 0)}</b>
          </>
        ) : (
          <span class="soft">{t("no_bets")}</span>
        )}
      </span>
      <button onClick={onreplay} aria-label={t("replay_name", one.round)} data-action="replay">
        {t("replay")}
      </button>
    </li>
  );
}

function Bars({ title, counts, from }: { title: string; counts: number[]; from: number }) {
  const count_max = Math.max(1, ...counts);
  return (
    <figure class="bars">
      <figcaption>{title}</figcaption>
      <ol>
        {counts.map(
          (count, i) =>
            i >= from && (
              <li key={i} aria-label={t("times", i, count)}>
                <span class="count">{count}</span>
                <span class="column" style={{ height: `${(count / count_max) * 64}px` }} />
                <span class="what">{i}</span>
              </li>
            ),
        )}
      </ol>
    </figure>
  );
}

function Statistics() {
  const { shown_results } = useTerminal().reveal;
  const results = shown_results.value;
  const counts = statistics_of(results.rolls);
  const part = (count: number) =>
    `${count} (${counts.rounds ? Math.round((count / counts.rounds) * 100) : 0}%)`;
  return (
    <section class="facts">
      <h3>{t("statistics")}</h3>
      <p class="note">{t("statistics_note")}</p>
      <p class="soft">{t("statistics_of", counts.rounds)}</p>
      <div class="kinds">
        <span class="big">
          <b>{t("big")}</b> {part(counts.kinds.big)}
        </span>
        <span class="small-total">
          <b>{t("small")}</b> {part(counts.kinds.small)}
        </span>
        <span class="triple">
          <b>{t("triple")}</b> {part(counts.kinds.triple)}
        </span>
        {counts.void > 0 && (
          <span>
            <b>{t("void")}</b> {counts.void}
          </span>
        )}
      </div>
      <Bars title={t("frequencies")} counts={counts.totals} from={3} />
      <Bars title={t("faces")} counts={counts.faces} from={1} />
      <p class="soft">{t("bead_road")}</p>
      <div class="wide-road" role="group" aria-label={t("bead_road")} tabIndex={0}>
        <Road results={results} columns={17} />
      </div>
    </section>
  );
}

function Replay({ one, onback }: { one: PastRound; onback: () => void }) {
  const { layout } = useTerminal().state;
  const bets = one.bets ?? [];
  const winning = new Set(one.roll ? hit_by(layout.value!, one.roll) : []);
  const payouts = new Map(bets.filter((bet) => bet.payout).map((bet) => [bet.spot, bet.payout!]));
  return (
    <div class="replay" data-replay={one.round}>
      <div class="replay-top">
        {one.roll ? (
          <Dice roll={one.roll} mixing={false} size={44} />
        ) : (
          <strong>{ended_as(one)}</strong>
        )}
        {one.roll && <strong class="ended">{ended_as(one)}</strong>}
        <button onClick={onback}>{t("back_to_list")}</button>
      </div>
      <p class="soft">{t("replay_note")}</p>
      <div class="replay-felt">
        <Felt layout={layout.value!} stakes={stakes_of(bets)} winning={winning} payouts={payouts} />
      </div>
      {bets.length > 0 && <ReplayedBets one={one} />}
    </div>
  );
}

function ReplayedBets({ one }: { one: PastRound }) {
  const { layout, currency } = useTerminal().state;
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">{t("your_bets")}</th>
          <th scope="col" class="number">
            {t("stake")}
          </th>
          <th scope="col" class="number">
            {t("paid")}
          </th>
        </tr>
      </thead>
      <tbody>
        {one.bets?.map((bet) => (
          <tr key={bet.spot}>
            <th scope="row" class="name">
              {spot_name(layout.value!, bet.spot, in_language)}
            </th>
            <td class="number">{exact(bet.stake)}</td>
            <td class="number">{exact(bet.payout ?? 0)}</td>
          </tr>
        ))}
        <tr>
          <th scope="row" class="name">
            {currency.value}
          </th>
          <td class="number">
            <b>{exact(one.staked ?? 0)}</b>
          </td>
          <td class="number">
            <b>{exact(one.payout ?? 0)}</b>
          </td>
        </tr>
      </tbody>
    </table>
  );
}

function Rounds({ rounds, onreplay }: RoundsProps) {
  return (
    <div class="history">
      <section>
        <h3>{t("last_rounds")}</h3>
        <ResultsNote rules={useTerminal().state.rules.value} />
        {rounds?.length === 0 && <p>{t("no_rounds")}</p>}
        <ol class="rounds">
          {rounds?.map((one) => (
            <RoundLine key={one.round} one={one} onreplay={() => onreplay(one)} />
          ))}
        </ol>
      </section>
      <Statistics />
    </div>
  );
}
interface RoundsProps {
  rounds: PastRound[] | null;
  onreplay: (one: PastRound) => void;
}

const tabs = [
  ["rounds", "tab_rounds"],
  ["bets", "tab_bets"],
  ["roads", "tab_roads"],
] as const;

export function History({ onclose }: { onclose: () => void }) {
  const page = useTerminal();
  const { dialog } = page.state;
  const open = dialog.value;
  const tab = open?.kind === "history" ? (open.tab ?? "rounds") : "rounds";
  const { request_rounds, version } = page.past;
  const rounds = useSignal<PastRound[] | null>(null);
  const replayed = useSignal<PastRound | null>(null);
  useEffect(() => {
    request_rounds().then(
      (list) => {
        rounds.value = list;
        replayed.value &&=
          list.find((one) => one.round === replayed.value!.round) ?? replayed.value;
      },
      () => {},
    );
  }, [version()]);
  if (replayed.value) {
    return (
      <Dialog title={t("replay_title", replayed.value.round)} onclose={onclose} wide>
        <Replay
          one={replayed.value}
          onback={() => {
            replayed.value = null;
          }}
        />
      </Dialog>
    );
  }
  return (
    <Dialog title={t("history")} onclose={onclose} wide>
      <div class="tabs" role="group" aria-label={t("history")}>
        {tabs.map(([one, text]) => (
          <button
            key={one}
            aria-pressed={one === tab}
            data-tab={one}
            onClick={() => {
              dialog.value = { kind: "history", tab: one };
            }}
          >
            {t(text)}
          </button>
        ))}
      </div>
      {tab === "roads" ? (
        <RoadsTab />
      ) : tab === "bets" ? (
        <BetLogList />
      ) : (
        <Rounds
          rounds={rounds.value}
          onreplay={(one) => {
            replayed.value = one;
          }}
        />
      )}
    </Dialog>
  );
}
