# SPDX-License-Identifier: MIT
"""Gateways in front of the real server: what passes, what they keep back, and who is killed while
bets are placed."""
import asyncio
import contextlib
import decimal
import json
import pathlib
import random
import re
import socket
import tempfile
import time
import urllib.request

import nacl.signing

import case
from cabinet_test import TABLE, Cabinet
from client import PATIENCE, Client, Refused, Server
from gateway import Gateway, with_gateways
from house import HEAD, Console, authenticate, automatic, enrol, for_money, manual

JSON = {"Content-Type": "application/json"}


def free_port():
    """One that nobody gets by chance while a server that listened there is started again."""
    while True:
        port = random.randrange(20_000, 32_000)  # below those that the kernel gives away
        with socket.socket() as one, contextlib.suppress(OSError):
            one.bind(("127.0.0.1", port))
            return port


def on_port(server, port):
    """The server listens for gateways there at every start."""
    server.config = server.config.replace('gateways_listen = "127.0.0.1:0"',
                                          f'gateways_listen = "127.0.0.1:{port}"')


def staked_by(server):
    """What the journal has as bets, by terminal."""
    done = case.run("export", str(server.folder / "data/journal"), "--what", "events", "--format",
                    "json")
    staked = {}
    for one in json.loads(done.stdout):
        if one["what"] == "BetsPlaced":
            answers = json.loads(one["json"])["answers"]
            amount = sum(int(decimal.Decimal(bet["accepted"]) * 100) for bet in answers)
            staked[one["number"]] = staked.get(one["number"], 0) + amount
    return staked


class Gateways(case.Together):
    async def behind(self, config, *others):
        """A server with its gateway, and more gateways of these names."""
        server = Server(case.PROGRAM, config, gateway=True)
        self.addCleanup(server.close)
        self.addAsyncCleanup(server.hang_up)
        gateways = [Gateway(case.PROGRAM, server.folder, config, name) for name in others]
        for one in gateways:
            self.addCleanup(lambda one=one: one.process and one.kill())
        server.config = with_gateways(config, [server.gateway.key, *(one.key for one in gateways)])
        await server.start()
        for one in gateways:
            await asyncio.to_thread(one.launch, [server.gateways_at()], server.key())
            await asyncio.to_thread(one.wait_for, "connected to the server")
        return server, gateways

    async def player_at(self, gateway, server, table=1, **options):
        client = await Client.connect(gateway.address)
        server.clients.append(client)
        await client.join(table, **options)
        return client

    async def figure(self, gateway, name):
        _, text = await asyncio.to_thread(gateway.get, "/metrics")
        return int(re.search(rf"^{name} (\d+)$", text, re.M)[1])

    async def test_a_table_behind_two_gateways_and_without(self):
        """Players at three addresses play one round; what is published goes to each gateway
        once."""
        server, (other,) = await self.behind(manual("rws-etg"), "other")
        console = await Console.open(server, "rws-etg")
        at_first = [await self.player_at(server.gateway, server) for _ in range(3)]
        at_other = [await self.player_at(other, server) for _ in range(2)]
        direct = await Client.connect(server.direct)
        server.clients.append(direct)
        await direct.join(1)
        players = [*at_first, *at_other, direct]
        await console.play_until_open()
        for player in players:
            self.assertEqual((await player.bet("big", 1000))["accepted"], 1000)
        published = await self.figure(other, "sicbo_gateway_published_total")
        fanned_out = await self.figure(other, "sicbo_gateway_fanned_out_total")
        await console.play_to_end([6, 5, 4])
        late = await self.player_at(other, server)
        for player in players:
            await player.until(lambda player=player: player.mine("last"), "the result")
            self.assertEqual(player.mine("last")["payout"], 2000)
            await player.until(lambda player=player: player.topics["table/1"] ==
                               late.topics["table/1"], "the same table for all")
            self.assertEqual(player.gaps, 0)
        async with asyncio.timeout(PATIENCE):
            while True:  # figures are computed once a second
                sent = await self.figure(other, "sicbo_gateway_published_total") - published
                to_all = await self.figure(other, "sicbo_gateway_fanned_out_total") - fanned_out
                if sent > 2 and to_all >= 2 * (sent - 1):  # the late one sees the last change too
                    break
                await asyncio.sleep(0.05)
        # Who has left, or watches no more, is sent nothing.
        await at_other[0].request("unwatch", topic="table/1")
        await at_other[1].close()
        await console.play_until_open()
        await late.until(lambda: late.seen("round")["betting"], "the next round")
        self.assertFalse(at_other[0].topics["table/1"]["round"]["betting"])
        # Staff are told by the server alone what they may see.
        with self.assertRaises(Refused) as refused:
            await late.watch("console/1")
        self.assertEqual(refused.exception.reason, "not_allowed")
        await self.finish(server, times=2)

    async def test_pages_and_the_api_are_served_too(self):
        server, _ = await self.behind(manual("rws-etg"))
        gateway = server.gateway
        for path, part in (("/", "<html"), ("/terminal", "<html"), ("/healthz", "alive"),
                           ("/readyz", "ready")):
            status, text = await asyncio.to_thread(gateway.get, path)
            self.assertEqual(status, 200, path)
            self.assertIn(part, text)
        self.assertEqual((await asyncio.to_thread(gateway.get, "/nothing.js"))[0], 404)
        player = await self.player_at(gateway, server)
        rules = player.seen("table")["rules"]
        status, text = await asyncio.to_thread(gateway.get, f"/api/rules/{rules}")
        self.assertEqual((status, text), server.get(f"/api/rules/{rules}"))
        await server.hire("dealer")

        def call(method, path, body=None, token=""):
            request = urllib.request.Request(
                f"http://{gateway.address}/api/v1{path}", method=method,
                data=json.dumps(body).encode() if body is not None else None,
                headers={**JSON, **({"Authorization": f"Bearer {token}"} if token else {})})
            with urllib.request.urlopen(request, timeout=PATIENCE) as response:
                return json.loads(response.read())

        found = await asyncio.to_thread(call, "POST", "/sign-in",
                                        {"name": "dealer", "password": "dealer-password"})
        done = await asyncio.to_thread(call, "POST", "/orders",
                                       {"order": "LogOn", "request": found["request"] + 1,
                                        "table": 1}, found["token"])
        self.assertEqual(done, {})
        # Without its server it says so, and takes no new clients.
        server.process.kill()
        await asyncio.to_thread(gateway.wait_for, "the server is lost")
        status, text = await asyncio.to_thread(gateway.get, "/readyz")
        self.assertEqual((status, text), (503, "the server is away\n"))
        self.assertEqual((await asyncio.to_thread(gateway.get, f"/api/rules/{rules}"))[0], 503)
        self.assertEqual((await asyncio.to_thread(gateway.get, "/terminal"))[0], 200)
        self.assertEqual((await asyncio.to_thread(gateway.get, "/healthz"))[0], 200)

    async def test_who_is_no_gateway_or_no_server(self):
        server, (other,) = await self.behind(manual("rws-etg"), "other")
        stranger = Gateway(case.PROGRAM, server.folder, manual("rws-etg"), "stranger")
        self.addCleanup(lambda: stranger.process and stranger.kill())
        await asyncio.to_thread(stranger.launch, [server.gateways_at()], server.key())
        await server.logged(f"another end called, with the key {stranger.key}")
        self.assertEqual((await asyncio.to_thread(stranger.get, "/readyz"))[0], 503)
        self.assertEqual(stranger.end(), 0)
        # One that expects another server does not speak to this one.
        self.assertNotIn("connected to the server", stranger.log())
        self.assertEqual(other.end(), 0)
        await asyncio.to_thread(other.launch, [server.gateways_at()], "ab" * 32)
        await asyncio.to_thread(other.wait_for, "another end answered, with the key")
        self.assertEqual((await asyncio.to_thread(other.get, "/readyz"))[0], 503)
        self.assertEqual(other.end(), 0)
        # Clients do not get in where gateways do.
        with contextlib.suppress(Exception):
            await Client.connect(server.gateways_at())
            self.fail("a client was let in")
        await self.finish(server)

    async def test_a_cabinet_speaks_to_the_server_through_it(self):
        own = tempfile.TemporaryDirectory()
        self.addCleanup(own.cleanup)
        cabinets = [Cabinet(pathlib.Path(own.name), number) for number in (101, 102)]
        keys = json.dumps([one.public for one in cabinets])
        server, _ = await self.behind(f"{HEAD}{TABLE}cabinet_keys = {keys}\n")
        player = await self.player_at(server.gateway, server)
        one = cabinets[int(player.place.split("/")[1]) - 101]
        self.addCleanup(one.kill)
        one.start(server.gateway, server.key())
        until = time.monotonic() + PATIENCE
        while "ready" not in one.said():
            self.assertLess(time.monotonic(), until, server.log())
            await asyncio.sleep(0.02)
        before = player.mine("money")["credit"]
        one.say("note 10.00")
        await player.until(lambda: player.mine("money")["credit"] == before + 1000, "the credit")
        one.kill()
        await self.finish(server, times=2)

    async def test_terminals_stay_connected_when_the_server_is_killed(self):
        """They authenticate again, over the same WebSocket and the nonce of the new server."""
        server, _ = await self.behind(for_money("rws-etg", 1))
        port = free_port()
        on_port(server, port)
        self.assertEqual(await server.stop(), 0)
        await server.start()
        console = await Console.open(server, "rws-etg", table=1)
        await console.sign_in("technician")
        key = nacl.signing.SigningKey.generate()
        await enrol(server, await console.enrolment_code(1101), key)
        terminal = await authenticate(server, 1101, key)
        first = [one["nonce"] for one in terminal.notices if "hello" in one]
        server.process.kill()
        server.process.wait()
        await terminal.until(lambda: {"notice": "suspended"} in terminal.notices, "the notice")
        self.assertIsNone(terminal.closed)
        gateway, server.gateway = server.gateway, None  # it stays as it is
        server.process.stdout.close()
        server.log_file.close()
        await server.start()
        server.gateway, server.address = gateway, gateway.address
        await terminal.until(lambda: terminal.resumed == 1, "a server")
        nonces = [one["nonce"] for one in terminal.notices if "hello" in one]
        self.assertEqual((len(nonces), nonces[0]), (2, first[0]))
        self.assertNotEqual(nonces[0], nonces[1])
        for nonce, fine in ((nonces[0], False), (nonces[1], True)):
            text = f"sicbo-terminal-v1 {nonce} 1101"
            proof = key.sign(text.encode()).signature.hex()
            ask = terminal.request("authenticate_terminal", terminal=1101, signature=proof)
            if fine:
                await ask
            else:  # what the server before has asked for proves nothing to this one
                with self.assertRaises(Refused):
                    await ask
        terminal.topics.clear()
        await terminal.watch("terminal/1101")
        self.assertIsNone(terminal.closed)
        await self.finish(server, times=2)


class Killed(case.Together):
    """Bets are counted outside while servers and gateways are killed."""

    async def behind_port(self):
        server = Server(case.PROGRAM, automatic("rws-etg").replace("count = 20\n", "count = 40\n"),
                        gateway=True)
        self.addCleanup(server.close)
        self.addAsyncCleanup(server.hang_up)
        on_port(server, free_port())
        await server.start()
        return server

    async def test_a_server_is_killed_behind_its_gateway(self):
        """`sicbo load` counts every bet and payout; a closed connection is a failure to it."""
        server = await self.behind_port()
        load = await asyncio.create_subprocess_exec(
            case.PROGRAM, "load", "--server", server.gateway.address, "--terminals", "30", "--bets",
            "100", "--seconds", "9", "--json",
            stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE)
        gateway = server.gateway
        for _ in range(2):
            await asyncio.sleep(2.5)
            server.gateway = None
            await asyncio.to_thread(server.kill)
            await server.start()
            server.gateway, server.address = gateway, gateway.address
        out, wrong = await asyncio.wait_for(load.communicate(), PATIENCE)
        came = json.loads(out)
        self.assertEqual((load.returncode, came["wrongs"], came["wrong"]), (0, [], 0),
                         f"{out} {wrong}")
        self.assertEqual(came["closed"], 0)
        self.assertGreater(came["accepted"], 0)
        self.assertEqual(gateway.log().count("the server is lost"), 2)
        self.assertEqual(gateway.log().count("connected to the server"), 3)
        await self.finish(server, times=2)

    async def test_a_gateway_is_killed_under_its_players(self):
        """It loses nothing: they come back to their places, and ask again with the same
        numbers."""
        server = await self.behind_port()
        gateway = server.gateway
        accepted = {}
        stopping = asyncio.Event()
        reconnects = 0

        async def play(seat):
            """Bets until it is over. A bet without an answer is sent again, as it was."""
            nonlocal reconnects
            token, last, open_bet = None, 0, None
            while not stopping.is_set() or open_bet:
                try:
                    client = await Client.connect(gateway.address)
                except OSError:
                    await asyncio.sleep(0.05)
                    continue
                except Exception:  # there is no server behind it yet
                    await asyncio.sleep(0.05)
                    continue
                server.clients.append(client)
                with contextlib.suppress(AssertionError, ConnectionError, OSError,
                                         case.websockets.ConnectionClosed):
                    reply = await client.join(1, **({"token": token} if token else {}))
                    token, number = reply["token"], reply["number"]
                    client.counter = max(client.counter, last)
                    while not stopping.is_set() or open_bet:
                        if open_bet is None:
                            open_bet = client.counter + 1
                        client.counter = max(client.counter, open_bet)
                        last = client.counter
                        try:
                            answer = await client.request_as(
                                open_bet, "order", order="PlaceBets",
                                arguments={"bets": [{"spot": "big", "amount": 100}]})
                            amount = answer["bets"][0]["accepted"]
                            accepted[number] = accepted.get(number, 0) + amount
                        except Refused as refused:
                            if refused.reason == "not_enough_credit":
                                await client.request("top_up")
                        open_bet = None
                        await asyncio.sleep(0.06)
                    return seat
                reconnects += 1
            return seat

        players = [asyncio.create_task(play(n)) for n in range(8)]
        for _ in range(3):
            taken = sum(accepted.values())
            while sum(accepted.values()) < taken + 2000:
                await asyncio.sleep(0.02)
            await asyncio.to_thread(gateway.kill)
            await asyncio.to_thread(gateway.launch, [server.gateways_at()], server.key())
        taken = sum(accepted.values())
        while sum(accepted.values()) < taken + 2000:
            await asyncio.sleep(0.02)
        stopping.set()
        await asyncio.wait_for(asyncio.gather(*players), PATIENCE)
        self.assertGreaterEqual(reconnects, 8)
        await self.finish(server, times=2)
        self.assertEqual(staked_by(server), {n: all_ for n, all_ in accepted.items() if all_})


if __name__ == "__main__":
    case.main()
