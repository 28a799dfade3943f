// SPDX-License-Identifier: MIT
// The Game Console: the dealer's screen of one table.
import { effect, untracked } from "@preact/signals";
import { render } from "preact";
import { table_number } from "../shared/address";
import "../shared/base.css";
import { connect_to_server } from "../shared/client";
import { start_ticking } from "../shared/tick";
import { prefer_language } from "../shared/words";
import { Console } from "./console";
import { ConsoleContext } from "./context";
import { listen_to_keys } from "./keyboard";
import { ConsolePage } from "./page";
import "./console.css";
import "./next_bar.css";
import "./panels.css";
import "./forms.css";
import "./payments.css";
import "./large.css";

const page = new ConsolePage({ table_number: table_number(), connect: connect_to_server });
let is_language_set = false;
effect(() => {
  const table = page.state.table.value;
  if (!table || is_language_set) return;
  is_language_set = true;
  untracked(() => prefer_language(table.table.language));
});
start_ticking();
listen_to_keys(page);
render(
  <ConsoleContext.Provider value={page}>
    <Console />
  </ConsoleContext.Provider>,
  document.getElementById("app")!,
);
