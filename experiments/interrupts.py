"""Ctrl-C ends a command with one line and code 130, from the first import to the end of the process.

Python's own way out is too late or too long: while modules are imported it shows a traceback, and in the end it unwinds
the daemon threads that are still inside C++ (onnxruntime embeds a text), which aborts the process with code 134.

This module is imported before all others and imports next to nothing itself.
"""

from __future__ import annotations

import os.path
import signal
import sys

SAID = "stopped; every finished answer is kept. Run the same command again to continue"
CODE = 130
AGAIN_S = 0.01  # after this the destructor has ended
_HERE = os.path.join(os.path.dirname(os.path.realpath(__file__)), "")


def is_program() -> bool:
    """Whether this process is a command of Ragatta's, as the interpreter begins it: `ragatta`, `python -m ragatta`,
    `python -m ragatta.experiments.fetch_model`. Workers that commands start are none."""
    begun = sys.argv[0] if sys.argv else ""
    if begun == "-m":  # so it is while Python looks for the module
        name = next((word for word in getattr(sys, "orig_argv", sys.argv)[1:] if not word.startswith("-")), "")
        return name == "ragatta" or name.startswith("ragatta.experiments.")
    return os.path.basename(begun).split(".")[0] == "ragatta" or os.path.realpath(begun).startswith(_HERE)


def watch() -> None:
    """Until `allow`, Ctrl-C ends this process at once. Where it is ignored, as in a job in the background, it stays
    so."""
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, _leave)


def is_watched() -> bool:
    """Whether Ctrl-C ends this process at once."""
    return signal.getsignal(signal.SIGINT) is _leave


def allow() -> None:
    """Ctrl-C raises KeyboardInterrupt from here on, so that what was begun is ended; where the process is watched."""
    if is_watched():
        signal.signal(signal.SIGINT, signal.default_int_handler)
        sys.unraisablehook = _unraisable


def _unraisable(lost: sys.UnraisableHookArgs) -> None:
    """Python drops an exception that is raised in a destructor. A Ctrl-C at such a moment is given once more."""
    if not issubclass(lost.exc_type, KeyboardInterrupt):
        sys.__unraisablehook__(lost)
        return
    import threading

    main = threading.main_thread().ident or 0
    threading.Timer(AGAIN_S, signal.pthread_kill, (main, signal.SIGINT)).start()  # also ends a call that waits


def _leave(*_: object) -> None:
    """Ends the process with one line, and no thread is unwound."""
    try:
        print(SAID, file=sys.stderr)
        for stream in (sys.stdout, sys.stderr):
            stream.flush()
    finally:  # also where nobody reads any more
        os._exit(CODE)


def leave(watched: bool) -> int:
    """Says that the command is stopped. Ends a process that is watched; else the code to end with."""
    if watched:
        _leave()
    print(SAID, file=sys.stderr)
    return CODE
