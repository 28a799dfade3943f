// SPDX-License-Identifier: MIT
// A dialog that asks before an order which can't be taken back: what it does, and to whom.
import type { Orders } from "../generated/protocol";
import { Dialog } from "../shared/dialog";
import { orders as order_words } from "../shared/terms";
import { in_language } from "../shared/words";
import { useConsole, type ConsolePage } from "./context";
import { Actions, submit } from "./equipment_dialogs";
import { give_order } from "./orders";

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
  const page = useConsole();
  const { close_dialog } = page.state;
  return (
    <Dialog title={label} onclose={close_dialog}>
      <form class="stack" onSubmit={submit(page, () => give_order(page, order, fields))}>
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

// Opens the dialog for an order. `about` is called with every change of state, so that people read
// what will happen now.
export function confirm<Name extends keyof Orders>(
  page: ConsolePage,
  order: Name,
  fields: Orders[Name],
  about: () => string[],
  label = in_language(order_words[order]),
): void {
  const { open_dialog } = page.state;
  open_dialog(() => <Confirm order={order} fields={fields} about={about} label={label} />);
}
