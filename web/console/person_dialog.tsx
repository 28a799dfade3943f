// SPDX-License-Identifier: MIT
// The dialog of the console in which a person signs in for one order.
import { PersonDialog as SharedDialog, type PersonDialogProps } from "../shared/person_dialog";
import { useConsole } from "./context";
import { OnDuty } from "./on_duty";
import { refusal_text } from "./state";

// `digest` is of a pending order, which expires.
export function PersonDialog({ digest, ...props }: PersonDialogProps & { digest?: string }) {
  const { client, close_dialog, console_topic } = useConsole().state;
  const expires_at = () =>
    console_topic.value?.pending.find((one) => one.digest === digest)?.expires_at ?? null;
  return (
    <SharedDialog
      {...props}
      client={client}
      expires_at={expires_at}
      offered={<OnDuty />}
      refusal_text={refusal_text}
      onclose={close_dialog}
    />
  );
}
