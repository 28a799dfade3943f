#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The program on a journal in PostgreSQL: its commands, its errors, a server and its secrets on two
machines, and kill -9 of PostgreSQL at the n-th fsync.

program_test.py SICBO CHECK_ACKS [--kills COUNT]; a few kills without the last."""
import functools
import json
import os
import pathlib
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import postgres_case  # noqa: E402
from server import Server  # noqa: E402

SICBO, CHECK_ACKS = (str(pathlib.Path(word).resolve()) for word in sys.argv[1:3])
KILLS = int(sys.argv[4]) if sys.argv[3:4] == ["--kills"] else 3


sicbo = functools.partial(postgres_case.run, SICBO)


class WithServer(postgres_case.WithServer):
    def address(self, name, **more):
        return self.server.address(name, files=self.folder / name, **more)


class Commands(WithServer):
    def verdict(self, journal):
        audit = json.loads(sicbo("audit", journal, "--format", "json"))
        return {name: value for name, value in audit.items() if name != "remarks"}

    def test_a_journal_is_the_same_in_a_file_and_in_the_database(self):
        here, there, back = self.folder / "here", self.address("there"), self.folder / "back"
        sicbo("simulate", "--rounds", 60, "--seed", 7, "--db", here)
        said = sicbo("migrate", here, there)
        self.assertIn("notes", said)
        self.assertEqual(self.verdict(here), self.verdict(there))
        self.assertIn("same", sicbo("compare", here, there))
        for what in ("rounds", "bets", "entries"):
            self.assertEqual(sicbo("export", here, "--what", what),
                             sicbo("export", there, "--what", what))
        self.assertEqual(sicbo("history", here), sicbo("history", there))
        sicbo("migrate", there, back)
        self.assertEqual(self.verdict(here), self.verdict(back))
        sicbo("backup", there, self.folder / "copy")
        self.assertIn("same", sicbo("compare", self.folder / "copy", there))
        # Both go on from there, each by itself.
        shutil.copy(f"{here}.key", f"{self.folder}/there.key")
        sicbo("simulate", "--rounds", 20, "--seed", 8, "--db", there)
        sicbo("audit", there)
        self.assertIn("prefix", sicbo("compare", here, there, code=1))
        self.assertIn("not the beginning", sicbo("migrate", self.changed(here), there, code=1))

    def changed(self, journal):
        """The same journal with another end."""
        shutil.copy(journal, f"{journal}-2")
        shutil.copy(f"{journal}.key", f"{journal}-2.key")
        sicbo("simulate", "--rounds", 30, "--seed", 9, "--db", f"{journal}-2")
        return f"{journal}-2"

    def test_the_simulated_world_plays_on_the_database(self):
        journal = self.address("world")
        sicbo("simulate", "--rounds", 150, "--seed", 3, "--check", "step", "--db", journal)
        sicbo("simulate", "--rounds", 50, "--seed", 4, "--check", "step", "--db", journal)
        self.assertEqual(self.verdict(journal)["rounds"], 200)

    def test_a_change_in_the_database_is_found(self):
        journal = self.address("forged")
        sicbo("simulate", "--rounds", 20, "--db", journal)
        ours = "journal = (SELECT journal FROM sicbo.journal WHERE name = 'forged')"
        self.server.sql("UPDATE sicbo.record SET bytes = set_byte(bytes, 1, "
                        f"get_byte(bytes, 1) # 1) WHERE {ours} AND last = (SELECT last FROM "
                        f"sicbo.record WHERE {ours} ORDER BY last OFFSET 5 LIMIT 1)")
        self.assertIn("bad", sicbo("audit", journal, code=1))

    def test_errors_name_what_is_wrong(self):
        gone = f"postgres://a:secret@127.0.0.1:{self.server.port + 1}/x"
        for command in ("audit", "export", "history"):
            said = sicbo(command, gone, code=None)
            self.assertIn("Connection refused", said)
            self.assertNotIn("secret", said)
            self.assertEqual(said.count("\n"), 1)
        self.assertIn("Connection refused", sicbo("simulate", "--db", gone, code=1))
        self.assertIn("must be a file", sicbo("backup", gone, gone, code=2))
        self.assertIn("address of a database", sicbo("serve", "--db", "file", code=2))

    def test_a_standby_is_read_and_not_written(self):
        primary = self.address("copied")
        sicbo("simulate", "--rounds", 5, "--db", primary)
        with Server() as standby:
            shutil.rmtree(standby.data)
            with open(self.server.data / "pg_hba.conf", "a", encoding="ascii") as access:
                access.write("local replication all trust\n")
            self.server.sql("SELECT pg_reload_conf()")
            standby.run("pg_basebackup", "-D", standby.data, "-h", self.server.folder, "-p",
                        self.server.port, "-U", "postgres", "-R", "-c", "fast", "--no-sync")
            standby.start()
            there = standby.address("copied", files=self.folder / "copied")
            sicbo("audit", there)
            self.assertIn("read-only standby", sicbo("simulate", "--db", there, code=1))


class Machine:
    """A machine that serves the property: a folder of its own."""

    def __init__(self, folder, address):
        self.folder, self.address, self.process = folder, address, None

    def start(self):
        with open(f"{self.folder}.log", "wb") as log:
            self.process = subprocess.Popen(
                [SICBO, "serve", "--db", self.address, "--data", self.folder, "--listen",
                 "127.0.0.1:0"], stdout=log, stderr=log)
        while self.process.poll() is None and " ready " not in self.log():
            time.sleep(0.05)
        return self.process.poll() is None

    def log(self):
        return pathlib.Path(f"{self.folder}.log").read_text()

    def stop(self, number=signal.SIGTERM):
        self.process.send_signal(number)
        if number == signal.SIGTERM:  # the first one lets rounds end, the second one does not
            while self.process.poll() is None and "a second signal stops at once" not in self.log():
                time.sleep(0.05)
            self.process.send_signal(number)
        return self.process.wait(60)


class Serving(WithServer):
    def machine(self, name, journal="property"):
        made = Machine(self.folder / name, self.server.address(journal))
        self.addCleanup(lambda: made.process and made.process.poll() is None and made.stop(9))
        return made

    def test_another_machine_serves_with_the_same_secrets(self):
        first, second = self.machine("first"), self.machine("second")
        self.assertTrue(first.start(), first.log())
        # One at a time, and the node key first.
        self.assertFalse(second.start())
        self.assertIn("another process has this journal open", second.log())
        first.stop(signal.SIGKILL)
        self.assertFalse(second.start())
        self.assertIn("node key is missing", second.log())
        (second.folder / "node.key").write_text("ab" * 32 + "\n")
        self.assertFalse(second.start())
        self.assertIn("this node key did not encrypt", second.log())
        shutil.copy(first.folder / "node.key", second.folder / "node.key")
        self.assertTrue(second.start(), second.log())
        for name in ("accounts", "journal.key", "server.key", "tumbler.seed", "places.secret"):
            self.assertEqual((first.folder / name).read_bytes(),
                             (second.folder / name).read_bytes(), name)
            self.assertEqual((second.folder / name).stat().st_mode & 0o077, 0)
        sealed = self.server.sql("SELECT count(*) FROM sicbo.secret")
        self.assertGreaterEqual(int(sealed), 5)
        plain = (first.folder / "accounts").read_bytes().hex()[:60]
        self.assertEqual(self.server.sql("SELECT count(*) FROM sicbo.secret WHERE position("
                                         f"'{plain}' IN encode(sealed, 'hex')) > 0"), "0")
        self.assertIn("admin", sicbo("user", "list", "--data", second.folder, "--db",
                                     second.address))
        self.assertEqual(second.stop(), 0, second.log())
        sicbo("user", "recover", "admin", "--data", second.folder, "--db", second.address)
        self.assertTrue(first.start(), first.log())  # with the password of the second
        self.assertEqual((first.folder / "accounts").read_bytes(),
                         (second.folder / "accounts").read_bytes())
        self.assertEqual(first.stop(), 0)
        sicbo("audit", f"{first.address}&files={first.folder}/journal")

    def test_a_folder_of_another_journal_is_refused_and_nothing_is_made(self):
        machine = self.machine("own", "own")
        self.assertTrue(machine.start(), machine.log())
        machine.stop()
        origin = self.server.sql("SELECT origin FROM sicbo.journal WHERE name = 'own'")
        self.server.sql("CREATE DATABASE other")
        right = machine.address

        def refused(address, *says):
            machine.address = address
            self.assertFalse(machine.start())
            for part in (*says, origin, str(machine.folder)):
                self.assertIn(part, machine.log())

        refused(right.replace("journal=own", "journal=wrong"), 'no journal \\"wrong\\"',
                "/postgres?journal=wrong")
        refused(right.replace("/postgres?", "/other?"), "no journal of sicbo in this database",
                "/other?journal=own")
        sicbo("simulate", "--rounds", 1, "--db", self.address("another"))
        refused(right.replace("journal=own", "journal=another"), "this is the journal",
                "/postgres?journal=another")
        self.assertEqual(self.server.sql("SELECT count(*) FROM sicbo.journal WHERE name = 'wrong'"),
                         "0")
        self.assertEqual(self.server.sql("SELECT count(*) FROM pg_namespace WHERE nspname = "
                                         "'sicbo'", "other"), "0")
        machine.address = right
        self.assertTrue(machine.start(), machine.log())
        machine.stop()

    def test_a_server_whose_database_is_killed_ends_and_goes_on(self):
        with Server().start() as server:
            machine = Machine(self.folder / "killed", server.address())
            self.assertTrue(machine.start(), machine.log())
            server.kill()
            self.assertNotEqual(machine.process.wait(60), 0)
            server.start()
            self.assertTrue(machine.start(), machine.log())
            machine.stop()
            sicbo("audit", f"{server.address()}&files={machine.folder}/journal")


class Encrypted(unittest.TestCase):
    """Over the network: TLS and the password file are libpq's own."""

    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="sicbo-test-"))
        self.addCleanup(shutil.rmtree, self.folder, True)
        self.passwords = self.folder / "passwords"
        self.server = Server()
        self.addCleanup(self.server.__exit__)
        ids = {name: self.server.ids[name] for name in ("user", "group") if name in self.server.ids}
        for part in (".crt", ".key"):
            file = self.server.folder / f"server{part}"
            shutil.copy(self.certificate("server").with_suffix(part), file)
            file.chmod(0o600)
            if ids:
                shutil.chown(file, **ids)
        self.server.settings += ["ssl=on", f"ssl_cert_file={self.server.folder}/server.crt",
                                 f"ssl_key_file={self.server.folder}/server.key"]
        (self.server.data / "pg_hba.conf").write_text(
            "local all all trust\nhostssl all all 127.0.0.1/32 scram-sha-256\n")
        self.server.start()
        self.server.sql("CREATE ROLE remote LOGIN SUPERUSER PASSWORD 'right'")

    def certificate(self, name):
        """A self-signed one for 127.0.0.1, which is its own root."""
        path = self.folder / f"{name}.crt"
        if not path.exists():
            subprocess.run(["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt",
                            "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2", "-subj",
                            f"/CN={name}", "-addext", "subjectAltName=IP:127.0.0.1", "-keyout",
                            path.with_suffix(".key"), "-out", path], check=True,
                           capture_output=True)
        return path

    def password(self, word):
        self.passwords.write_text(f"*:*:*:remote:{word}\n")
        self.passwords.chmod(0o600)

    def simulate(self, host="127.0.0.1", mode="verify-full", root="server", code=1):
        address = (f"postgres://remote@{host}:{self.server.port}/postgres?files={self.folder}/it"
                   f"&sslmode={mode}&sslrootcert={self.certificate(root)}")
        return sicbo("simulate", "--rounds", 2, "--db", address, code=code,
                     env={**os.environ, "PGPASSFILE": str(self.passwords)})

    def test_tls_and_the_password_file(self):
        self.password("right")
        self.simulate(code=0)
        self.assertIn("certificate verify failed", self.simulate(root="another"))
        self.assertIn('does not match host name "localhost"', self.simulate(host="localhost"))
        self.assertIn("pg_hba.conf must admit", self.simulate(mode="disable"))
        self.password("wrong")
        said = self.simulate()
        self.assertIn("password authentication failed", said)
        self.assertIn("password file", said)
        self.assertNotIn("wrong", said)
        self.passwords.chmod(0o644)  # libpq reads no file that others can read
        self.assertIn("no password supplied", self.simulate())


class Kills(unittest.TestCase):
    """PostgreSQL is killed with kill -9 in the n-th fdatasync of a session; what was acknowledged
    before is there afterwards."""

    def test_what_was_acknowledged_is_kept(self):
        folder = pathlib.Path(tempfile.mkdtemp(prefix="sicbo-kills-"))
        self.addCleanup(shutil.rmtree, folder, True)
        numbers = random.Random(1)
        settings = ["restart_after_crash=off", "autovacuum=off"]
        acknowledged = 0
        with Server(settings) as server:
            for kill in range(KILLS):
                when = kill + 2 if kill < 2 else numbers.randint(4, 120)
                journal = server.address(f"k{kill}", files=folder / f"k{kill}")
                with self.subTest(kill=kill, when=when):
                    acknowledged += self.kill_once(server, journal, folder / f"acks{kill}", when)
        self.assertGreater(acknowledged, 0)

    def kill_once(self, server, journal, acks, when):
        server.start()
        sicbo("simulate", "--rounds", 1, "--db", journal)
        server.stop()
        server.start(["strace", "-f", "-qq", "-o", "/dev/null", "-e", "trace=fdatasync", "-e",
                      f"inject=fdatasync:signal=KILL:when={when}"])
        with open(acks, "wb") as to:
            done = subprocess.run([SICBO, "simulate", "--rounds", "2000", "--seed", str(when),
                                   "--db", journal, "--acks", str(to.fileno())],
                                  pass_fds=[to.fileno()], capture_output=True, text=True,
                                  check=False, timeout=300)
        self.assertEqual(done.returncode, 1, done.stdout + done.stderr)
        server.kill()
        server.start()
        # The next writer makes what is left behind as durable as the rest.
        sicbo("simulate", "--rounds", 1, "--db", journal)
        checked = subprocess.run([CHECK_ACKS, journal, acks, "--replay"], capture_output=True,
                                 text=True, check=False)
        self.assertEqual(checked.returncode, 0, checked.stdout)
        sicbo("audit", journal)
        lines = acks.read_text().splitlines()
        if lines:  # the check itself finds what is lost
            self.assertTrue(self.finds_loss(server, journal, acks, int(lines[-1].split()[0])))
        server.stop()
        return len(lines)

    def finds_loss(self, server, journal, acks, last):
        server.sql(f"DELETE FROM sicbo.record WHERE last >= {last} AND journal = (SELECT "
                   "max(journal) FROM sicbo.journal)")
        return subprocess.run([CHECK_ACKS, journal, acks], capture_output=True,
                              check=False).returncode == 1


if __name__ == "__main__":
    os.environ.pop("PGPASSWORD", None)
    unittest.main(argv=sys.argv[:1])
