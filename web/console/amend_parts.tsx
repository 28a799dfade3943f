// Parts of the dialog that amends rounds: what the amendment does, and a range of rounds.
import { useSignal } from "@preact/signals";
import { TextField } from "../shared/fields";
import { roles } from "../shared/terms";
import { say } from "../shared/words";
import { amendment_authority, type Amendment } from "./authority";
import { useConsole } from "./context";
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

// What the amendment does, to whom, on which clauses, and who must agree.
export function AmendmentOutcome({
  meant,
  dice,
  whose,
}: {
  meant: Amendment;
  dice: number[];
  whose: string;
}) {
  const { facts } = useConsole().state;
  const which = ranges(meant.rounds);
  const what = meant.dice
    ? t("amend_settles", which, dice.length === 3 ? dice.join(" ") : "…")
    : meant.stay
      ? t("amend_returns", whose, which)
      : t("amend_voids", which);
  const { pair, clauses } = amendment_authority(facts.value, meant);
  return (
    <dl class="facts" data-outcome>
      {which && (
        <>
          <dt>{t("comes_of_it")}</dt>
          <dd>
            <b>{what}</b>
            {!meant.dice &&
              !meant.stay &&
              meant.cause === "damaged-dice" &&
              `${t("and")}${t("dice_go_out")}`}
          </dd>
        </>
      )}
      <dt>{t("who_decides")}</dt>
      <dd data-decided>{t("agreed_by", say(roles[pair[0]]), say(roles[pair[1]]))}</dd>
      <dt />
      <dd class="soft">{clause_words(clauses)}</dd>
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
