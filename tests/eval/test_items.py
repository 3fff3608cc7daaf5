"""Which of the listed items were expected, and how a text without a list is taken apart."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ragatta.eval.answers.listing import readings
from ragatta.eval.items import Judged, judge
from ragatta.pipeline.types import Answer, Question

DISHES = ("Onion Soup", "Salt / Pepper", "Rye Bread", "Bread and Butter")


def question(*expected: str, accepted: tuple[str, ...] = ()) -> Question:
    return Question("Q", "List the dishes", "list", expected, accepted)


def judged(items: list[str], *expected: str, accepted: tuple[str, ...] = ()) -> Judged:
    return judge(question(*(expected or DISHES), accepted=accepted), Answer("answered", "", tuple(items)))


def test_a_number_with_a_scale_is_listed_by_its_bare_figure_too() -> None:
    prices = ("$ 77,492 thousand", "71.5 million")
    assert judged(["77,492", "$71,500,000"], *prices).exact
    assert judged(["77,492 million", "71.5"], *prices).found == 1
    assert judge(question(*prices), Answer("answered", "They are 77,492 and 71.5 million.")).exact


def test_f1_by_hand() -> None:
    result = judged(["Onion Soup", "Rye Bread", "Cake"])
    assert (result.found, result.expected, result.wrong) == (2, 4, 1)
    # precision 2 of 3, recall 2 of 4
    assert result.f1 == pytest.approx(2 * (2 / 3) * (2 / 4) / (2 / 3 + 2 / 4))


@pytest.mark.parametrize(
    "item",
    [
        "onion  soup.",
        "* Onion Soup",
        "3. Onion Soup",
        "C-4 Onion Soup",
        "2.1 Onion Soup",
        "Rule C-4: Onion Soup",
        "C-4 Onion Soup.........17",
        "**Onion Soup** [Source 2]",
        "C-4: Onion Soup (starter)",
        "1-1 Onion Soup",
        "B.2 Onion Soup",
        "IV. Onion Soup",
        "B. Onion Soup",
        "12 Onion Soup",
        "Rule 12 Onion Soup",
        "Rule 12 - Onion Soup",
    ],
)
def test_an_item_in_other_dress(item: str) -> None:
    result = judged([item])
    assert result == Judged(found=1, expected=4, wrong=0)
    assert result.f1 == pytest.approx(2 * 1 / (2 * 1 + 0 + 3))


def test_a_label_counts_only_before_an_expected_item() -> None:
    assert judged(["3 Season Room"], "3 Season Room", "Season Room") == Judged(found=1, expected=2, wrong=0)
    assert judged(["12 3 Season Room"], "3 Season Room") == Judged(found=0, expected=1, wrong=1)  # "12 3" is unclear
    assert judged(["12. 3 Season Room"], "3 Season Room") == Judged(found=1, expected=1, wrong=0)
    assert judged(["Season Room"], "3 Season Room") == Judged(found=0, expected=1, wrong=1)
    assert judged(["1-1 Plum", "1-1 Cake"], "1-2 Plum") == Judged(found=0, expected=1, wrong=2)
    assert judged(["1 604"], "604") == Judged(found=0, expected=1, wrong=1)


@pytest.mark.parametrize(
    "item", ["Onion Soup: sliced thin", "Onion Soup – page 17", "Onion Soup (more than three words)"]
)
def test_an_explanation_costs_exactness_alone(item: str) -> None:
    result = judged([item], "Onion Soup")
    assert result == Judged(found=1, expected=1, wrong=0, explained=1)
    assert (result.f1, result.exact) == (1.0, False)
    assert judged(["Onion Soup (starter)"], "Onion Soup").exact


@pytest.mark.parametrize("item", ["Onion Soup (cake, tea, rye bread)", "Onion Soup: or Rye Bread", "Rye 12 Onion Soup"])
def test_an_explanation_that_names_another_expected_item_is_none(item: str) -> None:
    assert judged([item], "Onion Soup", "Rye Bread", "Rye") == Judged(found=0, expected=3, wrong=1)


def test_blank_items_are_none() -> None:
    listed_in_text = Answer("answered", "Onion Soup, Cake", ("", " ", "**"))
    assert judge(question("Onion Soup", "Rye Bread"), listed_in_text) == Judged(found=1, expected=2, wrong=1)


@pytest.mark.parametrize("item", ["Onion Soup Surcharge", "Onion", "No Onion Soup", "Onion Soup and Rye Bread"])
def test_another_item(item: str) -> None:
    assert judged([item]) == Judged(found=0, expected=4, wrong=1)


def test_a_label_may_be_missing_on_one_side_only() -> None:
    assert judged(["Special Form"], "HO3 Special Form").found == 1
    assert judged(["HO3 Special Form"], "Special Form").found == 1
    assert judged(["HO3 Special Form"], "HO5 Special Form") == Judged(found=0, expected=1, wrong=1)


def test_numbers_are_items_by_value() -> None:
    assert judged(["1 000", "5 percent"], "$1,000", "5%", "10%") == Judged(found=2, expected=3, wrong=0)


def test_accepted_and_repeated_items_cost_nothing() -> None:
    with_extras = judged([*DISHES, "Tea", "onion soup", "ONION SOUP."], accepted=("Tea",))
    assert with_extras == Judged(found=4, expected=4, wrong=0, beyond=("Tea",))
    assert judged(["Tea"], accepted=("Tea",)).f1 == 0.0


@pytest.mark.parametrize(
    "text",
    [
        "The dishes are:\n* Onion Soup\n* Salt/Pepper\n* Rye Bread\n* Bread and Butter\nThese are all.",
        "Dishes:\n1. Onion Soup [Source 1]\n2. Salt / Pepper\n3. Rye Bread\n4. Bread and Butter",
        "Onion Soup\nSalt / Pepper\nRye Bread\nBread and Butter",
        "The dishes are Onion Soup, Salt / Pepper, Rye Bread, and Bread and Butter.",
        "Dishes: Onion Soup; Salt / Pepper; Rye Bread and Bread and Butter [1, 2].",
        "Onion Soup, Salt / Pepper, Rye Bread, Bread and Butter",
    ],
)
def test_a_list_in_the_text(text: str) -> None:
    assert judge(question(*DISHES), Answer("answered", text)) == Judged(found=4, expected=4, wrong=0)


def test_wrong_items_in_the_text_count() -> None:
    result = judge(question(*DISHES), Answer("answered", "The dishes are Onion Soup, Cake and Tea."))
    assert result == Judged(found=1, expected=4, wrong=2)


def test_known_items_are_never_cut() -> None:
    for items in readings("Bread and Butter, Tea", ("Bread and Butter",)):
        assert items == ["Bread and Butter", "Tea"]
    assert not any(readings("", ()))


WORDS = st.lists(st.sampled_from([*DISHES, "Cake", "Tea", "C-1 Plum", "Fig: ripe"]), min_size=1, max_size=8)


@given(WORDS)
def test_order_is_irrelevant(items: list[str]) -> None:
    assert judged(items) == judged(items[::-1]) == judged(sorted(items))


@given(WORDS, st.sampled_from(["Wrong", "Onion Soup Surcharge", "Cake", "7"]))
def test_a_wrong_item_never_raises_f1(items: list[str], wrong: str) -> None:
    assert judged([*items, wrong]).f1 <= judged(items).f1


@given(WORDS)
def test_spacing_and_case_are_irrelevant(items: list[str]) -> None:
    assert judged([f"  {item.upper().replace(' ', '  ')} " for item in items]) == judged(items)


@given(st.lists(st.text(max_size=20), max_size=6), st.text(max_size=80))
def test_f1_is_a_share_whatever_is_answered(items: list[str], text: str) -> None:
    assert 0 <= judge(question(*DISHES), Answer("answered", text, tuple(items))).f1 <= 1
