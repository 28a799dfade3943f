# SPDX-License-Identifier: MIT
"""The accounts of staff from the command line, beside the server and while it is stopped:
accounts_test.py PROGRAM."""
import asyncio
import json
import re

import case
from client import Refused
from house import Console, manual


class Accounts(case.Case):
    async def test_accounts_from_the_command_line(self):
        server = await self.serve(manual("rws-etg"))
        data = str(server.folder / "data")
        user = lambda *words, secrets=(): case.run("user", *words, "--data", data,
                                                   input="".join(f"{one}\n" for one in secrets))
        self.assertIn("must choose a password", user("list").stdout)  # beside the server
        first_of_all = user("add", "dora", "--role", "dealer", secrets=[server.passwords["admin"]])
        self.assertEqual(first_of_all.returncode, 1)
        self.assertIn("password_change_required", first_of_all.stderr)
        self.assertEqual(await server.stop(), 0)
        first = server.passwords["admin"]
        self.assertEqual(user("password", "admin", secrets=[first, "short"]).returncode, 1)
        opens_nothing = user("add", "dora", "--role", "dealer", secrets=[first])
        self.assertEqual(opens_nothing.returncode, 1)
        self.assertIn("admin must choose a password first", opens_nothing.stderr)
        self.assertEqual(user("password", "admin", secrets=[first, "admin-password"]).returncode, 0)
        added = user("add", "dora", "--role", "dealer", secrets=["admin-password"])
        self.assertEqual(added.returncode, 0, added.stderr)
        once = re.search(r"(\w{4}-\w{4}-\w{4})$", added.stdout.strip()).group(1)
        for words, secret, why in ((("add", "dora", "--role", "dealer"), "admin-password",
                                    "name_taken"),
                                   (("add", "eve", "--role", "dealer"), "wrong-password",
                                    "wrong name or password"),
                                   (("add", "eve", "--role", "dealer", "--as", "dora"), once,
                                    "dora must choose a password first"),
                                   (("disable", "nobody"), "admin-password", "nobody called"),
                                   (("disable", "admin"), "admin-password", "same_person")):
            done = user(*words, secrets=[secret])
            self.assertEqual(done.returncode, 1, done.stdout)
            self.assertIn(why, done.stderr)
        self.assertEqual(user("add", "eve", "--role", "king").returncode, 2)
        self.assertEqual(case.run("user", "list", "--data", "/nowhere").returncode, 1)
        await server.start()
        client = await server.connect()
        with self.assertRaises(Refused) as refused:
            await client.request("sign_in", name="dora", password=once)
        self.assertEqual(refused.exception.reason, "password_change_required")
        await client.request("set_password", name="dora", old=once, new="dora-password")
        await client.request("sign_in", name="dora", password="dora-password")
        self.assertEqual(await server.stop(), 0)
        self.assertEqual(user("disable", "dora", secrets=["admin-password"]).returncode, 0)
        self.assertIn("disabled", user("list").stdout)
        self.assertEqual(user("reset", "dora", secrets=["admin-password"]).returncode, 0)
        self.assertIn("must choose a password", user("list").stdout)
        self.assertEqual((await server.audit())[0], 0)
        # Every password, sign-in and sign-out is an event that names the person.
        done = case.run("export", str(server.folder / "data/journal"), "--what", "events",
                        "--format", "json")
        facts = [(one["what"], json.loads(one["json"])) for one in json.loads(done.stdout)]
        self.assertEqual([fact for what, fact in facts if what == "PasswordSet"],
                         [{"person": 1, "by": 0, "one_time": True},
                          {"person": 1, "by": 1, "one_time": False},
                          {"person": 2, "by": 1, "one_time": True},
                          {"person": 2, "by": 2, "one_time": False},
                          {"person": 2, "by": 1, "one_time": True}])
        self.assertEqual([fact["person"] for what, fact in facts if what == "SignedIn"],
                         [1, 1, 1, 1, 2, 1, 1])
        # She sees it when she signs in, and so does everybody at a console.
        once = re.search(r"(\w{4}-\w{4}-\w{4})$",
                         user("reset", "dora", secrets=["admin-password"]).stdout.strip()).group(1)
        await server.start()
        client = await server.connect()
        await client.request("set_password", name="dora", old=once, new="dora-password-2")
        reply = await client.request("sign_in", name="dora", password="dora-password-2")
        self.assertEqual(reply["password_reset"]["by"], "admin")
        await client.watch("console/1")
        shown, = client.topics["console/1"]["password_resets"]
        self.assertEqual((shown["name"], shown["by"]), ("dora", "admin"))
        self.assertEqual(await server.stop(), 0)

    def count(self, server, fact):
        done = case.run("export", str(server.folder / "data/journal"), "--what", "events",
                        "--format", "json")
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stdout.count(f'"{fact}"')

    async def test_no_sign_in_stays_open_when_the_order_fails(self):
        server = await self.serve(manual("rws-etg"))
        self.assertEqual(await server.stop(), 0)
        user = lambda *words, secrets=(): case.run("user", *words, "--data",
                                                   str(server.folder / "data"),
                                                   input="".join(f"{one}\n" for one in secrets))
        user("password", "admin", secrets=[server.passwords["admin"], "admin-password"])
        added = user("add", "boss", "--role", "shift-manager", secrets=["admin-password"])
        self.assertEqual(added.returncode, 0, added.stderr)
        for words, secrets, why in (
                ((), ["admin-password"], "takes a second person"),
                (("--with", "boss"), ["admin-password", "wrong-password"], "wrong name")):
            done = user("add", "sue", "--role", "supervisor", *words, secrets=secrets)
            self.assertEqual(done.returncode, 1, done.stdout)
            self.assertIn(why, done.stderr)
        self.assertEqual(self.count(server, "SignedIn"), 3)
        self.assertEqual(self.count(server, "SignedOut"), 3)

    async def test_accounts_while_the_server_runs(self):
        server = await self.serve(manual("rws-etg"), words=["--tls"])
        data = server.folder / "data"
        self.assertEqual((data / "control.socket").stat().st_mode & 0o777, 0o600)

        def user(*words, secrets=()):
            return asyncio.to_thread(case.run, "user", *words, "--data", str(data),
                                     input="".join(f"{one}\n" for one in secrets))

        first = server.passwords["admin"]
        done = await user("password", "admin", secrets=[first, "admin-password"])
        self.assertEqual(done.returncode, 0)
        added = await user("add", "dora", "--role", "dealer", secrets=["admin-password"])
        self.assertEqual(added.returncode, 0, added.stderr)
        once = re.search(r"(\w{4}-\w{4}-\w{4})$", added.stdout.strip()).group(1)
        done = await user("password", "dora", secrets=[once, "dora-password"])
        self.assertEqual(done.returncode, 0)
        for words, secret, why in (
                (("add", "dora", "--role", "dealer"), "admin-password", "name_taken"),
                (("add", "eve", "--role", "dealer"), "wrong-password", "wrong_password"),
                (("add", "eve", "--role", "dealer", "--as", "dora"), "dora-password",
                 "not_allowed"),
                (("disable", "nobody"), "admin-password", "nobody called"),
                (("recover", "admin"), "", "a server runs on this folder")):
            done = await user(*words, secrets=[secret])
            self.assertEqual(done.returncode, 1, done.stdout)
            self.assertIn(why, done.stderr)
        self.assertEqual((await user("disable", "dora", secrets=["admin-password"])).returncode, 0)
        people = json.loads((await user("list", "--format", "json")).stdout)
        self.assertEqual([(one["name"], one["disabled"]) for one in people],
                         [("admin", False), ("dora", True)])
        self.assertEqual((await user("reset", "dora", secrets=["admin-password"])).returncode, 0)
        people = json.loads((await user("list", "--format", "json")).stdout)
        self.assertIs(people[1]["must_choose_password"], True)
        self.assertEqual(await server.stop(), 0)
        self.assertFalse((data / "control.socket").exists())
        self.assertEqual((await server.audit())[0], 0)

    async def test_a_round_in_play_waits_for_the_server(self):
        server = await self.serve(manual("rws-etg"))
        console = await Console.open(server, "rws-etg")
        await console.play_until_open()
        await server.hang_up()
        server.kill()
        restarts = self.count(server, "Restarted")
        done = case.run("user", "add", "dora", "--role", "dealer",
                        "--data", str(server.folder / "data"), input="admin-password\n")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(self.count(server, "Restarted"), restarts)
        self.assertEqual(self.count(server, "RoundVoided"), 0)
        await server.start()
        self.assertEqual((self.count(server, "Restarted"), self.count(server, "RoundVoided")),
                         (restarts + 1, 1))
        await self.finish(server)

    async def test_an_administrator_who_is_locked_out(self):
        server = await self.serve(manual("rws-etg"))
        await server.hire("dealer")
        stranger = await server.connect()
        for _ in range(3):
            with self.assertRaises(Refused):
                await stranger.request("sign_in", name="admin", password="wrong-password")
        with self.assertRaises(Refused) as refused:
            await stranger.request("sign_in", name="admin", password="admin-password")
        self.assertEqual(refused.exception.reason, "wrong_password")  # as if it were not locked
        self.assertEqual(await server.stop(), 0)
        data = str(server.folder / "data")
        refused = case.run("user", "reset", "admin", "--data", data, input="admin-password\n")
        self.assertEqual(refused.returncode, 1)
        self.assertIn("disabled or locked", refused.stderr)
        refused = case.run("user", "recover", "dealer", "--data", data)
        self.assertEqual(refused.returncode, 1)
        self.assertIn("only an administrator", refused.stderr)
        done = case.run("user", "recover", "admin", "--data", data)
        self.assertEqual(done.returncode, 0, done.stderr)
        once = re.search(r"(\w{4}-\w{4}-\w{4})$", done.stdout.strip()).group(1)
        await server.start()
        client = await server.connect()
        await client.request("set_password", name="admin", old=once, new="another-password")
        await client.request("sign_in", name="admin", password="another-password")
        await self.finish(server)


if __name__ == "__main__":
    case.main()
