// SPDX-License-Identifier: MIT
// The box beside the big button with an incident that must be acknowledged first.
import { note_words } from "../shared/notes";
import { causes as cause_words, effects } from "../shared/terms";
import { in_language } from "../shared/words";
import type { Incident } from "./alerts";
import { useConsole, type ConsolePage } from "./context";
import { t } from "./words";

// What follows from the incident, as the table stands: a void round, a table out of service, or
// what the rules provide for the cause.
function consequence(page: ConsolePage, one: Incident): string {
  const { table, rules } = page.state;
  const { round, status } = table.value!;
  const is_void = round?.number === one.round && round.void_for === one.cause;
  const rule = rules.value?.irregularities.find((other) => other.cause === one.cause);
  const first = is_void
    ? in_language(effects.void)
    : rule && rule.effect !== "void"
      ? in_language(effects[rule.effect])
      : t("recorded_only");
  const out = status.out_of_service === one.cause ? [t("table_goes_out")] : [];
  const clauses = rule?.clauses.length ? [t("clause", rule.clauses.join(", "))] : [];
  return [[first, ...out].join(t("and")), ...clauses].join(" · ");
}

export function AlertBox() {
  const page = useConsole();
  const { open, acknowledge } = page.alerts;
  const [one, ...more] = open.value;
  if (!one) return null;
  // Of a void round the note repeats what the consequence says.
  const note = one.note.startsWith("round-void") ? "" : note_words(one.note);
  return (
    <div class="alert-box" role="alert" data-alert={one.cause}>
      <p>
        <b>{in_language(cause_words[one.cause])}</b>
        {note && <span> · {note}</span>}
        {more.length > 0 && <span class="tag bad">{t("more_alerts", more.length)}</span>}
      </p>
      <p class="consequence">{consequence(page, one)}</p>
      <button data-action="acknowledge" onClick={() => acknowledge(one)}>
        {t("acknowledge")}
      </button>
    </div>
  );
}
