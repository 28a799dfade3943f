# SPDX-License-Identifier: MIT
"""Amounts without measure, accounts by one person alone, and the reader of the dice, against the
real server: safeguards_test.py PROGRAM."""
import case
from client import SECOND, Refused
from house import Console, manual

MOST = 10**15  # cents, as much as a message may say
CAPS = '[caps]\ncredit_max = "2000.00"\nstake_max = "900.00"\n'


async def seat(console, player):
    """The stay of a player who sits down at the felt."""
    await console.order("TakeSeat", player=player)

    def stays():
        places = console.client.topics[f"places/{console.table}"]["places"]
        return [one["stay"] for one in places if one.get("player") == player]

    await console.client.until(stays, f"the seat of {player}")
    return stays()[0]


class Amounts(case.Case):
    async def test_a_dealer_who_gives_seats_more_than_a_close_can_share(self):
        server = await self.serve(manual("rws-taisai"))
        console = await Console.open(server, "rws-taisai")
        stays = []
        for player in ("ann", "bob"):
            stays.append(await seat(console, player))
        for stay in stays:
            for amount in (MOST, 10**12 + 500):
                with self.assertRaises(Refused) as refused:
                    await console.order("PutCredit", stay=stay, amount=amount)
                self.assertIn(refused.exception.reason,
                              ("credit_above_maximum", "amount_out_of_range"))
            await console.order("PutCredit", stay=stay, amount=10**12)
        await console.play_until_open()
        bets = [{"spot": "big", "amount": 10**12}]
        await console.order("PlaceBets", stay=stays[0], bets=bets, instruction="all on big")
        with self.assertRaises(Refused) as refused:
            await console.order("PlaceBets", stay=stays[1], bets=bets, instruction="all on big")
        self.assertEqual(refused.exception.reason, "round_stakes_above_maximum")
        await console.play_to_end([6, 5, 4])
        self.assertEqual(server.get("/healthz")[0], 200)
        await self.finish(server)

    async def test_caps_of_the_configuration(self):
        text = manual("rws-taisai")
        server = await self.serve(text.replace("[[table]]", CAPS + "[[table]]", 1))
        console = await Console.open(server, "rws-taisai")
        stay = await seat(console, "ann")
        with self.assertRaises(Refused) as refused:
            await console.order("PutCredit", stay=stay, amount=200500)
        self.assertEqual(refused.exception.reason, "credit_above_maximum")
        await console.order("PutCredit", stay=stay, amount=200000)
        await self.finish(server)


class People(case.Case):
    async def test_an_administrator_alone_makes_no_supervisor(self):
        server = await self.serve(manual("rws-etg"))
        await server.hire("supervisor")  # and whoever agrees to that
        client = await server.connect()
        admin = (await client.request("sign_in", name="admin",
                                      password=server.passwords["admin"]))["person"]

        async def reason(order, **fields):
            with self.assertRaises(Refused) as refused:
                await client.order(order, person=admin, arguments=fields)
            return refused.exception.reason

        new = {"person": 50, "name": "mine", "role": "supervisor"}
        self.assertEqual(await reason("AddPerson", **new), "not_logged_on")
        await client.order("LogOn", person=admin)
        asked = await client.order("AddPerson", person=admin, arguments=new)
        self.assertEqual(await reason("Authorise", digest=asked["authorisation"]), "same_person")
        with self.assertRaises(Refused) as refused:
            await client.order("AddPerson", person=admin, table=1, arguments=new)
        self.assertEqual(refused.exception.reason, "no_such_table")
        with self.assertRaises(Refused) as refused:
            await client.request("set_password", person=admin, name="supervisor",
                                 new="known-to-me")
        self.assertEqual(refused.exception.reason, "second_person_needed")
        second = (await client.request("sign_in", name=SECOND,
                                       password=server.passwords[SECOND]))["person"]
        await client.order("LogOn", person=second)
        await client.order("Authorise", person=second,
                           arguments={"digest": asked["authorisation"]})
        await client.request("set_password", person=admin, name="mine", new="for-once-only")
        # Once: another one takes two people again.
        with self.assertRaises(Refused) as refused:
            await client.request("set_password", person=admin, name="mine", new="another-one")
        self.assertEqual(refused.exception.reason, "second_person_needed")
        await self.finish(server)

    async def test_a_second_person_finds_the_request_at_a_console(self):
        server = await self.serve(manual("rws-etg"))
        console = await Console.open(server, "rws-etg")
        client = await server.connect()
        admin = (await client.request("sign_in", name="admin",
                                      password=server.passwords["admin"]))["person"]
        await client.order("LogOn", person=admin)
        supervisor = console.people["supervisor"]
        await client.order("RemoveSecondFactor", person=admin, arguments={"person": supervisor})
        await console.client.until(lambda: console.see("property_pending"), "the request")
        request, = console.see("property_pending")
        self.assertEqual(request["order"], "RemoveSecondFactor")
        self.assertEqual(request["name"], "admin")
        self.assertEqual(request["subject"], {"name": "supervisor", "role": "supervisor"})
        self.assertEqual(set(request["missing"]), {"administrator", "shift-manager"})
        # Over the connection of the console, for one act.
        second = (await console.client.request("sign_in", name=SECOND, single_act=True,
                                               password=server.passwords[SECOND]))["person"]
        await console.client.order("LogOn", person=second)
        await console.client.order("Authorise", person=second,
                                   arguments={"digest": request["digest"]})
        await console.client.until(lambda: not console.see("property_pending"), "it is done")
        resets = console.see("password_resets")
        self.assertIn("supervisor", [one["name"] for one in resets])
        await self.finish(server)

    async def test_two_people_from_the_command_line(self):
        server = await self.serve(manual("rws-etg"))
        await server.hire("supervisor", "dealer")
        await server.hang_up()
        self.assertEqual(await server.stop(), 0)
        data = str(server.folder / "data")

        def user(*words, secrets):
            return case.run("user", *words, "--data", data,
                            input="".join(f"{server.passwords[one]}\n" for one in secrets))

        for words in (("add", "sue", "--role", "supervisor"), ("reset", "supervisor")):
            alone = user(*words, secrets=["admin"])
            self.assertEqual(alone.returncode, 1)
            self.assertIn("--with", alone.stderr)
            done = user(*words, "--with", SECOND, secrets=["admin", SECOND])
            self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(user("reset", "dealer", secrets=["admin"]).returncode, 0)
        low = user("add", "eve", "--role", "supervisor", "--with", "admin",
                   secrets=["admin", "admin"])
        self.assertIn("same_person", low.stderr)
        self.assertEqual((await server.audit())[0], 0)


class Reader(case.Case):
    async def test_manual_entry_is_switched_on_and_shown(self):
        text = manual("rws-etg").replace("training = true\n",
                                         'training = true\nmode = "assisted"\n'
                                         'tumbler = "127.0.0.1:9"\ntumbler_key = "'
                                         + "7" * 64 + '"\n', 1)
        server = await self.serve(text)
        console = await Console.open(server, "rws-etg")
        await console.play_until_open()
        await console.order("CloseBetting")
        await console.order("StartCoveredMix")
        for mixes in (0, 3):
            with self.assertRaises(Refused) as refused:
                await console.order("EndMix", mixes=mixes)
            self.assertEqual(refused.exception.reason, "reader_in_use")
        self.assertIsNone(console.status["manual_entry"])
        await console.order("SwitchToManualEntry", by="supervisor", reason="no answer")
        with self.assertRaises(Refused) as refused:
            await console.order("EndMix", by="supervisor", mixes=0)
        self.assertEqual(refused.exception.reason, "same_person")
        await console.order("EndMix", mixes=3)
        await console.order("Uncover", flat=True)
        guest = await server.guest(1, layout="rws-etg-2")
        await guest.watch("table/1")
        self.assertEqual(guest.topics["table/1"]["status"]["manual_entry"]["reason"], "no answer")
        await console.order("KeyDice", dice=[1, 2, 4])
        await console.order("EnterResult", roll=[1, 2, 4])
        await self.finish(server)


if __name__ == "__main__":
    case.main()
