# SPDX-License-Identifier: MIT
"""The line that devices and the server speak through, written from docs/formats/line.md alone, and
somebody in the middle of it."""
import base64
import json
import socket
import socketserver
import threading

import nacl.bindings
import nacl.signing

VERSION = b"sicbo-line-v1"


def number(n):
    return n.to_bytes(8, "little")


class Broken(Exception):
    """The other end did not send this line next."""


class SecureLine:
    """One end of a connection. `key` is the signing key of this end, `peer` the public key that the
    other must prove."""

    def __init__(self, protocol, key, peer, initiates, seed=None):
        self.protocol, self.key, self.peer, self.initiates = protocol, key, peer, initiates
        self.secret = seed or nacl.bindings.randombytes(32)
        self.fresh = nacl.bindings.crypto_scalarmult_base(self.secret)
        self.sent = self.received = 0
        self.open = False

    def hello(self):
        return self.write(type="hello", protocol=self.protocol, key=self.own().hex(),
                          fresh=self.fresh.hex())

    def on_hello(self, line):
        """Returns the welcome."""
        hello = json.loads(line)
        if set(hello) != {"type", "protocol", "key", "fresh"} or hello["type"] != "hello":
            raise Broken("hello")
        if hello["protocol"] != self.protocol or hello["key"] != self.peer.hex():
            raise Broken("another protocol or key")
        self.derive(bytes.fromhex(hello["fresh"]))
        signature = self.key.sign(self.statement(b" responder")).signature
        return self.write(type="welcome", key=self.own().hex(), fresh=self.fresh.hex(),
                          signature=signature.hex())

    def on_welcome(self, line):
        """Returns the proof; from then on texts may be sealed."""
        welcome = json.loads(line)
        if set(welcome) != {"type", "key", "fresh", "signature"} or welcome["type"] != "welcome":
            raise Broken("welcome")
        if welcome["key"] != self.peer.hex():
            raise Broken("another key")
        self.derive(bytes.fromhex(welcome["fresh"]))
        self.verify(b" responder", welcome["signature"])
        self.open = True
        signature = self.key.sign(self.statement(b" initiator")).signature
        return self.write(type="prove", signature=signature.hex())

    def on_prove(self, line):
        prove = json.loads(line)
        if set(prove) != {"type", "signature"} or prove["type"] != "prove":
            raise Broken("prove")
        self.verify(b" initiator", prove["signature"])
        self.open = True

    def seal(self, text):
        sealed = nacl.bindings.crypto_aead_chacha20poly1305_ietf_encrypt(
            text.encode(), None, bytes(4) + number(self.sent), self.send_key)
        self.sent += 1
        return base64.b64encode(sealed).decode()

    def unseal(self, line):
        try:
            text = nacl.bindings.crypto_aead_chacha20poly1305_ietf_decrypt(
                base64.b64decode(line, validate=True), None, bytes(4) + number(self.received),
                self.receive_key)
        except Exception as error:
            raise Broken(line) from error
        self.received += 1
        return text.decode()

    def own(self):
        return bytes(self.key.verify_key)

    @staticmethod
    def write(**fields):
        return json.dumps(fields, separators=(",", ":"))

    def derive(self, other):
        self.other = other
        keys = (nacl.bindings.crypto_kx_client_session_keys if self.initiates
                else nacl.bindings.crypto_kx_server_session_keys)
        self.receive_key, self.send_key = keys(self.fresh, self.secret, other)

    def statement(self, side):
        pairs = [(self.own(), self.peer), (self.fresh, self.other)]
        if not self.initiates:
            pairs = [(b, a) for a, b in pairs]
        protocol = self.protocol.encode()
        return (VERSION + side + number(len(protocol)) + protocol + b"".join(pairs[0]) +
                b"".join(pairs[1]))

    def verify(self, side, signature):
        nacl.signing.VerifyKey(self.peer).verify(self.statement(side), bytes.fromhex(signature))


class Caller:
    """A connection to a device, as its server."""

    def __init__(self, address, protocol, key, peer, patience):
        host, port = address.rsplit(":", 1)
        self.socket = socket.create_connection((host, int(port)), timeout=patience)
        self.lines = self.socket.makefile("rb")
        self.line = SecureLine(protocol, key, peer, initiates=True)

    def send_raw(self, line):
        self.socket.sendall(line.encode() + b"\n")

    def receive_raw(self):
        """The next line; empty once the other side has closed the connection."""
        return self.lines.readline().decode().rstrip("\n")

    def greet(self):
        self.send_raw(self.line.hello())
        self.send_raw(self.line.on_welcome(self.receive_raw()))
        return self

    def send(self, **message):
        self.send_raw(self.line.seal(json.dumps(message)))

    def receive(self):
        return json.loads(self.line.unseal(self.receive_raw()))

    def close(self):
        self.lines.close()
        self.socket.close()


class Middle:
    """Listens where the server expects a device, and passes lines between them. meddle(direction,
    number, line) returns the lines to pass on instead: directions are "there" (to the device) and
    "back", numbers count from 1 on each connection."""

    def __init__(self, address):
        self.address = address
        self.meddle = lambda direction, count, line: [line]
        self.connections = 0
        outer = self

        class Handler(socketserver.StreamRequestHandler):
            def handle(self):
                outer.connections += 1
                host, port = outer.address.rsplit(":", 1)
                with socket.create_connection((host, int(port))) as device:
                    back = threading.Thread(target=outer.pass_on,
                                            args=("back", device, self.connection), daemon=True)
                    back.start()
                    outer.pass_on("there", self.connection, device)
                    back.join()

        class Listener(socketserver.ThreadingTCPServer):
            allow_reuse_address = daemon_threads = True

        self.server = Listener(("127.0.0.1", 0), Handler)
        self.listens_at = "127.0.0.1:%d" % self.server.server_address[1]
        threading.Thread(target=self.server.serve_forever, args=(0.05,), daemon=True).start()

    def pass_on(self, direction, source, target):
        try:
            with source.makefile("rb") as lines:
                for count, line in enumerate(lines, 1):
                    for passed in self.meddle(direction, count, line):
                        target.sendall(passed)
        except OSError:
            pass
        finally:
            for one in (source, target):
                try:
                    one.shutdown(socket.SHUT_RDWR)
                except OSError:
                    pass

    def close(self):
        self.server.shutdown()
        self.server.server_close()
