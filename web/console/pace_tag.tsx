// SPDX-License-Identifier: MIT
// Rounds an hour, and the time since the last round.
import { texts } from "../shared/words";
import { useConsole } from "./context";

const t = texts({
  pace: ["{0} rounds/h", "每小时{0}局"],
  since: ["last round {0} ago", "上一局{0}前"],
});

const two = (n: number): string => String(n).padStart(2, "0");
export const since_text = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${two(seconds % 60)}`;

// Nothing until this console has seen a round end.
export function PaceTag() {
  const { rounds_an_hour, seconds_since } = useConsole().pace;
  const [pace, since] = [rounds_an_hour.value, seconds_since.value];
  if (since === null) return null;
  return (
    <span class="pace soft" data-pace={pace ?? ""} data-since={since}>
      {pace !== null && <b>{t("pace", pace)}</b>} {t("since", since_text(since))}
    </span>
  );
}
