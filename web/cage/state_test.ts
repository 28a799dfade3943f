// SPDX-License-Identifier: MIT
// The cage's page without a browser: its state and its orders with a fake socket.
import { describe, expect, it, vi } from "vitest";
import type { CageTopic } from "../generated/protocol";
import { FakeSocket, settle } from "../shared/testing";
import { give } from "./orders";
import { CageState, type Counter } from "./state";

const digest = "d".repeat(64);
const shift_of = (cashier: number) => ({
  cashier,
  name: `cashier ${cashier}`,
  opened_at: 0,
  opening: 100_000,
  in: 0,
  out: 0,
  vault_in: 0,
  vault_out: 0,
  adjusted: 0,
  expected: 100_000,
});
const counter_of = (counter: number, cashier: number | null): Counter => ({
  counter,
  currency: "SGD",
  training: false,
  shift: cashier === null ? null : shift_of(cashier),
  left: 0,
  over: 0,
  missing: 0,
  reader_locked: false,
});
const cage_of = (changes: object = {}): CageTopic =>
  ({
    staff: [],
    policy: null,
    counters: [counter_of(1, 4), counter_of(2, 5), counter_of(3, null)],
    hand_pays: [],
    accounts: [],
    tables: [],
    totals: [],
    pending: [],
    orders: {
      CloseShift: {
        roles: ["cashier", "supervisor"],
        second: null,
        roles_for_another: ["supervisor"],
      },
      MoveFloat: { roles: ["cashier"], second: { decides: "supervisor", with: "cashier" } },
      UnlockCounter: { roles: ["supervisor"], second: null },
    },
    log: [],
    ...changes,
  }) as unknown as CageTopic;

// A window at which a person is signed in and logged on at the property.
async function signed_in(role = "cashier", person = 4) {
  const sockets: FakeSocket[] = [];
  const state = new CageState({
    connect: () => {
      sockets.push(new FakeSocket());
      return sockets.at(-1)!;
    },
  });
  const socket = sockets[0]!;
  const reply = async (fields: object = {}) => {
    socket.reply(socket.last().id, fields);
    await settle();
  };
  socket.onopen!();
  await settle();
  const done = state.log_on(`person ${person}`, "password");
  await settle();
  await reply({ person, name: `person ${person}`, role });
  socket.snapshot("cage", cage_of());
  await reply(); // watch
  await reply(); // LogOn
  await done;
  return { state, socket, sockets, reply };
}

const to_vault = {
  order: "MoveFloat",
  fields: { counter: 1, in: false, amount: 5_000, reason: "too much" },
} as const;

describe("a window of the cage", () => {
  it("signs a cashier in and logs the cashier on at the property", async () => {
    const { state, socket } = await signed_in();
    expect(state.me.value).toEqual({ id: 4, name: "person 4", role: "cashier" });
    expect(socket.last()).toMatchObject({ order: "LogOn", person: 4 });
    expect(socket.last()).not.toHaveProperty("table");
  });

  it("shows the counter of the person's own shift", async () => {
    const { state, socket } = await signed_in();
    expect(state.counter.value?.counter).toBe(1);
    socket.snapshot("cage", cage_of({ counters: [counter_of(1, 5), counter_of(2, 4)] }), 2);
    expect(state.counter.value?.counter).toBe(2);
    socket.snapshot("cage", cage_of({ counters: [] }), 3);
    expect(state.counter.value).toBeNull();
  });

  it("lets a person close the shifts that the server says", async () => {
    const of = async (role: string, person: number) => {
      const { state } = await signed_in(role, person);
      return state.topic.value!.counters.map(state.may_close);
    };
    expect(await of("cashier", 4)).toEqual([true, false, false]);
    expect(await of("supervisor", 8)).toEqual([true, true, false]);
    expect(await of("auditor", 9)).toEqual([false, false, false]);
  });

  it("forgets a person who signs in elsewhere, with what only staff may know", async () => {
    const { state, socket } = await signed_in();
    socket.signed_in_elsewhere(4);
    expect(state.me.value).toBeNull();
    expect(state.topic.value).toBeUndefined();
    expect(state.message.value?.kind).toBe("bad");
  });

  it("asks the person to sign in again after a lost connection", async () => {
    const { state, socket, sockets } = await signed_in();
    vi.useFakeTimers();
    try {
      socket.close();
      await vi.advanceTimersByTimeAsync(30_000);
    } finally {
      vi.useRealTimers();
    }
    sockets.at(-1)!.onopen!();
    await settle();
    expect(state.me.value).toBeNull();
    expect(state.must_sign_in_again.value).toBe(true);
  });
});

describe("an order", () => {
  it("is carried out alone where that is enough", async () => {
    const { state, socket, reply } = await signed_in();
    const given = give(state, { order: "CloseShift", fields: { counter: 1, counted: 100_000 } });
    expect(socket.last()).toMatchObject({ order: "CloseShift", person: 4 });
    expect(state.busy.value).toBe(true);
    await reply();
    expect(await given).toBe(true);
    expect(state.busy.value).toBe(false);
    expect(state.sign_dialog.value).toBeNull();
  });

  it("is shown as refused, and asks for an identity where that is the reason", async () => {
    const { state, socket } = await signed_in();
    const given = give(state, { order: "CloseShift", fields: { counter: 1, counted: 1 } });
    socket.refuse(socket.last().id, "identity_needed");
    expect(await given).toBe(false);
    expect(state.identity_asked.value).toBe(true);
    expect(state.message.value?.kind).toBe("bad");
  });

  it("of another role asks a person to sign in for it", async () => {
    const { state, socket } = await signed_in();
    const sent = socket.sent.length;
    void give(state, { order: "UnlockCounter", fields: { counter: 2 } });
    await settle();
    expect(socket.sent).toHaveLength(sent);
    expect(state.sign_dialog.value).not.toBeNull();
  });

  it("of two people asks for the second one once the server has published it", async () => {
    const { state, socket, reply } = await signed_in();
    void give(state, to_vault);
    await reply({ authorisation: digest });
    expect(state.sign_dialog.value).toBeNull();
    const pending = [{ digest, order: "MoveFloat", missing: ["supervisor"], expires_at: 60_000 }];
    socket.snapshot("cage", cage_of({ pending }), 2);
    await settle();
    expect(state.sign_dialog.value).not.toBeNull();
  });

  it("of two people tells who is missing, or nobody if the server says nothing", async () => {
    const { state, socket } = await signed_in();
    vi.useFakeTimers();
    try {
      const never = state.until_pending(digest);
      await vi.advanceTimersByTimeAsync(10_000);
      expect(await never).toEqual([]);
    } finally {
      vi.useRealTimers();
    }
    const published = state.until_pending(digest);
    const pending = [{ digest, order: "MoveFloat", missing: ["supervisor"], expires_at: 60_000 }];
    socket.snapshot("cage", cage_of({ pending }), 2);
    expect(await published).toEqual(["supervisor"]);
    expect(await state.until_pending(digest)).toEqual(["supervisor"]);
  });
});

describe("what came of an order", () => {
  it("is the movement that follows it in the log", async () => {
    const { state, socket } = await signed_in();
    const entry = (seq: number, by: string) => ({ seq, kind: "float_in", counter: 1, by });
    socket.snapshot("cage", cage_of({ log: [entry(7, "person 4")] }), 2);
    expect(state.done.value).toBeNull();
    state.expect_movement();
    expect(state.done.value).toBeNull();
    const log = [entry(7, "person 4"), entry(8, "person 4"), entry(9, "somebody")];
    socket.snapshot("cage", cage_of({ log }), 3);
    expect(state.done.value?.seq).toBe(8);
  });
});
