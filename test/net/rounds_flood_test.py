# SPDX-License-Identifier: MIT
"""250 connections from one address ask for the last rounds as often as they may: 50 bytes for an
answer of many kilobytes. Honest players are answered, betting closes on time, and the memory stays
bounded: rounds_flood_test.py PROGRAM [--rounds N] [--flooders N] [--bets N]
[--tries N]. Each try measures honest bets before the flood and during it; the medians count."""
import argparse
import asyncio
import json
import multiprocessing
import statistics
import sys
import time

import websockets.frames

import case
from client import Client
from house import HEAD, Console, automatic, numbered

SIZE = argparse.Namespace(rounds=20, flooders=250, bets=40, tries=3)
HONEST = {"local_addr": ("127.0.0.2", 0)}  # another address than that of the flood
BET_MAX = 1.0  # seconds, for 99 % of honest bets: no queue builds up, however busy the machine is
CLOSE_LATE_MAX = 250  # milliseconds
MEMORY_MAX = 300 << 20  # bytes, above what the server has without the flood

HELLO = (b"GET /socket HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
         b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
         b"Sec-WebSocket-Protocol: sicbo.v1\r\n\r\n")


def question(number):
    text = json.dumps({"id": number, "type": "list_rounds", "table": 1, "limit": 100})
    frame = websockets.frames.Frame(websockets.frames.Opcode.TEXT, text.encode())
    return frame.serialize(mask=True)


async def flood_one(host, port, questions, received, stop):
    """Asks at the pace that is allowed, and reads whatever comes."""
    reader, writer = await asyncio.open_connection(host, port)
    writer.write(HELLO)

    async def read():
        while chunk := await reader.read(1 << 20):
            with received.get_lock():
                received.value += len(chunk)

    reading = asyncio.create_task(read())
    try:
        number = 0
        while not stop.is_set() and not reading.done():
            for _ in range(2):
                writer.write(questions[number % len(questions)])
                number += 1
            await asyncio.sleep(0.105)
    except OSError:
        pass
    finally:
        reading.cancel()
        writer.close()


def flood(address, count, begin, stop, received):
    """In a process of its own, from the moment `begin` is set."""
    host, port = address.split(":")
    questions = [question(number) for number in range(1, 1000)]

    async def all_of_them():
        await asyncio.to_thread(begin.wait)
        await asyncio.gather(*(flood_one(host, int(port), questions, received, stop)
                               for _ in range(count)), return_exceptions=True)

    asyncio.run(all_of_them())


class TimedClient(Client):
    """Notes by how much betting was closed too late, by the server's own clock."""

    def __init__(self, *words):
        super().__init__(*words)
        self.closes_at, self.late = None, []

    def handle(self, message):
        super().handle(message)
        betting = message.get("state", {}).get("round")
        if not betting:
            return
        if self.closes_at and not betting["betting"]:
            self.late.append(message["at"] - self.closes_at)
            self.closes_at = None
        if betting["betting"]:
            self.closes_at = betting["closes_at"]


def share(times, part):
    times = sorted(times)
    return times[min(int(part * len(times)), len(times) - 1)]


class RoundsFlood(case.Case):
    def memory(self, server):
        with open(f"/proc/{server.process.pid}/status", encoding="utf-8") as status:
            return next(int(line.split()[1]) << 10 for line in status if line.startswith("VmRSS"))

    async def times(self, player):
        """In which bets are answered, at the pace that is allowed."""
        times = []
        for _ in range(SIZE.bets):
            begun = time.monotonic()
            await player.bet("big", 100)
            times.append(time.monotonic() - begun)
            await asyncio.sleep(max(0, 0.055 - times[-1]))
        return times

    async def honest(self, players):
        return sum(await asyncio.gather(*(self.times(player) for player in players)), [])

    async def try_once(self, server, players, watcher):
        """How honest bets fare before the flood and during it, and what the flood was."""
        calm = await self.honest(players)
        before = self.memory(server)
        begin, stop = multiprocessing.Event(), multiprocessing.Event()
        received = multiprocessing.Value("q", 0)
        flooding = multiprocessing.Process(target=flood, args=(server.address, SIZE.flooders, begin,
                                                               stop, received))
        flooding.start()
        self.addCleanup(flooding.kill)
        watcher.late.clear()
        begin.set()
        while received.value < 1_000_000 and flooding.is_alive():
            await asyncio.sleep(0.01)
        begun = time.monotonic()
        highest = 0

        async def watch_memory():
            nonlocal highest
            while True:
                highest = max(highest, self.memory(server))
                await asyncio.sleep(0.05)

        watching = asyncio.create_task(watch_memory())
        flooded = await self.honest(players)
        await watcher.until(lambda: len(watcher.late) >= 2, "two closes of betting")
        watching.cancel()
        took = time.monotonic() - begun
        stop.set()
        await asyncio.to_thread(flooding.join, 20)
        result = {"calm": share(calm, 0.99), "flooded": share(flooded, 0.99),
                  "late": max(watcher.late), "memory": highest - before,
                  "rate": received.value / took}
        print(f"99% of honest bets within {result['flooded'] * 1000:.1f} ms under the flood, "
              f"{result['calm'] * 1000:.1f} ms before it; betting closed at most "
              f"{result['late']} ms late; {result['memory'] >> 20} MiB more memory; "
              f"{result['rate'] / 1e6:.1f} MB/s for the flood", file=sys.stderr)
        return result

    async def test_a_flood_of_long_answers(self):
        config = automatic("rws-etg").replace(HEAD, HEAD.replace("= 10000", "= 256"))
        server = await self.serve(config + numbered("rws-etg", 2).replace(
            'max = "1000.00"', 'max = "100000.00"').replace('"500.00"', '"50000.00"'))
        console = await Console.open(server, "rws-etg", table=2, **HONEST)
        players = [await server.connect(**HONEST) for _ in range(5)]
        for player in players:
            await player.join(2)
        await console.play_until_open()
        watcher = await TimedClient.connect(server.address, **HONEST)
        await watcher.watch("table/1")
        await watcher.until(lambda: watcher.topics["table/1"]["results"]["last"] >= SIZE.rounds,
                            "rounds to ask for")
        results = [await self.try_once(server, players, watcher) for _ in range(SIZE.tries)]
        median = lambda name: statistics.median(one[name] for one in results)
        self.assertLessEqual(median("flooded"), BET_MAX, results)
        for result in results:
            self.assertLessEqual(result["late"], CLOSE_LATE_MAX, results)
            self.assertLessEqual(result["memory"], MEMORY_MAX, results)
        self.assertTrue(all(player.gaps == 0 for player in players))
        await server.hang_up()
        await watcher.close()
        self.assertEqual(await server.stop(times=2), 0, server.log())
        code, verdict = await server.audit()
        self.assertEqual(code, 0, verdict)


if __name__ == "__main__":
    case.main(SIZE)
