// The Player Terminal: a place at a table, its felt and its money.
import { render } from "preact";
import "../shared/base.css";
import { EnrolPage } from "./enrol";
import { is_enrolling } from "./state";
import { Terminal } from "./terminal";
import "./terminal.css";
import "./dialogs.css";
import "./narrow.css";
import "./telephone.css";

render(is_enrolling ? <EnrolPage /> : <Terminal />, document.getElementById("app")!);
