// SPDX-License-Identifier: MIT
// The head of the page: table and place, announcement, time left to bet, switches.
import { Countdown, LanguageSwitch, SoundSwitch, waits_for_mix } from "../shared/widgets";
import { Die } from "../shared/dice";
import { headline_of } from "../shared/road";
import { total_of } from "../shared/rules";
import { in_language } from "../shared/words";
import { useTerminal, type TerminalPage } from "./page";
import { SessionFacts } from "./session_dialog";
import { session_text } from "./session_words";
import { t } from "./words";

// The announcement; if there is none, a text about the state of the round.
function announcement_text(page: TerminalPage): string {
  const { table, round } = page.state;
  const { has_landed } = page.reveal;
  const { status } = table.value!;
  const announcement = table.value!.announcement;
  const shown = round.value;
  const goes_on = !status.last_round && !status.out_of_service && status.phase !== "closed";
  if (shown?.roll && has_landed.value && shown.ended !== "none")
    return goes_on ? t("next_round_soon") : t("round_over");
  if (shown?.roll && !has_landed.value) return t("dice_roll");
  if (page.state.is_time_over.value) return t("time_over");
  if (waits_for_mix(page.state.client, shown)) return t("time_over_mix");
  if (announcement) return in_language(announcement);
  if (shown?.roll) return t("settling");
  if (shown?.betting) return t("bets_open");
  if (shown && shown.ended === "none") return shown.mixing ? t("dice_roll") : t("bets_closed");
  return status.phase === "idle" && goes_on ? t("next_round_soon") : t("waiting_for_round");
}

// A guest at a felt is numbered by the seats; a terminal by its number.
const place_name = ({ state: { own, place } }: TerminalPage): string =>
  own.value?.place.player ?? t("place", place.value?.number ?? "");

export function Header() {
  const page = useTerminal();
  const { table, own, is_open, client, dialog } = page.state;
  const { table: about } = table.value!;
  const shown = page.state.round.value;
  const roll = page.reveal.has_landed.value && shown?.ended !== "void" ? shown!.roll : null;
  return (
    <div class="head">
      <a class="home" href="/" aria-label={t("to_start")} title={t("to_start")}>
        <svg
          width="22"
          height="22"
          viewBox="0 0 24 24"
          fill="none"
          stroke="currentColor"
          stroke-width="2.2"
          aria-hidden="true"
        >
          <path d="M15 5l-7 7 7 7" />
        </svg>
      </a>
      <div class="where" data-stay={own.value?.place.stay}>
        <h1>{in_language(about.title)}</h1>
        <p>{t("table_and_place", about.operator, about.name, place_name(page))}</p>
      </div>
      <div class={`announcing ${is_open.value ? "open" : ""}`}>
        {about.betting_seconds > 0 && !roll && (
          <Countdown client={client} table={table.value!} size={52} />
        )}
        {roll && (
          <span class="head-dice" aria-hidden="true">
            {roll.map((face, i) => (
              <Die key={i} face={face} size={24} />
            ))}
          </span>
        )}
        {roll && (
          <strong class="headline" data-headline={total_of(roll)}>
            {headline_of(roll)}
          </strong>
        )}
        <p id="announcement" aria-live="polite">
          {announcement_text(page)}
        </p>
      </div>
      <div class="switches">
        <button
          class="clock-button"
          data-action="session"
          aria-label={session_text("name")}
          title={session_text("name")}
          onClick={() => {
            dialog.value = { kind: "session" };
          }}
        >
          <SessionFacts />
        </button>
        <SoundSwitch />
        <LanguageSwitch />
      </div>
    </div>
  );
}
