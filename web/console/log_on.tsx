// SPDX-License-Identifier: MIT
// The form to log on, shown in place of the next action, and the form for a new password.
import { useSignal } from "@preact/signals";
import { Refused } from "../shared/client";
import { Dialog } from "../shared/dialog";
import { set_password } from "../shared/requests";
import { password_length_min } from "../shared/reasons";
import { useConsole } from "./context";
import { refusal_text } from "./state";
import { t } from "./words";

type FormEvent = SubmitEvent & { currentTarget: HTMLFormElement };

// Reads a field of a form that is submitted, and keeps the browser from sending the form.
const read_form = (event: FormEvent) => {
  event.preventDefault();
  const form = new FormData(event.currentTarget);
  return (name: string) => String(form.get(name) ?? "");
};

// A password that was set for one use, and the person whose it is.
interface OncePassword {
  name: string;
  old: string;
}

interface LogOnFormProps {
  title: string;
  action: string;
  done?: () => void;
}

// Asks for name and password; then for a new password, if the old one was for one use.
export function LogOnForm({ title, action, done }: LogOnFormProps) {
  const { me, show_refusal, log_on, last_name, client, show_message } = useConsole().state;
  const once = useSignal<OncePassword | null>(null);
  const wrong = useSignal<unknown>(null);
  const waiting = useSignal(false);
  const attempt = async (run: () => Promise<void>) => {
    waiting.value = true;
    wrong.value = null;
    try {
      await run();
    } catch (refused) {
      wrong.value = refused;
      if (me.value) show_refusal(refused); // signed in, and this form is gone
    } finally {
      waiting.value = false;
    }
  };
  const finish = async (name: string, password: string) => {
    await log_on(name, password);
    last_name.value = name;
    done?.();
    // The form is gone, and with it the focus: the next action gets it.
    if (!done) requestAnimationFrame(() => document.querySelector<HTMLElement>(".next")?.focus());
  };
  const submit = async (name: string, old: string) => {
    try {
      await finish(name, old);
    } catch (refused) {
      if (!(refused instanceof Refused) || refused.reason !== "password_change_required")
        throw refused;
      once.value = { name, old };
    }
  };
  const change = async ({ name, old }: OncePassword, fresh: string, repeated: string) => {
    if (fresh.length < password_length_min) throw new Refused("password_too_short");
    if (fresh !== repeated) throw new Refused("passwords_differ");
    await client.request(set_password(name, old, fresh));
    once.value = null;
    await finish(name, fresh);
    show_message(() => t("password_changed"));
  };
  const shared = { waiting: waiting.value, wrong: wrong.value };
  return once.value ? (
    <NewPasswordForm
      {...shared}
      onsubmit={(fresh, repeated) => void attempt(() => change(once.value!, fresh, repeated))}
    />
  ) : (
    <PasswordForm
      {...shared}
      title={title}
      action={action}
      onsubmit={(name, password) => void attempt(() => submit(name, password))}
    />
  );
}

interface FormState {
  waiting: boolean;
  wrong: unknown; // why the last attempt was refused; null: it was not
  onsubmit: (first: string, second: string) => void;
}

function Problem({ wrong }: { wrong: unknown }) {
  if (wrong === null) return null;
  return (
    <p class="wrong" role="alert">
      {refusal_text(wrong)}
    </p>
  );
}

function NewPasswordForm({ waiting, wrong, onsubmit }: FormState) {
  const submit = (event: FormEvent) => {
    const field = read_form(event);
    onsubmit(field("new"), field("repeat"));
  };
  return (
    <form class="log-on" onSubmit={submit} key="once">
      <p>{t("once_title", password_length_min)}</p>
      <label>
        {t("new_password")}
        <input name="new" type="password" required autofocus autocomplete="new-password" />
      </label>
      <label>
        {t("repeat_password")}
        <input name="repeat" type="password" required autocomplete="new-password" />
      </label>
      <button class="main" disabled={waiting} data-action="change-password">
        {t("change_password")}
      </button>
      <Problem wrong={wrong} />
    </form>
  );
}

interface PasswordFormProps extends FormState {
  title: string;
  action: string;
}
function PasswordForm({ title, action, waiting, wrong, onsubmit }: PasswordFormProps) {
  const { last_name } = useConsole().state;
  const submit = (event: FormEvent) => {
    const field = read_form(event);
    onsubmit(field("person").trim(), field("password"));
  };
  return (
    <form class="log-on" onSubmit={submit} key="enter">
      <p>{title}</p>
      <label>
        {t("person")}
        <input
          name="person"
          required
          autofocus
          autocomplete="username"
          defaultValue={last_name.value}
        />
      </label>
      <label>
        {t("password")}
        <input name="password" type="password" required autocomplete="off" />
      </label>
      <button class="main" disabled={waiting} data-action="log-on">
        {action}
      </button>
      <Problem wrong={wrong} />
    </form>
  );
}

export function LogOnHere() {
  const { me, console_topic, must_sign_in_again } = useConsole().state;
  const locked = Boolean(me.value && console_topic.value?.locked);
  if (locked) return <LogOnForm key="locked" title={t("locked_title")} action={t("unlock")} />;
  return (
    <LogOnForm
      key="enter"
      title={must_sign_in_again.value ? t("log_on_again") : t("log_on_title")}
      action={t("log_on")}
    />
  );
}

export function LogOnDialog() {
  const { close_dialog } = useConsole().state;
  return (
    <Dialog title={t("add_person")} onclose={close_dialog}>
      <LogOnForm title="" action={t("log_on")} done={close_dialog} />
    </Dialog>
  );
}
