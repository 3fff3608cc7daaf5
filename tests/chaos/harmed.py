"""Runs a program in this process on a disk that is full from its n-th write on, or kills it there
(tests/standins/full_disk.py), and types for a person. The variable CHAOS says what; the words are the program's.
"""

from __future__ import annotations

import io
import json
import os
import runpy
import sys
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import Any

from tests.standins.full_disk import counting, full_from, killed_from


def main() -> None:
    told = json.loads(os.environ.pop("CHAOS"))
    if told["typed"]:
        sys.stdin = io.StringIO(told["typed"])
    way, *rest = told["disk"] or [""]
    disks = {"full": full_from, "killed": killed_from, "counted": counted, "": nullcontext}
    with disks[way](*rest):
        runpy.run_module(told["program"], run_name="__main__", alter_sys=True)


def counted(file: str) -> AbstractContextManager[Any]:
    """Writes to the file how many writes there were."""
    return counting(lambda writes: Path(file).write_text(str(writes)))


if __name__ == "__main__":
    main()
