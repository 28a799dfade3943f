# SPDX-License-Identifier: MIT
"""Tables as the tests have them, and staff who play rounds as a document orders them."""

import base64
import hashlib
import hmac
import json
import re
import struct
import time

HEAD = """operator = "Test House"
[server]
threads = 2
connections_from_one_address = 10000
"""

MANUAL = {
    "rws-etg": (1, """
[[table]]
number = 1
name = "One"
game = "rws-etg"
training = true
chip = "1.00"
min = "1.00"
max = "1000.00"
play_credit = "500.00"
[[table.terminals]]
layout = "rws-etg-1"
first = 101
count = 300
[[table.terminals]]
layout = "rws-etg-2"
first = 401
count = 10
"""),
    "mbs-etg": (2, """
[[table]]
number = 2
name = "Two"
game = "mbs-etg"
training = true
chip = "2.00"
min = "2.00"
max = "1000.00"
play_credit = "500.00"
[[table.terminals]]
layout = "mbs-rapid"
first = 501
count = 10
[[table.terminals]]
layout = "mbs-alfastreet"
first = 511
count = 10
"""),
    "rws-taisai": (3, """
[[table]]
number = 3
name = "Three"
game = "rws-taisai"
training = true
chip = "5.00"
min = "5.00"
max = "100.00"
differential_max = "60.00"
policy = "advise"
seats = 10
play_credit = "500.00"
"""),
    "maryland": (4, """
[[table]]
number = 4
name = "Four"
game = "maryland"
currency = "USD"
training = true
chip = "5.00"
min = "5.00"
max = "100.00"
seats = 10
play_credit = "500.00"
layout_approval = "on file"
references = { drop-box = "on file", tip-box = "on file", lights = "on file" }
[[table.approval]]
mixer = "manual-shaker"
mixing = "on file"
location = "on file"
"""),
}


def manual(*games):
    return HEAD + "".join(MANUAL[game][1] for game in games or MANUAL)


def numbered(game, number):
    """A table of that game with another number, with names and terminals to match."""
    text = MANUAL[game][1].replace("count = 300\n", "count = 20\n")
    text = re.sub(r"number = \d+\nname = .*", f'number = {number}\nname = "Table {number}"', text)
    return re.sub(r"first = (\d+)", lambda first: f"first = {number * 1000 + int(first[1])}", text)


def automatic(*games):
    """Tables with the numbers 1, 2, 3... that run by themselves, as fast as they may."""
    return HEAD + "".join(numbered(game, number)
                          for number, game in enumerate(games or ["rws-etg"], 1)).replace(
        "training = true\n",
        'training = true\nmode = "automatic"\ntumbler = "simulated"\nbetting_seconds = 1\n'
        'pause_seconds = 0\n')


def for_money(game, count):
    """Tables that are not for training; their terminals must be enrolled."""
    text = "".join(numbered(game, number) for number in range(1, count + 1))
    return HEAD + re.sub("(training|play_credit) = .*\n", "", text)


async def enrol(server, code, key):
    client = await server.connect()
    await client.request("enrol", code=code, key=key.verify_key.encode().hex())
    await client.close()


async def authenticate(server, terminal, key, text=None):
    """A connection of a terminal that has shown its key, or has signed another text than it
    should."""
    client = await server.connect()
    await client.until(lambda: client.notices, "the greeting")
    assert client.notices[0]["hello"] == "sicbo.v1"
    text = text or f"sicbo-terminal-v1 {client.notices[0]['nonce']} {terminal}"
    reply = await client.request("authenticate_terminal", terminal=terminal,
                                 signature=key.sign(text.encode()).signature.hex())
    client.counter = max(client.counter, reply["request"])
    client.place = reply["topic"]
    await client.watch(client.place)
    return client


def code_of(secret, steps=0):
    """A one-time code by RFC 6238, written from the document alone."""
    key = base64.b32decode(secret + "=" * (-len(secret) % 8))
    digest = hmac.new(key, struct.pack(">Q", int(time.time()) // 30 + steps), hashlib.sha1).digest()
    number = struct.unpack(">I", digest[digest[-1] & 15:][:4])[0] & 0x7fffffff
    return f"{number % 10**6:06}"


# What the floorperson ticks before the table opens (Maryland).
CHECKLIST = ["drop-box-placed", "tip-box-placed", "odds-posted", "compartment-transparent",
             "cover-opaque", "shaker-secured", "layout-named", "shaker-named"]


class Console:
    """Dealer and supervisor at one table, on one connection."""

    def __init__(self, server, client, game, table):
        self.server, self.client, self.game, self.table = server, client, game, table
        self.people = {}

    @classmethod
    async def open(cls, server, game, table=None, ready=True, **options):
        console = cls(server, await server.connect(**options), game, table or MANUAL[game][0])
        await console.client.watch(f"table/{console.table}")
        for name in ("dealer", "supervisor"):
            await console.sign_in(name)
        await console.client.watch(f"console/{console.table}")
        await console.client.watch(f"places/{console.table}")
        if ready:
            await console.make_ready()
        return console

    async def sign_in(self, name):
        await self.server.sign_in(name, self.client)
        self.people[name] = self.client.person
        staff = self.client.topics.get(f"console/{self.table}", {}).get("staff", [])
        if not any(one["person"] == self.people[name] for one in staff):
            await self.order("LogOn", by=name)

    async def order(self, order, by="dealer", **fields):
        options = {"arguments": fields} if fields else {}
        return await self.client.order(order, table=self.table, person=self.people[by], **options)

    @property
    def round(self):
        return self.client.topics[f"table/{self.table}"]["round"]

    @property
    def status(self):
        return self.client.topics[f"table/{self.table}"]["status"]

    def see(self, part):
        """What the staff's own topic says."""
        return self.client.topics[f"console/{self.table}"][part]

    def see_place(self, terminal):
        places = self.client.topics[f"places/{self.table}"]["places"]
        return next(one for one in places if one["terminal"] == terminal)

    async def make_ready(self):
        mixer = {"maryland": "manual-shaker"}.get(self.game, "tumbler")
        await self.order("InstallDice", dice=self.table * 100, mixer=mixer)
        if self.game == "maryland":
            lit = ["small", "odd", "single-1", "single-2", "single-4", "total-7", "domino-12",
                   "domino-14", "domino-24"]
            rules = self.client.topics[f"table/{self.table}"]["table"]["rules"]
            lit = [spot for spot in lit if spot in self.offered(rules)]
            await self.order("TestLights", by="supervisor", roll=[1, 2, 4], lit=lit)
            await self.order("TickChecklist", by="supervisor", items=CHECKLIST)
            await self.order("SignInspection", by="supervisor")
        await self.order("OpenTable", by="supervisor")

    def offered(self, rules):
        game = json.loads(self.server.get(f"/api/rules/{rules}")[1])
        return {spot for layout in game["layouts"] for row in layout["pay"]
                for spot in row["spots"]}

    async def enrolment_code(self, terminal, by="technician"):
        reply = await self.client.request("create_enrolment_code", table=self.table,
                                          terminal=terminal, person=self.people[by])
        return reply["code"]

    async def step(self, roll):
        """The next step of the round, whichever this game has."""
        playing = self.status["phase"] == "playing"
        step = self.round["next"] if playing else self.first
        if step == "open":
            await self.order("OpenBetting")
        elif step == "close":
            await self.order("CloseBetting")
        elif step == "mix":
            await self.order("StartCoveredMix")
            await self.order("EndMix", mixes=3)
        elif step == "uncover":
            await self.order("Uncover", flat=True)
        elif step == "enter":
            await self.order("KeyDice", dice=roll)
            await self.order("EnterResult", roll=roll)
        elif step == "illuminate":
            await self.order("ReportLights", lit=self.round["winning"])
        elif step in ("collect", "pay"):
            await self.order("SettleRound")
        elif step == "clear":
            await self.order("ClearLights")
        return step

    @property
    def first(self):
        return "mix" if self.game == "mbs-etg" else "open"

    async def play_until_open(self, roll=(1, 2, 4)):
        while not (self.status["phase"] == "playing" and self.round["betting"]):
            await self.step(list(roll))

    async def play_to_end(self, roll):
        while self.status["phase"] == "playing":
            await self.step(list(roll))
