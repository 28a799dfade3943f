# SPDX-License-Identifier: MIT
"""The HTTP API from outside: every path of docs/formats/openapi.json with every answer that it
names, each against its schema, and the examples of docs/formats/api.md: api_test.py PROGRAM."""
import asyncio
import http.client
import json
import pathlib
import re

import jsonschema

import cabinet_test
import case
from house import manual

FORMATS = pathlib.Path(__file__).resolve().parents[2] / "docs/formats"
OPENAPI = json.loads((FORMATS / "openapi.json").read_text().replace(
    "protocol.schema.json#/$defs", "#/$defs"))
PROTOCOL = json.loads((FORMATS / "protocol.schema.json").read_text())
PREFIX = "/api/v1"
JSON, PROBLEM = "application/json", "application/problem+json"
UNSEEN = {"503"}  # not ready, or overloaded: not to be brought about from outside


def validator(schema):
    return jsonschema.Draft202012Validator(
        {"$ref": "#/own", "own": schema, "$defs": PROTOCOL["$defs"],
         "components": OPENAPI["components"]})


def resolve(node):
    """What a reference within the file is to."""
    while "$ref" in node and node["$ref"].startswith("#/components/"):
        target = OPENAPI
        for part in node["$ref"][2:].split("/"):
            target = target[part]
        node = target
    return node


def operations():
    return {(method.upper(), path): operation for path, methods in OPENAPI["paths"].items()
            for method, operation in methods.items()}


class Api:
    """A client that holds every answer to the schema, and remembers what it has seen."""

    def __init__(self, test, server, token=None):
        self.test, self.server, self.token = test, server, token
        self.seen = set()
        self.raw = None  # the last answer's headers

    def operation_of(self, method, target):
        path = target.split("?")[0]
        for (known, pattern), operation in operations().items():
            if known == method and re.fullmatch(re.sub(r"\{\w+\}", "[^/]+", pattern), path):
                return pattern, operation
        return None, None

    def send(self, method, target, body=None, token=None, headers=None):
        """One call on a connection of its own: status and body. `body` is an object, or text."""
        sent = {"Content-Type": JSON} if body is not None else {}
        token = self.token if token is None else token
        if token:
            sent["Authorization"] = f"Bearer {token}"
        sent.update(headers or {})
        text = body if isinstance(body, (str, bytes, type(None))) else json.dumps(body)
        connection = http.client.HTTPConnection(self.server.address, timeout=60)
        try:
            connection.request(method, PREFIX + target, text, sent)
            response = connection.getresponse()
            content = response.read().decode()
            self.raw = response.headers
        finally:
            connection.close()
        return response.status, self.check(method, target, response, content)

    def check(self, method, target, response, content):
        test, headers = self.test, response.headers
        expected = JSON if response.status == 200 else PROBLEM
        test.assertEqual(headers["Content-Type"], expected, content)
        test.assertEqual(headers["Cache-Control"], "no-store")
        for name in headers:  # neither cookies nor pages of other sites
            test.assertNotIn(name.lower(), ("set-cookie", "access-control-allow-origin"))
        found = json.loads(content) if method != "HEAD" else {}
        if response.status != 200 and method != "HEAD":
            problems = list(validator(OPENAPI["components"]["schemas"]["Problem"]).iter_errors(
                found))
            test.assertEqual(problems, [], found)
            test.assertEqual(found["status"], response.status)
        pattern, operation = self.operation_of(method, target)
        if operation and method != "HEAD":
            answers = operation["responses"]
            test.assertIn(str(response.status), answers, f"{method} {target}: {found}")
            answer = resolve(answers[str(response.status)])
            schema = answer["content"][expected]["schema"]
            test.assertEqual(list(validator(schema).iter_errors(found)), [], content[:2000])
            self.seen.add((method, pattern, str(response.status)))
        return found

    async def call(self, method, target, body=None, **options):
        return await asyncio.to_thread(self.send, method, target, body, **options)

    async def post(self, target, body, **options):
        return await self.call("POST", target, body, **options)

    async def get(self, target, **options):
        return await self.call("GET", target, **options)

    async def sign_in(self, name):
        """Another client of the same test, with a token of its own."""
        status, found = await self.post("/sign-in", {"name": name,
                                                     "password": self.server.passwords[name]})
        self.test.assertEqual(status, 200, found)
        other = Api(self.test, self.server, found["token"])
        other.seen, other.person, other.request = self.seen, found["person"], found["request"]
        return other

    async def order(self, order, table=None, **fields):
        self.request += 1
        body = {"order": order, "request": self.request}
        body.update({"table": table} if table else {})
        body.update({"arguments": fields} if fields else {})
        return await self.post("/orders", body)


GOOD = {  # one body for each path that takes one, which its schema accepts
    "/sign-in": {"name": "dealer", "password": "dealer-password"},
    "/sign-out": {},
    "/orders": {"order": "LogOn", "request": 1, "table": 1},
    "/previews": {"order": "OpenBetting", "table": 1},
    "/self-checks": {},
    "/tickets/find": {"last_four": "1234"},
    "/tickets/sell": {"counter": 1, "amount": 5000, "request": 1},
    "/tickets/read": {"counter": 1, "number": "0123456789012345", "request": 1},
    "/tickets/cash": {"counter": 1, "number": "0123456789012345", "request": 1},
}
MALFORMED = ("", "{", "[]", '{"a":1,"a":2}', "null", '{"unknown":1}', "\x00", '{"order":7}')


class EveryPath(case.Case):
    async def test_every_path_gives_every_answer_that_it_names(self):
        cash = '[cash]\nnotes = ["10.00", "50.00"]\n[[table]]'
        self.server = await self.serve(manual("rws-etg").replace("[[table]]", cash, 1))
        await self.server.hire("dealer", "supervisor", "cashier", "technician")
        api = Api(self, self.server)
        bodies = {path for _, path in operations() if _ == "POST"}
        self.assertEqual(bodies, set(GOOD), "a path without an example in this test")
        for path, body in GOOD.items():
            schema = operations()["POST", path]["requestBody"]["content"][JSON]["schema"]
            self.assertEqual(list(validator(schema).iter_errors(body)), [])
        await self.try_framing(api)
        await self.try_signing_in(api)
        await self.try_reads(api)
        await self.try_orders(api)
        await self.try_the_rest(api)
        await self.try_the_cage(api)
        await self.try_limits(api)
        promised = {(method, path, status) for (method, path), operation in operations().items()
                    for status in operation["responses"] if status not in UNSEEN}
        self.assertEqual(promised - api.seen, set())
        await self.server.hang_up()
        await self.finish(self.server)

    async def try_framing(self, api):
        """What is refused before anybody looks at who asks."""
        for method, path in operations():
            target = path.replace("{table}", "1")
            wrong = "GET" if method == "POST" else "POST"
            for other in (wrong, "PUT", "DELETE", "OPTIONS", "PATCH"):
                status, _ = await api.call(other, target, {} if other == "POST" else None)
                self.assertEqual(status, 405, f"{other} {target}")
                self.assertIn(method, api.raw["Allow"])
            api.seen.add((method, path, "405"))
            if method == "GET":
                self.assertEqual((await api.get(target))[0], 401)
                self.assertEqual((await api.get(target, token="0" * 64))[0], 401)
                self.assertEqual((await api.get(target + "?what=1"))[0], 400)
                self.assertEqual((await api.call("HEAD", target))[0], 401)
                continue
            for text in MALFORMED:
                status, found = await api.post(target, text)
                self.assertEqual(status, 400, f"{target} {text}: {found}")
            for kind in ("text/plain", "application/x-www-form-urlencoded", "", "multipart/x"):
                status, _ = await api.post(target, "{}", headers={"Content-Type": kind})
                self.assertEqual(status, 415, f"{target} {kind}")
            status, _ = await api.post(target, json.dumps({"x": "y" * 20_000}))
            self.assertEqual(status, 413)
            if path != "/sign-in":
                self.assertEqual((await api.post(target, GOOD[path]))[0], 401)
                basic = {"Authorization": "Basic YTpi"}
                self.assertEqual((await api.post(target, GOOD[path], headers=basic))[0], 401)
                self.assertEqual(api.raw["WWW-Authenticate"], "Bearer")
        self.assertEqual((await api.get("/nothing"))[0], 404)
        self.assertEqual((await api.get("/topics/kitchen/1"))[0], 404)

    async def try_signing_in(self, api):
        status, found = await api.post("/sign-in", {"name": "dealer", "password": "wrong-password"})
        self.assertEqual((status, found["reason"]), (401, "wrong_password"))
        status, unknown = await api.post("/sign-in", {"name": "nobody", "password": "something"})
        self.assertEqual((status, unknown["detail"]), (401, found["detail"]))
        client = await self.server.sign_in("admin")
        await client.request("set_password", person=client.person, name="cashier",
                             new="for-once-only")
        status, found = await api.post("/sign-in", {"name": "cashier", "password": "for-once-only"})
        self.assertEqual((status, found["reason"]), (403, "password_change_required"))
        await client.request("set_password", name="cashier", old="for-once-only",
                             new="cashier-password")
        dealer = await api.sign_in("dealer")
        again = await api.sign_in("dealer")  # the first token is over
        self.assertEqual((await dealer.get("/topics/property"))[0], 401)
        page = await self.server.sign_in("dealer")  # and so is the second, once a page signs in
        self.assertEqual((await again.get("/topics/property"))[0], 401)
        last = await api.sign_in("dealer")
        await page.until(lambda: page.notices, "the notice that the dealer is elsewhere")
        self.assertEqual(await last.post("/sign-out", {}), (200, {}))
        self.assertEqual((await last.post("/sign-out", {}))[0], 401)

    async def try_reads(self, api):
        supervisor = await api.sign_in("supervisor")
        for _, path in [one for one in operations() if one[0] == "GET"]:
            if path == "/topics/cage":
                continue
            status, found = await supervisor.get(path.replace("{table}", "1"))
            self.assertEqual(status, 200, found)
            if "{table}" in path:
                status, found = await supervisor.get(path.replace("{table}", "77"))
                self.assertEqual((status, found["reason"]), (404, "no_such_table"))
        self.assertEqual((await supervisor.get("/tables/1/rounds?limit=3&before=9"))[0], 200)
        self.assertEqual((await supervisor.call("HEAD", "/topics/property"))[0], 200)
        self.assertEqual((await supervisor.get("/topics/terminal/101"))[0], 403)
        one, other = await asyncio.gather(supervisor.get("/topics/console/1"),
                                          supervisor.get("/topics/console/1"))
        self.assertEqual(one[1]["state"], other[1]["state"])
        await supervisor.post("/sign-out", {})

    async def try_orders(self, api):
        dealer = await api.sign_in("dealer")
        supervisor = await api.sign_in("supervisor")
        self.assertEqual(await dealer.order("LogOn", 1), (200, {}))
        self.assertEqual((await supervisor.order("LogOn", 1))[0], 200)
        dealer.request -= 1  # sent again: the first answer, and one event
        self.assertEqual(await dealer.order("LogOn", 1), (200, {}))
        status, found = await dealer.order("OpenTable", 1)
        self.assertEqual((status, found["reason"]), (403, "not_allowed"))
        status, found = await dealer.order("OpenBetting", 1)
        self.assertEqual((status, found["reason"]), (409, "table_closed"))
        self.assertEqual((await dealer.order("OpenBetting", 99))[0], 404)
        status, found = await dealer.post("/previews", {"order": "OpenBetting", "table": 1})
        self.assertEqual((status, found["preview"]["refused"]), (200, "table_closed"))
        self.assertEqual((await dealer.post("/previews", {"order": "OpenBetting", "table": 9}))[0],
                         404)
        digest = {"order": "Authorise", "table": 1, "arguments": {"digest": "0" * 64}}
        self.assertEqual((await dealer.post("/previews", digest))[0], 403)
        mine = {"order": "LogOff", "table": 1, "request": dealer.request + 1,
                "person": supervisor.person}
        self.assertEqual((await dealer.post("/orders", mine))[0], 400)
        self.dealer, self.supervisor = dealer, supervisor

    async def try_the_rest(self, api):
        status, found = await self.supervisor.post("/self-checks", {})
        self.assertEqual(status, 200, found)
        self.assertEqual(await self.dealer.post("/tickets/find", {"last_four": "1234"}),
                         (200, {"tickets": []}))
        wrong = {"number": "00" + "1" * 16}
        status, found = await self.dealer.post("/tickets/find", wrong)
        self.assertEqual((status, found["reason"]), (409, "bad_ticket_number"))
        technician = await api.sign_in("technician")
        self.assertEqual((await technician.post("/tickets/find", {"last_four": "1234"}))[0], 403)

    async def try_the_cage(self, api):
        """A cashier sells a ticket, and redeems it once."""
        cashier = await api.sign_in("cashier")
        self.assertEqual((await cashier.get("/topics/cage"))[0], 200)
        self.assertEqual((await self.dealer.get("/topics/cage"))[0], 403)
        call = lambda what, **fields: self.at_counter(cashier, what, **fields)
        status, found = await call("sell", amount=5000)
        self.assertEqual((status, found["reason"]), (403, "not_logged_on"))
        self.assertEqual((await cashier.order("LogOn"))[0], 200)
        for what, fields in (("sell", {"amount": 5000}), ("read", {"number": "1" * 16}),
                             ("cash", {"number": "1" * 16})):
            self.assertEqual((await call(what, **fields))[0], 409, what)  # no shift is open
            self.assertEqual((await self.at_counter(self.dealer, what, **fields))[0], 403, what)
        currency = (await cashier.get("/topics/table/1"))[1]["state"]["table"]["currency"]
        status, found = await cashier.order("OpenShift", counter=1, currency=currency,
                                            training=True, counted=100_000)
        self.assertEqual(status, 200, found)
        status, sold = await call("sell", amount=5000)
        self.assertEqual(status, 200, sold)
        cashier.request -= 1  # sent again: the same ticket
        self.assertEqual((await call("sell", amount=5000))[1], sold)
        number = sold["ticket"]["number"]
        self.assertEqual((await call("read", number=number))[0], 200)
        self.assertEqual((await call("cash", number=number)),
                         (200, {"amount": 5000, "last_four": number[-4:]}))
        status, found = await call("cash", number=number)
        self.assertEqual((status, found["reason"]), (409, "ticket_redeemed"))
        status, found = await cashier.order("CashTicket", counter=1, ticket="0" * 64,
                                            last_four="1234", patron={})
        self.assertNotEqual(status, 200, found)  # never by its name

    async def at_counter(self, who, what, **fields):
        who.request += 1
        return await who.post(f"/tickets/{what}", {"counter": 1, "request": who.request, **fields})

    async def try_limits(self, api):
        """A token has a budget of calls, and an address one of wrong passwords."""
        for method, path in operations():
            if path in ("/sign-in", "/sign-out"):
                continue
            await self.exhaust(method, path.replace("{table}", "1"), GOOD.get(path))
        for _ in range(60):
            status, _ = await self.dealer.post("/sign-out", {})
            if status == 429:
                break
            self.dealer = await api.sign_in("dealer")
            await self.exhaust("GET", "/topics/property", None)
        for _ in range(20):
            status, _ = await api.post("/sign-in", {"name": "x", "password": "wrong-password"})
            if status == 429:
                return
        self.fail("passwords can be guessed without end")

    async def exhaust(self, method, target, body):
        for _ in range(200):
            calls = [self.dealer.call(method, target, body) for _ in range(8)]
            if any(status == 429 for status, _ in await asyncio.gather(*calls)):
                return
        self.fail(f"{target} can be called without end")


class Examples(case.Case):
    BLOCK = re.compile(r"```http\n(GET|POST) /api/v1(\S+)\n(.*?)\n?\n(\d{3})\n(.*?)```", re.S)

    def fits(self, shown, found):
        """Whether the answer has what the page shows; "..." stands for anything."""
        if shown == "...":
            return True
        if isinstance(shown, dict):
            return isinstance(found, dict) and all(
                name in found and self.fits(value, found[name]) for name, value in shown.items())
        if isinstance(shown, list):
            return isinstance(found, list) and len(found) >= len(shown) and all(
                self.fits(*pair) for pair in zip(shown, found))
        return shown == found

    async def test_the_examples_of_the_page(self):
        server = await self.serve(manual("rws-etg"))
        await server.hire("dealer")
        api = Api(self, server)
        blocks = self.BLOCK.findall((FORMATS / "api.md").read_text())
        self.assertGreater(len(blocks), 4)
        self.assertEqual(len(blocks), (FORMATS / "api.md").read_text().count("```http"))
        for method, target, body, status, shown in blocks:
            got, found = await api.call(method, target, body.strip() or None)
            self.assertEqual(got, int(status), f"{method} {target}: {found}")
            self.assertTrue(self.fits(json.loads(shown), found), f"{target}: {found}")
            api.token = found.get("token", api.token)
        self.assertEqual({path.replace("{table}", "1") for _, path in operations()}
                         - {target.split("?")[0] for _, target, *_ in blocks}
                         - {"/topics/property", "/topics/places/1", "/topics/console/1",
                            "/topics/cage"}, set(), "paths without an example")


class Tickets(case.Case):
    """Tickets of cabinets, as staff find them."""

    asyncSetUp, sit_down, until, plug_in = (
        cabinet_test.Cabinets.asyncSetUp, cabinet_test.Cabinets.sit_down,
        cabinet_test.Cabinets.until, cabinet_test.Cabinets.plug_in)
    credit, insert_note, cash_out = (
        cabinet_test.Cabinets.credit, cabinet_test.Cabinets.insert_note,
        cabinet_test.Cabinets.cash_out)

    async def print_ticket(self, amount):
        before = len(self.cabinets[101].printed())
        await self.insert_note(101, amount)
        await self.cash_out(101)
        await self.until(lambda: len(self.cabinets[101].printed()) > before
                         and not self.cabinets[101].memory()["held_print"], "a ticket")
        return self.cabinets[101].printed()[-1]

    async def find(self, api, **what):
        """Until the reports have it, which follow the journal."""
        for _ in range(600):
            status, found = await api.post("/tickets/find", what)
            self.assertIn(status, (200, 429), found)
            if status == 200 and found["tickets"]:
                return found["tickets"]
            await asyncio.sleep(0.1)
        self.fail(f"there is no ticket {what}")

    def run_ticket(self, *words, lines=()):
        return asyncio.to_thread(case.run, "ticket", *words, "--data",
                                 str(self.server.folder / "data"),
                                 input="".join(f"{line}\n" for line in lines))

    async def test_a_ticket_is_found_voided_and_shown(self):
        await self.server.hire("dealer", "supervisor", "cashier")
        for n in (101, 102):
            await self.plug_in(n)
        number = await self.print_ticket(5000)
        redeemed = await self.print_ticket(1000)
        api = Api(self, self.server)
        cashier, supervisor = await api.sign_in("cashier"), await api.sign_in("supervisor")
        one, = await self.find(cashier, number=number)
        self.assertEqual((one["state"], one["terminal"], one["last_four"]),
                         ("printed", 101, number[-4:]))
        self.assertRegex(one["ticket"], "^[0-9a-f]{64}$")  # who has the number may redeem it
        by_digits = await self.find(cashier, last_four=number[-4:])
        self.assertEqual([each["ticket"] for each in by_digits], [None] * len(by_digits))
        self.assertIn(one, await self.find(supervisor, last_four=number[-4:]))
        before = self.credit(102)
        self.cabinets[102].say(f"ticket {redeemed}")
        await self.players[102].until(lambda: self.credit(102) > before, "the ticket")
        used, = await self.find(cashier, number=redeemed)
        self.assertEqual((used["state"], used["changed_terminal"]), ("redeemed", 102))
        await self.void_a_sale(cashier)
        await self.void_and_show(number, redeemed)

    async def void_a_sale(self, cashier):
        """The paper of a sale was lost: its last four digits are known from the log of the cage."""
        table = (await cashier.get("/topics/table/1"))[1]["state"]["table"]
        self.assertEqual((await cashier.order("LogOn"))[0], 200)
        status, found = await cashier.order("OpenShift", counter=1, currency=table["currency"],
                                            training=table["training"], counted=100_000)
        self.assertEqual(status, 200, found)
        cashier.request += 1
        sale = {"counter": 1, "amount": 2000, "request": cashier.request}
        status, sold = await cashier.post("/tickets/sell", sale)
        self.assertEqual(status, 200, sold)
        last_four = sold["ticket"]["number"][-4:]
        await self.find(cashier, last_four=last_four)
        done = await self.run_ticket(
            "void", "--last-four", last_four, "--as", "cashier", "--with", "supervisor",
            "--reason", "never printed", lines=["cashier-password", "supervisor-password"])
        self.assertEqual((done.returncode, done.stdout), (0, "the ticket is void\n"), done.stderr)

    async def void_and_show(self, number, redeemed):
        """From the command line: beside the server, and while it is stopped."""
        people = ("--as", "dealer", "--with", "supervisor", "--reason", "torn")
        passwords = ["dealer-password", "supervisor-password"]
        done = await self.run_ticket("void", "--number", *people, lines=[number, *passwords])
        self.assertEqual((done.returncode, done.stdout), (0, "the ticket is void\n"), done.stderr)
        done = await self.run_ticket("show", "--number", "--format", "json", lines=[number])
        shown, = json.loads(done.stdout)
        self.assertEqual((shown["state"], shown["changed_table"]), ("voided", 1))
        later = await self.print_ticket(5000)
        await self.server.hang_up()
        for one in self.cabinets.values():
            one.kill()
        self.assertEqual(await self.server.stop(times=2), 0, self.server.log())
        for words, lines, why in (
                (("--number", *people), [redeemed, *passwords], "was redeemed at"),
                (("--number", *people), ["1" * 18, *passwords], "no such ticket"),
                (("--number", *people), ["12", *passwords], "not the number of a ticket"),
                (("--number", *people), [later, "dealer-password", "wrong-password"],
                 "wrong name or password")):
            done = await self.run_ticket("void", *words, lines=lines)
            self.assertEqual(done.returncode, 1, done.stdout)
            self.assertIn(why, done.stderr)
        done = await self.run_ticket("void", "--number", *people, lines=[later, *passwords])
        self.assertEqual(done.returncode, 0, done.stderr)
        done = await self.run_ticket("show", "--last-four", later[-4:], "--format", "csv")
        self.assertIn("voided", done.stdout)
        self.assertNotIn(later, done.stdout)
        done = await self.run_ticket("show", "--number", lines=["2" * 16])
        self.assertEqual(done.returncode, 1)
        self.assertEqual((await self.run_ticket("show")).returncode, 2)
        code, verdict = await self.server.audit()
        self.assertEqual(code, 0, verdict)
        # Two people are on record, and no number is anywhere.
        data = self.server.folder / "data"
        events = json.loads(case.run("export", str(data / "journal"), "--what", "events",
                                     "--format", "json").stdout)
        voids = [one for one in events if one["what"] == "TicketVoided"]
        self.assertEqual([(one["name"], one["first_name"]) for one in voids],
                         [("supervisor", "cashier")] + [("supervisor", "dealer")] * 2)
        for path in data.iterdir():
            for digits in (number, redeemed, later):
                if path.is_file():
                    self.assertNotIn(digits.encode(), path.read_bytes(), path)


if __name__ == "__main__":
    case.main()
