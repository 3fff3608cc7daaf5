"""Values of arguments that nobody means, and a program that gives a command each of many lines of words in one process.

`python -m tests.standins.hostile FILE` reads lines of words (a JSON list of lists) and prints as JSON those that ended
in a traceback, or not in time, each with its last lines.
"""

from __future__ import annotations

import io
import json
import os
import signal
import sys
import traceback
import warnings
from collections.abc import Iterator, Mapping, Sequence
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from socketserver import BaseServer
from typing import Any

PATIENCE_S = 120  # for one line, on a busy machine
LAST = 12  # lines of what a command said
TEXTS = (
    "", " ", "\t\n", "\\x00\\u0000%00", "\x1b[31m\x07", "x" * 5_000, "../..", "/", ".", "~", "~nobody/x", "nan", "inf",
    "-1", "1e999", "9" * 5_001, "-" + "9" * 5_001, "1.5", "0", "\u00b2", "\u0661\u0662", "0x10", "1_000", "true",
    "null", "\udcff", "a\udc80b", "\u202e\u200b", "\U0001f642", "latest:", ":x", ":", "latest:\udcff", "=", "=x", "x=",
    "a=b=c", "'", '"', "$(x)", "${x}", "${oc.env:NO}", "{", "[", "[[]]", "{a: b}", "!!python/name:x", "&a *a", "%s{0}",
    ",", ",,", "1,x", "a:b", "*", "?", "|", "http://[", "sqlite:///x", "http://127.0.0.1:1/x",
)  # fmt: skip
DEEP = "[" * 100_000
FILES: Mapping[str, bytes] = {
    "binary.pdf": bytes(range(256)) * 40,
    "binary.csv": b"\x00\xff\xfe" * 400,
    "empty": b"",
    "empty.csv": b"",
    "empty.zip": b"",
    "list.json": b"[1, 2]",
    "nested.json": DEEP.encode(),
    "null.yaml": b"null",
    "list.yaml": b"- 1\n- [2]",
    "deep.yaml": DEEP.encode(),
    "alias.yaml": b"a: &a [*a]",
    "mapping.yaml": b"1: {2: 3}\nnull: []",
    "text.jsonl": b'"a"\n1\nnull\n',
    "wrong.jsonl": b'{"question": {"id": []}, "answer": {"text": [{}]}, "verdict": {}}\n',
    "number.jsonl": b'{"question": ' + b"9" * 5_001 + b', "answer": Infinity}\n',
    "half.jsonl": b'{"question": "\\ud800", "expected": "\\ud800", "answer": "\\ud800", "verdict": 1}\n',
    "wrong.csv": b'question,expected,answer\n"a\n',
    "\udcff.csv": b"question,expected\nWhat?,1\n",
}


class NotInTime(BaseException):
    """No error that a command names."""


def values(folder: Path) -> list[str]:
    """The values, with those that name files, which are made below the folder."""
    folder.mkdir(parents=True)
    for name, content in FILES.items():
        Path(folder, name).write_bytes(content)
    locked = folder / "locked.csv"
    locked.write_bytes(b"question,expected\n")
    locked.chmod(0)
    (folder / "loop").symlink_to("loop")
    (folder / "folder").mkdir()
    names = (*FILES, "locked.csv", "loop", "folder", "missing.csv", "empty/below.csv", "folder/../folder")
    return [*TEXTS, *(str(folder / name) for name in names)]


def main(lines: Sequence[Sequence[str]]) -> Iterator[dict[str, Any]]:
    """Those of the lines that fail."""
    from ragatta.experiments.command_line import process
    from ragatta.experiments.command_line.commands import run

    def stopped(_: BaseServer) -> None:
        raise KeyboardInterrupt

    BaseServer.serve_forever = stopped  # type: ignore[assignment,method-assign]
    signal.signal(signal.SIGALRM, _late)
    given, here = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}, os.getcwd()
    for words in lines:
        os.environ.clear()
        os.environ.update(given)
        os.chdir(here)
        out, err = (io.TextIOWrapper(io.BytesIO(), "utf-8", errors) for errors in ("strict", "backslashreplace"))
        signal.alarm(PATIENCE_S)
        try:
            with redirect_stdout(out), redirect_stderr(err), warnings.catch_warnings():
                warnings.simplefilter("ignore")
                process._ended(run, [*words], 1)
            failed = ""
        except KeyboardInterrupt:
            failed = ""
        except (NotInTime, SystemExit, Exception):  # noqa: BLE001 - what a traceback would show
            failed = traceback.format_exc()
        finally:
            signal.alarm(0)
        err.seek(0)
        said = err.read()
        if failed or "Traceback (most recent call last)" in said:
            yield {"words": words, "said": (failed or said).splitlines()[-LAST:]}


def _late(*_: object) -> None:
    raise NotInTime


if __name__ == "__main__":
    told, sys.stdout = sys.stdout, io.StringIO()  # threads of a command may still print after it has ended
    for each in main(json.loads(Path(sys.argv[1]).read_text(encoding="ascii"))):
        print(json.dumps(each), file=told, flush=True)
