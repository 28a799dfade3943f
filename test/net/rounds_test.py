# SPDX-License-Identifier: MIT
"""Full rounds of the four games over the network, with money to the cent: rounds_test.py PROGRAM."""
import sys
import unittest

from client import Refused, Server
from house import Console, automatic, manual

PROGRAM = None


class Case(unittest.IsolatedAsyncioTestCase):
    def serve(self, config, **options):
        server = Server(PROGRAM, config, **options)
        self.addCleanup(server.close)
        return server

    async def bet_while_open(self, player, spot, before=None):
        """A bet at a table that runs by itself and does not wait: the round that took it."""
        table = lambda: player.topics["table/1"]
        while True:
            await player.until(lambda: table()["round"] and table()["round"]["betting"], "bets are open")
            number = table()["round"]["number"]
            try:
                if before:
                    await before()
                await player.bet(spot, 100)
                return number
            except Refused as refused:
                self.assertEqual(refused.reason, "betting_closed")
                await player.until(lambda: table()["results"]["last"] >= number, "the end of that round")

    def finish(self, server):
        """It stops well, and an audit finds nothing."""
        self.assertEqual(server.stop(), 0, server.log())
        code, verdict = server.audit()
        self.assertEqual(code, 0, verdict)
        self.assertNotIn("error", server.log())


class Rounds(Case):
    async def test_terminals_of_two_layouts_share_a_round(self):
        server = self.serve(manual("rws-etg"))
        console = await Console.open(server, "rws-etg")
        first, second = await server.connect(), await server.connect()
        await first.join(1, layout="rws-etg-1")
        await second.join(1, layout="rws-etg-2")
        self.assertEqual(first.mine("money")["credit"], 50000)
        await console.play_until_open()
        self.assertEqual((await first.bet("big", 1000))["accepted"], 1000)
        self.assertEqual((await first.bet("total-12", 500))["accepted"], 500)
        self.assertEqual((await second.bet("small", 2500))["accepted"], 2500)
        self.assertEqual(first.mine("money"), {"credit": 48500, "staked": 1500, "owed": 0, "unclaimed": 0})
        await console.play_to_end((6, 5, 1))
        await first.until(lambda: first.mine("last"), "the result")
        await second.until(lambda: second.mine("last"), "the result")
        # Big pays 1 to 1, a total of 12 pays 7 to 1 on this felt.
        self.assertEqual(first.mine("last")["payout"], 2000 + 500 * 8)
        self.assertEqual(first.mine("money")["credit"], 48500 + 6000)
        self.assertEqual(second.mine("last")["payout"], 0)
        self.assertEqual(second.mine("money")["credit"], 47500)
        seen = first.topics["table/1"]
        self.assertEqual(seen["round"]["roll"], [6, 5, 1])
        self.assertTrue(seen["round"]["manual"])
        self.assertIn("total-12", seen["round"]["winning"])
        self.assertEqual(seen["results"], {"last": 1, "rolls": ["6-5-1"]})
        rounds = (await first.request("list_rounds", table=1))["rounds"]
        self.assertEqual([one["payout"] for one in rounds], [6000])
        self.assertEqual((first.gaps, second.gaps, console.client.gaps), (0, 0, 0))
        self.finish(server)

    async def test_a_terminal_that_is_gone_before_the_close_is_for_somebody_to_decide(self):
        server = self.serve(manual("mbs-etg"))
        console = await Console.open(server, "mbs-etg")
        player = await server.connect()
        place = await player.join(2, layout="mbs-alfastreet")
        await console.play_until_open()
        await player.bet("big", 1000)
        await player.close()
        seen = console.client.topics
        mine = lambda: next(one for one in seen["places/2"]["places"] if one["terminal"] == place["number"])
        await console.client.until(lambda: not mine()["online"], "that it is gone")
        # The document has no clause for it: the bet stands, and a shift manager may see it otherwise.
        await console.client.until(lambda: seen["console/2"]["incidents"], "an incident")
        self.assertEqual([one["cause"] for one in seen["console/2"]["incidents"]], ["terminal-undecided"])
        self.assertEqual(mine()["staked"], 1000)
        await console.play_to_end((6, 5, 1))
        await console.client.until(lambda: mine()["credit"] == 51000, "the win")
        back = await server.connect()
        await back.join(2, token=player.token)
        self.assertEqual(back.mine("money")["credit"], 51000)
        await console.client.until(lambda: mine()["online"], "that it is back")
        self.finish(server)

    async def test_dice_are_mixed_before_the_bets(self):
        server = self.serve(manual("mbs-etg"))
        console = await Console.open(server, "mbs-etg")
        player = await server.connect()
        await player.join(2, layout="mbs-alfastreet")
        await console.step([3, 3, 3])
        self.assertEqual(console.round["step"], "mix")
        await console.play_until_open()
        self.assertIsNone(player.topics["table/2"]["round"]["roll"])
        await player.bet("small", 400)
        await player.bet("any-triple", 200)
        await console.play_to_end((3, 3, 3))
        await player.until(lambda: player.mine("last"), "the result")
        bets = {one["spot"]: one["payout"] for one in player.mine("last")["bets"]}
        self.assertEqual(bets["small"], 0)
        self.assertGreater(bets["any-triple"], 200)
        self.assertEqual(player.mine("money")["credit"], 50000 - 600 + bets["any-triple"])
        self.finish(server)

    async def test_a_felt_that_players_share(self):
        server = self.serve(manual("rws-taisai"))
        console = await Console.open(server, "rws-taisai")
        first, second = await server.connect(), await server.connect()
        one, two = await first.join(3), await second.join(3)
        await console.play_until_open()
        await first.bet("big", 8000, stay=one["number"])
        await second.bet("small", 1000, stay=two["number"])
        chips = lambda: {(chip["stay"], chip["spot"]): chip["stake"] for chip in second.topics["table/3"]["chips"]}
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
        self.finish(server)

    async def test_lights_and_a_shaker(self):
        server = self.serve(manual("maryland"))
        console = await Console.open(server, "maryland")
        player = await server.connect()
        place = await player.join(4)
        await console.step([1, 2, 4])
        await console.play_until_open()
        await player.bet("small", 500, stay=place["number"])
        await console.play_to_end((1, 2, 4))
        await player.until(lambda: player.mine("last"), "the result")
        self.assertEqual(player.mine("money")["credit"], 50500)
        self.finish(server)

    async def test_a_void_and_a_correction_are_seen_by_the_player(self):
        server = self.serve(manual("rws-etg"))
        console = await Console.open(server, "rws-etg")
        player = await server.connect()
        await player.join(1)
        await console.play_until_open()
        await player.bet("big", 1000)
        await console.order("CloseBetting")
        await console.order("StartMix")
        await console.order("EndMix", mixes=2)  # one too few
        await player.until(lambda: player.mine("last"), "the void")
        self.assertEqual(player.mine("last")["ended"], "void")
        self.assertEqual(player.mine("money")["credit"], 50000)
        self.assertEqual(player.topics["table/1"]["announcement"]["en"].lower(), "void")
        await console.play_until_open()
        await player.bet("big", 1000)
        await console.play_to_end((1, 2, 4))
        await player.until(lambda: player.mine("money")["credit"] == 49000, "the loss")
        # The dice lay otherwise: a dealer says so, and a supervisor agrees.
        answer = await console.order("AmendRounds", amendments=[{"round": 2, "roll": [6, 2, 4]}],
                                    cause="wrong-result", reason="misread")
        self.assertIn("authorisation", answer)
        await console.client.until(lambda: console.client.topics["console/1"]["pending"], "the request")
        with self.assertRaises(Refused) as refused:
            await console.order("Authorise", digest=answer["authorisation"])
        self.assertEqual(refused.exception.reason, "same_person")
        await console.order("Authorise", by="supervisor", digest=answer["authorisation"])
        await player.until(lambda: player.mine("money")["credit"] == 51000, "the correction")
        self.assertEqual(player.mine("last")["roll"], [6, 2, 4])
        self.finish(server)

    async def test_a_table_that_runs_by_itself(self):
        server = self.serve(automatic())
        player = await server.connect()
        await player.join(1)
        for _ in range(2):
            number = await self.bet_while_open(player, "odd")
            await player.until(lambda: player.mine("last") and player.mine("last")["round"] == number, "the end")
            last = player.mine("last")
            wins = sum(last["roll"]) % 2 == 1 and len(set(last["roll"])) > 1
            self.assertEqual(last["payout"], 200 if wins else 0)
            self.assertFalse(last["manual"])
        self.finish(server)


class Service(Case):
    async def test_last_round_close_and_disable(self):
        server = self.serve(manual("rws-etg"))
        console = await Console.open(server, "rws-etg")
        player = await server.connect()
        place = await player.join(1)
        await console.play_until_open()
        await console.order("AnnounceLastRound")
        await player.until(lambda: player.topics["table/1"]["status"]["last_round"], "the announcement")
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
        # All tables at once, for a pit manager, who need not be logged on at any.
        manager = await server.sign_in("pit-manager")
        await manager.order("TakeOutOfService", **{"arguments": {"reason": "fire alarm"}})
        await player.until(lambda: player.topics["table/1"]["status"]["out_of_service"] == "fire alarm", "the alarm")
        with self.assertRaises(Refused) as refused:
            await console.order("OpenBetting")
        self.assertEqual(refused.exception.reason, "out_of_service")
        await console.order("ReturnToService", by="supervisor")
        self.finish(server)

    async def test_credit_in_and_out_by_an_attendant(self):
        server = self.serve(manual("rws-etg"))
        console = await Console.open(server, "rws-etg")
        await console.sign_in("cashier")
        player = await server.connect()
        place = await player.join(1)
        await console.order("PutCredit", by="cashier", terminal=place["number"], amount=12345)
        await player.until(lambda: player.mine("money")["credit"] == 62345, "the credit")
        with self.assertRaises(Refused) as refused:
            await console.order("PutCredit", terminal=place["number"], amount=100)
        self.assertEqual(refused.exception.reason, "not_allowed")
        await console.order("PayCredit", by="cashier", terminal=place["number"])
        await player.until(lambda: player.mine("money")["credit"] == 0, "the payment")
        await player.order("CallAttendant", **{"arguments": {"terminal": place["number"]}})
        places = lambda: console.client.topics["places/1"]["places"]
        await console.client.until(lambda: any(one["calling"] for one in places()), "the call")
        await console.order("AnswerCall", by="cashier", terminal=place["number"])
        self.finish(server)


if __name__ == "__main__":
    PROGRAM = sys.argv.pop(1)
    unittest.main()
