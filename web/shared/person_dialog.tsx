// SPDX-License-Identifier: MIT
// A dialog in which a person signs in for one order: a second person, or one with another role.
import type { ComponentChildren } from "preact";
import { useSignal } from "@preact/signals";
import { Refused, type Client } from "./client";
import { Dialog } from "./dialog";
import { asks_for_code, CodeField } from "./log_on";
import { log_on_words as t } from "./log_on_words";
import { tick } from "./tick";

const is_not_allowed = (refused: unknown): boolean =>
  refused instanceof Refused && refused.reason === "not_allowed";

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

export interface PersonDialogProps {
  title: string;
  about: string;
  lines?: () => string[]; // what the order does
  roles: () => string; // who may act here, for a person who has signed in with another role
  action: string;
  action_id: string; // data-action of the button
  run: (name: string, password: string, code: string) => Promise<unknown>;
}
interface PageProps {
  client: Client;
  expires_at: () => number | null; // of a pending order; null: there is none
  offered?: ComponentChildren; // people whose names need not be typed
  refusal_text: (refused: unknown) => string;
  onclose: () => void;
}

export function PersonDialog(props: PersonDialogProps & PageProps) {
  const { title, about, lines = () => [], roles, action, action_id, run } = props;
  const { client, expires_at, refusal_text, onclose } = props;
  const wrong = useSignal<unknown>(null);
  const checking = useSignal(false);
  const needs_code = useSignal(false); // the person has a second factor
  void tick.value;
  const until = expires_at();
  const submit = async (event: SubmitEvent & { currentTarget: HTMLFormElement }) => {
    event.preventDefault();
    const form = event.currentTarget;
    const field = (name: string) => form.elements.namedItem(name) as HTMLInputElement;
    const code = needs_code.value ? field("code").value.trim() : "";
    checking.value = true;
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
      checking.value = false;
    }
  };
  return (
    <Dialog title={title} onclose={onclose}>
      <form class="person-form" onSubmit={submit} autocomplete="off">
        <p>{about}</p>
        <Lines lines={lines()} />
        <label>
          {t("person")}
          <input name="person" required autofocus autocomplete="off" />
        </label>
        {props.offered}
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
          <button type="button" onClick={onclose} data-action="cancel">
            {t("cancel")}
          </button>
          <button class="main" disabled={checking.value} data-action={action_id}>
            {action}
          </button>
        </div>
      </form>
    </Dialog>
  );
}
