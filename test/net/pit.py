# SPDX-License-Identifier: MIT
"""A pit for worked cases: players and staff at tables of their own, and what must hold after each
case."""
import asyncio
import contextlib
import decimal
import itertools
import json
import subprocess

import nacl.signing
import websockets

from case import OneServer
from client import PATIENCE, Refused
from house import HEAD, Console, authenticate, enrol


def cents(amount):
    return round(amount * 100)


def electronic(number, game, *layouts, more=""):
    """A table with ten terminals of each layout, which are enrolled and play for money."""
    text = (f'[[table]]\nnumber = {number}\nname = "{number}"\ngame = "{game}"\n'
            f'chip = "1.00"\nmin = "1.00"\n{more}')
    for n, layout in enumerate(layouts):
        first = number * 100 + n * 10
        text += f'[[table.terminals]]\nlayout = "{layout}"\nfirst = {first}\ncount = 10\n'
    return text


def felt(number, game, **keys):
    """A training table, since only these have seats on the network."""
    text = (f'[[table]]\nnumber = {number}\nname = "{number}"\ngame = "{game}"\n'
            'training = true\nseats = 5\n')
    text += "".join(f'{key} = "{value}"\n'
                    for key, value in {"play_credit": "20000.00", **keys}.items())
    if game == "maryland":
        text += ('layout_approval = "on file"\n'
                 'references = { drop-box = "on file", tip-box = "on file", lights = "on file" }\n')
        for mixer in ("manual-shaker", "automated-shaker"):
            text += (f'[[table.approval]]\nmixer = "{mixer}"\n'
                     'mixing = "on file"\nlocation = "on file"\n')
    return text


class Player:
    """Somebody at a terminal or in a seat, over however many connections."""

    def __init__(self, pit, terminal=None):
        self.pit, self.terminal = pit, terminal
        self.key = nacl.signing.SigningKey.generate()
        self.token = None
        self.client = None

    async def come(self):
        """Connects, for the first time or again."""
        if self.terminal is None:
            self.client = await self.pit.server.connect()
            options = {"token": self.token} if self.token else {}
            answer = await self.client.request("join", table=self.pit.table, **options)
            self.client.counter = max(self.client.counter, answer["request"])
            self.client.place, self.token = answer["topic"], answer["token"]
        else:
            self.client = await authenticate(self.pit.server, self.terminal, self.key)
        await self.look()

    async def look(self):
        """What stands on the screen after all that was answered so far."""
        place = self.client.place
        before = self.client.topics.get(place)
        await self.client.request("watch", topic=place)
        await self.client.until(lambda: self.client.topics.get(place) is not before, "a snapshot")
        if self.client.mine("place")["stay"]:
            self.stay = self.client.mine("place")["stay"]

    async def credit(self):
        if self.client is None:  # a dark screen: staff see it at the console
            return (await self.pit.place(self))["credit"]
        await self.look()
        return self.client.mine("money")["credit"]

    def fields(self, bets):
        seat = {"stay": self.stay} if self.client.place.startswith("seat") else {}
        return {"bets": [{"spot": spot, "amount": cents(amount)} for spot, amount in bets.items()],
                **seat}

    async def bet(self, bets):
        """In one message; what was accepted of each."""
        answer = await self.client.order("PlaceBets", **{"arguments": self.fields(bets)})
        return {one["spot"]: one["accepted"] / 100 for one in answer["bets"]}

    async def withdraw(self, spot):
        await self.client.order("WithdrawBets", **{"arguments": self.fields({spot: 0})})

    async def begin_to_bet(self, bets):
        """Half of the message is on its way; the other half is what is still to be sent."""
        self.client.counter += 1
        message = {"id": self.client.counter, "type": "order", "order": "PlaceBets",
                   "arguments": self.fields(bets)}
        frame = websockets.frames.Frame(websockets.frames.Opcode.TEXT, json.dumps(message).encode())
        data = frame.serialize(mask=True)
        pong = await self.client.socket.ping()
        self.client.socket.transport.write(data[:len(data) // 2])
        await asyncio.wait_for(pong, PATIENCE)  # what came right behind the ping is there as well
        return data[len(data) // 2:]

    async def end_of_bet(self, rest):
        self.client.socket.transport.write(rest)
        number = self.client.counter
        await self.client.until(lambda: number in self.client.replies, "the answer to the rest")
        return self.client.replies[number]

    def backs(self):
        """What each bet of the last round got back."""
        return {bet["spot"]: bet["payout"] / 100 for bet in self.client.mine("last")["bets"]}

    def go_deaf(self):
        """Nothing that the server says is seen any more."""
        self.client.socket.transport.pause_reading()

    async def die(self):
        """Without a word."""
        self.client.socket.transport.abort()
        await self.client.until(lambda: self.client.closed, "the end")
        self.client = None


class Pit(Console):
    """A table, its staff at a console each, and its players."""

    def __init__(self, server, table, game):
        super().__init__(server, None, game, table)
        self.clients = {}
        self.players = []

    async def begin(self):
        for name in self.people or ("dealer", "supervisor"):
            await self.sign_in(name)

    async def sign_in(self, name):
        client = self.client = await self.server.sign_in(name)
        self.clients[name], self.people[name] = client, client.person
        await client.watch(f"table/{self.table}")
        await client.watch(f"console/{self.table}")
        if not any(one["person"] == client.person for one in self.see("staff")):
            await self.order("LogOn", by=name)

    async def order(self, order, by="dealer", **fields):
        if by not in self.clients:
            await self.sign_in(by)
        options = {"arguments": fields} if fields else {}
        self.client = self.clients[by]  # what came of it is seen there first
        return await self.client.order(order, table=self.table, person=self.people[by], **options)

    async def give_both(self, order, first="dealer", second="supervisor", **fields):
        """What takes two people."""
        answer = await self.order(order, by=first, **fields)
        await self.order("Authorise", by=second, digest=answer["authorisation"])

    @property
    def results(self):
        return self.client.topics[f"table/{self.table}"]["results"]

    async def step_until(self, step, roll=(1, 2, 4)):
        """All that comes before that step."""
        while self.round is None or self.round["next"] != step:
            await self.step(list(roll))

    async def terminal(self, amount, layout=0):
        """A terminal with that credit, on a layout of the table."""
        taken = [player.terminal for player in self.players]
        first = self.table * 100 + layout * 10
        player = Player(self, next(n for n in itertools.count(first) if n not in taken))
        self.players.append(player)
        self.client = self.clients["supervisor"]
        await enrol(self.server, await self.enrolment_code(player.terminal, by="supervisor"),
                    player.key)
        await self.order("PutCredit", by="supervisor", terminal=player.terminal,
                         amount=cents(amount))
        await player.come()
        return player

    async def seat(self):
        player = Player(self)
        self.players.append(player)
        await player.come()
        return player

    async def see_places(self, until=lambda: True):
        """As they are now: changes are published to watchers a little later."""
        topic = f"places/{self.table}"
        client = self.client = self.clients["supervisor"]
        await client.watch(topic)
        await client.until(until, "a change of a place")
        await client.request("unwatch", topic=topic)
        return client.topics.pop(topic)

    async def until_staked(self, player, amount):
        """Waits until that much is on the table for a player who can not tell."""
        await self.see_places(lambda: self.see_place(player.terminal)["staked"] == cents(amount))

    async def debts(self):
        return {one["stay"]: (one["owed"], one["unclaimed"])
                for one in (await self.see_places())["open_accounts"]}

    async def place(self, player):
        """A terminal as staff see it."""
        places = (await self.see_places())["places"]
        return next(one for one in places if one["terminal"] == player.terminal)

    async def power_cut(self):
        """Everything is dark at once, and comes back."""
        self.server.kill()
        await self.server.start()
        for player in self.players:
            player.client.socket.transport.abort()  # it may be deaf, and not see the end
        self.clients = {}
        await self.begin()
        for player in self.players:
            await player.come()

    def export(self, what):
        done = subprocess.run(
            [self.server.program, "export", str(self.server.folder / "data/journal"), "--table",
             str(self.table),
             "--what", what, "--format", "json"], stdout=subprocess.PIPE, text=True, check=True)
        return json.loads(done.stdout)

    def events(self, what):
        return [json.loads(one["json"]) for one in self.export("events") if one["what"] == what]

    def ledger(self, entries=None):
        """What each account has, from all entries of this table."""
        accounts = {}
        for one in self.export("entries") if entries is None else entries:
            for side, sign in (("from", -1), ("to", 1)):
                account = (one[side], one[f"{side}_owner"])
                amount = sign * cents(decimal.Decimal(one["amount"]))
                accounts[account] = accounts.get(account, 0) + amount
        return accounts

    def house(self):
        return self.ledger().get(("house", self.table), 0)


class Case(OneServer):
    """Each test has a table of its own at the server of its class."""

    game = None
    tables = {}

    @classmethod
    def setUpClass(cls):
        cls.config = HEAD + "".join(cls.tables.values())
        cls.free = iter(cls.tables)
        super().setUpClass()

    async def open(self, table=None, ready=True):
        self.pit = Pit(self.server, table or next(self.free), self.game)
        self.stated = {}
        await self.pit.begin()
        if ready:
            await self.pit.make_ready()
        return self.pit

    async def asyncTearDown(self):
        self.check_journal()

    def check_journal(self):
        """It has the same balances, every round ended once, and no round moved cash."""
        entries = self.pit.export("entries")
        accounts = self.pit.ledger(entries)
        for player, amount in self.stated.items():
            self.assertEqual(accounts.get(("credit", player.stay), 0), amount)
        self.assertFalse([account for account, amount in accounts.items()
                          if account[0] == "credit" and amount < 0])
        rounds = [one["what"] for one in self.pit.export("events")]
        self.assertEqual(rounds.count("RoundSettled") + rounds.count("RoundVoided"),
                         rounds.count("RoundBegun"))
        for one in entries:
            if one["what"] not in ("CreditPut", "CreditPaid", "UnclaimedPaid"):
                self.assertNotIn("cash", (one["from"], one["to"]), one)

    def assert_held(self, cause):
        status = self.pit.status
        self.assertEqual((status["phase"], status["held"]["cause"]), ("held", cause))

    async def balances(self, amounts):
        """What each has, in the order of the players."""
        for player, amount in amounts.items():
            self.stated[player] = cents(amount)
        shown = [await player.credit() for player in amounts]
        self.assertEqual(shown, [cents(amount) for amount in amounts.values()])

    async def received(self, amounts):
        """What each got back in the round that has just ended."""
        for player, amount in amounts.items():
            await player.look()
            self.assertEqual(player.client.mine("last")["payout"], cents(amount))

    async def effective(self, amounts):
        """Which part of each one's only bet counts."""
        for player, amount in amounts.items():
            await player.look()
            bet = player.client.mine("bets")[0]
            self.assertEqual(bet.get("effective", bet["stake"]), cents(amount))

    async def cash_out(self, player):
        await self.pit.order("PayCredit", by="supervisor", terminal=player.terminal)
        self.stated[player] = 0

    def voided(self, cause):
        self.assertEqual((self.pit.round["ended"], self.pit.round["void_for"]), ("void", cause))

    def incidents(self):
        return [one["cause"] for one in self.pit.see("incidents")]

    async def resolve(self, cause, note, by="supervisor"):
        incident = next(one["incident"] for one in self.pit.see("incidents")
                        if one["cause"] == cause)
        await self.pit.order("ResolveIncident", by=by, incident=incident, note=note)

    @contextlib.contextmanager
    def refused(self, reason):
        with self.assertRaises(Refused) as caught:
            yield
        self.assertEqual(caught.exception.reason, reason)
