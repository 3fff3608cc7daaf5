"""Lists in bullets, tables, lines and prose."""

from __future__ import annotations

import pytest

from ragatta.eval.answers.listing import leaves_out
from ragatta.eval.scorers.score import score
from ragatta.pipeline.types import Answer, Question

QUESTION = Question("Q", "List all rating factors.", "list", ("Age of Home Factor", "Roof Type", "Protection Class"))


@pytest.mark.parametrize(
    "text",
    [
        "The factors are Age of Home Factor, Roof Type, and Protection Class.",
        "- Age of Home Factor (Rule C-5)\n- Roof Type (Rule C-6)\n- The Protection Class",
        "1. **Age of Home Factor** – for older homes\n2. Roof Type: by material\n3. Protection Class, which",
        "| Rule | Title |\n|---|---|\n| C-5 | Age of Home Factor |\n| C-6 | Roof Type |\n| C-7 | Protection Class |",
        "| Factor |\n|---|\n| Age of Home Factor |\n| Roof Type |\n| Protection Class |\n| Total |",
        "Age of Home Factor<br>Roof Type<br>Protection Class",
        "| Factors |\n|---|\n| Age of Home Factor<br>Roof Type<br>Protection Class |",
        '{"items": ["Age of Home Factor", "Roof Type", "Protection Class"]}',
        "It lists:\n\n* Age of Home Factor\n  * over 20 years\n* Roof Type\n* Protection Class\n\nLet me know!",
        "1. Age of Home Factor; 2. Roof Type; 3. Protection Class.",
        "They are (1) Age of Home Factor, (2) Roof Type and (3) Protection Class.",
        "## Home\n- Age of Home Factor\n- Roof Type\n## Location\n- Protection Class",
        "In the text are three factors: Age of Home Factor [1], Roof Type [2], as well as Protection Class.",
    ],
)
def test_a_whole_list(text: str) -> None:
    assert score(QUESTION, Answer("answered", text)) == 1.0


@pytest.mark.parametrize(
    ("text", "f1"),
    [
        ("- Age of Home Factor\n- Roof Type Factor Surcharge\n- Protection Class", 2 * 2 / (3 + 3)),
        ("- Age of Home Factor\n- Roof Type", 2 * 2 / (3 + 2)),
        ("- Age of Home Factor\n- Roof Type\n- Protection Class\n- Distance to Coast", 2 * 3 / (3 + 4)),
        ("- Age of Home Factor\n- Roof Type\n- Protection Class: this is not a rating factor", 2 * 2 / (3 + 2)),
        ("The factors do not include Age of Home Factor, Roof Type, or Protection Class.", 0.0),
        ("Age of Home Factor; Roof Type; Protection Class; Fire; Wind; Hail", 2 * 3 / (3 + 6)),
        ("Age of Home Factor. Roof Type. Protection Class. Fire. Wind. Hail.", 2 * 3 / (3 + 6)),
        ("Age of Home Factor\nRoof Type\nProtection Class\nFire\nWind\nHail", 2 * 3 / (3 + 6)),
        (
            "The factors are Age of Home Factor, Roof Type and Protection Class. They also are Fire, Wind and Hail.",
            2 * 3 / (3 + 6),
        ),
        ("Age of Home Factor, Roof Type and Protection Class are not rating factors.", 0.0),
        ("Perhaps Age of Home Factor, Roof Type or Protection Class.", 0.0),
        ("The following are not factors:\n- Age of Home Factor\n- Roof Type\n- Protection Class", 0.0),
    ],
)
def test_a_list_with_faults(text: str, f1: float) -> None:
    assert score(QUESTION, Answer("answered", text)) == pytest.approx(f1)


def test_an_item_may_be_worded_as_a_denial() -> None:
    asked = Question("Q", "What must hold?", "list", ("Its roof is no older than 28 years", "It is not vacant"))
    assert score(asked, Answer("answered", "- Its roof is no older than 28 years\n- It is not vacant")) == 1.0


def test_what_the_question_denies_may_be_denied() -> None:
    asked = Question("Q", "What may not be stored in the shed?", "list", ("powder", "acid"))
    assert score(asked, Answer("answered", "Powder and acid may not be stored.")) == 1
    assert score(asked, Answer("answered", "Rope may not be stored.")) == 0
    allowed = Question("Q", "What may be stored in the shed?", "list", ("powder", "acid"))
    assert score(allowed, Answer("answered", "Powder and acid may not be stored.")) == 0


@pytest.mark.parametrize(
    "words",
    [
        "not", "isn't", "none", "never", "no longer", "neither", "nor", "without", "except", "excluding", "apart from",
        "other than", "omitted", "removed", "deleted", "forbidden", "prohibits", "banned", "unlike", "rather than",
        "instead of", "perhaps", "possibly", "maybe", "probably", "I'd guess", "I would guess", "not sure", "unsure",
    ],
)  # fmt: skip
def test_words_that_leave_something_out(words: str) -> None:
    assert leaves_out(f"On the list, {words} the roof.")


@pytest.mark.parametrize("words", ["with", "not only", "not limited to", "known", "noted"])
def test_words_that_leave_nothing_out(words: str) -> None:
    assert not leaves_out(f"On the list, {words} the roof.")
