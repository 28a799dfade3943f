// SPDX-License-Identifier: MIT
// The big button for the action that comes next, and smaller ones beside it.
import { useEffect, useRef } from "preact/hooks";
import { orders as order_words } from "../shared/terms";
import { in_language } from "../shared/words";
import { AlertBox } from "./alert_box";
import { refused_now } from "./authority";
import { useConsole } from "./context";
import { incident_text } from "./describe";
import { LastRoundDialog, NoteDialog, WrongLightsDialog } from "./equipment_dialogs";
import { LogOnHere } from "./log_on";
import { end_short_mix } from "./next_steps";
import { give_order } from "./orders";
import { ManualEntryButton } from "./readers";
import { NotFlatDialog } from "./report";
import { t } from "./words";

// The count of shakes by hand, which the big button counts and then reports.
function Count() {
  const { counting, mixes, count, mixes_missing } = useConsole().dice;
  if (!counting.value) return null;
  return (
    <div class="count" role="group" aria-label={t("how_often")}>
      <button
        aria-label={t("fewer")}
        data-action="fewer"
        disabled={mixes.value <= 0}
        onClick={() => count(-1)}
      >
        −
      </button>
      <output class={mixes_missing.value ? "" : "good"}>{mixes.value}</output>
      <button aria-label={t("more")} data-action="more" onClick={() => count(1)}>
        +
      </button>
    </div>
  );
}

function EndShortMix() {
  const page = useConsole();
  const { counting, mixes_missing } = page.dice;
  if (!counting.value || !mixes_missing.value) return null;
  return (
    <button class="always" data-action="end-short" onClick={() => end_short_mix(page)}>
      {t("end_short")}
    </button>
  );
}

function OtherActions() {
  const page = useConsole();
  const { table, open_dialog, topics } = page.state;
  const { counting } = page.dice;
  const { wrong_result } = page.next;
  const { round, status } = table.value!;
  const playing = status.phase === "playing";
  return (
    <div class="besides">
      <Count />
      {playing && round?.next === "uncover" && (
        <button
          class="danger"
          data-action="not-flat"
          onClick={() => open_dialog(() => <NotFlatDialog />)}
        >
          {t("not_flat")}
        </button>
      )}
      {wrong_result.value && (
        <button
          data-action="result-right"
          onClick={() =>
            open_dialog(() => (
              <NoteDialog
                order="ResolveIncident"
                field="note"
                label={t("note_needed")}
                fields={{ incident: wrong_result.value?.incident }}
                about={[incident_text(page, wrong_result.value?.incident ?? 0)]}
              />
            ))
          }
        >
          {t("result_is_right")}
        </button>
      )}
      {playing && round?.next === "enter" && <ManualEntryButton />}
      {playing && round?.next === "illuminate" && !wrong_result.value && (
        <button
          class="danger"
          data-action="lights-wrong"
          onClick={() => open_dialog(() => <WrongLightsDialog />)}
        >
          {t("lights_wrong")}
        </button>
      )}
      {playing && round?.next === "clear" && !round.covered && (
        <button onClick={() => void give_order(page, "CoverDice", {})}>{t("cover_dice")}</button>
      )}
      <EndShortMix />
      {!counting.value && refused_now(topics.value, "AnnounceLastRound") === null && (
        <button
          class="quiet always"
          data-order="AnnounceLastRound"
          onClick={() => open_dialog(() => <LastRoundDialog />)}
        >
          {in_language(order_words.AnnounceLastRound)}
        </button>
      )}
    </div>
  );
}

export function NextBar() {
  const page = useConsole();
  const { next, is_ready, is_pressable, press } = page.next;
  const { can_act, busy, slow } = page.state;
  const one = next.value;
  if (!can_act.value)
    return (
      <section class="next-bar panel">
        <LogOnHere />
      </section>
    );
  if (!one)
    return (
      <section class="next-bar">
        <p class="soft">{t("loading")}</p>
      </section>
    );
  return (
    <section class="next-bar">
      <button
        class={`next ${is_ready.value ? "main" : ""} ${one.warning ? "warning" : ""}`}
        data-action="next"
        data-order={one.order}
        disabled={!is_ready.value}
        aria-disabled={!is_pressable.value || undefined}
        aria-busy={busy.value}
        onClick={press}
      >
        <span
          class="next-label"
          data-action={one.order === "EnterResult" && one.ready ? "commit-dice" : undefined}
        >
          {one.label}
        </span>
        <span class={`next-about ${one.about.length > 90 ? "long" : ""}`}>
          {slow.value ? t("waiting_answer") : one.about}
          {one.clauses.length > 0 && <small> · {t("clause", one.clauses.join(", "))}</small>}
        </span>
        {is_ready.value && <kbd aria-hidden="true">{t("key_hint")}</kbd>}
      </button>
      <AlertBox />
      <OtherActions />
    </section>
  );
}

// Announces the next action to screen readers when it changes.
export function Speaker() {
  const { next } = useConsole().next;
  const one = next.value;
  const first = useRef(true);
  useEffect(() => {
    first.current = false;
  }, []);
  return (
    <p class="hidden" aria-live="polite">
      {first.current || !one ? "" : `${one.label}. ${one.about}`}
    </p>
  );
}
