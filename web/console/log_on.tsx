// Logging on, in the place of the next action; and a password of one's own for one that was for once.
import { useSignal } from "@preact/signals";
import { Refused } from "../shared/client";
import { Dialog } from "../shared/dialog";
import { set_password } from "../shared/requests";

import { useConsole } from "./context";
import { refusal_text } from "./state";
import { t } from "./words";

export function LogOnForm({
  title,
  action,
  done,
}: {
  title: string;
  action: string;
  done?: () => void;
}) {
  const { me, show_refusal, log_on, last_name, client, show_message } = useConsole().state;
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
      if (me.value) show_refusal(refused); // entered, and this form is gone
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
      await client.request(set_password(name, old, fresh));
      once.value = null;
      await finish(name, fresh);
      show_message(() => t("password_changed"));
    });
  };
  const problem = wrong.value !== null && (
    <p class="wrong" role="alert">
      {refusal_text(wrong.value)}
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
  const { me, desk, must_sign_in_again } = useConsole().state;
  const locked = Boolean(me.value && desk.value?.locked);
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
