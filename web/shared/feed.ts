// SPDX-License-Identifier: MIT
// The state of the topics that a client watches (docs/formats/protocol.md).
//
// Accepts messages in any order and reports topics of which a delta was missed. No socket, no
// clock.
import { batch, signal, type Signal } from "@preact/signals";
import type {
  CageTopic,
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
  : Name extends "cage"
    ? CageTopic
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

// A topic consists of parts; a delta replaces the parts that have changed, each as a whole.
type Parts = Record<string, unknown>;

export class Feed {
  private known = new Map<string, { seq: number; parts: Signal<Parts | undefined> }>();

  // `on_gap` is called once when a delta is missing; it should request a new snapshot.
  constructor(private on_gap: (topic: string) => void) {}

  // The parts of a topic; undefined until its first snapshot.
  topic<Name extends string>(name: Name): Signal<TopicOf<Name> | undefined> {
    return this.entry(name).parts as unknown as Signal<TopicOf<Name> | undefined>;
  }

  // Applies the messages of one frame; they become visible together.
  update(messages: Message[]): void {
    batch(() => messages.forEach((one) => this.apply(one)));
  }

  // Call for a new connection, which begins with snapshots. Until they arrive the old state stays.
  forget_sequences(): void {
    for (const topic of this.known.values()) topic.seq = -1;
  }

  // Removes the state of a topic that is no longer watched.
  forget(topic: string): void {
    const known = this.entry(topic);
    known.seq = -1;
    known.parts.value = undefined;
  }

  private apply(message: Message): void {
    if ("snapshot" in message) {
      const topic = this.entry(message.snapshot);
      if (message.seq < topic.seq) return; // a newer one has arrived before it
      topic.seq = message.seq;
      topic.parts.value = message.state;
    } else if ("delta" in message) {
      const topic = this.entry(message.delta);
      if (message.seq <= topic.seq) return; // applied already
      if (message.prev !== topic.seq) {
        if (topic.seq >= 0) this.on_gap(message.delta);
        topic.seq = -1; // reported once; deltas before the snapshot are ignored
        return;
      }
      topic.seq = message.seq;
      topic.parts.value = { ...topic.parts.value, ...message.state };
    }
  }

  private entry(name: string) {
    let one = this.known.get(name);
    if (!one)
      this.known.set(name, (one = { seq: -1, parts: signal<Parts | undefined>(undefined) }));
    return one;
  }
}
