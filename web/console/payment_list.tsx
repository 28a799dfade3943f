// SPDX-License-Identifier: MIT
// The list from which the dealer pays at a shared felt, before Collect and pay: who, for which
// bets, how much, and the chips to cut, all as the server says. It takes the place of the felt.
import type { ConsoleTopic } from "../generated/protocol";
import { Chip } from "../shared/chip";
import { money, short } from "../shared/money";
import { texts } from "../shared/words";
import { useConsole } from "./context";
import { PaidSpots } from "./paid_spots";
import { spot_words } from "./spot_words";

const t = texts({
  to_pay: ["To pay in round {0}", "第{0}局应派"],
  nobody: ["Nobody has won: only collect", "无人中奖：只收注"],
  on: ["{0} on {1}", "{1}，注{0}"],
  chips: ["Chips to cut: {0}", "应切筹码：{0}"],
  counts: ["pro rata: {0} counts", "按比例：{0}有效"],
  returned: ["of the stakes, back to the player", "退还玩家的注额"],
  show_felt: ["Show the felt", "显示台面"],
  show_list: ["To pay: {0}", "应派：{0}"],
});

const many = 6; // players; more of them stand closer, so that ten need no scrolling

type Payments = NonNullable<ConsoleTopic["payments"]>;
type PaidPlayer = Payments["players"][number];
type PaidBet = PaidPlayer["bets"][number];

function Bet({ bet }: { bet: PaidBet }) {
  const page = useConsole();
  return (
    <div class={`paid-bet ${bet.winnings ? "good" : "soft"}`} data-bet={bet.spot}>
      <span>
        {t("on", money(bet.stake), spot_words(page, bet.spot))}
        {bet.counts < bet.stake && (
          <span class="tag warn" data-counts={bet.counts}>
            {t("counts", money(bet.counts))}
          </span>
        )}
      </span>
      <span class="number">{bet.winnings ? money(bet.winnings) : "✗"}</span>
    </div>
  );
}

function Player({ one }: { one: PaidPlayer }) {
  const words = one.chips.map(({ size, count }) => `${count} × ${short(size)}`).join(", ");
  return (
    <li data-pay={one.stay} data-amount={one.winnings} data-returned={one.returned}>
      <div class="paid-who">
        <b>{one.player}</b>
        <b class="number">{money(one.winnings)}</b>
      </div>
      {one.bets.map((bet) => (
        <Bet key={bet.spot} bet={bet} />
      ))}
      {one.returned > 0 && (
        <div class="paid-bet">
          <span>{t("returned")}</span>
          <span class="number">{money(one.returned)}</span>
        </div>
      )}
      {one.chips.length > 0 && (
        <div class="cut" aria-label={t("chips", words)} role="img">
          {one.chips.map(({ size, count }) => (
            <span key={size}>
              {count} × <Chip amount={size} size={30} />
            </span>
          ))}
        </div>
      )}
    </li>
  );
}

// Lies over the felt until the dealer asks for it; then a button leads back.
export function PaymentList() {
  const { state, felt } = useConsole();
  const { can_act, console_topic } = state;
  if (state.table.value?.table.chip_mode === "untracked") return <PaidSpots />;
  const due = console_topic.value?.payments;
  if (!due || !can_act.value || !felt.chips.value.length) return null;
  const show = (list: boolean) => {
    felt.list_hidden_in.value = list ? 0 : due.round;
  };
  if (felt.list_hidden_in.value === due.round)
    return (
      <button class="to-pay" data-action="show-payments" onClick={() => show(true)}>
        {t("show_list", money(due.total))}
      </button>
    );
  return (
    <section class="paid panel payments" data-payments>
      <header>
        <h2>{t("to_pay", due.round)}</h2>
        <b class="number" data-total={due.total}>
          {money(due.total)}
        </b>
        <button data-action="show-felt" onClick={() => show(false)}>
          {t("show_felt")}
        </button>
      </header>
      {due.total === 0 && <p class="soft">{t("nobody")}</p>}
      <ul tabIndex={0} class={due.players.length > many ? "many" : ""}>
        {due.players.map((one) => (
          <Player key={one.stay} one={one} />
        ))}
      </ul>
    </section>
  );
}
