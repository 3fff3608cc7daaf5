"""A process as another user of the machine, where the tests run as root; elsewhere they are all one.

The interpreter and the packages may lie where root alone can read, so the user may read everything; what may be written
is decided by owner, group and mode, as for anybody.
"""

from __future__ import annotations

import ctypes
import os
import struct
from collections.abc import Callable
from pathlib import Path

FIRST, SECOND = 54_322, 54_323  # two users, each with a group of the same number
GROUP = 54_321  # that both are in
_READ_ALL = 2  # CAP_DAC_READ_SEARCH, see capabilities(7)
_KEEP_CAPABILITIES, _AMBIENT, _RAISE = 8, 47, 2  # of prctl(2)
_VERSION = 0x20080522


def is_root() -> bool:
    return hasattr(os, "geteuid") and os.geteuid() == 0


def share(folder: Path) -> None:
    """The folder is the group's, as is what is made in it."""
    if is_root():
        os.chown(folder, -1, GROUP)
    folder.chmod(0o2775)


def become(user: int) -> None:
    """This process, and what it starts, is the user's from now on; new files are for the group too."""
    os.umask(0o002)
    if not is_root():
        return
    system = ctypes.CDLL(None, use_errno=True)
    system.prctl(_KEEP_CAPABILITIES, 1, 0, 0, 0)
    os.setgroups([GROUP])
    os.setresgid(user, user, user)
    os.setresuid(user, user, user)
    held = struct.pack("3I", *(1 << _READ_ALL,) * 3) + bytes(12)
    if system.capset(struct.pack("Ii", _VERSION, 0), held):
        raise OSError(ctypes.get_errno(), "capset")
    system.prctl(_AMBIENT, _RAISE, _READ_ALL, 0, 0)


def as_user(user: int, do: Callable[[], object]) -> str:
    """Does something as the user, in a fork; what it raised, in words."""
    read, write = os.pipe()
    if child := os.fork():
        os.close(write)
        with os.fdopen(read, encoding="utf-8") as stream:
            said = stream.read()
        os.waitpid(child, 0)
        return said
    try:
        become(user)
        do()
    except Exception as fault:  # noqa: BLE001 - whatever it is, it is said
        os.write(write, f"{type(fault).__name__}: {fault}".encode())
    finally:
        os._exit(0)


def unshared(folder: Path) -> list[str]:
    """What lies in a shared folder that not everybody in its group can change."""
    group, found = folder.stat().st_gid, []
    for place in folder.rglob("*"):
        status, needed = place.lstat(), 0o2070 if place.is_dir() else 0o060
        if not place.is_symlink() and (status.st_mode & needed != needed or status.st_gid != group):
            found.append(f"{place.relative_to(folder)}: {status.st_mode:o}, group {status.st_gid}")
    return found
