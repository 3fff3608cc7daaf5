"""A first sweep, filmed in a terminal of 80 columns: seconds in which nothing moves, and how far the estimate rises.

    python -m benchmarks.film [--frames file.txt] [words of the sweep, such as dataset.limit=20]

Runs `ragatta sweep` from nothing, with collections, caches and results of its own, and takes a frame a second.
"""

from __future__ import annotations

import argparse
import fcntl
import os
import pty
import re
import select
import struct
import sys
import tempfile
import termios
import time
from codecs import getincrementaldecoder
from collections.abc import Iterator, Sequence
from itertools import pairwise
from pathlib import Path

COLUMNS, ROWS = 80, 24
ESCAPE = re.compile(r"\x1b\[([0-9;?]*)([A-Za-z])|\x1b.|([\r\n])|([^\x1b\r\n]+)", re.DOTALL)
UNFINISHED = re.compile(r"\x1b(\[[0-9;?]*)?$")  # an escape that was read in part
LEFT = re.compile(r"(?:([\d.]+) (s|min|h)|a few seconds) left")
SECONDS = {"s": 1, "min": 60, "h": 3600}
FEW_S = 10.0


class Screen:
    """What a terminal shows, as far as progress bars and tables need it."""

    def __init__(self) -> None:
        self.lines, self.row, self.column = [""], 0, 0

    def write(self, text: str) -> None:
        for numbers, command, end, words in ESCAPE.findall(text):
            if words:
                self._put(words)
            elif end == "\r":
                self.column = 0
            elif end:
                self._down()
            elif command == "A":
                self.row = max(0, self.row - int(numbers or 1))
            elif command == "K":
                line = self.lines[self.row]
                self.lines[self.row] = "" if numbers == "2" else line[: self.column]
            elif command == "J":
                del self.lines[self.row + 1 :]

    def _put(self, words: str) -> None:
        for letter in words:
            if self.column == COLUMNS:
                self._down()
                self.column = 0
            line = self.lines[self.row].ljust(self.column)
            self.lines[self.row] = line[: self.column] + letter + line[self.column + 1 :]
            self.column += 1

    def _down(self) -> None:
        self.row += 1
        if self.row == len(self.lines):
            self.lines.append("")

    def shown(self) -> str:
        return "\n".join(self.lines[-ROWS:])


def film(command: Sequence[str], environment: dict[str, str]) -> Iterator[str]:
    """What the terminal shows, once a second until the command ends, and then once more."""
    pid, terminal = pty.fork()
    if not pid:
        os.execve(command[0], [*command], environment)
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", ROWS, COLUMNS, 0, 0))
    screen, due, waiting = Screen(), time.monotonic() + 1, ""
    decoder = getincrementaldecoder("utf-8")("replace")
    while True:
        if select.select([terminal], [], [], max(0.0, due - time.monotonic()))[0]:
            try:
                read = os.read(terminal, 1 << 16)
            except OSError:  # so Linux says that the other side is closed
                break
            text = waiting + decoder.decode(read)
            cut = UNFINISHED.search(text)
            waiting = text[cut.start() :] if cut else ""
            screen.write(text[: cut.start()] if cut else text)
        if time.monotonic() >= due:
            due += 1
            yield screen.shown()
    os.waitpid(pid, 0)
    yield screen.shown()


def still(frames: Sequence[str]) -> int:
    """The most seconds in a row in which nothing moved."""
    longest = now = 0
    for before, after in pairwise(["", *frames[:-1]]):
        now = now + 1 if before == after else 0
        longest = max(longest, now)
    return longest


def rise(frames: Sequence[str]) -> float:
    """How far the estimate rose above the lowest before it, as a share of that."""
    lowest, most = float("inf"), 0.0
    for frame in frames:
        if found := LEFT.search(frame.replace("\n", "")):
            seconds = max(FEW_S, float(found[1]) * SECONDS[found[2]]) if found[1] else FEW_S
            most, lowest = max(most, seconds / lowest - 1), min(lowest, seconds)
    return most


def main(arguments: Sequence[str]) -> int:
    words = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    words.add_argument("--frames", type=Path, help="a file for all frames")
    given, more = words.parse_known_args(arguments)
    with tempfile.TemporaryDirectory() as home:
        environment = {**os.environ, "RAGATTA_HOME": home, "TERM": "xterm-256color"}
        frames = [*film([sys.executable, "-m", "ragatta", "sweep", *more], environment)]
    if given.frames:
        given.frames.write_text("\n\f\n".join(frames), encoding="utf-8")
    print(
        f"{len(frames)} seconds; at most {still(frames)} without movement; estimate rose by at most {rise(frames):.0%}"
    )
    return int(still(frames) > 0 or rise(frames) > 0.25)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
