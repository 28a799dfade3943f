# SPDX-License-Identifier: MIT
"""Worked cases of the games at a felt over the network, with the money to the cent at every step:
felt_cases_test.py PROGRAM."""
import json

import case
from house import CHECKLIST
from pit import Case, cents, felt


class RwsTable(Case):
    game = "rws-taisai"
    tables = {n: felt(n, "rws-taisai", **limits) for n, limits in {
        1: {"chip": "25.00", "min": "100.00", "max": "10000.00", "differential_max": "5000.00"},
        2: {"chip": "25.00", "min": "100.00", "max": "10000.00", "differential_max": "5000.00",
            "policy": "advise"},
        3: {"chip": "5.00", "min": "50.00", "max": "1000.00", "policy": "advise"},
        4: {"chip": "25.00", "min": "100.00", "max": "10000.00", "differential_max": "5000.00",
            "policy": "advise"},
        5: {"chip": "5.00", "min": "100.00", "max": "10000.00", "differential_max": "5000.00",
            "policy": "advise"},
        6: {"chip": "25.00", "min": "100.00", "max": "10000.00", "differential_max": "5000.00"},
        7: {"chip": "5.00", "min": "20.00", "max": "10000.00", "differential_max": "5000.00"},
    }.items()}

    async def three(self, table):
        pit = await self.open(table)
        return pit, [await pit.seat() for _ in range(3)]

    async def test_a_box_is_shared_and_what_is_over_its_maximum_rejected(self):
        pit, (one, two, three) = await self.three(1)
        await pit.play_until_open()
        await one.bet({"total-9": 6000})
        self.assertEqual(await two.bet({"total-9": 4000}), {"total-9": 4000})
        with self.refused("spot_limit_reached"):
            await three.bet({"total-9": 500})
        await self.balances({one: 14000, two: 16000, three: 20000})
        await pit.play_to_end((3, 3, 3))
        await self.received({one: 6000 + 42000, two: 4000 + 28000})
        await self.balances({one: 62000, two: 48000, three: 20000})
        await pit.play_until_open()
        await one.bet({"total-9": 9000})
        self.assertEqual(await two.bet({"total-9": 1050}), {"total-9": 1000})
        await self.balances({one: 53000, two: 47000})
        await pit.play_to_end((1, 2, 4))
        await self.balances({one: 53000, two: 47000})

    async def test_an_excess_that_nobody_rejected_counts_in_part(self):
        pit, players = await self.three(2)
        house = 0
        for roll, back, gain in (((2, 3, 4), (34225, 20500, 27275), -70000),
                                 ((1, 2, 4), (825, 500, 675), 10000)):
            await pit.play_until_open()
            for player, amount in zip(players, (5000, 3000, 4000)):
                await player.bet({"total-9": amount})
            await pit.order("CloseBetting")
            await self.effective(dict(zip(players, (4175, 2500, 3325))))
            await pit.play_to_end(roll)
            await self.received(dict(zip(players, back)))
            house += gain
            self.assertEqual(pit.house(), cents(house))
        await self.balances(dict(zip(players,
                                     (20000 + 29225 - 4175, 20000 + 17500 - 2500,
                                      20000 + 23275 - 3325))))

    async def test_a_small_bet_in_a_full_box_is_not_cut(self):
        pit, players = await self.three(3)
        house = 0
        for roll, back, gain in (((1, 2, 4), (6600, 260, 6340), -12000),
                                 ((1, 1, 1), (100, 0, 100), 1000)):
            await pit.play_until_open()
            for player, amount in zip(players, (600, 20, 580)):
                await player.bet({"total-7": amount})
            await pit.order("CloseBetting")
            await self.effective(dict(zip(players, (500, 20, 480))))
            await pit.play_to_end(roll)
            await self.received(dict(zip(players, back)))
            house += gain
            self.assertEqual(pit.house(), cents(house))
        await self.balances(dict(zip(players,
                                     (20000 + 6000 - 500, 20000 + 240 - 20, 20000 + 5760 - 480))))

    async def test_differential_and_maximum_are_both_broken(self):
        pit, (one, two, three) = await self.three(4)
        house = 0
        for roll, back, gain in (((6, 5, 2), (12675, 6325, 0), -5000),
                                 ((1, 2, 4), (3325, 1675, 4000), 5000),
                                 ((2, 2, 2), (3325, 1675, 0), 9000)):
            await pit.play_until_open()
            await one.bet({"big": 8000})
            await two.bet({"big": 4000})
            await three.bet({"small": 2000})
            await pit.order("CloseBetting")
            await self.effective({one: 4675, two: 2325, three: 2000})
            await pit.play_to_end(roll)
            await self.received(dict(zip((one, two, three), back)))
            house += gain
            self.assertEqual(pit.house(), cents(house))
        await self.balances({one: 20000 + 4675 - 2 * 4675, two: 20000 + 2325 - 2 * 2325,
                             three: 20000 - 2000})

    async def test_a_bet_below_the_minimum(self):
        pit = await self.open(5)
        one = await pit.seat()
        await pit.play_until_open()  # noticed, and increased
        await one.bet({"big": 30})
        await pit.order("AdvisePlayer", stay=one.stay, spot="big")
        await one.bet({"big": 70})
        await pit.play_to_end((4, 5, 6))
        await self.received({one: 200})
        await self.balances({one: 20100})
        await pit.play_until_open()  # noticed, and withdrawn
        await one.bet({"big": 30})
        await pit.order("AdvisePlayer", stay=one.stay, spot="big")
        await self.balances({one: 20070})
        await one.withdraw("big")
        await self.balances({one: 20100})
        await pit.play_to_end((4, 5, 6))
        await self.balances({one: 20100})
        for roll, back, after in (((4, 5, 6), 60, 20130), ((1, 2, 3), 0, 20100)):  # not noticed
            await pit.play_until_open()
            await one.bet({"big": 30})
            await pit.play_to_end(roll)
            await self.received({one: back})
            await self.balances({one: after})

    async def test_a_bet_on_behalf_counts_where_it_lies(self):
        pit = await self.open(6)
        one = await pit.seat()
        on_behalf = {"by": "supervisor", "stay": one.stay, "instruction": "200 on total 11"}
        for moved, back, after in ((False, 0, 19800), (True, 1400, 21000)):
            await pit.play_until_open()
            await pit.order("PlaceBets", bets=[{"spot": "total-10", "amount": 20000}], **on_behalf)
            if moved:
                await pit.order("WithdrawOnBehalf", bets=[{"spot": "total-10"}], **on_behalf)
                await pit.order("PlaceBets", bets=[{"spot": "total-11", "amount": 20000}],
                                **on_behalf)
            await pit.play_to_end((5, 4, 2))
            await self.received({one: back})
            if not moved:
                await pit.order("Report", cause="placed-in-error",
                                note="he claims 1,200 on total 11")
                await self.resolve("placed-in-error", "claim refused")
            await self.balances({one: after})
        placed = [(one["actor"], one["number"], one["role"], json.loads(one["json"])["instruction"])
                  for one in pit.export("events") if one["what"] == "BetsPlaced"]
        self.assertEqual(placed, [("person", pit.people["supervisor"], "supervisor",
                                   "200 on total 11")] * 3)

    async def test_dark_or_wrong_lights_and_a_wrong_board_change_no_money(self):
        pit = await self.open(7)
        one = await pit.seat()
        bets = {"total-9": 100, "total-8": 100, "double-2": 50, "single-5": 20, "small": 500}
        # as for 2-2-4
        wrong = ["small", "single-2", "single-4", "total-8", "domino-24", "double-2"]
        for lit, before, after in (([], 19230, 21670), (wrong, 20900, 23340)):
            await pit.play_until_open()
            await one.bet(bets)
            await self.balances({one: before})
            await pit.step_until("illuminate", (2, 2, 5))
            await pit.order("ReportLights", lit=lit)
            if lit:
                await pit.order("Report", cause="display-wrong", note="the board shows 8")
            await pit.play_to_end((2, 2, 5))
            await self.received({one: 2440})
            self.assertEqual(one.backs(),
                             {"total-9": 800, "total-8": 0, "double-2": 600, "single-5": 40,
                              "small": 1000})
            await self.balances({one: after})
        self.assertEqual(self.incidents(), ["lights-failed", "lights-failed", "display-wrong"])


class Maryland(Case):
    game = "maryland"
    tables = {n: felt(n, "maryland", currency="USD", chip="5.00", min="5.00", max="1000.00")
              for n in range(1, 10)}
    lights = (([2, 2, 5], ["small", "total-9", "single-2", "single-5", "double-2", "domino-25"]),
              ([3, 3, 3], ["total-9", "single-3", "double-3", "any-triple", "triple-3"]))

    async def inspected(self, tosses=3, dead=None):
        """A closed table with an automated shaker, looked at by a floorperson who has not signed
        yet."""
        pit = await self.open(ready=False)
        await pit.order("UseMixer", mixer="automated-shaker")
        await pit.order("InstallDice", dice=pit.table * 100, mixer="automated-shaker")
        for roll, lit in self.lights:
            await pit.order("TestLights", by="supervisor", roll=roll,
                            lit=[spot for spot in lit if spot != dead])
        for _ in range(tosses):
            await pit.order("TestMixer", by="supervisor", passed=True)
        await pit.order("TickChecklist", by="supervisor", items=CHECKLIST)
        tested = self.pit.see("equipment")["inspection"]
        self.assertEqual((tested["lights_passed"], tested["failed"]), (1, 1) if dead else (2, 0))
        return pit

    async def opened(self):
        pit = await self.inspected()
        await pit.order("SignInspection", by="supervisor")
        await pit.order("OpenTable", by="supervisor")
        return pit

    async def stays_closed(self):
        with self.refused("inspection_missing"):
            await self.pit.order("OpenTable", by="supervisor")
        self.assertEqual(self.pit.status["phase"], "closed")
        one = await self.pit.seat()
        with self.refused("table_closed"):
            await one.bet({"small": 10})
        await self.balances({one: 20000})

    async def test_two_tosses_do_not_open_the_table(self):
        pit = await self.inspected(tosses=2)
        with self.refused("inspection_missing"):
            await pit.order("SignInspection", by="supervisor")
        await self.stays_closed()

    async def test_a_dead_lamp_does_not_open_the_table(self):
        pit = await self.inspected(dead="domino-25")
        with self.refused("inspection_missing"):
            await pit.order("SignInspection", by="supervisor")
        await self.stays_closed()

    async def test_a_dealer_does_not_sign(self):
        pit = await self.inspected()
        with self.refused("not_allowed"):
            await pit.order("SignInspection")
        await self.stays_closed()

    async def test_three_tosses_open_the_table(self):
        pit = await self.opened()
        one = await pit.seat()
        await pit.play_until_open()
        await one.bet({"small": 10})
        await self.balances({one: 19990})
        await pit.play_to_end((2, 2, 5))
        await self.balances({one: 20010})

    async def test_a_leaning_die_is_no_roll(self):
        pit = await self.open()
        players = [await pit.seat() for _ in range(3)]
        await pit.play_until_open()
        for player, bets in zip(players,
                                ({"big": 60, "triple-2": 40}, {"small": 110}, {"total-9": 25})):
            await player.bet(bets)
        await self.balances(dict(zip(players, (19900, 19890, 19975))))
        await pit.step_until("uncover")
        await pit.order("Uncover", flat=False)
        self.voided("not-flat")
        self.assertEqual(pit.client.topics[f"table/{pit.table}"]["announcement"]["en"].lower(),
                         "no roll")
        await self.balances({player: 20000 for player in players})
        with self.refused("out_of_order"):
            await pit.order("KeyDice", dice=[3, 3, 3])
        await pit.play_until_open()
        with self.refused("out_of_order"):
            await pit.order("CloseBetting")  # not without a new shake
        await pit.play_to_end((3, 3, 3))

    async def malfunction(self, mark):
        pit = await self.opened()
        one, two = await pit.seat(), await pit.seat()
        await pit.play_until_open()
        await one.bet({"big": 60})
        await two.bet({"total-11": 25})
        await self.balances({one: 19940, two: 19975})
        await pit.order("StartCoveredMix")
        await pit.order("Report", cause="mixer-failed", note="it does not toss")
        self.voided("mixer-failed")
        await self.balances({one: 20000, two: 20000})
        with self.refused("mixer_not_ready"):
            await pit.order("UseMixer", mixer="manual-shaker")
        before = {one["mixer"]: one["dice_set"] for one in pit.see("equipment")["mixers"]}
        await pit.order("RemoveDice", mixer="automated-shaker")
        with self.refused("mixer_not_ready"):
            await pit.order("UseMixer", mixer="manual-shaker")
        await pit.order("MarkMixer", mixer="automated-shaker", mark=mark)
        await pit.order("UseMixer", mixer="manual-shaker")
        await pit.order("InstallDice", dice=pit.table * 100 + 1, mixer="manual-shaker")
        # The floorperson inspects the shaker that comes into use (1.D(1)(c), (d)).
        with self.refused("inspection_missing"):
            await pit.order("OpenBetting")
        await pit.order("TickChecklist", by="supervisor", items=CHECKLIST)
        await pit.order("SignInspection", by="supervisor")
        after = {one["mixer"]: one["dice_set"] for one in pit.see("equipment")["mixers"]}
        self.assertIsNone(after["automated-shaker"])
        self.assertGreater(after["manual-shaker"]["installed_at"],
                           before["automated-shaker"]["installed_at"])
        await pit.play_until_open()
        await one.bet({"big": 60})
        await pit.play_to_end((6, 5, 4))
        await self.balances({one: 20060, two: 20000})

    async def test_an_automated_shaker_fails_and_is_signed_out_of_order(self):
        await self.malfunction("signed")

    async def test_an_automated_shaker_fails_and_is_covered(self):
        await self.malfunction("covered")

    async def test_cash_wrong_spots_and_moved_chips(self):
        pit = await self.open()
        one, two, three = [await pit.seat() for _ in range(3)]

        async def place():
            await pit.play_until_open()
            await pit.order("PlaceBets", stay=three.stay,
                            bets=[{"spot": "total-6", "amount": 2000}],
                            instruction="twenty on total five")

        await place()
        with self.refused("cash_not_accepted"):
            await pit.order("Report", cause="cash-bet",
                            note="fifty on big, with a banknote in hand")
        await two.bet({"small": 100})
        await self.balances({one: 20000, two: 19900, three: 19980})
        await pit.step_until("uncover")
        lies = lambda spot: [{"stay": two.stay, "spot": spot, "amount": 10000},
                             {"stay": three.stay, "spot": "total-6", "amount": 2000}]
        await pit.order("ReportLayout", moment="call", positions=lies("small"))
        self.assertEqual(self.incidents(), ["cash-bet"])
        await pit.step_until("illuminate", (6, 5, 4))
        await pit.order("ReportLayout", moment="illumination", positions=lies("big"))
        self.assertEqual(self.incidents(), ["cash-bet", "moved-chips"])
        await pit.play_to_end((6, 5, 4))
        await self.received({two: 0, three: 0})
        await self.balances({one: 20000, two: 19900, three: 19980})
        await place()
        await pit.play_to_end((1, 1, 4))
        await self.received({three: 300})
        await self.balances({one: 20000, two: 19900, three: 20260})


if __name__ == "__main__":
    case.main()
