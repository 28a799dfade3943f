// SPDX-License-Identifier: MIT
// The form to log on at a page of staff, with what may follow: a new password, or the code of a
// second factor.
import type { ComponentChildren } from "preact";
import { useSignal, type ReadonlySignal, type Signal } from "@preact/signals";
import { Refused, type Client } from "./client";
import { log_on_words as t } from "./log_on_words";
import { password_length_min } from "./reasons";
import { enrol_second_factor, set_password } from "./requests";

// What a page lets its form use.
export interface LogOnState {
  client: Client;
  me: ReadonlySignal<unknown>; // who is signed in here; null: nobody
  last_name: Signal<string>; // of the person who signed in last
  log_on: (name: string, password: string, code: string) => Promise<void>;
  refusal_text: (refused: unknown) => string;
  show_refusal: (refused: unknown) => void;
  show_message: (text: () => string) => void;
}

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

// A password that was right, and what is to be done about the second factor of its person.
interface SecondFactor {
  name: string;
  password: string;
  secret: string; // to be entered in an authenticator; "": it is there already
}

// What follows if a code is missing, or the person has no second factor yet and needs one.
async function second_factor_for(
  refused: Refused,
  name: string,
  password: string,
  client: Client,
): Promise<SecondFactor> {
  if (refused.reason === "second_factor_required") return { name, password, secret: "" };
  if (refused.reason !== "second_factor_missing") throw refused;
  const { secret = "" } = await client.request(enrol_second_factor(name, password));
  return { name, password, secret };
}

interface LogOnFormProps {
  state: LogOnState;
  title: string;
  action: string;
  offered?: ComponentChildren; // people whose names need not be typed
  done: () => void;
}

// Asks for name and password; then for a new password, if the old one was for one use.
export function LogOnForm({ state, title, action, offered, done }: LogOnFormProps) {
  const { me, show_refusal, log_on, last_name, client, show_message, refusal_text } = state;
  const once = useSignal<OncePassword | null>(null);
  const factor = useSignal<SecondFactor | null>(null);
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
  const finish = async (name: string, password: string, code = "") => {
    await log_on(name, password, code);
    last_name.value = name;
    done();
  };
  const submit = async (name: string, old: string) => {
    try {
      await finish(name, old);
    } catch (refused) {
      if (!(refused instanceof Refused)) throw refused;
      if (refused.reason === "password_change_required") once.value = { name, old };
      else factor.value = await second_factor_for(refused, name, old, client);
    }
  };
  const change = async ({ name, old }: OncePassword, fresh: string, repeated: string) => {
    if (fresh.length < password_length_min) throw new Refused("password_too_short");
    if (fresh !== repeated) throw new Refused("passwords_differ");
    await client.request(set_password(name, old, fresh, ""));
    once.value = null;
    await submit(name, fresh);
    show_message(() => t("password_changed"));
  };
  const shared = {
    waiting: waiting.value,
    wrong: wrong.value === null ? null : refusal_text(wrong.value),
  };
  if (factor.value)
    return (
      <CodeForm
        {...shared}
        secret={factor.value.secret}
        action={action}
        onsubmit={(code) =>
          void attempt(() => finish(factor.value!.name, factor.value!.password, code))
        }
      />
    );
  return once.value ? (
    <NewPasswordForm
      {...shared}
      onsubmit={(fresh, repeated) => void attempt(() => change(once.value!, fresh, repeated))}
    />
  ) : (
    <PasswordForm
      {...{ ...shared, title, action, offered }}
      last_name={last_name.value}
      onsubmit={(name, password) => void attempt(() => submit(name, password))}
    />
  );
}

interface FormState {
  waiting: boolean;
  wrong: string | null; // why the last attempt was refused; null: it was not
  onsubmit: (first: string, second: string) => void;
}

function Problem({ wrong }: { wrong: string | null }) {
  if (wrong === null) return null;
  return (
    <p class="wrong" role="alert">
      {wrong}
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

function CodeForm({
  waiting,
  wrong,
  secret,
  action,
  onsubmit,
}: FormState & { secret: string; action: string }) {
  const submit = (event: FormEvent) => onsubmit(read_form(event)("code").trim(), "");
  return (
    <form class="log-on" onSubmit={submit} key="code">
      <p>{t(secret ? "second_factor_title" : "second_factor_ask")}</p>
      {secret && <code data-secret>{secret}</code>}
      <CodeField />
      <button class="main" disabled={waiting} data-action="give-code">
        {action}
      </button>
      <Problem wrong={wrong} />
    </form>
  );
}

interface PasswordFormProps extends FormState {
  title: string;
  action: string;
  offered: ComponentChildren;
  last_name: string;
}
function PasswordForm(props: PasswordFormProps) {
  const { title, action, offered, last_name, waiting, wrong, onsubmit } = props;
  const submit = (event: FormEvent) => {
    const field = read_form(event);
    onsubmit(field("person").trim(), field("password"));
  };
  return (
    <form class="log-on" onSubmit={submit} key="enter">
      <p>{title}</p>
      <label>
        {t("person")}
        <input name="person" required autofocus autocomplete="username" defaultValue={last_name} />
      </label>
      {offered}
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
