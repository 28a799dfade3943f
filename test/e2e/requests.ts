// SPDX-License-Identifier: MIT
// The protocol `sicbo.v1` as the tests use it. The only file of the tests with its words.

// A reply, as far as the tests read it.
export interface Reply {
  reply: number; // the id of the request
  ok: boolean;
  person?: number;
  request?: number;
  authorisation?: string;
}
export type Send = (request: object) => Promise<Reply>;
export type ServerMessage = Partial<Reply>;

export const is_reply = (message: ServerMessage): boolean => message.reply !== undefined;

// The order in a frame that a page has sent; null if the frame is another request.
export function order_in(frame: string): { order: string; round?: number } | null {
  const sent = JSON.parse(frame) as { type: string; order: string; round?: number };
  return sent.type === "order" ? { order: sent.order, round: sent.round } : null;
}

// Requests over one connection. Each rejects if the server refuses it.
export class Requests {
  constructor(private send: Send) {}

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
}
