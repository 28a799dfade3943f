# SPDX-License-Identifier: MIT
"""Who is let in: terminals with keys, guests at training tables, and staff with passwords:
access_test.py PROGRAM."""
import json

import nacl.signing

import case
from client import Refused
from house import Console, authenticate, enrol, for_money


class Terminals(case.OneServer):
    """Terminals with keys of their own, at tables that are not for training."""

    config = for_money("rws-etg", 2)
    free = [1, 2]

    async def asyncSetUp(self):
        self.table = self.free.pop(0)
        self.terminal = 1000 * self.table + 101
        self.console = await Console.open(self.server, "rws-etg", self.table)
        await self.console.sign_in("technician")
        await self.console.sign_in("cashier")

    async def enrol(self, terminal, key):
        code = await self.console.enrolment_code(terminal)
        await enrol(self.server, code, key)
        return code

    async def test_enrol_once_prove_themselves_and_play_for_money(self):
        key, other = nacl.signing.SigningKey.generate(), nacl.signing.SigningKey.generate()
        one = self.terminal
        code = await self.enrol(one, key)
        stranger = await self.server.connect()
        with self.assertRaises(Refused) as refused:
            await stranger.request("enrol", code=code, key=other.verify_key.encode().hex())
        self.assertEqual(refused.exception.reason, "wrong_code")
        with self.assertRaises(Refused) as refused:
            await stranger.join(self.table)
        self.assertEqual(refused.exception.reason, "not_allowed")
        for terminal, wrong, text in ((one, other, None), (one + 1, key, None),
                                      (one, key, f"sicbo-terminal-v1 {'0' * 64} {one}")):
            with self.assertRaises(Refused) as refused:
                await authenticate(self.server, terminal, wrong, text)
            self.assertEqual(refused.exception.reason, "wrong_key")
        player = await authenticate(self.server, one, key)
        await self.console.order("PutCredit", by="cashier", terminal=one, amount=10000)
        await player.until(lambda: player.mine("money")["credit"] == 10000, "credit")
        await self.console.play_until_open()
        await player.bet("big", 1000)
        # A newer connection takes the place over; the older one is closed.
        again = await authenticate(self.server, one, key)
        await player.until(lambda: player.closed, "the end of the older one")
        self.assertEqual(again.mine("bets"), [{"spot": "big", "stake": 1000}])
        # With bets or money of a player there is no new key before two people clear the terminal.
        for _ in range(2):
            with self.assertRaises(Refused) as refused:
                await self.console.enrolment_code(one)
            self.assertEqual(refused.exception.reason, "not_empty")
            if again.mine("bets"):
                await self.console.play_to_end((6, 5, 1))
                await again.until(lambda: again.mine("money")["credit"] == 11000, "the win")
        reply = await self.console.order("ClearTerminal", by="dealer", terminal=one, pay=True,
                                         note="broken screen")
        await self.console.order("Authorise", by="supervisor", digest=reply["authorisation"])
        # Set up again: the old key's holder is told, and the old key opens nothing.
        await self.enrol(one, other)
        await again.until(lambda: again.closed, "the end of the old key")
        self.assertIn({"notice": "taken_over", "cause": "enrolled_anew"}, again.notices)
        with self.assertRaises(Refused):
            await authenticate(self.server, one, key)
        new = await authenticate(self.server, one, other)
        self.assertEqual(new.mine("money")["credit"], 0)
        shown, = [each for each in self.console.client.topics[f"console/{self.table}"]["enrolments"]
                  if each["terminal"] == one]
        self.assertTrue(shown["replaced"] and shown["completed_at"] and shown["name"], shown)

    async def test_codes_are_for_those_who_set_terminals_up(self):
        for who, reason in (("dealer", "not_allowed"), ("cashier", "not_allowed")):
            with self.assertRaises(Refused) as refused:
                await self.console.enrolment_code(self.terminal, by=who)
            self.assertEqual(refused.exception.reason, reason)
        stranger = await self.server.connect()
        with self.assertRaises(Refused) as refused:
            await stranger.request("create_enrolment_code", table=self.table,
                                   terminal=self.terminal, person=2)
        self.assertEqual(refused.exception.reason, "not_signed_in")
        for code in ("", "xxxx-xxxx-xxxx"):
            with self.assertRaises(Refused):
                await stranger.request("enrol", code=code, key="0" * 64)


class Training(case.Tables):
    games = {"rws-etg": 3}

    async def test_staff_who_are_disabled_see_and_do_nothing_more(self):
        console = await self.open_console("rws-etg")
        await console.sign_in("dealer2")
        staff = [f"console/{console.table}", f"places/{console.table}"]
        public = f"table/{console.table}"
        dealer = await self.server.connect()
        await dealer.watch(public)
        # from the console's connection to one of their own
        await self.server.sign_in("dealer2", dealer)
        for topic in staff:
            await dealer.watch(topic)
        admin = await self.server.sign_in("admin")
        await admin.order("DisablePerson",
                          **{"person": admin.person, "arguments": {"person": dealer.person}})
        seen = {topic: json.dumps(dealer.topics[topic]) for topic in staff}
        player = await self.server.connect()
        place = await player.join(console.table)
        await console.order("TakeOutOfService", by="supervisor", reason="a look at the dice")
        await console.client.until(lambda: console.see_place(place["number"])["credit"], "a guest")
        # What was published to the others before arrives before the answer.
        await dealer.request("watch", topic=public)
        await dealer.until(
            lambda: dealer.topics[public]["status"]["out_of_service"], "what everybody sees")
        for topic in staff:
            self.assertEqual(json.dumps(dealer.topics[topic]), seen[topic], topic)
            with self.assertRaises(Refused) as refused:
                await dealer.request("watch", topic=topic)
            self.assertEqual(refused.exception.reason, "not_allowed")
        with self.assertRaises(Refused) as refused:
            await dealer.order("OpenBetting", table=console.table, person=dealer.person)
        self.assertEqual(refused.exception.reason, "not_signed_in")
        with self.assertRaises(Refused) as refused:
            await self.server.sign_in("dealer2", dealer)
        self.assertEqual(refused.exception.reason, "wrong_password")  # and tells nothing else

    async def test_staff_whose_password_was_reset_must_enter_again(self):
        dealer = await self.server.sign_in("dealer3")
        admin = await self.server.sign_in("admin")
        await admin.request("set_password", person=admin.person, name="dealer3",
                            new="for-once-only")
        with self.assertRaises(Refused) as refused:
            await dealer.order("LogOn", table=self.free["rws-etg"][0], person=dealer.person)
        self.assertEqual(refused.exception.reason, "not_signed_in")

    async def test_guests_have_no_claim_to_a_terminal_that_was_enrolled_since(self):
        console = await self.open_console("rws-etg")
        await console.sign_in("technician")
        guest = await self.server.connect()
        place = await guest.join(console.table)
        token = guest.token
        await console.play_until_open()
        await guest.bet("big", 1000)
        await enrol(self.server, await console.enrolment_code(place["number"]),
                    nacl.signing.SigningKey.generate())
        # Neither the one who sits there now, nor with the token later.
        await guest.until(lambda: guest.closed, "the end for the guest")
        self.assertIn({"notice": "taken_over", "cause": "enrolled_anew"}, guest.notices)
        again = await self.server.connect()
        other = await again.join(console.table, token=token)
        self.assertNotEqual(other["number"], place["number"])
        self.assertEqual(again.mine("bets"), [])
        self.assertNotEqual(again.token, token)
        with self.assertRaises(Refused) as refused:
            await again.request("watch", topic=place["topic"])
        self.assertEqual(refused.exception.reason, "not_allowed")
        await console.play_to_end((1, 2, 4))


if __name__ == "__main__":
    case.main()
