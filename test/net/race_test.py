# SPDX-License-Identifier: MIT
"""Bets that race the close of betting: race_test.py PROGRAM [--terminals N] [--closes N].

Every bet that was acknowledged is in its round, none is in it that was not, and none that was refused
cost anything."""
import argparse
import asyncio
import random
import sys
import unittest

import rounds_test
from client import Server
from house import Console, manual

SIZE = argparse.Namespace(terminals=40, closes=12)


class Race(rounds_test.Case):
    async def test_at_the_close(self):
        server = self.serve(manual("rws-etg"))
        console = await Console.open(server, "rws-etg")
        players = [await server.connect() for _ in range(SIZE.terminals)]
        for player in players:
            await player.join(1, layout="rws-etg-1")
        draw = random.Random(5)
        late = taken = 0
        for number in range(1, SIZE.closes + 1):
            await console.play_until_open()
            expected = {}

            async def fire(player):
                ids = []
                await asyncio.sleep(draw.random() * 0.03)
                for _ in range(4):
                    player.counter += 1
                    ids.append(player.counter)
                    await player.send({"id": player.counter, "type": "order", "order": "PlaceBets",
                                       "arguments": {"bets": [{"spot": "big", "amount": 100}]}})
                    await asyncio.sleep(draw.random() * 0.01)
                await player.until(lambda: all(one in player.replies for one in ids), "all answers")
                answers = [player.replies[one] for one in ids]
                good = [answer for answer in answers if answer["ok"]]
                bad = [answer for answer in answers if not answer["ok"]]
                # What comes after the first that was too late is too late as well.
                self.assertEqual(answers, good + bad)
                self.assertTrue(all(answer["reason"] == "betting_closed" for answer in bad), bad)
                expected[player] = sum(answer["bets"][0]["accepted"] for answer in good)
                return len(good), len(bad)

            async def close():
                await asyncio.sleep(0.02)
                await console.order("CloseBetting")

            results = await asyncio.gather(close(), *(fire(player) for player in players))
            taken += sum(good for good, _ in results[1:])
            late += sum(bad for _, bad in results[1:])
            await console.play_to_end((6, 5, 1))
            for player in players:
                if not expected[player]:
                    continue
                await player.until(lambda: player.mine("last") and player.mine("last")["round"] == number, "the end")
                self.assertEqual(player.mine("last")["staked"], expected[player])
                self.assertEqual(player.mine("last")["payout"], 2 * expected[player])
            for player in players:
                await player.until(lambda: player.mine("money")["staked"] == 0, "nothing in play")
                self.assertEqual(player.gaps, 0)
        self.assertGreater(taken, 0)
        self.assertGreater(late, 0, "no bet was late: this tested nothing")
        print(f"{SIZE.closes} closes, {SIZE.terminals} terminals: {taken} bets taken, {late} too late", file=sys.stderr)
        self.finish(server)


if __name__ == "__main__":
    rounds_test.PROGRAM = sys.argv.pop(1)
    parser = argparse.ArgumentParser()
    parser.add_argument("--terminals", type=int, default=SIZE.terminals)
    parser.add_argument("--closes", type=int, default=SIZE.closes)
    SIZE = parser.parse_args()
    unittest.main(argv=sys.argv[:1])
