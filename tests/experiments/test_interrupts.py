"""Ctrl-C and SIGTERM before a command's own work and in the midst of it, in processes of their own."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from ragatta.experiments.interrupts import SAID
from ragatta.experiments.paths import ROOT

INTERRUPT = "import os, signal, time\nos.kill({pid}, signal.{name})\ntime.sleep(5)\n"
CODES = {"SIGINT": 130, "SIGTERM": 143}
WORK = """
import atexit
from ragatta.experiments import interrupts
from ragatta.experiments.command_line.process import run_command
interrupts.watch()
atexit.register(print, "threads are unwound after this")
def work(_):
    print("begun")
    {}
run_command(work, [])
"""


def run(*words: str, **environment: str) -> subprocess.CompletedProcess[str]:
    given = [sys.executable, *words]
    return subprocess.run(
        given, cwd=ROOT, env={**os.environ, **environment}, capture_output=True, text=True, check=False
    )


@pytest.mark.parametrize(
    ("command", "imported", "name"),
    [
        ("sweep", "click", "SIGINT"),
        ("sweep", "click", "SIGTERM"),
        ("sweep", "yaml", "SIGINT"),
        ("sweep", "hydra", "SIGTERM"),
        ("score", "numpy", "SIGINT"),
        pytest.param("report", "numpy", "SIGTERM", marks=pytest.mark.needs("report")),
        pytest.param("export", "numpy", "SIGINT", marks=pytest.mark.needs("bundles")),
    ],
)
def test_while_modules_are_imported_it_is_one_line(tmp_path: Path, command: str, imported: str, name: str) -> None:
    (tmp_path / f"{imported}.py").write_text(INTERRUPT.format(pid="os.getpid()", name=name), encoding="utf-8")
    done = run("-m", "ragatta", command, PYTHONPATH=str(tmp_path))
    *before, said = done.stderr.splitlines()
    assert (done.returncode, said) == (CODES[name], SAID)
    assert all(line.startswith("documents: ") for line in before), before  # what is swept is said before that


@pytest.mark.parametrize(
    ("harm", "code", "unwound"),
    [
        ("import os, signal; os.kill(os.getpid(), signal.SIGINT)", 130, False),
        ("import os, signal; os.kill(os.getpid(), signal.SIGTERM)", 143, False),
        ("interrupts.allow(); import os, signal; os.kill(os.getpid(), signal.SIGTERM)", 143, False),
        ("return 3", 3, True),
    ],
)
def test_threads_inside_a_library_are_not_unwound(harm: str, code: int, unwound: bool) -> None:
    done = run("-c", WORK.format(harm))
    assert (done.returncode, done.stderr) == (code, "" if unwound else f"{SAID}\n")
    assert done.stdout.splitlines() == ["begun", *(["threads are unwound after this"] if unwound else [])]


def test_what_was_begun_is_ended_first_and_a_forked_process_ends_as_usual() -> None:
    """SIGTERM comes to both: what ends by KeyboardInterrupt is ended, and the child says nothing."""
    code = """
import os, signal, sys, time
from ragatta.experiments import interrupts
from ragatta.experiments.command_line.process import run_command
def work(_):
    interrupts.allow()
    read, write = os.pipe()
    if not (child := os.fork()):
        os.write(write, b"begun")  # a signal that comes before is lost
        time.sleep(30)
        os._exit(0)
    os.read(read, 5)
    os.kill(child, signal.SIGTERM)
    print(os.waitpid(child, 0)[1], flush=True)
    try:
        os.kill(os.getpid(), signal.SIGTERM)
        time.sleep(30)
    except KeyboardInterrupt:
        print("ended", flush=True)
        raise
interrupts.watch()
run_command(work, [])
"""
    done = run("-c", code)
    assert (done.returncode, done.stdout, done.stderr) == (143, "15\nended\n", f"{SAID}\n")


@pytest.mark.parametrize("name", CODES)
def test_in_a_destructor_it_is_not_lost(name: str) -> None:
    code = """
import os, signal, time
from ragatta.experiments import interrupts
from ragatta.experiments.command_line.process import run_command
class Lock:
    def __del__(self):
        os.kill(os.getpid(), signal.{name})
        time.sleep(0)
def work(_):
    interrupts.allow()
    Lock()
    time.sleep(30)
    print("lost")
interrupts.watch()
run_command(work, [])
"""
    begun = time.monotonic()
    done = run("-c", code.replace("{name}", name))
    assert (done.returncode, done.stdout, done.stderr) == (CODES[name], "", f"{SAID}\n")
    assert time.monotonic() - begun < 20, "it ends what waits"


def test_in_a_job_in_the_background_it_stays_ignored() -> None:
    code = """
import os, signal
signal.signal(signal.SIGINT, signal.SIG_IGN)
from ragatta.experiments import interrupts
interrupts.watch()
print(signal.getsignal(signal.SIGINT) is signal.SIG_IGN)
os.kill(os.getpid(), signal.SIGTERM)
"""
    done = run("-c", code)
    assert (done.stdout, done.returncode, done.stderr) == ("True\n", 143, f"{SAID}\n"), "SIGTERM is not ignored there"


def test_a_program_of_others_keeps_its_own_way(tmp_path: Path) -> None:
    program = tmp_path / "mine.py"
    program.write_text("import ragatta, signal\nprint(signal.getsignal(signal.SIGINT).__name__)\n", encoding="utf-8")
    assert run(str(program), PYTHONPATH=str(ROOT)).stdout == "default_int_handler\n"


def test_a_python_without_the_packages_is_told_which_one_has_them() -> None:
    done = run("-S", "-m", "ragatta", "sweep")
    assert done.returncode == 1
    assert done.stderr.startswith(
        "error: this Python does not have Ragatta's packages: make setup, then .venv/bin/ragatta"
    )
    assert done.stderr.count("\n") == 1
