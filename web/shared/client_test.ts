// SPDX-License-Identifier: MIT
import { describe, expect, it, vi } from "vitest";
import { Client, reason_of, Refused } from "./client";
import { join, leave_place, list_rounds, sign_in, top_up } from "./requests";
import { FakeSocket, settle } from "./testing";

function start(identify?: (client: Client) => Promise<void>) {
  const sockets: FakeSocket[] = [];
  const servers: string[] = []; // that it has connected to
  const pauses: (() => void)[] = [];
  let time = 1_000;
  const client = new Client({
    connect: (server) => {
      servers.push(server);
      sockets.push(new FakeSocket());
      return sockets.at(-1)!;
    },
    wait: (action) => pauses.push(action),
    now: () => time,
    identify,
  });
  return {
    client,
    sockets,
    servers,
    socket: () => sockets.at(-1)!,
    again: () => pauses.pop()!(),
    at: (now: number) => {
      time = now;
    },
  };
}

it("an error that is no refusal is a mistake of the page, and is reported as one", () => {
  const reported = vi.fn();
  vi.stubGlobal("reportError", reported);
  expect(reason_of(new Refused("busy"))).toBe("busy");
  expect(reported).not.toHaveBeenCalled();
  const mistake = new TypeError("undefined is not a function");
  expect(reason_of(mistake)).toBe("page_error");
  expect(reported).toHaveBeenCalledWith(mistake);
  vi.unstubAllGlobals();
});

describe("a client", () => {
  it("gets one reply for each request, in any order", async () => {
    const { client, socket } = start();
    socket().onopen!();
    await settle();
    const [one, two] = [client.request(top_up()), client.request(leave_place())];
    const [first, second] = socket().sent.map((asked) => asked.id);
    socket().reply(second!);
    socket().refuse(first!, "not_training", { clause: "1.7" });
    expect((await two).ok).toBe(true);
    await expect(one).rejects.toMatchObject({ reason: "not_training", clause: "1.7" });
  });

  it("goes round the servers that the greeting names until one admits it", async () => {
    const { client, servers, socket, again } = start();
    socket().onopen!();
    socket().onmessage!({
      data: '[{"hello":"sicbo.v1","nonce":"ab","servers":["b.example:8080","c.example:8080"]}]',
    });
    await settle();
    const order = client.order("PlaceBets", { bets: [{ spot: "big", amount: 1_000 }] });
    for (let attempt = 0; attempt < 4; ++attempt) {
      socket().close();
      again();
    }
    expect(servers).toEqual(["", "b.example:8080", "c.example:8080", "", "b.example:8080"]);
    socket().onopen!();
    await settle();
    // What was not answered is sent to the server that leads now, with its id.
    expect(socket().sent.map((sent) => sent.id)).toEqual([1]);
    socket().reply(1);
    expect((await order).ok).toBe(true);
  });

  it("sends an unanswered order again with its id, and no other request", async () => {
    const { client, sockets, socket, again } = start();
    socket().onopen!();
    await settle();
    const order = client.order("PlaceBets", { bets: [{ spot: "big", amount: 1_000 }] });
    const request = client.request(list_rounds(1, 10));
    const refused = expect(request).rejects.toBeInstanceOf(Refused);
    const { id } = sockets[0]!.sent[0]!;
    socket().close();
    await refused;
    again();
    socket().onopen!();
    await settle();
    expect(sockets).toHaveLength(2);
    expect(sockets[1]!.sent).toEqual([sockets[0]!.sent[0]]);
    socket().reply(id);
    socket().reply(id); // a second reply
    expect((await order).ok).toBe(true);
  });

  it("does not send what is no longer meant", async () => {
    const { client, sockets, socket, again } = start();
    socket().onopen!();
    await settle();
    let round = 7;
    const order = client.order(
      "PlaceBets",
      { bets: [{ spot: "big", amount: 1_000 }] },
      {},
      () => round === 7,
    );
    const refused = expect(order).rejects.toMatchObject({ reason: "connection_lost" });
    socket().close();
    round = 8;
    again();
    socket().onopen!();
    await settle();
    expect(sockets[1]!.sent).toEqual([]);
    await refused;
  });

  it("goes on over the same socket when its gateway has found a server again", async () => {
    let identified = 0;
    const { client, sockets, socket } = start(async (it) => {
      await it.request(join({ table: 1 }));
      ++identified;
    });
    socket().onopen!();
    await settle();
    socket().reply(socket().last().id);
    await settle();
    expect(client.status.value).toBe("open");
    const watching = client.watch("table/1");
    socket().snapshot("table/1", { round: 1 });
    socket().reply(socket().last().id);
    await watching;
    const order = client.order("PlaceBets", { bets: [{ spot: "big", amount: 1_000 }] });
    const sent = socket().last();
    const request = client.request(list_rounds(1, 10));
    const refused = expect(request).rejects.toMatchObject({ reason: "connection_lost" });
    socket().push({ notice: "suspended" });
    await refused;
    expect(client.status.value).toBe("lost");
    expect(socket().last().type).toBe("resume");
    const count = socket().sent.length;
    socket().push({ notice: "suspended" }); // told again
    socket().reply(socket().last().id);
    await settle();
    expect(socket().sent).toHaveLength(count);
    socket().push({ hello: "sicbo.v1", nonce: "ab" });
    expect(client.nonce).toBe("ab");
    await settle();
    expect(socket().verbs().slice(count)).toEqual(["join"]);
    socket().reply(socket().last().id);
    await settle();
    expect(identified).toBe(2);
    expect(client.status.value).toBe("open");
    expect(socket().verbs().slice(count)).toEqual(["join", "watch", "order"]);
    expect(socket().last()).toEqual(sent);
    socket().reply(sent.id);
    expect((await order).ok).toBe(true);
    expect(sockets).toHaveLength(1);
  });

  it("connects again when its gateway is silent, or gone", async () => {
    vi.useFakeTimers();
    const { client, sockets, socket, again } = start();
    socket().onopen!();
    await vi.advanceTimersByTimeAsync(0);
    socket().push({ notice: "suspended" });
    await vi.advanceTimersByTimeAsync(7_000);
    socket().push({ notice: "suspended" });
    await vi.advanceTimersByTimeAsync(7_000);
    expect(sockets).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(2_000);
    again();
    expect(sockets).toHaveLength(2);
    socket().onopen!();
    await vi.advanceTimersByTimeAsync(0);
    expect(client.status.value).toBe("open");
    socket().push({ hello: "sicbo.v1", nonce: "cd" }); // the first of this connection
    await vi.advanceTimersByTimeAsync(0);
    expect(socket().sent).toEqual([]);
    vi.useRealTimers();
  });

  it("gives up a connection over which no reply comes", async () => {
    vi.useFakeTimers();
    const { client, socket } = start();
    socket().onopen!();
    await vi.advanceTimersByTimeAsync(0);
    const request = expect(client.request(list_rounds(1, 10))).rejects.toMatchObject({
      reason: "connection_lost",
    });
    await vi.advanceTimersByTimeAsync(10_000);
    expect(client.status.value).toBe("lost");
    await request;
    vi.useRealTimers();
  });

  const bet = (client: Client) =>
    client.order("PlaceBets", { bets: [{ spot: "big", amount: 100 }] }, { round: 7 });

  it("sends no faster than the server accepts, and all in order", async () => {
    vi.useFakeTimers();
    const { client, socket } = start();
    socket().onopen!();
    await vi.advanceTimersByTimeAsync(0);
    for (let i = 0; i < 60; ++i) void bet(client).catch(() => {});
    expect(socket().sent).toHaveLength(30);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(socket().sent.length).toBeGreaterThan(40);
    expect(socket().sent.length).toBeLessThanOrEqual(46);
    await vi.advanceTimersByTimeAsync(1_500);
    const ids = socket().sent.map((one) => one.id);
    expect(ids).toHaveLength(60);
    expect(ids).toEqual([...ids].sort((a, b) => a - b));
    expect(socket().sent.every((one) => one.round === 7)).toBe(true);
    vi.useRealTimers();
  });

  it("starts the time limit of a reply when the request is sent", async () => {
    vi.useFakeTimers();
    const { client, socket } = start();
    socket().onopen!();
    await vi.advanceTimersByTimeAsync(0);
    const answers = Array.from({ length: 200 }, () => bet(client).catch(() => {}));
    for (let i = 0; i < 120; ++i) {
      // answered at once, all along
      await vi.advanceTimersByTimeAsync(100);
      for (const { id } of socket().sent.splice(0)) socket().reply(id);
    }
    await Promise.all(answers);
    expect(client.status.value).toBe("open");
    vi.useRealTimers();
  });

  it("sends orders that were still queued over the next connection, once", async () => {
    vi.useFakeTimers();
    const { client, sockets, socket, again } = start();
    socket().onopen!();
    await vi.advanceTimersByTimeAsync(0);
    for (let i = 0; i < 35; ++i) void bet(client).catch(() => {});
    for (const { id } of sockets[0]!.sent) sockets[0]!.reply(id);
    socket().close();
    await vi.advanceTimersByTimeAsync(2_000);
    expect(sockets[0]!.sent).toHaveLength(30);
    again();
    socket().onopen!();
    await vi.advanceTimersByTimeAsync(2_000);
    expect(sockets[1]!.sent).toHaveLength(5);
    vi.useRealTimers();
  });

  it("probes a silent connection, and notices a dead one by it", async () => {
    vi.useFakeTimers();
    const { client, socket } = start();
    socket().onopen!();
    await vi.advanceTimersByTimeAsync(0);
    void client.watch("property").catch(() => {});
    socket().reply(socket().last().id);
    await vi.advanceTimersByTimeAsync(2_900);
    socket().push({ snapshot: "property", seq: 5, at: 1, state: { tables: [] } });
    await vi.advanceTimersByTimeAsync(2_900);
    expect(socket().sent).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(200);
    expect(socket().verbs()).toEqual(["watch", "unwatch"]);
    socket().reply(socket().last().id);
    await vi.advanceTimersByTimeAsync(3_100);
    expect(client.status.value).toBe("open");
    expect(socket().sent).toHaveLength(3);
    await vi.advanceTimersByTimeAsync(4_000); // and this one is never answered
    expect(client.status.value).toBe("lost");
    vi.useRealTimers();
  });

  it("tries again when a connection does not open", async () => {
    vi.useFakeTimers();
    const { client, sockets, again } = start();
    await vi.advanceTimersByTimeAsync(9_000);
    expect(client.status.value).toBe("lost");
    again();
    expect(sockets).toHaveLength(2);
    sockets[0]!.onopen?.(); // too late
    expect(client.status.value).toBe("lost");
    vi.useRealTimers();
  });

  it("identifies itself before it watches and orders again", async () => {
    const { client, sockets, socket, again } = start(async (one) => {
      await one.request(join({ table: 1 }));
    });
    socket().onopen!();
    socket().reply(socket().last().id, { request: 40 });
    await settle();
    void client.watch("table/1").catch(() => {});
    void client.order("CallAttendant", {}).catch(() => {});
    expect(socket().last().request).toBe(41);
    socket().close();
    again();
    socket().onopen!();
    expect(sockets[1]!.verbs()).toEqual(["join"]);
    expect(client.status.value).toBe("lost");
    socket().reply(socket().last().id, { request: 42 });
    await settle();
    expect(sockets[1]!.verbs()).toEqual(["join", "watch", "order"]);
    expect(client.status.value).toBe("open");
    expect(socket().last().request).toBe(41); // the same order, sent again
    void client.order("CallAttendant", {}).catch(() => {});
    expect(socket().last().request).toBe(43);
  });

  it("numbers the orders of each person apart", async () => {
    const { client, socket } = start();
    socket().onopen!();
    await settle();
    for (const [person, request] of [
      [7, 3000],
      [8, 50],
    ] as const) {
      void client.request(sign_in("somebody", "secret")).catch(() => {});
      socket().reply(socket().last().id, { person, request });
      await settle();
    }
    const number_of = (person: number) => {
      void client.order("LogOn", {}, { table: 1, person }).catch(() => {});
      return socket().last().request;
    };
    expect([number_of(7), number_of(8), number_of(8), number_of(7)]).toEqual([3001, 51, 52, 3002]);
  });

  it("refuses orders while nothing can be sent", async () => {
    const { client, socket } = start();
    socket().onopen!();
    await settle();
    socket().close();
    await expect(client.order("CallAttendant", {})).rejects.toMatchObject({
      reason: "connection_lost",
    });
  });

  it("watches a topic again when it has missed a delta", async () => {
    const { client, socket } = start();
    socket().onopen!();
    await settle();
    void client.watch("property").catch(() => {});
    socket().push({ snapshot: "property", seq: 5, at: 1, state: { tables: [] } });
    socket().push({ delta: "property", prev: 7, seq: 9, at: 1, state: { tables: [] } });
    expect(socket().verbs()).toEqual(["watch", "watch"]);
  });

  it("does not reconnect when its place was taken over", async () => {
    const { client, socket, sockets } = start();
    socket().onopen!();
    await settle();
    socket().push({ notice: "taken_over" });
    expect(client.status.value).toBe("taken_over");
    expect(sockets).toHaveLength(1);
  });

  it("keeps the server's time, whatever its own clock says", async () => {
    const { client, socket, at } = start();
    socket().onopen!();
    socket().push({ snapshot: "property", seq: 1, at: 501_000, state: { tables: [] } });
    expect(client.now()).toBe(501_000);
    at(2_000);
    const delayed = 501_400; // by 600 ms
    socket().push({ delta: "property", prev: 1, seq: 2, at: delayed, state: { tables: [] } });
    expect(client.now()).toBe(502_000);
  });
});
