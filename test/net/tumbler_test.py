# SPDX-License-Identifier: MIT
"""Tumblers inside the server and in a process of their own, their misdeeds, and the proof of each
round's dice: tumbler_test.py PROGRAM."""
import asyncio
import hashlib
import hmac
import itertools
import json
import pathlib
import re
import signal
import socket
import subprocess
import sys
import tempfile
import time
import unittest

import nacl.exceptions
import nacl.signing

from client import Refused
from house import Console, automatic, manual
import rounds_test

AUTOMATIC = ("rws-etg", "mbs-etg", "maryland")


def number(n):
    return n.to_bytes(8, "little")


def roll_of(secret, round_, close=b""):
    """As docs/formats/tumbler.md has it."""
    dice = []
    for n in itertools.count():
        for byte in hmac.digest(secret, b"sicbo-dice-v1" + number(round_) + close + number(n), "sha256"):
            if byte < 252:
                dice.append(byte % 6 + 1)
            if len(dice) == 3:
                return dice


def check_proof(proof):
    """A second implementation, from the page alone; raises if anything does not hold."""
    raw = {name: bytes.fromhex(proof[name]) for name in ("key", "signature", "close_hash", "commitment", "secret")}
    text = (b"sicbo-result-v1" + number(proof["table"]) + number(proof["round"]) + raw["close_hash"] +
            number(proof["counter"]) + bytes(proof["roll"]) + number(proof["tumbles"]) + b"\x01")
    nacl.signing.VerifyKey(raw["key"]).verify(text, raw["signature"])
    assert hashlib.sha256(b"sicbo-commitment-v1" + raw["secret"]).digest() == raw["commitment"], "commitment"
    close = b"" if proof["mixed_first"] else raw["close_hash"]
    assert roll_of(raw["secret"], proof["round"], close) == proof["roll"], "dice"


def verify(proof, *words):
    done = subprocess.run([rounds_test.PROGRAM, "verify", "-", *words], input=json.dumps(proof), text=True,
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=20, check=False)
    return done.returncode, done.stdout + done.stderr


class Case(rounds_test.Case):
    async def seat(self, server):
        player = await server.connect()
        await player.join(1)
        return player

    async def after(self, player, number_, what="another round"):
        """The first round after that number that has ended, whatever became of it."""
        table = lambda: player.topics["table/1"]
        await player.until(lambda: table()["results"]["last"] > number_, what)
        return table()

    async def settled_after(self, player, number_):
        table = lambda: player.topics["table/1"]
        await player.until(lambda: table()["results"]["last"] > number_ and table()["results"]["rolls"][0], "a result")
        return table()


class Proof(Case):
    async def test_of_every_round_holds_for_two_who_share_no_code(self):
        for game in AUTOMATIC:
            server = self.serve(automatic(game))
            player = await self.seat(server)
            table = lambda: player.topics["table/1"]
            promised = {}
            last = table()["results"]["last"]

            def all_shown():
                shown = table()["proof"]
                if shown["commitment"]:
                    promised.setdefault(shown["round"], shown["commitment"])
                proof = shown["last"]
                return proof and proof.get("secret") and proof["round"] > last + 1

            await player.until(all_shown, "proofs")
            proof = table()["proof"]["last"]
            self.assertEqual(promised.get(proof["round"]), proof["commitment"], "shown beforehand")
            self.assertEqual(proof["mixed_first"], game != "rws-etg")
            check_proof(proof)
            code, text = verify(proof)
            self.assertEqual((code, text.count("holds")), (0, 3), text)
            self.assertEqual(verify(proof, "--key", proof["key"])[0], 0)
            self.assertEqual(verify(proof, "--key", "0" * 64)[0], 1)
            rounds = (await player.request("list_rounds", table=1, limit=1))["rounds"]
            self.assertEqual(verify([one["proof"] for one in rounds if one["proof"]])[0], 0)
            self.assertEqual(server.stop(times=2), 0)
            # The dispute bundle carries the same.
            journal = str(server.folder / "data/journal")
            bundle = subprocess.run([rounds_test.PROGRAM, "history", journal, "--table", "1", "--round",
                                     str(proof["round"]), "--bundle", "-"], stdout=subprocess.PIPE, text=True, check=True)
            self.assertEqual(json.loads(bundle.stdout)["proof"], proof)
            self.assertEqual(verify(json.loads(bundle.stdout))[0], 0)

            # What nobody signed shows the commitment alone, and half a signature or commitment shows nothing.
            signed = ("key", "counter", "tumbles", "signature")
            code, text = verify({**proof, **dict.fromkeys(signed)})
            self.assertEqual((code, text.count("holds"), text.count("nothing")), (0, 2, 1), text)
            self.assertIn("these dice are not signed", text)
            self.assertEqual(verify({**proof, **dict.fromkeys(signed)}, "--key", proof["key"])[0], 1)
            self.assertEqual(verify({**proof, **dict.fromkeys(signed), "secret": None})[0], 1)
            for name in signed:
                code, text = verify({**proof, name: None})
                self.assertEqual((code, text.count("FAILS")), (1, 1), text)
            code, text = verify({**proof, "secret": None})  # not shown yet
            self.assertEqual((code, text.count("holds"), text.count("nothing")), (0, 1, 2), text)

            # Whatever is altered is found.
            other = {"table": 2, "round": proof["round"] + 1, "roll": proof["roll"][1:] + [proof["roll"][0] % 6 + 1],
                     "close_hash": "1" * 64, "key": "2" * 64, "counter": proof["counter"] + 1,
                     "tumbles": proof["tumbles"] + 1, "signature": "3" * 128, "commitment": "4" * 64, "secret": "5" * 64}
            for name, value in other.items():
                code, text = verify({**proof, name: value})
                self.assertEqual(code, 1, f"{name}: {text}")
                self.assertIn("FAILS", text)
                with self.assertRaises((AssertionError, nacl.exceptions.BadSignatureError, ValueError), msg=name):
                    check_proof({**proof, name: value})

    def test_what_is_no_proof(self):
        for proof in ({}, [], 5, "x", {"table": 1}, [{"table": 1, "round": 1, "roll": [1, 2, 7]}]):
            code, text = verify(proof)
            self.assertIn(code, (1, 2), proof)
            self.assertEqual(len(text.strip().splitlines()) <= 1, True, text)
        self.assertIn("there is no proof in it", verify([])[1])
        bare = {"table": 1, "round": 1, "roll": [1, 2, 3], "close_hash": "0" * 64, "mixed_first": False}
        code, text = verify(bare)
        self.assertEqual(code, 1)
        self.assertIn("nothing here that could be verified", text)


class Misdeeds(Case):
    """Each is noticed, ends as the document says, and the table goes on."""

    VOID = {"no-tumble": "short-mix", "fewer": "short-mix", "not-flat": "not-flat", "damaged": "damaged-dice"}

    async def asyncSetUp(self):
        self.server = self.serve(automatic("rws-etg"))
        self.technician = await self.server.sign_in("technician")
        self.player = await self.seat(self.server)
        await self.settled_after(self.player, 0)

    async def inject_fault(self, misdeed):
        # While bets are open: the tumble comes after it.
        ask = lambda: self.technician.request("inject_fault", table=1, fault=misdeed, person=self.technician.person)
        return await self.bet_while_open(self.player, "big", before=ask)

    async def test_end_the_round_where_the_document_says_so(self):
        for misdeed, cause in self.VOID.items():
            with self.subTest(misdeed):
                before = self.player.mine("money")
                number_ = await self.inject_fault(misdeed)
                await self.player.until(lambda: self.player.mine("last") and self.player.mine("last")["round"] == number_,
                                        f"the end of the round with {misdeed}")
                last = self.player.mine("last")
                self.assertEqual((last["ended"], last["void_for"]), ("void", cause))
                self.assertEqual(last["payout"], 100)
                self.assertEqual(self.player.mine("money")["credit"], before["credit"] + before["staked"])
                await self.settled_after(self.player, number_)

    async def test_do_no_harm_where_the_tumbler_only_talks_wrongly(self):
        for misdeed in ("no-answer", "nonsense", "other-round", "replay", "early", "false-result"):
            with self.subTest(misdeed):
                number_ = await self.inject_fault(misdeed)
                await self.player.until(lambda: self.player.mine("last") and self.player.mine("last")["round"] == number_,
                                        f"the end of the round with {misdeed}")
                self.assertEqual(self.player.mine("last")["ended"], "settled")
                proof = self.player.topics["table/1"]["proof"]["last"]
                self.assertEqual(proof["round"], number_)
        log = self.server.log()
        for said in ("invalid message", "wrong_round", "signature of the tumbler's result is not valid"):
            self.assertIn(said, log)

    async def test_are_for_technicians_at_training_tables(self):
        dealer = await self.server.sign_in("dealer")
        with self.assertRaises(Refused) as refused:
            await dealer.request("inject_fault", table=1, fault="fewer", person=dealer.person)
        self.assertEqual(refused.exception.reason, "not_allowed")
        with self.assertRaises(Refused):
            await self.technician.request("inject_fault", table=1, fault="explode", person=self.technician.person)
        with self.assertRaises(Refused) as refused:
            await self.player.request("inject_fault", table=1, fault="fewer", person=self.technician.person)
        self.assertEqual(refused.exception.reason, "not_signed_in")


class Assisted(Case):
    async def test_dice_that_lean_are_reported_by_the_tumbler_and_end_the_round(self):
        for noticed in ("by the tumbler", "by the dealer"):
            with self.subTest(noticed):
                config = manual("rws-etg").replace(
                    "training = true\n", 'training = true\nmode = "assisted"\ntumbler = "simulated"\n')
                server = self.serve(config)
                console = await Console.open(server, "rws-etg")
                await console.sign_in("technician")
                player = await self.seat(server)
                client, table = console.client, lambda: console.client.topics["table/1"]
                await client.until(lambda: table()["proof"]["commitment"], "a tumbler that is ready")
                await console.order("OpenBetting")
                await player.bet("big", 1000)
                await client.request("inject_fault", table=1, fault="not-flat", person=console.people["technician"])
                await console.order("CloseBetting")
                await console.order("StartMix")
                await client.until(lambda: console.round["next"] == "uncover", "dice at rest")
                await asyncio.sleep(1.5)  # the tumbler has read them, and tells when they are uncovered
                self.assertEqual(table()["round"]["ended"], "none")
                await console.order("Uncover", flat=noticed == "by the tumbler")
                await player.until(lambda: player.mine("last"), "the end of the round")
                self.assertEqual((player.mine("last")["ended"], player.mine("last")["void_for"]), ("void", "not-flat"))
                self.assertEqual(player.mine("last")["payout"], 1000)
                self.assertEqual(player.mine("money")["credit"], 50000)
                # The next round is as any other.
                await client.until(lambda: table()["proof"]["commitment"], "the next dice")
                await console.order("OpenBetting")
                await console.order("CloseBetting")
                await console.order("StartMix")
                await client.until(lambda: client.topics["console/1"]["round_progress"]["reading"], "a reading")
                await console.order("Uncover", flat=True)
                await console.order("EnterResult", roll=client.topics["console/1"]["round_progress"]["reading"])
                await client.until(lambda: table()["results"]["last"] == 2, "a result")
                self.finish(server)


class MixedFirst(Case):
    async def test_what_befalls_dice_that_lie_while_bets_are_open(self):
        server = self.serve(automatic("mbs-etg"))
        technician = await server.sign_in("technician")
        player = await self.seat(server)
        table = lambda: player.topics["table/1"]
        for misdeed, cause in (("exposed", "exposed"), ("dome-broken", "broken"), ("damaged", "damaged-dice"),
                               ("early", None), ("fewer", "short-mix")):
            with self.subTest(misdeed):
                await player.until(lambda: table()["round"] and table()["round"]["betting"], "bets are open")
                number_ = table()["round"]["number"]
                await technician.request("inject_fault", table=1, fault=misdeed, person=technician.person)
                await self.after(player, number_, f"the round with {misdeed}")  # the next one
                rounds = (await player.request("list_rounds", table=1, limit=5))["rounds"]
                hit = next(one for one in rounds if one["round"] == number_ + 1)
                self.assertEqual(hit["void_for"], cause)
                await self.settled_after(player, number_ + 1)
        self.assertIn("not_armed", server.log())
        server.stop(times=2)


class Lights(Case):
    async def test_that_fail_are_noticed_and_the_document_is_followed(self):
        config = automatic("maryland").replace('training = true\n', 'training = true\nlights = "simulated"\n')
        server = self.serve(config)
        technician = await server.sign_in("technician")
        player = await self.seat(server)
        table = lambda: player.topics["table/1"]
        for fault in ("one-dark", "one-wrong", "all-dark"):
            with self.subTest(fault):
                await player.until(lambda: table()["round"] and table()["round"]["betting"], "bets are open")
                number_ = table()["round"]["number"]
                await technician.request("inject_fault", table=1, fault=fault, person=technician.person)
                # Settled on the dice with a floorperson present, then out of service until repaired and inspected.
                await player.until(lambda: table()["status"]["out_of_service"] == "lights-failed", "out of service")
                await player.until(lambda: not table()["status"]["out_of_service"], "repaired")
                rounds = (await player.request("list_rounds", table=1, limit=5))["rounds"]
                hit = next(one for one in rounds if one["round"] == number_)
                self.assertEqual(hit["ended"], "settled")
                await self.settled_after(player, number_)
        self.finish(server)


class OwnProcess(Case):
    def start_tumbler(self, server_key, listen="127.0.0.1:0", key="tumbler.key", *words):
        process = subprocess.Popen(
            [rounds_test.PROGRAM, "tumbler", "--server", server_key, "--listen", listen, "--key",
             str(self.folder / key), "--tumble-milliseconds", "50", *words], stdout=subprocess.PIPE, text=True)
        self.addCleanup(lambda: (process.kill(), process.wait(), process.stdout.close()))
        address = re.search(r"at (\S+)", process.stdout.readline()).group(1)
        public = re.search(r"key (\w{64})", process.stdout.readline()).group(1)
        return process, address, public

    async def asyncSetUp(self):
        own = tempfile.TemporaryDirectory()
        self.addCleanup(own.cleanup)
        self.folder = pathlib.Path(own.name)
        # The server's key is known after its first start.
        self.server = self.serve(automatic("rws-etg"))
        self.key = re.search(r"by its key key=(\w{64})", self.server.log()).group(1)
        self.assertEqual(self.server.stop(times=2), 0)

    def restart_with(self, address, public):
        self.server.config = automatic("rws-etg").replace(
            'tumbler = "simulated"', f'tumbler = "{address}"\ntumbler_key = "{public}"')
        self.server.start()

    async def test_plays_and_proves(self):
        process, address, public = self.start_tumbler(self.key)
        self.restart_with(address, public)
        player = await self.seat(self.server)
        last = player.topics["table/1"]["results"]["last"]
        await self.settled_after(player, last)
        await player.until(lambda: (player.topics["table/1"]["proof"]["last"] or {}).get("secret"), "the secret")
        proof = player.topics["table/1"]["proof"]["last"]
        self.assertEqual(proof["key"], public)
        check_proof(proof)
        # It goes away in the middle of a round and comes back: the round ends all the same.
        table = lambda: player.topics["table/1"]
        await player.until(lambda: table()["round"]["betting"], "bets are open")
        number_ = table()["round"]["number"]
        process.send_signal(signal.SIGKILL)
        process.wait()
        time.sleep(1.5)
        self.start_tumbler(self.key, address)
        await self.after(player, number_ - 1, "the end of the round without a tumbler")
        await self.settled_after(player, number_ - 1)
        # So does one in which the server goes away.
        await player.until(lambda: table()["round"]["betting"], "bets are open")
        number_ = table()["round"]["number"]
        time.sleep(0.9)
        self.server.kill()
        self.server.start()
        player = await self.seat(self.server)
        await self.settled_after(player, number_)
        self.finish(self.server)

    async def test_only_the_expected_tumbler_is_believed(self):
        _, address, _ = self.start_tumbler(self.key)
        self.restart_with(address, "7" * 64)
        player = await self.seat(self.server)
        await player.watch("table/1")
        time.sleep(1.5)
        self.assertIn("another tumbler answered", self.server.log())
        self.assertEqual(self.server.stop(times=2), 0)
        # And a tumbler obeys only its own server.
        _, address, public = self.start_tumbler("8" * 64, key="other.key")
        self.restart_with(address, public)
        time.sleep(1.5)
        player = await self.seat(self.server)
        before = player.topics["table/1"]["results"]["last"]
        time.sleep(1.5)
        self.assertEqual(player.topics["table/1"]["results"]["last"], before)
        self.assertEqual(self.server.stop(times=2), 0)

    async def test_whoever_does_not_greet_does_not_hold_a_tumbler(self):
        _, address, public = self.start_tumbler(self.key)
        host, port = address.split(":")
        hello = {"type": "hello", "table": 1, "key": self.key, "nonce": "1" * 64, "results": 0}
        with socket.create_connection((host, int(port)), timeout=8) as silent:
            with socket.create_connection((host, int(port)), timeout=15) as server:
                server.sendall(json.dumps(hello).encode() + b"\n")
                with server.makefile() as lines:
                    self.assertEqual(json.loads(lines.readline())["key"], public)
            self.assertEqual(silent.recv(1), b"")

    async def test_one_that_is_not_there_is_in_the_log_once_and_when_it_is_there_again(self):
        process, address, public = self.start_tumbler(self.key)
        process.kill()
        process.wait()
        self.restart_with(address, public)
        await self.said("a tumbler can't be reached")
        time.sleep(2)
        line, = [one for one in self.server.log().splitlines() if "can't be reached" in one]
        for what in ("warning", "table=1", "address={} port={}".format(*address.split(":")), "Connection refused"):
            self.assertIn(what, line)
        self.assertNotIn("connected again", self.server.log())
        self.start_tumbler(self.key, address)
        await self.said("a tumbler is connected again")
        player = await self.seat(self.server)
        await self.settled_after(player, player.topics["table/1"]["results"]["last"])
        self.assertEqual(self.server.log().count("connected again"), 1)
        self.finish(self.server)

    async def said(self, what):
        until = time.monotonic() + 15
        while what not in self.server.log() and time.monotonic() < until:
            await asyncio.sleep(0.1)
        self.assertIn(what, self.server.log())

    async def test_one_that_does_not_greet_is_in_the_log(self):
        with socket.create_server(("127.0.0.1", 0)) as mute:
            self.restart_with("127.0.0.1:%d" % mute.getsockname()[1], "7" * 64)
            await self.said("it sends no greeting")
            self.assertEqual(self.server.stop(times=2), 0)

    async def test_misdeeds_over_the_network(self):
        _, address, public = self.start_tumbler(self.key, "127.0.0.1:0", "tumbler.key", "--misdeed", "fewer", "--every", "2")
        self.restart_with(address, public)
        player = await self.seat(self.server)
        last = player.topics["table/1"]["results"]["last"]
        await self.after(player, last + 3, "four rounds")
        rolls = player.topics["table/1"]["results"]["rolls"][:4]
        self.assertEqual(sum(roll is None for roll in rolls), 2, rolls)
        self.finish(self.server)


if __name__ == "__main__":
    rounds_test.PROGRAM = sys.argv.pop(1)
    unittest.main()
