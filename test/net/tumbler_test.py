# SPDX-License-Identifier: MIT
"""Tumblers inside the server and in a process of their own, their faults, and the proof of each
round's dice: tumbler_test.py PROGRAM."""
import asyncio
import hashlib
import hmac
import itertools
import json
import re
import signal
import socket
import subprocess
import tempfile
import time

import nacl.exceptions
import nacl.signing

import case
from client import PATIENCE, Refused
from house import Console, automatic, manual
from tumblers import PROTOCOL, Case, TumblerCase

AUTOMATIC = ("rws-etg", "mbs-etg", "maryland")


def number(n):
    return n.to_bytes(8, "little")


def roll_of(secret, round_, close=b""):
    """As docs/formats/tumbler.md has it."""
    dice = []
    for n in itertools.count():
        for byte in hmac.digest(secret, b"sicbo-dice-v1" + number(round_) + close + number(n),
                                "sha256"):
            if byte < 252:
                dice.append(byte % 6 + 1)
            if len(dice) == 3:
                return dice


def check_proof(proof):
    """A second implementation, from the page alone; raises if anything does not hold."""
    raw = {name: bytes.fromhex(proof[name])
           for name in ("key", "signature", "close_hash", "commitment", "secret")}
    text = (
        b"sicbo-result-v1" + number(proof["table"]) + number(proof["round"]) + raw["close_hash"] +
            number(proof["counter"]) + bytes(proof["roll"]) + number(proof["tumbles"]) + b"\x01")
    nacl.signing.VerifyKey(raw["key"]).verify(text, raw["signature"])
    assert hashlib.sha256(
        b"sicbo-commitment-v1" + raw["secret"]).digest() == raw["commitment"], "commitment"
    close = b"" if proof["mixed_first"] else raw["close_hash"]
    assert roll_of(raw["secret"], proof["round"], close) == proof["roll"], "dice"


def verify(proof, *words):
    done = case.run("verify", "-", *words, input=json.dumps(proof))
    return done.returncode, done.stdout + done.stderr


class Proof(Case):
    async def test_of_every_round_holds_for_two_who_share_no_code(self):
        server = await self.serve(automatic(*AUTOMATIC))
        proofs = await asyncio.gather(*(self.proof_of(server, table)
                                        for table in range(1, len(AUTOMATIC) + 1)))
        self.assertEqual(await server.stop(times=2), 0)
        for game, proof in zip(AUTOMATIC, proofs):
            self.assertEqual(proof["mixed_first"], game != "rws-etg")
            check_proof(proof)
            self.check_bundle(server, proof)
            self.check_parts(proof)
            self.check_alterations(proof)

    async def proof_of(self, server, table):
        """The last proof of a table, all of which was seen in time."""
        player = await self.seat(server, table)
        promised = {}
        last = player.seen("results")["last"]

        def all_shown():
            shown = player.seen("proof")
            if shown["commitment"]:
                promised.setdefault(shown["round"], shown["commitment"])
            proof = shown["last"]
            return proof and proof.get("secret") and proof["round"] > last + 1

        await player.until(all_shown, "proofs")
        proof = player.seen("proof")["last"]
        self.assertEqual(promised.get(proof["round"]), proof["commitment"], "shown beforehand")
        rounds = (await player.request("list_rounds", table=table, limit=1))["rounds"]
        self.assertEqual(verify([one["proof"] for one in rounds if one["proof"]])[0], 0)
        return proof

    def check_bundle(self, server, proof):
        """The dispute bundle carries the same."""
        done = case.run("history", str(server.folder / "data/journal"), "--table",
                        str(proof["table"]), "--round", str(proof["round"]), "--bundle", "-")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(json.loads(done.stdout)["proof"], proof)
        bundle = json.loads(done.stdout)
        self.assertEqual(bundle["dice_read"], "-".join(map(str, proof["roll"])))
        key = str(server.folder / "data/journal.key.pub")
        code, text = verify(bundle, "--key", proof["key"], "--journal-key", key)
        self.assertEqual((code, text.count("FAILS")), (0, 0), text)
        self.assertIn(f"the tumbler read {bundle['dice_read']}\n", text)
        # What the file says of the dice beside the events is not believed.
        code, text = verify({**bundle, "proof": None}, "--key", proof["key"])
        self.assertEqual((code, text.count("FAILS")), (0, 0), text)

    def check_parts(self, proof):
        code, text = verify(proof)
        self.assertEqual((code, text.count("holds")), (0, 3), text)
        self.assertEqual(verify(proof, "--key", proof["key"])[0], 0)
        self.assertEqual(verify(proof, "--key", "0" * 64)[0], 1)
        # What nobody signed shows the commitment alone, and half a signature or commitment shows
        # nothing.
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

    def check_alterations(self, proof):
        """Whatever is altered is found."""
        other = {"table": proof["table"] + 1, "round": proof["round"] + 1,
                 "roll": proof["roll"][1:] + [proof["roll"][0] % 6 + 1],
                 "close_hash": "1" * 64, "key": "2" * 64, "counter": proof["counter"] + 1,
                 "tumbles": proof["tumbles"] + 1, "signature": "3" * 128, "commitment": "4" * 64,
                 "secret": "5" * 64}
        for name, value in other.items():
            code, text = verify({**proof, name: value})
            self.assertEqual(code, 1, f"{name}: {text}")
            self.assertIn("FAILS", text)
            with self.assertRaises((AssertionError, nacl.exceptions.BadSignatureError, ValueError),
                                   msg=name):
                check_proof({**proof, name: value})

    def test_what_is_no_proof(self):
        for proof in ({}, [], 5, "x", {"table": 1}, [{"table": 1, "round": 1, "roll": [1, 2, 7]}]):
            code, text = verify(proof)
            self.assertIn(code, (1, 2), proof)
            self.assertEqual(len(text.strip().splitlines()) <= 1, True, text)
        self.assertIn("there is no proof in it", verify([])[1])
        bare = {"table": 1, "round": 1, "roll": [1, 2, 3], "close_hash": "0" * 64,
                "mixed_first": False}
        code, text = verify(bare)
        self.assertEqual(code, 1)
        self.assertIn("nothing here that could be verified", text)


class Faults(Case):
    """Each is noticed, ends as the document says, and the table goes on. Each has a table of its
    own."""

    VOID = {"no-tumble": "short-mix", "fewer": "short-mix", "not-flat": "not-flat",
            "damaged": "damaged-dice"}
    HARMLESS = ("no-answer", "nonsense", "other-round", "replay", "early", "false-result",
                "lost-line")
    MIXED = {"exposed": "exposed", "dome-broken": "broken", "damaged": "damaged-dice",
             "fewer": "short-mix"}

    async def inject_everywhere(self, config, faults, check):
        """Runs check(player, fault, ask) for all at once; ask() lets a device of that table
        commit it."""
        server = self.server = await self.serve(config)
        technician = await server.sign_in("technician")

        async def one(table, fault):
            player = await self.seat(server, table)
            await self.settled_after(player, 0)
            ask = lambda: technician.request("inject_fault", table=table, fault=fault,
                                             person=technician.person)
            await check(player, fault, ask)
            await self.settled_after(player, player.seen("results")["last"])

        await asyncio.gather(*(one(table, fault) for table, fault in enumerate(faults, 1)))
        return server

    async def bet_with(self, player, fault, ask):
        """The round in which a bet met the fault; while bets are open, since the tumble comes
        after it."""
        number_ = await self.bet_while_open(player, "big", before=ask)
        await player.until(lambda: player.mine("last") and player.mine("last")["round"] == number_,
                           f"the end of the round with {fault}")
        return player.mine("last")

    async def test_end_the_round_where_the_document_says_so(self):
        async def check(player, fault, ask):
            before = player.mine("money")
            last = await self.bet_with(player, fault, ask)
            self.assertEqual((last["ended"], last["void_for"]), ("void", self.VOID[fault]))
            self.assertEqual(last["payout"], 100)
            self.assertEqual(player.mine("money")["credit"], before["credit"] + before["staked"])

        server = await self.inject_everywhere(automatic(*["rws-etg"] * len(self.VOID)), self.VOID,
                                              check)
        await self.finish(server, times=2)

    async def test_do_no_harm_where_the_tumbler_only_talks_wrongly(self):
        async def check(player, fault, ask):
            last = await self.bet_with(player, fault, ask)
            self.assertEqual(last["ended"], "settled", fault)
            rounds = (await player.request("list_rounds", table=player.table,
                                           before=last["round"] + 1, limit=1))["rounds"]
            self.assertEqual((rounds[0]["round"], rounds[0]["proof"]["round"]),
                             (last["round"],) * 2, fault)

        server = await self.inject_everywhere(automatic(*["rws-etg"] * len(self.HARMLESS)),
                                              self.HARMLESS, check)
        for said in ("invalid message", "wrong_round", "lines were lost",
                     "signature of the tumbler's result is not valid"):
            self.assertIn(said, server.log())
        self.assertEqual(await server.stop(times=2), 0)

    async def test_that_befall_dice_that_lie_while_bets_are_open(self):
        async def check(player, fault, ask):
            await player.until(lambda: player.seen("round")["betting"], "bets are open")
            number_, results = player.seen("round")["number"], lambda: player.seen("results")
            await ask()  # it befalls the dice that are mixed next
            if fault == "early":
                await self.server.logged("not_armed")
                await self.after(player, results()["last"])
            else:
                await player.until(lambda: None in results()["rolls"][:results()["last"] - number_],
                                   fault)
            rounds = (await player.request("list_rounds", table=player.table, limit=9))["rounds"]
            causes = [one["void_for"] for one in rounds
                      if one["round"] > number_ and one["void_for"]]
            self.assertEqual(causes, [self.MIXED[fault]] if fault in self.MIXED else [])

        config = automatic(*["mbs-etg"] * (len(self.MIXED) + 1))
        server = await self.inject_everywhere(config, [*self.MIXED, "early"], check)
        self.assertEqual(await server.stop(times=2), 0)

    async def test_are_for_technicians_at_training_tables(self):
        server = await self.serve(automatic())
        technician, dealer = await server.sign_in("technician"), await server.sign_in("dealer")
        player = await self.seat(server)
        with self.assertRaises(Refused) as refused:
            await dealer.request("inject_fault", table=1, fault="fewer", person=dealer.person)
        self.assertEqual(refused.exception.reason, "not_allowed")
        with self.assertRaises(Refused):
            await technician.request("inject_fault", table=1, fault="explode",
                                     person=technician.person)
        with self.assertRaises(Refused) as refused:
            await player.request("inject_fault", table=1, fault="fewer", person=technician.person)
        self.assertEqual(refused.exception.reason, "not_signed_in")

    async def test_of_lights_are_noticed_and_the_document_is_followed(self):
        async def check(player, fault, ask):
            await player.until(lambda: player.seen("round")["betting"], "bets are open")
            number_ = player.seen("round")["number"]
            await ask()
            # Settled on the dice with a floorperson present, then out of service until repaired and
            # inspected.
            await player.until(
                lambda: player.seen("status")["out_of_service"] == "lights-failed",
                "out of service")
            await player.until(lambda: not player.seen("status")["out_of_service"], "repaired")
            rounds = (await player.request("list_rounds", table=player.table, limit=5))["rounds"]
            self.assertEqual({one["ended"] for one in rounds if one["round"] >= number_},
                             {"settled"})

        faults = ("one-dark", "one-wrong", "all-dark")
        config = automatic(*["maryland"] * len(faults)).replace(
            'training = true\n', 'training = true\nlights = "simulated"\n')
        await self.finish(await self.inject_everywhere(config, faults, check), times=2)


class Assisted(Case):
    """Dice that lean are reported by the tumbler when they are uncovered, and end the round."""

    async def lean(self, flat):
        server = await self.serve(manual("rws-etg").replace(
            "training = true\n",
            'training = true\nmode = "assisted"\ntumbler = "simulated"\npause_seconds = 0\n'))
        console = await Console.open(server, "rws-etg")
        await console.sign_in("technician")
        player = await self.seat(server)
        client, table = console.client, lambda: console.client.topics["table/1"]
        await client.until(lambda: table()["proof"]["commitment"], "a tumbler that is ready")
        await console.order("OpenBetting")
        await player.bet("big", 1000)
        await client.request("inject_fault", table=1, fault="not-flat",
                             person=console.people["technician"])
        await console.order("CloseBetting")
        await console.order("StartCoveredMix")
        await client.until(lambda: console.round["next"] == "uncover", "dice at rest")
        for _ in range(3):  # with each the server also reads what the tumbler has said
            await client.request("list_rounds", table=1)
        self.assertEqual(table()["round"]["ended"], "none")
        await console.order("Uncover", flat=flat)
        await player.until(lambda: player.mine("last"), "the end of the round")
        self.assertEqual((player.mine("last")["ended"], player.mine("last")["void_for"]),
                         ("void", "not-flat"))
        self.assertEqual(player.mine("last")["payout"], 1000)
        self.assertEqual(player.mine("money")["credit"], 50000)
        # The next round is as any other.
        await client.until(lambda: table()["proof"]["commitment"], "the next dice")
        await console.order("OpenBetting")
        await console.order("CloseBetting")
        await console.order("StartCoveredMix")
        await client.until(lambda: console.see("round_progress")["reading"], "a reading")
        await console.order("Uncover", flat=True)
        await console.order("EnterResult", roll=console.see("round_progress")["reading"])
        await client.until(lambda: table()["results"]["last"] == 2, "a result")
        await self.finish(server)

    async def test_where_the_dealer_sees_nothing(self):
        await self.lean(flat=True)

    async def test_where_the_dealer_sees_it_too(self):
        await self.lean(flat=False)


class OwnProcess(TumblerCase):
    async def test_plays_and_proves(self):
        process, address, public = self.start_tumbler(self.key)
        await self.restart_with(address, public)
        player = await self.seat(self.server)
        last = player.seen("results")["last"]
        await self.settled_after(player, last)
        await player.until(lambda: (player.seen("proof")["last"] or {}).get("secret"), "the secret")
        proof = player.seen("proof")["last"]
        self.assertEqual(proof["key"], public)
        check_proof(proof)
        # It goes away in the middle of a round and comes back: the round ends all the same.
        await player.until(lambda: player.seen("round")["betting"], "bets are open")
        number_ = player.seen("round")["number"]
        process.kill()
        process.wait()
        await self.server.logged("a tumbler can't be reached")
        self.start_tumbler(self.key, address)
        await self.after(player, number_ - 1, "the end of the round without a tumbler")
        await self.settled_after(player, number_ - 1)
        # So does one in which the server goes away.
        await player.until(lambda: player.seen("round")["betting"], "bets are open")
        number_ = player.seen("round")["number"]
        await player.until(lambda: not player.seen("round")["betting"], "bets are closed")
        self.server.kill()
        await self.server.start()
        player = await self.seat(self.server)
        await self.settled_after(player, number_)
        await self.finish(self.server)

    async def test_only_the_expected_tumbler_is_believed(self):
        _, address, _ = self.start_tumbler(self.key)
        await self.restart_with(address, "7" * 64)
        player = await self.seat(self.server)
        await self.server.logged("another end answered")
        self.assertEqual(await self.server.stop(times=2), 0)
        # And a tumbler obeys only its own server.
        _, address, public = self.start_tumbler("8" * 64, key="other.key")
        await self.restart_with(address, public)
        player = await self.seat(self.server)
        before = player.seen("results")["last"]
        await self.server.logged("a tumbler can't be reached")
        self.assertEqual(player.seen("results")["last"], before)
        self.assertEqual(await self.server.stop(times=2), 0)

    async def test_whoever_does_not_greet_does_not_hold_a_tumbler(self):
        _, address, public = self.start_tumbler(self.key)
        host, port = address.split(":")
        hello = {"type": "hello", "protocol": PROTOCOL, "key": self.key, "fresh": "9" * 64}
        with socket.create_connection((host, int(port)), timeout=PATIENCE) as silent:
            with socket.create_connection((host, int(port)), timeout=PATIENCE) as server:
                server.sendall(json.dumps(hello).encode() + b"\n")
                with server.makefile() as lines:
                    self.assertEqual(json.loads(lines.readline())["key"], public)
            self.assertEqual(silent.recv(1), b"")

    async def test_one_that_is_not_there_is_in_the_log_once_and_when_it_is_there_again(self):
        process, address, public = self.start_tumbler(self.key)
        process.kill()
        process.wait()
        await self.restart_with(address, public)
        await self.server.logged("a tumbler can't be reached")
        host, port = address.split(":")
        attempts = 3
        with socket.create_server((host, int(port))) as closing:
            closing.settimeout(PATIENCE)
            for _ in range(attempts):
                (await asyncio.to_thread(closing.accept))[0].close()
        # What the server logs of them it has logged before it answers.
        player = await self.seat(self.server)
        await player.request("list_rounds", table=1)
        line, = [one for one in self.server.log().splitlines() if "can't be reached" in one]
        for what in ("warning", "table=1", "address={} port={}".format(*address.split(":")),
                     "Connection refused"):
            self.assertIn(what, line)
        self.assertNotIn("connected again", self.server.log())
        self.start_tumbler(self.key, address)
        await self.server.logged("a tumbler is connected again")
        await self.settled_after(player, player.seen("results")["last"])
        self.assertEqual(self.server.log().count("connected again"), 1)
        await self.finish(self.server)

    async def test_one_that_does_not_greet_is_in_the_log(self):
        with socket.create_server(("127.0.0.1", 0)) as mute:
            await self.restart_with("127.0.0.1:%d" % mute.getsockname()[1], "7" * 64)
            await self.server.logged("it sends no greeting")
            self.assertEqual(await self.server.stop(times=2), 0)

    async def test_one_that_sends_nonsense_is_not_tried_all_the_time(self):
        """How often the server connects, by a lower bound of the time between two attempts."""
        with socket.create_server(("127.0.0.1", 0)) as nonsense:
            nonsense.settimeout(PATIENCE)
            await self.restart_with("127.0.0.1:%d" % nonsense.getsockname()[1], "7" * 64)
            times = []
            for _ in range(5):
                connection = (await asyncio.to_thread(nonsense.accept))[0]
                times.append(time.monotonic())
                with connection:
                    connection.settimeout(PATIENCE)
                    await asyncio.to_thread(connection.recv, 1000)
                    connection.sendall(b'{"type":"rubbish"}\n')
            self.assertGreater(times[-1] - times[0], 4 * 0.4, times)
            self.assertEqual(await self.server.stop(times=2), 0)

    async def test_faults_over_the_network(self):
        _, address, public = self.start_tumbler(self.key, "127.0.0.1:0", "tumbler.key", "--misdeed",
                                                "fewer", "--every", "2")
        await self.restart_with(address, public)
        player = await self.seat(self.server)
        last = player.seen("results")["last"]
        await self.after(player, last + 3, "four rounds")
        rolls = player.seen("results")["rolls"][:4]
        self.assertEqual(sum(roll is None for roll in rolls), 2, rolls)
        await self.finish(self.server)


class LateReading(TumblerCase):
    async def test_a_dealer_alone_does_not_void_a_round_that_is_thrown(self):
        server = await self.serve(manual("rws-etg"))
        key = re.search(r"in each tumbler key=(\w{64})", server.log()).group(1)
        self.assertEqual(await server.stop(times=2), 0)
        process, address, public = self.start_tumbler(key)
        server.config = manual("rws-etg").replace(
            "training = true\n", f'training = true\nmode = "assisted"\ntumbler = "{address}"\n'
            f'tumbler_key = "{public}"\n', 1)
        await server.start()
        console = await Console.open(server, "rws-etg")
        player = await server.guest(console.table)
        await console.play_until_open()
        await player.bet("small", 100)
        await console.order("CloseBetting")
        until = console.client.until
        await until(lambda: console.see("round_progress")["armed"], "the tumbler is armed")
        process.send_signal(signal.SIGSTOP)  # a line that is slow, or was cut by a friend
        self.addCleanup(process.send_signal, signal.SIGCONT)
        await console.order("StartCoveredMix")
        with self.assertRaises(Refused) as refused:
            await console.order("EndMix", mixes=0)
        self.assertEqual(refused.exception.reason, "reader_in_use")
        await console.order("Report", cause="damaged-dice", note="a corner")
        await until(lambda: console.status["phase"] == "held", "the round is held")
        self.assertEqual(console.status["held"]["contested"], "damaged-dice")
        process.send_signal(signal.SIGCONT)
        await until(lambda: console.see("round_progress")["reading"], "the reading")
        self.assertEqual(console.status["phase"], "held")
        await console.order("DecideVoid", by="supervisor", confirmed=False, reason="it is whole")
        await console.order("Uncover", flat=True)
        await console.order("EnterResult", roll=console.see("round_progress")["reading"])
        await until(lambda: console.round["ended"] == "settled", "the end of the round")
        await server.hang_up()
        self.assertEqual(await server.stop(times=2), 0)
        self.assertEqual((await server.audit())[0], 0)


if __name__ == "__main__":
    case.main()
