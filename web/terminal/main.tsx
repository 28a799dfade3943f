// SPDX-License-Identifier: MIT
// The Player Terminal: a place at a table, its felt and its money.
import { render } from "preact";
import { table_number } from "../shared/address";
import "../shared/base.css";
import { connect_to_server } from "../shared/client";
import { start_ticking } from "../shared/tick";
import { EnrolPage } from "./enrol";
import { offer_place } from "./identity";
import { TerminalContext, TerminalPage } from "./page";
import { play_sounds } from "./sounds";
import { Terminal } from "./terminal";
import { read_key } from "./terminal_key";
import "./terminal.css";
import "./bar.css";
import "./tray.css";
import "./dialogs.css";
import "./cash.css";
import "./narrow.css";
import "./telephone.css";
import "./result.css";
import "./phone.css";

const address = new URLSearchParams(location.search);
const key = read_key(localStorage);
const has_key = key !== null && (!address.has("table") || key.table === table_number());
const is_enrolling = address.has("enrol");
const page = new TerminalPage({
  table_number: has_key ? key.table : table_number(),
  layout: address.get("layout") ?? "",
  is_enrolling,
  key: has_key ? key : null,
  connect: connect_to_server,
  store: sessionStorage,
  local_storage: localStorage,
  animated: !matchMedia("(prefers-reduced-motion: reduce)").matches,
});
start_ticking();
if (!is_enrolling) {
  page.keyboard.listen();
  const { table_number: table, layout_wanted } = page.state;
  addEventListener("pagehide", () =>
    offer_place(sessionStorage, localStorage, table, layout_wanted),
  );
  play_sounds(page.state, page.reveal);
}
render(
  <TerminalContext.Provider value={page}>
    {is_enrolling ? <EnrolPage /> : <Terminal />}
  </TerminalContext.Provider>,
  document.getElementById("app")!,
);
