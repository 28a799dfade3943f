# SPDX-License-Identifier: MIT
"""Engines of one property on one PostgreSQL: each with a folder of its own, as on machines."""
import pathlib
import shutil
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.request

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "postgres"))
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "net"))
from server import free_port  # noqa: E402

PATIENCE = 60


class NoRedirect(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *_):
        return None


def get(address, path="/readyz"):
    """Status, body and headers; 0 if nobody answers."""
    try:
        with urllib.request.build_opener(NoRedirect).open(f"http://{address}{path}",
                                                          timeout=5) as reply:
            return reply.status, reply.read().decode(), reply.headers
    except urllib.error.HTTPError as error:
        return error.code, error.read().decode(), error.headers
    except OSError:
        return 0, "", {}


class Engine:
    """A machine that runs `sicbo serve` on the database, with its files below `folder`."""

    def __init__(self, sicbo, folder, database, config, words=()):
        self.sicbo, self.folder, self.database = sicbo, pathlib.Path(folder), database
        self.config, self.words, self.process = config, list(words), None
        self.address = f"127.0.0.1:{free_port()}"
        self.folder.mkdir(exist_ok=True)

    def launch(self, *words):
        (self.folder / "property.toml").write_text(self.config)
        self.logged = self.log_size()
        with open(self.folder / "log", "ab") as log:
            self.process = subprocess.Popen(
                [*self.prefix(), self.sicbo, "serve", "--config",
                 self.folder / "property.toml", "--db", self.database, "--data",
                 self.folder / "data", "--listen", self.address, *self.words,
                 *words], stdin=subprocess.DEVNULL, stdout=log, stderr=log)
        return self

    def prefix(self):
        """Words in front of the program's own."""
        return []

    def log_size(self):
        log = self.folder / "log"
        return log.stat().st_size if log.exists() else 0

    def log(self):
        """What it has said since it was launched."""
        return (self.folder / "log").read_bytes()[self.logged:].decode()

    def until(self, holds, what):
        end = time.monotonic() + PATIENCE
        while not holds():
            if self.process.poll() is not None and not holds():
                raise AssertionError(f"it ended before {what}: {self.log()}")
            if time.monotonic() > end:
                raise AssertionError(f"waited in vain for {what}: {self.log()}")
            time.sleep(0.02)
        return self

    def until_ready(self):
        return self.until(lambda: get(self.address)[0] == 200, "it is ready")

    def until_standby(self):
        return self.until(lambda: get(self.address)[1].startswith("standby"), "it stands by")

    def is_running(self):
        return self.process is not None and self.process.poll() is None

    def send(self, number):
        self.process.send_signal(number)

    def end(self, number=signal.SIGTERM, times=1):
        """Returns the exit code."""
        for _ in range(times):
            if self.is_running():
                self.send(number)
                time.sleep(0.05)
        return self.process.wait(PATIENCE)

    def close(self):
        if self.is_running():
            self.process.kill()
            self.process.wait()

    def take_node_key(self, other):
        (self.folder / "data").mkdir(mode=0o700, exist_ok=True)
        shutil.copy(other.folder / "data/node.key", self.folder / "data/node.key")
        return self
