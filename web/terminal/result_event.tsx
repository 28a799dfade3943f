// SPDX-License-Identifier: MIT
// The result as an event: large dice over the middle of the felt when they land, then a large win.
//
// It only draws what the side panel says in words, takes no touch and is not read aloud.
import { Dice } from "../shared/dice";
import { money } from "../shared/money";
import { headline_of } from "../shared/road";
import { CountUp } from "./count_up";
import { useTerminal } from "./page";
import { t } from "./words";

const coins = Array.from({ length: 18 }, (_, i) => i);

function Win() {
  const { outcome, win } = useTerminal().reveal;
  const { payout = 0, staked = 0 } = outcome.value ?? {};
  return (
    <>
      {win.value === "huge" && (
        <div class="coins">
          {coins.map((i) => (
            <i key={i} style={{ "--i": i }} />
          ))}
        </div>
      )}
      <p class="event-win">
        <small>{t("you_win")}</small>
        <CountUp amount={payout - staked} format={(amount) => `+${money(amount)}`} />
      </p>
    </>
  );
}

export function ResultEvent() {
  const { stage, is_tumbling, win } = useTerminal().reveal;
  const roll = useTerminal().state.round.value?.roll;
  const is_dice = is_tumbling.value || stage.value === "dice";
  if (!roll || (!is_dice && stage.value !== "win")) return null;
  return (
    <div
      class={`result-event ${is_dice ? "dice-event" : win.value}`}
      data-event={is_tumbling.value ? "tumbling" : stage.value}
      aria-hidden="true"
    >
      {is_dice ? (
        <>
          <Dice roll={roll} mixing={is_tumbling.value} size={96} />
          <p class="event-headline">{is_tumbling.value ? "\u00a0" : headline_of(roll)}</p>
        </>
      ) : (
        <Win />
      )}
    </div>
  );
}
