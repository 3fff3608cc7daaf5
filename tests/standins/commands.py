"""Commands as a user runs them, each in a process of its own, without importing chromadb and the like each time.

One process imports those packages, and of Ragatta the rooms that read neither environment, folder nor arguments as they
are imported (tests/test_imports.py holds them to it), and is forked for every command: what a command reads of those,
and all that experiments/ and conf/ do as they start, is as in a new process. Code in another folder, such as a changed
clone, is imported anew as a whole.
"""

from __future__ import annotations

import io
import json
import os
import runpy
import signal
import subprocess
import sys
import traceback
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

Command = Callable[..., "subprocess.CompletedProcess[str]"]
HEAVY = (
    "chromadb.api.rust", "hydra._internal.hydra", "mlflow.store.tracking.sqlalchemy_store", "numpy", "ollama",
    "omegaconf", "onnxruntime", "openai", "orjson", "pandas", "pydantic", "pypdfium2", "rich.progress", "scipy.special",
    "tokenizers",
)  # fmt: skip
ROOT = Path(__file__).resolve().parents[2]
ROOMS = ("pipeline", "reader", "eval")


class Started:
    """A command that runs; what subprocess.Popen is to a program of its own."""

    def __init__(self, pid: int, scratch: TemporaryDirectory[str], wait: Callable[[int, bool], int | None]) -> None:
        self.pid = pid
        self.returncode: int | None = None
        self._scratch, self._wait = scratch, wait

    def poll(self) -> int | None:
        if self.returncode is None:
            self.returncode = self._wait(self.pid, False)
        return self.returncode

    def kill(self) -> None:
        if self.poll() is None:
            os.kill(self.pid, signal.SIGKILL)

    def said(self) -> str:
        """What it has written to stderr so far."""
        path = Path(self._scratch.name, "err")
        return path.read_text(encoding="utf-8", errors="replace") if path.exists() else ""

    def communicate(self) -> tuple[str, str]:
        """Waits for its end; what it wrote."""
        if self.returncode is None:
            self.returncode = self._wait(self.pid, True)
        written = (Path(self._scratch.name, name) for name in ("out", "err"))
        said = [path.read_text(encoding="utf-8", errors="replace") if path.exists() else "" for path in written]
        self._scratch.cleanup()
        return said[0], said[1]


class Commands:
    """The process that is forked; `run` is `subprocess.run` of `ragatta command words` with captured output."""

    def __init__(self) -> None:
        self._process = subprocess.Popen(
            [sys.executable, __file__], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8",
            env={**os.environ, "MLFLOW_DISABLE_TELEMETRY": "true"},  # read as it is imported
        )  # fmt: skip

    def start(
        self,
        command: str,
        words: Sequence[str],
        folder: Path,
        environment: Mapping[str, str],
        program: str = "ragatta",
    ) -> Started:
        """`program` is the module that is run."""
        scratch = TemporaryDirectory()
        order = {
            "program": program, "words": [command, *words], "folder": str(folder), "environment": dict(environment),
            "out": str(Path(scratch.name, "out")), "err": str(Path(scratch.name, "err")),
        }  # fmt: skip
        return Started(int(self._told(order)), scratch, self._wait)

    def run(
        self, command: str, words: Sequence[str], folder: Path, environment: Mapping[str, str]
    ) -> subprocess.CompletedProcess[str]:
        started = self.start(command, words, folder, environment)
        said = started.communicate()
        return subprocess.CompletedProcess(["ragatta", command, *words], started.returncode or 0, *said)

    def close(self) -> None:
        self._process.communicate("")

    def _wait(self, pid: int, until_it_ends: bool) -> int | None:
        code = self._told({"pid": pid, "until_it_ends": until_it_ends})
        return int(code) if code else None

    def _told(self, order: Mapping[str, Any]) -> str:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps(order) + "\n")
        self._process.stdin.flush()
        return self._process.stdout.readline().strip()


def serve() -> None:
    sys.path[0] = str(ROOT)
    for module in (*HEAVY, *modules()):
        import_module(module)
    import_module("ragatta.pipeline.reach").reached(*modules())  # read once, and remembered in each fork
    for line in sys.stdin:
        print(answer(json.loads(line)), flush=True)


def answer(order: Mapping[str, Any]) -> int | str:
    """The process id of a command that is started; else the exit code of one, "" where it still runs."""
    if "pid" in order:
        ended, status = os.waitpid(order["pid"], 0 if order["until_it_ends"] else os.WNOHANG)
        return os.waitstatus_to_exitcode(status) if ended else ""
    if child := os.fork():
        return child
    os._exit(obey(order))


def modules() -> list[str]:
    """Every module of ROOMS, but the programs, whose names begin with "_", and what needs an extra of the set-up."""
    files = sorted(path.relative_to(ROOT) for room in ROOMS for path in (ROOT / room).rglob("*.py"))
    names = [".".join(("ragatta", *file.with_suffix("").parts)).removesuffix(".__init__") for file in files]
    return [name for name in names if "._" not in name and not name.endswith("smollm2")]


def forget() -> None:
    """What was imported of Ragatta is no longer: the next import reads it from the folder of the command."""
    for name in [name for name in sys.modules if name.partition(".")[0] == "ragatta"]:
        del sys.modules[name]


def obey(order: Mapping[str, Any]) -> int:
    """Runs the command as `python -m ragatta` does; the process's exit code."""
    os.environ.clear()
    os.environ.update(order["environment"])
    os.chdir(order["folder"])
    written = os.O_WRONLY | os.O_CREAT | os.O_APPEND
    for number, (path, flags) in enumerate(
        ((os.devnull, os.O_RDONLY), (order["out"], written), (order["err"], written))
    ):
        handle = os.open(path, flags)
        os.dup2(handle, number)
        os.close(handle)
    sys.stdin, sys.stdout, sys.stderr = (
        io.TextIOWrapper(open(number, mode, closefd=False), "utf-8", errors)  # noqa: SIM115 - ends with the process
        for number, mode, errors in ((0, "rb", "strict"), (1, "wb", "strict"), (2, "wb", "backslashreplace"))
    )
    # As python -P and run_command have it.
    sys.path[:1] = filter(None, order["environment"].get("PYTHONPATH", "").split(os.pathsep))
    sys.path.append(order["folder"])
    if Path(order["folder"]) != ROOT:
        forget()
    sys.argv = [order["program"], *order["words"]]
    import_module("ragatta.experiments.interrupts").watch()  # as `import ragatta` does in a new process
    code: Any = 0
    try:
        runpy.run_module(order["program"], run_name="__main__", alter_sys=True)
    except SystemExit as ended:
        code = ended.code
        if isinstance(code, str):
            print(code, file=sys.stderr)
    except BaseException:  # noqa: BLE001 - what Python itself does with it
        traceback.print_exc()
        code = 1
    for stream in (sys.stdout, sys.stderr):
        with suppress(OSError, ValueError):
            stream.flush()
    return int(code or 0) if not isinstance(code, str) else 1


if __name__ == "__main__":
    serve()
