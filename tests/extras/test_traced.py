"""What a whole sweep writes and whom it calls, as the kernel sees it: of every process and every library.

Needs strace (a Debian package), so that make test-extras runs it and make test does not.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from ragatta.experiments.paths import ROOT
from ragatta.pipeline.machine import kept
from standins.pdfs import write_pdf

WRITING = re.compile(r"O_WRONLY|O_RDWR|O_CREAT|O_TRUNC|O_APPEND")
OPENED = re.compile(r'(?:open|openat|creat)\((?:(?:AT_FDCWD|\d+)<(?P<at>[^>]*)>, )?"(?P<path>[^"]*)"(?P<flags>.*)')
MADE = re.compile(r"(?:mkdir|mkdirat|rename|renameat2?|link|linkat|symlink|symlinkat)\((.*)\) = 0")
DEVICES = ("/dev/null", "/dev/tty", "/dev/shm/", "/proc/")
LOOKED_UP = re.compile(r'connect\(.*AF_INET|send(?:to|msg|mmsg)\(.*AF_INET|"/etc/resolv\.conf"')
TRACED = "open,openat,creat,mkdir,mkdirat,rename,renameat,renameat2,connect,sendto,sendmsg,sendmmsg"
pytestmark = pytest.mark.skipif(
    not shutil.which("strace")
    or subprocess.run(["strace", "-qq", "-o", "/dev/null", "true"], check=False).returncode != 0,
    reason="strace is not here (apt-get install strace), or may trace nothing",
)
QUESTIONS = "id,question,expected_output\nfee,What is the storage fee per season?,$25\n"


def traced(folder: Path, words: list[str], **more: str) -> tuple[subprocess.CompletedProcess[str], list[str]]:
    """The command, with its home, its temporary files and all that Ragatta writes below `folder`; and its calls."""
    for name in ("user", "tmp", "clone"):
        (folder / name).mkdir(exist_ok=True)
    environment = {
        **{key: value for key, value in os.environ.items() if not key.startswith(("RAGATTA_", "MLFLOW", "XDG_"))},
        "HOME": str(folder / "user"), "TMPDIR": str(folder / "tmp"), "RAGATTA_HOME": str(folder / "clone"),
        "PYTHONDONTWRITEBYTECODE": "1", **more,
    }  # fmt: skip
    log = folder / "trace"
    strace = ["strace", "-f", "-qq", "-y", "-s", "300", "-e", f"trace={TRACED}", "-o", str(log)]
    done = subprocess.run(
        [*strace, sys.executable, *words], cwd=ROOT, env=environment, capture_output=True, text=True, check=False
    )
    return done, log.read_text(encoding="utf-8", errors="replace").splitlines()


def written(calls: list[str]) -> set[str]:
    """The paths that were opened for writing or made."""
    found = set()
    for call in calls:
        if (opened := OPENED.search(call)) and " = -1 " not in call and WRITING.search(opened["flags"]):
            found.add(os.path.normpath(Path(opened["at"] or ROOT, opened["path"])))
        elif made := MADE.search(call):
            paths = re.findall(r'"([^"]*)"', made[1])
            found |= {os.path.normpath(Path(ROOT, path)) for path in paths if path.startswith("/")}
    return {path for path in found if not path.startswith(DEVICES)}


def test_a_sweep_writes_nothing_outside_and_looks_up_no_name(tmp_path: Path) -> None:
    (tmp_path / "pdfs").mkdir()
    write_pdf(tmp_path / "pdfs/handbook.pdf", ["Winter Storage\nThe storage fee is $25 per season."])
    (tmp_path / "questions.csv").write_text(QUESTIONS, encoding="utf-8")
    words = ["-m", "ragatta", "sweep", "--grid", "none", "--pdfs", str(tmp_path / "pdfs"), "--questions",
             str(tmp_path / "questions.csv"), "variation=baseline,hybrid_search"]  # fmt: skip
    done, calls = traced(tmp_path, words)
    assert done.returncode == 0, done.stderr
    assert len(calls) > 1000, "it was traced"
    assert [call for call in calls if LOOKED_UP.search(call)] == []
    own = (f"{tmp_path}/clone", f"{tmp_path}/tmp", str(kept.PLACE))  # as bytecode, what is kept lies beside the code
    outside = [path for path in sorted(written(calls)) if not path.startswith(own)]
    assert outside == []
    assert [*(tmp_path / "user").iterdir(), *(tmp_path / "tmp").iterdir()] == []


def test_the_trace_sees_what_it_is_to_see(tmp_path: Path) -> None:
    program = (
        "import pathlib, socket, contextlib\npathlib.Path('~/x').expanduser().write_text('')\n"
        "with contextlib.suppress(OSError): socket.create_connection(('127.0.0.1', 9))\n"
    )
    _, calls = traced(tmp_path, ["-c", program])
    assert str(tmp_path / "user/x") in written(calls)
    assert [call for call in calls if LOOKED_UP.search(call)]
