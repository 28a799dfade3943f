# SPDX-License-Identifier: MIT
"""What `sicbo serve --check` finds in a configuration and against a property, and what is retired:
check_test.py PROGRAM."""
import pathlib
import tempfile

import case
from client import Refused
from house import HEAD, MANUAL, Console, manual

ETG, MARYLAND = MANUAL["rws-etg"][1], MANUAL["maryland"][1]
ASSISTED = 'training = true\nmode = "assisted"\ntumbler = "{}"\ntumbler_key = "{}"\n'


def line_of(text, part):
    return text[:text.index(part)].count("\n") + 1


class Check(case.Case):
    def setUp(self):
        super().setUp()
        own = tempfile.TemporaryDirectory()
        self.addCleanup(own.cleanup)
        self.config = pathlib.Path(own.name) / "property.toml"

    def check(self, text, *words, code=0):
        self.config.write_text(text)
        done = case.run("serve", "--check", "--config", str(self.config), *words)
        self.assertEqual((done.returncode, done.stderr), (code, ""), done.stdout)
        return done.stdout

    def assert_found(self, text, part, what, severity, *words, line=None):
        """The finding is there, at the line of that part of the text."""
        found = self.check(text, *words, code=1 if severity == "error" else 0)
        place = f"{self.config}:{line or line_of(text, part)}: {severity}: "
        self.assertIn(place, found)
        at = found[found.index(place):].splitlines()[0] if found.count(place) == 1 else found
        self.assertIn(what, at)
        self.assertIn("the configuration is fine" if severity != "error" else "can't start",
                      found.splitlines()[-1])

    async def test_contradictions_in_the_file(self):
        self.assertEqual(self.check(manual()), "the configuration is fine\n")
        two = ETG.replace("training = true\n", ASSISTED.format("127.0.0.1:9100", "7" * 64))
        second = MANUAL["mbs-etg"][1].replace("training = true\n",
                                              ASSISTED.format("127.0.0.1:9100", "8" * 64))
        self.assert_found(HEAD + two + second, second, "one tumbler serves one table", "error",
                          line=line_of(HEAD + two + second, "8" * 64) - 1)
        second = second.replace("9100", "9101").replace("8" * 64, "7" * 64)
        self.assert_found(HEAD + two + second, second, "give each its own", "error",
                          line=line_of(HEAD + two + second, second)
                          + second[:second.index("tumbler_key")].count("\n"))
        own = two.replace("127.0.0.1:9100", "127.0.0.1:8080")
        self.assert_found(HEAD + own, 'tumbler = "', "the server itself listens", "error")
        for address in ("0.0.0.0:8080", "[::ffff:127.0.0.1]:8080", "[::ffff:7f00:1]:8080"):
            own = two.replace("127.0.0.1:9100", address)
            self.assert_found(HEAD + own, 'tumbler = "', "the server itself listens", "error")
        for game in MANUAL:
            self.assert_found(manual(game).replace('operator = "Test House"\n', ""), "[[table]]",
                              "operator", "warning")
        self.assert_found(manual("maryland").replace('operator = "Test House"\n', ""),
                          "[[table]]", "operator's name", "warning")
        bare = manual("maryland").replace('layout_approval = "on file"\n', "")
        self.assert_found(bare, "[[table]]", "approval of the layout is missing", "warning")
        self.assert_found(bare[:bare.index("[[table.approval]]")], "[[table]]",
                          "no mixer is approved", "warning")
        real = manual("maryland").replace("training = true\n", "").replace(
            'play_credit = "500.00"\n', "").replace("seats = 10\n", "")
        self.assertEqual(self.check(real), "the configuration is fine\n")
        references = next(line for line in real.splitlines() if line.startswith("references"))
        for what in ("drop-box", "tip-box", "lights"):
            self.assert_found(real.replace(references + "\n", ""), "[[table]]",
                              f"reference for {what} is missing", "warning")
        taisai = manual("rws-taisai").replace("training = true\n", "").replace(
            'play_credit = "500.00"\n', "").replace("seats = 10\n", "")
        self.assert_found(taisai, "[[table]]", "reference for clean-copy is missing", "warning")
        limits = {'round_max = "500.00"': ("max = ", "above round_max and never reached"),
                  'exposure_max = "100.00"': ("exposure_max", "nobody can bet on it"),
                  'round_max = "2000.00"\n'
                  'limit_of = { big = { min = "3000.00", max = "4000.00" } }':
                      ("limit_of", "the minimum on big is above round_max")}
        for more, (part, what) in limits.items():
            table = ETG.replace('max = "1000.00"\n', 'max = "1000.00"\n' + more + "\n")
            self.assert_found(HEAD + table, part, what, "warning")
        felt = manual("rws-taisai").replace('differential_max = "60.00"',
                                            'differential_max = "1.00"')
        self.assert_found(felt, "differential_max", "would be excess", "warning")

    async def test_certificates_and_keys(self):
        servers = [await self.serve(manual("rws-etg"), words=["--tls"]) for _ in range(2)]
        for server in servers:
            self.assertEqual(await server.stop(), 0)
        data = [server.folder / "data" for server in servers]
        text = HEAD.replace("[server]\n", f'[server]\ncertificate = "{data[0]}/tls.crt"\n'
                                          f'private_key = "{data[0]}/tls.key"\n') + ETG
        self.assertEqual(self.check(text), "the configuration is fine\n")
        other = text.replace(f"{data[0]}/tls.key", f"{data[1]}/tls.key")
        self.assertIn("is not the certificate's key", self.check(other, code=1))
        (data[0] / "tls.key").chmod(0o644)
        self.assertIn("tls.key: warning: every user may read this key", self.check(text))
        for name in ("server.key", "accounts"):
            (data[0] / name).chmod(0o640)
            self.assertIn(f"{name}: warning: other users may read this secret",
                          self.check(text, "--data", str(data[0])))
        (data[0] / "journal.key").unlink()
        self.assertIn("--new-key journal", self.check(text, "--data", str(data[0]), code=1))

    async def test_against_the_property(self):
        server = await self.serve(manual("rws-etg", "mbs-etg"))
        self.assertEqual(await server.stop(), 0)
        data = ["--data", str(server.folder / "data")]
        found = self.check(manual("rws-etg", "mbs-etg"), *data)
        self.assertEqual(found, "the configuration is fine\n")
        found = self.check(manual("rws-etg", "maryland"), *data)
        self.assertIn("note: table 4 (Four) will be added", found)
        self.assertIn("note: table 2 (Two) is not in the file: it stays as it is", found)
        base = manual("rws-etg", "mbs-etg")
        self.assert_found(base.replace("count = 300", "count = 299")
                          .replace("first = 401", "first = 400"), 'layout = "rws-etg-2"',
                          "terminal 400 has the layout rws-etg-1; the file's rws-etg-2 is ignored",
                          "warning", *data,
                          line=line_of(base, 'layout = "rws-etg-2"') - 1)
        moved = base.replace("first = 501", "first = 701").replace("first = 401\ncount = 10",
                                                                   "first = 501\ncount = 10")
        self.assert_found(moved, "", "terminal 501 stands at table 2: retire it there", "error",
                          *data,
                          line=line_of(moved, "first = 501") - 2)
        self.assert_found(base.replace('max = "1000.00"', 'max = "2000.00"', 1), "[[table]]",
                          "min and max", "warning", *data)
        self.assert_found(base.replace('name = "One"', 'name = "Other"'), 'name = "Other"',
                          'is called "One"', "warning", *data)
        self.assert_found(base.replace('name = "One"', 'name = "One"\nretired = true'), "retired",
                          "table 1 will be retired", "note", *data)
        (server.folder / "data").chmod(0o755)
        self.assertIn("data: warning: other users may look into the data folder",
                      self.check(base, *data))
        (server.folder / "data").chmod(0o700)
        self.assertIn("property.toml: error: this is no folder",
                      self.check(base, "--data", str(self.config), code=1))
        keys = server.folder / "keys-alone"
        keys.mkdir(0o700)
        (keys / "server.key").write_text("0" * 64 + "\n")
        (keys / "server.key").chmod(0o600)
        self.assertIn("the journal is missing, although", self.check(base, "--data", str(keys),
                                                                     code=1))
        other = ["--data", str(server.folder / "nothing-yet")]
        self.assertIn("a new property will be made here", self.check(base, *other))


class Retired(case.Case):
    async def test_tables_and_terminals_in_the_configuration(self):
        server = await self.serve(manual("rws-etg", "rws-taisai"))
        player = await server.guest(1, layout="rws-etg-2")
        number = player.mine("place")["terminal"]
        self.assertEqual(number, 401)
        await server.hang_up()
        self.assertEqual(await server.stop(), 0)
        before = server.config
        server.config = before.replace('name = "Three"', 'name = "Three"\nretired = true').replace(
            "first = 401\ncount = 10", "first = 401\ncount = 10\nretired = true")
        await server.start()
        self.assertIn("terminal 401 can't be retired: not_empty", server.log())
        client = await server.connect()
        await client.watch("property")
        self.assertEqual([one["number"] for one in client.topics["property"]["tables"]], [1])
        with self.assertRaises(Refused):
            await client.join(3)
        console = await Console.open(server, "rws-etg")
        places = [one["terminal"] for one in console.client.topics["places/1"]["places"]]
        self.assertEqual([one for one in places if one > 400], [401])
        # An administrator does it as well; the file of before can't bring the table back.
        admin = await server.sign_in("admin")
        await admin.order("RetireTerminal", table=1, person=admin.person,
                          arguments={"terminal": 101, "reason": "broken"})
        with self.assertRaises(Refused) as refused:
            await admin.order("RetireTable", table=1, person=admin.person,
                              arguments={"reason": "sold"})
        self.assertEqual(refused.exception.reason, "table_open")
        self.assertEqual(await server.stop(), 0)
        done = case.run("serve", "--check", "--config", "-",
                        "--data", str(server.folder / "data"), input=before)
        self.assertEqual(done.returncode, 0, done.stdout)
        self.assertIn("warning: table 3 was retired for good", done.stdout)
        server.config = before
        await server.start()
        self.assertIn("table 3 was retired for good", server.log())
        self.assertEqual(await server.stop(), 0)
        self.assertEqual((await server.audit())[0], 0)

    async def test_by_an_order_while_the_server_runs(self):
        server = await self.serve(manual("rws-etg", "rws-taisai"))
        player = await server.guest(1, layout="rws-etg-2")
        token = player.token
        technician = await server.sign_in("technician")
        await technician.order("LogOn", table=1, person=technician.person)
        admin = await server.sign_in("admin")
        await admin.watch("property")  # keeps the connection while others sign in as admin

        async def retire(order, table, **fields):
            await admin.order(order, table=table, person=admin.person,
                              arguments={"reason": "old", **fields})

        with self.assertRaises(Refused) as refused:
            await retire("RetireTerminal", 1, terminal=401)
        self.assertEqual(
            (refused.exception.reason, "credit" in refused.exception.reply["detail"]),
            ("not_empty", True))
        await player.request("leave")
        console = await Console.open(server, "rws-etg")
        await console.sign_in("cashier")
        await console.order("PayCredit", by="cashier", terminal=401)
        await server.sign_in("admin", admin)  # who has hired others elsewhere meanwhile
        await retire("RetireTerminal", 1, terminal=401)
        again = await server.connect()
        await again.join(1, token=token)  # the place is gone for good: another one
        self.assertNotEqual(again.mine("place")["terminal"], 401)
        with self.assertRaises(Refused) as refused:
            await technician.request("create_enrolment_code", table=1, terminal=401,
                                     person=technician.person)
        self.assertEqual(refused.exception.reason, "retired")
        await retire("RetireTable", 3)
        with self.assertRaises(Refused) as refused:
            await player.join(3)
        self.assertEqual(refused.exception.reason, "retired")
        await self.finish(server)


if __name__ == "__main__":
    case.main()
