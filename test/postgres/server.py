# SPDX-License-Identifier: MIT
"""PostgreSQL 15 for tests, from Debian's packages, in a temporary folder of its own.

server.py PROGRAM ARGUMENT... starts one, runs the program with SICBO_TEST_POSTGRES set to the
address of its database, and stops it. The server runs as an unprivileged user: root gives it to the
user "postgres", whom Debian's package makes, or to "nobody"."""
import contextlib
import os
import pathlib
import pwd
import random
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time

PROGRAMS = pathlib.Path("/usr/lib/postgresql/15/bin")
# Over the network a password is needed, over the local socket none.
ACCESS = "local all all trust\nhost all all 127.0.0.1/32 scram-sha-256\n"


def user_ids():
    """Who runs the server: user and group, or nothing if we are not root."""
    if os.geteuid() != 0:
        return {}
    for name in ("postgres", "nobody"):
        with contextlib.suppress(KeyError):
            entry = pwd.getpwnam(name)
            return {"user": entry.pw_uid, "group": entry.pw_gid, "extra_groups": []}
    sys.exit("there is no unprivileged user to run PostgreSQL as")


def free_port():
    """A port below those that the kernel gives to outgoing connections: it is still free when what
    listens there is killed and started again."""
    while True:
        port = random.randrange(15_000, 32_768)
        with socket.socket() as one, contextlib.suppress(OSError):
            one.bind(("127.0.0.1", port))
            return port


def with_children(first):
    """The process and all that descend from it."""
    parents = {}
    for entry in pathlib.Path("/proc").iterdir():
        with contextlib.suppress(OSError, ValueError):
            fields = (entry / "stat").read_text().rpartition(")")[2].split()
            if fields[0] != "Z":
                parents[int(entry.name)] = int(fields[1])
    found = [first]
    for one in found:
        found += [child for child, parent in parents.items() if parent == one]
    return found


class Server:
    """A server that is started by start() and stopped at the end of a with statement. Its files
    stay until then, so that it can be killed and started again."""

    def __init__(self, settings=()):
        if not (PROGRAMS / "initdb").exists():
            sys.exit(f"there is no PostgreSQL in {PROGRAMS}: run script/bootstrap test")
        self.ids = user_ids()
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="sicbo-pg-"))
        if self.ids:
            os.chown(self.folder, self.ids["user"], self.ids["group"])
        self.data = self.folder / "data"
        self.log = self.folder / "log"
        self.port = free_port()
        self.process = None
        self.settings = list(settings)
        self.run("initdb", "-D", self.data, "-U", "postgres", "-E", "UTF8", "--locale=C", "-A",
                 "trust", "--no-sync", "--no-instructions")
        (self.data / "pg_hba.conf").write_text(ACCESS)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.stop()
        shutil.rmtree(self.folder, ignore_errors=True)

    def run(self, program, *words):
        done = subprocess.run([PROGRAMS / program, *map(str, words)], cwd=self.folder, **self.ids,
                              env={"LC_ALL": "C", "PATH": "/usr/bin:/bin"}, text=True,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
        if done.returncode != 0:
            sys.exit(f"{program} failed: {done.stdout}")
        return done.stdout

    def start(self, before=()):
        """`before` are words in front of the server's own, as those of strace."""
        settings = ["unix_socket_directories=" + str(self.folder), f"port={self.port}",
                    "listen_addresses=127.0.0.1", "max_connections=40", "shared_buffers=16MB",
                    *self.settings]
        words = [*before, PROGRAMS / "postgres", "-D", self.data]
        for setting in settings:
            words += ["-c", setting]
        with open(self.log, "ab") as log:
            self.process = subprocess.Popen(list(map(str, words)), cwd=self.folder, **self.ids,
                                            env={"LC_ALL": "C", "PATH": "/usr/bin:/bin"},
                                            stdin=subprocess.DEVNULL, stdout=log, stderr=log,
                                            start_new_session=True)
        for _ in range(600):
            if subprocess.run([PROGRAMS / "pg_isready", "-q", "-h", self.folder, "-p",
                               str(self.port)], check=False).returncode == 0:
                return self
            if self.process.poll() is not None:
                break
            time.sleep(0.05)
        sys.exit(f"PostgreSQL does not start:\n{self.log.read_text()}")

    def stop(self):
        if self.process and self.process.poll() is None:
            self.process.send_signal(signal.SIGQUIT)  # at once; what matters is on the disk
            with contextlib.suppress(subprocess.TimeoutExpired):
                self.process.wait(20)
        self.kill()

    def kill(self):
        """kill -9 of every process of the server, which are sessions of their own."""
        if not self.process:
            return
        # What is started meanwhile is found by another look.
        while True:
            processes = with_children(self.process.pid)
            for one in processes:
                with contextlib.suppress(ProcessLookupError):
                    os.kill(one, signal.SIGKILL)
            if len(processes) <= 1:
                break
        self.process.wait()
        self.process = None
        for one in self.folder.glob(f".s.PGSQL.{self.port}*"):
            one.unlink()
        (self.data / "postmaster.pid").unlink(missing_ok=True)

    def address(self, journal="main", user="postgres", **parameters):
        """The address of a journal, over the local socket."""
        words = {"journal": journal, **parameters}
        host = str(self.folder).replace("/", "%2F")
        query = "&".join(f"{name}={value}" for name, value in words.items())
        return f"postgres://{user}@{host}:{self.port}/postgres?{query}"

    def sql(self, text, database="postgres"):
        done = subprocess.run([PROGRAMS / "psql", "-h", self.folder, "-p", str(self.port), "-U",
                               "postgres", "-d", database, "-qAtX", "-v", "ON_ERROR_STOP=1", "-c",
                               text], text=True, capture_output=True, check=False)
        if done.returncode != 0:
            raise RuntimeError(done.stderr)
        return done.stdout.strip()


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit("usage: server.py PROGRAM ARGUMENT...")
    with Server().start() as server:
        environment = {**os.environ, "SICBO_TEST_POSTGRES": server.address().split("?")[0]}
        sys.exit(subprocess.run(sys.argv[1:], env=environment, check=False).returncode)
