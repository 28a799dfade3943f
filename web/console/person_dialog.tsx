// SPDX-License-Identifier: MIT
// A dialog in which a person signs in for one order: a second person, or one with another role.
import { useSignal } from "@preact/signals";
import { Refused } from "../shared/client";
import { Dialog } from "../shared/dialog";
import { tick } from "../shared/tick";
import { useConsole } from "./context";
import { refusal_text } from "./state";
import { t } from "./words";

const is_not_allowed = (refused: unknown): boolean =>
  refused instanceof Refused && refused.reason === "not_allowed";

// Whether the password was right and a code of the second factor is missing or wrong.
export const asks_for_code = (refused: unknown): boolean =>
  refused instanceof Refused &&
  (refused.reason === "second_factor_required" || refused.reason === "wrong_second_factor");

// The field for a code of the second factor.
export function CodeField() {
  return (
    <label>
      {t("second_factor_code")}
      <input name="code" required autofocus inputmode="numeric" autocomplete="one-time-code" />
    </label>
  );
}

function Lines({ lines }: { lines: string[] }) {
  if (!lines.length) return null;
  return (
    <ul class="facts-list">
      {lines.map((one) => (
        <li key={one}>{one}</li>
      ))}
    </ul>
  );
}

interface PersonDialogProps {
  title: string;
  about: string;
  lines?: () => string[]; // what the order does
  roles: () => string; // who may act here, for a person who has signed in with another role
  action: string;
  action_id: string; // data-action of the button
  digest?: string; // of a pending order, which expires
  run: (name: string, password: string, code: string) => Promise<unknown>;
}

export function PersonDialog(props: PersonDialogProps) {
  const { title, about, lines = () => [], roles, action, action_id, run, digest } = props;
  const { console_topic, close_dialog, client } = useConsole().state;
  const wrong = useSignal<unknown>(null);
  const waiting = useSignal(false);
  const needs_code = useSignal(false); // the person has a second factor
  void tick.value;
  const pending = console_topic.value?.pending.find((one) => one.digest === digest);
  const until = pending?.expires_at ?? null;
  const submit = async (event: SubmitEvent & { currentTarget: HTMLFormElement }) => {
    event.preventDefault();
    const form = event.currentTarget;
    const field = (name: string) => form.elements.namedItem(name) as HTMLInputElement;
    const code = needs_code.value ? field("code").value.trim() : "";
    waiting.value = true;
    wrong.value = null;
    try {
      await run(field("person").value.trim(), field("password").value, code);
    } catch (refused) {
      wrong.value = refused;
      if (asks_for_code(refused)) {
        needs_code.value = true;
        return;
      }
      field("password").value = "";
      field("password").focus();
    } finally {
      waiting.value = false;
    }
  };
  return (
    <Dialog title={title} onclose={close_dialog}>
      <form class="person-form" onSubmit={submit} autocomplete="off">
        <p>{about}</p>
        <Lines lines={lines()} />
        <label>
          {t("person")}
          <input name="person" required autofocus autocomplete="off" />
        </label>
        <label>
          {t("password")}
          <input name="password" type="password" required autocomplete="off" />
        </label>
        {needs_code.value && <CodeField />}
        {wrong.value !== null && (
          <p class="wrong" role="alert">
            {is_not_allowed(wrong.value) && roles()
              ? t("not_allowed_for", roles())
              : refusal_text(wrong.value)}
          </p>
        )}
        <div class="actions">
          {until !== null && (
            <span class="tag warn">
              {t("expires", Math.max(0, Math.ceil((until - client.now()) / 1000)))}
            </span>
          )}
          <button type="button" onClick={close_dialog} data-action="cancel">
            {t("cancel")}
          </button>
          <button class="main" disabled={waiting.value} data-action={action_id}>
            {action}
          </button>
        </div>
      </form>
    </Dialog>
  );
}
