from __future__ import annotations

import ast
import os
import re
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from ragatta.pipeline.machine.checksums import Note
from ragatta.pipeline.machine.locks import LEASE_S, Lock, is_halted, lease_of, locked
from standins.sources import sources

ROOT = Path(__file__).resolve().parents[3]
COUNT = """
import sys, pathlib
from ragatta.pipeline.machine.locks import locked
counter = pathlib.Path(sys.argv[1])
for _ in range(40):
    with locked(counter.with_suffix(".lease")):
        counter.write_text(str(int(counter.read_text()) + 1))
"""
HOLD = """
import sys, pathlib, time
from ragatta.pipeline.machine.locks import Lock
lock = Lock(pathlib.Path(sys.argv[1]))
lock.wait()
print("held", flush=True)
time.sleep(60)
"""


def process(script: str, *arguments: Path) -> subprocess.Popen[str]:
    command = [sys.executable, "-c", script, *map(str, arguments)]
    return subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True)


def holder(path: Path) -> subprocess.Popen[str]:
    held = process(HOLD, path)
    assert held.stdout is not None
    assert held.stdout.readline() == "held\n"
    return held


def of_another_machine(path: Path, lease: float) -> None:
    """Leaves the lock of a process that nobody here can see."""
    lock = Lock(path, lease)
    assert lock.taken()
    text = path.read_text()
    lock.release()
    path.write_text(re.sub("^host=.*", "host=elsewhere", text, flags=re.MULTILINE))


def seconds_until_ours(lock: Lock) -> float:
    begun = time.monotonic()
    lock.wait()
    taken = time.monotonic() - begun
    lock.release()
    return taken


def test_one_process_at_a_time(tmp_path: Path) -> None:
    counter = tmp_path / "counter"
    counter.write_text("0")
    three = [process(COUNT, counter) for _ in range(3)]
    assert [each.wait(60) for each in three] == [0, 0, 0]
    assert counter.read_text() == "120"
    assert [path.name for path in tmp_path.iterdir()] == ["counter"], "a lock that nobody holds leaves no file"


def test_the_lock_of_a_killed_process_is_free_at_once(tmp_path: Path) -> None:
    path = tmp_path / "a.lease"
    held = holder(path)
    try:
        assert not Lock(path).taken()
    finally:
        held.kill()
        held.wait()
    assert seconds_until_ours(Lock(path)) < 2


def test_a_holder_on_another_machine_is_waited_for_until_it_no_longer_renews(tmp_path: Path) -> None:
    path = tmp_path / "a.lease"
    of_another_machine(path, lease=1.0)
    lock = Lock(path, lease=1.0)
    renewed = time.monotonic() + 1.5
    while time.monotonic() < renewed:
        path.touch()
        assert not lock.taken()
        time.sleep(0.1)
    assert 0.5 < seconds_until_ours(lock) < 5


def test_a_halted_holder_of_this_machine_keeps_its_lock(tmp_path: Path) -> None:
    path = tmp_path / "a.lease"
    held = process(HOLD.replace("(sys.argv[1])", "(sys.argv[1]), 0.6"), path)
    assert held.stdout is not None
    assert held.stdout.readline() == "held\n"
    try:
        held.send_signal(signal.SIGSTOP)
        lock, until = Lock(path, 0.6), time.monotonic() + 2
        while time.monotonic() < until:
            assert not lock.taken()
            time.sleep(0.05)
        assert lock.holder() == held.pid
    finally:
        held.kill()
        held.wait()
    assert seconds_until_ours(Lock(path, 0.6)) < 2


def end(process: subprocess.Popen[str]) -> None:
    process.kill()
    process.wait()  # until then its number counts as that of a living one


def test_who_waits_for_a_halted_holder_says_how_to_continue_it(tmp_path: Path) -> None:
    path = tmp_path / "a.lease"
    held = holder(path)
    assert not is_halted(held.pid)
    held.send_signal(signal.SIGSTOP)
    try:
        while not is_halted(held.pid):
            time.sleep(0.01)
        freeing = threading.Timer(2.5, end, [held])
        freeing.start()
        with pytest.warns(Note) as said, locked(path):
            pass
        freeing.join()
    finally:
        held.kill()
        held.wait()
    (only,) = said
    assert f"process {held.pid}, which this one waits for, is halted" in str(only.message)
    assert f"kill -CONT {held.pid}" in str(only.message)
    assert not is_halted(held.pid)


def test_who_lost_a_lock_to_another_machine_sees_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "a.lease"
    lock, now = Lock(path), time.time()
    assert lock.taken()
    assert lock.is_ours()
    assert lock.holder() == os.getpid()
    path.write_text(re.sub("^host=.*", "host=elsewhere", path.read_text(), flags=re.MULTILINE))
    assert lock.is_ours(), "nobody takes it so soon, so the file is not read again for each answer"
    for later in (LEASE_S / 2, -LEASE_S):  # it was halted, or the clock was set back
        monkeypatch.setattr(time, "time", lambda later=later: now + later)
        assert not lock.is_ours()
    assert lock.holder() == 0


def test_a_file_that_names_nobody_is_given_the_same_time(tmp_path: Path) -> None:
    path = tmp_path / "a.lease"
    path.touch()
    lock = Lock(path, lease=0.5)
    assert not lock.taken()
    assert 0.3 < seconds_until_ours(lock) < 5


def test_who_waits_is_told_once(tmp_path: Path) -> None:
    path, told = tmp_path / "a.lease", []
    with locked(path, lambda: told.append("waits")):
        pass
    assert told == []
    held = holder(path)

    def waiting() -> None:
        told.append("waits")
        held.kill()
        held.wait()

    with locked(path, waiting):
        assert told == ["waits"]


WITHOUT = {"fcntl", "grp", "pwd", "readline", "resource", "termios"}


def test_nothing_rests_on_a_module_that_windows_has_not() -> None:
    for folder in ("pipeline", "eval", "experiments", "extensions", "conf", "ragatta"):
        for path in sources(folder):
            nodes = ast.parse(path.read_text(encoding="utf-8")).body
            names = {alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names}
            assert not names & WITHOUT, f"{path}: import it where it is used; for locks take pipeline/machine/locks.py"


def test_a_thread_that_has_it_may_take_it_again_and_what_cannot_be_written_is_named(tmp_path: Path) -> None:
    lease = lease_of(tmp_path / "gold.yaml")
    with locked(lease), locked(lease):
        assert not Lock(lease).taken()
    assert Lock(lease).taken(), "given up once"
    (tmp_path / "file").write_text("")
    with pytest.raises(OSError, match=r"file/gold\.yaml'"), locked(lease_of(tmp_path / "file" / "gold.yaml")):
        pass
