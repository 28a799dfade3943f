// Logging on, in the place of the next action; and a password of one's own for one that was for once.
import { signal, useSignal } from "@preact/signals";
import { Refused } from "../shared/client";
import { Dialog } from "../shared/parts";
import {
  again,
  client,
  desk,
  log_on,
  me,
  shut_dialog,
  tell,
  tell_refused,
  words_of,
} from "./state";
import { t } from "./words";

// The name of whoever was here, to come back to sooner. Passwords are not kept.
const last_name = signal("");

export function LogOnForm({
  title,
  action,
  done,
}: {
  title: string;
  action: string;
  done?: () => void;
}) {
  const once = useSignal<{ name: string; old: string } | null>(null);
  const wrong = useSignal<unknown>(null);
  const waiting = useSignal(false);
  const attempt = async (run: () => Promise<void>) => {
    waiting.value = true;
    wrong.value = null;
    try {
      await run();
    } catch (refused) {
      wrong.value = refused;
      if (me.value) tell_refused(refused); // entered, and this form is gone
    } finally {
      waiting.value = false;
    }
  };
  const fields = (event: SubmitEvent & { currentTarget: HTMLFormElement }) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    return (name: string) => String(form.get(name) ?? "");
  };
  const finish = async (name: string, password: string) => {
    await log_on(name, password);
    last_name.value = name;
    done?.();
    // The form is gone, and with it the focus: what comes next gets it.
    if (!done) requestAnimationFrame(() => document.querySelector<HTMLElement>(".next")?.focus());
  };
  const submit = (event: SubmitEvent & { currentTarget: HTMLFormElement }) => {
    const field = fields(event);
    const [name, old] = [field("person").trim(), field("password")];
    void attempt(async () => {
      try {
        await finish(name, old);
      } catch (refused) {
        if (!(refused instanceof Refused) || refused.reason !== "password_once") throw refused;
        once.value = { name, old };
      }
    });
  };
  const change = (event: SubmitEvent & { currentTarget: HTMLFormElement }) => {
    const field = fields(event);
    const fresh = field("new");
    const { name, old } = once.value!;
    void attempt(async () => {
      if (fresh.length < 8) throw new Refused("too_short", "", t("too_short"));
      if (fresh !== field("repeat")) throw new Refused("not_the_same", "", t("not_the_same"));
      await client.ask("password", { name, old, new: fresh });
      once.value = null;
      await finish(name, fresh);
      tell(() => t("password_changed"));
    });
  };
  const problem = wrong.value !== null && (
    <p class="wrong" role="alert">
      {words_of(wrong.value)}
    </p>
  );
  if (once.value) {
    return (
      <form class="log-on" onSubmit={change} key="once">
        <p>{t("once_title")}</p>
        <label>
          {t("new_password")}
          <input name="new" type="password" required autofocus autocomplete="new-password" />
        </label>
        <label>
          {t("repeat_password")}
          <input name="repeat" type="password" required autocomplete="new-password" />
        </label>
        <button class="main" disabled={waiting.value} data-action="change-password">
          {t("change_password")}
        </button>
        {problem}
      </form>
    );
  }
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
      <button class="main" disabled={waiting.value} data-action="log-on">
        {action}
      </button>
      {problem}
    </form>
  );
}

export function LogOnHere() {
  const locked = Boolean(me.value && desk.value?.locked);
  if (locked) return <LogOnForm key="locked" title={t("locked_title")} action={t("unlock")} />;
  return (
    <LogOnForm
      key="enter"
      title={again.value ? t("log_on_again") : t("log_on_title")}
      action={t("log_on")}
    />
  );
}

export function LogOnDialog() {
  return (
    <Dialog title={t("add_person")} onclose={shut_dialog}>
      <LogOnForm title="" action={t("log_on")} done={shut_dialog} />
    </Dialog>
  );
}
