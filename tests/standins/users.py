"""A process as another user of the machine, where the tests run as root.

The interpreter and the packages may lie where root alone can read, so the user may read everything; what may be written
is decided by owner, group and mode, as for anybody.
"""

from __future__ import annotations

import ctypes
import os
import struct

GROUP, FIRST, SECOND = 54_321, 54_322, 54_323  # a group, and two users who are in it beside one of their own
_READ_ALL = 1 << 2  # CAP_DAC_READ_SEARCH, see capabilities(7)
_KEEP_CAPABILITIES, _AMBIENT, _RAISE = 8, 47, 2  # of prctl(2)
_VERSION = 0x20080522


def is_root() -> bool:
    return hasattr(os, "geteuid") and os.geteuid() == 0


def become(user: int) -> None:
    """This process is the user's from now on, as are its children; new files are for the group too."""
    system = ctypes.CDLL(None, use_errno=True)
    system.prctl(_KEEP_CAPABILITIES, 1, 0, 0, 0)
    os.setgroups([GROUP])
    os.setresgid(user, user, user)
    os.setresuid(user, user, user)
    held = struct.pack("3I", *(_READ_ALL,) * 3) + bytes(12)
    if system.capset(struct.pack("Ii", _VERSION, 0), held):
        raise OSError(ctypes.get_errno(), "capset")
    system.prctl(_AMBIENT, _RAISE, 2, 0, 0)  # also of the programs that it starts
    os.umask(0o002)
