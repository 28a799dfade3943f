# SPDX-License-Identifier: MIT
"""After kill -9 the round ends as the law of interruptions says, and no bet is lost or made up:
recovery_test.py PROGRAM."""

import case
from client import Refused
from house import MANUAL, automatic, manual


class EveryState(case.Tables):
    """Tables that were left in every state of a round, when their server was killed."""

    STEPS = 11  # more than a round of any game has
    games = dict.fromkeys(MANUAL, STEPS)

    async def play(self, game, steps, roll=(6, 5, 1)):
        """So many steps of a round, with a bet when bets are open."""
        console = await self.open_console(game)
        player = await self.server.connect()
        place = await player.join(console.table)
        seat = {} if place["topic"].startswith("terminal") else {"stay": place["number"]}
        bet, done = 0, []
        for _ in range(steps):
            if done and console.status["phase"] != "playing":
                break
            done.append(await console.step(list(roll)))
            if console.status["phase"] == "playing" and console.round["betting"] and not bet:
                bet = (await player.bet("big", 1000, **seat))["accepted"]
        await console.client.close()
        return player, done, bet

    async def test_of_every_game(self):
        left = []
        for game in MANUAL:
            for steps in range(1, self.STEPS + 1):
                left.append((game, *await self.play(game, steps)))
                if len(left[-1][2]) < steps:  # the round has ended
                    break
            self.assertLess(len(left[-1][2]), steps, f"{game}: a round has more steps")
        self.server.kill()
        await self.server.start()
        for game, player, done, bet in left:
            again = await self.server.connect()
            answer = await again.join(player.table, token=player.token)
            self.assertEqual(answer["topic"], player.place)
            with self.subTest(game=game, done=done):
                self.check(game, again, done, bet)
            await again.close()
        self.server.kill()
        self.assertEqual((await self.server.audit())[0], 0)
        await self.server.start()

    def check(self, game, player, done, bet):
        status, round_, money = player.seen("status"), player.seen("round"), player.mine("money")
        win = 1000  # what a bet of 10.00 on big gains on 6 5 1
        if game == "maryland":  # silent on power: a floorperson decides, and nothing moves before
            if status["phase"] == "playing":  # all is paid, the lights are to be cleared
                self.assertEqual(round_["next"], "clear")
            if status["phase"] == "held":
                self.assertEqual((money["credit"], money["staked"]), (50000 - bet, bet))
            else:
                self.assertEqual((money["credit"], money["staked"]),
                                 (50000 + (win if "collect" in done else 0), 0), (status, round_))
            return
        if "enter" in done:  # the outcome was established
            self.assertEqual(round_["roll"], [6, 5, 1])
            self.assertEqual(money["credit"] + money["staked"], 50000 + win, (status, money))
            self.assertEqual(money["staked"], 0)
        elif "close" in done or ("uncover" in done):
            held = status["phase"] == "held"
            voided = round_["ended"] == "void"
            self.assertTrue(held or voided, (status, round_))
            self.assertEqual(money["credit"], 50000 - (bet if held else 0))
        else:  # bets were open, or not yet: void, everything back, once
            self.assertIn(round_["ended"], ("void", "none"))
            self.assertEqual((money["credit"], money["staked"]), (50000, 0))


class Automatic(case.Together):
    """A table that runs by itself goes on by itself, whatever it was doing."""

    async def goes_on(self, game):
        """Kills the server in every state in which a player sees the table."""
        server = await self.serve(automatic(game))
        killed = set()
        while True:
            player = await server.connect()
            await player.join(1)
            state = lambda: player.seen("round") and (player.seen("round")["next"],
                                                      player.seen("round")["betting"])
            last = player.seen("results")["last"]
            await player.until(
                lambda: player.seen("results")["last"] > last, "the end of another round")
            is_new = lambda: state() not in killed
            await player.until(lambda: is_new() or player.seen("results")["last"] > last + 4,
                               "a state or four rounds")
            if not is_new():
                break
            killed.add(state())
            server.kill()
            await server.start()
        # Betting lasts a second. The other states last as long as a turn of the loop, so a player
        # sees nearly all of them on a quiet machine, and at least one on a busy one.
        self.assertGreater(len(killed), 1)
        await self.finish(server)

    async def test_with_bets_before_the_dice(self):
        await self.goes_on("rws-etg")

    async def test_with_dice_before_the_bets(self):
        await self.goes_on("mbs-etg")

    async def test_with_a_shaker_and_lights(self):
        await self.goes_on("maryland")


class Seats(case.Case):
    async def test_that_guests_left_are_given_to_others(self):
        server = await self.serve(manual("rws-taisai"))
        guests = [await server.guest(3) for _ in range(10)]
        late = await server.connect()
        with self.assertRaises(Refused):
            await late.join(3)
        await guests[-2].close()  # may come back within the grace period
        with self.assertRaises(Refused):
            await late.join(3)
        await guests[-1].request("leave")
        await late.join(3)
        self.assertEqual(late.mine("money")["credit"], 50000)
        self.assertNotIn(late.token, [guest.token for guest in guests])
        await self.finish(server)


if __name__ == "__main__":
    case.main()
