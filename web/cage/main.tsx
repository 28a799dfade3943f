// SPDX-License-Identifier: MIT
// The page of the cage: what a cashier works with at a counter.
import { render } from "preact";
import "../shared/base.css";
import { connect_to_server } from "../shared/client";
import { start_ticking } from "../shared/tick";
import { Cage } from "./cage";
import "./cage.css";
import { CageContext } from "./context";
import "./forms.css";
import { listen_to_keys } from "./keyboard";
import "./print.css";
import { CageState } from "./state";

const state = new CageState({ connect: connect_to_server });
start_ticking();
listen_to_keys(state);
render(
  <CageContext.Provider value={state}>
    <Cage />
  </CageContext.Provider>,
  document.getElementById("app")!,
);
