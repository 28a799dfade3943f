# SPDX-License-Identifier: MIT
"""Players who bet through all failures, on a thread of their own. They note outside of the property
what was acknowledged and what was shown to them, and compare that with what is registered."""
import asyncio
import collections
import contextlib
import pathlib
import sys
import threading
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "net"))
from client import Client, Refused  # noqa: E402

ANSWER_MAX = 2.5  # seconds after which a server counts as gone
TABLE = 1


def cents(text):
    return round(float(text) * 100)


class Bettor:
    """One guest. An order without an answer is sent again, with the same number, until it has
    one."""

    def __init__(self, all_of_them):
        self.all = all_of_them
        self.client, self.token, self.stay = None, None, None
        self.server = 0
        self.number = 0
        self.stakes = collections.Counter()  # acknowledged, by round
        self.shown = []  # sequence and credit, as shown

    async def run(self):
        while not self.all.stopping:
            try:
                await self.join()
                while not self.all.stopping:
                    await self.bet()
            except (OSError, asyncio.TimeoutError, AssertionError, Refused, Exception) as error:
                if isinstance(error, (KeyError, TypeError, NameError)):
                    self.all.wrong.append(f"the test itself: {error!r}")
                    return
            await self.leave()
            self.server = (self.server + 1) % len(self.all.servers)
            await asyncio.sleep(0.1)

    async def leave(self):
        if self.client:
            self.client.socket.transport.abort()
            await self.client.reader
        self.client = None

    async def join(self):
        address = self.all.servers[self.server]
        # To a server that was stopped a connection can't be closed in order.
        self.client = await asyncio.wait_for(Client.connect(address, close_timeout=0.1),
                                             ANSWER_MAX)
        options = {"token": self.token} if self.token else {}
        reply = await asyncio.wait_for(self.client.join(TABLE, **options), ANSWER_MAX)
        stay = self.client.mine("place")["stay"]
        if self.stay not in (None, stay):
            self.all.wrong.append(f"the stay {self.stay} has become {stay}")
        self.token, self.stay = reply["token"], stay
        self.note_shown()

    def note_shown(self):
        place = self.client.place
        self.shown.append((self.client.sequence[place], self.client.mine("money")["credit"]))

    async def bet(self):
        """One bet, once betting is open."""
        client = self.client
        betting = lambda: (client.seen("round") or {}).get("betting")
        while not betting():
            await asyncio.sleep(0.05)
            if client.closed:
                raise OSError("closed")
            if self.all.stopping:
                return
        round_number = client.seen("round")["number"]
        self.number = max(self.number, client.counter) + 1
        await self.send(self.number, round_number)
        await asyncio.sleep(0.05)

    async def send(self, number, round_number):
        order = {"order": "PlaceBets", "round": round_number,
                 "arguments": {"bets": [{"spot": "big", "amount": 100}]}}
        first = True
        while True:
            try:
                if not self.client:
                    await self.join()
                reply = await asyncio.wait_for(self.client.request_as(number, "order", **order),
                                               ANSWER_MAX)
                break
            except Refused as refused:
                self.all.refused[refused.reason] += 1
                return
            except (OSError, asyncio.TimeoutError, AssertionError, Exception) as error:
                if isinstance(error, (KeyError, TypeError, NameError)):
                    raise
                if self.all.stopping and time.monotonic() > self.all.stopping + 60:
                    self.all.unknown += 1
                    return
            await self.leave()
            self.server = (self.server + 1) % len(self.all.servers)
            self.all.resent += 1 if first else 0
            first = False
            await asyncio.sleep(0.1)
        self.stakes[round_number] += reply["bets"][0]["accepted"]
        self.all.acks.append(time.monotonic())
        self.note_shown()


class Bettors:
    def __init__(self, servers, count=6):
        self.servers, self.stopping = servers, 0
        self.acks, self.wrong, self.refused = [], [], collections.Counter()
        self.resent = self.unknown = 0
        self.bettors = [Bettor(self) for _ in range(count)]
        self.thread = threading.Thread(target=lambda: asyncio.run(self.play()))

    async def play(self):
        await asyncio.gather(*(bettor.run() for bettor in self.bettors))

    def start(self):
        self.thread.start()
        return self

    def stop(self):
        """Every order is answered before it returns, if a server leads."""
        self.stopping = self.stopping or time.monotonic()
        if self.thread.is_alive():
            self.thread.join()

    def acknowledged(self):
        return len(self.acks)

    def are_served(self):
        return bool(self.acks) and self.acks[-1] > time.monotonic() - 1

    def gap_after(self, at):
        """The longest time without an acknowledgement since then."""
        times = [at] + [ack for ack in self.acks if ack > at] + [time.monotonic()]
        return max(after - before for before, after in zip(times, times[1:]))

    @property
    def balances(self):
        return sum(len(bettor.shown) for bettor in self.bettors)

    def compare(self, bets, entries):
        """What differs between what was noted and what is registered: lost, doubled, or shown and
        gone. `bets` and `entries` are rows of `sicbo export`."""
        staked = collections.Counter()
        for bet in bets:
            staked[int(bet["stay"]), int(bet["round"])] += cents(bet["stake"])
        moves = collections.defaultdict(list)  # of a stay's credit: event and amount
        for entry in entries:
            for side, sign in (("from", -1), ("to", 1)):
                if entry[side] == "credit":
                    moves[int(entry[side + "_owner"])].append((int(entry["event"]),
                                                               sign * cents(entry["amount"])))
        wrong = []
        for bettor in self.bettors:
            if not bettor.stay:
                continue
            for number, noted in bettor.stakes.items():
                there = staked[bettor.stay, number]
                if there != noted and not (self.unknown and there > noted):
                    wrong.append(f"stay {bettor.stay} round {number}: {noted} acknowledged, "
                                 f"{there} registered")
            for sequence, credit in bettor.shown:
                there = sum(amount for event, amount in moves[bettor.stay] if event <= sequence)
                if there != credit:
                    wrong.append(f"stay {bettor.stay} was shown {credit} at event {sequence}, "
                                 f"registered are {there}")
        return wrong
