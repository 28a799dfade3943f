# SPDX-License-Identifier: MIT
"""A client of the server, written from docs/formats/protocol.md alone, and the server as a process."""
import asyncio
import json
import logging
import pathlib
import re
import signal
import subprocess
import tempfile
import time
import urllib.request

import websockets

logging.getLogger("asyncio").setLevel(logging.ERROR)
PATIENCE = 20  # seconds after which a test gives up; nothing here takes one


class Refused(Exception):
    """The server refused the request; `reply` is its reply."""

    def __init__(self, reply):
        super().__init__(reply.get("reason", "") + " " + reply.get("detail", ""))
        self.reply = reply
        self.reason = reply.get("reason")


class Client:
    """One connection. Keeps what it watches as the protocol says, and counts its requests."""

    def __init__(self, socket, record=None):
        self.socket = socket
        self.record = record
        self.counter = 0
        self.replies = {}
        self.topics = {}  # topic -> state
        self.sequence = {}  # topic -> sequence
        self.gaps = 0
        self.notices = []
        self.changed = asyncio.Condition()
        self.closed = None
        self.token = None
        self.reader = asyncio.create_task(self.read())

    @classmethod
    async def connect(cls, address, record=None, **options):
        socket = await websockets.connect(
            f"ws://{address}/socket", subprotocols=["sicbo.v1"], compression=None, max_size=2**22, **options)
        return cls(socket, record)

    async def read(self):
        try:
            async for frame in self.socket:
                messages = json.loads(frame)
                if self.record is not None:
                    self.record.append(("server", messages))
                async with self.changed:
                    for message in messages:
                        self.handle(message)
                    self.changed.notify_all()
        except websockets.ConnectionClosed:
            pass
        async with self.changed:
            self.closed = (self.socket.close_code, self.socket.close_reason)
            self.changed.notify_all()

    def handle(self, message):
        if "reply" in message:
            self.replies[message["reply"]] = message
        elif "snapshot" in message:
            self.topics[message["snapshot"]] = message["state"]
            self.sequence[message["snapshot"]] = message["seq"]
        elif "delta" in message:
            topic = message["delta"]
            if self.sequence.get(topic) != message["prev"]:
                self.gaps += 1
                return
            self.topics[topic].update(message["state"])
            self.sequence[topic] = message["seq"]
        else:
            self.notices.append(message)

    async def until(self, holds, what="something"):
        async def wait():
            async with self.changed:
                await self.changed.wait_for(lambda: holds() or self.closed)
        try:
            await asyncio.wait_for(wait(), PATIENCE)
        except asyncio.TimeoutError:
            raise AssertionError(f"waited in vain for {what}; have {json.dumps(self.topics)[:2000]}") from None
        assert holds(), f"the connection was closed {self.closed} before {what}"

    async def send(self, message):
        if self.record is not None:
            self.record.append(("client", message))
        await self.socket.send(json.dumps(message))

    async def request(self, kind, **fields):
        self.counter += 1
        return await self.request_as(self.counter, kind, **fields)

    async def request_as(self, number, kind, **fields):
        """Sends a request with a given id, to send one again."""
        self.replies.pop(number, None)
        await self.send({"id": number, "type": kind, **fields})
        await self.until(lambda: number in self.replies, f"the reply to {kind} {fields}")
        reply = self.replies[number]
        if not reply["ok"]:
            raise Refused(reply)
        self.counter = max(self.counter, reply.get("request", 0))
        return reply

    async def order(self, order, table=None, **options):
        message = {"order": order, **options}
        if table is not None:
            message["table"] = table
        return await self.request("order", **message)

    async def watch(self, topic):
        await self.request("watch", topic=topic)
        await self.until(lambda: topic in self.topics, topic)

    async def join(self, table, **options):
        reply = await self.request("join", table=table, **options)
        self.token = reply["token"]
        self.place = reply["topic"]
        await self.watch(f"table/{table}")
        await self.watch(self.place)
        return reply

    async def bet(self, spot, amount, **options):
        reply = await self.order("PlaceBets", **{"arguments": {"bets": [{"spot": spot, "amount": amount}], **options}})
        return reply["bets"][0]

    def mine(self, part):
        return self.topics[self.place][part]

    async def close(self):
        await self.socket.close()
        await self.reader


class Server:
    """The real program on a folder of its own."""

    def __init__(self, program, config=None, folder=None, words=(), **options):
        self.program = program
        self.words = words
        self.options = options  # of the process
        self.own = tempfile.TemporaryDirectory() if folder is None else None
        self.folder = pathlib.Path(self.own.name if self.own else folder)
        self.config = config
        self.passwords = {}
        self.hired = []
        self.process = None
        self.start()

    def start(self):
        words = [self.program, "serve", *self.words, "--listen", "127.0.0.1:0", "--data", str(self.folder / "data")]
        if self.config is not None:
            path = self.folder / "property.toml"
            path.write_text(self.config)
            words += ["--config", str(path)]
        self.log_file = open(self.folder / "log", "ab")
        self.process = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=self.log_file, text=True,
                                        **self.options)
        until = time.monotonic() + PATIENCE
        text = ""
        while "Ctrl-C" not in text:
            line = self.process.stdout.readline()
            if not line or time.monotonic() > until:
                raise AssertionError(f"the server did not start: {text}\n{self.log()}")
            text += line
        self.address = re.search(r"https?://([0-9.:]+)/", text).group(1)
        for name, password in re.findall(r"^ {4}(\S+) +(\w{4}-\w{4}-\w{4})$", text, re.M):
            self.passwords[name] = password
        return text

    def log(self):
        return (self.folder / "log").read_text()

    def stop(self, how=signal.SIGTERM, times=1):
        for _ in range(times):
            self.process.send_signal(how)
            time.sleep(0.05)
        code = self.process.wait(PATIENCE * 3)
        self.process.stdout.close()
        self.log_file.close()
        return code

    def kill(self):
        self.process.kill()
        self.process.wait()
        self.process.stdout.close()
        self.log_file.close()

    def close(self):
        if self.process.poll() is None:
            self.kill()
        if self.own:
            self.own.cleanup()

    def get(self, path):
        with urllib.request.urlopen(f"http://{self.address}{path}", timeout=PATIENCE) as response:
            return response.status, response.read().decode()

    async def connect(self, **options):
        return await Client.connect(self.address, **options)

    async def hire(self, *roles):
        """Staff, added by the administrator, each with a password of their own choice."""
        client = await self.connect()
        if "admin" not in self.hired:
            await client.request("set_password", name="admin", old=self.passwords["admin"], new="admin-password")
            self.passwords["admin"] = "admin-password"
            self.hired.append("admin")
        admin = await client.request("sign_in", name="admin", password=self.passwords["admin"])
        for role in roles:
            self.hired.append(role)
            person = len(self.hired)
            await client.order("AddPerson", **{"person": admin["person"], "arguments": {"person": person, "name": role, "role": role}})
            await client.request("set_password", person=admin["person"], name=role, new="for-once-only")
            await client.request("set_password", name=role, old="for-once-only", new=f"{role}-password")
            self.passwords[role] = f"{role}-password"
        await client.close()

    async def sign_in(self, name, client=None, **options):
        """Somebody of the staff."""
        if name not in self.passwords:
            await self.hire(name)
        client = client or await self.connect(**options)
        reply = await client.request("sign_in", name=name, password=self.passwords[name])
        client.person = reply["person"]
        return client

    def audit(self):
        done = subprocess.run([self.program, "audit", str(self.folder / "data/journal"), "--json"],
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
        return done.returncode, done.stdout
