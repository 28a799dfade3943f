// SPDX-License-Identifier: MIT
// The first page: what is running here, and the ways in.
import { render } from "preact";
import { Client, connect_to_server } from "../shared/client";
import { start_ticking } from "../shared/tick";
import { Page } from "./page";
import "../shared/base.css";
import "./start.css";

const client = new Client({ connect: connect_to_server });
client.watch("property").catch(() => {}); // and again with every new connection

start_ticking();
render(<Page client={client} />, document.getElementById("app")!);
