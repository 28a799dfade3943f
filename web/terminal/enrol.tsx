// SPDX-License-Identifier: MIT
// The page that enrols a terminal: a technician types in a one-time code from the console.
import { useSignal } from "@preact/signals";
import { reason_of } from "../shared/client";
import { reason_text } from "../shared/reasons";
import { ConnectionNotice, LanguageSwitch } from "../shared/widgets";
import { enrol_terminal } from "./identity";
import { useTerminal } from "./page";
import { t } from "./words";

export function EnrolPage() {
  const { client } = useTerminal().state;
  const { local_storage } = useTerminal();
  const wrong = useSignal("");
  const busy = useSignal(false);
  const send = async (event: SubmitEvent) => {
    event.preventDefault();
    const code = String(new FormData(event.target as HTMLFormElement).get("code") ?? "").trim();
    if (!code || busy.value) return;
    busy.value = true;
    try {
      const key = await enrol_terminal(client, local_storage, code);
      location.href = `${location.pathname}?table=${key.table}`;
    } catch (refused) {
      wrong.value = reason_of(refused);
      busy.value = false;
    }
  };
  document.title = t("enrol_title");
  return (
    <main class="alone">
      <ConnectionNotice client={client} />
      <form class="panel card" onSubmit={send}>
        <h1>{t("enrol_title")}</h1>
        <p>{t("enrol_hint")}</p>
        <label>
          {t("enrol_code")}
          <input
            name="code"
            autocomplete="off"
            autocapitalize="none"
            spellcheck={false}
            required
            placeholder="xxxx-xxxx-xxxx"
          />
        </label>
        <p class="soft">{t("enrol_key_note")}</p>
        {wrong.value && (
          <p class="wrong" role="alert">
            {reason_text(wrong.value)}
          </p>
        )}
        <div class="row">
          <a class="button" href="/">
            {t("to_start")}
          </a>
          <LanguageSwitch />
          <button class="main" type="submit" disabled={busy.value} data-action="enrol">
            {t("enrol_do")}
          </button>
        </div>
      </form>
    </main>
  );
}
