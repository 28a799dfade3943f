# SPDX-License-Identifier: MIT
"""A disk whose power can be cut: ext4 in a file, mounted where only this process sees it.

Mounts live in a namespace of our own and the loop device detaches itself when nobody uses it, so
that the kernel cleans up whichever way we end."""
import array
import ctypes
import errno
import fcntl
import os
import pathlib
import struct
import subprocess
import time

libc = ctypes.CDLL(None, use_errno=True)

CLONE_NEWNS = 0x20000
MS_REC, MS_PRIVATE, MS_REMOUNT = 0x4000, 0x40000, 0x20
LOOP_CTL_GET_FREE, LOOP_CONFIGURE, LO_FLAGS_AUTOCLEAR = 0x4C82, 0x4C0A, 4
EXT4_IOC_SHUTDOWN = 0x8004587D
LOGFLUSH, NOLOGFLUSH = 1, 2  # whether the file system's own log is still written


def call(name, *arguments):
    if getattr(libc, name)(*arguments) != 0:
        number = ctypes.get_errno()
        raise OSError(number, f"{name}: {os.strerror(number)}")


def mount(source, target, kind, flags=0, options=""):
    call("mount", os.fsencode(source), os.fsencode(target), kind.encode(), flags, options.encode())


def unmount(target):
    for _ in range(500):  # whoever was killed may still be on its way out
        try:
            return call("umount2", os.fsencode(target), 0)
        except OSError as wrong:
            if wrong.errno != errno.EBUSY:
                raise
            time.sleep(0.005)
    raise OSError(errno.EBUSY, f"{target} stays busy")


def enter_own_namespace():
    call("unshare", CLONE_NEWNS)
    mount("none", "/", "", MS_REC | MS_PRIVATE)


class Disk:
    def __init__(self, folder, megabytes):
        image = pathlib.Path(folder) / "image"
        with open(image, "wb") as file:
            file.truncate(megabytes << 20)
        subprocess.run(["mkfs.ext4", "-q", "-F", "-J", "size=4", image], check=True)
        self.backing = os.open(image, os.O_RDWR | os.O_CLOEXEC)
        image.unlink()  # it is gone when nobody has it open
        self.at = pathlib.Path(folder) / "disk"
        self.at.mkdir()
        self.mounted = False
        try:
            self.mount()
        finally:
            if not self.mounted:
                self.close()

    def attach(self):
        """A loop device with our image: its number is of no matter, its path and descriptor are."""
        control = os.open("/dev/loop-control", os.O_RDWR | os.O_CLOEXEC)
        try:
            for _ in range(50):  # somebody may take the free one before us
                path = f"/dev/loop{fcntl.ioctl(control, LOOP_CTL_GET_FREE)}"
                device = os.open(path, os.O_RDWR | os.O_CLOEXEC)
                information = bytearray(232)
                struct.pack_into("I", information, 52, LO_FLAGS_AUTOCLEAR)
                wanted = struct.pack("II", self.backing, 0) + bytes(information) + bytes(64)
                try:
                    fcntl.ioctl(device, LOOP_CONFIGURE, wanted)
                    return path, device
                except OSError as wrong:
                    os.close(device)
                    if wrong.errno != errno.EBUSY:
                        raise
            raise OSError(errno.EBUSY, "no loop device is free")
        finally:
            os.close(control)

    def mount(self):
        # A new device each time: an old one's cache may know what never reached the disk.
        path, device = self.attach()
        try:
            mount(path, self.at, "ext4", 0, "errors=remount-ro")
            self.mounted = True
        finally:
            os.close(device)  # it stays as long as it is mounted

    def cut(self, flag):
        """From here on nothing reaches the disk; what was not synced is lost."""
        folder = os.open(self.at, os.O_RDONLY | os.O_CLOEXEC)
        try:
            fcntl.ioctl(folder, EXT4_IOC_SHUTDOWN, array.array("I", [flag]))
        finally:
            os.close(folder)

    def restore(self):
        """The power is back: the file system replays its log."""
        unmount(self.at)
        self.mounted = False
        self.mount()

    def close(self):
        if self.mounted:
            unmount(self.at)
            self.mounted = False
        os.close(self.backing)
        self.at.rmdir()
