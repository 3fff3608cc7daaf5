"""Words of Hydra's grammar: key=value."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path


def key_of(word: str) -> str:
    """The key that a word sets, or the name of an option."""
    return word.partition("=")[0].lstrip("+~")


def only(identities: Sequence[str]) -> str:
    """The setting that leaves these questions alone."""
    return f"dataset.only=[{','.join(map(quoted, identities))}]"


def quoted(value: str | Path) -> str:
    """A text in single quotes for Hydra's grammar, where a backslash counts only before a quote."""
    text = str(value).replace("${", "\\${")  # no interpolation
    escaped = re.sub(r"(\\*)'", r"\1\1\'", text)
    return "'" + re.sub(r"(\\+)$", r"\1\1", escaped) + "'"
