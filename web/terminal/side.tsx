// SPDX-License-Identifier: MIT
// Beside the felt: the dice, notices and the outcome, the road, and the menu. Its parts keep their
// places, so that nothing that comes moves the felt below a finger.
import { useState } from "preact/hooks";
import type { TableTopic, TerminalTopic } from "../generated/protocol";
import { Dice, Die } from "../shared/dice";
import { limit_lines } from "../shared/limit_lines";
import { money } from "../shared/money";
import { Road, roll_name } from "../shared/road";
import { read_roll, total_of } from "../shared/rules";
import { causes } from "../shared/terms";
import { Video } from "../shared/video";
import { in_language } from "../shared/words";
import { CountUp } from "./count_up";
import { Notices } from "./notices";
import { useTerminal } from "./page";
import { SessionFacts } from "./session_dialog";
import { session_text } from "./session_words";
import { t } from "./words";

// The last roll, while bets are open for the next one.
function LastRoll() {
  const { shown_results } = useTerminal().reveal;
  const text = shown_results.value.rolls[0];
  if (!text) return null;
  const roll = read_roll(text);
  return (
    <div class="last-roll" data-last-roll={text}>
      <span>{t("round", shown_results.value.last)}</span>
      <b>
        {roll.map((face, i) => (
          <Die key={i} face={face} size={24} />
        ))}
        <span class="hidden">{roll.join(" ")}</span> {total_of(roll)} · {roll_name(roll)}
      </b>
    </div>
  );
}

// The limits of this table, while there is no outcome to show.
function Limits() {
  const { table, layout, rules } = useTerminal().state;
  const lines = limit_lines(table.value!.table, layout.value!, rules.value!);
  return (
    <div
      id="result"
      class="outcome limits"
      role="status"
      tabIndex={0}
      aria-label={t("limits_side")}
    >
      <LastRoll />
      <dl>
        {lines.map(({ id, label, value }) => (
          <div key={id} data-limit={id}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

interface OutcomeLines {
  kind: "win" | "some" | "void" | ""; // "some": less was paid than staked, which is no win
  line: string;
  payout?: number; // counted up
  net?: string;
  detail: string;
}

// The texts about a round: `bets` is how it went for the player, if the player had bets in it.
function outcome_lines(
  round: NonNullable<TableTopic["round"]>,
  roll: readonly number[] | null,
  bets: TerminalTopic["last"],
): OutcomeLines {
  const result = roll ? `${t("total", total_of(roll))} · ${roll_name(roll)}` : "";
  if (round.ended === "void") {
    const cause = round.void_for ? in_language(causes[round.void_for]) : "";
    return { kind: "void", line: t("round_void"), detail: cause };
  }
  if (bets?.bets_returned) return { kind: "void", line: t("stakes_returned"), detail: "" };
  if (!bets?.bets?.length) return { kind: "", line: result, detail: "" };
  const payout = bets.payout ?? 0;
  const staked = bets.staked ?? 0;
  if (!payout) {
    const detail = `${result}. ${t("no_win_detail", money(staked))}`;
    return { kind: "", line: t("no_win"), detail };
  }
  // The payout includes the stakes of winning bets: the net win or loss is shown beside it.
  const net = payout - staked;
  const net_text = net > 0 ? "net_win" : net < 0 ? "net_loss" : "net_even";
  return {
    kind: net > 0 ? "win" : "some",
    line: t("payout", money(payout)),
    payout,
    net: t(net_text, money(staked), money(Math.abs(net))),
    detail: result,
  };
}

function Outcome() {
  const page = useTerminal();
  const { outcome, has_landed } = page.reveal;
  const round = page.state.round.value;
  const bets = outcome.value;
  const roll = has_landed.value ? round!.roll : null;
  if (!round || (!roll && round.ended !== "void" && !bets)) return <Limits />;
  const { kind, line, payout: counted, net, detail } = outcome_lines(round, roll, bets);
  const payout = bets ? (bets.payout ?? 0) : undefined;
  return (
    <div
      id="result"
      class={`outcome ${kind}`}
      role="status"
      data-payout={payout}
      data-win={page.reveal.win.value}
    >
      <strong>
        {counted === undefined ? (
          line
        ) : (
          <CountUp key={round.number} amount={counted} format={(one) => t("payout", money(one))} />
        )}
      </strong>
      {net && <span class="net">{net}</span>}
      <span>{detail}</span>
    </div>
  );
}

function Roll() {
  const page = useTerminal();
  const { round, table } = page.state;
  const { has_landed } = page.reveal;
  const one = round.value;
  const tumbling = Boolean(one?.roll) && !has_landed.value;
  return (
    <div class="roll">
      {one && <p class="round-number">{t("round", one.number)}</p>}
      <Video address={table.value!.table.video} />
      <Dice
        roll={one?.roll ?? null}
        mixing={tumbling || Boolean(one?.mixing)}
        size={44}
        note={
          one?.mixing ? "" : one?.covered === false ? t("dice_uncovered") : t("place_bets_dome")
        }
      />
    </div>
  );
}

const links = ["history", "rules", "help", "verify"] as const;

function Menu() {
  const page = useTerminal();
  const { own, dialog, is_seat } = page.state;
  const { call_attendant, cancel_call } = page.bets;
  const calling = own.value!.place.calling === true;
  const [is_more, show_more] = useState(false); // on a telephone
  const open = (kind: (typeof links)[number] | "cash" | "session") => () => {
    dialog.value = { kind };
  };
  return (
    <nav class={`menu ${is_more ? "shows-more" : ""}`} aria-label={t("menu")}>
      <button
        class="more"
        data-action="more"
        aria-expanded={is_more}
        onClick={() => show_more(!is_more)}
      >
        {t("more")}
      </button>
      <div class="menu-more" onClick={() => show_more(false)}>
        {links.map((kind) => (
          <button
            key={kind}
            data-action={kind}
            onClick={open(kind)}
            aria-label={kind === "verify" ? t("verify_name") : undefined}
          >
            {t(kind)}
          </button>
        ))}
      </div>
      <button
        class="session-button"
        data-action="session-menu"
        aria-label={session_text("name")}
        onClick={open("session")}
      >
        <SessionFacts />
      </button>
      {!is_seat.value && (
        <button
          data-action="call"
          onClick={() => void (calling ? cancel_call() : call_attendant())}
          aria-label={calling ? t("calling_name") : t("call_name")}
          class={calling ? "is-calling" : ""}
        >
          {calling ? t("calling") : t("call")}
        </button>
      )}
      <button data-action="cash-out" onClick={open("cash")}>
        {t("cash_out")}
      </button>
    </nav>
  );
}

export function Side() {
  const { shown_results } = useTerminal().reveal;
  return (
    <aside class="side" aria-label={t("result")}>
      <Roll />
      <div class="facts">
        <Notices />
        <Outcome />
      </div>
      <Road results={shown_results.value} columns={8} />
      <Menu />
    </aside>
  );
}
