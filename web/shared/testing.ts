// SPDX-License-Identifier: MIT
// For tests only: a socket that a test answers in place of the server, and a store in memory.
import type { Socket } from "./client";

interface Sent {
  id: number;
  type: string;
  [field: string]: unknown;
}

export class FakeSocket implements Socket {
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: (() => void) | null = null;
  sent: Sent[] = [];

  send(text: string): void {
    this.sent.push(JSON.parse(text) as Sent);
  }
  close(): void {
    this.onclose?.();
  }

  // The protocol's words for what was sent.
  verbs(): string[] {
    return this.sent.map((one) => one.type);
  }
  last(): Sent {
    return this.sent.at(-1)!;
  }
  // Messages of the server, in one frame.
  push(...messages: object[]): void {
    this.onmessage?.({ data: JSON.stringify(messages) });
  }
  reply(id: number, fields: object = {}): void {
    this.push({ reply: id, ok: true, ...fields });
  }
  refuse(id: number, reason: string, fields: object = {}): void {
    this.push({ reply: id, ok: false, reason, ...fields });
  }
  // The notice that a person has signed in on another connection.
  signed_in_elsewhere(person: number): void {
    this.push({ notice: "signed_in_elsewhere", person });
  }
  snapshot(topic: string, state: object, seq = 1, at = 0): void {
    this.push({ snapshot: topic, seq, at, state });
  }
}

// A Storage in memory.
export class MemoryStorage {
  private values = new Map<string, string>();

  getItem(name: string): string | null {
    return this.values.get(name) ?? null;
  }
  setItem(name: string, text: string): void {
    this.values.set(name, text);
  }
  removeItem(name: string): void {
    this.values.delete(name);
  }
}

// Lets promises and timers of zero milliseconds run.
export const settle = (): Promise<unknown> => new Promise((done) => setTimeout(done));
