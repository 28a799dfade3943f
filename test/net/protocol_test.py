# SPDX-License-Identifier: MIT
"""The protocol from outside: all that is said against its schema, and what is malformed, too much
or from elsewhere: protocol_test.py PROGRAM."""
import asyncio
import json
import pathlib

import jsonschema
import websockets

import case
from client import PATIENCE, Refused
from house import MANUAL

SCHEMA = json.loads(
    (pathlib.Path(__file__).resolve().parents[2] / "docs/formats/protocol.schema.json").read_text())


def validator(side):
    return jsonschema.Draft202012Validator({"$ref": f"#/$defs/{side}", "$defs": SCHEMA["$defs"]})


class Schema(case.Tables):
    games = dict.fromkeys(MANUAL, 1)

    async def test_all_that_is_said_in_rounds_of_every_game_fits(self):
        record = []
        for game in MANUAL:
            console = await self.open_console(game, record=record)
            player = await self.server.connect(record=record)
            place = await player.join(console.table)
            await player.watch("property")
            await console.step([1, 2, 4])
            await console.play_until_open()
            seat = {} if place["topic"].startswith("terminal") else {"stay": place["number"]}
            await player.bet("small", 1000, **seat)
            with self.assertRaises(Refused):
                await player.bet("small", 1, **seat)
            await player.order("WithdrawBets",
                               **{"arguments": {"bets": [{"spot": "small"}], **seat}})
            await player.bet("small", 1000, **seat)
            while console.round["betting"]:
                await console.step([1, 2, 4])
            with self.assertRaises(Refused):
                await player.bet("small", 1000, **seat)
            await console.play_to_end((1, 2, 4))
            await player.until(lambda: player.mine("last"), "the end")
            await player.request("list_rounds", table=console.table)
            await player.request("leave")
            await console.client.close()
        checks = {"client": validator("client"), "server": validator("server")}
        for side, message in record:
            error = jsonschema.exceptions.best_match(checks[side].iter_errors(message))
            self.assertIsNone(error, f"{side}: {json.dumps(message)[:1000]}\n{error}")
        self.assertGreater(len(record), 200)

    def test_the_schema_can_fail(self):
        check = validator("client")
        good = {"id": 1, "type": "order", "order": "OpenBetting", "table": 1}
        self.assertTrue(check.is_valid(good))
        for bad in ({**good, "time": 5}, {**good, "order": "Open"}, {**good, "id": "1"}, {"id": 1}):
            self.assertFalse(check.is_valid(bad), bad)
        self.assertFalse(
            validator("server").is_valid([{"delta": "table/1", "seq": 1, "state": {}}]))
        self.assertFalse(
            validator("server").is_valid([{"snapshot": "table/1", "seq": 1, "at": 1, "state": {}}]))


class Nonsense(case.Tables):
    games = {"rws-etg": 7}

    async def asyncSetUp(self):
        self.console = await self.open_console("rws-etg")
        self.table = self.console.table
        self.honest = await self.server.connect()
        await self.honest.join(self.table)
        await self.console.play_until_open()

    async def still_fine(self):
        before = self.honest.mine("money")["staked"]
        await self.honest.bet("big", 100)
        self.assertEqual(self.honest.mine("money")["staked"], before + 100)

    async def raw(self):
        one = await websockets.connect(f"ws://{self.server.address}/socket",
                                       subprotocols=["sicbo.v1"],
                                       compression=None, open_timeout=PATIENCE)
        self.addCleanup(one.transport.abort)
        self.assertIn("hello", json.loads(await one.recv())[0])
        return one

    async def test_each_is_answered_and_the_third_ends_the_connection(self):
        texts = [
            "", "{", "[]", "null", "7", '"text"', "{}", '{"id":1}', '{"id":0,"type":"leave"}',
            '{"id":-1,"type":"leave"}',
            '{"id":1.5,"type":"leave"}', '{"id":"1","type":"leave"}',
            '{"id":9007199254740993,"type":"leave"}',
            '{"id":1,"type":"stand"}', '{"id":1,"type":"leave","x":1}',
            '{"id":1,"id":2,"type":"leave"}',
            '{"id":1,"type":"join"}', '{"id":1,"type":"join","table":"1"}',
            '{"id":1,"type":"watch","topic":"table/01"}',
            '{"id":1,"type":"watch","topic":"table/99999999999"}',
            '{"id":1,"type":"order","order":"Nothing"}',
            '{"id":1,"type":"order","order":"PlaceBets"}',
            '{"id":1,"type":"order","order":"PlaceBets","arguments":{"bets":{}}}',
            '{"id":1,"type":"order","order":"PlaceBets",'
            '"arguments":{"bets":[{"spot":"big","amount":1.5}]}}',
            '{"id":1,"type":"order","order":"PlaceBets",'
            '"arguments":{"bets":[{"spot":"big","amount":-1}]}}',
            '{"id":1,"type":"order","order":"PlaceBets",'
            '"arguments":{"bets":[{"spot":"bigger","amount":1}]}}',
            '{"id":1,"type":"order","order":"PlaceBets",'
            '"arguments":{"bets":[{"spot":"big","amount":1,"at":5}]}}',
            '{"id":1,"type":"order","order":"KeyDice","arguments":{"dice":[1,2,"3"]}}',
            '{"id":1,"type":"order","order":"EnterResult","arguments":{"roll":[1,2,7]}}',
            '{"id":1,"type":"order","order":"EnterResult","arguments":{}}',
            '{"id":1,"type":"sign_in","name":"a\\u0000b","password":"x"}', "[" * 4000,
            '{"id":1,"type":"leave"} x',
        ]
        for start in range(0, len(texts), 3):
            one = await self.raw()
            for text in texts[start:start + 3]:
                await one.send(text)
                answer = json.loads(await asyncio.wait_for(one.recv(), PATIENCE))[0]
                self.assertEqual((answer["ok"], answer["reason"]), (False, "bad_message"), text)
                self.assertTrue(answer["detail"], text)
            with self.assertRaises(websockets.ConnectionClosed) as closed:
                await asyncio.wait_for(one.recv(), PATIENCE)
            self.assertEqual(closed.exception.rcvd.code, 1008)
        await self.still_fine()

    async def test_what_is_too_large_or_binary_ends_the_connection(self):
        for what, code in (("x" * 2**20, 1009), (b"{}", 1007), ("\x00" * 4097, 1009),
                           (["x" * 2048, "x" * 2049], 1009),
                           (["{", "}"] * 3, 1008)):
            one = await self.raw()
            with self.assertRaises(websockets.ConnectionClosed) as closed:
                await one.send(what)  # the server may end it before all of it was sent
                await asyncio.wait_for(one.recv(), PATIENCE)
            self.assertEqual(closed.exception.rcvd.code, code)
        await self.still_fine()

    async def test_staff_may_say_more_at_once_than_players(self):
        def large(number, size):
            text = json.dumps({"id": number, "type": "list_rounds", "table": self.table})
            return text + " " * (size - len(text))

        async def takes(client, size):
            client.counter += 1
            await client.socket.send(large(client.counter, size))
            await client.until(lambda: client.counter in client.replies,
                               f"an answer to {size} bytes")

        async def ends(client, size):
            await client.socket.send(large(client.counter + 1, size))
            await client.until(lambda: client.closed, f"the end after {size} bytes")
            self.assertEqual(client.closed[0], 1009)

        player = await self.server.connect()
        await player.join(self.table)
        await takes(player, 4096)
        await ends(player, 4097)
        staff = await self.server.sign_in("auditor")
        await takes(staff, 16384)
        await ends(staff, 16385)
        left = await self.server.sign_in("auditor")
        await takes(left, 16384)
        await left.request("sign_out", person=left.person)
        await takes(left, 4096)
        await ends(left, 4097)
        await self.still_fine()

    async def test_a_flood_ends_the_connection(self):
        one = await self.server.connect()
        one.send_at_once({"id": n, "type": "leave"} for n in range(1, 500))
        await one.until(lambda: one.closed, "the end")
        self.assertEqual(one.closed[0], 1008)
        await self.still_fine()

    async def test_only_this_protocol_and_only_our_own_pages(self):
        address = f"ws://{self.server.address}/socket"
        for options in ({}, {"subprotocols": ["sicbo.v2"]}, {"subprotocols": ["chat"]}):
            with self.assertRaises(websockets.InvalidStatusCode) as refused:
                await websockets.connect(address, compression=None, **options)
            self.assertEqual(refused.exception.status_code, 400)
        own = f"http://{self.server.address}"
        good = await websockets.connect(address, subprotocols=["chat", "sicbo.v1"], origin=own)
        self.assertEqual(good.subprotocol, "sicbo.v1")
        await good.close()
        port = self.server.address.split(":")[1]
        for origin in ("null", "http://evil.example", f"{own}.evil.example", "http://127.0.0.1:1",
                       own.upper(),
                       f"http://localhost:{port}", "http://127.0.0.1",
                       f"ftp://{self.server.address}", own + "/", "",
                       f"http://user@{self.server.address}"):
            with self.assertRaises(websockets.InvalidStatusCode, msg=origin) as refused:
                await websockets.connect(address, subprotocols=["sicbo.v1"],
                                         extra_headers={"Origin": origin})
            self.assertEqual(refused.exception.status_code, 403, origin)
        with self.assertRaises(websockets.InvalidStatusCode):
            await websockets.connect(f"ws://{self.server.address}/elsewhere",
                                     subprotocols=["sicbo.v1"])

    async def test_http_that_is_none(self):
        for data, begins in ((b"\x16\x03\x01\x02\x00" * 20, b"HTTP/1.1 400"),
                             (b"GET\r\n\r\n", b"HTTP/1.1 400"),
                             (b"GET / HTTP/1.1\r\nX: " + b"y" * 20000 + b"\r\n\r\n",
                              b"HTTP/1.1 413"),
                             (b"POST / HTTP/1.1\r\nHost: localhost\r\n"
                              b"Content-Length: 99999999\r\n\r\n",
                              b"HTTP/1.1 413"),
                             (b"DELETE / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n",
                              b"HTTP/1.1 405"),
                             (b"GET /../../etc/passwd HTTP/1.1\r\nHost: localhost\r\n"
                              b"Connection: close\r\n\r\n",
                              b"HTTP/1.1 404")):
            got = await self.server.say(data)
            self.assertTrue(got.startswith(begins), (data[:60], got[:100]))
        await self.still_fine()

    async def test_a_connection_that_takes_nothing_holds_nobody_up(self):
        deaf = await self.raw()
        deaf.transport.pause_reading()
        for n in range(30):
            await deaf.send(json.dumps({"id": n + 1, "type": "watch",
                                        "topic": f"table/{self.table}"}))
        await self.still_fine()
        await self.console.play_to_end((1, 2, 4))


if __name__ == "__main__":
    case.main()
