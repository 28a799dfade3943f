# SPDX-License-Identifier: MIT
"""`sicbo load` against the real server, and against one that lies: load_test.py PROGRAM [--seconds
N]."""
import argparse
import asyncio
import json
import signal
import subprocess

import websockets

import case
from client import PATIENCE
from house import automatic, manual

SIZE = argparse.Namespace(seconds=4)


class Load(case.Together):
    async def load(self, address, *words):
        process = await asyncio.create_subprocess_exec(
            case.PROGRAM, "load", "--server", address, *words,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        out, wrong = await asyncio.wait_for(process.communicate(), SIZE.seconds + PATIENCE)
        return process.returncode, out.decode(), wrong.decode()

    async def test_finds_every_balance_right(self):
        server = await self.serve(automatic().replace("count = 20\n", "count = 40\n"))
        code, out, wrong = await self.load(
            server.address, "--terminals", "40", "--bets", "100", "--burst", "300",
            "--burst-seconds", "0.3",
            "--reconnects", "5", "--storm", "20", "--seconds", str(SIZE.seconds), "--json")
        self.assertEqual((code, wrong), (0, ""), out)
        came = json.loads(out)
        self.assertEqual((came["wrong"], came["wrongs"]), (0, []))
        for what in ("orders", "accepted", "withdrawn", "repeated", "rounds", "staked"):
            self.assertGreater(came[what], 0, what)
        self.assertEqual(came["orders"], came["bets"]["count"] + came["burst"]["count"])
        self.assertGreater(came["burst"]["count"], 0)
        self.assertGreaterEqual(came["reconnects"]["count"], 20)
        self.assertIn("storm_milliseconds", came)
        await self.finish(server)

    async def test_as_text(self):
        server = await self.serve(automatic())
        code, out, _ = await self.load(server.address, "--terminals", "5", "--seconds", "2")
        self.assertEqual(code, 0, out)
        self.assertIn("every balance is what the answers led to", out)

    async def test_ends_early_with_every_answer(self):
        server = await self.serve(automatic())
        process = await asyncio.create_subprocess_exec(
            case.PROGRAM, "load", "--server", server.address, "--terminals", "10", "--bets", "100",
            "--seconds", "3600", "--json", stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        await asyncio.sleep(SIZE.seconds)
        process.send_signal(signal.SIGINT)
        out, wrong = await asyncio.wait_for(process.communicate(), PATIENCE)
        came = json.loads(out)
        self.assertEqual((process.returncode, came["wrongs"], wrong), (0, [], b""), out)
        self.assertGreater(came["accepted"], 0)

    async def test_adds_no_bet_to_those_asked_for_when_betting_opens(self):
        server = await self.serve(automatic())
        _, out, _ = await self.load(server.address, "--terminals", "3", "--bets", "0.01",
                                    "--seconds", str(SIZE.seconds), "--json")
        self.assertLessEqual(json.loads(out)["orders"], 1)

    async def test_what_it_can_not_do(self):
        code, _, wrong = await self.load("127.0.0.1:1", "--terminals", "2")
        self.assertEqual(code, 1)
        self.assertIn("0 of 2 terminals could join a table: the server at 127.0.0.1:1 can't be "
                      "reached: Connection refused", wrong)
        code, _, wrong = await self.load("nowhere", "--terminals", "2")
        self.assertEqual(code, 2)
        server = await self.serve(automatic())
        code, _, wrong = await self.load(server.address, "--table", "9", "--terminals", "2")
        self.assertEqual(code, 1)
        self.assertIn("no_such_table", wrong)
        for words in (["--bets", "nan"], ["--seconds", "-1"], ["--terminals", "0"]):
            self.assertEqual((await self.load(server.address, *words))[0], 2, words)
        closed = await self.serve(manual("rws-etg"))
        code, out, _ = await self.load(closed.address, "--terminals", "2", "--seconds", "1")
        self.assertEqual(code, 1)
        self.assertIn("nothing was tested", out)

    async def test_finds_out_a_server_that_lies(self):
        """It says yes to every bet, and forgets it."""
        async def lie(socket):
            try:
                await answer_all(socket)
            except websockets.ConnectionClosed:
                pass

        async def answer_all(socket):
            await socket.send('[{"hello":"sicbo.v1","nonce":"' + "0" * 64 + '"}]')
            async for text in socket:
                request = json.loads(text)
                answer = {"reply": request["id"], "ok": True}
                snapshots = []
                if request["type"] == "join":
                    answer.update(topic="terminal/7", table=1, number=7, request=0, token="t7-x")
                elif request["type"] == "watch" and request["topic"] == "table/1":
                    snapshots.append({"snapshot": "table/1", "seq": 5, "at": 1, "state": {
                        "table": {"limit": {"min": 100}},
                        "round": {"number": 1, "betting": True, "ended": "none"}}})
                elif request["type"] == "watch":
                    snapshots.append({"snapshot": "terminal/7", "seq": 5, "at": 1, "state": {
                        "place": {"layout": "rws-etg-1"}, "money": {"credit": 100000, "staked": 0},
                        "bets": [],
                        "last": None}})
                elif request["type"] == "order":
                    answer["bets"] = [{"spot": one["spot"], "asked": one["amount"],
                                       "accepted": one["amount"]}
                                      for one in request["arguments"]["bets"]]
                await socket.send(json.dumps([answer, *snapshots]))

        async with websockets.serve(lie, "127.0.0.1", 0, subprotocols=["sicbo.v1"],
                                    compression=None) as liar:
            port = liar.sockets[0].getsockname()[1]
            code, out, _ = await self.load(f"127.0.0.1:{port}", "--terminals", "1", "--bets", "5",
                                           "--seconds", "1")
        self.assertEqual(code, 1)
        self.assertIn("WRONG: terminal 7 has 0 cents on the layout, and the replies add up to", out)


if __name__ == "__main__":
    case.main(SIZE)
