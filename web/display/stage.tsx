// SPDX-License-Identifier: MIT
// The round: what is announced, the time that is left, and the dice once they are out.
import type { TableTopic } from "../generated/protocol";
import type { Client } from "../shared/client";
import { Dice } from "../shared/dice";
import { bead_of, total_of, type Layout } from "../shared/rules";
import { causes } from "../shared/terms";
import { Video } from "../shared/video";
import { Countdown, seconds_left, waits_for_mix } from "../shared/widgets";
import { language, type Text } from "../shared/words";
import { pixels } from "./page";
import { announcements, result_name, t } from "./words";

interface Headline {
  mood: "open" | "calm" | "result" | "result triple" | "notice";
  text: Text;
  more?: Text;
  total?: number;
}

export function Stage({
  client,
  table,
  layout,
}: {
  client: Client;
  table: TableTopic;
  layout: Layout;
}) {
  const { round, status } = table;
  const head = headline(table, layout, waits_for_mix(client, round));
  const roll = status.phase === "closed" ? null : (round?.roll ?? null);
  const counting = seconds_left(client, round) !== null;
  return (
    <section class={`stage ${head.mood} ${counting ? "counting" : ""}`} aria-label={t("stage")}>
      <div class="headline" role="status">
        {head.total !== undefined && (
          <b class="total">
            <span class="hidden">{t("total")} </span>
            {head.total}
          </b>
        )}
        <Both text={head.text} />
      </div>
      <div class="middle">
        {counting && <Countdown client={client} table={table} size={pixels(11.5)} />}
        {!roll && <Video address={table.table.video} />}
        <Dice
          key={round?.number ?? 0}
          roll={roll}
          mixing={Boolean(round?.mixing)}
          covered={!round || round.covered}
          size={pixels(counting || head.mood === "notice" ? 4 : roll ? 9.6 : 5.6)}
          note=" "
        />
      </div>
      <div class="foot">
        {head.more && <Both text={head.more} />}
        {status.last_round && status.phase !== "closed" && (
          <b class="tag warn" data-notice="last_round">
            {t("last_round")}
          </b>
        )}
        {status.manual_entry && !round?.manual && (
          <b class="tag warn" data-notice="manual-entry">
            {t("manual_entry")}
          </b>
        )}
        {round?.manual && (
          <b class="tag warn" data-notice="manual">
            {t("manual")}
          </b>
        )}
      </div>
    </section>
  );
}

function Both({ text }: { text: Text }) {
  const [first, second] = language.value === "zh" ? ([1, 0] as const) : ([0, 1] as const);
  const tongue = ["en", "zh-Hans"] as const;
  return (
    <p class="both">
      <span class="one" lang={tongue[first]} style={{ "--letters": letters(text[first]) }}>
        {text[first]}
      </span>{" "}
      <span class="two" lang={tongue[second]} style={{ "--letters": letters(text[second]) }}>
        {text[second]}
      </span>
    </p>
  );
}

// How wide a line is, in Latin letters: a Chinese character takes nearly two.
const letters = (text: string): number =>
  [...text].reduce((sum, one) => sum + (one > "\u2e80" ? 1.95 : 1), 0);

// The gravest goes first. The table's own words go before ours, which only fill its silences.
function headline(table: TableTopic, layout: Layout, is_time_over: boolean): Headline {
  const { round, status } = table;
  const announced = table.announcement;
  const announcement: Text | undefined = announced ? [announced.en, announced.zh] : undefined;
  if (status.out_of_service !== null)
    return { mood: "notice", text: announcements.out_of_service, more: announcements.reopens };
  if (status.held)
    return {
      mood: "notice",
      text: announcement ?? announcements.held,
      more: because(causes[status.held.cause], announcements.accepted_stand),
    };
  if (status.phase === "closed")
    return { mood: "calm", text: announcements.closed, more: announcements.opens_later };
  if (round?.ended === "void")
    return {
      mood: "notice",
      text: announcements.void,
      more: because(round.void_for && causes[round.void_for], announcements.stakes_back),
    };
  if (round?.roll)
    return {
      mood: bead_of(round.roll) === "triple" ? "result triple" : "result",
      text: called(round.roll, layout),
      total: total_of(round.roll),
      more: announcement,
    };
  if (!round || status.phase === "idle")
    return { mood: "calm", text: announcement ?? announcements.next };
  if (round.betting && is_time_over)
    return { mood: "open", text: announcements.time_over, more: announcements.until_mixed };
  if (round.betting) return { mood: "open", text: announcement ?? announcements.open };
  if (round.mixing)
    return {
      mood: "calm",
      text: announcement ?? announcements.mixing,
      more: announcement && announcements.mixing,
    };
  if (!round.covered) return { mood: "calm", text: announcement ?? announcements.uncovered };
  const closed = round.step === "close" || round.next === "uncover";
  return {
    mood: "calm",
    text: announcement ?? (closed ? announcements.closed_bets : announcements.next),
  };
}

const because = (cause: Text | null | undefined, then: Text): Text =>
  cause ? [`${cause[0]}. ${then[0]}.`, `${cause[1]}。${then[1]}。`] : then;

function called(roll: readonly number[], layout: Layout): Text {
  const kind = bead_of(roll);
  const [en, zh] = result_name(kind, layout);
  return kind === "triple" ? [`${en} ${roll[0]}`, `${zh} ${roll[0]}`] : [en, zh];
}
