// SPDX-License-Identifier: MIT
// The protocol `sicbo.v1` as the tests use it. The only file of the tests with its words.
import type { Page } from "playwright-core";

// A reply, as far as the tests read it.
export interface Reply {
  reply: number; // the id of the request
  ok: boolean;
  person?: number;
  request?: number;
  authorisation?: string;
}
// Topics, as far as the tests read them.
export interface TableState {
  table: { game: string; rules: string };
  status: { phase: string };
  round: { next: string; betting: boolean; winning: string[] } | null;
}
export interface PlacesState {
  places: { terminal?: number; staked: number }[];
}
interface Topics {
  table: TableState;
  places: PlacesState;
}
export type ServerMessage = Partial<Reply>;

export const is_reply = (message: ServerMessage): boolean => message.reply !== undefined;

// The order in a frame that a page has sent; null if the frame is another request.
export function order_in(frame: string): { order: string; round?: number } | null {
  const sent = JSON.parse(frame) as { type: string; order: string; round?: number };
  return sent.type === "order" ? { order: sent.order, round: sent.round } : null;
}

// What a page with a connection of its own has as globals.
interface ConnectedWindow {
  send: (request: object) => Promise<Reply>;
  topics: Record<string, object>; // as the server has sent them
}

// Runs in the page.
async function connect(): Promise<void> {
  const socket = new WebSocket(`ws://${location.host}/socket`, "sicbo.v1");
  const topics: Record<string, object> = {};
  const waiting = new Map<number, (reply: Reply) => void>();
  let id = 0;
  // The server closes a connection that sends more than 20 messages a second for long.
  const messages_per_second = 15;
  const burst = 30;
  let allowed = burst;
  let counted_at = performance.now();
  const pace = async () => {
    const now = performance.now();
    allowed = Math.min(burst, allowed + ((now - counted_at) / 1_000) * messages_per_second);
    counted_at = now;
    allowed -= 1;
    if (allowed >= 0) return;
    await new Promise((done) => setTimeout(done, (-allowed / messages_per_second) * 1_000));
  };
  type Incoming = Reply & { snapshot?: string; delta?: string; state: object };
  socket.onmessage = ({ data }) => {
    for (const one of JSON.parse(data) as Incoming[]) {
      const topic = one.snapshot ?? one.delta;
      if (topic) topics[topic] = { ...topics[topic], ...one.state };
      id = Math.max(id, one.request ?? 0);
      waiting.get(one.reply)?.(one);
    }
  };
  const send = async (request: object) => {
    await pace();
    const own = ++id;
    const reply = await new Promise<Reply>((done, fail) => {
      waiting.set(own, done);
      socket.addEventListener("close", (closed) => {
        fail(new Error(`the server closed the connection: ${closed.reason}`));
      });
      socket.send(JSON.stringify({ id: own, ...request }));
    });
    if (!reply.ok) throw new Error(JSON.stringify({ request, reply }));
    return reply;
  };
  Object.assign(window, { send, topics });
  await new Promise((done) => {
    socket.onopen = done;
  });
}

// Requests over one connection. Each rejects if the server refuses it.
export class Requests {
  private constructor(private page: Page) {}

  // Opens a connection from a page of the server.
  static async connect(page: Page): Promise<Requests> {
    await page.evaluate(connect);
    return new Requests(page);
  }

  private send(request: object): Promise<Reply> {
    return this.page.evaluate(
      (one) => (window as unknown as ConnectedWindow).send(one),
      request as Record<string, unknown>,
    );
  }

  // Returns the number of the person.
  async sign_in(name: string): Promise<number> {
    return (await this.send({ type: "sign_in", name, password: `${name}-password` })).person!;
  }
  async change_password(name: string, old: string, fresh: string): Promise<void> {
    await this.send({ type: "set_password", name, old, new: fresh });
  }
  // As an administrator, for one use.
  async set_password(admin: number, name: string, fresh: string): Promise<void> {
    await this.send({ type: "set_password", person: admin, name, new: fresh });
  }
  // Returns the digest if the order waits for a second person.
  async order(
    order: string,
    { person, table }: { person: number; table?: number },
    fields: object = {},
  ): Promise<string | undefined> {
    return (await this.send({ type: "order", order, table, person, arguments: fields }))
      .authorisation;
  }
  async watch<Kind extends keyof Topics>(kind: Kind, table: number): Promise<void> {
    await this.send({ type: "watch", topic: `${kind}/${table}` });
  }
  // Every spot that the layouts of a rule set offer.
  spots_of(rules: string): Promise<string[]> {
    return this.page.evaluate(async (name) => {
      const { layouts } = (await (await fetch(`/api/rules/${name}`)).json()) as {
        layouts: { pay: { spots: string[] }[] }[];
      };
      return layouts.flatMap(({ pay }) => pay.flatMap(({ spots }) => spots));
    }, rules);
  }
  // A topic that is watched.
  state_of<Kind extends keyof Topics>(kind: Kind, table: number): Promise<Topics[Kind]> {
    return this.page.evaluate(
      (topic) => (window as unknown as ConnectedWindow).topics[topic] as unknown as Topics[Kind],
      `${kind}/${table}`,
    );
  }
}
