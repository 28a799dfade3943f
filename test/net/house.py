# SPDX-License-Identifier: MIT
"""Tables as the tests have them, and staff who play rounds as a document orders them."""

import json

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
[[table.approval]]
mixer = "manual-shaker"
mixing = "on file"
location = "on file"
"""),
}


def manual(*games):
    return HEAD + "".join(MANUAL[game][1] for game in games or MANUAL)


def automatic(game="rws-etg"):
    """One table that runs by itself, as fast as it may."""
    table = MANUAL[game][1].replace(f"number = {MANUAL[game][0]}\n", "number = 1\n").replace(
        "training = true\n",
        'training = true\nmode = "automatic"\ntumbler = "simulated"\nbetting_seconds = 1\npause_seconds = 0\n')
    return HEAD + table


class Console:
    """Dealer and supervisor at one table, on one connection."""

    def __init__(self, server, client, table):
        self.server, self.client, self.table = server, client, table
        self.people = {}

    @classmethod
    async def open(cls, server, game, ready=True, **options):
        table = MANUAL[game][0]
        console = cls(server, await server.connect(**options), table)
        await console.client.watch(f"table/{table}")
        for name in ("dealer", "supervisor"):
            await console.sign_in(name)
        await console.client.watch(f"console/{table}")
        await console.client.watch(f"places/{table}")
        if ready:
            await console.make_ready(game)
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

    async def make_ready(self, game):
        mixer = {"maryland": "manual-shaker"}.get(game, "tumbler")
        await self.order("InstallDice", dice=self.table * 100, mixer=mixer)
        if game == "maryland":
            lit = ["small", "odd", "single-1", "single-2", "single-4", "total-7", "domino-12", "domino-14", "domino-24"]
            rules = self.client.topics[f"table/{self.table}"]["table"]["rules"]
            lit = [spot for spot in lit if spot in self.offered(rules)]
            await self.order("TestLights", by="supervisor", roll=[1, 2, 4], lit=lit)
            await self.order("SignInspection", by="supervisor")
        await self.order("OpenTable", by="supervisor")

    def offered(self, rules):
        game = json.loads(self.server.get(f"/api/rules/{rules}")[1])
        return {spot for layout in game["layouts"] for row in layout["pay"] for spot in row["spots"]}

    async def step(self, roll):
        """The next step of the round, whichever this game has."""
        playing = self.status["phase"] == "playing"
        step = self.round["next"] if playing else self.first
        if step == "open":
            await self.order("OpenBetting")
        elif step == "close":
            await self.order("CloseBetting")
        elif step == "mix":
            await self.order("StartMix")
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
        return "mix" if self.table == MANUAL["mbs-etg"][0] else "open"

    async def play_until_open(self, roll=(1, 2, 4)):
        while not (self.status["phase"] == "playing" and self.round["betting"]):
            await self.step(list(roll))

    async def play_to_end(self, roll):
        while self.status["phase"] == "playing":
            await self.step(list(roll))
