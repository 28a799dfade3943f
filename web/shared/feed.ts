// What a client knows: the topics it watches, as the protocol says (docs/formats/protocol.md).
//
// Takes messages in any order and says when something was missed. It knows no socket and no clock.
import { batch, signal, type Signal } from "@preact/signals";
import type {
  ConsoleTopic,
  Message,
  PlacesTopic,
  PropertyTopic,
  SeatTopic,
  TableTopic,
  TerminalTopic,
} from "../generated/protocol";

export type TopicOf<Name extends string> = Name extends "property"
  ? PropertyTopic
  : Name extends `table/${number}`
    ? TableTopic
    : Name extends `terminal/${number}`
      ? TerminalTopic
      : Name extends `seat/${number}`
        ? SeatTopic
        : Name extends `console/${number}`
          ? ConsoleTopic
          : Name extends `places/${number}`
            ? PlacesTopic
            : never;

// Topics hold parts; a delta replaces those that are different now, each whole.
type Parts = Record<string, unknown>;

export class Feed {
  private known = new Map<string, { seq: number; parts: Signal<Parts | undefined> }>();

  constructor(private missed: (topic: string) => void) {}

  topic<Name extends string>(name: Name): Signal<TopicOf<Name> | undefined> {
    return this.entry(name).parts as unknown as Signal<TopicOf<Name> | undefined>;
  }

  // All that one frame says becomes visible at once.
  take(messages: Message[]): void {
    batch(() => messages.forEach((one) => this.take_one(one)));
  }

  // A new connection begins with snapshots; until they are there the old state is still shown.
  forget_sequences(): void {
    for (const one of this.known.values()) one.seq = -1;
  }

  forget(topic: string): void {
    const one = this.entry(topic);
    one.seq = -1;
    one.parts.value = undefined;
  }

  private take_one(message: Message): void {
    if ("snapshot" in message) {
      const one = this.entry(message.snapshot);
      if (message.seq < one.seq) return; // overtaken by a newer one
      one.seq = message.seq;
      one.parts.value = message.state;
    } else if ("delta" in message) {
      const one = this.entry(message.delta);
      if (message.seq <= one.seq) return; // known already
      if (message.prev !== one.seq) {
        if (one.seq >= 0) this.missed(message.delta);
        one.seq = -1; // asked for once; what comes before the snapshot is no news
        return;
      }
      one.seq = message.seq;
      one.parts.value = { ...one.parts.value, ...message.state };
    }
  }

  private entry(name: string) {
    let one = this.known.get(name);
    if (!one)
      this.known.set(name, (one = { seq: -1, parts: signal<Parts | undefined>(undefined) }));
    return one;
  }
}
