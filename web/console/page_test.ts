// SPDX-License-Identifier: MIT
// The Game Console without a browser: its state, forms and orders with a fake socket.
import { signal } from "@preact/signals";
import { describe, expect, it, vi } from "vitest";
import type { Configuration, ConsoleTopic, PlacesTopic } from "../generated/protocol";
import { note_bytes_max } from "../shared/fields";
import { encode, preview, staff_message_bytes_max } from "../shared/requests";
import { FakeSocket, settle } from "../shared/testing";
import { round_of, rules_with, table_of } from "../shared/testing_table";
import { amended_rounds_max, AmendmentForm } from "./amendment";
import { ConfigurationForm, mistakes_in } from "./configuration_form";
import { give_order } from "./orders";
import { ConsolePage } from "./page";
import { choice_milliseconds } from "./shared_felt";

const console_topic_of = (changes: object = {}): ConsoleTopic =>
  ({
    staff: [],
    locked: false,
    pending: [],
    property_pending: [],
    incidents: [],
    irregularities: [],
    equipment: { mixer: "automated-shaker", mixers: [], inspection: {} },
    round_progress: null,
    certify: null,
    orders: {
      CloseBetting: { roles: ["dealer"], of_round: true },
      RecordRepair: { roles: ["technician"], of_round: false },
    },
    ...changes,
  }) as unknown as ConsoleTopic;
const no_places: PlacesTopic = {
  places: [],
  totals: [],
  differences: [],
  below_min: [],
  open_accounts: [],
};

// A console at which a dealer is on duty.
async function on_duty() {
  const sockets: FakeSocket[] = [];
  const page = new ConsolePage({
    table_number: 1,
    connect: () => {
      sockets.push(new FakeSocket());
      return sockets.at(-1)!;
    },
    rules_of: () => signal(rules_with()),
  });
  const socket = sockets[0]!;
  const reply = async (fields: object = {}) => {
    socket.reply(socket.last().id, fields);
    await settle();
  };
  socket.onopen!();
  await settle();
  socket.snapshot("table/1", table_of());
  await reply();
  const done = page.state.log_on("dealer", "password");
  await reply({ person: 3, name: "dealer", role: "dealer" });
  socket.snapshot("console/1", console_topic_of());
  socket.snapshot("places/1", no_places);
  for (const { id } of socket.sent) socket.reply(id);
  await settle();
  await reply(); // LogOn
  await done;
  return { page, socket, reply };
}

describe("a console", () => {
  it("signs a person in, here and at the table", async () => {
    const { page, socket } = await on_duty();
    expect(page.state.me.value).toEqual({ id: 3, name: "dealer", role: "dealer" });
    expect(page.state.can_act.value).toBe(true);
    expect(socket.sent.some((one) => one.order === "LogOn" && one.table === 1)).toBe(true);
  });

  it("gives an order for the round in play, once per press", async () => {
    const { page, socket, reply } = await on_duty();
    const first = give_order(page, "CloseBetting", {});
    expect(socket.last()).toMatchObject({ order: "CloseBetting", round: 7 });
    const sent = socket.sent.length;
    expect(await give_order(page, "CloseBetting", {})).toBeNull();
    expect(socket.sent).toHaveLength(sent);
    await reply();
    expect((await first)?.ok).toBe(true);
    expect(page.state.busy.value).toBe(false);
  });

  it("asks for another person where the role does not suffice", async () => {
    const { page, socket } = await on_duty();
    const sent = socket.sent.length;
    expect(await give_order(page, "RecordRepair", { what: "lamp" })).toBeNull();
    expect(socket.sent).toHaveLength(sent);
    expect(page.state.dialog.value).not.toBeNull();
  });

  it("repeats no order after a lost connection", async () => {
    const { page, reply } = await on_duty();
    const given = vi.spyOn(page.state.client, "order");
    const done = page.state.log_off(page.state.me.value!);
    await reply();
    await reply(); // of the request to sign out
    await done;
    expect(given.mock.calls.map(([name, , , should_resend]) => [name, should_resend?.()])).toEqual([
      ["LogOff", false],
    ]);
  });

  it("removes a person who signs in elsewhere", async () => {
    const { page, socket } = await on_duty();
    socket.signed_in_elsewhere(3);
    expect(page.state.people.value).toEqual([]);
    expect(page.state.message.value?.kind).toBe("bad");
    expect(page.state.console_topic.value).toBeUndefined(); // what only staff may know is gone
  });
});

it("a next action that the server would refuse says why, and can't be pressed", async () => {
  const { page, socket } = await on_duty();
  expect(page.next.next.value).toMatchObject({ order: "CloseBetting", ready: true });
  const refused = { roles: ["dealer"], of_round: true, refused: "out_of_service" };
  socket.snapshot("console/1", console_topic_of({ orders: { CloseBetting: refused } }), 2);
  expect(page.next.next.value).toMatchObject({
    order: "CloseBetting",
    ready: false,
    about: "The table is out of service",
  });
});

it("a mix that outlasts the time to bet is explained", async () => {
  const { page, socket } = await on_duty();
  const round = { betting: true, closes_at: -100_000, next: "mix" } as const;
  for (const mixing of [false, true]) {
    socket.snapshot("table/1", table_of({ round: round_of({ ...round, mixing }) }), 2);
    expect(page.next.next.value?.about).toContain("The time to bet is over");
  }
  socket.snapshot("table/1", table_of({ round: round_of({ ...round, closes_at: null }) }), 3);
  expect(page.next.next.value?.about).not.toContain("The time to bet is over");
});

describe("an incident that this console did not report", () => {
  const raised = (changes: object = {}) =>
    console_topic_of({
      incidents: [
        {
          incident: 5,
          round: 7,
          cause: "exposed",
          resolves: "supervisor",
          roles: [],
          note: "sensed",
        },
      ],
      ...changes,
    });
  it("keeps the next action back until it is acknowledged", async () => {
    const { page, socket } = await on_duty();
    const run = vi.spyOn(page.next.next.value!, "run");
    expect(page.next.is_ready.value).toBe(true);
    socket.snapshot("console/1", raised(), 2);
    expect(page.next.is_ready.value).toBe(false);
    page.next.press();
    expect(run).not.toHaveBeenCalled();
    page.alerts.acknowledge(page.alerts.open.value[0]!);
    expect(page.next.is_ready.value).toBe(true);
  });

  it("is asked about in its own round only, by a person who comes later", async () => {
    const { page, socket } = await on_duty();
    page.state.people.value = [];
    await settle();
    socket.snapshot("table/1", table_of({ round: round_of({ number: 8 }) }), 2);
    page.state.people.value = [{ id: 3, name: "dealer", role: "dealer" }];
    void page.state.client.watch("console/1").catch(() => {});
    socket.snapshot("console/1", raised(), 3);
    expect(page.state.console_topic.value?.incidents).toHaveLength(1);
    expect(page.alerts.open.value).toEqual([]);
  });

  it("is another one: what was reported here is known", async () => {
    const { page, socket } = await on_duty();
    void page.state.send_order("Report", { cause: "exposed" }, { table: 1, person: 3 });
    await settle();
    socket.reply(socket.last().id, { incidents: [5] });
    await settle();
    socket.snapshot("console/1", raised(), 2);
    expect(page.alerts.open.value).toEqual([]);
    expect(page.next.is_ready.value).toBe(true);
  });

  it("of the lights shows that step 'illuminate' failed", async () => {
    const { page, socket } = await on_duty();
    expect(page.alerts.lights_failed.value).toBe(false);
    const round_progress = { lights_failed: true, present: false };
    socket.snapshot("console/1", console_topic_of({ round_progress }), 2);
    expect(page.alerts.lights_failed.value).toBe(true);
  });
});

describe("dice", () => {
  it("are keyed, erased and forgotten when the step is over", async () => {
    const { page, socket } = await on_duty();
    socket.snapshot("table/1", table_of({ round: round_of({ next: "enter" }) }), 2);
    for (const face of [1, 2]) page.dice.key_face(face);
    expect(page.dice.entered.value).toBeNull();
    page.dice.key_face(3);
    expect(page.dice.entered.value).toEqual({ roll: [1, 2, 3], by: "hand" });
    page.dice.erase_face();
    expect(page.dice.faces.value).toEqual([1, 2]);
    socket.snapshot("table/1", table_of({ round: round_of({ next: "pay" }) }), 3);
    expect(page.dice.faces.value).toEqual([]);
  });
});

it("a shared felt counts stakes that are too small until their player is advised", async () => {
  const { page, socket } = await on_duty();
  const chip = { stay: 9, player: "Mei", spot: "small", stake: 5_000 };
  const small = { ...chip, min: 6_000 };
  socket.snapshot("table/1", table_of({ chips: [chip] }), 2);
  expect(page.felt.warnings.value).toBe(0); // the server says which stakes are too small
  socket.snapshot("places/1", { ...no_places, below_min: [small] }, 2);
  expect(page.felt.warnings.value).toBe(1);
  page.felt.mark_advised(small);
  expect(page.felt.warnings.value).toBe(0);
  expect(page.felt.laid.value).toMatchObject({ round: 7, chips: [chip] });
});

describe("the player for whom staff bet", () => {
  const seat = { player: "Mei", away: false, stay: 9 };
  async function chosen() {
    const one = await on_duty();
    one.socket.snapshot("places/1", { ...no_places, places: [seat] }, 2);
    one.page.felt.choose_stay(9);
    one.page.felt.instruction.value = "ten on small";
    expect(one.page.felt.seat.value).toMatchObject({ player: "Mei" });
    return one;
  }
  const expect_none = ({ page }: { page: ConsolePage }) => {
    expect(page.felt.seat.value).toBeUndefined();
    expect(page.felt.instruction.value).toBe("");
  };

  it("is forgotten some seconds after the last chip", async () => {
    const one = await chosen();
    vi.useFakeTimers();
    one.page.felt.keep_choice();
    vi.advanceTimersByTime(choice_milliseconds - 1);
    one.page.felt.keep_choice();
    vi.advanceTimersByTime(choice_milliseconds - 1);
    expect(one.page.felt.seat.value).toBeDefined();
    vi.advanceTimersByTime(1);
    expect_none(one);
    vi.useRealTimers();
  });

  it("is forgotten when betting closes, and with the round", async () => {
    const one = await chosen();
    const chip = { stay: 9, player: "Mei", spot: "small", stake: 500 };
    one.socket.snapshot("table/1", table_of({ chips: [chip] }), 2);
    expect(one.page.felt.seat.value).toBeDefined(); // another chip may follow
    one.socket.snapshot("table/1", table_of({ round: round_of({ betting: false }) }), 3);
    expect_none(one);
    one.page.felt.choose_stay(9);
    one.socket.snapshot("table/1", table_of({ round: round_of({ number: 8 }) }), 4);
    expect_none(one);
  });

  it("is forgotten when the console is locked, and when another person acts", async () => {
    const one = await chosen();
    one.socket.snapshot("console/1", console_topic_of({ locked: true }), 2);
    expect_none(one);
    one.socket.snapshot("console/1", console_topic_of(), 3);
    one.page.felt.choose_stay(9);
    const other = { id: 4, name: "other", role: "dealer" as const };
    one.page.state.people.value = [...one.page.state.people.value, other];
    expect(one.page.felt.seat.value).toBeDefined();
    one.page.state.act_as(4);
    expect_none(one);
  });
});

describe("an amendment", () => {
  const round = (number: number) => ({
    round: number,
    roll: [1, 2, 3],
    ended: "settled" as const,
    void_for: null,
    manual: false,
  });
  it("gives other dice to one round", () => {
    const form = new AmendmentForm({ cause: "wrong-result" });
    form.toggle(4);
    form.toggle(5);
    expect(form.chosen.value).toEqual([5]);
    form.dice.value = [1, 1, 2];
    expect(form.ready.value).toBe(false);
    form.reason.value = " misread ";
    expect(form.ready.value).toBe(true);
    expect(form.order()).toEqual({
      amendments: [{ round: 5, roll: [1, 1, 2] }],
      cause: "wrong-result",
      reason: "misread",
    });
  });
  it("makes any number of rounds void that are not void already", () => {
    const form = new AmendmentForm({ cause: "damaged-dice" });
    expect(form.can_choose(round(4))).toBe(true);
    expect(form.can_choose({ ...round(4), ended: "void" })).toBe(false);
    form.toggle(4);
    form.toggle(5);
    expect(form.chosen.value).toEqual([4, 5]);
    form.set_void(false);
    expect(form.chosen.value).toEqual([4]);
  });
  it("fits into a message, however many rounds can be chosen", () => {
    const form = new AmendmentForm({ cause: "below-minimum-in-excess" });
    const last = Number.MAX_SAFE_INTEGER;
    form.chosen.value = Array.from({ length: amended_rounds_max }, (_, i) => last - i);
    form.stay.value = 2 ** 32 - 1;
    form.reason.value = "骰".repeat(note_bytes_max / 3);
    expect(form.ready.value).toBe(true);
    const context = { table: 2 ** 32 - 1, person: 2 ** 32 - 1, round: last };
    const text = encode(last, preview("AmendRounds", form.order(), context));
    expect(new TextEncoder().encode(text).length).toBeLessThan(staff_message_bytes_max);
    form.toggle(1);
    expect(form.ready.value).toBe(false);
  });
  it("of one terminal needs a player", () => {
    const form = new AmendmentForm({ cause: "terminal-undecided", round: 7, one_place: true });
    form.reason.value = "went dark";
    expect(form.ready.value).toBe(false);
    form.stay.value = 5;
    expect(form.ready.value).toBe(true);
  });
});

describe("a configuration", () => {
  const now = {
    currency: "SGD",
    chip: 100,
    limit: { min: 100, max: 10_000 },
    limit_of: {},
    round_max: null,
    differential_max: null,
    exposure_max: null,
    large_win: null,
    betting_seconds: 0,
    betting_seconds_min: 10,
    rounds_kept: 100,
    policy: "enforce",
    second_entry: false,
  } as unknown as Configuration;
  const name = (spot: string) => spot;

  it("is read from what was typed", () => {
    const form = new ConfigurationForm(now);
    expect(form.wanted.value).toEqual(now);
    form.every.value = { min: "2", max: "" };
    form.add_spot("big");
    form.set_spot("big", { min: "5", max: "1,000" });
    form.set_text("round_max", "12.50");
    expect(form.wanted.value).toMatchObject({
      limit: { min: 200, max: null },
      limit_of: { big: { min: 500, max: 100_000 } },
      round_max: 1_250,
    });
    form.set_text("chip", "abc");
    expect(form.wanted.value).toBeNull();
  });
  it("has its mistakes named", () => {
    expect(mistakes_in(now, false, name)).toEqual([]);
    const wrong = { ...now, limit: { min: 500, max: 200 }, rounds_kept: 0 };
    expect(mistakes_in(wrong, false, name)).toHaveLength(2);
    expect(mistakes_in({ ...now, limit: { min: 0, max: null } }, false, name)).toHaveLength(1);
    expect(mistakes_in({ ...now, limit: { min: 0, max: null } }, true, name)).toEqual([]);
  });
});
