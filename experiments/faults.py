"""Faults that the user can fix, and what is said of failures, without a traceback."""

from __future__ import annotations

import errno
import os
import re
import shlex
from collections.abc import Sequence
from pathlib import Path

from ragatta.experiments.paths import HOME, MLRUNS
from ragatta.pipeline.machine.files import whose
from ragatta.pipeline.machine.sqlite import not_ours

FULL = "HYDRA_FULL_ERROR"
# SQLite's words of MLflow's store, whose errors are no OSError; our own caches say their path.
DAMAGED = ("database disk image is malformed", "file is not a database")
NO_ROOM = "database or disk is full"
NOT_OURS = "attempt to write a readonly database"
LOOPS = "Symlink loop"  # in pathlib's words, which raises RuntimeError before Python 3.13
UNOPENED = "unable to open database file"  # so SQLite says of a path that is too long
LONGEST_HOME = 400  # bytes: with the names of files below it, SQLite takes 512


class Fault(Exception):
    """What is wrong and how to fix it, one line per problem."""

    def __init__(self, problems: str | Sequence[str]) -> None:
        self.problems = [problems] if isinstance(problems, str) else list(problems)
        super().__init__("\n".join(self.problems))


def problems_of(fault: Exception) -> list[str]:
    """What to tell the user: the problems of a Fault, how to get a package that the default installation leaves out,
    which part of the user's is broken, or what the exception says. Empty for a fault of Ragatta's own."""
    # Imported here because these are cheap only after the faults they name can happen.
    from ragatta.eval.gold.records import GoldError
    from ragatta.pipeline.llm.seam import ModelError
    from ragatta.pipeline.plugins.broken import blamed

    if isinstance(fault, Fault):
        return fault.problems
    if isinstance(fault, GoldError):
        return [*fault.faults, *_in_studio(fault.look)]
    if isinstance(fault, ModuleNotFoundError):
        from ragatta.experiments.extras import missing

        if lacking_package := missing(fault.name or ""):
            return [lacking_package]
    of_store = _is_damaged(fault) or NOT_OURS in str(fault)
    of_the_system = _lacks_memory(fault) or _lacks_room(fault) or of_store or _loops(fault)
    if of_the_system or isinstance(fault, BrokenPipeError):
        return [explained(fault)]
    if part := blamed(fault):
        hint = "" if part is fault else f"; {FULL}=1 shows the traceback"
        return [] if os.environ.get(FULL) == "1" else [f"{part}{hint}"]
    named = isinstance(fault, ModelError | ValueError | OSError)
    return (explained(fault).splitlines() or [type(fault).__name__]) if named else []


def _in_studio(file: Path | None) -> list[str]:
    """How to look at the questions of another tool's file one by one."""
    from ragatta.pipeline.plugins.registry import commands_here

    if file is None or not commands_here("draft"):
        return []
    drafting = shlex.join(["ragatta", "draft", "--pdfs", "FOLDER", "--questions", "new.yaml", "--from", str(file)])
    return [f"to look at each beside its page: {drafting}, then ragatta studio with the same --pdfs and --questions"]


def visible(text: str) -> str:
    """A line in which every unprintable character is escaped, so that a terminal obeys none."""
    if text.isprintable():
        return text
    return "".join(one if one.isprintable() else one.encode("unicode_escape").decode() for one in text)


def _lacks_memory(fault: Exception) -> bool:
    """Whether memory ran out, which Python, library loaders and threads report differently."""
    if isinstance(fault, OSError) and fault.errno == errno.ENOMEM:
        return True
    out_of_memory = "failed to map segment" in str(fault) or "can't start new thread" in str(fault)
    return isinstance(fault, MemoryError) or (isinstance(fault, ImportError | RuntimeError) and out_of_memory)


def _lacks_room(fault: Exception) -> bool:
    """Whether a disk is full."""
    if isinstance(fault, OSError):
        return fault.errno in (errno.ENOSPC, errno.EDQUOT)
    return NO_ROOM in str(fault)


def _is_damaged(fault: Exception) -> bool:
    """Whether SQLite cannot read MLflow's store; our own caches are mended where they are read."""
    return any(words in str(fault) for words in DAMAGED)


def _loops(fault: Exception) -> bool:
    """Whether a link leads back to itself."""
    return isinstance(fault, RuntimeError) and str(fault).startswith(LOOPS)


def explained(fault: Exception) -> str:
    """The fault in one line, with a fix for errors of the operating system."""
    if _lacks_memory(fault):
        return "out of memory - give it more, and the same command again: what was finished is kept"
    message = re.sub(r"^\[Errno \d+\] ", "", str(fault))
    if isinstance(fault, PermissionError) and fault.filename and fault.errno != errno.EROFS:
        place = Path(os.fsdecode(fault.filename))
        unread = os.path.exists(place) and not os.access(place, os.R_OK)
        return message if unread else message + whose(place, place.parent)
    store = MLRUNS / "mlflow.db"
    if not isinstance(fault, OSError) and (NO_ROOM in message or NOT_OURS in message):
        message = f"{store}: {NO_ROOM}" if NO_ROOM in message else f"{store}: {NOT_OURS}{not_ours(store)}"
    if _lacks_room(fault):
        return f"{message} - free some space and give the same command again: what was finished is kept"
    if _is_damaged(fault):
        return f"{store} is damaged ({message.splitlines()[0]}); move it away, then ragatta log logs a sweep anew"
    if UNOPENED in message and len(home := os.fsencode(HOME)) > LONGEST_HOME:
        hint = (
            f"this folder's path has {len(home)} bytes, which is too long for SQLite: use one of at most {LONGEST_HOME}"
        )
        return f"{message} - {hint}"
    return message
