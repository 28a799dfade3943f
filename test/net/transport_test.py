# SPDX-License-Identifier: MIT
"""What is spoken below the protocol: TLS and its versions, certificates of clients, names, and the
framing of HTTP: transport_test.py PROGRAM."""
import asyncio
import http.client
import shutil
import socket
import ssl
import subprocess
import unittest

import case
from house import manual


def openssl(folder, *words):
    subprocess.run(["openssl", *words], cwd=folder, check=True, stdout=subprocess.DEVNULL,
                   stderr=subprocess.DEVNULL)


def make_certificates(folder):
    """An authority, a certificate that it has signed, and one that it has not."""
    new = ["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes",
           "-days", "2"]
    for name in ("ca", "other"):
        openssl(folder, *new, "-subj", f"/CN={name}", "-keyout", f"{name}.key", "-out",
                f"{name}.crt")
    openssl(folder, "req", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes",
            "-subj", "/CN=client", "-keyout", "client.key", "-out", "client.csr")
    openssl(folder, "x509", "-req", "-in", "client.csr", "-CA", "ca.crt", "-CAkey", "ca.key",
            "-CAcreateserial", "-days", "2", "-out", "client.crt")


def handshake(server, **options):
    """The version and cipher of a connection; None if the server refuses it."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE
    context.minimum_version = options.get("lowest", ssl.TLSVersion.TLSv1_2)
    context.maximum_version = options.get("highest", ssl.TLSVersion.TLSv1_3)
    if "ciphers" in options:
        context.set_ciphers(options["ciphers"])
    host, port = server.address.split(":")
    try:
        with socket.create_connection((host, int(port))) as plain:
            with context.wrap_socket(plain) as secure:
                return secure.version(), secure.cipher()[0]
    except (ssl.SSLError, ConnectionError):
        return None


class Transport(case.Case):
    def test_plain_text_beyond_this_machine_must_be_asked_for(self):
        done = case.run("serve", "--listen", "0.0.0.0:0", "--data", "/nowhere")
        self.assertEqual(done.returncode, 1)
        done = case.run("serve", "--listen", "0.0.0.0:0", "--check")
        self.assertEqual(done.returncode, 1)
        self.assertIn("insecure = true", done.stdout)
        for words in (["--insecure"], ["--tls"]):
            self.assertEqual(case.run("serve", "--listen", "0.0.0.0:0", "--check", *words)
                             .returncode, 0)

    async def test_only_good_versions_and_ciphers(self):
        server = await self.serve(manual("rws-etg"), words=["--tls"])
        ask = lambda **options: asyncio.to_thread(handshake, server, **options)
        self.assertEqual((await ask())[0], "TLSv1.3")
        version, cipher = await ask(highest=ssl.TLSVersion.TLSv1_2)
        self.assertEqual(version, "TLSv1.2")
        self.assertIn("GCM", cipher)
        for bad in ("ECDHE-ECDSA-AES128-SHA256", "ECDHE-ECDSA-AES256-SHA", "AES128-GCM-SHA256"):
            self.assertIsNone(await ask(highest=ssl.TLSVersion.TLSv1_2,
                                        ciphers=f"{bad}:@SECLEVEL=0"), bad)
        self.assertIsNone(await ask(lowest=ssl.TLSVersion.TLSv1, highest=ssl.TLSVersion.TLSv1_1,
                                    ciphers="ALL:@SECLEVEL=0"))

        def headers():
            context = ssl._create_unverified_context()
            connection = http.client.HTTPSConnection(server.address, context=context)
            connection.request("GET", "/")
            return dict(connection.getresponse().getheaders())

        got = await asyncio.to_thread(headers)
        self.assertIn("max-age=31536000", got.get("Strict-Transport-Security", ""))
        await self.finish(server)

    @unittest.skipUnless(shutil.which("openssl"), "the openssl command makes the certificates")
    async def test_certificates_of_clients(self):
        config = manual("rws-etg").replace(
            "[server]\n", '[server]\ncertificate = "tls.crt"\nprivate_key = "tls.key"\n'
            'client_authorities = "ca.crt"\ncertificate_for = ["terminals", "consoles"]\n')
        server = case.Server(case.PROGRAM, config)
        self.addCleanup(server.close)
        make_certificates(server.folder)
        openssl(server.folder, "req", "-x509", "-newkey", "ec", "-pkeyopt",
                "ec_paramgen_curve:P-256", "-nodes", "-days", "2", "-subj", "/CN=localhost",
                "-keyout", "tls.key", "-out", "tls.crt")
        await server.start()

        async def outcomes(name):
            """Whether a place is given and a password looked at, with this certificate."""
            context = ssl._create_unverified_context()
            if name:
                context.load_cert_chain(server.folder / f"{name}.crt",
                                        server.folder / f"{name}.key")
            client = await case.Client.connect(server.address, secure=context)
            got = []
            for number, message in enumerate(
                    ({"type": "join", "table": 1},
                     {"type": "sign_in", "name": "admin", "password": "x"}), 1):
                await client.send({"id": number, **message})
                await client.until(lambda n=number: n in client.replies, "an answer")
                got.append(client.replies[number].get("reason", "ok"))
            await client.close()
            return got

        self.assertEqual(await outcomes("client"), ["ok", "wrong_password"])
        self.assertEqual(await outcomes(None), ["certificate_missing", "not_a_console"])
        with self.assertRaises((ssl.SSLError, OSError, case.websockets.WebSocketException)):
            await outcomes("other")
        self.assertEqual(await server.stop(), 0)

    async def test_names_that_were_made_to_point_here(self):
        server = await self.serve(manual("rws-etg").replace(
            "[server]\n", '[server]\nnames = ["casino.example"]\n'))
        upgrade = ("GET /socket HTTP/1.1\r\nHost: {0}\r\nOrigin: http://{0}\r\n"
                   "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
                   "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
                   "Sec-WebSocket-Protocol: sicbo.v1\r\n\r\n")
        page = "GET /metrics HTTP/1.1\r\nHost: {0}\r\nConnection: close\r\n\r\n"

        async def status(text, host):
            reader, writer = await asyncio.open_connection(*server.address.split(":"))
            writer.write(text.format(host).encode())
            line = await reader.readline()
            writer.close()
            return line.split()[1].decode()

        for host in ("casino.example", "casino.example:8080", server.address, "localhost"):
            self.assertEqual(await status(upgrade, host), "101", host)
            self.assertEqual(await status(page, host), "200", host)
        for host in ("rebound.example", "10.1.1.1", "casino.example.evil.example", ""):
            self.assertEqual(await status(upgrade, host), "421", host)
            self.assertEqual(await status(page, host), "421", host)
        await self.finish(server)

    async def test_framing_that_a_proxy_could_understand_differently(self):
        server = await self.serve(manual("rws-etg"))
        for headers in ("Content-Length: 5\r\nContent-Length: 5", "Content-Length: 5\r\n"
                        "Transfer-Encoding: chunked", "Transfer-Encoding: chunked\r\n"
                        "Transfer-Encoding: identity", "Transfer-Encoding: xchunked",
                        "Transfer-Encoding:\x0bchunked", "Content-Length: +5",
                        "Content-Length: 5,5", "Content-Length : 5",
                        "X: a\r\n Content-Length: 5", "X: a\nContent-Length: 5",
                        "Host: evil.example"):
            text = f"POST / HTTP/1.1\r\nHost: localhost\r\n{headers}\r\n\r\nhello"
            got = await server.say(text.encode())
            self.assertTrue(got.startswith(b"HTTP/1.1 400"), (headers, got[:80]))
            self.assertEqual(got.count(b"HTTP/1.1"), 1)  # and the connection is closed
        await self.finish(server)


if __name__ == "__main__":
    case.main()
