// A dialog of the terminal: whatever it covers, credit and the time that is left to bet stay in sight.
import type { ComponentProps } from "preact";
import { exact } from "../shared/money";
import { Dialog as Plain, seconds_left } from "../shared/parts";
import { client, currency, is_open, round, shown_money } from "./state";
import { t } from "./words";

function Standing() {
  const left = seconds_left(client, round.value);
  const time = !is_open.value
    ? t("bets_closed")
    : left === null
      ? t("bets_open")
      : t("seconds_to_bet", left);
  return (
    <p class="standing">
      <span>
        {t("credit")}{" "}
        <b data-standing={shown_money.value.credit}>
          {exact(shown_money.value.credit, currency.value)}
        </b>
      </span>
      <span class={is_open.value ? "open" : ""}>{time}</span>
    </p>
  );
}

export function Dialog(props: Omit<ComponentProps<typeof Plain>, "head">) {
  return <Plain {...props} head={<Standing />} />;
}
