// The first page: what is running here, and the ways in.
import { render } from "preact";
import { Client, to_server } from "../shared/client";
import { Page } from "./page";
import "../shared/base.css";
import "./start.css";

const client = new Client({ connect: to_server });
client.watch("property").catch(() => {}); // asked for again with every connection

render(<Page client={client} />, document.getElementById("app")!);
