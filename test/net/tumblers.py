# SPDX-License-Identifier: MIT
"""What the tests of tumblers have in common: players who watch rounds, and tumblers in processes of
their own."""
import pathlib
import re
import subprocess
import tempfile

import case
from house import automatic

PROTOCOL = "sicbo-tumbler-v2"


class Case(case.Together):
    async def seat(self, server, table=1):
        player = await server.connect()
        await player.join(table)
        return player

    async def after(self, player, number_, what="another round"):
        """Waits for the end of a round after that number, whatever becomes of it."""
        await player.until(lambda: player.seen("results")["last"] > number_, what)

    async def settled_after(self, player, number_):
        results = lambda: player.seen("results")
        await player.until(lambda: results()["last"] > number_
                           and results()["rolls"][0], "a result")


class TumblerCase(Case):
    def start_tumbler(self, server_key, listen="127.0.0.1:0", key="tumbler.key", *words):
        process = subprocess.Popen(
            [case.PROGRAM, "tumbler", "--server", server_key, "--listen", listen, "--key",
             str(self.folder / key), "--tumble-milliseconds", "50", *words], stdout=subprocess.PIPE,
            text=True)
        self.addCleanup(lambda: (process.kill(), process.wait(), process.stdout.close()))
        address = re.search(r"at (\S+)", process.stdout.readline()).group(1)
        public = re.search(r"key (\w{64})", process.stdout.readline()).group(1)
        return process, address, public

    async def asyncSetUp(self):
        own = tempfile.TemporaryDirectory()
        self.addCleanup(own.cleanup)
        self.folder = pathlib.Path(own.name)
        # The server's key is known after its first start.
        self.server = await self.serve(automatic("rws-etg"))
        self.key = re.search(r"in each tumbler key=(\w{64})", self.server.log()).group(1)
        self.assertEqual(await self.server.stop(times=2), 0)

    async def restart_with(self, address, public):
        self.server.config = automatic("rws-etg").replace(
            'tumbler = "simulated"', f'tumbler = "{address}"\ntumbler_key = "{public}"')
        await self.server.start()
