# SPDX-License-Identifier: MIT
"""Worked cases of electronic games, to the cent; kill -9 cuts power: etg_cases_test.py PROGRAM."""
import case
from pit import Case, cents, electronic


class RwsElectronic(Case):
    game = "rws-etg"
    tables = {n: electronic(n, "rws-etg", "rws-etg-1", "rws-etg-2", "rws-etg-3")
              for n in range(1, 13)}

    async def test_half_units_are_paid_to_the_cent(self):
        pit = await self.open()
        one, two = await pit.terminal(1000), await pit.terminal(20)
        await self.balances({one: 1000, two: 20})
        await pit.play_until_open()
        await one.bet({"small": 100, "total-8": 10, "domino-12": 10, "double-1": 10,
                       "four-4321": 10, "single-1": 10})
        await two.bet({"total-8": 1, "total-10": 1})
        await self.balances({one: 850, two: 18})
        await pit.play_to_end((5, 1, 2))
        await self.balances({one: 1235, two: 27.50})
        self.assertEqual(one.backs(), {"small": 200, "total-8": 95, "domino-12": 70,
                                       "single-1": 20, "double-1": 0, "four-4321": 0})
        await self.received({two: 9.50})
        self.assertEqual(pit.house(), cents(-385 - 9.50 + 152))

    async def test_three_layouts_share_a_triple(self):
        pit = await self.open()
        spots = ("double-4", "total-12", "any-triple", "triple-4", "single-4", "big")
        players = [await pit.terminal(200, layout) for layout in range(3)]
        await self.balances({player: 200 for player in players})
        await pit.play_until_open()
        for player in players:
            await player.bet({spot: 10 for spot in spots})
        await self.balances({player: 140 for player in players})
        await pit.play_to_end((4, 4, 4))
        await self.received(dict(zip(players, (2625, 2625, 2460))))
        await self.balances(dict(zip(players, (2765, 2765, 2600))))
        first, last = (125, 80, 330, 1960, 130, 0), (120, 80, 320, 1810, 130, 0)
        for player, parts in zip(players, (first, first, last)):
            self.assertEqual(player.backs(), dict(zip(spots, parts)))

    async def test_too_early_and_too_late(self):
        pit = await self.open()
        one = await pit.terminal(200)
        with self.refused("betting_not_open"):
            await one.bet({"big": 50})
        await self.balances({one: 200})
        await pit.play_until_open()
        await one.bet({"big": 50})
        await self.balances({one: 150})
        rest = await one.begin_to_bet({"odd": 10})  # sent before the close, and arrives after it
        await pit.order("CloseBetting")
        answer = await one.end_of_bet(rest)
        self.assertEqual((answer["reason"], answer["clause"]), ("betting_closed", "3.5"))
        for late in (one.bet({"small": 25}), one.bet({"big": 25}), one.withdraw("big")):
            with self.refused("betting_closed"):
                await late
        await self.balances({one: 150})
        self.assertEqual(one.client.mine("bets"), [{"spot": "big", "stake": 5000}])
        await pit.play_to_end((6, 5, 1))
        await self.received({one: 100})
        await self.balances({one: 250})
        self.assertEqual(len(pit.events("LateAttempt")), 4)

    async def four_bets(self):
        pit = await self.open()
        self.four = [await pit.terminal(1000), await pit.terminal(100), await pit.terminal(300),
                     await pit.terminal(50, layout=1)]
        await self.four_have(1000, 100, 300, 50)
        await pit.play_until_open()
        for player, bet in zip(self.four,
                               ({"big": 200}, {"total-10": 20}, {"small": 100}, {"three-235": 2})):
            await player.bet(bet)
        await self.four_have(800, 80, 200, 48)
        return pit

    async def four_have(self, *amounts):
        await self.balances(dict(zip(self.four, amounts)))

    async def test_power_fails_when_the_dice_were_seen_and_not_keyed(self):
        pit = await self.four_bets()
        await pit.step_until("enter")
        await pit.power_cut()
        self.assert_held("interrupted-closed")
        await self.four_have(800, 80, 200, 48)
        with self.refused("table_held"):
            await pit.order("KeyDice", dice=[2, 3, 5])
        with self.refused("dice_were_seen"):
            await pit.order("Certify")
        await pit.give_both("Certify", seen=[2, 3, 5])
        self.assertEqual((pit.status["phase"], pit.round["roll"]), ("idle", [2, 3, 5]))
        await self.four_have(800, 230, 400, 110)
        await pit.power_cut()  # nobody is settled twice
        await self.four_have(800, 230, 400, 110)

    async def test_power_fails_when_the_settlement_is_durable_and_half_of_the_players_saw_it(self):
        pit = await self.four_bets()
        await pit.step_until("enter")
        for player in self.four[2:]:
            player.go_deaf()
        await pit.step([2, 3, 5])
        for player, amount in zip(self.four, (80000, 23000)):
            await player.client.until(
                lambda: player.client.mine("money")["credit"] == amount, "the settlement")
        for player, amount in zip(self.four[2:], (20000, 4800)):
            self.assertEqual(player.client.mine("money")["credit"], amount)
        await pit.power_cut()
        self.assertEqual((pit.status["phase"], pit.round["roll"]), ("idle", [2, 3, 5]))
        with self.refused("not_held"):
            await pit.order("Certify", seen=[2, 3, 5])
        await self.four_have(800, 230, 400, 110)

    async def test_a_bet_that_never_arrived_when_its_terminal_died(self):
        pit = await self.open()
        nine = await pit.terminal(200)
        await self.balances({nine: 200})
        await pit.play_until_open()
        await nine.bet({"small": 50})
        await self.balances({nine: 150})
        await nine.begin_to_bet({"odd": 30})
        await nine.die()
        await self.balances({nine: 150})
        await pit.play_to_end((1, 2, 4))
        await self.balances({nine: 250})
        await nine.come()
        await self.balances({nine: 250})
        await self.received({nine: 100})

    async def test_a_bet_of_which_only_the_answer_was_lost(self):
        pit = await self.open()
        nine = await pit.terminal(200)
        await pit.play_until_open()
        await nine.bet({"small": 50})
        await self.balances({nine: 150})
        rest = await nine.begin_to_bet({"odd": 30})
        nine.go_deaf()
        nine.client.socket.transport.write(rest)
        number = nine.client.counter
        await pit.until_staked(nine, 80)
        await nine.die()
        await self.balances({nine: 120})
        await pit.play_to_end((1, 2, 4))
        await self.balances({nine: 280})
        await nine.come()
        # Sent again it gets its first answer, and is followed once.
        answer = await nine.client.request_as(number, "order", order="PlaceBets",
                                              **{"arguments": nine.fields({"odd": 30})})
        self.assertEqual(answer["bets"][0]["accepted"], 3000)
        await self.balances({nine: 280})

    async def test_dice_in_view_before_the_close_and_after_it(self):
        pit = await self.open()
        one, two = await pit.terminal(100), await pit.terminal(100)
        await pit.play_until_open()
        await one.bet({"double-6": 20})
        await self.balances({one: 80})
        await pit.order("Report", cause="exposed", note="the cover slipped")
        self.voided("exposed")
        with self.refused("out_of_order"):
            await pit.order("CloseBetting")
        await self.balances({one: 100})
        await pit.play_until_open()
        await two.bet({"double-6": 20})
        await self.balances({two: 80})
        await pit.order("CloseBetting")
        await pit.order("Report", cause="exposed", note="the cover slipped")
        self.assertEqual(pit.status["phase"], "playing")
        await pit.play_to_end((6, 6, 5))
        await self.received({two: 250})
        await self.balances({one: 100, two: 330})
        self.assertEqual(self.incidents(), ["exposed", "exposed"])

    async def test_a_chipped_die_reaches_back_over_three_rounds(self):
        pit = await self.open()
        one, two, three, four = [await pit.terminal(amount) for amount in (1000, 80, 100, 100)]

        async def play(bets, roll):
            await pit.play_until_open()
            for player, bet in bets.items():
                await player.bet(bet)
            if roll:
                await pit.play_to_end(roll)

        await play({four: {"big": 10}}, (6, 5, 4))  # before the die chipped
        await self.balances({one: 1000, two: 80, three: 100, four: 110})
        await play({one: {"big": 100}, two: {"small": 50}}, (6, 5, 4))
        await self.balances({one: 1100, two: 30})
        await self.cash_out(two)
        await play({one: {"small": 100}, three: {"double-4": 10}}, (6, 4, 4))
        await self.balances({one: 1000, three: 215})
        await self.cash_out(three)
        await play({one: {"total-4": 5}}, None)
        await self.balances({one: 995})
        affected = {"amendments": [{"round": n} for n in (2, 3, 4)], "cause": "damaged-dice",
                    "reason": "a chipped corner"}
        with self.refused("not_allowed"):
            await pit.order("AmendRounds", **affected)
        await pit.give_both("AmendRounds", first="shift-manager", **affected)
        await self.balances({one: 1000, two: 0, three: 0, four: 110})
        self.assertEqual(pit.results, {"last": 4, "rolls": [None, None, None, "6-5-4"]})
        accounts = pit.ledger()
        self.assertEqual(accounts["unclaimed", two.stay], 5000)
        self.assertEqual(accounts["receivable", three.stay], -11500)
        self.assertEqual(await pit.debts(), {two.stay: (0, 5000), three.stay: (11500, 0)})
        self.assertEqual(pit.events("RoundsAmended")[0]["reason"], "a chipped corner")
        self.assertEqual(pit.house(), -1000)  # what the first round cost it
        # The dice are gone for good.
        self.assertIsNone(pit.see("equipment")["mixers"][0]["dice_set"])
        with self.refused("no_dice"):
            await pit.order("OpenBetting")
        with self.refused("dice_used_before"):
            await pit.order("InstallDice", dice=pit.table * 100, mixer="tumbler")
        await pit.order("PayUnclaimed", by="supervisor", stay=two.stay)
        self.assertEqual(pit.ledger()["unclaimed", two.stay], 0)
        self.assertEqual(await pit.debts(), {three.stay: (11500, 0)})
        with self.refused("nothing_to_pay"):
            await pit.order("PayUnclaimed", by="supervisor", stay=two.stay)

    async def test_a_wrong_result_is_found_at_once(self):
        pit = await self.open()
        six = [await pit.terminal(100) for _ in range(6)]
        await pit.play_until_open()
        bets = ({"total-6": 10}, {"total-7": 10}, {"domino-14": 20}, {"small": 50}, {"odd": 30},
                {"four-4321": 4})
        for player, bet in zip(six, bets):
            await player.bet(bet)
        await self.balances(dict(zip(six, (90, 90, 80, 50, 70, 96))))
        await pit.play_to_end((1, 2, 3))
        await self.balances(dict(zip(six, (290, 90, 80, 150, 70, 130))))
        await pit.give_both("AmendRounds", amendments=[{"round": 1, "roll": [1, 2, 4]}],
                            cause="wrong-result", reason="1-2-3 was keyed")
        await self.balances(dict(zip(six, (90, 220, 220, 150, 130, 130))))
        self.assertEqual(pit.results["rolls"], ["1-2-4"])
        self.assertEqual([one["roll"] for one in pit.events("ResultEntered")], ["1-2-3"])
        amended, = pit.events("RoundsAmended")
        self.assertEqual(amended["rounds"][0]["roll"], "1-2-4")

    async def test_a_wrong_board_and_a_bet_on_the_wrong_spot_change_no_money(self):
        pit = await self.open()
        one, two, three = [await pit.terminal(100) for _ in range(3)]
        await pit.play_until_open()
        await one.bet({"any-triple": 10})
        await two.bet({"total-17": 5})
        await three.bet({"small": 50})  # he meant big
        await self.balances({one: 90, two: 95, three: 50})
        await pit.play_to_end((6, 6, 5))
        await pit.order("Report", cause="display-wrong", note="the board shows 6-6-6")
        await pit.order("Report", cause="placed-in-error", note="he claims that he meant big")
        await self.balances({one: 90, two: 420, three: 50})
        await self.resolve("display-wrong", "board corrected")
        await self.resolve("placed-in-error", "claim refused")
        self.assertEqual(self.incidents(), [])
        self.assertEqual(pit.results["rolls"], ["6-6-5"])
        raised = [one["cause"] for one in pit.events("IncidentRaised")]
        self.assertEqual(raised, ["display-wrong", "placed-in-error"])
        await self.balances({one: 90, two: 420, three: 50})


class MbsElectronic(Case):
    game = "mbs-etg"
    tables = {n: electronic(n, "mbs-etg", "mbs-rapid") for n in range(1, 18)}

    async def two_bets(self):
        """125.00 on the table."""
        pit = await self.open()
        self.one, self.two = await pit.terminal(90), await pit.terminal(35)
        await pit.play_until_open()
        await self.one.bet({"big": 50, "odd": 40})
        await self.two.bet({"total-9": 35})
        await self.balances({self.one: 0, self.two: 0})
        return pit

    async def all_back(self, cause):
        self.voided(cause)
        await self.balances({self.one: 90, self.two: 35})
        self.assertEqual(self.pit.house(), 0)

    async def test_two_tumbles_seen_at_once_open_no_bets(self):
        pit = await self.open()
        self.one, self.two = await pit.terminal(90), await pit.terminal(35)
        await pit.order("StartMix")
        await pit.order("EndMix", mixes=2)
        await self.all_back("short-mix")
        with self.refused("out_of_order"):
            await pit.order("OpenBetting")
        with self.refused("betting_not_open"):
            await self.one.bet({"big": 90})
        self.assertEqual(pit.events("BettingOpened"), [])
        await self.all_back("short-mix")

    async def test_two_tumbles_seen_when_bets_are_open(self):
        pit = await self.two_bets()
        await pit.order("Report", cause="short-mix", note="only two on the film")
        await self.all_back("short-mix")

    async def test_a_cover_lifted_before_the_close(self):
        pit = await self.two_bets()
        await pit.order("Report", cause="exposed", note="the cover was lifted")
        await self.all_back("exposed")

    async def test_a_cover_lifted_after_the_close(self):
        pit = await self.two_bets()
        await pit.order("CloseBetting")
        await pit.order("Report", cause="exposed", note="the cover was lifted")
        self.assertEqual((pit.status["phase"], self.incidents()), ("playing", ["exposed"]))
        await self.balances({self.one: 0, self.two: 0})
        await pit.play_to_end((6, 5, 4))
        await self.balances({self.one: 180, self.two: 0})

    async def test_a_leaning_die(self):
        pit = await self.two_bets()
        await pit.order("CloseBetting")
        await pit.order("Uncover", flat=False)
        await self.all_back("not-flat")
        with self.refused("out_of_order"):
            await pit.order("KeyDice", dice=[6, 5, 4])

    async def three_bets(self):
        pit = await self.open()
        self.three = [await pit.terminal(100) for _ in range(3)]
        await self.three_have(100, 100, 100)
        await pit.play_until_open()
        for player, bet in zip(self.three, ({"even": 50}, {"total-12": 10}, {"big": 30})):
            await player.bet(bet)
        await self.three_have(50, 90, 70)
        return pit

    async def three_have(self, *amounts):
        await self.balances(dict(zip(self.three, amounts)))

    async def test_all_fails_with_bets_open(self):
        pit = await self.three_bets()
        await pit.power_cut()
        self.voided("interrupted-open")
        await self.three_have(100, 100, 100)

    async def test_all_fails_after_the_close_with_the_cover_on(self):
        pit = await self.three_bets()
        await pit.order("CloseBetting")
        await pit.power_cut()
        self.assert_held("interrupted-closed")
        await self.three_have(50, 90, 70)
        answer = await pit.order("Certify")
        with self.refused("same_person"):
            await pit.order("Authorise", digest=answer["authorisation"])
        self.assertEqual(pit.status["phase"], "held")
        await self.three_have(50, 90, 70)
        await pit.order("Authorise", by="supervisor", digest=answer["authorisation"])
        self.voided("interrupted-closed")
        await self.three_have(100, 100, 100)

    async def test_all_fails_after_the_dice_were_uncovered(self):
        pit = await self.three_bets()
        await pit.step_until("enter")
        await pit.power_cut()
        self.assertEqual(pit.status["phase"], "held")
        await self.three_have(50, 90, 70)
        with self.refused("dice_were_seen"):
            await pit.order("Certify")
        await pit.give_both("Certify", seen=[2, 4, 6])
        self.assertEqual(pit.round["roll"], [2, 4, 6])
        await self.three_have(150, 170, 130)
        await pit.power_cut()
        await self.three_have(150, 170, 130)

    async def test_a_terminal_fails_after_the_close(self):
        pit = await self.three_bets()
        await pit.order("CloseBetting")
        await self.three[2].die()
        await pit.play_to_end((2, 4, 6))
        await self.three_have(150, 170, 130)
        await self.three[2].come()
        await self.three_have(150, 170, 130)

    async def test_a_terminal_fails_before_the_close_and_its_bet_was_not_accepted(self):
        pit = await self.three_bets()
        four = await pit.terminal(60)
        await four.begin_to_bet({"big": 20})
        await four.die()
        await self.balances({four: 60})
        await pit.play_to_end((2, 4, 6))
        await self.balances({four: 60})
        await self.three_have(150, 170, 130)
        await four.come()
        await self.balances({four: 60})
        self.assertIsNone(four.client.mine("last"))

    async def test_a_terminal_fails_and_bets_close_before_its_bet_was_accepted(self):
        pit = await self.three_bets()
        four = await pit.terminal(60)
        rest = await four.begin_to_bet({"big": 20})
        await pit.order("CloseBetting")
        answer = await four.end_of_bet(rest)
        self.assertEqual((answer["ok"], answer["reason"]), (False, "betting_closed"))
        await four.die()
        await pit.play_to_end((2, 4, 6))
        await self.balances({four: 60})
        await self.three_have(150, 170, 130)

    async def fifth_dies(self):
        """With 25.00 on small accepted, and bets still open."""
        pit = await self.three_bets()
        self.five = await pit.terminal(100)
        await self.five.bet({"small": 25})
        await self.balances({self.five: 75})
        await self.five.die()
        await self.balances({self.five: 75})
        return pit

    def returned(self):
        return {"amendments": [{"round": 1, "stay": self.five.stay}], "cause": "terminal-undecided",
                "reason": "the terminal failed before the close"}

    async def test_a_bet_of_a_terminal_that_fails_before_the_close_stands(self):
        pit = await self.fifth_dies()
        await pit.client.until(lambda: pit.see("incidents"), "the incident, which opens by itself")
        self.assertEqual([(one["cause"], one["resolves"]) for one in pit.see("incidents")],
                         [("terminal-undecided", "shift-manager")])
        self.assertFalse((await pit.place(self.five))["online"])
        await pit.play_to_end((2, 4, 6))
        await self.balances({self.five: 75})
        await self.three_have(150, 170, 130)
        self.assertEqual(self.incidents(), ["terminal-undecided"])
        with self.refused("not_allowed"):
            await self.resolve("terminal-undecided", "stands")
        await self.resolve("terminal-undecided", "the bet stands", by="shift-manager")
        await self.five.come()
        await self.balances({self.five: 75})

    async def test_such_a_bet_is_returned_before_the_result(self):
        pit = await self.fifth_dies()
        await pit.order("CloseBetting")
        with self.refused("not_allowed"):
            await pit.order("AmendRounds", **self.returned())
        await pit.give_both("AmendRounds", first="shift-manager", **self.returned())
        await self.balances({self.five: 100})
        await pit.play_to_end((2, 4, 6))
        await self.balances({self.five: 100})
        await self.three_have(150, 170, 130)

    async def test_such_a_bet_is_returned_after_the_result(self):
        pit = await self.fifth_dies()
        await pit.play_to_end((2, 4, 6))
        await self.balances({self.five: 75})
        both = {"first": "supervisor", "second": "shift-manager"}
        await pit.give_both("AmendRounds", **both, **self.returned())
        await self.balances({self.five: 100})
        await self.three_have(150, 170, 130)


class MbsTumbler(Case):
    """A dealer, and a tumbler that says for itself what it did."""

    game = "mbs-etg"
    tables = {n: electronic(n, "mbs-etg", "mbs-rapid", more='''training = true
mode = "assisted"
tumbler = "simulated"
play_credit = "35.00"
pause_seconds = 0
''') for n in range(1, 3)}

    async def begin(self, fault):
        pit = await self.open()
        self.one, self.two = await pit.seat(), await pit.seat()
        number = self.one.client.mine("place")["terminal"]
        await pit.order("PutCredit", by="supervisor", terminal=number, amount=cents(90 - 35))
        await self.balances({self.one: 90, self.two: 35})
        await pit.sign_in("technician")
        await pit.clients["technician"].request("inject_fault", table=pit.table, fault=fault,
                                                person=pit.people["technician"])
        await pit.order("StartMix")
        return pit

    async def all_back(self, cause):
        await self.pit.client.until(lambda: self.pit.round["ended"] != "none", "the end")
        self.voided(cause)
        await self.balances({self.one: 90, self.two: 35})

    async def test_counts_two_tumbles_and_no_bets_open(self):
        pit = await self.begin("fewer")
        await self.all_back("short-mix")
        with self.refused("out_of_order"):
            await pit.order("OpenBetting")

    async def test_sees_that_a_die_leans(self):
        pit = await self.begin("not-flat")
        await pit.client.until(lambda: pit.round["next"] == "open", "the tumbles")
        await pit.order("OpenBetting")
        await self.one.bet({"big": 50, "odd": 40})
        await self.two.bet({"total-9": 35})
        await self.balances({self.one: 0, self.two: 0})
        await pit.order("CloseBetting")
        await pit.order("Uncover", flat=True)
        await self.all_back("not-flat")


if __name__ == "__main__":
    case.main()
