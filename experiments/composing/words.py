"""Words of Hydra's grammar, key=value, and the keys in labels and tables."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

# Of these groups the setting alone, such as size, says too little.
WITH_GROUP = ("queries.", "reranker.", "window.", "detector.")


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


def short_key(key: str) -> str:
    """The key as labels and tables name it: without the group that it stands in, where its name says enough; the group
    for the choice of a technique."""
    return key if key.startswith(WITH_GROUP) else key.removesuffix(".name").split(".", 1)[-1]
