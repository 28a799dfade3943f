import { describe, expect, it, vi } from "vitest";
import { Client, Refused, type Line } from "./client";

// Speaks for the server.
class Wire implements Line {
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: (() => void) | null = null;
  sent: { id: number; ask: string; [field: string]: unknown }[] = [];
  send(text: string) {
    this.sent.push(JSON.parse(text));
  }
  close() {
    this.onclose?.();
  }
  says(...messages: object[]) {
    this.onmessage?.({ data: JSON.stringify(messages) });
  }
  last() {
    return this.sent.at(-1)!;
  }
}

function start(identify?: (client: Client) => Promise<void>) {
  const wires: Wire[] = [];
  const pauses: (() => void)[] = [];
  let time = 1_000;
  const client = new Client({
    connect: () => {
      wires.push(new Wire());
      return wires.at(-1)!;
    },
    wait: (action) => pauses.push(action),
    now: () => time,
    identify,
  });
  return {
    client,
    wires,
    wire: () => wires.at(-1)!,
    again: () => pauses.pop()!(),
    at: (now: number) => {
      time = now;
    },
  };
}
const settle = () => new Promise((done) => setTimeout(done));

describe("a client", () => {
  it("gets one answer for each question, in any order", async () => {
    const { client, wire } = start();
    wire().onopen!();
    await settle();
    const [one, two] = [client.ask("top_up", {}), client.ask("rise", {})];
    const [first, second] = wire().sent.map((asked) => asked.id);
    wire().says({ answer: second, ok: true });
    wire().says({ answer: first, ok: false, reason: "not_training", clause: "1.7" });
    expect((await two).ok).toBe(true);
    await expect(one).rejects.toMatchObject({ reason: "not_training", clause: "1.7" });
  });

  it("sends an order again with its id when it was never answered, and nothing else", async () => {
    const { client, wires, wire, again } = start();
    wire().onopen!();
    await settle();
    const order = client.give("PlaceBets", { bets: [{ spot: "big", amount: 1_000 }] });
    const question = client.ask("rounds", { table: 1 });
    const refused = expect(question).rejects.toBeInstanceOf(Refused);
    const { id } = wires[0]!.sent[0]!;
    wire().close();
    await refused;
    again();
    wire().onopen!();
    await settle();
    expect(wires).toHaveLength(2);
    expect(wires[1]!.sent).toEqual([wires[0]!.sent[0]]);
    wire().says({ answer: id, ok: true });
    wire().says({ answer: id, ok: true }); // said twice
    expect((await order).ok).toBe(true);
  });

  it("does not send what is no longer meant", async () => {
    const { client, wires, wire, again } = start();
    wire().onopen!();
    await settle();
    let round = 7;
    const order = client.give(
      "PlaceBets",
      { bets: [{ spot: "big", amount: 1_000 }] },
      {},
      () => round === 7,
    );
    const refused = expect(order).rejects.toMatchObject({ reason: "connection_lost" });
    wire().close();
    round = 8;
    again();
    wire().onopen!();
    await settle();
    expect(wires[1]!.sent).toEqual([]);
    await refused;
  });

  it("takes a line on which nothing is answered for a dead one", async () => {
    vi.useFakeTimers();
    const { client, wire } = start();
    wire().onopen!();
    await vi.advanceTimersByTimeAsync(0);
    const question = expect(client.ask("rounds", { table: 1 })).rejects.toMatchObject({
      reason: "connection_lost",
    });
    await vi.advanceTimersByTimeAsync(10_000);
    expect(client.status.value).toBe("lost");
    await question;
    vi.useRealTimers();
  });

  const bet = (client: Client) =>
    client.give("PlaceBets", { bets: [{ spot: "big", amount: 100 }] }, { round: 7 });

  it("sends no faster than the server takes it, and all in order", async () => {
    vi.useFakeTimers();
    const { client, wire } = start();
    wire().onopen!();
    await vi.advanceTimersByTimeAsync(0);
    for (let i = 0; i < 60; ++i) void bet(client).catch(() => {});
    expect(wire().sent).toHaveLength(30);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(wire().sent.length).toBeGreaterThan(40);
    expect(wire().sent.length).toBeLessThanOrEqual(46);
    await vi.advanceTimersByTimeAsync(1_500);
    const ids = wire().sent.map((one) => one.id);
    expect(ids).toHaveLength(60);
    expect(ids).toEqual([...ids].sort((a, b) => a - b));
    expect(wire().sent.every((one) => one.round === 7)).toBe(true);
    vi.useRealTimers();
  });

  it("gives what had to wait its time for an answer from when it was sent", async () => {
    vi.useFakeTimers();
    const { client, wire } = start();
    wire().onopen!();
    await vi.advanceTimersByTimeAsync(0);
    const answers = Array.from({ length: 200 }, () => bet(client).catch(() => {}));
    for (let i = 0; i < 120; ++i) {
      // answered at once, all along
      await vi.advanceTimersByTimeAsync(100);
      for (const { id } of wire().sent.splice(0)) wire().says({ answer: id, ok: true });
    }
    await Promise.all(answers);
    expect(client.status.value).toBe("open");
    vi.useRealTimers();
  });

  it("sends orders that still waited for their turn over the next connection, once", async () => {
    vi.useFakeTimers();
    const { client, wires, wire, again } = start();
    wire().onopen!();
    await vi.advanceTimersByTimeAsync(0);
    for (let i = 0; i < 35; ++i) void bet(client).catch(() => {});
    for (const { id } of wires[0]!.sent) wires[0]!.says({ answer: id, ok: true });
    wire().close();
    await vi.advanceTimersByTimeAsync(2_000);
    expect(wires[0]!.sent).toHaveLength(30);
    again();
    wire().onopen!();
    await vi.advanceTimersByTimeAsync(2_000);
    expect(wires[1]!.sent).toHaveLength(5);
    vi.useRealTimers();
  });

  it("asks when it has heard nothing for a while, and notices a dead line by it", async () => {
    vi.useFakeTimers();
    const { client, wire } = start();
    wire().onopen!();
    await vi.advanceTimersByTimeAsync(0);
    void client.watch("property").catch(() => {});
    wire().says({ answer: wire().last().id, ok: true });
    await vi.advanceTimersByTimeAsync(2_900);
    wire().says({ snapshot: "property", seq: 5, at: 1, state: { tables: [] } });
    await vi.advanceTimersByTimeAsync(2_900);
    expect(wire().sent).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(200);
    expect(wire().sent.map((one) => one.ask)).toEqual(["watch", "unwatch"]);
    wire().says({ answer: wire().last().id, ok: true });
    await vi.advanceTimersByTimeAsync(3_100);
    expect(client.status.value).toBe("open");
    expect(wire().sent).toHaveLength(3);
    await vi.advanceTimersByTimeAsync(4_000); // and this one is never answered
    expect(client.status.value).toBe("lost");
    vi.useRealTimers();
  });

  it("tries again when a line does not open", async () => {
    vi.useFakeTimers();
    const { client, wires, again } = start();
    await vi.advanceTimersByTimeAsync(9_000);
    expect(client.status.value).toBe("lost");
    again();
    expect(wires).toHaveLength(2);
    wires[0]!.onopen?.(); // too late
    expect(client.status.value).toBe("lost");
    vi.useRealTimers();
  });

  it("says who it is before it watches and orders again", async () => {
    const { client, wires, wire, again } = start(async (one) => {
      await one.ask("sit", { table: 1 });
    });
    wire().onopen!();
    wire().says({ answer: wire().last().id, ok: true, request: 40 });
    await settle();
    void client.watch("table/1").catch(() => {});
    void client.give("CallAttendant", {}).catch(() => {});
    expect(wire().last().id).toBeGreaterThan(40);
    wire().close();
    again();
    wire().onopen!();
    expect(wires[1]!.sent.map((one) => one.ask)).toEqual(["sit"]);
    expect(client.status.value).toBe("lost");
    wire().says({ answer: wire().last().id, ok: true, request: 42 });
    await settle();
    expect(wires[1]!.sent.map((one) => one.ask)).toEqual(["sit", "watch", "give"]);
    expect(client.status.value).toBe("open");
  });

  it("takes no order while nothing can be sent", async () => {
    const { client, wire } = start();
    wire().onopen!();
    await settle();
    wire().close();
    await expect(client.give("CallAttendant", {})).rejects.toMatchObject({
      reason: "connection_lost",
    });
  });

  it("asks for a topic again when it has missed something", async () => {
    const { client, wire } = start();
    wire().onopen!();
    await settle();
    void client.watch("property").catch(() => {});
    wire().says({ snapshot: "property", seq: 5, at: 1, state: { tables: [] } });
    wire().says({ delta: "property", prev: 7, seq: 9, at: 1, state: { tables: [] } });
    expect(wire().sent.map((one) => one.ask)).toEqual(["watch", "watch"]);
  });

  it("stays away when its place was taken over", async () => {
    const { client, wire, wires } = start();
    wire().onopen!();
    await settle();
    wire().says({ notice: "taken_over" });
    expect(client.status.value).toBe("elsewhere");
    expect(wires).toHaveLength(1);
  });

  it("keeps the server's time, whatever its own clock says", async () => {
    const { client, wire, at } = start();
    wire().onopen!();
    wire().says({ snapshot: "property", seq: 1, at: 501_000, state: { tables: [] } });
    expect(client.now()).toBe(501_000);
    at(2_000);
    wire().says({ delta: "property", prev: 1, seq: 2, at: 501_400, state: { tables: [] } }); // 600 ms on its way
    expect(client.now()).toBe(502_000);
  });
});
