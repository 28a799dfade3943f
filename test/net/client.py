# SPDX-License-Identifier: MIT
"""A client of the server, written from docs/formats/protocol.md alone, and the server as a
process."""
import asyncio
import contextlib
import json
import logging
import os
import pathlib
import re
import signal
import subprocess
import tempfile
import time
import urllib.request

import websockets

from gateway import Gateway, with_gateways

logging.getLogger("asyncio").setLevel(logging.ERROR)
PATIENCE = 60  # seconds after which a test gives up; even a busy machine takes far fewer
PER_SECOND, BURST = 20, 40  # messages that one connection may send


SECOND = "administrator2"  # who agrees to the accounts of supervisors and above


def takes_second(name):
    """Whether the account of somebody called after this role takes two people."""
    role = name.rstrip("0123456789")
    return role in ("supervisor", "pit-manager", "shift-manager", "administrator", "admin")


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
        self.waiting = []  # what is waited for, and its future
        self.may_send, self.sent_at = BURST - 1, time.monotonic()
        self.closed = None
        self.token = None
        self.suspended = None  # the gateway has lost the server
        self.resumed = 0  # how often it has found one again
        self.reader = asyncio.create_task(self.read())

    @classmethod
    async def connect(cls, address, record=None, secure=None, **options):
        """With TLS if `secure` is an SSL context."""
        if secure:
            options["ssl"] = secure
        socket = await websockets.connect(
            f"{'wss' if secure else 'ws'}://{address}/socket", subprotocols=["sicbo.v1"],
            compression=None, max_size=2**22, open_timeout=PATIENCE, ping_interval=None, **options)
        return cls(socket, record)

    async def read(self):
        try:
            async for frame in self.socket:
                messages = json.loads(frame)
                if self.record is not None:
                    self.record.append(("server", messages))
                for message in messages:
                    self.handle(message)
                    self.wake()
        except websockets.ConnectionClosed:
            pass
        self.closed = (self.socket.close_code, self.socket.close_reason)
        self.wake()

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
            if message.get("notice") == "suspended" and not self.suspended:
                self.suspended = asyncio.create_task(self.resume())
            elif "hello" in message and self.suspended:
                self.suspended = None
                self.resumed += 1

    async def resume(self):
        """The gateway has lost the server. What is not answered by now will not be, and the next
        hello is that of a server that knows nothing of this connection."""
        self.counter += 1
        with contextlib.suppress(websockets.ConnectionClosed):
            await self.send({"id": self.counter, "type": "resume"})

    def wake(self):
        """Called after every message, so that nobody misses a state that does not last."""
        for holds, future in self.waiting:
            try:
                if not future.done() and (self.closed or holds()):
                    future.set_result(None)
            except Exception as error:  # of the test that waits, not of this connection
                future.set_exception(error)

    async def until(self, holds, what="something"):
        """Waits for a state. It may be over when this returns, if the server goes on by itself."""
        if holds():
            return
        waiting = (holds, asyncio.get_running_loop().create_future())
        self.waiting.append(waiting)
        try:
            await asyncio.wait_for(waiting[1], PATIENCE)
        except asyncio.TimeoutError:
            raise AssertionError(
                f"waited in vain for {what}; have {json.dumps(self.topics)[:2000]}") from None
        finally:
            self.waiting.remove(waiting)
        assert not self.closed or holds(), f"the connection was closed {self.closed} before {what}"

    async def send(self, message):
        """At the pace that is allowed, whatever the machine could do."""
        now = time.monotonic()
        self.may_send = min(self.may_send + (now - self.sent_at) * PER_SECOND, BURST - 1)
        self.sent_at = now
        self.may_send -= 1
        if self.may_send < 0:
            await asyncio.sleep(-self.may_send / PER_SECOND)
        if self.record is not None:
            self.record.append(("client", message))
        await self.socket.send(json.dumps(message))

    def send_at_once(self, messages):
        """In one piece, so that the server has the last as soon as the first; as many as it
        likes."""
        frames = [websockets.frames.Frame(websockets.frames.Opcode.TEXT,
                                          json.dumps(message).encode())
                  for message in messages]
        self.socket.transport.write(b"".join(frame.serialize(mask=True) for frame in frames))

    async def request(self, kind, **fields):
        self.counter += 1
        return await self.request_as(self.counter, kind, **fields)

    async def request_as(self, number, kind, /, **fields):
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
        self.table = table
        await self.watch(f"table/{table}")
        await self.watch(self.place)
        return reply

    async def bet(self, spot, amount, **options):
        reply = await self.order("PlaceBets",
                                 **{"arguments": {"bets": [{"spot": spot, "amount": amount}],
                                                  **options}})
        return reply["bets"][0]

    def mine(self, part):
        return self.topics[self.place][part]

    def seen(self, part):
        """A part of the table that it joined."""
        return self.topics[f"table/{self.table}"][part]

    async def close(self):
        await self.socket.close()
        await self.reader


class Server:
    """The real program on a folder of its own.

    start(), stop() and audit() leave the event loop free: a server that stops waits for its clients
    to answer the close. launch() and end() are the same for code that has no loop."""

    def __init__(self, program, config=None, words=(), gateway=None, **options):
        """With a gateway in front if `gateway` is true, or not given and all tests are run so."""
        self.program = program
        self.words = words
        self.options = options  # of the process
        self.own = tempfile.TemporaryDirectory()
        self.folder = pathlib.Path(self.own.name)
        self.config = config
        self.passwords = {}
        self.hired = []
        self.clients = []
        self.process = None
        self.gateway = None
        if gateway is None:
            gateway = os.environ.get("SICBO_THROUGH_GATEWAY") == "1"
        if gateway and config is not None:
            self.gateway = Gateway(program, self.folder, config)
            self.config = with_gateways(config, [self.gateway.key])
        self.before = ()  # the words of a program that runs this one

    def launch(self):
        """Starts the program and returns what it prints, once it accepts connections."""
        words = [self.program, "serve", *self.words, "--listen", "127.0.0.1:0", "--data",
                 str(self.folder / "data")]
        if self.config is not None:
            path = self.folder / "property.toml"
            path.write_text(self.config)
            words += ["--config", str(path)]
        self.log_file = open(self.folder / "log", "ab")
        self.logged_before = self.log_file.tell()
        self.process = subprocess.Popen([*self.before, *words], stdout=subprocess.PIPE,
                                        stderr=self.log_file, text=True, **self.options)
        text = ""
        while "Ctrl-C" not in text:
            line = self.process.stdout.readline()
            if not line:
                raise AssertionError(f"the server did not start: {text}\n{self.log()}")
            text += line
        self.address = re.search(r"https?://([0-9.:]+)/", text).group(1)
        for name, password in re.findall(r"^ {4}(\S+) +(\w{4}-\w{4}-\w{4})$", text, re.M):
            self.passwords[name] = password
        self.direct = self.address
        if self.gateway:
            self.launch_gateway()
        return text

    def launch_gateway(self):
        if self.gateway.process:  # it was in front of a server that was killed
            self.gateway.kill()
        lost = self.gateway.log().count("connected to") if self.gateway.log_path.exists() else 0
        self.gateway.launch([self.gateways_at()], self.key())
        self.gateway.wait_for("connected to the server", lost + 1)
        self.address = self.gateway.address

    def gateways_at(self):
        """Where it listens for gateways since its last start."""
        return "127.0.0.1:" + re.findall(r" gateways address=\S+ port=(\d+)", self.log())[-1]

    def key(self):
        """The public key by which devices and gateways know the server."""
        return re.search(r"public key of this server.*key=([0-9a-f]{64})", self.log())[1]

    async def start(self):
        return await asyncio.to_thread(self.launch)

    def log(self):
        return (self.folder / "log").read_text()

    async def logged(self, what, count=1):
        """Waits until the log has it that often."""
        until = time.monotonic() + PATIENCE
        while self.log().count(what) < count and time.monotonic() < until:
            await asyncio.sleep(0.02)
        assert self.log().count(what) >= count, f"waited in vain for {what} in {self.log()}"

    def end(self, how=signal.SIGTERM, times=1):
        """Sends a signal, and the others once the first was noted; returns the exit code."""
        noted = lambda: b"stopping: " in (self.folder / "log").read_bytes()[self.logged_before:]
        for n in range(times):
            while n > 0 and self.process.poll() is None and not noted():
                time.sleep(0.01)
            self.process.send_signal(how)
        code = self.process.wait(PATIENCE)
        self.process.stdout.close()
        self.log_file.close()
        if self.gateway and self.gateway.process:
            assert self.gateway.end() == 0, self.gateway.log()
        return code

    async def stop(self, how=signal.SIGTERM, times=1):
        return await asyncio.to_thread(self.end, how, times)

    def kill(self):
        self.process.kill()
        self.process.wait()
        self.process.stdout.close()
        self.log_file.close()
        if self.gateway and self.gateway.process:
            self.gateway.kill()

    def close(self):
        if self.process and self.process.poll() is None:
            self.kill()
        if self.gateway and self.gateway.process:
            self.gateway.kill()
        self.own.cleanup()

    def get(self, path):
        # A gateway has figures of its own.
        at = self.direct if path == "/metrics" else self.address
        with urllib.request.urlopen(f"http://{at}{path}", timeout=PATIENCE) as response:
            return response.status, response.read().decode()

    async def say(self, data):
        """Sends bytes on a connection of their own; what comes back until the server hangs up."""
        reader, writer = await asyncio.open_connection(*self.address.split(":"))
        got = b""
        with contextlib.suppress(ConnectionResetError):
            writer.write(data)
            while chunk := await asyncio.wait_for(reader.read(65536), PATIENCE):
                got += chunk
        writer.close()
        return got

    async def connect(self, **options):
        self.clients.append(await Client.connect(self.address, **options))
        return self.clients[-1]

    async def guest(self, table, **options):
        """A connection that joins a table at once: who asks for nothing is closed."""
        client = await self.connect()
        await client.join(table, **options)
        return client

    async def hang_up(self):
        """Ends every connection that is still open, without a closing handshake."""
        clients, self.clients = self.clients, []
        for client in clients:
            client.socket.transport.abort()
        await asyncio.gather(*(client.reader for client in clients))

    async def hire(self, *names):
        """Staff, added by the administrator, each with a password of their own choice: "dealer",
        "dealer2"..."""
        client = await self.connect()
        if "admin" not in self.hired:
            await client.request("set_password", name="admin", old=self.passwords["admin"],
                                 new="admin-password")
            self.passwords["admin"] = "admin-password"
            self.hired.append("admin")
        admin = await client.request("sign_in", name="admin", password=self.passwords["admin"])
        # Whoever is to agree to the accounts of the others is hired first, while nobody is there.
        if SECOND not in self.hired and any(takes_second(name) for name in names):
            names = (SECOND, *names)
        for name in names:
            self.hired.append(name)
            fields = {"person": len(self.hired), "name": name, "role": name.rstrip("0123456789")}
            if takes_second(name) and name != SECOND:
                await self.agree(client, admin["person"], "AddPerson", fields)
            else:
                await client.order("AddPerson", **{"person": admin["person"], "arguments": fields})
            await client.request("set_password", person=admin["person"], name=name,
                                 new="for-once-only")
            await client.request("set_password", name=name, old="for-once-only",
                                 new=f"{name}-password")
            self.passwords[name] = f"{name}-password"
        await client.close()

    async def agree(self, client, first, order, fields):
        """An order about an account, which another administrator authorises at the same
        connection."""
        second = (await client.request("sign_in", name=SECOND,
                                       password=self.passwords[SECOND]))["person"]
        for person in (first, second):
            with contextlib.suppress(Refused):  # on duty already
                await client.order("LogOn", person=person)
        asked = await client.order(order, person=first, arguments=fields)
        await client.order("Authorise", person=second,
                           arguments={"digest": asked["authorisation"]})
        for person in (first, second):
            await client.order("LogOff", person=person)
        await client.request("sign_out", person=second)

    async def sign_in(self, name, client=None, **options):
        """Somebody of the staff."""
        if name not in self.passwords:
            await self.hire(name)
        client = client or await self.connect(**options)
        reply = await client.request("sign_in", name=name, password=self.passwords[name])
        client.person = reply["person"]
        return client

    def audit_now(self):
        done = subprocess.run([self.program, "audit", str(self.folder / "data/journal"), "--json"],
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                              check=False)
        return done.returncode, done.stdout

    async def audit(self):
        return await asyncio.to_thread(self.audit_now)
