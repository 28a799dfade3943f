// SPDX-License-Identifier: MIT
// A dialog of the terminal, which shows credit and the time left to bet in its head.
import type { ComponentProps } from "preact";
import { Dialog as Plain } from "../shared/dialog";
import { exact } from "../shared/money";
import { seconds_left } from "../shared/widgets";
import { useTerminal } from "./page";
import { t } from "./words";

function Standing() {
  const page = useTerminal();
  const { client, round, is_open, currency } = page.state;
  const { shown_money } = page.reveal;
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
