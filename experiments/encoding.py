"""Output whose encoding lacks letters: they are written in those that it has, and no command ends for them."""

from __future__ import annotations

import codecs
import sys

NAME = "ragatta.spelled"
SPELLED = {"×": "x", "–": "-", "·": ".", "…": "...", "✓": "+", "→": "->", "−": "-", "’": "'", "“": '"', "”": '"'}

_lacking: set[str] = set()  # encodings in which a letter became an escape


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
