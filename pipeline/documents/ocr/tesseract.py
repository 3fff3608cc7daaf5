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
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, ClassVar

from ragatta.pipeline.documents.ocr_engine import Ocr, Unrecognised

NEEDS = "the program tesseract: apt-get install tesseract-ocr"
PROGRAMS = ("tesseract",)
ONE_THREAD = {"OMP_THREAD_LIMIT": "1"}  # a page a core: its own threads make it slower


@dataclass(frozen=True)
class Tesseract(Ocr):
    """As the module says."""

    VARIABLES: ClassVar[tuple[str, ...]] = ("TESSDATA_PREFIX",)

    def problems(self) -> list[str]:
        """The reasons why it cannot be used with this language, each with the fix."""
        if not shutil.which("tesseract"):
            return [
                "ocr=tesseract: the program tesseract is not on the PATH; "
                "install it (Debian: apt-get install tesseract-ocr), or choose ocr=none"
            ]
        _, known = _installed()
        missing = [name for name in self.language.split("+") if name not in known]
        return [
            f"ocr.language={self.language}: tesseract has no {name!r}, it has {', '.join(known)}; "
            f"install it (Debian: apt-get install tesseract-ocr-{name or 'deu'})"
            for name in missing
        ]

    def made_of(self) -> dict[str, Any]:
        """The program's version, and the SHA-256 of each language's model."""
        if wrong := self.problems():
            raise ValueError("; ".join(wrong))
        folder, _ = _installed()
        models = {name: _digest(folder / f"{name}.traineddata") for name in self.language.split("+")}
        return {"version": _output("--version").split()[1], "models": models}

    def read(self, image: bytes, seconds: float) -> str:
        import resource  # Windows has none

        whole = math.ceil(seconds)
        done = subprocess.run(
            ["tesseract", "stdin", "stdout", "-l", self.language],
            input=image,
            capture_output=True,
            check=False,
            env={**os.environ, **ONE_THREAD},
            preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_CPU, (whole, whole + 1)),
        )
        if done.returncode:
            raise Unrecognised(_why(done.returncode, done.stderr, seconds))
        return done.stdout.decode("utf-8", "replace")


def _why(code: int, stderr: bytes, seconds: float) -> str:
    """The reason shown to the user. The kernel kills a process that is too slow or too large."""
    if code == -signal.SIGXCPU:
        return f"took longer than {seconds:g} s"
    if code == -signal.SIGKILL:
        return "tesseract was killed"
    lines = stderr.decode("utf-8", "replace").strip().splitlines() or [f"exit code {code}"]
    return f"tesseract: {lines[-1][:200]}"


@cache
def _installed() -> tuple[Path, tuple[str, ...]]:
    """The folder of its models, and the installed languages."""
    head, *names = _output("--list-langs").strip().splitlines() or [""]
    found = re.search(r'"(.+)"', head)
    return Path(found[1] if found else "."), tuple(name.strip() for name in names if name.strip())


@cache
def _output(option: str) -> str:
    return subprocess.run(["tesseract", option], capture_output=True, text=True, check=False).stdout


@cache
def _digest(model: Path) -> str:
    with model.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()
