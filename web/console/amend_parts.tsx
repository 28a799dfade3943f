// SPDX-License-Identifier: MIT
// Parts of the dialog that amends rounds: what the amendment does, and a range of rounds.
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { TextField } from "../shared/fields";
import type { Reply } from "../shared/requests";
import { reason_text } from "../shared/reasons";
import { roles } from "../shared/terms";
import { in_language } from "../shared/words";
import type { AmendmentForm } from "./amendment";
import { useConsole } from "./context";
import { preview_order } from "./orders";
import { row_of_round_in_play } from "./past_rounds";
import { clause_words, t } from "./words";

// "1–3, 7": consecutive rounds as ranges.
export function ranges(rounds: number[]): string {
  const all = [...rounds].sort((a, b) => a - b);
  const parts: [number, number][] = [];
  for (const one of all) {
    const last = parts.at(-1);
    if (last && last[1] === one - 1) last[1] = one;
    else parts.push([one, one]);
  }
  return parts.map(([from, to]) => (from === to ? String(from) : `${from}–${to}`)).join(", ");
}

// Returns the server's preview of the amendment as it is filled in: who must agree, what it leads
// to, and why it would be refused. The last preview stays until the next one has arrived.
function useAmendmentPreview(form: AmendmentForm): Reply["preview"] {
  const page = useConsole();
  const { me, table } = page.state;
  const answer = useSignal<Reply["preview"]>(undefined);
  const person = me.value;
  const draft = form.draft(row_of_round_in_play(page)?.round ?? table.value?.results.last ?? 0);
  const asked = JSON.stringify([draft, person?.id, table.value?.round?.step]);
  useEffect(() => {
    let current = true;
    if (person && !form.too_many.peek())
      void preview_order(page, person, "AmendRounds", draft).then((preview) => {
        if (current) answer.value = preview;
      });
    return () => {
      current = false;
    };
  }, [asked]);
  return answer.value;
}

// What the amendment does, to whom, on which clauses, and who must agree.
export function AmendmentOutcome({ form, whose }: { form: AmendmentForm; whose: string }) {
  const preview = useAmendmentPreview(form);
  const which = ranges(form.chosen.value);
  const dice = form.dice.value;
  const what = !form.make_void.value
    ? t("amend_settles", which, dice.length === 3 ? dice.join(" ") : "…")
    : form.stay.value || form.one_place
      ? t("amend_returns", whose, which)
      : t("amend_voids", which);
  return (
    <dl class="facts" data-outcome>
      {which && (
        <>
          <dt>{t("effect")}</dt>
          <dd>
            <b>{what}</b>
            {preview?.leads_to.includes("DiceRemoved") && `${t("and")}${t("dice_go_out")}`}
          </dd>
        </>
      )}
      {preview?.refused && form.complete.value && (
        <>
          <dt>{t("would_be_refused")}</dt>
          <dd class="wrong" role="alert" data-refused={preview.refused}>
            {reason_text(preview.refused)}
          </dd>
        </>
      )}
      {preview?.second && (
        <>
          <dt>{t("who_decides")}</dt>
          <dd data-decided>
            {t(
              "agreed_by",
              in_language(roles[preview.second.decides]),
              in_language(roles[preview.second.with]),
            )}
          </dd>
        </>
      )}
      <dt />
      <dd class="soft">{clause_words(preview?.clauses ?? [])}</dd>
    </dl>
  );
}

// Chooses all rounds from one number to another, whether they are loaded yet or not.
export function RoundRange({ onrange }: { onrange: (from: number, to: number) => void }) {
  const from = useSignal("");
  const to = useSignal("");
  const [first, last] = [Number(from.value), Number(to.value)];
  const right =
    [from.value, to.value].every((text) => /^[1-9]\d{0,8}$/.test(text.trim())) && first <= last;
  const field = (name: string, label: string, text: typeof from) => (
    <TextField label={label} text={text} name={name} inputMode="numeric" />
  );
  return (
    <div class="range">
      {field("from", t("from_round"), from)}
      {field("to", t("to_round"), to)}
      <button
        type="button"
        data-action="choose-range"
        disabled={!right}
        onClick={() => onrange(first, last)}
      >
        {t("choose_them")}
      </button>
    </div>
  );
}
