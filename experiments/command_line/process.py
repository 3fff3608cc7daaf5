"""The process of a command: how it begins and ends, and how failures and notes are shown."""

from __future__ import annotations

import codecs
import gc
import os
import sys
import warnings
from collections import Counter
from collections.abc import Callable
from typing import Any

from ragatta.experiments import interrupts
from ragatta.experiments.faults import problems_of, visible
from ragatta.experiments.progress import waiting
from ragatta.pipeline.machine.checksums import Note

_USUAL = warnings.showwarning
ALIKE = 3  # notes that differ in their first word alone; further ones are counted
_noted: Counter[str] = Counter()  # of this command, by what follows the first word

NAME = "ragatta.spelled"  # of the handler of letters that the output's encoding lacks
SPELLED = {"×": "x", "–": "-", "·": ".", "…": "...", "✓": "+", "→": "->", "−": "-", "’": "'", "“": '"', "”": '"'}

_lacking: set[str] = set()  # encodings in which a letter became an escape


def run_command(
    command: Callable[[list[str]], int | None], arguments: list[str] | None = None, code_of_faults: int = 1
) -> None:
    """Runs a command's main function. A failure ends the process: with its code, or that of faults, said on stderr."""
    # Records of a hundred thousand answers hold no cycles; looking for some every 700 objects took a sixth of a sweep.
    gc.set_threshold(100_000)
    warnings.showwarning = _show_warning
    allow_every_letter()
    here = os.getcwd()  # whose modules are found, after all others
    sys.path[:] = [*(place for place in sys.path if place not in ("", here)), here]
    watched = interrupts.is_watched()
    waiting.hide()
    try:
        try:
            code = _ended(command, sys.argv[1:] if arguments is None else arguments, code_of_faults)
        finally:
            waiting.hide()
            _say_the_rest()
            say_what_it_lacked()
            gc.freeze()  # the end of Python would search all that is held for cycles, for seconds
        if watched:
            interrupts.watch()  # while Python ends, too
    except KeyboardInterrupt as interrupt:
        code = interrupts.leave(watched, interrupt)
    if code:
        sys.exit(code)


def _ended(command: Callable[[list[str]], int | None], arguments: list[str], code_of_faults: int) -> int:
    """The code with which the command ends; a failure that is named is shown."""
    try:
        return command(arguments) or 0
    except Exception as fault:
        waiting.hide()
        lines = problems_of(fault)
        if not lines:
            raise
        if isinstance(fault, BrokenPipeError):
            return 0
        from ragatta.pipeline.machine.secrets import hidden

        for line in lines:
            print(f"error: {visible(hidden(line))}", file=sys.stderr)
        return code_of_faults


def _show_warning(message: Warning | str, category: type[Warning], *place: Any, **options: Any) -> None:
    """Shows a Note in one line, and only the first of many that differ in the file; other warnings are shown as
    usual."""
    if not issubclass(category, Note):
        _USUAL(message, category, *place, **options)
        return
    waiting.hide()
    _noted[what := str(message).partition(" ")[2]] += 1
    if _noted[what] <= ALIKE:
        from ragatta.pipeline.machine.secrets import hidden

        print(f"note: {hidden(str(message))}", file=sys.stderr, flush=True)


def _say_the_rest() -> None:
    """Shows how many notes were left out, and resets the count."""
    for what, times in _noted.items():
        if times > ALIKE:
            print(f"note: {times - ALIKE} more: {what}", file=sys.stderr, flush=True)
    _noted.clear()


def allow_every_letter() -> None:
    """Of stdout and stderr, where PYTHONIOENCODING or the locale names an encoding other than Unicode's."""
    codecs.register_error(NAME, _spelled)
    for stream in (sys.stdout, sys.stderr):
        name = (getattr(stream, "encoding", None) or "utf-8").lower()
        if not name.startswith("utf") and hasattr(stream, "reconfigure"):
            stream.reconfigure(errors=NAME)


def _spelled(fault: UnicodeError) -> tuple[str, int]:
    """The handler of errors that `codecs` calls: signs in ASCII, other letters as escapes."""
    if not isinstance(fault, UnicodeEncodeError):
        raise fault
    lacking = fault.object[fault.start : fault.end]
    if not SPELLED.keys() >= {*lacking}:
        _lacking.add(fault.encoding)
    return "".join(SPELLED.get(one) or one.encode("ascii", "backslashreplace").decode() for one in lacking), fault.end


def say_what_it_lacked() -> None:
    """A note on stderr where letters were written as escapes."""
    for name in sorted(_lacking):
        fix = "PYTHONIOENCODING=utf-8 writes them as they are"
        print(f"note: the output's encoding, {name}, lacks letters, which are escapes here; {fix}", file=sys.stderr)
    _lacking.clear()
