"""Whole phrases are found, on word boundaries, the longest first."""

from __future__ import annotations

import pytest

from ragatta.eval.matching.normalise import Normal
from ragatta.eval.matching.phrases import find_items, find_phrases


def stands(phrase: str, text: str, *others: str) -> bool:
    return bool(find_phrases(Normal(text), [phrase, *others])[phrase])


@pytest.mark.parametrize(
    ("phrase", "text"),
    [
        ("Roof Type", "the ROOF  type."),
        ("Salt / Pepper", "C-6 Salt/Pepper……22"),
        ("Soups", "Soups.....39"),
        ("Discount", "Discount¹"),
        ("$1,000", "or 1000 dollars"),
        ("2%", "a 2 percent share"),
        ("Bake at 200", "bake at 200, then"),
        ("保険", "火災保険料"),
    ],
)
def test_found(phrase: str, text: str) -> None:
    assert stands(phrase, text)


@pytest.mark.parametrize(
    ("phrase", "text"),
    [
        ("Roof Type", "Roof Typed"),
        ("Oil", "Soil"),
        ("2%", "12%"),
        ("2", "2%"),
        ("604", "1604 and 604.5"),
        ("Bake at 200", "bake at 200.5"),
        ("Bake at 200", "bake at 2000"),
        ("Share 5", "share 5%"),
        ("5 eggs", "1.5 eggs"),
        ("...", "anything ..."),
    ],
)
def test_not_found(phrase: str, text: str) -> None:
    assert not stands(phrase, text)


def test_the_longest_takes_its_place_first() -> None:
    assert not stands("Roof Type", "Roof Type Factor Surcharge", "Roof Type Factor Surcharge")
    assert stands("Roof Type", "Roof Type Factor Surcharge, Roof Type", "Roof Type Factor Surcharge")
    assert stands("Roof Type", "Roof Type Factor Surcharge")  # the longer one is not sought


def test_items_beside_take_their_place_too() -> None:
    text = Normal("Umbrella Coverage Factor and umbrella")
    assert find_items(text, ["Umbrella"], ["Umbrella Coverage Factor"]) == {"Umbrella": [(29, 37)]}
    assert find_items(text, ["Umbrella"], ["UMBRELLA"])["Umbrella"] == [(0, 8), (29, 37)]  # the same: nothing beside


def test_places_are_raw_spans() -> None:
    text = "Salt /  Pepper and $1,000, salt/pepper"
    found = find_phrases(Normal(text), ["salt/pepper", "1000"])
    assert [text[slice(*span)] for span in found["salt/pepper"]] == ["Salt /  Pepper", "salt/pepper"]
    assert [text[slice(*span)] for span in found["1000"]] == ["$1,000"]
