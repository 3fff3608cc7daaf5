"""What the rooms of tests/standins/commands.py do as they are imported is the same for every command but in paths.py,
and every module can be imported on Windows."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections.abc import Iterator

import pytest

from standins.commands import PATHS as PATHS_MODULE
from standins.commands import ROOMS, ROOT
from standins.sources import sources

PATHS = ROOT / "experiments/paths.py"

# Names by which a module reads the environment, the folder, the arguments or the terminal of its process.
READERS = {"environ", "environb", "getenv", "getcwd", "cwd", "home", "expanduser", "argv", "isatty", "getpid", "time"}
# What Windows has not. Source: the "Availability: Unix" notes of the Python documentation.
POSIX_MODULES = ("curses", "fcntl", "grp", "posix", "pty", "pwd", "readline", "resource", "syslog", "termios", "tty")
POSIX_NAMES = {
    "os": (
        "O_CLOEXEC", "O_DIRECTORY", "O_DSYNC", "O_NOCTTY", "O_NOFOLLOW", "O_NONBLOCK", "O_SYNC", "WNOHANG", "chown",
        "confstr", "fchmod", "fchown", "fork", "forkpty", "getegid", "geteuid", "getgid", "getgroups", "getloadavg",
        "getpgid", "getpgrp", "getpriority", "getsid", "getuid", "killpg", "lchown", "major", "minor", "mkfifo",
        "mknod", "nice", "openpty", "pathconf", "posix_fadvise", "posix_spawn", "pread", "pwrite", "register_at_fork",
        "sched_getaffinity", "sched_yield", "sendfile", "setgid", "setpgid", "setpriority", "setsid", "setuid",
        "statvfs", "sync", "sysconf", "uname", "wait", "wait3", "wait4", "waitid",
    ),
    "signal": (
        "ITIMER_PROF", "ITIMER_REAL", "ITIMER_VIRTUAL", "SIGALRM", "SIGCHLD", "SIGCONT", "SIGHUP", "SIGKILL", "SIGPIPE",
        "SIGPROF", "SIGQUIT", "SIGSTOP", "SIGTSTP", "SIGUSR1", "SIGUSR2", "SIGVTALRM", "SIGWINCH", "SIGXCPU", "SIGXFSZ",
        "alarm", "getitimer", "pause", "pthread_kill", "pthread_sigmask", "setitimer", "siginterrupt", "sigtimedwait",
        "sigwait",
    ),
    "socket": ("AF_UNIX",),
}  # fmt: skip
OF_THE_PRODUCT = ("ragatta", "conf", *ROOMS, "hydra_plugins", "datasets")
# Packages are imported before: on this machine they may need what Windows has not.
ON_WINDOWS = """
import os, signal, socket, sys
from importlib import import_module
modules, blocked, names = eval(sys.argv[1])
for windows in (False, True):
    for name in [name for name in sys.modules if windows and name.split(".")[0] in ("ragatta", "hydra_plugins")]:
        del sys.modules[name]
    if windows:
        sys.modules.update(dict.fromkeys(blocked))
        for module, absent in names.items():
            for name in absent:
                vars(sys.modules[module]).pop(name, None)
    for module in modules:
        import_module(module)
"""


def at_import(node: ast.AST) -> Iterator[ast.AST]:
    """Everything that runs as a module is imported: not what stands in functions, but their defaults and decorators."""
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
        parts: list[ast.AST] = [*node.decorator_list, *node.args.defaults, *filter(None, node.args.kw_defaults)]
    elif isinstance(node, ast.Lambda):
        parts = [*node.args.defaults]
    elif isinstance(node, ast.Subscript) and isinstance(node.ctx, ast.Store):  # a setting for others reads nothing
        parts = [node.slice]
    else:
        yield node
        parts = [*ast.iter_child_nodes(node)]
    for part in parts:
        yield from at_import(part)


def read(source: str) -> set[str]:
    return {
        node.attr if isinstance(node, ast.Attribute) else node.func.id
        for node in at_import(ast.parse(source))
        if (isinstance(node, ast.Attribute) and node.attr in READERS)
        or (isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in READERS)
    }


def in_texts(source: str) -> set[str]:
    """The names of paths.py that differ among commands, within texts and calls that are made at import."""
    tree = ast.parse(source)
    imports = (node for node in ast.walk(tree) if isinstance(node, ast.ImportFrom) and node.module == PATHS_MODULE)
    names = {name.name for node in imports for name in node.names} - {"ROOT", "CONF", "OWN_CONF", "DATASETS"}
    made = (node for node in at_import(tree) if isinstance(node, ast.JoinedStr | ast.Call))
    return {part.id for node in made for part in ast.walk(node) if isinstance(part, ast.Name)} & names


@pytest.mark.parametrize("room", ROOMS)
def test_nothing_is_read_of_the_process_that_imports(room: str) -> None:
    found = {
        path.relative_to(ROOT).as_posix(): names
        for path in sources(room)
        if (names := read(path.read_text(encoding="utf-8"))) and path != PATHS
    }
    assert found == {}


def test_no_text_is_made_of_a_path_as_a_module_is_imported() -> None:
    """A fork changes paths, wherever they stand, and no text."""
    found = {
        path.relative_to(ROOT).as_posix(): names
        for path in sources("experiments", "extensions")
        if (names := in_texts(path.read_text(encoding="utf-8"))) and path != PATHS
    }
    assert found == {}
    assert in_texts("from ragatta.experiments.paths import HOME\nA = f'{HOME}'\n") == {"HOME"}
    assert not in_texts("from ragatta.experiments.paths import HOME\nA = HOME / 'a'\ndef f(a=HOME): print(HOME)\n")


def test_what_is_read_as_a_module_is_imported_is_seen() -> None:
    assert read("import os\nHOME = os.environ['HOME']\n") == {"environ"}
    assert read("from os import getenv\nclass A:\n    home: str = getenv('HOME')\n") == {"getenv"}
    assert read("import os\nos.environ['A'] = os.environ['B']\n") == {"environ"}
    assert not read("import os\nos.environ['A'] = '1'\n")
    assert read("def f(where=Path.cwd()):\n    return os.environ\n") == {"cwd"}


def modules_that_name_what_windows_has_not() -> list[str]:
    """Of the product, by their source; no other module can need it."""
    names = [name for of_one in POSIX_NAMES.values() for name in of_one]
    whole = f"import .*\\b(?:{'|'.join(POSIX_MODULES)})\\b"
    named = re.compile(rf"{whole}|\b(?:{'|'.join(POSIX_NAMES)})(?:\.| import .*\b)(?:{'|'.join(names)})\b")
    files = [file for room in OF_THE_PRODUCT for file in sources(room)]
    found = [file.relative_to(ROOT).with_suffix("").parts for file in files if named.search(file.read_text("utf-8"))]
    within = [parts if parts[0] in ("ragatta", "hydra_plugins") else ("ragatta", *parts) for parts in found]
    return [".".join(parts).removesuffix(".__init__") for parts in within if parts[-1] != "__main__"]


def test_every_module_can_be_imported_without_what_windows_has_not() -> None:
    modules = modules_that_name_what_windows_has_not()
    assert {"ragatta.pipeline.documents.worker_pool", "ragatta.experiments.resources.stage_costs"} <= {*modules}
    given = repr((modules, POSIX_MODULES, POSIX_NAMES))
    subprocess.run([sys.executable, "-c", ON_WINDOWS, given], cwd=ROOT, check=True)
