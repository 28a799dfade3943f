// SPDX-License-Identifier: MIT
// The form to log on at the console, shown in place of the next action or in a dialog.
import { Dialog } from "../shared/dialog";
import { LogOnForm as SharedForm } from "../shared/log_on";
import { useConsole } from "./context";
import { OnDuty } from "./on_duty";
import { refusal_text } from "./state";
import { t } from "./words";

// The form is gone when somebody has logged on, and with it the focus: the next action gets it.
const focus_next = () => {
  requestAnimationFrame(() => document.querySelector<HTMLElement>(".next")?.focus());
};

interface LogOnFormProps {
  title: string;
  action: string;
  again?: boolean; // of people who may be signed in here already
  done?: () => void;
}
export function LogOnForm({ done = focus_next, again = false, ...props }: LogOnFormProps) {
  const { state } = useConsole();
  return (
    <SharedForm
      {...props}
      state={{ ...state, refusal_text }}
      offered={<OnDuty again={again} />}
      done={done}
    />
  );
}

export function LogOnHere() {
  const { me, console_topic, must_sign_in_again } = useConsole().state;
  const locked = Boolean(me.value && console_topic.value?.locked);
  if (locked)
    return <LogOnForm key="locked" title={t("locked_title")} action={t("unlock")} again />;
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
