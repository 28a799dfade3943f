// A connection to the server: one answer for each question, and the topics that are watched, kept as
// the protocol says (docs/formats/protocol.md). It comes back by itself when the connection is lost.
export class Client {
  constructor() {
    this.topics = {};       // topic -> its parts
    this.sequences = {};    // topic -> how far it is known
    this.clock = 0;         // what the server's clock is ahead of ours, in milliseconds
    this.changed = () => {};
    this.lost = () => {};
    this.ready = () => {};  // when a connection stands, the first time and again
    this.asking = new Map();
    this.counter = 0;
    this.connect();
  }

  connect() {
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    this.socket = new WebSocket(`${scheme}//${location.host}/socket`, "sicbo.v1");
    this.socket.onopen = () => this.ready();
    this.socket.onmessage = (event) => {
      for (const message of JSON.parse(event.data)) this.take(message);
      this.changed();
    };
    this.socket.onclose = () => {
      for (const { reject } of this.asking.values()) reject({ reason: "connection_lost" });
      this.asking.clear();
      this.lost();
      setTimeout(() => this.connect(), 1000);
    };
  }

  take(message) {
    if ("answer" in message) {
      const one = this.asking.get(message.answer);
      this.asking.delete(message.answer);
      if (message.request) this.counter = Math.max(this.counter, message.request);
      if (one) (message.ok ? one.resolve : one.reject)(message);
    } else if ("snapshot" in message) {
      this.topics[message.snapshot] = message.state;
      this.sequences[message.snapshot] = message.seq;
      this.clock = message.at - Date.now();
    } else if ("delta" in message) {
      const topic = message.delta;
      this.clock = message.at - Date.now();
      if (this.sequences[topic] !== message.prev) {
        this.ask("watch", { topic }).catch(() => {});  // all of it again
        return;
      }
      Object.assign(this.topics[topic], message.state);
      this.sequences[topic] = message.seq;
    } else if (message.notice === "taken_over") {
      this.socket.onclose = null;
      document.body.textContent = "This place is open in another window.";
    }
  }

  ask(what, fields = {}) {
    const id = ++this.counter;
    return new Promise((resolve, reject) => {
      if (this.socket.readyState !== WebSocket.OPEN) return reject({ reason: "connection_lost" });
      this.asking.set(id, { resolve, reject });
      this.socket.send(JSON.stringify({ id, ask: what, ...fields }));
    });
  }

  give(order, with_, fields = {}) {
    return this.ask("give", { order, ...(with_ ? { with: with_ } : {}), ...fields });
  }

  now() { return Date.now() + this.clock; }
}

export const money = (cents) => (cents / 100).toLocaleString("en", { minimumFractionDigits: 2 });

export const words = (text) => text.replace(/[-_]/g, " ");

// An element with attributes and children: h("button", {onclick}, "Open").
export function h(name, attributes = {}, ...children) {
  const svg = ["svg", "rect", "circle"].includes(name);
  const element = svg ? document.createElementNS("http://www.w3.org/2000/svg", name) : document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith("on")) element[key] = value;
    else if (value !== false && value != null) element.setAttribute(key, value === true ? "" : value);
  }
  element.append(...children.filter((child) => child != null));
  return element;
}

const pips = { 1: [5], 2: [1, 9], 3: [1, 5, 9], 4: [1, 3, 7, 9], 5: [1, 3, 5, 7, 9], 6: [1, 3, 4, 6, 7, 9] };

export function die(face) {
  const svg = h("svg", { viewBox: "0 0 40 40", class: "die", role: "img", "aria-label": String(face) });
  svg.append(h("rect", { x: 1, y: 1, width: 38, height: 38, rx: 8, class: "cube" }));
  for (const place of pips[face] ?? []) {
    const at = (n) => 10 + n * 10;
    svg.append(h("circle", { cx: at((place - 1) % 3), cy: at(Math.floor((place - 1) / 3)), r: 4, class: face === 1 || face === 4 ? "pip red" : "pip" }));
  }
  return svg;
}

// The banner of a training table; `about` is the table part of its topic.
export function show_training(banner, about) {
  banner.hidden = !about.training;
  banner.textContent = about.tumbler === "simulated" ? "TRAINING: play credit, simulated dice" : "TRAINING: play credit";
}

export const table_number = () => Number(new URLSearchParams(location.search).get("table") ?? 1);
