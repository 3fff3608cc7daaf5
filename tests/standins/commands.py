"""Commands as a user runs them, each in a process of its own, without importing chromadb and the like each time.

One process imports those packages and all of Ragatta. It is forked for each process that tests, and that fork for every
command. Of the modules paths.py alone reads environment, folder or arguments as it is imported (tests/test_imports.py
holds the others to it); each fork reads that anew. Where the command has Ragatta's code in a folder of its own, such as
a changed clone, that is imported anew as a whole.
"""

from __future__ import annotations

import fcntl
import gc
import io
import json
import os
import runpy
import select
import signal
import socket
import sqlite3
import subprocess
import sys
import traceback
import warnings
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from copy import deepcopy
from importlib import import_module
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, TextIO

Command = Callable[..., "subprocess.CompletedProcess[str]"]
HEAVY = (
    "Stemmer", "alembic.command", "chromadb.api.rust", "filelock", "hydra._internal.hydra",
    "mlflow.store.tracking.sqlalchemy_store", "numpy", "ollama", "omegaconf", "onnxruntime", "orjson",
    "pandas", "pydantic", "pypdfium2", "rich.progress", "scipy.special", "tokenizers",
)  # fmt: skip
# Overrides of each form that commands are given.
WORDS = (
    "retrieval.top_k=3,5", "chunking.chunk_size=120", "variation=baseline,page_window", "tracking=off", "+a.b=1.5",
    "++a.b='one, two'", 'a="x y"', "~a", "a=true", "a=null", "a=1e-3", "a=-1", "a=${b}", "a={b:1,c:[x,2]}", "a=[1,b]",
    "a=range(1,3)", "a=glob(b*)", "a=choice(b,c)", "hydra/launcher=basic", "dataset.pdfs=/tmp/a_b-1/pdfs", "a=",
    "llm.base_url=http://127.0.0.1:12345", "llm.model=a:b", "a=b.csv", "a=b c", "a=@b", "a@b=c",
)  # fmt: skip
ROOT = Path(__file__).resolve().parents[2]
ROOMS = ("pipeline", "extensions", "eval", "experiments")
ENDING = {signal.SIGINT, signal.SIGTERM}
PATHS = "ragatta.experiments.paths"
ELSEWHERE = "/of/no/command"  # where the paths of the forked process lie


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
    """The process that is forked; `run` is `subprocess.run` of `ragatta command words` with captured output.

    Those that are made with the same folder share what it imports and composes: the first starts it, and others ask it
    for a fork of their own."""

    def __init__(self, shared: Path | None = None) -> None:
        self._own: tuple[subprocess.Popen[str], TemporaryDirectory[str]] | None = None
        if shared is None:
            self._connection = connected(self._started())
            return
        known = shared / "commands"
        with known.with_suffix(".lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            try:
                self._connection = connected(known.read_text(encoding="utf-8"))
            except OSError:  # none is started, or the one that started it has ended
                known.write_text(self._started(), encoding="utf-8")
                self._connection = connected(known.read_text(encoding="utf-8"))

    def _started(self) -> str:
        place = TemporaryDirectory()
        Path(place.name).chmod(0o777)  # for other users' commands too
        process = subprocess.Popen(
            [sys.executable, __file__, place.name],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8",
            env={**os.environ, "MLFLOW_DISABLE_TELEMETRY": "true"},  # read as it is imported
        )  # fmt: skip
        assert process.stdout is not None
        process.stdout.readline()  # it listens
        self._own = process, place
        return place.name

    def start(
        self,
        command: str,
        words: Sequence[str],
        folder: Path,
        environment: Mapping[str, str],
        program: str = "ragatta",
        user: int | None = None,
    ) -> Started:
        """`program` is the module that is run; `user` is whose command it is, in the group of a shared folder."""
        scratch = TemporaryDirectory()
        order = {
            "program": program, "words": [command, *words], "folder": str(folder), "environment": dict(environment),
            "user": user,
            "out": str(Path(scratch.name, "out")), "err": str(Path(scratch.name, "err")),
        }  # fmt: skip
        return Started(int(self._told(order)), scratch, self._wait)

    def run(
        self,
        command: str,
        words: Sequence[str],
        folder: Path,
        environment: Mapping[str, str],
        program: str = "ragatta",
        user: int | None = None,
    ) -> subprocess.CompletedProcess[str]:
        started = self.start(command, words, folder, environment, program, user)
        said = started.communicate()
        return subprocess.CompletedProcess(["ragatta", command, *words], started.returncode or 0, *said)

    def close(self) -> None:
        self._connection.close()
        if self._own:
            process, place = self._own
            process.communicate("")
            place.cleanup()
        assert not Path(ELSEWHERE).exists(), "a path that is read as a module is imported was kept"

    def _wait(self, pid: int, until_it_ends: bool) -> int | None:
        code = self._told({"pid": pid, "until_it_ends": until_it_ends})
        return int(code) if code else None

    def _told(self, order: Mapping[str, Any]) -> str:
        self._connection.write(json.dumps(order) + "\n")
        self._connection.flush()
        return self._connection.readline().strip()


def connected(place: str) -> TextIO:
    """A connection to the process of that folder. Raises OSError if there is none."""
    with socket.socket(socket.AF_UNIX) as connection:  # which closes as the file does
        connection.connect(f"{place}/socket")
        return connection.makefile("rw", encoding="utf-8")


def serve() -> None:
    """Makes a fork for whoever connects, until stdin ends; ends when they have."""
    sys.path[0] = str(ROOT)
    ready = Ready()
    listening = socket.socket(socket.AF_UNIX)
    listening.bind(f"{sys.argv[1]}/socket")
    listening.listen()
    print("ready", flush=True)
    while listening in select.select([listening, sys.stdin], [], [])[0]:
        connection, _ = listening.accept()
        if not os.fork():
            listening.close()
            orders = connection.makefile("rw", encoding="utf-8")
            for line in orders:
                orders.write(f"{answer(json.loads(line), ready)}\n")
                orders.flush()
            os._exit(0)
        connection.close()
    listening.close()
    with suppress(ChildProcessError):
        while os.wait():
            pass


class Ready:
    """What a fork begins with: the packages and all modules of Ragatta."""

    def __init__(self) -> None:
        for module in HEAVY:
            import_module(module)
        self.singleton = import_module("hydra.core.singleton").Singleton
        self.hydra = deepcopy(self.singleton.get_state())
        given = dict(os.environ)
        os.environ["RAGATTA_HOME"] = ELSEWHERE
        for module in modules():
            import_module(module)
        os.environ.clear()
        os.environ.update(given)
        # Read once, and remembered in each fork.
        import_module("ragatta.pipeline.plugins.reach").reached(*modules())
        lineage = import_module("ragatta.experiments.composing.lineage")
        for read in (lineage.code_files, lineage.commit, lineage.machine, lineage.packages):
            read()
        self.warm()
        self.open_model()
        everywhere = (each for each in gc.get_objects() if isinstance(each, Path))
        self.paths = [each for each in everywhere if each.is_relative_to(ELSEWHERE)]
        read = {name: value for name, value in vars(sys.modules[PATHS]).items() if name.isupper()}
        ours = [module for name, module in sys.modules.items() if name.startswith("ragatta.")]
        self.held = [
            (module, name) for module in ours for name in read.keys() & vars(module).keys()
            if vars(module)[name] is read[name]
        ]  # fmt: skip
        sqlalchemy = import_module("sqlalchemy")
        sqlalchemy.event.listen(sqlalchemy.Engine, "connect", unsynchronised)
        gc.collect()
        gc.freeze()
        gc.set_threshold(20_000)  # as in the tests themselves

    @staticmethod
    def warm() -> None:
        """What Hydra's parser learns from words, and what this clone and its packages offer: the same in each fork, or
        looked at anew (`begin`)."""
        parser = import_module("hydra.core.override_parser.overrides_parser").OverridesParser.create()
        for word in WORDS:
            parser.parse_override(word)
        registry = import_module("ragatta.pipeline.plugins.registry")
        for kind in registry.ROOMS:
            registry.Kind(kind).names()
        registry.distributions_by_package()
        kinds = import_module("ragatta.experiments.composing.kinds")
        kinds.register()
        import_module("ragatta.experiments.composing.config").flat(kinds.Config())
        kinds.schema()

    def open_model(self) -> None:
        """Reads the packaged embedding model, which most commands need, for all forks."""
        below = "ragatta.pipeline.index.embedding."
        encoder: Any = import_module(f"{below}onnx_encoder")
        model_files: Any = import_module(f"{below}model_files")
        minilm = import_module(f"{below}minilm")
        folder = minilm.model_folder(import_module(PATHS).MODELS)
        graph, tokenizer = folder / "int8.onnx", folder / "tokenizer.json"
        encoder.open_session = prepared(encoder.open_session, graph)
        encoder.open_tokenizer = prepared(encoder.open_tokenizer, tokenizer, copies=2)  # one is told to cut texts
        model_files.file_digest = prepared(model_files.file_digest, graph, tokenizer)

    def begin(self, environment: Mapping[str, str], folder: Path) -> None:
        """The state of a new process, in a fork."""
        given = filter(None, environment.get("PYTHONPATH", "").split(os.pathsep))
        others = {folder, *map(Path, given)} - {ROOT}
        if any((other / "ragatta").is_dir() for other in others):
            self.forget()
            return
        self.read_paths()
        if others:  # they may hold plug-ins
            registry = import_module("ragatta.pipeline.plugins.registry")
            registry.outside.cache_clear()
            registry._entry_points.cache_clear()
            registry.distributions_by_package.cache_clear()

    def read_paths(self) -> None:
        """Reads paths.py again: what other modules hold of it are the paths of the command."""
        paths = sys.modules[PATHS]
        exec(paths.__spec__.loader.get_code(PATHS), vars(paths))  # type: ignore[union-attr]
        home = paths.HOME
        for held in self.paths:  # each is one object wherever it stands, as a default or in a tuple
            become(held, home / held.relative_to(ELSEWHERE))
        for module, name in self.held:
            setattr(module, name, vars(paths)[name])

    def forget(self) -> None:
        """What was imported of Ragatta is no longer: the next import reads it from the folder of the command."""
        for name in [name for name in sys.modules if name.partition(".")[0] in ("ragatta", "hydra_plugins")]:
            del sys.modules[name]
        self.singleton.set_state(self.hydra)


def prepared(read: Callable[[Path], Any], *files: Path, copies: int = 0) -> Callable[[Path], Any]:
    """`read`, which has read these files already: as long as they stay what they are, all callers get the same, or the
    first ones a copy each."""
    ready = {as_it_is(file): [read(file) for _ in range(copies or 1)] for file in files}

    def called(file: Path) -> Any:
        made = ready.get(as_it_is(file), []) if file.is_file() else []
        return (made.pop() if copies else made[0]) if made else read(file)

    return called


def as_it_is(file: Path) -> tuple[str, int, int, int]:
    about = file.stat()
    return str(file), about.st_size, about.st_mtime_ns, about.st_ctime_ns


def unsynchronised(connection: Any, _: object) -> None:
    """MLflow's store need not survive a loss of power."""
    if isinstance(connection, sqlite3.Connection):
        with suppress(sqlite3.DatabaseError):  # no database: MLflow says so
            connection.execute("PRAGMA synchronous=OFF")


def become(path: Path, other: Path) -> None:
    """Makes a path equal to the other."""
    for slot in {slot for kind in type(path).__mro__ for slot in getattr(kind, "__slots__", ())} - {"__weakref__"}:
        with suppress(AttributeError):
            delattr(path, slot)
        with suppress(AttributeError):
            setattr(path, slot, getattr(other, slot))


def answer(order: Mapping[str, Any], ready: Ready) -> int | str:
    """The process id of a command that is started; else the exit code of one, "" where it still runs."""
    if "pid" in order:
        ended, status = os.waitpid(order["pid"], 0 if order["until_it_ends"] else os.WNOHANG)
        return os.waitstatus_to_exitcode(status) if ended else ""
    signal.pthread_sigmask(signal.SIG_BLOCK, ENDING)  # a signal to what is made ready waits for the command
    if child := os.fork():
        signal.pthread_sigmask(signal.SIG_UNBLOCK, ENDING)
        return child
    os._exit(obey(order, ready))


def modules() -> list[str]:
    """Every module of ROOMS, but the programs, whose names begin with "_", and what needs an extra of the set-up."""
    files = [path.relative_to(ROOT) for path in import_module("tests.standins.sources").sources(*ROOMS)]
    names = [".".join(("ragatta", *file.with_suffix("").parts)).removesuffix(".__init__") for file in files]
    return [name for name in names if "._" not in name and not name.endswith("smollm2")]


def obey(order: Mapping[str, Any], ready: Ready) -> int:
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
    if order["user"] is not None:
        import_module("tests.standins.users").become(order["user"])
    # As python -P and run_command have it.
    sys.path[:1] = filter(None, order["environment"].get("PYTHONPATH", "").split(os.pathsep))
    sys.path.append(order["folder"])
    ready.begin(order["environment"], Path(order["folder"]))
    sys.argv = [order["program"], *order["words"]]
    import_module("ragatta.experiments.interrupts").watch()  # as `import ragatta` does in a new process
    signal.pthread_sigmask(signal.SIG_UNBLOCK, ENDING)
    warnings.simplefilter("error")  # as pyproject.toml has it
    warnings.simplefilter("default", import_module("ragatta.pipeline.machine.checksums").Note)
    warnings.simplefilter("ignore", ResourceWarning)
    warnings.filterwarnings("ignore", "The ``noload`` loader strategy", DeprecationWarning)
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
