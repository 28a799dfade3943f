# SPDX-License-Identifier: MIT
"""What people try who are not at a console: passwords, names, requests, seats. Each is stopped, and
whoever is honest goes on: abuse_test.py PROGRAM."""
import asyncio
import json
import time
import urllib.error
import urllib.request

import case
from client import PATIENCE, Refused
from house import HEAD, Console, code_of, manual, numbered

STRANGER = {"local_addr": ("127.0.0.66", 0)}  # another address of this machine


def with_staff(config, lines):
    return config.replace("[[table]]", f"[staff]\n{lines}\n[[table]]", 1)


class Abuse(case.Case):
    async def reason(self, awaitable):
        """Why a request is refused; "ok" if it is not."""
        try:
            await awaitable
            return "ok"
        except Refused as refused:
            return refused.reason

    def events(self, server, fact):
        done = case.run("export", str(server.folder / "data/journal"), "--what", "events",
                        "--format", "json")
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stdout.count(f'"{fact}"')

    def figure(self, server, name):
        text = server.get("/metrics")[1]
        return next(float(line.split()[-1]) for line in text.splitlines() if line.startswith(name))

    async def until_above(self, server, name, value):
        """The figures are made once a second."""
        until = time.monotonic() + PATIENCE
        while (now := await asyncio.to_thread(self.figure, server, name)) <= value:
            self.assertLess(time.monotonic(), until, f"{name} is {now}, not above {value}")
            await asyncio.sleep(0.05)

    async def test_a_stranger_neither_tries_passwords_nor_locks_anybody(self):
        server = await self.serve(with_staff(manual("rws-etg"), 'consoles = ["127.0.0.1"]'))
        await server.hire("dealer", "supervisor")
        reasons = []
        for name in ("admin", "dealer", "supervisor", "nobody"):
            client = await server.connect(**STRANGER)
            for _ in range(10):
                reasons.append(await self.reason(client.request(
                    "sign_in", name=name, password=server.passwords.get(name, "x"))))
            reasons.append(await self.reason(client.request(
                "set_password", name=name, old="wrong", new="a new password")))
        self.assertEqual(set(reasons), {"not_a_console", "too_many_attempts"})
        self.assertLess(reasons.count("not_a_console"), 8)  # the delays grow
        for name in ("admin", "dealer", "supervisor"):
            await server.sign_in(name)
        self.assertEqual(self.events(server, "LogOnFailed"), 0)
        await self.until_above(server, 'sicbo_sign_ins_total{result="too-soon"}', 10)
        self.assertGreater(self.figure(server, 'sicbo_sign_ins_total{result="elsewhere"}'), 0)
        self.assertIn("not at a console", server.log())
        self.assertEqual(server.log().count("not at a console"), 1)  # one line a minute
        await self.finish(server)

    async def test_many_attempts_of_one_address_keep_nobody_out(self):
        server = await self.serve(manual("rws-etg"))
        await server.hire("dealer")
        attackers = await asyncio.gather(*(server.connect(**STRANGER) for _ in range(100)))
        for client in attackers:
            await client.send({"id": 1, "type": "sign_in", "name": "nobody", "password": "x"})
        begun = time.monotonic()
        await server.sign_in("dealer")
        took = time.monotonic() - begun
        await asyncio.gather(*(client.until(lambda c=client: 1 in c.replies, "an answer")
                               for client in attackers))
        whole = time.monotonic() - begun
        reasons = [client.replies[1]["reason"] for client in attackers]
        self.assertTrue(set(reasons) <= {"wrong_password", "busy"}, set(reasons))
        self.assertLess(took, whole / 2)  # it did not wait behind them
        await self.finish(server)

    async def test_a_locked_account_answers_as_any_other(self):
        server = await self.serve(manual("rws-etg"))
        await server.hire("dealer", "supervisor")
        watching = await server.sign_in("supervisor")
        answers = {}

        async def attempt(name, password):
            client = await server.connect()
            begun = time.monotonic()
            with self.assertRaises(Refused) as refused:
                await client.request("sign_in", name=name, password=password)
            reply = {key: value for key, value in refused.exception.reply.items() if key != "reply"}
            await client.close()
            return json.dumps(reply), time.monotonic() - begun

        for _ in range(3):
            answers["wrong"] = await attempt("dealer", "wrong-password")
        await watching.until(lambda: any(one.get("notice") == "account_locked"
                                         for one in watching.notices), "the alert")
        answers["locked, wrong"] = await attempt("dealer", "wrong-password")
        answers["locked, right"] = await attempt("dealer", server.passwords["dealer"])
        answers["nobody"] = await attempt("nobody", "wrong-password")
        self.assertEqual(len({text for text, _ in answers.values()}), 1, answers)
        for kind, (_, took) in answers.items():
            self.assertGreater(took, 0.24, kind)  # none is answered as soon as it is known
        self.assertEqual(self.events(server, "LogOnFailed"), 3)
        self.assertIn("three failed sign-ins have locked an account", server.log())
        await self.finish(server)

    async def test_success_resets_the_count_of_failures(self):
        server = await self.serve(manual("rws-etg"))
        await server.hire("dealer")
        client = await server.connect()
        for _ in range(3):
            for _ in range(2):
                self.assertEqual(await self.reason(client.request(
                    "sign_in", name="dealer", password="wrong-password")), "wrong_password")
            await server.sign_in("dealer", client)
        await self.finish(server)

    async def test_passwords_must_be_good_and_new(self):
        server = await self.serve(with_staff(manual("rws-etg"), "password_length_min = 12"))
        first = server.passwords["admin"]
        client = await server.connect()
        change = lambda old, new: self.reason(client.request("set_password", name="admin", old=old,
                                                             new=new))
        self.assertEqual(await change(first, first), "password_unchanged")
        self.assertEqual(await change(first, "short-one"), "bad_text")
        self.assertEqual(await change(first, "Administrator1"), "weak_password")
        self.assertEqual(await change(first, "123456789012"), "weak_password")
        self.assertEqual(await change(first, "admin-password"), "ok")
        server.passwords["admin"] = "admin-password"
        signed_in = await server.sign_in("admin")
        # Whoever else has signed in with the old password is out.
        self.assertEqual(await change("admin-password", "another-password"), "ok")
        self.assertEqual(await self.reason(signed_in.request("self_check", person=1)),
                         "not_signed_in")
        await self.finish(server)

    async def test_a_second_factor(self):
        server = await self.serve(with_staff(manual("rws-etg"),
                                             'second_factor = ["administrator"]'))
        client = await server.connect()
        first = server.passwords["admin"]
        sign_in = lambda **more: self.reason(client.request("sign_in", name="admin",
                                                            password="admin-password", **more))
        self.assertEqual(await self.reason(client.request("sign_in", name="admin",
                                                          password=first)),
                         "password_change_required")
        await client.request("set_password", name="admin", old=first, new="admin-password")
        self.assertEqual(await sign_in(), "second_factor_missing")
        reply = await client.request("enrol_second_factor", name="admin",
                                     password="admin-password")
        self.assertTrue(reply["uri"].startswith("otpauth://totp/Test%20House:admin?secret="))
        self.assertEqual(await sign_in(), "second_factor_required")
        self.assertEqual(await sign_in(code="000000" if code_of(reply["secret"]) != "000000"
                                       else "000001"), "wrong_second_factor")
        code = code_of(reply["secret"])
        self.assertEqual(await sign_in(code=code), "ok")
        self.assertEqual(await sign_in(code=code), "wrong_second_factor")
        self.assertEqual(await server.stop(), 0)
        await server.start()
        client = await server.connect()
        self.assertEqual(await sign_in(code=code), "wrong_second_factor")  # not after a restart
        self.assertEqual(await sign_in(code=code_of(reply["secret"], 1)), "ok")
        self.assertEqual(await self.reason(client.request(
            "enrol_second_factor", name="admin", password="admin-password")),
            "second_factor_in_use")
        self.assertEqual((server.folder / "data/accounts").stat().st_mode & 0o777, 0o600)
        await self.until_above(server, 'sicbo_sign_ins_total{result="incomplete"}', 0)
        await self.finish(server)

    async def test_a_second_person_signs_in_for_one_act(self):
        server = await self.serve(manual("rws-etg"))
        console = await Console.open(server, "rws-etg")
        await server.hire("supervisor2")
        elsewhere = await server.sign_in("supervisor2")
        client = console.client
        reply = await client.request("sign_in", name="supervisor2", single_act=True,
                                     password=server.passwords["supervisor2"])
        console.people["second"] = reply["person"]
        limits = {**console.see("configuration"), "betting_seconds": 77}
        pending = await console.order("Configure", by="supervisor", configuration=limits)
        await console.order("LogOn", by="second")
        await console.order("Authorise", by="second", digest=pending["authorisation"])
        for order in ("LogOn", "TakeOutOfService"):
            fields = {"reason": "one more"} if order == "TakeOutOfService" else {}
            self.assertEqual(await self.reason(console.order(order, by="second", **fields)),
                             "not_signed_in")
        await console.order("LogOff", by="second")
        self.assertEqual(await self.reason(console.order("LogOff", by="second")), "not_signed_in")
        # The person's own session is another one.
        await elsewhere.request("self_check", person=elsewhere.person)
        await self.finish(server)

    @case.direct_only("the gateway has figures of its own")
    async def test_metrics_behind_a_token_or_elsewhere(self):
        token = "0123456789abcdef"
        config = manual("rws-etg")
        server = await self.serve(config.replace("[server]",
                                                 f'[server]\nmetrics_token = "{token}"'))

        def status(address, header=None):
            request = urllib.request.Request(f"http://{address}/metrics")
            if header:
                request.add_header("Authorization", header)
            try:
                with urllib.request.urlopen(request) as response:
                    return response.status
            except urllib.error.HTTPError as error:
                return error.code

        ask = lambda *words: asyncio.to_thread(status, *words)
        self.assertEqual(await ask(server.address), 401)
        self.assertEqual(await ask(server.address, "Bearer wrong"), 401)
        self.assertEqual(await ask(server.address, f"Bearer {token}"), 200)
        codes = [await ask(server.address, f"Bearer {token}") for _ in range(200)]
        self.assertIn(429, codes)
        other = await self.serve(config.replace("[server]",
                                                '[server]\nmetrics_listen = "127.0.0.1:0"'))
        port = other.log().split(" metrics ")[1].split("port=")[1].split()[0]
        self.assertEqual(await ask(other.address), 404)
        self.assertEqual(await ask(f"127.0.0.1:{port}"), 200)
        await self.finish(server)
        await self.finish(other)

    async def test_sitting_down_and_rising_again_and_again(self):
        server = await self.serve(manual("rws-taisai"))
        client = await server.connect()
        refused = 0
        for _ in range(30):
            if await self.reason(client.request("join", table=3)) == "ok":
                await client.request("leave")
            else:
                refused += 1
        self.assertGreaterEqual(refused, 15)
        self.assertLessEqual(self.events(server, "StayBegun"), 15)
        await server.guest(3)  # somebody else sits down all the same
        await self.finish(server)

    async def test_late_bets_do_not_fill_the_journal(self):
        server = await self.serve(manual("rws-etg"))
        console = await Console.open(server, "rws-etg")
        player = await server.guest(1)
        await console.play_until_open()
        await player.bet("big", 100)
        await console.order("CloseBetting")
        replies = []
        for _ in range(30):
            with self.assertRaises(Refused) as refused:
                await player.bet("small", 100)
            replies.append({key: value for key, value in refused.exception.reply.items()
                            if key != "reply"})
        self.assertEqual(replies[0]["reason"], "betting_closed")
        self.assertTrue(all(one == replies[0] for one in replies), replies)
        await console.play_to_end((1, 2, 4))
        self.assertEqual(self.events(server, "LateAttempt"), 5)
        await self.finish(server)

    async def test_a_former_guest_does_not_come_back_after_a_restart(self):
        config = HEAD + numbered("rws-etg", 1).replace("count = 20", "count = 1").replace(
            "count = 10", "count = 1")
        server = await self.serve(config)
        first = await server.guest(1, layout="rws-etg-1")
        former = first.token
        await first.request("leave")
        second = await server.guest(1, layout="rws-etg-1")
        self.assertEqual(second.place, first.place)
        await server.hang_up()
        server.kill()
        await server.start()
        client = await server.connect()
        self.assertEqual(await self.reason(client.request("join", table=1, layout="rws-etg-1",
                                                          token=former)), "no_free_place")
        again = await server.connect()
        reply = await again.join(1, layout="rws-etg-1", token=second.token)
        self.assertEqual(reply["topic"], second.place)
        await self.finish(server)


if __name__ == "__main__":
    case.main()
