"""Names that cannot lie: every key is a SHA-256 over what can change the thing it names, code included.

Source: design section "Identity". Keys are hex; `short` is what a person reads.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

from pipeline.types import AskedQuestion

ROOT = Path(__file__).parent.parent
# The code between a prompt and its reply, for what rests on a model's replies and is kept apart from any run.
ASKING = tuple(
    f"pipeline/llm/{name}.py" for name in ("ask", "calling", "control_tokens", "parsing", "schema", "tokens")
)


def digest(value: Any) -> str:
    """SHA-256 of a JSON value in canonical form."""
    text = json.dumps(value, sort_keys=True, ensure_ascii=False, separators=(",", ":"), default=_plain)
    return hashlib.sha256(text.encode()).hexdigest()


def _plain(value: Any) -> Any:
    if isinstance(value, Mapping):
        return dict(value)
    raise TypeError(f"{type(value).__name__} has no canonical form")


def short(key: str) -> str:
    return key[:12]


def file_digest(path: Path) -> str:
    with path.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()


@cache
def code_digest(*places: str) -> str:
    """Hash of source files: each place a file or a folder (every .py below it), relative to the root."""
    files: set[Path] = set()
    for place in places:
        path = ROOT / place
        files.update(path.rglob("*.py") if path.is_dir() else [path])
    return digest([[file.relative_to(ROOT).as_posix(), file_digest(file)] for file in sorted(files)])


def pipeline_digest() -> str:
    """Hash of the whole system under test."""
    return code_digest("pipeline")


def corpus_digest(pdfs: Iterable[tuple[str, str]]) -> str:
    """Over the (relative name, SHA-256 of bytes) of a corpus, whatever order they come in."""
    return digest(sorted(pdfs))


@lru_cache(maxsize=1 << 16)  # asked for by every variation of a sweep, in each of its steps
def question_key(asked: AskedQuestion) -> str:
    """Hash of what the pipeline sees of a gold question."""
    return digest({"question": asked.question, "documents": asked.documents, "replies": asked.replies})
