// SPDX-License-Identifier: MIT
// The screen above a table. It has no controls, and shows no result before the dice lie.
import { render } from "preact";
import { signal } from "@preact/signals";
import { Client, Refused, connect_to_server } from "../shared/client";
import { table_number } from "../shared/address";
import { choose_language, language } from "../shared/words";
import { start_ticking } from "../shared/tick";
import { Page } from "./page";
import "../shared/base.css";
import "./display.css";
import "./past.css";

const number = table_number();
const missing = signal(false);
const client = new Client({
  connect: connect_to_server,
  identify: async (one) => {
    try {
      await one.watch(`table/${number}`);
      missing.value = false;
    } catch (refused) {
      missing.value = refused instanceof Refused && refused.reason !== "connection_lost";
      throw refused;
    }
  },
});

addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.altKey || event.metaKey) return;
  const key = event.key.toLowerCase();
  if (key === "l") choose_language(language.value === "en" ? "zh" : "en");
  if (key === "f")
    void (document.fullscreenElement
      ? document.exitFullscreen()
      : document.documentElement.requestFullscreen());
});

start_ticking();
render(<Page client={client} number={number} missing={missing} />, document.getElementById("app")!);
