// SPDX-License-Identifier: MIT
// The dialog that is open.
import type { FunctionComponent } from "preact";
import { CashOut } from "./cash";
import { Favourites } from "./favourites";
import { Help } from "./help";
import { History } from "./history";
import { useTerminal } from "./page";
import { RulesBook } from "./rules_book";
import { SessionDialog } from "./session_dialog";
import { SpotInfo } from "./spot_info";
import { Verify } from "./verify";

const simple: Record<string, FunctionComponent<{ onclose: () => void }>> = {
  history: History,
  rules: RulesBook,
  help: Help,
  verify: Verify,
  cash: CashOut,
  favourites: Favourites,
  session: SessionDialog,
};

export function Dialogs() {
  const { dialog } = useTerminal().state;
  const open = dialog.value;
  const close = () => {
    dialog.value = null;
  };
  if (!open) return null;
  if (open.kind === "spot") return <SpotInfo key={open.spot} spot={open.spot} onclose={close} />;
  const One = simple[open.kind]!;
  return <One key={open.kind} onclose={close} />;
}
