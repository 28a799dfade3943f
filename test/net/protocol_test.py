# SPDX-License-Identifier: MIT
"""The protocol from outside: what it says against its schema, requests again and out of order, what
is malformed, too much or not for this client: protocol_test.py PROGRAM."""
import asyncio
import json
import pathlib
import socket
import sys
import time
import unittest
import urllib.error

import jsonschema
import nacl.signing
import websockets

from client import Client, Refused
from house import MANUAL, Console, manual
import rounds_test

SCHEMA = json.loads((pathlib.Path(__file__).resolve().parents[2] / "docs/formats/protocol.schema.json").read_text())


def validator(side):
    return jsonschema.Draft202012Validator({"$ref": f"#/$defs/{side}", "$defs": SCHEMA["$defs"]})


class Schema(rounds_test.Case):
    async def test_all_that_is_said_in_rounds_of_every_game_fits(self):
        record = []
        server = self.serve(manual())
        for game, (table, _) in MANUAL.items():
            console = await Console.open(server, game, record=record)
            player = await server.connect(record=record)
            place = await player.join(table)
            await player.watch("property")
            await console.step([1, 2, 4])
            await console.play_until_open()
            seat = {} if place["topic"].startswith("terminal") else {"stay": place["number"]}
            await player.bet("small", 1000, **seat)
            with self.assertRaises(Refused):
                await player.bet("small", 1, **seat)
            await player.order("WithdrawBets", **{"arguments": {"bets": [{"spot": "small"}], **seat}})
            await player.bet("small", 1000, **seat)
            while console.round["betting"]:
                await console.step([1, 2, 4])
            with self.assertRaises(Refused):
                await player.bet("small", 1000, **seat)
            await console.play_to_end((1, 2, 4))
            await player.until(lambda: player.mine("last"), "the end")
            await player.request("list_rounds", table=table)
            await player.request("leave")
            await console.client.close()
        checks = {"client": validator("client"), "server": validator("server")}
        for side, message in record:
            error = jsonschema.exceptions.best_match(checks[side].iter_errors(message))
            self.assertIsNone(error, f"{side}: {json.dumps(message)[:1000]}\n{error}")
        self.assertGreater(len(record), 200)
        self.finish(server)

    def test_the_schema_can_fail(self):
        check = validator("client")
        good = {"id": 1, "type": "order", "order": "OpenBetting", "table": 1}
        self.assertTrue(check.is_valid(good))
        for bad in ({**good, "time": 5}, {**good, "order": "Open"}, {**good, "id": "1"}, {"id": 1}):
            self.assertFalse(check.is_valid(bad), bad)
        self.assertFalse(validator("server").is_valid([{"delta": "table/1", "seq": 1, "state": {}}]))
        self.assertFalse(validator("server").is_valid([{"snapshot": "table/1", "seq": 1, "at": 1, "state": {}}]))


class Requests(rounds_test.Case):
    async def asyncSetUp(self):
        self.server = self.serve(manual("rws-etg"))
        self.console = await Console.open(self.server, "rws-etg")
        self.player = await self.server.connect()
        await self.player.join(1)
        await self.console.play_until_open()

    def order(self, number, spot="big", amount=1000):
        return {"id": number, "type": "order", "order": "PlaceBets", "arguments": {"bets": [{"spot": spot, "amount": amount}]}}

    async def test_a_request_sent_again_is_followed_once(self):
        player = self.player
        first = await player.bet("big", 1000)
        number = player.counter
        for _ in range(5):
            again = await player.request_as(number, "order", order="PlaceBets",
                                        **{"arguments": {"bets": [{"spot": "big", "amount": 1000}]}})
            self.assertEqual(again["bets"][0], first)
        self.assertEqual(player.mine("money")["staked"], 1000)
        # From a new connection too, whose counter goes on from what the server knows.
        token = player.token
        await player.close()
        other = await self.server.connect()
        answer = await other.join(1, token=token)
        self.assertEqual(answer["topic"], player.place)
        self.assertEqual(answer["request"], number)
        again = await other.request_as(number, "order", order="PlaceBets",
                                   **{"arguments": {"bets": [{"spot": "big", "amount": 1000}]}})
        self.assertEqual(again["bets"][0], first)
        self.assertEqual(other.mine("money")["staked"], 1000)
        self.assertEqual(other.mine("bets"), [{"spot": "big", "stake": 1000}])

    async def test_requests_out_of_order_are_each_followed_once(self):
        player, base = self.player, self.player.counter
        numbers = [base + n for n in (3, 1, 5, 2, 4, 3, 1, 5)]
        for number in numbers:
            await player.send(self.order(number, amount=100))
        await player.until(lambda: all(number in player.replies for number in numbers), "all answers")
        self.assertTrue(all(player.replies[number]["ok"] for number in numbers))
        await player.until(lambda: player.mine("money")["staked"] == 500, "five bets")
        self.assertEqual(player.mine("money"), {"credit": 49500, "staked": 500, "owed": 0, "unclaimed": 0})

    async def test_play_credit_that_is_full_is_not_topped_up(self):
        player = self.player
        with self.assertRaises(Refused) as refused:
            await player.request("top_up")
        self.assertEqual(refused.exception.reason, "credit_full")
        await player.bet("big", 1000)
        await player.request("top_up")
        await player.until(lambda: player.mine("money")["credit"] == 50000, "credit again")

    async def test_rounds_are_looked_back_through_page_by_page(self):
        for number in range(1, 6):
            await self.console.play_until_open()
            if number == 3:
                await self.player.bet("small", 1000)
            await self.console.play_to_end((1, 2, number))
        pages, before = [], {}
        while page := (await self.player.request("list_rounds", table=1, limit=2, **before))["rounds"]:
            pages.append(page)
            before = {"before": page[-1]["round"]}
        self.assertEqual([[one["round"] for one in page] for page in pages], [[5, 4], [3, 2], [1]])
        third = pages[1][0]
        self.assertEqual((third["roll"], third["payout"]), ([1, 2, 3], 2000))
        everything = [one for page in pages for one in page]
        self.assertEqual(len({one["dice_set"] for one in everything}), 1)
        times = [one["at"] for one in everything]
        self.assertEqual(times, sorted(times, reverse=True))
        self.assertLess(abs(times[0] - 1000 * time.time()), 600_000)
        for before in (1, 2**53):
            page = (await self.player.request("list_rounds", table=1, before=before))["rounds"]
            self.assertEqual(len(page), 0 if before == 1 else 5)
        for bad in (0, -1, "5"):
            with self.assertRaises(Refused) as refused:
                await (await self.server.connect()).request("list_rounds", table=1, before=bad)
            self.assertEqual(refused.exception.reason, "bad_message")

    async def test_whoever_missed_something_asks_for_all(self):
        player = self.player
        await player.bet("big", 1000)
        player.sequence[player.place] -= 1  # as if a delta had been lost
        await player.bet("big", 1000)
        self.assertEqual(player.gaps, 1)
        await player.request("watch", topic=player.place)
        await player.until(lambda: player.mine("money")["staked"] == 2000, "a snapshot")

    async def test_a_place_has_one_connection(self):
        other = await self.server.connect()
        answer = await other.join(1, token=self.player.token)
        self.assertEqual(answer["topic"], self.player.place)
        await self.player.until(lambda: self.player.closed, "the end of the older one")
        self.assertIn({"notice": "taken_over"}, self.player.notices)
        await other.bet("big", 1000)

    async def test_a_token_is_worth_nothing_once_somebody_else_sat_there(self):
        player = await self.server.connect()
        place = (await player.join(1, layout="rws-etg-2"))["topic"]
        await player.request("leave")
        other = await self.server.connect()
        while (await other.join(1, layout="rws-etg-2"))["topic"] != place:  # the last to be given away
            other = await self.server.connect()
        again = await self.server.connect()
        self.assertNotEqual((await again.join(1, token=player.token))["topic"], place)
        await other.bet("big", 1000)
        self.assertFalse(other.closed)

    async def test_a_place_that_was_left_with_bets_is_kept(self):
        player = await self.server.connect()
        place = (await player.join(1, layout="rws-etg-2"))["topic"]
        await player.bet("big", 1000)
        await player.close()
        for _ in range(9):
            other = await self.server.connect()
            self.assertNotEqual((await other.join(1, layout="rws-etg-2"))["topic"], place)
        with self.assertRaises(Refused):
            await (await self.server.connect()).join(1, layout="rws-etg-2")
        back = await self.server.connect()
        self.assertEqual((await back.join(1, token=player.token))["topic"], place)
        self.assertEqual(back.mine("bets"), [{"spot": "big", "stake": 1000}])

    async def test_what_was_meant_for_a_round_reaches_no_other(self):
        player, number = self.player, self.console.round["number"]
        order = {"order": "PlaceBets", "arguments": {"bets": [{"spot": "big", "amount": 1000}]}}
        await player.request("order", round=number, **order)
        followed = player.counter
        with self.assertRaisesRegex(Refused, "wrong_round"):
            await player.request("order", round=number + 1, **order)
        self.assertEqual(player.mine("money")["staked"], 1000)
        refused = player.counter
        await player.request("order", round=number, **order)
        # What was followed is answered as it was, whatever round there is by then.
        await self.console.play_to_end((1, 2, 4))
        await self.console.play_until_open()
        again = await player.request_as(followed, "order", round=number, **order)
        self.assertTrue(again["ok"])
        with self.assertRaisesRegex(Refused, "wrong_round"):
            await player.request("order", round=number, **order)
        # Nor does one that was refused then and comes again, though a later one was followed.
        with self.assertRaisesRegex(Refused, "wrong_round"):
            await player.request_as(refused, "order", round=number + 2, **order)
        self.assertEqual(player.mine("bets"), [])

    async def test_one_password_at_a_time(self):
        """Or one connection could keep everybody else from logging on."""
        stranger = await self.server.connect()
        for number in range(1, 11):
            await stranger.send({"id": number, "type": "sign_in", "name": "nobody", "password": "wrong-password"})
        await stranger.until(lambda: all(number in stranger.replies for number in range(1, 11)), "all answers")
        reasons = [stranger.replies[number]["reason"] for number in range(1, 11)]
        self.assertEqual(reasons.count("wrong_password") + reasons.count("busy"), 10)
        self.assertEqual(reasons[0], "wrong_password")
        self.assertIn("busy", reasons)

    async def test_nobody_sees_or_does_what_is_not_theirs(self):
        player = self.player
        other = await self.server.connect()
        await other.join(1)
        for topic in (other.place, "console/1", "places/1"):
            with self.assertRaises(Refused) as refused:
                await player.request("watch", topic=topic)
            self.assertEqual(refused.exception.reason, "not_allowed", topic)
        for order, fields in (("CloseBetting", {}), ("KeyDice", {"dice": [1, 2, 3]}), ("OpenTable", {}),
                              ("PutCredit", {"terminal": 101, "amount": 100}), ("Restart", {}),
                              ("ReportReading", {"round": 1, "close_hash": "0" * 64, "roll": [1, 1, 1]})):
            with self.assertRaises(Refused) as refused:
                await player.order(order, **{"arguments": fields} if fields else {})
            self.assertEqual(refused.exception.reason, "not_allowed", order)
        with self.assertRaises(Refused) as refused:
            await player.order("OpenBetting", table=1, person=2)
        self.assertEqual(refused.exception.reason, "not_signed_in")
        # A dealer does not become the system, nor somebody higher, by saying so.
        for role in ("system", "shift-manager", "player"):
            with self.assertRaises(Refused) as refused:
                await self.console.client.order("Restart" if role == "system" else "OpenTable", table=1, role=role,
                                               person=self.console.people["dealer"])
            self.assertIn(refused.exception.reason, ("role_not_held", "not_allowed"), role)
        # What others do is not in what a player is told.
        await other.bet("small", 700)
        await player.bet("big", 100)
        self.assertNotIn("700", json.dumps(player.topics))

    async def test_passwords(self):
        stranger = await self.server.connect()
        await self.server.hire("auditor")
        for name, password in (("auditor", "wrong-password"), ("nobody", "wrong-password")):
            with self.assertRaises(Refused) as refused:
                await stranger.request("sign_in", name=name, password=password)
            self.assertEqual(refused.exception.reason, "wrong_password")
        for _ in range(2):
            with self.assertRaises(Refused):
                await stranger.request("sign_in", name="auditor", password="wrong-password")
        with self.assertRaises(Refused) as refused:  # locked, even with the right one
            await stranger.request("sign_in", name="auditor", password=self.server.passwords["auditor"])
        self.assertEqual(refused.exception.reason, "person_disabled")
        with self.assertRaises(Refused) as refused:
            await stranger.request("set_password", name="dealer", person=1, new="a-new-password")
        self.assertEqual(refused.exception.reason, "not_signed_in")
        with self.assertRaises(Refused):
            await stranger.request("set_password", name="dealer", old="wrong-password", new="a-new-password")


class Terminals(rounds_test.Case):
    """Terminals with keys of their own, at a table that is not for training."""

    async def asyncSetUp(self):
        config = manual("rws-etg").replace("training = true\n", "").replace('play_credit = "500.00"\n', "")
        self.server = self.serve(config)
        self.console = await Console.open(self.server, "rws-etg")
        await self.console.sign_in("technician")
        await self.console.sign_in("cashier")

    async def enrol(self, terminal, key):
        client = self.console.client
        answer = await client.request("create_enrolment_code", table=1, terminal=terminal, person=self.console.people["technician"])
        one = await self.server.connect()
        await one.request("enrol", code=answer["code"], key=key.verify_key.encode().hex())
        await one.close()
        return answer["code"]

    async def prove(self, terminal, key, text=None):
        one = await self.server.connect()
        await one.until(lambda: one.notices, "the greeting")
        self.assertEqual(one.notices[0]["hello"], "sicbo.v1")
        text = text or f"sicbo-terminal-v1 {one.notices[0]['nonce']} {terminal}"
        answer = await one.request("authenticate_terminal", terminal=terminal, signature=key.sign(text.encode()).signature.hex())
        one.place = answer["topic"]
        await one.watch(one.place)
        return one

    async def test_enrol_once_prove_themselves_and_play_for_money(self):
        key, other = nacl.signing.SigningKey.generate(), nacl.signing.SigningKey.generate()
        code = await self.enrol(101, key)
        stranger = await self.server.connect()
        with self.assertRaises(Refused) as refused:
            await stranger.request("enrol", code=code, key=other.verify_key.encode().hex())
        self.assertEqual(refused.exception.reason, "wrong_code")
        with self.assertRaises(Refused) as refused:
            await stranger.join(1)
        self.assertEqual(refused.exception.reason, "not_allowed")
        for terminal, wrong, text in ((101, other, None), (102, key, None), (101, key, "sicbo-terminal-v1 " + "0" * 64 + " 101")):
            with self.assertRaises(Refused) as refused:
                await self.prove(terminal, wrong, text)
            self.assertEqual(refused.exception.reason, "wrong_key")
        player = await self.prove(101, key)
        await self.console.order("PutCredit", by="cashier", terminal=101, amount=10000)
        await player.until(lambda: player.mine("money")["credit"] == 10000, "credit")
        await self.console.play_until_open()
        await player.bet("big", 1000)
        # A newer connection takes the place over; the older one is closed.
        again = await self.prove(101, key)
        await player.until(lambda: player.closed, "the end of the older one")
        self.assertEqual(again.mine("bets"), [{"spot": "big", "stake": 1000}])
        # Set up again: the old key opens nothing.
        await self.enrol(101, other)
        with self.assertRaises(Refused):
            await self.prove(101, key)
        new = await self.prove(101, other)
        await self.console.play_to_end((6, 5, 1))
        await new.until(lambda: new.mine("money")["credit"] == 11000, "the win")
        await self.console.order("PayCredit", by="cashier", terminal=101)
        self.finish(self.server)

    def place(self, terminal):
        return next(one for one in self.console.client.topics["places/1"]["places"] if one["terminal"] == terminal)

    def events(self):
        """In the journal."""
        line = next(one for one in self.server.get("/metrics")[1].splitlines() if one.startswith("sicbo_events_total "))
        return float(line.split()[1])

    async def test_are_seen_to_go_and_come_back_while_their_bets_stand(self):
        key, staff = nacl.signing.SigningKey.generate(), self.console.client
        await self.enrol(101, key)
        await staff.until(lambda: not self.place(101)["online"], "that nobody has come yet")
        player = await self.prove(101, key)
        await staff.until(lambda: self.place(101)["online"], "that it has come")
        await self.console.order("PutCredit", by="cashier", terminal=101, amount=10000)
        await self.console.play_until_open()
        await player.bet("big", 1000)
        # Gone and back at once is no news.
        before = self.events()
        await player.close()
        player = await self.prove(101, key)
        await asyncio.sleep(4)
        self.assertEqual(self.events(), before)
        await player.close()
        await staff.until(lambda: not self.place(101)["online"], "that it is gone")
        self.assertEqual(self.events(), before + 1)
        self.assertEqual(self.place(101)["staked"], 1000)
        with self.assertRaises(Refused) as refused:
            await self.console.order("PutCredit", by="cashier", terminal=101, amount=10000)
        self.assertEqual(refused.exception.reason, "terminal_offline")
        await self.console.play_to_end((6, 5, 1))
        await staff.until(lambda: self.place(101)["credit"] == 11000, "the win of one that is gone")
        player = await self.prove(101, key)
        await staff.until(lambda: self.place(101)["online"], "that it is back")
        await self.console.play_until_open()
        await player.bet("big", 1000)
        # A server that stops has not lost its terminals; one that they do not come back to has.
        self.assertEqual(self.server.stop(times=2), 0)
        self.server.start()
        self.console.client = await self.server.sign_in("supervisor")
        await self.console.client.watch("places/1")
        self.assertTrue(self.place(101)["online"])
        await self.console.client.until(lambda: not self.place(101)["online"], "that it did not come back")
        player = await self.prove(101, key)
        await self.console.client.until(lambda: self.place(101)["online"], "that it did")
        self.finish(self.server)

    async def test_codes_are_for_those_who_set_terminals_up(self):
        for who, reason in (("dealer", "not_allowed"), ("cashier", "not_allowed")):
            with self.assertRaises(Refused) as refused:
                await self.console.client.request("create_enrolment_code", table=1, terminal=101, person=self.console.people[who])
            self.assertEqual(refused.exception.reason, reason)
        stranger = await self.server.connect()
        with self.assertRaises(Refused) as refused:
            await stranger.request("create_enrolment_code", table=1, terminal=101, person=2)
        self.assertEqual(refused.exception.reason, "not_signed_in")
        for code in ("", "xxxx-xxxx-xxxx"):
            with self.assertRaises(Refused):
                await stranger.request("enrol", code=code, key="0" * 64)


class Staff(rounds_test.Case):
    async def test_who_is_disabled_sees_and_does_nothing_more(self):
        server = self.serve(manual("rws-etg"))
        console = await Console.open(server, "rws-etg")
        dealer = await server.connect()
        await dealer.watch("table/1")
        await server.sign_in("dealer", dealer)  # from the console's connection to one of their own
        await dealer.watch("console/1")
        await dealer.watch("places/1")
        admin = await server.sign_in("admin")
        await admin.order("DisablePerson", **{"person": admin.person, "arguments": {"person": dealer.person}})
        seen = {topic: json.dumps(state) for topic, state in dealer.topics.items()}
        player = await server.connect()
        await player.join(1)
        await console.order("TakeOutOfService", by="supervisor", reason="a look at the dice")
        await dealer.until(lambda: dealer.topics["table/1"]["status"]["out_of_service"], "what everybody sees")
        await console.client.until(lambda: any(one["credit"] for one in console.client.topics["places/1"]["places"]), "a guest")
        await asyncio.sleep(0.5)
        for topic in ("console/1", "places/1"):
            self.assertEqual(json.dumps(dealer.topics[topic]), seen[topic], topic)
            with self.assertRaises(Refused) as refused:
                await dealer.request("watch", topic=topic)
            self.assertEqual(refused.exception.reason, "not_allowed")
        with self.assertRaises(Refused) as refused:
            await dealer.order("OpenBetting", table=1, person=dealer.person)
        self.assertEqual(refused.exception.reason, "not_signed_in")
        with self.assertRaises(Refused) as refused:
            await server.sign_in("dealer", dealer)
        self.assertEqual(refused.exception.reason, "person_disabled")
        self.finish(server)


    async def test_whose_password_was_reset_must_enter_again(self):
        server = self.serve(manual("rws-etg"))
        dealer = await server.sign_in("dealer")
        admin = await server.sign_in("admin")
        await admin.request("set_password", person=admin.person, name="dealer", new="for-once-only")
        with self.assertRaises(Refused) as refused:
            await dealer.order("LogOn", table=1, person=dealer.person)
        self.assertEqual(refused.exception.reason, "not_signed_in")
        self.finish(server)


class Guests(rounds_test.Case):
    async def test_have_no_claim_to_a_terminal_that_was_enrolled_since(self):
        server = self.serve(manual("rws-etg"))
        console = await Console.open(server, "rws-etg")
        await console.sign_in("technician")
        guest = await server.connect()
        place = await guest.join(1)
        token = guest.token
        await console.play_until_open()
        await guest.bet("big", 1000)
        code = await console.client.request("create_enrolment_code", table=1, terminal=place["number"], person=console.people["technician"])
        one, key = await server.connect(), nacl.signing.SigningKey.generate()
        await one.request("enrol", code=code["code"], key=key.verify_key.encode().hex())
        # Neither the one who sits there now, nor with the token later.
        await guest.until(lambda: guest.closed, "the end for the guest")
        self.assertIn({"notice": "taken_over"}, guest.notices)
        again = await server.connect()
        other = await again.join(1, token=token)
        self.assertNotEqual(other["number"], place["number"])
        self.assertEqual(again.mine("bets"), [])
        self.assertNotEqual(again.token, token)
        with self.assertRaises(Refused) as refused:
            await again.request("watch", topic=place["topic"])
        self.assertEqual(refused.exception.reason, "not_allowed")
        await console.play_to_end((1, 2, 4))
        self.finish(server)


class Nonsense(rounds_test.Case):
    async def asyncSetUp(self):
        self.server = self.serve(manual("rws-etg"))
        self.console = await Console.open(self.server, "rws-etg")
        self.honest = await self.server.connect()
        await self.honest.join(1)
        await self.console.play_until_open()

    async def still_fine(self):
        before = self.honest.mine("money")["staked"]
        await self.honest.bet("big", 100)
        self.assertEqual(self.honest.mine("money")["staked"], before + 100)

    async def raw(self):
        one = await websockets.connect(f"ws://{self.server.address}/socket", subprotocols=["sicbo.v1"],
                                       compression=None)
        self.assertIn("hello", json.loads(await one.recv())[0])
        return one

    async def test_each_is_answered_and_the_third_ends_the_connection(self):
        texts = [
            "", "{", "[]", "null", "7", '"text"', "{}", '{"id":1}', '{"id":0,"type":"leave"}', '{"id":-1,"type":"leave"}',
            '{"id":1.5,"type":"leave"}', '{"id":"1","type":"leave"}', '{"id":9007199254740993,"type":"leave"}',
            '{"id":1,"type":"stand"}', '{"id":1,"type":"leave","x":1}', '{"id":1,"id":2,"type":"leave"}',
            '{"id":1,"type":"join"}', '{"id":1,"type":"join","table":"1"}', '{"id":1,"type":"watch","topic":"table/01"}',
            '{"id":1,"type":"watch","topic":"table/99999999999"}', '{"id":1,"type":"order","order":"Nothing"}',
            '{"id":1,"type":"order","order":"PlaceBets"}', '{"id":1,"type":"order","order":"PlaceBets","arguments":{"bets":{}}}',
            '{"id":1,"type":"order","order":"PlaceBets","arguments":{"bets":[{"spot":"big","amount":1.5}]}}',
            '{"id":1,"type":"order","order":"PlaceBets","arguments":{"bets":[{"spot":"big","amount":-1}]}}',
            '{"id":1,"type":"order","order":"PlaceBets","arguments":{"bets":[{"spot":"bigger","amount":1}]}}',
            '{"id":1,"type":"order","order":"PlaceBets","arguments":{"bets":[{"spot":"big","amount":1,"at":5}]}}',
            '{"id":1,"type":"order","order":"KeyDice","arguments":{"dice":[1,2,"3"]}}',
            '{"id":1,"type":"order","order":"EnterResult","arguments":{"roll":[1,2,7]}}',
            '{"id":1,"type":"order","order":"EnterResult","arguments":{}}',
            '{"id":1,"type":"sign_in","name":"a\\u0000b","password":"x"}', "[" * 4000, '{"id":1,"type":"leave"} x',
        ]
        for start in range(0, len(texts), 3):
            one = await self.raw()
            for text in texts[start:start + 3]:
                await one.send(text)
                answer = json.loads(await asyncio.wait_for(one.recv(), 10))[0]
                self.assertEqual((answer["ok"], answer["reason"]), (False, "bad_message"), text)
                self.assertTrue(answer["detail"], text)
            with self.assertRaises(websockets.ConnectionClosed) as closed:
                await asyncio.wait_for(one.recv(), 10)
            self.assertEqual(closed.exception.rcvd.code, 1008)
        await self.still_fine()

    async def test_what_is_too_large_or_binary_ends_the_connection(self):
        for what, code in (("x" * 2**20, 1009), (b"{}", 1007), ("\x00" * 4097, 1009), (["x" * 2048, "x" * 2049], 1009),
                           (["{", "}"] * 3, 1008)):
            one = await self.raw()
            with self.assertRaises(websockets.ConnectionClosed) as closed:
                await one.send(what)  # the server may end it before all of it was sent
                await asyncio.wait_for(one.recv(), 10)
            self.assertEqual(closed.exception.rcvd.code, code)
        await self.still_fine()

    async def test_staff_may_say_more_at_once_than_players(self):
        def large(number, size):
            text = json.dumps({"id": number, "type": "list_rounds", "table": 1})
            return text + " " * (size - len(text))

        async def takes(client, size):
            client.counter += 1
            await client.socket.send(large(client.counter, size))
            await client.until(lambda: client.counter in client.replies, f"an answer to {size} bytes")

        async def ends(client, size):
            await client.socket.send(large(client.counter + 1, size))
            await client.until(lambda: client.closed, f"the end after {size} bytes")
            self.assertEqual(client.closed[0], 1009)

        player = await self.server.connect()
        await player.join(1)
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

    async def test_whoever_asks_for_nothing_is_closed(self):
        idle, talks, spectator, player = [await self.server.connect() for _ in range(4)]
        staff = await self.server.sign_in("auditor")
        await spectator.watch("property")
        await player.join(1)
        with self.assertRaises(Refused):
            await talks.request("leave")
        begun = time.monotonic()
        for client in (idle, talks):
            await client.until(lambda: client.closed, "the end")
            self.assertEqual(client.closed, (1008, "no request"))
        self.assertGreater(time.monotonic() - begun, 5)
        await asyncio.sleep(1)
        for client in (spectator, player, staff):
            self.assertIsNone(client.closed)
        await self.still_fine()

    async def test_a_flood_ends_the_connection(self):
        one = await Client.connect(self.server.address)
        try:
            for n in range(1, 500):
                await one.send({"id": n, "type": "leave"})
        except websockets.ConnectionClosed:
            pass
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
        for origin in ("null", "http://evil.example", f"{own}.evil.example", "http://127.0.0.1:1", own.upper(),
                       f"http://localhost:{port}", "http://127.0.0.1", f"ftp://{self.server.address}", own + "/", "",
                       f"http://user@{self.server.address}"):
            with self.assertRaises(websockets.InvalidStatusCode, msg=origin) as refused:
                await websockets.connect(address, subprotocols=["sicbo.v1"], extra_headers={"Origin": origin})
            self.assertEqual(refused.exception.status_code, 403, origin)
        with self.assertRaises(websockets.InvalidStatusCode):
            await websockets.connect(f"ws://{self.server.address}/elsewhere", subprotocols=["sicbo.v1"])

    def send_raw(self, data, patience=8):
        """What comes back until the server hangs up."""
        host, port = self.server.address.split(":")
        got = b""
        with socket.create_connection((host, int(port)), timeout=patience) as one:
            one.sendall(data)
            try:
                while chunk := one.recv(65536):
                    got += chunk
            except ConnectionResetError:
                pass
        return got

    async def test_http_that_is_none(self):
        loop = asyncio.get_running_loop()
        for data, begins in ((b"\x16\x03\x01\x02\x00" * 20, b"HTTP/1.1 400"), (b"GET\r\n\r\n", b"HTTP/1.1 400"),
                             (b"GET / HTTP/1.1\r\nX: " + b"y" * 20000 + b"\r\n\r\n", b"HTTP/1.1 413"),
                             (b"POST / HTTP/1.1\r\nContent-Length: 99999999\r\n\r\n", b"HTTP/1.1 413"),
                             (b"DELETE / HTTP/1.1\r\nConnection: close\r\n\r\n", b"HTTP/1.1 405"),
                             (b"GET /../../etc/passwd HTTP/1.1\r\nConnection: close\r\n\r\n", b"HTTP/1.1 404")):
            got = await loop.run_in_executor(None, self.send_raw, data)
            self.assertTrue(got.startswith(begins), (data[:60], got[:100]))
        # Half a request is not waited for for ever.
        await loop.run_in_executor(None, self.send_raw, b"GET / HTTP/1.1\r\n", 15)
        await self.still_fine()

    async def test_a_connection_that_takes_nothing_holds_nobody_up(self):
        deaf = await self.raw()
        deaf.transport.pause_reading()
        for n in range(30):
            await deaf.send(json.dumps({"id": n + 1, "type": "watch", "topic": "table/1"}))
        await self.still_fine()
        await self.console.play_to_end((1, 2, 4))


if __name__ == "__main__":
    rounds_test.PROGRAM = sys.argv.pop(1)
    unittest.main()
