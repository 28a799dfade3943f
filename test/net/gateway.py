# SPDX-License-Identifier: MIT
"""A gateway as a process, in front of a server of client.py."""
import json
import pathlib
import re
import signal
import subprocess
import time
import tomllib
import urllib.error
import urllib.request

PATIENCE = 60
# Settings of [server] that the gateway has for the clients in the server's place.
FRONT = ("threads", "connections_from_one_address", "names", "origins", "certificate",
         "private_key", "client_authorities", "metrics_token")


def with_gateways(config, keys):
    """The configuration of a server that gateways with these public keys may connect to."""
    lines = f'gateways_listen = "127.0.0.1:0"\ngateway_keys = {json.dumps(keys)}\n'
    if "[server]\n" in config:
        return config.replace("[server]\n", "[server]\n" + lines, 1)
    return f"{config}\n[server]\n{lines}"


class Gateway:
    def __init__(self, program, folder, config="", name="gateway"):
        self.program = program
        self.folder = pathlib.Path(folder)
        self.key_file = self.folder / f"{name}.key"
        self.log_path = self.folder / f"{name}.log"
        self.config_path = self.folder / f"{name}.toml"
        server = tomllib.loads(config).get("server", {})
        self.config_path.write_text("[server]\n" + "".join(
            f"{key} = {json.dumps(server[key])}\n" for key in FRONT if key in server))
        self.key = subprocess.run(
            [program, "gateway", "--key", str(self.key_file), "--print-key"], check=True,
            stdout=subprocess.PIPE, text=True).stdout.strip()
        self.process = None
        self.port = 0

    def launch(self, servers, server_key, *words):
        """Starts it in front of servers (ADDRESS:PORT each), where it listened before if it did."""
        self.log_file = open(self.log_path, "ab")
        self.process = subprocess.Popen(
            [self.program, "gateway", "--engine", ",".join(servers), "--server", server_key,
             "--key", str(self.key_file), "--config", str(self.config_path), "--listen",
             f"127.0.0.1:{self.port}", *words],
            stdout=subprocess.PIPE, stderr=self.log_file, text=True)
        text = ""
        while "Ctrl-C" not in text:
            line = self.process.stdout.readline()
            if not line:
                raise AssertionError(f"the gateway did not start: {text}\n{self.log()}")
            text += line
        self.address = re.search(r"https?://([0-9.:]+)/", text).group(1)
        self.port = int(self.address.rpartition(":")[2])

    def log(self):
        return self.log_path.read_text()

    def wait_for(self, what, count=1):
        """Until the log has it that often."""
        until = time.monotonic() + PATIENCE
        while self.log().count(what) < count and time.monotonic() < until:
            time.sleep(0.01)
        assert self.log().count(what) >= count, f"waited in vain for {what} in {self.log()}"

    def end(self):
        self.process.send_signal(signal.SIGTERM)
        code = self.process.wait(PATIENCE)
        self.put_away()
        return code

    def kill(self):
        self.process.kill()
        self.process.wait()
        self.put_away()

    def put_away(self):
        self.process.stdout.close()
        self.log_file.close()
        self.process = None

    def get(self, path):
        try:
            with urllib.request.urlopen(f"http://{self.address}{path}",
                                        timeout=PATIENCE) as response:
                return response.status, response.read().decode()
        except urllib.error.HTTPError as error:
            with error:
                return error.code, error.read().decode()
