# SPDX-License-Identifier: MIT
"""A PostgreSQL primary with a standby, which acknowledges every commit unless it is asynchronous;
and what can happen to them."""
import contextlib
import os
import shutil
import signal
import sys
import pathlib
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "postgres"))
from server import Server, with_children  # noqa: E402

NAMES = ("n0", "n1")
ACCESS = "local all all trust\nlocal replication all trust\n"


class Database:
    def __init__(self, synchronous=True):
        self.synchronous = synchronous
        self.servers = [Server(["wal_receiver_status_interval=1s",
                                "wal_retrieve_retry_interval=50ms",
                                "restart_after_crash=off"]) for _ in NAMES]
        self.primary, self.standby = self.servers

    def start(self):
        for server in self.servers:
            (server.data / "pg_hba.conf").write_text(ACCESS)
        self.primary.start()
        if self.synchronous:
            self.primary.sql(f"ALTER SYSTEM SET synchronous_standby_names = "
                             f"'FIRST 1 ({', '.join(NAMES)})'")
            self.primary.sql("SELECT pg_reload_conf()")
        self.build_standby()  # with the same settings
        if self.synchronous:
            self.until("SELECT count(*) FROM pg_stat_replication WHERE sync_state = 'sync'", "1")
        return self

    def close(self):
        for server in self.servers:
            if server.process:
                self.resume(server)
            server.__exit__()

    def name(self, server):
        return NAMES[self.servers.index(server)]

    def sql(self, text):
        return self.primary.sql(text)

    def until(self, query, wanted):
        end = time.monotonic() + 60
        while self.sql(query) != wanted:
            if time.monotonic() > end:
                raise AssertionError(f"waited in vain for {wanted} of {query}")
            time.sleep(0.02)

    def address(self, **parameters):
        hosts = ",".join(str(server.folder).replace("/", "%2F") + f":{server.port}"
                         for server in self.servers)
        more = "&standby=required" if self.synchronous else ""
        return (f"postgres://postgres@{hosts}/postgres?target_session_attrs=read-write{more}" +
                "".join(f"&{name}={value}" for name, value in parameters.items()))

    def build_standby(self):
        """Copies the primary, and follows it from then on."""
        standby, primary = self.standby, self.primary
        shutil.rmtree(standby.data, ignore_errors=True)
        standby.run("pg_basebackup", "-D", standby.data, "-R", "-c", "fast", "--no-sync", "-d",
                    f"host={primary.folder} port={primary.port} user=postgres "
                    f"application_name={self.name(standby)}")
        self.start_standby()

    def start_standby(self):
        self.standby.start()
        self.until("SELECT count(*) FROM pg_stat_replication WHERE state = 'streaming'", "1")

    def kill_standby(self):
        self.standby.kill()

    def fail_over(self, rebuild=True):
        """kill -9 of the primary; the standby is promoted, and the other becomes its standby."""
        self.primary.kill()
        self.standby.sql("SELECT pg_promote()")
        self.primary, self.standby = self.standby, self.primary
        if rebuild:
            self.build_standby()

    def disconnect_standby(self):
        """The standby receives nothing any more."""
        self.standby.sql("ALTER SYSTEM SET primary_conninfo = ''")
        self.standby.sql("SELECT pg_reload_conf()")
        self.until("SELECT count(*) FROM pg_stat_replication", "0")

    def cancel_wait(self, noticed):
        """Cancels waits of commits for the standby, which is stopped meanwhile, until one was
        noticed: the first may end by itself, since its answer was on the way."""
        self.stop(self.standby)
        end = time.monotonic() + 60
        try:
            while not noticed() and time.monotonic() < end:
                self.sql("SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE "
                         "wait_event = 'SyncRep' AND query LIKE '%sicbo.record%'")
                time.sleep(0.05)
        finally:
            self.resume(self.standby)

    @staticmethod
    def stop(server, number=signal.SIGSTOP):
        for process in with_children(server.process.pid):
            with contextlib.suppress(ProcessLookupError):
                os.kill(process, number)

    def resume(self, server):
        self.stop(server, signal.SIGCONT)
