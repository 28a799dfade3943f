# SPDX-License-Identifier: MIT
"""Full rounds of the four games over the network, with money to the cent: rounds_test.py
PROGRAM."""
import case
from client import Refused
from house import Console, automatic, manual


class Rounds(case.Tables):
    games = {"rws-etg": 4, "mbs-etg": 1, "rws-taisai": 1, "maryland": 1}

    async def test_terminals_of_two_layouts_share_a_round(self):
        console = await self.open_console("rws-etg")
        first, second = await self.server.connect(), await self.server.connect()
        await first.join(console.table, layout="rws-etg-1")
        await second.join(console.table, layout="rws-etg-2")
        self.assertEqual(first.mine("money")["credit"], 50000)
        await console.play_until_open()
        self.assertEqual((await first.bet("big", 1000))["accepted"], 1000)
        self.assertEqual((await first.bet("total-12", 500))["accepted"], 500)
        self.assertEqual((await second.bet("small", 2500))["accepted"], 2500)
        self.assertEqual(first.mine("money"),
                         {"credit": 48500, "staked": 1500, "owed": 0, "unclaimed": 0})
        await console.play_to_end((6, 5, 1))
        await first.until(lambda: first.mine("last"), "the result")
        await second.until(lambda: second.mine("last"), "the result")
        # Big pays 1 to 1, a total of 12 pays 7 to 1 on this felt.
        self.assertEqual(first.mine("last")["payout"], 2000 + 500 * 8)
        self.assertEqual(first.mine("money")["credit"], 48500 + 6000)
        self.assertEqual(second.mine("last")["payout"], 0)
        self.assertEqual(second.mine("money")["credit"], 47500)
        self.assertEqual(first.seen("round")["roll"], [6, 5, 1])
        self.assertTrue(first.seen("round")["manual"])
        self.assertIn("total-12", first.seen("round")["winning"])
        self.assertEqual(first.seen("results"), {"last": 1, "rolls": ["6-5-1"]})
        rounds = (await first.request("list_rounds", table=console.table))["rounds"]
        self.assertEqual([one["payout"] for one in rounds], [6000])
        self.assertEqual((first.gaps, second.gaps, console.client.gaps), (0, 0, 0))

    async def test_dice_are_mixed_before_the_bets(self):
        console = await self.open_console("mbs-etg")
        player = await self.server.connect()
        await player.join(console.table, layout="mbs-alfastreet")
        await console.step([3, 3, 3])
        self.assertEqual(console.round["step"], "mix")
        await console.play_until_open()
        self.assertIsNone(player.seen("round")["roll"])
        await player.bet("small", 400)
        await player.bet("any-triple", 200)
        await console.play_to_end((3, 3, 3))
        await player.until(lambda: player.mine("last"), "the result")
        bets = {one["spot"]: one["payout"] for one in player.mine("last")["bets"]}
        self.assertEqual(bets["small"], 0)
        self.assertGreater(bets["any-triple"], 200)
        self.assertEqual(player.mine("money")["credit"], 50000 - 600 + bets["any-triple"])

    async def test_a_felt_that_players_share(self):
        console = await self.open_console("rws-taisai")
        first, second = await self.server.connect(), await self.server.connect()
        one, two = await first.join(console.table), await second.join(console.table)
        await console.play_until_open()
        await first.bet("big", 8000, stay=one["number"])
        await second.bet("small", 1000, stay=two["number"])
        chips = lambda: {(chip["stay"], chip["spot"]): chip["stake"]
                         for chip in second.seen("chips")}
        await second.until(lambda: len(chips()) == 2, "the other's chips")
        self.assertEqual(chips(), {(one["number"], "big"): 8000, (two["number"], "small"): 1000})
        # Nobody bets for somebody else.
        with self.assertRaises(Refused):
            await first.bet("big", 500, stay=two["number"])
        await console.play_to_end((6, 6, 5))
        await first.until(lambda: first.mine("last"), "the result")
        # The difference may be 60.00: 10.00 of the 80.00 do not count and come back.
        self.assertEqual(first.mine("last")["bets"][0]["effective"], 7000)
        self.assertEqual(first.mine("last")["payout"], 14000 + 1000)
        self.assertEqual(first.mine("money")["credit"], 50000 + 7000)
        self.assertEqual(second.mine("money")["credit"], 49000)

    async def test_lights_and_a_shaker(self):
        console = await self.open_console("maryland")
        player = await self.server.connect()
        place = await player.join(console.table)
        await console.step([1, 2, 4])
        await console.play_until_open()
        await player.bet("small", 500, stay=place["number"])
        await console.play_to_end((1, 2, 4))
        await player.until(lambda: player.mine("last"), "the result")
        self.assertEqual(player.mine("money")["credit"], 50500)

    async def test_a_void_and_a_correction_are_seen_by_the_player(self):
        console = await self.open_console("rws-etg")
        player = await self.server.connect()
        await player.join(console.table)
        await console.play_until_open()
        await player.bet("big", 1000)
        await console.order("CloseBetting")
        await console.order("StartCoveredMix")
        await console.order("EndMix", mixes=2)  # one too few
        await player.until(lambda: player.mine("last"), "the void")
        self.assertEqual(player.mine("last")["ended"], "void")
        self.assertEqual(player.mine("money")["credit"], 50000)
        self.assertEqual(player.seen("announcement")["en"].lower(), "void")
        await console.play_until_open()
        await player.bet("big", 1000)
        await console.play_to_end((1, 2, 4))
        await player.until(lambda: player.mine("money")["credit"] == 49000, "the loss")
        # The dice lay otherwise: a dealer says so, and a supervisor agrees.
        answer = await console.order("AmendRounds", amendments=[{"round": 2, "roll": [6, 2, 4]}],
                                     cause="wrong-result", reason="misread")
        self.assertIn("authorisation", answer)
        await console.client.until(lambda: console.see("pending"), "the request")
        with self.assertRaises(Refused) as refused:
            await console.order("Authorise", digest=answer["authorisation"])
        self.assertEqual(refused.exception.reason, "same_person")
        await console.order("Authorise", by="supervisor", digest=answer["authorisation"])
        await player.until(lambda: player.mine("money")["credit"] == 51000, "the correction")
        self.assertEqual(player.mine("last")["roll"], [6, 2, 4])

    async def test_a_table_that_runs_by_itself(self):
        server = await self.serve(automatic())
        player = await server.connect()
        await player.join(1)
        for _ in range(2):
            number = await self.bet_while_open(player, "odd")
            await player.until(lambda: player.mine("last")
                               and player.mine("last")["round"] == number, "the end")
            last = player.mine("last")
            wins = sum(last["roll"]) % 2 == 1 and len(set(last["roll"])) > 1
            self.assertEqual(last["payout"], 200 if wins else 0)
            self.assertFalse(last["manual"])
        await self.finish(server)

    async def test_last_round_close_and_disable(self):
        console = await self.open_console("rws-etg")
        player = await self.server.connect()
        place = await player.join(console.table)
        await console.play_until_open()
        await console.order("AnnounceLastRound")
        await player.until(lambda: player.seen("status")["last_round"], "the announcement")
        await console.play_to_end((1, 2, 4))
        with self.assertRaises(Refused) as refused:
            await console.order("OpenBetting")
        self.assertEqual(refused.exception.reason, "last_round_played")
        await console.order("CloseTable", by="supervisor")
        await console.order("OpenTable", by="supervisor")
        await console.play_until_open()
        await console.order("DisableTerminal", by="supervisor", terminal=place["number"])
        with self.assertRaises(Refused) as refused:
            await player.bet("big", 100)
        self.assertEqual(refused.exception.reason, "terminal_disabled")
        await console.order("EnableTerminal", by="supervisor", terminal=place["number"])
        await player.bet("big", 100)
        await console.play_to_end((1, 2, 4))

    async def test_a_pit_manager_stops_all_tables_at_once(self):
        """Without being logged on at any of them."""
        server = await self.serve(manual("rws-etg", "rws-taisai"))
        console = await Console.open(server, "rws-etg")
        players = [await server.guest(table) for table in (1, 3)]
        manager = await server.sign_in("pit-manager")
        await manager.order("TakeOutOfService", **{"arguments": {"reason": "fire alarm"}})
        for player in players:
            await player.until(
                lambda: player.seen("status")["out_of_service"] == "fire alarm", "the alarm")
        with self.assertRaises(Refused) as refused:
            await console.order("OpenBetting")
        self.assertEqual(refused.exception.reason, "out_of_service")
        await console.order("ReturnToService", by="supervisor")
        await players[0].until(
            lambda: not players[0].seen("status")["out_of_service"], "the return")
        await console.order("OpenBetting")
        self.assertEqual(players[1].seen("status")["out_of_service"], "fire alarm")
        await self.finish(server, times=2)

    async def test_credit_in_and_out_by_an_attendant(self):
        console = await self.open_console("rws-etg")
        await console.sign_in("cashier")
        player = await self.server.connect()
        place = await player.join(console.table)
        await console.order("PutCredit", by="cashier", terminal=place["number"], amount=12345)
        await player.until(lambda: player.mine("money")["credit"] == 62345, "the credit")
        with self.assertRaises(Refused) as refused:
            await console.order("PutCredit", terminal=place["number"], amount=100)
        self.assertEqual(refused.exception.reason, "not_allowed")
        await console.order("PayCredit", by="cashier", terminal=place["number"])
        await player.until(lambda: player.mine("money")["credit"] == 0, "the payment")
        await player.order("CallAttendant", **{"arguments": {"terminal": place["number"]}})
        places = lambda: console.client.topics[f"places/{console.table}"]["places"]
        await console.client.until(lambda: any(one["calling"] for one in places()), "the call")
        await console.order("AnswerCall", by="cashier", terminal=place["number"])


if __name__ == "__main__":
    case.main()
