// SPDX-License-Identifier: MIT
// Rounds an hour, as the server counts them, and the time since the last round.
import { tick } from "../shared/tick";
import { texts } from "../shared/words";
import { useConsole } from "./context";

const t = texts({
  pace: ["{0} rounds/h", "每小时{0}局"],
  since: ["last round {0} ago", "上一局{0}前"],
});

const two = (n: number): string => String(n).padStart(2, "0");
export const since_text = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${two(seconds % 60)}`;

// Nothing until the server knows a pace, or the end of a round.
export function PaceTag() {
  const { console_topic, client } = useConsole().state;
  void tick.value;
  const { rounds_an_hour: pace = null, last_ended_at: ended = null } =
    console_topic.value?.pace ?? {};
  if (pace === null && ended === null) return null;
  const since = ended === null ? null : Math.max(0, Math.floor((client.now() - ended) / 1000));
  return (
    <span class="pace soft" data-pace={pace ?? ""} data-since={since ?? ""}>
      {pace !== null && <b>{t("pace", pace)}</b>} {since !== null && t("since", since_text(since))}
    </span>
  );
}
