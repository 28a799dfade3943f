# SPDX-License-Identifier: MIT
"""While many flood the server, whoever is honest is answered as before, and the close of betting
does not stand in line: flood_test.py PROGRAM [--flooders N] [--bets N]."""
import argparse
import asyncio
import json
import multiprocessing
import sys
import time

import websockets.frames

import case
from client import BURST, PER_SECOND
from house import Console, manual

SIZE = argparse.Namespace(flooders=50, bets=30)


def frame(data, kind=websockets.frames.Opcode.TEXT):
    return websockets.frames.Frame(kind, data).serialize(mask=True)


HELLO = (b"GET /socket HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
         b"Sec-WebSocket-Version: 13\r\n"
         b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Protocol: sicbo.v1\r\n\r\n")
TOO_MUCH = b"".join(frame(json.dumps({"id": n, "type": "watch", "topic": "table/1"}).encode())
                    for n in range(1, 500))


async def say_too_much(host, port):
    """Returns with which code it was closed, and whether it got more answers than it may ask
    for."""
    begun = time.monotonic()
    reader, writer = await asyncio.open_connection(host, port)
    try:
        writer.write(HELLO)
        await reader.readuntil(b"\r\n\r\n")
        writer.write(TOO_MUCH)
        kind = answered = 0
        while kind != websockets.frames.Opcode.CLOSE:
            kind, size = await reader.readexactly(2)
            kind &= 15
            if size > 125:
                size = int.from_bytes(await reader.readexactly(2 if size == 126 else 8), "big")
            text = await reader.readexactly(size)
            answered += text.count(b'{"reply":')
        allowed = BURST + PER_SECOND * (time.monotonic() - begun)
        writer.write(frame(text[:2], websockets.frames.Opcode.CLOSE))
        return int.from_bytes(text[:2], "big"), answered > allowed
    except (OSError, asyncio.IncompleteReadError) as error:
        return repr(error), False
    finally:
        writer.close()


def flood(address, count, stop, closed, outcome):
    """In a process of its own, until it is stopped; counts in `closed` while it goes on."""
    host, port = address.split(":")

    async def one():
        closes = []
        while not stop.is_set():
            closes.append(await say_too_much(host, int(port)))
            with closed.get_lock():
                closed.value += 1
        return closes

    async def all_of_them():
        return await asyncio.gather(*(one() for _ in range(count)))

    outcome.put(sum(asyncio.run(all_of_them()), []))


class Flood(case.Case):
    async def open(self):
        """A server, the staff at its table, and five players with bets open."""
        server = await self.serve(manual("rws-etg"))
        console = await Console.open(server, "rws-etg")
        players = await asyncio.gather(*(server.guest(1) for _ in range(5)))
        await console.play_until_open()
        return server, console, players

    async def times(self, player):
        """In which bets are answered, at the pace that is allowed."""
        times = []
        for _ in range(SIZE.bets):
            begun = time.monotonic()
            await player.bet("big", 100)
            times.append(time.monotonic() - begun)
            await asyncio.sleep(max(0, 0.055 - times[-1]))
        return times

    async def test_an_honest_terminal_is_answered_as_before(self):
        """Against a server beside it that nobody floods, at the same time: what else the machine
        does then slows both."""
        (server, console, players), (quiet, _, others) = await asyncio.gather(
            self.open(), self.open())
        stop, closed = multiprocessing.Event(), multiprocessing.Value("i", 0)
        outcome = multiprocessing.Queue()
        flooding = multiprocessing.Process(
            target=flood, args=(server.address, SIZE.flooders, stop, closed, outcome))
        flooding.start()
        self.addCleanup(flooding.kill)
        while closed.value < SIZE.flooders and flooding.is_alive():
            await asyncio.sleep(0.01)
        before = closed.value
        times = await asyncio.gather(*(self.times(player) for player in players + others))
        during = closed.value - before
        stop.set()
        closes = await asyncio.to_thread(outcome.get)
        flooding.join()
        flooded, calm = (sorted(sum(part, []))
                         for part in (times[:len(players)], times[len(players):]))
        at = lambda part, share: part[int(share * len(part))]
        for share in (0.5, 0.9, 0.99):
            print(f"{share:.0%} of honest bets are answered within "
                  f"{at(flooded, share) * 1000:.1f} ms while "
                  f"{SIZE.flooders} flood, and within {at(calm, share) * 1000:.1f} ms beside it",
                  file=sys.stderr)
        print(f"{during} connections were closed meanwhile", file=sys.stderr)
        self.assertLess(at(flooded, 0.9), 10 * max(at(calm, 0.9), 0.01))
        self.assertGreater(during, 0)
        self.assertEqual(set(closes), {(1008, False)})
        self.assertTrue(all(player.gaps == 0 for player in players))
        await console.play_to_end((6, 5, 1))
        await self.finish(server)

    async def test_a_close_comes_after_what_its_own_connection_said_and_nothing_is_lost(self):
        server = await self.serve(manual("rws-etg"))
        console = await Console.open(server, "rws-etg")
        players = await asyncio.gather(*(server.guest(1, layout="rws-etg-1") for _ in range(100)))
        # It overtakes others, and nothing that was said on its own connection, where bets come
        # before it.
        own = console.client
        await own.join(1)
        await console.play_until_open()

        def bets(client, count):
            client.mine_first = client.counter + 1
            client.counter += count
            return [{"id": number, "type": "order", "order": "PlaceBets",
                     "arguments": {"bets": [{"spot": "big", "amount": 100}]}}
                    for number in range(client.mine_first, client.counter + 1)]

        texts = [(player, bets(player, 10)) for player in players]
        first = bets(own, BURST - own.counter - 1)  # no more than it may say at once
        self.assertGreater(len(first), 10)
        own.counter += 1
        close = {"id": own.counter, "type": "order", "order": "CloseBetting", "table": 1,
                 "person": console.people["dealer"]}
        for player, messages in texts:
            player.send_at_once(messages)
        own.send_at_once([*first, close])
        await own.until(lambda: close["id"] in own.replies, "the close")
        self.assertTrue(own.replies[close["id"]]["ok"])
        taken = late = 0
        for player, messages in [*texts, (own, first)]:
            await player.until(lambda: all(message["id"] in player.replies for message in messages),
                               "all answers")
            answers = [player.replies[message["id"]] for message in messages]
            player.taken = sum(answer["ok"] for answer in answers)
            taken += player.taken
            late += sum(answer.get("reason") == "betting_closed" for answer in answers)
        self.assertEqual(taken + late, 10 * len(players) + len(first))
        print(f"{taken} queued bets were taken before the close and {late} were late",
              file=sys.stderr)
        self.assertEqual(own.taken, len(first),
                         "what the dealer's own connection said first comes first")
        # How many others it overtook depends on who was quicker; priority_test.cpp shows that it
        # does.
        await console.play_to_end((6, 5, 1))
        for player in players:
            await player.until(
                lambda: player.mine("money")["credit"] == 50000 + 100 * player.taken, "the win")
        await self.finish(server)


if __name__ == "__main__":
    case.main(SIZE)
