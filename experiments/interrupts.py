"""Ctrl-C ends a command with one line and code 130, SIGTERM with the same line and code 143, from the first import to
the end of the process.

Python's own way out is too late or too long: while modules are imported it shows a traceback, and in the end it unwinds
the daemon threads that are still inside C++ (onnxruntime embeds a text), which aborts the process with code 134.

This module is imported before all others and imports next to nothing itself.
"""

from __future__ import annotations

import os.path
import signal
import sys

SAID = "stopped; every finished answer is kept. Run the same command again to continue"
SIGNALLED = 128  # the code is that and the signal's number, as in a shell
AGAIN_S = 0.01  # after this the destructor has ended
_HERE = os.path.join(os.path.dirname(os.path.realpath(__file__)), "")
_watched: list[int] = []  # the process whose signals these are, but of none that it forks


class Terminated(KeyboardInterrupt):
    """SIGTERM: whatever ends what was begun on Ctrl-C does so then."""


def _terminate(number: int, *_: object) -> None:
    if not _is_forked(number):
        raise Terminated


_RAISES: dict[signal.Signals, signal._HANDLER] = {signal.SIGINT: signal.default_int_handler, signal.SIGTERM: _terminate}
_USUAL = (signal.default_int_handler, signal.SIG_DFL, _terminate)  # handlers that are not those of others


def is_program() -> bool:
    """Whether this process is a command of Ragatta's, as the interpreter begins it: `ragatta`, `python -m ragatta`,
    `python -m ragatta.experiments.fetch_model`. Workers that commands start are none."""
    begun = sys.argv[0] if sys.argv else ""
    if begun == "-m":  # so it is while Python looks for the module
        name = next((word for word in getattr(sys, "orig_argv", sys.argv)[1:] if not word.startswith("-")), "")
        return name == "ragatta" or name.startswith("ragatta.experiments.")
    return os.path.basename(begun).split(".")[0] == "ragatta" or os.path.realpath(begun).startswith(_HERE)


def watch() -> None:
    """Until `allow`, Ctrl-C or SIGTERM ends this process at once. A signal that is ignored, as in a job in the
    background, or handled by others, stays so."""
    _watched[:] = [os.getpid()]
    for number in _RAISES:
        if signal.getsignal(number) in _USUAL:
            signal.signal(number, _leave)


def is_watched() -> bool:
    """Whether one of the signals ends this process at once."""
    return any(signal.getsignal(number) is _leave for number in _RAISES)


def allow() -> None:
    """The signals raise KeyboardInterrupt from here on, so that what was begun is ended; where the process is
    watched."""
    for number, raises in _RAISES.items():
        if signal.getsignal(number) is _leave:
            signal.signal(number, raises)
            sys.unraisablehook = _unraisable


def _is_forked(number: int) -> bool:
    """Whether this process was forked by the one that is watched: it ends as usual."""
    if _watched == [os.getpid()]:
        return False
    signal.signal(number, signal.SIG_DFL)
    os.kill(os.getpid(), number)
    return True


def _unraisable(lost: sys.UnraisableHookArgs) -> None:
    """Python drops an exception that is raised in a destructor. A signal at such a moment is given once more."""
    if not issubclass(lost.exc_type, KeyboardInterrupt):
        sys.__unraisablehook__(lost)
        return
    import threading

    main = threading.main_thread().ident or 0
    number = code_of(lost.exc_type) - SIGNALLED
    threading.Timer(AGAIN_S, signal.pthread_kill, (main, number)).start()  # also ends a call that waits


def code_of(kind: type[BaseException]) -> int:
    """The exit code of a command that this kind of interrupt ends."""
    return SIGNALLED + (signal.SIGTERM if issubclass(kind, Terminated) else signal.SIGINT)


def _leave(number: int, *_: object) -> None:
    """Ends the process with one line, and no thread is unwound."""
    if _is_forked(number):
        return
    try:
        print(SAID, file=sys.stderr)
        for stream in (sys.stdout, sys.stderr):
            stream.flush()
    finally:  # also where nobody reads any more
        os._exit(SIGNALLED + number)


def leave(watched: bool, interrupt: KeyboardInterrupt) -> int:
    """Says that the command is stopped. Ends a process that is watched; else the code to end with."""
    code = code_of(type(interrupt))
    if watched:
        _leave(code - SIGNALLED)
    print(SAID, file=sys.stderr)
    return code
