// SPDX-License-Identifier: MIT
// The list of what happened to the player's bets, newest first.
import { entry_text, is_bad } from "./bet_log_text";
import { useTerminal } from "./page";
import { t } from "./words";

const time_of = (at: number): string => {
  const two = (n: number) => String(n).padStart(2, "0");
  const time = new Date(at);
  return [time.getHours(), time.getMinutes(), time.getSeconds()].map(two).join(":");
};

export function BetLogList() {
  const page = useTerminal();
  const layout = page.state.layout.value!;
  const entries = page.log.entries();
  if (!entries.length) return <p class="soft">{t("log_empty")}</p>;
  return (
    <ol class="bet-log">
      {entries.map((one, i) => (
        <li key={entries.length - i} data-what={one.what} class={is_bad(one) ? "bad" : ""}>
          <time>{time_of(one.at)}</time>
          <span class="soft">{t("round", one.round)}</span>
          <span>{entry_text(one, layout)}</span>
        </li>
      ))}
    </ol>
  );
}
