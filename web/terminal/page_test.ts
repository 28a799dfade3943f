// SPDX-License-Identifier: MIT
// The Player Terminal without a browser: a page object with a fake socket and stores in memory.
import { signal } from "@preact/signals";
import { describe, expect, it, vi } from "vitest";
import type { TableTopic, TerminalTopic } from "../generated/protocol";
import { FakeSocket, MemoryStorage, settle } from "../shared/testing";
import { round_of, rules_with, table_of } from "../shared/testing_table";
import { TerminalPage } from "./page";

const own_of = (changes: Partial<TerminalTopic> = {}): TerminalTopic => ({
  place: {
    table: 1,
    terminal: 101,
    layout: "felt",
    stay: 5,
    enabled: true,
    locked: false,
    calling: false,
  },
  money: { credit: 50_000, staked: 0, owed: 0, unclaimed: 0 },
  bets: [],
  last: null,
  ...changes,
});

// A terminal that has joined table 1 at place 101.
async function joined(options: { animated?: boolean; store?: MemoryStorage } = {}) {
  const sockets: FakeSocket[] = [];
  const store = options.store ?? new MemoryStorage();
  const page = new TerminalPage({
    table_number: 1,
    layout: "",
    is_enrolling: false,
    key: null,
    connect: () => {
      sockets.push(new FakeSocket());
      return sockets.at(-1)!;
    },
    store,
    local_storage: new MemoryStorage(),
    animated: options.animated ?? false,
    rules_of: () => signal(rules_with()),
  });
  const socket = sockets[0]!;
  let seq = 0;
  const table = (changes: Partial<TableTopic> = {}) =>
    socket.snapshot("table/1", table_of(changes), ++seq);
  const own = (changes: Partial<TerminalTopic> = {}) =>
    socket.snapshot("terminal/101", own_of(changes), ++seq);
  const reply = async (fields: object = {}) => {
    socket.reply(socket.last().id, fields);
    await settle();
  };
  socket.onopen!();
  table();
  await reply();
  await reply({ topic: "terminal/101", number: 101, token: "secret" });
  own();
  await reply();
  return { page, socket, store, table, own, reply };
}

describe("a terminal", () => {
  it("joins a table, and knows its place, layout and chips", async () => {
    const { page, store } = await joined();
    expect(page.state.client.status.value).toBe("open");
    expect(page.state.place.value).toEqual({ topic: "terminal/101", number: 101 });
    expect(page.state.layout.value?.id).toBe("felt");
    expect(page.state.chips.value[0]).toBe(100);
    expect(page.state.is_open.value).toBe(true);
    expect(store.getItem("place/1/")).toBe("secret");
  });

  it("takes bets after the time where the dice are mixed before the close", async () => {
    const { page, table } = await joined();
    const over = { betting: true, closes_at: -100_000 };
    table({ round: round_of({ ...over, next: "mix", mixing: true }) });
    expect(page.state.is_open.value).toBe(true);
    table({ round: round_of({ ...over, next: "close" }) });
    expect(page.state.is_open.value).toBe(false);
  });

  it("lists what happens to bets, its own and others', once", async () => {
    const { page, own, reply, store } = await joined();
    page.bets.bet("big", 500);
    await reply({
      bets: [{ spot: "big", asked: 500, accepted: 300, reason: "spot_limit_reached" }],
    });
    const rejected = {
      seq: 9,
      at: 1,
      round: 1,
      what: "rejected" as const,
      by_staff: true,
      bets: [{ spot: "big", amount: 300 }],
    };
    own({ bet_log: [rejected] });
    own({ bet_log: [rejected] });
    expect(page.log.entries().map((one) => one.what)).toEqual(["rejected", "bet"]);
    expect(page.bets.message.value).toMatchObject({ kind: "bad" });
    expect(page.bets.message.value!.text()).toMatch(/Returned to your credit.* 3$/);
    const again = await joined({ store }); // a page that is loaded again
    expect(again.page.log.entries()).toHaveLength(2);
  });

  it("without a place keeps the reason", async () => {
    const socket = new FakeSocket();
    const page = new TerminalPage({
      table_number: 9,
      layout: "",
      is_enrolling: false,
      key: null,
      connect: () => socket,
      store: new MemoryStorage(),
      local_storage: new MemoryStorage(),
      animated: false,
    });
    socket.onopen!();
    socket.refuse(socket.last().id, "no_such_table");
    await settle();
    expect(page.state.place_refusal.value).toBe("no_such_table");
    expect(page.state.place.value).toBeNull();
  });
});

describe("a bet", () => {
  it("is one order for its round; what was accepted can be undone", async () => {
    const { page, socket, own, reply } = await joined();
    page.bets.bet("big", 1_000);
    expect(socket.last()).toMatchObject({ order: "PlaceBets", round: 7 });
    await reply({ bets: [{ spot: "big", asked: 1_000, accepted: 400, reason: "not_allowed" }] });
    expect(page.bets.actions.value).toEqual([
      { kind: "place", bets: [{ spot: "big", amount: 400 }] },
    ]);
    expect(page.bets.message.value?.kind).toBe("bad");
    expect(page.bets.flashes.value.get("big")).toBe("bad");
    own({ bets: [{ spot: "big", stake: 400 }] });
    page.bets.undo();
    await settle();
    expect(socket.last()).toMatchObject({
      order: "WithdrawBets",
      arguments: { bets: [{ spot: "big", amount: 400 }] },
    });
  });

  it("is not sent after the close", async () => {
    const { page, socket, table } = await joined();
    table({ round: round_of({ betting: false }) });
    const sent = socket.sent.length;
    page.bets.bet("big", 1_000);
    await settle();
    expect(socket.sent).toHaveLength(sent);
    expect(page.bets.message.value?.text()).toMatch(/closed/i);
  });

  it("is not sent between rounds, while the last round is still shown", async () => {
    const { page, socket, table } = await joined();
    table({ round: round_of({ betting: false, ended: "settled" }) });
    const sent = socket.sent.length;
    page.bets.bet("big", 1_000);
    await settle();
    expect(socket.sent).toHaveLength(sent);
    expect(page.bets.message.value?.text()).toMatch(/not open/i);
  });

  it("that waits for others is dropped when the round has changed", async () => {
    const { page, socket, table, reply } = await joined();
    page.bets.bet("big", 1_000);
    page.bets.clear();
    table({ round: round_of({ number: 8 }) });
    await reply();
    await settle();
    expect(socket.sent.filter((one) => one.order === "WithdrawBets")).toEqual([]);
  });

  it("of the last round can be repeated by the same player only", async () => {
    const { page, own } = await joined();
    const last = { ...own_of().last, bets: [{ spot: "big", stake: 700, payout: 1_400 }] };
    own({
      last: { round: 6, roll: [6, 5, 4], ended: "settled", void_for: null, manual: false, ...last },
    });
    expect(page.last_bets.bets.value).toEqual([{ spot: "big", amount: 700 }]);
    own({ place: { ...own_of().place, stay: 6 } });
    expect(page.last_bets.bets.value).toEqual([]);
  });
});

describe("a result", () => {
  const settled = {
    round: 7,
    roll: [6, 5, 4] as [number, number, number],
    ended: "settled" as const,
    void_for: null,
    manual: false,
    bets: [{ spot: "big", stake: 1_000, payout: 2_000 }],
    staked: 1_000,
    payout: 2_000,
  };
  const rolled = { round: round_of({ betting: false, roll: [6, 5, 4], ended: "settled" }) };

  it("is hidden while the dice tumble, and shown when they lie", async () => {
    const { page, table, own } = await joined({ animated: true });
    vi.useFakeTimers();
    table({ ...rolled, results: { last: 7, rolls: ["6-5-4", "1-2-3"] } });
    own({ money: { credit: 51_000, staked: 0, owed: 0, unclaimed: 0 }, last: settled });
    expect(page.reveal.is_tumbling.value).toBe(true);
    expect(page.reveal.shown_money.value).toMatchObject({ credit: 49_000, staked: 1_000 });
    expect(page.reveal.shown_results.value.last).toBe(6);
    expect(page.reveal.outcome.value).toBeNull();
    expect(page.session.net.value).toBe(0);
    vi.advanceTimersByTime(1_200);
    expect(page.session.net.value).toBe(1_000);
    expect(page.reveal.shown_money.value.credit).toBe(51_000);
    expect(page.reveal.outcome.value?.payout).toBe(2_000);
    expect(page.reveal.payouts.value.get("big")).toBe(2_000);
    expect(page.last_bets.last_payout.value).toBe(2_000);
    vi.useRealTimers();
  });

  it("that staff correct is listed as a correction", async () => {
    const { page, table, own } = await joined();
    table(rolled);
    own({ last: settled });
    own({ last: { ...settled, roll: [1, 2, 4], payout: 0 } });
    expect(page.past.corrections.value).toEqual([
      { round: 7, is_void: false, payout: 0, seen_in: 7 },
    ]);
  });
});
