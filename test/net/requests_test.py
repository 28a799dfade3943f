# SPDX-License-Identifier: MIT
"""Requests again, out of order and late, the places of players, and what is not theirs:
requests_test.py PROGRAM."""
import json
import re
import time

import case
from client import Refused


class Requests(case.Tables):
    games = {"rws-etg": 14}

    async def asyncSetUp(self):
        self.console = await self.open_console("rws-etg")
        self.table = self.console.table
        self.player = await self.server.connect()
        await self.player.join(self.table)
        await self.console.play_until_open()

    def order(self, number, spot="big", amount=1000):
        return {"id": number, "type": "order", "order": "PlaceBets",
                "arguments": {"bets": [{"spot": spot, "amount": amount}]}}

    async def test_a_request_sent_again_is_followed_once(self):
        player = self.player
        first = await player.bet("big", 1000)
        number = player.counter
        for _ in range(5):
            again = await player.request_as(number, "order", order="PlaceBets",
                                            **{"arguments": {
                                            "bets": [{"spot": "big", "amount": 1000}]}})
            self.assertEqual(again["bets"][0], first)
        self.assertEqual(player.mine("money")["staked"], 1000)
        # From a new connection too, whose counter goes on from what the server knows.
        token = player.token
        await player.close()
        other = await self.server.connect()
        answer = await other.join(self.table, token=token)
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
        await player.until(lambda: all(number in player.replies for number in numbers),
                           "all answers")
        self.assertTrue(all(player.replies[number]["ok"] for number in numbers))
        await player.until(lambda: player.mine("money")["staked"] == 500, "five bets")
        self.assertEqual(player.mine("money"),
                         {"credit": 49500, "staked": 500, "owed": 0, "unclaimed": 0})

    async def test_numbers_far_ahead_use_up_nothing(self):
        """One message used to be enough to make a place unusable for everybody."""
        player = self.player
        for number in (2**53, player.counter + 1025 + 1024):
            with self.assertRaises(Refused) as refused:
                await player.request_as(number, "order", order="PlaceBets", **{
                    "arguments": {"bets": [{"spot": "big", "amount": 1000}]}})
            self.assertEqual(refused.exception.reason, "request_out_of_range")
        self.assertTrue(await player.bet("big", 1000))

    async def test_a_reply_is_for_the_stay_that_sent_the_order(self):
        player = self.player
        bet = {"order": "PlaceBets", "arguments": {"bets": [{"spot": "big", "amount": 1000}]}}
        stay = player.mine("place")["stay"]
        first = await player.request("order", session=stay, request=500, **bet)
        again = await player.request("order", session=stay, request=500, **bet)
        self.assertEqual(again["bets"], first["bets"])
        again = await player.request("order", request=500, **bet)  # in the present stay
        self.assertEqual(again["bets"], first["bets"])
        for number, reason in ((500, "request_too_old"), (501, "session_ended")):
            with self.assertRaises(Refused) as refused:
                await player.request("order", request=number, session=stay + 1, **bet)
            self.assertEqual(refused.exception.reason, reason)
        self.assertEqual(player.mine("money")["staked"], 1000)

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
        while page := (await self.player.request("list_rounds", table=self.table, limit=2,
                                                 **before))["rounds"]:
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
            page = (await self.player.request("list_rounds", table=self.table,
                                              before=before))["rounds"]
            self.assertEqual(len(page), 0 if before == 1 else 5)
        for bad in (0, -1, "5"):
            with self.assertRaises(Refused) as refused:
                await (await self.server.connect()).request("list_rounds", table=self.table,
                                                            before=bad)
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
        answer = await other.join(self.table, token=self.player.token)
        self.assertEqual(answer["topic"], self.player.place)
        await self.player.until(lambda: self.player.closed, "the end of the older one")
        self.assertIn({"notice": "taken_over"}, self.player.notices)
        await other.bet("big", 1000)

    async def test_a_token_is_worth_nothing_once_somebody_else_sat_there(self):
        player = await self.server.connect()
        place = (await player.join(self.table, layout="rws-etg-2"))["topic"]
        await player.request("leave")
        other = await self.server.connect()
        # the last to be given away
        while (await other.join(self.table, layout="rws-etg-2"))["topic"] != place:
            other = await self.server.connect()
        again = await self.server.connect()
        self.assertNotEqual((await again.join(self.table, token=player.token))["topic"], place)
        await other.bet("big", 1000)
        self.assertFalse(other.closed)

    async def test_a_place_that_was_left_with_bets_is_kept(self):
        player = await self.server.connect()
        place = (await player.join(self.table, layout="rws-etg-2"))["topic"]
        await player.bet("big", 1000)
        await player.close()
        for _ in range(9):
            other = await self.server.connect()
            self.assertNotEqual((await other.join(self.table, layout="rws-etg-2"))["topic"], place)
        with self.assertRaises(Refused):
            await (await self.server.connect()).join(self.table, layout="rws-etg-2")
        back = await self.server.connect()
        self.assertEqual((await back.join(self.table, token=player.token))["topic"], place)
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
        stranger.send_at_once({"id": number, "type": "sign_in", "name": "nobody",
                               "password": "wrong-password"}
                              for number in range(1, 11))
        await stranger.until(lambda: all(number in stranger.replies for number in range(1, 11)),
                             "all answers")
        reasons = [stranger.replies[number]["reason"] for number in range(1, 11)]
        self.assertEqual(reasons.count("wrong_password") + reasons.count("busy"), 10)
        self.assertEqual(reasons[0], "wrong_password")
        self.assertIn("busy", reasons)

    async def test_nobody_sees_or_does_what_is_not_theirs(self):
        player = self.player
        other = await self.server.connect()
        await other.join(self.table)
        for topic in (other.place, f"console/{self.table}", f"places/{self.table}"):
            with self.assertRaises(Refused) as refused:
                await player.request("watch", topic=topic)
            self.assertEqual(refused.exception.reason, "not_allowed", topic)
        for order, fields in (("CloseBetting", {}), ("KeyDice", {"dice": [1, 2, 3]}),
                              ("OpenTable", {}),
                              ("PutCredit", {"terminal": 101, "amount": 100}), ("Restart", {}),
                              ("ReportReading", {"round": 1, "close_hash": "0" * 64,
                                                 "roll": [1, 1, 1]})):
            with self.assertRaises(Refused) as refused:
                await player.order(order, **{"arguments": fields} if fields else {})
            self.assertEqual(refused.exception.reason, "not_allowed", order)
        with self.assertRaises(Refused) as refused:
            await player.order("OpenBetting", table=self.table, person=2)
        self.assertEqual(refused.exception.reason, "not_signed_in")
        # A dealer does not become the system, nor somebody higher, by saying so.
        for role in ("system", "shift-manager", "player"):
            with self.assertRaises(Refused) as refused:
                await self.console.client.order("Restart" if role == "system" else "OpenTable",
                                                table=self.table, role=role,
                                                person=self.console.people["dealer"])
            self.assertIn(refused.exception.reason, ("role_not_held", "not_allowed"), role)
        # A player is sent nothing of what others do.
        await other.bet("small", 700)
        await player.bet("big", 100)
        self.assertNotIn("700", re.findall(r"\d+", json.dumps(player.topics)))

    async def test_passwords(self):
        await self.server.hire("auditor")
        stranger = await self.server.connect()
        for name, password in (("auditor", "wrong-password"), ("nobody", "wrong-password")):
            with self.assertRaises(Refused) as refused:
                await stranger.request("sign_in", name=name, password=password)
            self.assertEqual(refused.exception.reason, "wrong_password")
        for _ in range(2):
            with self.assertRaises(Refused):
                await stranger.request("sign_in", name="auditor", password="wrong-password")
        with self.assertRaises(Refused) as refused:  # locked, even with the right one
            await stranger.request("sign_in", name="auditor",
                                   password=self.server.passwords["auditor"])
        self.assertEqual(refused.exception.reason, "person_disabled")
        with self.assertRaises(Refused) as refused:
            await stranger.request("set_password", name="dealer", person=1, new="a-new-password")
        self.assertEqual(refused.exception.reason, "not_signed_in")
        with self.assertRaises(Refused):
            await stranger.request("set_password", name="dealer", old="wrong-password",
                                   new="a-new-password")


if __name__ == "__main__":
    case.main()
