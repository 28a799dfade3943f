// SPDX-License-Identifier: MIT
// The panel of rounds: the round in play and past ones, with the way to their correction.
import { Die } from "../shared/dice";
import { ResultsNote } from "../shared/road";
import { total_of } from "../shared/rules";
import { causes as cause_words, round_ends } from "../shared/terms";
import { in_language } from "../shared/words";
import { AmendDialog } from "./amend_dialog";
import { PaceTag } from "./pace_tag";
import { useConsole, type ConsolePage } from "./context";
import { row_of_round_in_play, usePastRounds, type PastRound } from "./past_rounds";
import { time_of } from "./time";
import { t } from "./words";

// The time of day, with the date unless it is today.
function when(page: ConsolePage, at: number): string {
  const { client } = page.state;
  const [day, time] = time_of(at).split(" ");
  return day === time_of(client.now()).split(" ")[0] ? time! : `${day} ${time}`;
}

export function RoundSummary({ one, roll }: { one: PastRound; roll: number[] | null }) {
  const page = useConsole();
  const about = [
    one.dice_set ? `${t("dice_set")} ${one.dice_set}` : "",
    one.at ? when(page, one.at) : "",
  ]
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
              ? `${in_language(round_ends.void)}: ${in_language(cause_words[one.void_for])}`
              : in_language(round_ends[one.ended])}
        </span>
        {one.manual && <span class="tag">{t("by_hand_short")}</span>}
        {about && <small>{about}</small>}
      </span>
    </>
  );
}

export function Rounds() {
  const page = useConsole();
  const { table, open_dialog, rules } = page.state;
  const { rounds, is_complete, earlier } = usePastRounds();
  const now = row_of_round_in_play(page);
  const betting = Boolean(table.value?.round?.betting);
  const shown = betting ? [] : rounds; // no past results while bets are open
  return (
    <div class="stack">
      <PaceTag />
      <button
        data-action="amend"
        onClick={() => open_dialog(() => <AmendDialog cause="wrong-result" />)}
      >
        {t("correct_rounds")}
      </button>
      <ResultsNote rules={rules.value} />
      {!shown.length && !now && <p class="soft">{t("no_rounds")}</p>}
      {[...(now ? [now] : []), ...shown].map((one) => (
        <div key={one.round} class="round-row" data-round={one.round}>
          <b>{one.round}</b>
          <RoundSummary one={one} roll={betting ? null : one.roll} />
        </div>
      ))}
      {shown.length > 0 && !is_complete && (
        <button data-action="earlier" onClick={() => void earlier()}>
          {t("earlier_rounds")}
        </button>
      )}
    </div>
  );
}
