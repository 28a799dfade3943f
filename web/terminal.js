import { Client, die, h, money, show_training, table_number, words } from "/client.js";

const number = table_number();
const client = new Client();
const $ = (id) => document.getElementById(id);
const state = { place: null, layout: null, chip: 0, chips: [], placed: [], last: [] };

const table = () => client.topics[`table/${number}`];
const mine = () => (state.place ? client.topics[state.place] : null);

client.ready = async () => {
  const key = `place-${number}`;
  const token = sessionStorage.getItem(key);
  try {
    await client.ask("watch", { topic: `table/${number}` });
    const layout = new URLSearchParams(location.search).get("layout");
    const place = await client.ask("sit", { table: number, ...(token ? { token } : {}), ...(layout ? { layout } : {}) });
    sessionStorage.setItem(key, place.token);
    state.place = place.topic;
    await client.ask("watch", { topic: place.topic });
    say("");
  } catch (refused) { say(`No place here: ${words(refused.detail ?? refused.reason)}`, "bad"); }
};
client.lost = () => say("Connection lost; trying again…", "bad");
client.changed = draw;

function say(text, kind = "") { $("message").textContent = text; $("message").className = `message ${kind}`; }

async function load_layout() {
  const { rules } = table().table;
  const name = mine().place.layout;
  if (state.layout?.id === name) return;
  state.layout = { id: name };
  const game = await (await fetch(`/api/rules/${rules}`)).json();
  state.layout = game.layouts.find((one) => one.id === name);
  const chip = table().table.chip;
  const least = Math.max(chip, table().table.limit.min);
  state.chips = [1, 2, 5, 10, 50].map((times) => Math.ceil((least * times) / chip) * chip);
  state.chip = state.chips[0];
  $("tray").replaceChildren(...state.chips.map((one) =>
    h("button", { "data-chip": one, onclick: () => { state.chip = one; draw(); } }, money(one))));
  draw_felt();
  draw();
}

function label(spot) {
  const [kind, digits] = [spot.slice(0, spot.lastIndexOf("-")), spot.slice(spot.lastIndexOf("-") + 1)];
  if (spot === "any-triple") return "ANY TRIPLE";
  if (!spot.includes("-")) return spot.toUpperCase();
  if (kind === "double") return `${digits} ${digits}`;
  if (kind === "triple") return `${digits} ${digits} ${digits}`;
  return kind === "total" ? digits : digits.split("").join(" ");
}

function draw_felt() {
  const { felt, pay } = state.layout;
  const odds = {};
  for (const row of pay) for (const spot of row.spots) odds[spot] = row.odds[0];
  $("felt").style.gridTemplateColumns = `repeat(${felt.columns}, 1fr)`;
  $("felt").style.gridTemplateRows = `repeat(${felt.rows}, minmax(20px, auto))`;
  $("felt").replaceChildren(...felt.groups.map((group) => {
    const place = `grid-column:${group.column + 1}/span ${group.columns};grid-row:${group.row + 1}/span ${group.rows}`;
    if (!group.spots.length) return h("div", { class: "caption", style: place }, group.caption);
    return h("div", { class: "group", style: place }, ...group.spots.map((line) =>
      h("div", { class: "line" }, ...line.map((spot) => spot === null ? h("span") :
        h("button", { class: "spot", "data-spot": spot, onclick: () => bet(spot, state.chip) },
          h("b", {}, label(spot)), odds[spot] && group.rows / group.spots.length > 1.5 ? h("small", {}, `${odds[spot]} : 1`) : null)))));
  }));
}

async function bet(spot, amount) { await place([{ spot, amount }]); }

async function place(bets) {
  if (!bets.length) return;
  const seat = state.place.startsWith("seat/") ? { stay: mine().place.stay } : {};
  try {
    const answer = await client.give("PlaceBets", { bets, ...seat });
    for (const one of answer.bets) if (one.accepted) state.placed.push({ spot: one.spot, amount: one.accepted });
    const short = answer.bets.find((one) => one.reason);
    say(short ? `${label(short.spot)}: ${words(short.reason)}` : "Bet accepted", short ? "bad" : "good");
  } catch (refused) { say(`Refused: ${words(refused.detail || refused.reason)}`, "bad"); }
}

async function withdraw(bets) {
  if (!bets.length) return;
  const seat = state.place.startsWith("seat/") ? { stay: mine().place.stay } : {};
  try { await client.give("WithdrawBets", { bets, ...seat }); say("Taken back", "good"); }
  catch (refused) { say(`Refused: ${words(refused.reason)}`, "bad"); }
}

$("undo").onclick = () => { const one = state.placed.pop(); if (one) withdraw([one]); };
$("clear").onclick = () => { state.placed = []; withdraw((mine()?.bets ?? []).map(({ spot, stake }) => ({ spot, amount: stake }))); };
$("again").onclick = () => place(state.last);
$("more").onclick = () => client.ask("top_up").then(() => say("Play credit added", "good"), () => {});

function draw_dice(round) {
  if (round?.roll) return $("dice").replaceChildren(...round.roll.map(die));
  const mixing = round?.mixing;
  $("dice").replaceChildren(h("div", { class: `covered${mixing ? " mixing" : ""}` }, mixing ? "tumbling…" : ""));
}

function draw() {
  if (!table()) return;
  const { table: about, round, says, results, chips } = table();
  $("name").textContent = `${about.name} · ${about.title.en}`;
  show_training($("training"), about);
  $("says").textContent = says ? `${says.en}  ${says.zh}` : round?.ended === "void" ? "Void: stakes returned" : "";
  draw_dice(round);
  if (!mine()) return;
  load_layout();
  const { money: own, bets, last } = mine();
  $("credit").textContent = `${about.currency} ${money(own.credit)}`;
  $("staked").textContent = money(own.staked);
  $("win").textContent = last ? money(last.back) : "–";
  if (bets.length && !round?.betting) { state.last = bets.map(({ spot, stake }) => ({ spot, amount: stake })); state.placed = []; }
  for (const button of $("tray").children) button.classList.toggle("chosen", Number(button.dataset.chip) === state.chip);
  const open = Boolean(round?.betting);
  for (const id of ["undo", "clear", "again"]) $(id).disabled = !open;
  const stakes = Object.fromEntries(bets.map((one) => [one.spot, one.stake]));
  const others = {};
  for (const chip of chips ?? []) if (chip.seat !== mine().place.stay) others[chip.spot] = (others[chip.spot] ?? 0) + chip.stake;
  for (const spot of $("felt").querySelectorAll(".spot")) {
    const name = spot.dataset.spot;
    spot.classList.toggle("won", Boolean(round?.roll && round.winning.includes(name)));
    spot.querySelectorAll(".chip, .others").forEach((old) => old.remove());
    if (stakes[name]) spot.append(h("span", { class: "chip" }, money(stakes[name])));
    if (others[name]) spot.append(h("span", { class: "others" }, money(others[name])));
  }
  $("history").replaceChildren(...results.rolls.map((roll) => {
    if (!roll) return h("span", { class: "bead void", title: "void" }, "–");
    const dice = roll.split("-").map(Number);
    const total = dice[0] + dice[1] + dice[2];
    const triple = dice[0] === dice[1] && dice[1] === dice[2];
    return h("span", { class: `bead ${triple ? "triple" : total > 10 ? "big-total" : "small-total"}`, title: roll }, String(total));
  }));
}

setInterval(() => {
  const round = table()?.round;
  const left = round?.betting && round.closes_at ? Math.max(0, Math.ceil((round.closes_at - client.now()) / 1000)) : null;
  $("countdown").textContent = left === null ? (round?.betting ? "open" : "closed") : `${left} s`;
}, 200);
