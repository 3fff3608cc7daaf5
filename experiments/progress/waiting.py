"""A line on the terminal that shows that a command is alive where no progress bar does: "starting · 3 s |".

It is drawn by a thread of its own and imports next to nothing, so that it can begin before the packages are imported.
"""

from __future__ import annotations

import os
import sys
import threading
from time import monotonic

EVERY_S = 0.2
TURNING = "|/-\\"  # moves also between two seconds
CLEARED = "\r\x1b[2K"
_begun = monotonic()
_ending: list[tuple[threading.Event, threading.Thread]] = []  # the line that is shown, if there is one


def show(what: str) -> None:
    """Shows the line, in place of one that is shown; nothing where stderr is no terminal that can be drawn on."""
    hide()
    if not sys.stderr or not sys.stderr.isatty() or os.environ.get("TERM", "").lower() in ("dumb", "unknown"):
        return
    ended = threading.Event()
    thread = threading.Thread(target=_draw, args=(what, ended), name="waiting", daemon=True)
    thread.start()
    _ending.append((ended, thread))


def hide() -> None:
    """Takes the line away: what is printed next stands alone."""
    while _ending:
        ended, thread = _ending.pop()
        ended.set()
        thread.join()


def _draw(what: str, ended: threading.Event) -> None:
    drawn = 0
    while not ended.wait(EVERY_S):
        # The cursor goes back to the first column: a line that is printed meanwhile overwrites this one.
        turned = TURNING[drawn % len(TURNING)]
        print(f"{CLEARED}{what} · {monotonic() - _begun:.0f} s {turned}", end="\r", file=sys.stderr, flush=True)
        drawn += 1
    if drawn:
        print(CLEARED, end="", file=sys.stderr, flush=True)
