// SPDX-License-Identifier: MIT
// The panel of irregularities: what can be reported now, open incidents, and pending orders.
import type { Cause } from "../generated/protocol";
import { note_words } from "../shared/notes";
import { causes as cause_words, orders as order_words, roles } from "../shared/terms";
import { tick } from "../shared/tick";
import { in_language } from "../shared/words";
import { AmendDialog } from "./amend_dialog";
import { is_interruption, is_reportable } from "./authority";
import { useConsole, type ConsolePage } from "./context";
import { describe, incident_text } from "./describe";
import { NoteDialog } from "./equipment_dialogs";
import { open_authorise_dialog, subject_text } from "./orders";
import { DisputeDialog } from "./readers";
import { outcome_text, ReportDialog } from "./report";
import { t } from "./words";

interface CauseButtonProps {
  cause: Cause;
  clauses: string[];
  about: string;
  run: (() => void) | null; // null: it can't be reported now
}
function CauseButton({ cause, clauses, about, run }: CauseButtonProps) {
  return (
    <button class="cause" data-cause={cause} disabled={!run} onClick={run ?? undefined}>
      <span class="cause-name">{in_language(cause_words[cause])}</span>
      {clauses[0] && <span class="clause">{clauses.join(", ")}</span>}
      <span class="cause-effect">{about}</span>
    </button>
  );
}

// What a press on the cause does now, in words and in deed.
function action_for(page: ConsolePage, cause: Cause): Pick<CauseButtonProps, "about" | "run"> {
  const { console_topic, table, open_dialog } = page.state;
  const now = console_topic.value!.irregularities.find((one) => one.cause === cause);
  if (now && is_reportable(now))
    return {
      about: outcome_text(page, now),
      run: () => open_dialog(() => <ReportDialog rule={now} />),
    };
  // A wrong result of the last round. Where the system settles, payment follows the entry at once,
  // so that the mistake is found after the round.
  const { last, rolls } = table.value!.results;
  if (cause === "wrong-result" && !now && last) {
    const round = rolls[0] ? last : undefined;
    return {
      about: t("todo_past"),
      run: () => open_dialog(() => <AmendDialog cause="wrong-result" round={round} />),
    };
  }
  return { about: t("not_now"), run: null };
}

// All causes of the document, each always in its place: one that can't be reported now is disabled.
export function Irregularities() {
  const page = useConsole();
  const { rules, table } = page.state;
  const all = (rules.value?.irregularities ?? []).filter((one) => !is_interruption(one.cause));
  const first = all.filter((one, i) => all.findIndex((other) => other.cause === one.cause) === i);
  return (
    <div class="stack">
      <h2>{t("what_happened")}</h2>
      {table.value!.status.phase === "held" && <p class="wrong">{t("held_first")}</p>}
      <div class="causes">
        {first.map(({ cause, clauses }) => (
          <CauseButton key={cause} cause={cause} clauses={clauses} {...action_for(page, cause)} />
        ))}
      </div>
      <Incidents />
    </div>
  );
}

function Incidents() {
  const page = useConsole();
  const { console_topic, open_dialog } = page.state;
  const { incidents } = console_topic.value!;
  if (!incidents.length) return null;
  return (
    <section class="stack">
      <h2>{t("incidents")}</h2>
      {incidents.map((one) => (
        <div key={one.incident} class="row-card" data-incident={one.incident}>
          <div>
            <b>{one.of_patron ? t("patron_dispute") : in_language(cause_words[one.cause])}</b>
            <div class="soft">
              {[
                one.round ? t("round", one.round) : "",
                note_words(one.note),
                t("resolved_by", in_language(roles[one.resolves])),
              ]
                .filter(Boolean)
                .join(" · ")}
            </div>
          </div>
          <button
            data-action="resolve"
            aria-label={`${t("resolve")}: ${incident_text(page, one.incident)}`}
            onClick={() =>
              open_dialog(() =>
                one.dispute ? (
                  <DisputeDialog incident={one} />
                ) : one.of_patron ? (
                  <NoteDialog
                    order="CloseDispute"
                    field="resolution"
                    label={t("note_needed")}
                    fields={{ incident: one.incident }}
                    about={[incident_text(page, one.incident)]}
                  />
                ) : (
                  <NoteDialog
                    order="ResolveIncident"
                    field="note"
                    label={t("note_needed")}
                    fields={{ incident: one.incident }}
                    about={[incident_text(page, one.incident)]}
                  />
                ),
              )
            }
          >
            {t("resolve")}
          </button>
        </div>
      ))}
    </section>
  );
}

// Orders of this table and of the property that wait for a second person. Shown above every panel,
// since they expire within a minute.
export function PendingList() {
  const page = useConsole();
  const { console_topic, client } = page.state;
  void tick.value;
  const of_table = (console_topic.value?.pending ?? []).map((one) => ({
    ...one,
    at_property: false,
    lines: describe(page, one.fields),
  }));
  const of_property = (console_topic.value?.property_pending ?? []).map((one) => ({
    ...one,
    at_property: true,
    lines: one.subject ? [subject_text(one.subject)] : [],
  }));
  const pending = [...of_table, ...of_property].filter((one) => one.expires_at > client.now());
  if (!pending.length) return null;
  return (
    <section class="pending" aria-label={t("pending")}>
      {pending.map((one) => (
        <div key={one.digest} class="row-card warn" data-pending={one.order}>
          <div>
            <b>
              {in_language(
                order_words[one.order as keyof typeof order_words] ?? [one.order, one.order],
              )}
            </b>{" "}
            {one.at_property && <span class="tag">{t("at_property")}</span>}
            <div>{one.lines.join(" · ")}</div>
            <div class="soft">
              {one.name} · {in_language(roles[one.role])} ·{" "}
              {t("expires", Math.max(0, Math.ceil((one.expires_at - client.now()) / 1000)))}
            </div>
          </div>
          <button
            class="main"
            data-action="authorise-open"
            onClick={() => open_authorise_dialog(page, one)}
          >
            {t("authorise")}
          </button>
        </div>
      ))}
    </section>
  );
}
