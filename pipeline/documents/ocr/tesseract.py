"""Tesseract, the program: Debian's tesseract-ocr, with a package for each language.

R. Smith, "An Overview of the Tesseract OCR Engine", ICDAR 2007.
"""

from __future__ import annotations

import hashlib
import math
import os
import re
import shutil
import signal
import subprocess
from functools import cache
from pathlib import Path
from typing import Any

from ragatta.pipeline.documents.ocr import Unrecognised

NEEDS = "the program tesseract: apt-get install tesseract-ocr"
PROGRAMS = ("tesseract",)
VARIABLES = ("TESSDATA_PREFIX",)
ONE_THREAD = {"OMP_THREAD_LIMIT": "1"}  # a page a core: its own threads make it slower


def problems(language: str) -> list[str]:
    """The reasons why it cannot be used with this language ("eng", or "eng+deu"), each with the fix."""
    if not shutil.which("tesseract"):
        return [
            "parser.ocr=tesseract: the program tesseract is not on the PATH; "
            "install it (Debian: apt-get install tesseract-ocr), or choose parser.ocr=off"
        ]
    _, known = _installed()
    missing = [name for name in language.split("+") if name not in known]
    return [
        f"parser.ocr_language={language}: tesseract has no {name!r}, it has {', '.join(known)}; "
        f"install it (Debian: apt-get install tesseract-ocr-{name or 'deu'})"
        for name in missing
    ]


def identity(language: str) -> dict[str, Any]:
    """Everything that determines its output: the program's version, and the SHA-256 of each language's model. Raises
    ValueError if it cannot be used."""
    if wrong := problems(language):
        raise ValueError("; ".join(wrong))
    folder, _ = _installed()
    models = {name: _digest(folder / f"{name}.traineddata") for name in language.split("+")}
    return {"version": _said("--version").split()[1], "models": models}


def read(image: bytes, language: str, seconds: float) -> str:
    """The text of an image (PGM), at most `seconds` of processor time. Raises Unrecognised with the reason."""
    import resource  # Windows has none

    whole = math.ceil(seconds)
    done = subprocess.run(
        ["tesseract", "stdin", "stdout", "-l", language],
        input=image,
        capture_output=True,
        check=False,
        env={**os.environ, **ONE_THREAD},
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_CPU, (whole, whole + 1)),
    )
    if done.returncode:
        raise Unrecognised(_why(done.returncode, done.stderr, seconds))
    return done.stdout.decode("utf-8", "replace")


def _why(code: int, said: bytes, seconds: float) -> str:
    """The reason shown to the user. The kernel kills a process that is too slow or too large."""
    if code == -signal.SIGXCPU:
        return f"took longer than {seconds:g} s"
    if code == -signal.SIGKILL:
        return "tesseract was killed"
    lines = said.decode("utf-8", "replace").strip().splitlines() or [f"exit code {code}"]
    return f"tesseract: {lines[-1][:200]}"


@cache
def _installed() -> tuple[Path, tuple[str, ...]]:
    """The folder of its models, and the installed languages."""
    head, *names = _said("--list-langs").strip().splitlines() or [""]
    found = re.search(r'"(.+)"', head)
    return Path(found[1] if found else "."), tuple(name.strip() for name in names if name.strip())


@cache
def _said(option: str) -> str:
    return subprocess.run(["tesseract", option], capture_output=True, text=True, check=False).stdout


@cache
def _digest(model: Path) -> str:
    with model.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()
