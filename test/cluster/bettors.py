# SPDX-License-Identifier: MIT
"""Players who bet through all failures, on a thread of their own. They note outside of the property
what was acknowledged and what was shown to them, and compare that with what is registered."""
import asyncio
import bisect
import collections
import itertools
import pathlib
import re
import sys
import threading
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "net"))
from client import Client, Refused  # noqa: E402

ANSWER_MAX = 2.5  # seconds after which a server counts as gone
TABLE = 1


def cents(text):
    return round(float(text) * 100)


class Watcher(Client):
    """Notes when each round was first seen to be over."""

    ended = None  # round number -> when; shared by all who watch

    def handle(self, message):
        super().handle(message)
        table = self.topics.get(f"table/{TABLE}")
        if table and table["round"] and table["status"]["phase"] != "playing":
            self.ended.setdefault(table["round"]["number"], time.monotonic())


class Bettor:
    """One guest. An order without an answer is sent again, with the same number, until it has
    one. Behind a gateway the connection stays while there is no server, and the gateway says so."""

    def __init__(self, all_of_them, servers, behind):
        self.all, self.servers, self.behind = all_of_them, servers, behind
        self.answer_max = 30 if behind else ANSWER_MAX
        self.client, self.token, self.stay = None, None, None
        self.joined, self.resumed = False, 0  # on this connection
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
            await self.find_server()
        await self.leave()

    def is_suspended(self):
        """Whether the gateway has lost the server since the place was taken."""
        return self.client.suspended or self.client.resumed != self.resumed

    async def find_server(self):
        """After an error: a connection that the gateway keeps stays, any other ends."""
        if not self.client or self.client.closed or not self.is_suspended():
            await self.leave()
            self.server = (self.server + 1) % len(self.servers)
        await asyncio.sleep(0.1)

    async def leave(self):
        if self.client:
            if self.joined and self.behind and self.client.closed:
                self.all.dropped += 1
            self.client.socket.transport.abort()
            await self.client.reader
        self.client = None

    async def connect(self):
        # To a server that was stopped a connection can't be closed in order.
        self.client = await asyncio.wait_for(
            Watcher.connect(self.servers[self.server], close_timeout=0.1), ANSWER_MAX)
        self.client.ended = self.all.ended
        self.joined, self.resumed = False, 0

    async def join(self):
        """Takes the place, on a new connection or on the one that the gateway kept."""
        if not self.client:
            await self.connect()
        client = self.client
        if self.is_suspended():
            await client.until(lambda: not client.suspended, "a server behind the gateway")
            self.resumed = client.resumed
            client.topics.clear()
            client.sequence.clear()
        options = {"token": self.token} if self.token else {}
        reply = await asyncio.wait_for(client.join(TABLE, **options), ANSWER_MAX)
        stay = client.mine("place")["stay"]
        if self.stay not in (None, stay):
            self.all.wrong.append(f"the stay {self.stay} has become {stay}")
        self.token, self.stay, self.joined = reply["token"], stay, True
        self.note_shown()

    def note_shown(self):
        place = self.client.place
        self.shown.append((self.client.sequence[place], self.client.mine("money")["credit"]))

    async def bet(self):
        """One bet, once betting is open."""
        client = self.client
        betting = lambda: (client.seen("round") or {}).get("betting")
        while not betting() or self.is_suspended():
            await asyncio.sleep(0.05)
            if client.closed:
                raise OSError("closed")
            if self.is_suspended():
                await self.join()
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
                if not self.client or self.is_suspended():
                    await self.join()
                reply = await asyncio.wait_for(self.request(number, order), self.answer_max)
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
            await self.find_server()
            self.all.resent += 1 if first else 0
            first = False
        self.stakes[round_number] += reply["bets"][0]["accepted"]
        self.all.acks.append((time.monotonic(), self.behind))
        self.note_shown()

    async def request(self, number, order):
        """Sends the order and returns its reply; fails as soon as the gateway loses the server."""
        client = self.client
        client.counter = max(client.counter, number)  # other requests have other numbers
        client.replies.pop(number, None)
        await client.send({"id": number, "type": "order", **order})
        await client.until(lambda: number in client.replies or self.is_suspended(), "the reply")
        if number not in client.replies:
            raise OSError("the gateway has lost the server")
        reply = client.replies[number]
        if not reply["ok"]:
            raise Refused(reply)
        client.counter = max(client.counter, reply.get("request", 0))
        return reply


class Bettors:
    """Half of them bet through the gateway, if there is one."""

    def __init__(self, servers, gateway=None, count=6):
        self.stopping = 0
        self.acks = []  # when, and whether behind the gateway
        self.wrong, self.refused, self.ended = [], collections.Counter(), {}
        self.resent = self.unknown = self.dropped = 0
        self.groups = (False, True) if gateway else (False,)
        self.bettors = [Bettor(self, [gateway] if behind else servers, behind)
                        for n in range(count)
                        for behind in [self.groups[n % len(self.groups)]]]
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

    def times(self, behind):
        return [at for at, group in self.acks[:] if group == behind]

    def are_served(self, since=0):
        """Whether bets were acknowledged in the last second, and since then, in both groups."""
        since = max(since, time.monotonic() - 1)
        return all(self.times(group)[-1:] > [since] for group in self.groups)

    def gap_after(self, at, behind=False):
        """The longest time without an acknowledgement since then."""
        times = [at] + [ack for ack in self.times(behind) if ack > at] + [time.monotonic()]
        return max(after - before for before, after in zip(times, times[1:]))

    def last_end(self, since, until):
        """When the last round ended that was seen to end in that time; otherwise its beginning."""
        return max((at for at in [*self.ended.values()] if since < at <= until), default=since)

    def served_after(self, at):
        """How long after that time both groups had bets acknowledged again."""
        return max(min(ack for ack in self.times(group) if ack > at) - at for group in self.groups)

    @property
    def balances(self):
        return sum(len(bettor.shown) for bettor in self.bettors)

    def compare(self, bets, entries, rounds):
        """What differs between what was noted and what is registered: lost, doubled, paid twice, or
        shown and gone. The arguments are rows of `sicbo export`."""
        staked = collections.Counter()
        for bet in bets:
            staked[int(bet["stay"]), int(bet["round"])] += cents(bet["stake"])
        moves = collections.defaultdict(list)  # of a stay's credit: event and amount
        for entry in entries:
            for side, sign in (("from", -1), ("to", 1)):
                if entry[side] == "credit":
                    moves[int(entry[side + "_owner"])].append((int(entry["event"]),
                                                               sign * cents(entry["amount"])))
        wrong = find_wrong_payments(staked, entries, rounds)
        for bettor in self.bettors:
            if not bettor.stay:
                continue
            for number, noted in bettor.stakes.items():
                there = staked[bettor.stay, number]
                if there != noted and not (self.unknown and there > noted):
                    wrong.append(f"stay {bettor.stay} round {number}: {noted} acknowledged, "
                                 f"{there} registered")
            events, amounts = zip(*sorted(moves[bettor.stay])) if moves[bettor.stay] else ((), ())
            balances = [0, *itertools.accumulate(amounts)]
            for sequence, credit in bettor.shown:
                there = balances[bisect.bisect_right(events, sequence)]
                if there != credit:
                    wrong.append(f"stay {bettor.stay} was shown {credit} at event {sequence}, "
                                 f"registered are {there}")
        return wrong


def find_wrong_payments(staked, entries, rounds):
    """Every bet is on big: what each round has moved must be the stake once, and once what the dice
    give for it; all of it back if the round is void."""
    due = {}
    for row in rounds:
        dice = [int(face) for face in re.findall("[1-6]", row["dice"])]
        wins = len(dice) == 3 and 11 <= sum(dice) and len(set(dice)) > 1
        due[int(row["round"])] = 1 if row["cause"] else 2 if wins else 0
    paid, settled = collections.Counter(), collections.defaultdict(set)
    for entry in entries:
        if entry["to"] == "credit" and entry["rounds"]:
            paid[int(entry["to_owner"]), int(entry["rounds"])] += cents(entry["amount"])
        if entry["what"] == "RoundSettled":
            settled[int(entry["rounds"])].add(entry["event"])
    last = max(due, default=0)  # it may be in play
    wrong = [f"round {number} was settled by the events {sorted(events)}"
             for number, events in settled.items() if len(events) > 1]
    return wrong + [f"stay {stay} round {number}: {stake} staked, {paid[stay, number]} paid, the "
                    f"dice give {stake * due[number]}"
                    for (stay, number), stake in staked.items()
                    if number != last and paid[stay, number] != stake * due[number]]
