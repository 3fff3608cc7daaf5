"""Content keys: every key is a SHA-256 over everything that can change what it names, code included.

See docs/design.md, "Identity". Keys are hex; `short` is the form shown to people.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from functools import cache, lru_cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from ragatta.pipeline.machine.kept import ROOMS, kept
from ragatta.pipeline.plugins.protocols import brief_value
from ragatta.pipeline.plugins.reach import PACKAGE, is_outside, place, reached
from ragatta.pipeline.plugins.registry import Kind, distribution_of
from ragatta.pipeline.types import AskedQuestion


def digest(value: Any) -> str:
    """SHA-256 of a JSON value in canonical form."""
    text = json.dumps(value, sort_keys=True, ensure_ascii=False, separators=(",", ":"), default=_plain)
    return hashlib.sha256(text.encode()).hexdigest()


def _plain(value: Any) -> Any:
    if isinstance(value, Mapping):
        return dict(value)
    raise TypeError(f"{type(value).__name__} has no canonical form")


def identity_of(kind: Kind, name: str, identity: Any) -> Mapping[str, Any]:
    """The identity that a part says it has. Raises BrokenPart where it is no JSON values by name."""
    if not isinstance(identity, Mapping):
        raise kind.broken(name, f"identity is {brief_value(identity)}, not JSON values by name")
    try:
        digest(identity)
    except (TypeError, ValueError) as error:
        raise kind.broken(name, f"identity does not hold JSON values: {error}") from error
    return identity


def short(key: str) -> str:
    return key[:12]


def file_digest(path: Path) -> str:
    with path.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()


@cache
def code_digest(*modules: str) -> str:
    """Hash of the source of these modules and of all that they import (pipeline/plugins/reach.py); of a module from
    outside the clone also of the name and version of its distribution."""
    if all(module.split(".")[:1] == [PACKAGE] and module.split(".")[1] in ROOMS for module in modules):
        return kept(f"code {' '.join(modules)}", lambda: _code_digest(modules).encode()).decode()
    return _code_digest(modules)


def _code_digest(modules: tuple[str, ...]) -> str:
    code = [[place(file, *modules), file_digest(file)] for file in reached(*modules)]
    return digest([*code, *(["distribution", distribution_of(module)] for module in modules if is_outside(module))])


def corpus_digest(pdfs: Iterable[tuple[str, str]]) -> str:
    """The digest of a corpus: over (relative name, SHA-256 of bytes) of each file, in any order."""
    return digest(sorted(pdfs))


@lru_cache(maxsize=1 << 16)  # asked for by every variation of a sweep, in each of its steps
def question_key(asked: AskedQuestion) -> str:
    """Hash of what the pipeline sees of a gold question."""
    turns = {"turns": [[turn.user, turn.assistant] for turn in asked.turns]} if asked.turns else {}
    return digest({"question": asked.question, "documents": asked.documents, "replies": asked.replies, **turns})


@cache  # of the whole process, as the imported library is; reading it parses the distribution's metadata
def version_of(library: str) -> str:
    """The version of an installed distribution; "" where it is not here."""
    try:
        return version(library) if library else ""
    except PackageNotFoundError:
        return ""
