"""A person at a terminal: a command on a pseudo-terminal, spoken to when it has asked."""

from __future__ import annotations

import os
import pty
import select
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from time import monotonic


def converse(
    words: Sequence[str], folder: Path, environment: Mapping[str, str], said: Sequence[tuple[str, str]]
) -> tuple[int, str]:
    """Runs `python words...`, types each answer when its prompt has appeared, and returns the exit code and all that
    stood on the screen. Raises TimeoutError with the screen after 60 s."""
    ours, theirs = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, *words], cwd=folder, env=dict(environment), stdin=theirs, stdout=theirs, stderr=theirs
    )
    os.close(theirs)
    until, screen, seen = monotonic() + 60, "", 0
    answers = list(said)
    while True:
        if answers and (at := screen.find(answers[0][0], seen)) >= 0:
            seen = at + len(answers[0][0])
            os.write(ours, f"{answers.pop(0)[1]}\n".encode())
        if not select.select([ours], [], [], 0.2)[0]:
            if monotonic() > until:
                process.kill()
                raise TimeoutError(screen)
            continue
        try:
            read = os.read(ours, 65536)
        except OSError:  # Linux: the other side is closed
            read = b""
        if not read:
            break
        screen += read.decode("utf-8", "replace").replace("\r\n", "\n")
    os.close(ours)
    return process.wait(), screen
