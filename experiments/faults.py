"""Faults that the user can fix, shown as messages without a traceback."""

from __future__ import annotations

import errno
import gc
import os
import re
import sys
import warnings
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

from ragatta.experiments import encoding, interrupts, waiting
from ragatta.experiments.paths import HOME
from ragatta.pipeline.storage.checksums import Note

_USUAL = warnings.showwarning
FULL = "HYDRA_FULL_ERROR"
UNOPENED = "unable to open database file"  # so SQLite says of a path that is too long
LONGEST_HOME = 400  # bytes: with the names of files below it, SQLite takes 512
ALIKE = 3  # notes that differ in their first word alone; further ones are counted
_noted: Counter[str] = Counter()  # of this command, by what follows the first word


class Fault(Exception):
    """What is wrong and how to fix it, one line per problem."""

    def __init__(self, problems: str | Sequence[str]) -> None:
        self.problems = [problems] if isinstance(problems, str) else list(problems)
        super().__init__("\n".join(self.problems))


def run_command(
    command: Callable[[list[str]], int | None], arguments: list[str] | None = None, code_of_faults: int = 1
) -> None:
    """Runs a command's main function. A failure ends the process: with its code, or that of faults, said on stderr."""
    # Records of a hundred thousand answers hold no cycles; looking for some every 700 objects took a sixth of a sweep.
    gc.set_threshold(100_000)
    warnings.showwarning = _shown
    encoding.allow_every_letter()
    if sys.flags.safe_path:  # python -P: modules of the user's folder are found, after all others
        sys.path.append(os.getcwd())
    watched = interrupts.allow()
    waiting.hide()
    try:
        try:
            code = _ended(command, sys.argv[1:] if arguments is None else arguments, code_of_faults)
        finally:
            waiting.hide()
            _say_the_rest()
            encoding.say_what_it_lacked()
            gc.freeze()  # the end of Python would search all that is held for cycles, for seconds
        if watched:
            interrupts.watch()  # while Python ends, too
    except KeyboardInterrupt:
        code = interrupts.leave(watched)
    if code:
        sys.exit(code)


def _ended(command: Callable[[list[str]], int | None], arguments: list[str], code_of_faults: int) -> int:
    """The code with which the command ends; a failure that is named is shown."""
    try:
        return command(arguments) or 0
    except Exception as fault:
        waiting.hide()
        lines = told(fault)
        if not lines:
            raise
        if isinstance(fault, BrokenPipeError):
            return 0
        from ragatta.experiments.wording import spoken
        from ragatta.pipeline.settings.secrets import hidden

        for line in lines:
            print(f"error: {visible(hidden(spoken(line)))}", file=sys.stderr)
        return code_of_faults


def told(fault: Exception) -> list[str]:
    """What to tell the user: the problems of a Fault, how to get a package that the default installation leaves out,
    which part of the user's is broken, or what the exception says. Empty for a fault of Ragatta's own."""
    # Imported here because these are cheap only after the faults they name can happen.
    from ragatta.pipeline.broken import blamed
    from ragatta.pipeline.llm.seam import ModelError

    if isinstance(fault, Fault):
        return fault.problems
    if isinstance(fault, ModuleNotFoundError):
        from ragatta.experiments.extras import missing

        if said := missing(fault.name or ""):
            return [said]
    if _lacks_memory(fault) or _lacks_room(fault) or isinstance(fault, BrokenPipeError):
        return [explained(fault)]
    if part := blamed(fault):
        hint = "" if part is fault else f"; {FULL}=1 shows the traceback"
        return [] if os.environ.get(FULL) == "1" else [f"{part}{hint}"]
    named = isinstance(fault, ModelError | ValueError | OSError)
    return (explained(fault).splitlines() or [type(fault).__name__]) if named else []


def _shown(message: Warning | str, category: type[Warning], *place: Any, **options: Any) -> None:
    """Shows a Note in one line, and only the first of many that differ in the file; other warnings are shown as
    usual."""
    if not issubclass(category, Note):
        _USUAL(message, category, *place, **options)
        return
    waiting.hide()
    _noted[what := str(message).partition(" ")[2]] += 1
    if _noted[what] <= ALIKE:
        from ragatta.experiments.wording import spoken
        from ragatta.pipeline.settings.secrets import hidden

        print(f"note: {hidden(spoken(str(message)))}", file=sys.stderr, flush=True)


def _say_the_rest() -> None:
    """Shows how many notes were left out, and resets the count."""
    for what, times in _noted.items():
        if times > ALIKE:
            print(f"note: {times - ALIKE} more: {what}", file=sys.stderr, flush=True)
    _noted.clear()


def visible(text: str) -> str:
    """A line in which every unprintable character is escaped, so that a terminal obeys none."""
    if text.isprintable():
        return text
    return "".join(one if one.isprintable() else one.encode("unicode_escape").decode() for one in text)


def _lacks_memory(fault: Exception) -> bool:
    """Whether memory ran out, which Python, library loaders and threads report differently."""
    if isinstance(fault, OSError) and fault.errno == errno.ENOMEM:
        return True
    said = "failed to map segment" in str(fault) or "can't start new thread" in str(fault)
    return isinstance(fault, MemoryError) or (isinstance(fault, ImportError | RuntimeError) and said)


def _lacks_room(fault: Exception) -> bool:
    """Whether a disk is full."""
    return isinstance(fault, OSError) and fault.errno in (errno.ENOSPC, errno.EDQUOT)


def explained(fault: Exception) -> str:
    """The fault in one line, with a fix for errors of the operating system."""
    if _lacks_memory(fault):
        return "out of memory - give it more, and the same command again: what was finished is kept"
    said = re.sub(r"^\[Errno \d+\] ", "", str(fault))
    if _lacks_room(fault):
        return f"{said} - free some space and give the same command again: what was finished is kept"
    if UNOPENED in said and len(home := os.fsencode(HOME)) > LONGEST_HOME:
        hint = (
            f"this folder's path has {len(home)} bytes, which is too long for SQLite: use one of at most {LONGEST_HOME}"
        )
        return f"{said} - {hint}"
    return said
