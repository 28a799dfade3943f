# SPDX-License-Identifier: MIT
"""Keys that are lost or replaced, and the backup of a whole property: keys_test.py PROGRAM."""
import asyncio
import base64
import hashlib
import json
import pathlib
import re
import shutil
import subprocess
import tempfile

import nacl.signing

import case
from client import Refused, Server
from house import automatic, manual


def events(server, name):
    done = case.run("export", str(server.folder / "data/journal"), "--what", "events",
                    "--format", "json")
    assert done.returncode == 0, done.stderr
    return [one for one in json.loads(done.stdout) if name in json.dumps(one)]


def signed_again(note, key):
    """The note with the signature of another key (docs/formats/journal.md)."""
    name, _, seed = key.strip().removeprefix("PRIVATE+KEY+").split("+", 2)
    signing = nacl.signing.SigningKey(base64.b64decode(seed)[1:])
    public = b"\x01" + signing.verify_key.encode()
    body = "".join(note.splitlines(True)[:3])
    own = hashlib.sha256(name.encode() + b"\n" + public).digest()[:4]
    signature = base64.b64encode(own + signing.sign(body.encode()).signature).decode()
    return f"{body}\n\u2014 {name} {signature}\n"


class Case(case.Case):
    async def play_a_round(self, server):
        player = await server.guest(1)
        last = player.seen("results")["last"]
        await player.until(lambda: player.seen("results")["last"] > last + 1, "two rounds")
        await player.close()

    def refused_start(self, server, *words):
        done = case.run("serve", "--config", str(server.folder / "property.toml"), "--data",
                        str(server.folder / "data"), "--listen", "127.0.0.1:0", *words)
        self.assertEqual(done.returncode, 1, done.stderr)
        self.assertEqual(done.stdout, "")
        return done.stderr

    async def remarks(self, server):
        code, verdict = await server.audit()
        self.assertEqual(code, 0, verdict)
        return " ".join(json.loads(verdict)["remarks"])


class Keys(Case):
    async def test_that_the_journal_speaks_of_are_not_made_up_for(self):
        server = await self.serve(automatic("rws-etg"))
        await self.play_a_round(server)
        self.assertEqual(await server.stop(times=2), 0)
        data = server.folder / "data"
        self.assertEqual(data.stat().st_mode & 0o777, 0o700)
        before = (await server.audit())[1]
        for name, says in (("journal.key", "--new-key journal"), ("accounts", "sicbo user recover"),
                           ("tumbler.seed", "--new-key tumblers")):
            aside = server.folder / name
            (data / name).rename(aside)
            said = self.refused_start(server)
            for part in (str(data / name), "is missing, although",
                         "Restore the file from a backup", says):
                self.assertIn(part, said)
            self.assertFalse((data / name).exists(), "nothing was made")
            self.assertEqual((await server.audit())[1], before, "nothing was registered")
            aside.rename(data / name)
        await server.start()
        self.assertEqual(await server.stop(times=2), 0)

    async def test_that_are_replaced_are_in_the_journal_and_signed_with_the_old_ones(self):
        server = await self.serve(automatic("rws-etg"))
        await self.play_a_round(server)
        self.assertEqual(await server.stop(times=2), 0)
        data = server.folder / "data"
        server.words = ["--new-key", "journal", "--new-key", "tumblers", "--new-key", "server"]
        await server.start()
        await self.play_a_round(server)
        self.assertEqual(await server.stop(times=2), 0)
        self.assertEqual(len(events(server, "KeyReplaced")), 3)
        self.assertEqual(
            (await self.remarks(server)).count("the old one signed for the new one"), 3)
        self.assertEqual(len((data / "journal.key.pub").read_text().splitlines()), 2)
        self.assertEqual(list(data.glob("*.next")), [])
        # One that was lost can't sign.
        (data / "journal.key").unlink()
        server.words = ["--new-key", "journal"]
        await server.start()
        server.words = []
        await self.play_a_round(server)
        self.assertEqual(await server.stop(times=2), 0)
        self.assertIn("the old one was lost", await self.remarks(server))

    async def test_that_were_replaced_are_not_used_again(self):
        server = await self.serve(automatic("rws-etg"))
        await self.play_a_round(server)
        self.assertEqual(await server.stop(times=2), 0)
        data = server.folder / "data"
        names = {"journal": "journal.key", "server": "server.key", "tumblers": "tumbler.seed"}
        old = {key: (data / name).read_bytes() for key, name in names.items()}
        server.words = [word for key in names for word in ("--new-key", key)]
        await server.start()
        await self.play_a_round(server)
        self.assertEqual(await server.stop(times=2), 0)
        server.words = []
        before = (await server.audit())[1]
        for key, name in names.items():
            new = (data / name).read_bytes()
            (data / name).write_bytes(old[key])
            self.assertRegex(self.refused_start(server),
                             rf"{name}: this is not the key .*{key}.* registered last")
            (data / name).unlink()
            self.assertRegex(self.refused_start(server), rf"{name}: .* is missing, although")
            self.assertFalse((data / name).exists(), "nothing was made")
            self.assertEqual((await server.audit())[1], before, "nothing was registered")
            # A replacement that was interrupted before the new key was put into place is finished.
            (data / name).write_bytes(old[key])
            (data / name).chmod(0o600)
            (data / (name + ".next")).write_bytes(new)
            (data / (name + ".next")).chmod(0o600)
            await server.start()
            self.assertIn("which was interrupted, is finished", server.log())
            self.assertEqual((data / name).read_bytes(), new)
            self.assertEqual(await server.stop(times=2), 0)
            before = (await server.audit())[1]
        # What the old key signs for afterwards is bad, although the file has its public half.
        notes = (data / "journal.notes").read_text()
        (server.folder / "forged.notes").write_text(
            notes + signed_again(notes[notes.rindex("\nsicbo-") + 1:], old["journal"].decode()))
        done = case.run("audit", str(data / "journal"), "--checkpoints",
                        str(server.folder / "forged.notes"))
        self.assertEqual(done.returncode, 1, done.stdout)
        self.assertIn("is signed with a key that was replaced at event", done.stdout)

    async def test_and_passwords_without_a_journal_make_no_new_property(self):
        server = await self.serve(manual("rws-etg"))
        self.assertEqual(await server.stop(), 0)
        data = server.folder / "data"
        for file in data.glob("journal*"):
            if file.name not in ("journal.key", "journal.notes"):
                file.unlink()
        left = sorted(data.iterdir())
        self.assertIn("the journal is missing, although", self.refused_start(server))
        self.assertEqual(sorted(data.iterdir()), left)

    async def test_passwords_without_an_administrator_are_not_enough(self):
        server = await self.serve(manual("rws-etg"))
        await server.hire("dealer")
        self.assertEqual(await server.stop(), 0)
        accounts = server.folder / "data/accounts"
        whole = accounts.read_text()
        accounts.write_text("".join(line for line in whole.splitlines(True)
                                    if not line.startswith("1 ")))
        said = self.refused_start(server)
        for part in (str(accounts), "none of an administrator", "sicbo user recover"):
            self.assertIn(part, said)
        accounts.write_text(whole)
        await server.start()
        self.assertEqual(await server.stop(), 0)

    async def test_passwords_that_were_lost_are_recovered(self):
        server = await self.serve(manual("rws-etg"))
        await server.sign_in("dealer")
        self.assertEqual(await server.stop(), 0)
        (server.folder / "data/accounts").unlink()
        done = case.run("user", "recover", "admin", "--data", str(server.folder / "data"))
        self.assertEqual(done.returncode, 0, done.stderr)
        await server.start()
        client = await server.connect()
        with self.assertRaises(Refused):
            await client.request("sign_in", name="dealer", password=server.passwords["dealer"])
        await client.request("set_password", name="admin", old=done.stdout.split()[-1],
                             new="admin-again")
        await client.request("sign_in", name="admin", password="admin-again")
        self.assertEqual(await server.stop(), 0)


class Backup(Case):
    async def asyncSetUp(self):
        own = tempfile.TemporaryDirectory()
        self.addCleanup(own.cleanup)
        self.place = pathlib.Path(own.name)

    def start_tumbler(self, server_key):
        process = subprocess.Popen(
            [case.PROGRAM, "tumbler", "--server", server_key, "--listen", "127.0.0.1:0", "--key",
             str(self.place / "tumbler.key"), "--tumble-milliseconds", "50"],
            stdout=subprocess.PIPE, text=True)
        self.addCleanup(lambda: (process.kill(), process.wait(), process.stdout.close()))
        address = re.search(r"at (\S+)", process.stdout.readline()).group(1)
        return address, re.search(r"key (\w{64})", process.stdout.readline()).group(1)

    async def property_in_play(self):
        """A server with staff, a tumbler on the network and rounds; it runs."""
        server = await self.serve(automatic("rws-etg"))
        key = re.search(r"in each tumbler key=(\w{64})", server.log()).group(1)
        self.assertEqual(await server.stop(times=2), 0)
        address, public = self.start_tumbler(key)
        server.config = server.config.replace('tumbler = "simulated"',
                                              f'tumbler = "{address}"\ntumbler_key = "{public}"')
        await server.start()
        await server.sign_in("supervisor")
        await self.play_a_round(server)
        return server

    async def back_up(self, server, *words):
        copy = self.place / "copy"
        done = await asyncio.to_thread(
            case.run, "backup", str(server.folder / "data"), str(copy),
            "--config", str(server.folder / "property.toml"), *words)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertFalse((self.place / "copy.new").exists())
        self.assertFalse((server.folder / "data/backup.new").exists())
        return copy

    async def check_restored(self, old, copy, *words):
        """Brought back elsewhere: the audit passes, staff sign in, the tumbler obeys."""
        new = Server(case.PROGRAM, old.config)
        self.addCleanup(new.close)
        self.addAsyncCleanup(new.hang_up)
        data = new.folder / "data"
        done = case.run("restore", str(copy), str(data), *words)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(data.stat().st_mode & 0o777, 0o700)
        self.assertEqual((data / "journal.key").stat().st_mode & 0o777, 0o600)
        self.assertEqual((data / "config/property.toml").read_text(), old.config)
        self.assertEqual((await new.audit())[0], 0)
        new.passwords = dict(old.passwords)
        await new.start()
        await new.sign_in("supervisor")
        await self.play_a_round(new)
        self.assertNotIn("a tumbler can't be reached", new.log())
        self.assertEqual(await new.stop(times=2), 0)
        self.assertEqual((await new.audit())[0], 0)

    async def test_of_a_running_property_into_a_folder(self):
        server = await self.property_in_play()
        copy = await self.back_up(server)
        self.assertEqual(await server.stop(times=2), 0)
        self.assertEqual(copy.stat().st_mode & 0o777, 0o700)
        done = subprocess.run(["sha256sum", "-c", "--quiet", "MANIFEST"], cwd=copy, check=False)
        self.assertEqual(done.returncode, 0)
        await self.check_restored(server, copy)
        # What is there is not overwritten, and a copy that was changed is not restored.
        done = case.run("restore", str(copy), str(server.folder / "data"))
        self.assertEqual((done.returncode, done.stdout), (1, ""), done.stderr)
        (copy / "accounts").write_text("")
        done = case.run("restore", str(copy), str(self.place / "changed"))
        self.assertEqual(done.returncode, 1)
        self.assertIn("MANIFEST", done.stderr)
        self.assertEqual([one.name for one in self.place.glob("changed*")], [])

    async def test_of_a_stopped_property_into_one_encrypted_file(self):
        server = await self.property_in_play()
        self.assertEqual(await server.stop(times=2), 0)
        passphrase = self.place / "passphrase"
        passphrase.write_text("correct horse battery\n")
        words = ["--passphrase-file", str(passphrase)]
        copy = await self.back_up(server, "--encrypt", *words)
        self.assertEqual(copy.stat().st_mode & 0o777, 0o600)
        for secret in ("journal.key", "accounts"):
            self.assertNotIn((server.folder / "data" / secret).read_bytes()[:40], copy.read_bytes())
        await self.check_restored(server, copy, *words)
        whole = copy.read_bytes()
        spoiled = {"cut": whole[:-1], "half": whole[:len(whole) // 2], "more": whole + b"x",
                   "changed": whole[:-500] + bytes([whole[-500] ^ 1]) + whole[-499:]}
        for name, content in spoiled.items():
            (self.place / name).write_bytes(content)
            done = case.run("restore", str(self.place / name), str(self.place / "again"), *words)
            self.assertEqual((done.returncode, done.stdout), (1, ""), name)
            self.assertEqual([one.name for one in self.place.glob("again*")], [], name)
        passphrase.write_text("wrong horse battery\n")
        done = case.run("restore", str(copy), str(self.place / "again"), *words)
        self.assertEqual(done.returncode, 1)
        self.assertIn("the passphrase is wrong", done.stderr)
        passphrase.write_text("short\n")
        done = case.run("backup", str(server.folder / "data"), str(self.place / "other"),
                        "--encrypt", *words)
        self.assertEqual(done.returncode, 1)
        self.assertIn("too short", done.stderr)
        shutil.rmtree(server.folder / "data")


if __name__ == "__main__":
    case.main()
