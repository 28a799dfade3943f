# SPDX-License-Identifier: MIT
"""Bets that race the close of betting: race_test.py PROGRAM [--terminals N] [--closes N].

Every bet that was acknowledged is in its round, none is in it that was not, and none that was
refused cost anything."""
import argparse
import asyncio
import random
import sys

import case
from house import Console, manual

SIZE = argparse.Namespace(terminals=40, closes=4)
DRAW = random.Random(5)


class Race(case.Case):
    async def test_at_the_close(self):
        server = await self.serve(manual("rws-etg"))
        console = await Console.open(server, "rws-etg")
        players = await asyncio.gather(*(server.guest(1, layout="rws-etg-1")
                                         for _ in range(SIZE.terminals)))
        closes = taken = late = 0
        # Until there were bets on both sides of a close, or nothing was tested.
        while closes < SIZE.closes or taken == 0 or late == 0:
            await console.play_until_open()
            results = await asyncio.gather(self.close(console),
                                           *(self.fire(player) for player in players))
            expected = dict(zip(players, results[1:]))
            await console.play_to_end((6, 5, 1))
            closes += 1
            await self.check_money(closes,
                                   {player: staked for player, (staked, _) in expected.items()})
            taken += sum(staked // 100 for staked, _ in expected.values())
            late += sum(refused for _, refused in expected.values())
            self.assertLess(closes, 100 * SIZE.closes,
                            f"{taken} bets taken, {late} too late: no race")
        print(f"{closes} closes, {SIZE.terminals} terminals: {taken} bets taken, {late} too late",
              file=sys.stderr)
        await self.finish(server)

    async def close(self, console):
        await asyncio.sleep(0.02)
        await console.order("CloseBetting")

    async def fire(self, player):
        """Four bets about when betting closes: what was accepted, and how many were too late."""
        ids = []
        await asyncio.sleep(DRAW.random() * 0.03)
        for _ in range(4):
            player.counter += 1
            ids.append(player.counter)
            await player.send({"id": player.counter, "type": "order", "order": "PlaceBets",
                               "arguments": {"bets": [{"spot": "big", "amount": 100}]}})
            await asyncio.sleep(DRAW.random() * 0.01)
        await player.until(lambda: all(one in player.replies for one in ids), "all answers")
        answers = [player.replies[one] for one in ids]
        good = [answer for answer in answers if answer["ok"]]
        bad = [answer for answer in answers if not answer["ok"]]
        # What comes after the first that was too late is too late as well.
        self.assertEqual(answers, good + bad)
        self.assertTrue(all(answer["reason"] == "betting_closed" for answer in bad), bad)
        return sum(answer["bets"][0]["accepted"] for answer in good), len(bad)

    async def check_money(self, number, expected):
        for player, staked in expected.items():
            if staked:
                await player.until(lambda: player.mine("last")
                                   and player.mine("last")["round"] == number, "the end")
                self.assertEqual(player.mine("last")["staked"], staked)
                self.assertEqual(player.mine("last")["payout"], 2 * staked)
            await player.until(lambda: player.mine("money")["staked"] == 0, "nothing in play")
            self.assertEqual(player.gaps, 0)


if __name__ == "__main__":
    case.main(SIZE)
