import { Client, die, h, money, show_training, table_number, words } from "/client.js";

const number = table_number();
const client = new Client();
const $ = (id) => document.getElementById(id);
let person = null;
let keyed = [];
let steps = [];

const table = () => client.topics[`table/${number}`];
const console_ = () => client.topics[`console/${number}`];

client.ready = async () => {
  try { await client.ask("watch", { topic: `table/${number}` }); }
  catch (refused) {
    if (refused.reason === "connection_lost") return;  // that is said already
    $("name").textContent = "Game Console";
    say(refused.reason === "no_such_table" ? "There is no such table." : `No console here: ${words(refused.detail || refused.reason)}`, "bad");
  }
};
client.lost = () => { person = null; $("enter").hidden = false; say("Connection lost: log on again when it is back.", "bad"); };
client.changed = draw;

function say(text, kind = "") { $("message").textContent = text; $("message").className = `message ${kind}`; }

async function give(order, with_, role) {
  try {
    const answer = await client.give(order, with_, { table: number, as: person.as, ...(role ? { role } : {}) });
    say(answer.needs ? "A second person must agree." : "Done", "good");
    return answer;
  } catch (refused) {
    say(`Refused: ${words(refused.reason)}${refused.clause ? ` (clause ${refused.clause})` : ""} ${refused.detail ?? ""}`, "bad");
    return null;
  }
}

$("enter").onsubmit = async (event) => {
  event.preventDefault();
  try {
    person = await client.ask("enter", { name: $("person").value, password: $("password").value });
    $("password").value = "";
    $("enter").hidden = true;
    await client.ask("watch", { topic: `console/${number}` });
    await client.ask("watch", { topic: `places/${number}` });
    const staff = client.topics[`console/${number}`]?.staff ?? [];
    if (!staff.some((one) => one.person === person.as)) await give("LogOn");
    say("");
  } catch (refused) { say(words(refused.reason), "bad"); }
};

const say_of = { open: "Open betting", close: "Close betting", mix: "Tumble", uncover: "Uncover", enter: "Enter the result", illuminate: "Lights are right", collect: "Settle", pay: "Settle", clear: "Clear the lights" };
const order_of = { open: ["OpenBetting"], close: ["CloseBetting"], uncover: ["Uncover", { flat: true }], collect: ["SettleRound"], pay: ["SettleRound"], clear: ["ClearLights"] };

function next_actions() {
  const { status, round, table: about } = table();
  const seen = console_()?.seen;
  const button = (text, action, main = false) => h("button", { class: main ? "main" : null, onclick: action }, text);
  if (console_()?.locked) return [button("Unlock the console", () => give("UnlockConsole"), true)];
  if (status.out_of_service) return [h("span", {}, `Out of service: ${status.out_of_service}`), button("Return to service", () => give("ReturnToService"))];
  if (status.phase === "closed") return [button("Open the table", () => give("OpenTable"), true), ...dice_actions()];
  if (status.phase === "held") return [h("span", {}, `Held: ${words(status.held.cause)} ${status.held.reason}`), button("Dice were not seen", () => give("Certify", {}))];
  const extra = [button("Last round", () => give("AnnounceLastRound")), ...(status.phase === "idle" ? [button("Close the table", () => give("CloseTable")), ...dice_actions()] : [])];
  if (status.phase === "idle") {
    const first = steps[0]?.step ?? "open";
    return [button(say_of[first], () => (first === "mix" ? give("StartMix") : give("OpenBetting")), true), ...extra];
  }
  const next = round.next;
  if (next === "mix") return [round.mixing && about.tumbler !== "none" ? h("span", {}, "The tumbler tumbles…") : round.mixing ? button("End the tumble (3)", () => give("EndMix", { mixes: 3 }), true) : button("Tumble", () => give("StartMix"), true), ...extra];
  if (next === "enter") {
    const roll = seen?.keyed ?? seen?.reading;
    return [roll ? button(`Enter ${roll.join(" ")}`, () => give("EnterResult", { roll }), true) : h("span", {}, about.tumbler === "none" ? "Key the dice below." : "Waiting for the reading; or key the dice below."), ...extra];
  }
  if (next === "illuminate") return [button(say_of[next], () => give("ReportLights", { lit: round.winning }), true), ...extra];
  const [order, with_] = order_of[next] ?? [];
  return order ? [button(say_of[next], () => give(order, with_), true), ...extra] : extra;
}

function dice_actions() {
  const equipment = console_()?.equipment;
  const mixer = equipment?.mixers.find((one) => one.mixer === equipment.mixer);
  if (mixer?.dice) return [h("button", { onclick: () => give("RemoveDice", { mixer: equipment.mixer }) }, "Remove the dice")];
  return [h("button", { onclick: () => give("InstallDice", { dice: Math.floor(client.now() / 1000) % 1000000000, mixer: equipment?.mixer ?? "tumbler" }) }, "Install dice")];
}

function draw_keys() {
  const wanted = table().round?.next === "enter" && person;
  $("keys").hidden = !wanted;
  if (!wanted) { keyed = []; return; }
  $("keys").replaceChildren(
    ...[1, 2, 3, 4, 5, 6].map((face) => h("button", { onclick: () => key(face) }, String(face))),
    h("span", { class: "figure" }, keyed.join(" ") || "– – –"),
    h("button", { onclick: () => { keyed = []; draw(); } }, "Again"));
}

async function key(face) {
  keyed.push(face);
  if (keyed.length === 3) { const dice = keyed; keyed = []; await give("KeyDice", { dice }); }
  draw();
}
document.addEventListener("keydown", (event) => {
  if ($("keys").hidden || event.target.tagName === "INPUT") return;
  if (/^[1-6]$/.test(event.key)) key(Number(event.key));
});

async function load_steps() {
  if (steps.length || !table()) return;
  steps = [{}];
  const game = await (await fetch(`/api/rules/${table().table.rules}`)).json();
  steps = game.procedure.steps;
  draw();
}

function draw() {
  if (!table()) return;
  load_steps();
  const { table: about, round, says } = table();
  $("name").textContent = `${about.name} · Game Console`;
  show_training($("training"), about);
  $("who").textContent = person ? `${person.name}, ${words(person.role)}` : "nobody is logged on here";
  $("says").textContent = says ? `${says.en}  ${says.zh}` : "";
  $("dice").replaceChildren(...(round?.roll ?? []).map(die));
  const at = steps.findIndex((one) => one.step === round?.next);
  $("steps").replaceChildren(...steps.filter((one) => one.step).map((one, i) =>
    h("span", { class: `step ${at < 0 ? "" : i < at ? "done" : i === at ? "next" : ""}` }, words(one.step))));
  if (!person || !console_()) return;
  $("actions").replaceChildren(...next_actions());
  draw_keys();
  const { causes, pending, incidents, staff } = console_();
  $("causes").replaceChildren(...causes.filter((one) => one.decides !== "system").map((one) =>
    h("button", { title: `clause ${one.clauses.join(", ")}`, onclick: () => confirm(`${words(one.cause)}: ${words(one.effect)}`) && give("Report", { cause: one.cause }) }, words(one.cause))));
  $("pending").replaceChildren(...pending.map((one) => h("div", { class: "row" }, `${one.order} by ${one.name}`,
    h("button", { disabled: one.by === person.as, onclick: () => give("Authorise", { digest: one.digest }) }, "Agree"))));
  $("incidents").replaceChildren(...incidents.map((one) => h("div", { class: "row" }, `round ${one.round}: ${words(one.cause)} ${one.note}`,
    h("button", { onclick: () => give("ResolveIncident", { incident: one.incident, note: "seen" }) }, "Resolve"))));
  $("staff").replaceChildren(...staff.map((one) => h("div", {}, `${one.name}, ${words(one.role)}`)));
  const places = client.topics[`places/${number}`]?.places ?? [];
  $("places").replaceChildren(...places.filter((one) => one.stay).map((one) => h("tr", {},
    h("td", {}, one.terminal ? `terminal ${one.terminal}` : `seat ${one.seat}`), h("td", {}, one.layout ?? one.player),
    h("td", { class: "number" }, money(one.credit)), h("td", { class: "number" }, money(one.staked)),
    h("td", {}, [one.calling ? "calls" : "", one.locked ? "locked" : "", one.enabled === false ? "disabled" : "", one.online === false ? "offline" : ""].filter(Boolean).join(", ")))));
}

setInterval(() => {
  const round = table()?.round;
  $("countdown").textContent = round?.betting && round.closes_at ? `${Math.max(0, Math.ceil((round.closes_at - client.now()) / 1000))} s` : "";
}, 200);
