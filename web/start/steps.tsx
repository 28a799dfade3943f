// SPDX-License-Identifier: MIT
// Three steps for a person who is here for the first time.
import type { ComponentChildren } from "preact";
import { t } from "./words";

export function Steps() {
  return (
    <section class="steps" aria-labelledby="how">
      <h2 class="hidden" id="how">
        {t("how")}
      </h2>
      <Step number={1} title={t("step_play")} text={t("step_play_text")}>
        <circle cx="12" cy="12" r="9" />
        <circle cx="12" cy="12" r="4.500" />
        <path d="M12 3v4.500M12 16.500V21M3 12h4.500M16.500 12H21" />
      </Step>
      <Step number={2} title={t("step_deal")} text={t("step_deal_text")}>
        <rect x="3.500" y="3.500" width="17" height="17" rx="3.500" />
        <path d="M8 8h.01M16 8h.01M12 12h.01M8 16h.01M16 16h.01" stroke-width="3" />
      </Step>
      <Step number={3} title={t("step_watch")} text={t("step_watch_text")}>
        <rect x="2.500" y="4" width="19" height="13" rx="2" />
        <path d="M8 21h8M12 17v4" />
      </Step>
    </section>
  );
}

function Step({
  number,
  title,
  text,
  children,
}: {
  number: number;
  title: string;
  text: string;
  children: ComponentChildren;
}) {
  return (
    <div class="step">
      <svg
        width="34"
        height="34"
        viewBox="0 0 24 24"
        fill="none"
        stroke="currentColor"
        stroke-width="1.600"
        stroke-linecap="round"
        aria-hidden="true"
      >
        {children}
      </svg>
      <div>
        <h3>
          {number}. {title}
        </h3>
        <p>{text}</p>
      </div>
    </div>
  );
}
