// For what can't be taken back with a touch: says what will be done, and to whom, before it is.
import type { Orders } from "../generated/protocol";
import { Dialog } from "../shared/parts";
import { orders as order_words } from "../shared/terms";
import { say } from "../shared/words";
import { Actions, submit } from "./equipment_dialogs";
import { perform } from "./orders";
import { open_dialog, shut_dialog } from "./state";

function Confirm<Name extends keyof Orders>({
  order,
  fields,
  about,
  label,
}: {
  order: Name;
  fields: Orders[Name];
  about: () => string[];
  label: string;
}) {
  return (
    <Dialog title={label} onclose={shut_dialog}>
      <form class="stack" onSubmit={submit(() => perform(order, fields))}>
        {about()
          .filter(Boolean)
          .map((one) => (
            <p key={one}>{one}</p>
          ))}
        <Actions label={label} danger />
      </form>
    </Dialog>
  );
}

// `about` is asked again when something changes: what is read is what will be done.
export function confirm<Name extends keyof Orders>(
  order: Name,
  fields: Orders[Name],
  about: () => string[],
  label = say(order_words[order]),
): void {
  open_dialog(() => <Confirm order={order} fields={fields} about={about} label={label} />);
}
