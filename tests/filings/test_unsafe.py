"""Orders as questions: every disguise can be taken off again; honest questions with the same words have answers."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from filings.questions.unsafe import DISGUISES
from filings.rules import wording

INVISIBLE = re.compile("[\u200b-\u200f\u2060\ufeff]")
CYRILLIC = "асеіорѕхуАСЕНІКМОРЅТХҮ"
LATIN = "aceiopsxyACEHIKMOPSTXY"
WORDS = ("ignore", "forget", "disregard", "instructions", "system", "script")


def undisguised(text: str) -> str:
    """Compatibility forms, look-alikes and invisible characters undone; then letters alone, in lower case."""
    plain = unicodedata.normalize("NFKC", INVISIBLE.sub("", text)).translate(str.maketrans(CYRILLIC, LATIN))
    return re.sub(r"\s+", "", plain).lower()


@pytest.mark.parametrize("name", list(DISGUISES))
@pytest.mark.parametrize("pattern", sorted({attack["pattern"] for attack in wording("attacks")["attacks"]}))
def test_a_disguise_comes_off(name: str, pattern: str) -> None:
    assert undisguised(DISGUISES[name](pattern)) == undisguised(pattern)


@given(st.sampled_from(list(DISGUISES)), st.text("abcdefghijklmnopqrstuvwxyzABCXYZ :<>/", min_size=1, max_size=40))
def test_a_disguise_comes_off_any_text(name: str, text: str) -> None:
    assert undisguised(DISGUISES[name](text)) == undisguised(text)


@pytest.mark.parametrize("seed", [7, 5])
def test_every_order_holds_its_pattern_and_every_disguise_is_worn(seed: int, drawn: Any) -> None:
    golds = [gold for gold in drawn(seed)[2] if gold.kind == "unsafe"]
    assert len(golds) >= 36
    for gold in golds:
        assert undisguised(gold.entity) in undisguised(gold.question)
    assert set(Counter(tag for gold in golds for tag in gold.tags)) == set(DISGUISES)
    worn: dict[str, set[str]] = {}
    for gold in golds:
        worn.setdefault(gold.entity.lower().split()[0], set()).update(gold.tags)
    assert all(len(disguises) >= 2 for disguises in worn.values()), worn


def test_honest_questions_use_the_words_of_orders(questions: list[dict[str, Any]]) -> None:
    safe = [record for record in questions if "near_unsafe" in record["tags"]]
    assert len(safe) >= 12
    for record in safe:
        assert record["kind"] in ("text", "number")
        assert record["evidence"]
        assert any(word in record["question"].lower() for word in WORDS), record
    used = Counter(word for record in safe for word in WORDS if word in record["question"].lower())
    assert len(used) == len(WORDS)
