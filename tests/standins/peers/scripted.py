"""What the peers share: page texts, vectors of words, and a model that repeats a line of its prompt."""

from __future__ import annotations

import json
import os
import re
import zlib
from pathlib import Path
from typing import Any

DIMENSIONS = 2048
WORD = re.compile(r"[^\W_]{3,}")


def pages() -> list[dict[str, Any]]:
    """{"file", "number" (from 1), "text"} of every page, from the JSON file that $PEERS_PAGES names."""
    found: list[dict[str, Any]] = json.loads(Path(os.environ["PEERS_PAGES"]).read_text(encoding="utf-8"))
    return found


def vector(text: str) -> list[float]:
    """How often each word is in the text, by its hash; 1 for no word at all, for a zero vector has no direction."""
    found = [0.0] * DIMENSIONS
    for word in WORD.findall(text.casefold()):
        found[zlib.crc32(word.encode()) % DIMENSIONS] += 1
    return found if any(found) else [1.0] * DIMENSIONS


def reply(prompt: str) -> str:
    """The line of the prompt that shares most words with its question, which follows the word Question or Query."""
    before, _, asked = re.split(r"(?m)^(Question|Query): ", prompt)[-3:]
    words = {*WORD.findall(asked.splitlines()[0].casefold())}
    lines = [line for line in before.splitlines() if WORD.search(line)]
    return max(lines, key=lambda line: len(words & {*WORD.findall(line.casefold())}), default="I do not know.")
