"""Which answers their form decides, and which it leaves undecided; notations in which an answer or a gold may stand."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ragatta.eval.answers.status import INFERRED, outcome_of, status_of
from ragatta.eval.gold.inferred import inferred
from ragatta.eval.scorers.score import ruled, verdict
from ragatta.eval.verdict import Verdict
from ragatta.pipeline.types import Answer, Question, StageRecord


def judged(asked: str, expected: str | tuple[str, ...], text: str, kind: str = "", **more: str) -> Verdict:
    """By the rules alone: kind and status follow from the words where they are not given."""
    if not kind:
        kind, found = inferred("", expected) if isinstance(expected, str) else ("list", list(expected))
        expected = tuple(found) if isinstance(found, list) else found
    question = Question("q", asked, kind, expected)  # type: ignore[arg-type]
    by_words = StageRecord("file", 0.0, details={"status": INFERRED})
    return ruled(question, Answer(outcome_of(text, question), text, steps=(by_words,), **more))  # type: ignore[arg-type]


def test_the_rule_of_a_text_is_that_of_a_phrase_or_of_the_words_of_a_longer_one() -> None:
    long = "The mill closed in spring because the river froze, and the workers moved to the harbour town."
    assert judged("Why?", "the north gate", "The north gate.").rule == "phrase"
    assert judged("Why?", long, long).rule == "words"


CREW = "How many rowers were in the boat in 2022?"
RIGHT, WRONG, UNDECIDED = (1.0, ""), (0.0, ""), "undecided"


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("8", RIGHT),
        ("There were 8 rowers.", RIGHT),
        ("There were 9 rowers.", WRONG),
        ("The coach kept notes on every race.", WRONG),
        ("8 rowers were in it.\n\nThe launch had 3 more people aboard.", UNDECIDED),
        ("8\n\nThe launch had 3 more people aboard.", RIGHT),
        ("3 in the launch and 5 ashore. Answer: 8", RIGHT),
        ("3 in the launch and 5 ashore. So there were 8.", RIGHT),
        ("<think>Perhaps 9?</think>8", RIGHT),
        ("<reflection>Perhaps 9?</reflection>8", RIGHT),
        ("<think>There were 8, or", WRONG),  # nothing was answered
        ("[THINK]There were 8, or", WRONG),
        ("<|channel|>analysis<|message|>There were 8", WRONG),
        ("[THINK]Perhaps 9?[/THINK]8", RIGHT),
        ('{"reasoning": "9 minus 1", "answer": 8}', RIGHT),
        ("Answer: 8\n\n| Boat | Rowers |\n|---|---|\n| launch | 3 |\n| gig | 5 |", RIGHT),
        ("#### 8\n\nQuestion: How many oars?\n#### 16", RIGHT),
        ("In 2021 there were 9 and in 2022 there were 8.", UNDECIDED),
        ("It rose from 6 to 8.", UNDECIDED),
        ("Perhaps there were 8.", UNDECIDED),
        ("There were not 8 rowers.", UNDECIDED),
        ("8 or 9", UNDECIDED),
        ("There were nine. Correction: there were eight.", RIGHT),
    ],
)
def test_a_number_is_decided_where_the_form_leaves_no_choice(text: str, found: tuple[float, str] | str) -> None:
    given_verdict = judged(CREW, "8", text)
    assert bool(given_verdict.undecided) == (found == UNDECIDED), given_verdict
    if not isinstance(found, str):
        assert given_verdict.score == found[0]


def test_what_the_question_states_may_be_the_answer() -> None:
    asked = "How many of the 12 oars are spare, 4 or 12?"
    assert judged(asked, "12", "12") == Verdict(1.0, "number: exact")
    assert judged(asked, "12", "All 12 oars were painted, and 4 are long.").undecided
    stated = judged("Is the fee 8 dollars in zone 2?", "8", "The fee in zone 2 is 8.", "number")
    assert stated.undecided == "the question states the expected figure too"


def test_a_range_is_right_as_a_whole() -> None:
    assert judged("What is the range?", "20 to 30", "It is 20 to 30.", "number") == Verdict(1.0, "number: exact")
    assert judged("What is the range?", "20 to 30", "It is 20 to 40.", "number") == Verdict(0.0, "number: wrong")


@pytest.mark.parametrize(
    ("expected", "text"),
    [
        ("0.00004", "4 × 10⁻⁵"),
        ("0.00004", "It is 4 × 10<sup>-5</sup> bar."),
        ("700000", "7 × 10^5 cells"),
        ("100", "10^2 Pa"),
        ("0.75", "The share is 3/4."),
        ("2.5", "2 1/2 cups"),
        ("0.25", "\\frac{1}{4}"),
        ("42", "The answer is [42]."),
        ("42", "(42)"),
        ("42", "[42]"),
        ("(1,240)", "-1,240"),
        ("0.5%", "50 basis points"),
        ("0.5%", "0.5 percentage points"),
        ("-18 °C", "0 °F"),
        ("7 km", "7 kilometres"),
        ("0.5%", "50bps"),
        ("0.4", "⅖"),
        ("1/3", "⅓"),
        ("2 weeks", "14 days"),
        ("50 km/h", "50 kilometres per hour"),
        ("100 °C", "212 degrees Fahrenheit"),
        ("2,5", "2.5"),
        ("90 dollars", "$90"),
        ("18 months", "1.5 years"),
        ("3-5", "between three and five"),
        ("14 May 2027", "14/05/2027"),
        ("14 May 2027", "05/14/27"),
        ("14 May 2027", "2027/05/14"),
        ("2027-05-14", "14-May-2027"),
        ("May 2027", "05/2027"),
    ],
)
def test_notations_of_the_same(expected: str, text: str) -> None:
    assert judged("What does the log say?", expected, text).score == 1


@pytest.mark.parametrize(
    ("expected", "text"),
    [
        ("7 km", "7 miles"), ("18 months", "18 years"), ("3-5", "3"), ("14 May 2027", "14 May 2028"),
        ("14 May 2027", "It ends on 15 May 2027."), ("700000", "7 × 10^4"),
        ("90 dollars", "90 euros"), ("2,5", "25"), ("20 °C", "20 degrees F"), ("50 km/h", "50 miles per hour"),
    ],
)  # fmt: skip
def test_notations_of_something_else(expected: str, text: str) -> None:
    found = judged("What does the log say?", expected, text)
    assert (found.score, found.undecided) == WRONG


@pytest.mark.parametrize(
    ("asked", "expected", "text"),
    [
        ("May boats be moored at the weir?", "no", "Boats cannot be moored at the weir."),
        ("What if a key cannot be found?", "the porter opens", "If it cannot be found, the porter opens."),
        ("What is the fine?", "$40", "Unfortunately, the fine is $40."),
        ("How many oars may not be varnished?", "6", "The rule does not cover 6 oars."),
        ("Where is the bell?", "on the pier", "You will find it on the pier."),
        ("May boats be moored at the weir?", "no", "It is forbidden."),
        ("May boats be moored at the weir?", "yes", "That is permitted."),
        ("May boats be moored at the weir?", "yes", "Y"),
    ],
)
def test_a_negative_answer_is_no_refusal(asked: str, expected: str, text: str) -> None:
    assert judged(asked, expected, text).score == 1


@pytest.mark.parametrize(
    "text", ["", "null", "NaN", '{"answer": null}', '{"winner": null}', "N/A", "Unanswerable", "I cannot find it."]
)
def test_no_answer_is_no_information(text: str) -> None:
    assert judged("Who won?", "", text, "unanswerable").score == 1


@pytest.mark.parametrize(
    "text",
    [
        '{"parts": ["keel", "rib", "oar"]}',
        "(a) keel; (b) rib; and (c) oar",
        "keel | rib | oar",
        "keel\trib\toar",
        "a) keel b) rib c) oar",
    ],
)
def test_forms_of_lists(text: str) -> None:
    assert judged("Which parts?", ("keel", "rib", "oar"), text).score == 1


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Lund, Oslo and Riga", RIGHT),
        ("The towns are Lund, Oslo and Riga.", RIGHT),
        ("- Lund\n- Oslo\n- Riga", RIGHT),
        ("Lund, Oslo, Riga, timber, rope and tar", UNDECIDED),
        ("The towns are Lund, Oslo, Riga, timber and tar.", UNDECIDED),
    ],
)
def test_names_among_other_things_are_not_a_decided_list(text: str, found: tuple[float, str] | str) -> None:
    found_verdict = judged("Which towns trade?", ("Lund", "Oslo", "Riga"), text)
    assert bool(found_verdict.undecided) == (found == UNDECIDED), found_verdict
    assert found == UNDECIDED or found_verdict.score == 1


@pytest.mark.parametrize(
    ("expected", "text", "found"),
    [
        ("Q3 2025", "Q3 2025", RIGHT),
        ("Q3 2025", "In Q3.", RIGHT),
        ("Q3 2025", "In Q3 2024.", UNDECIDED),
        ("$9 per month", "It is $9 per month.", RIGHT),
        ("$9 per month", "9 dollars per month", RIGHT),
        ("$9 per month", "It is €9 per month.", UNDECIDED),
    ],
)
def test_another_year_or_currency_beside_all_other_words_is_undecided(
    expected: str, text: str, found: tuple[float, str] | str
) -> None:
    found_verdict = judged("In which quarter is the fee due, and how much?", expected, text, "text")
    assert bool(found_verdict.undecided) == (found == UNDECIDED), found_verdict
    assert found_verdict.score == (found == RIGHT)


def test_the_year_of_any_accepted_text_is_right() -> None:
    question = Question("q", "When is the fee due?", "text", "Q3 2025", ("Q3 2024",))
    assert ruled(question, Answer("answered", "In Q3 2024.")) == Verdict(1.0, "phrase")


GOLDS = [
    "1. Ash\n2. Elm", "<i>", "not available", "It cannot be sold", "mark¹", "(see page 7)", "- one", "4 × 10⁻⁵ bar",
]  # fmt: skip


@pytest.mark.parametrize("gold", GOLDS)
def test_the_gold_itself_is_right(gold: str) -> None:
    assert verdict(Question("q", "What does the sign say?", "text", gold), Answer("answered", gold)).score == 1


@given(st.text(alphabet=st.characters(codec="utf-8", exclude_categories=("C", "Z")), min_size=1, max_size=40))
def test_any_gold_text_is_right(gold: str) -> None:
    found = verdict(Question("q", "What does the sign say?", "text", gold), Answer("answered", gold))
    assert (found.score, found.undecided) == (1, "")


@given(st.decimals(-(10**9), 10**9, places=2, allow_nan=False))
def test_any_gold_number_is_right(value: object) -> None:
    found = verdict(Question("q", "How much?", "number", f"{value:,}"), Answer("answered", f"{value:,}"))
    assert (found.score, found.undecided) == (1, "")


@pytest.mark.parametrize(
    ("text", "status"),
    [
        ("Which of the two boats?", "clarify"),
        ("Please specify which boat you mean.", "clarify"),
        ("There are two boats, so let me know which.", "clarify"),
        ("I would need to know which season is meant.", "clarify"),
        ("Could you be more specific", "clarify"),
        ("It depends on the boat; please give the year.", "clarify"),
        ("The boat has 8 seats. Let me know if you need more.", "answered"),
        ("The boat has 8 seats; please confirm with the club.", "answered"),
        ("The documents do not say.", "no_information"),
    ],
)
def test_what_asks_back_clarifies_with_a_question_mark_or_without(text: str, status: str) -> None:
    assert status_of(text, "clarify", question="How many seats does the boat have?") == status
    assert status_of(text, "number") != "clarify"


@pytest.mark.parametrize(
    ("question", "expected", "text", "why"),
    [
        (
            "Who signs the cheques?",
            "The treasurer",
            "The treasurer, if no information is available otherwise.",
            "decline",
        ),
        ("How many claims were filed?", "0", "None.", "decline"),
        ("What share was paid?", "1/3", "0.333", "fewer digits"),
        ("What share was paid?", "12.34", "12.3", "fewer digits"),
        ("How much is in the can?", "250 ml", "25 cl", "unit"),
    ],
)
def test_what_may_be_right_is_undecided(question: str, expected: str, text: str, why: str) -> None:
    assert why in judged(question, expected, text).undecided


@pytest.mark.parametrize(
    ("expected", "text"),
    [
        ("The treasurer", "The documents do not say who signs."),
        ("12.34", "12.4"),
        ("12.34", "10"),
        ("250 ml", "300 ml"),
    ],
)
def test_their_nearest_siblings_are_wrong(expected: str, text: str) -> None:
    found = judged("What does the log say?", expected, text)
    assert (found.score, found.undecided) == WRONG
