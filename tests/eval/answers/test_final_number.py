"""Which figure of an answer is its answer, and by which rule it is right."""

from __future__ import annotations

import pytest

from ragatta.eval.scorers.score import verdict
from ragatta.pipeline.types import Answer, Question

PREMIUM = "What is the total premium for an HO3 home with $750,000 of Coverage A, in dollars?"
REVENUE = "What was the revenue in USD millions?"
CHANGE = "What was the change in sales?"


def rule(asked: str, expected: str, text: str, **tightened: object) -> str:
    question = Question("Q", asked, "number", expected)
    return verdict(question, Answer("answered", text), **tightened).rule.removeprefix("number: ")  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "text",
    [
        "The premium is **$604** (rounded from $603.87).",
        "$604 for $750,000 of Coverage A",
        "It is $604 [Source 1, p. 72].",
        "According to Rule 12, the premium is $604; see page 72.",
        "The premium is six hundred and four dollars.",
        "It is not $640 but $604.",
        "The premium is $640. Correction: the premium is $604.",
        "## Answer\n\n**$604**\n\nThe base rate is $293 and the factor is 2.061.",
        "Step 1: base rate $293\nStep 2: factor 2.061\nTherefore the premium is $604.\n\nNote: the minimum is $100.",
        '{"answer": "$604", "pages": [4, 72]}',
        "| Item | Value |\n|---|---|\n| Base rate | $293 |\n| **Premium** | **$604** |",
        "\\[293 \\times 2.061 = 603.87 \\approx \\boxed{604}\\]",
        "604 USD",
        "The premium is $604. This is calculated by multiplying $293 by 2.061.",
    ],
)
def test_the_figure_that_answers(text: str) -> None:
    assert rule(PREMIUM, "$604", text) == "exact"


@pytest.mark.parametrize(
    "text",
    [
        "See page 604 for the premium of $650.",
        "The premium is $640 (Rule 604).",
        "It is not $604.",
        "It is not $604 but $640.",
        "The nearest figure is 604, but the premium is not stated.",
        "It is either $604 or $640.",
        "The premium is $604. Correction: it should be $640.",
        '{"answer": "$640", "pages": [604]}',
        "| Item | Value |\n|---|---|\n| Base rate | $604 |\n| **Premium** | **$640** |",
        "€604",
        "The premium is $1,604.",
        "between $600 and $604",
        "604%",
        "",
    ],
)
def test_a_figure_that_does_not(text: str) -> None:
    assert rule(PREMIUM, "$604", text) == "wrong"


@pytest.mark.parametrize(
    ("asked", "expected", "text", "by"),
    [
        (REVENUE, "1577", "1,577", "scale"),
        (REVENUE, "1577", "$1,577 million", "exact"),
        (REVENUE, "1577", "$1.577 billion", "exact"),
        (REVENUE, "1577", "$1,577 billion", "wrong"),
        (REVENUE, "1577", "$1,576 million", "wrong"),
        (REVENUE, "32780", "$32.8 billion", "coarser"),
        (REVENUE, "32780", "$33 billion", "wrong"),
        ("What was it in USD billions?", "$8.70", "$8,738 million", "rounding"),
        ("What does it cost?", "$8.70", "$8.74", "wrong"),
        ("What is the fee?", "5", "5.4", "wrong"),
        ("What is the ratio? Round to two decimals.", "0.66", "0.6638", "rounding"),
        ("What is the ratio? Round to two decimals.", "0.66", "0.65", "wrong"),
        ("What is the turnover? Round to two decimals.", "3.46", "3.45", "calculation"),
        ("What is the factor?", "3.46", "3.45", "wrong"),
        ("What is the ratio?", "0.8", "79.98%", "rounding"),
        ("What is the margin in percent?", "39.7%", "39.7", "share"),
        ("What is the deductible?", "5%", "5", "wrong"),
        ("What was the margin?", "-0.133%", "(0.133)%", "exact"),
        ("What was the margin?", "0.133%", "(0.133)%", "wrong"),
        (CHANGE, "-5.2%", "Sales decreased by 5.2%.", "sign"),
        (CHANGE, "-5.2%", "Sales increased by 5.2%.", "wrong"),
        ("By how much did sales decrease?", "5.2%", "Sales decreased by 5.2%.", "exact"),
        ("By how much did sales grow?", "5.2%", "Sales decreased by 5.2%.", "wrong"),
        ("How long does it take?", "45 hours", "It takes 45 minutes.", "wrong"),
        ("How long does it take?", "90 minutes", "one and a half hours", "unit"),
        ("How many hours does it take?", "45", "45 minutes", "wrong"),
        ("How many rules are there?", "35", "There are 45 rules, of which 35 are mandatory.", "wrong"),
        ("How much per year is charged for a boat?", "2000", "2,000 per year", "exact"),
        ("What is the fee a year was raised to?", "2010", "It is $2010.", "exact"),
        ("How many people attended in 2019?", "1204", "In 2019, 1,204 people attended.", "exact"),
        ("How many people attended at most?", "1204", "In 2019, 1,204 people attended.", "exact"),
    ],
)
def test_the_rule_by_which_it_is_right(asked: str, expected: str, text: str, by: str) -> None:
    assert rule(asked, expected, text) == by


@pytest.mark.parametrize(
    ("text", "decides"),
    [
        ("$293 × 2.061 = $603.87 ≈ $604", True),
        ("The base rate is $293. The premium is $293 × 2.061 = $604.", True),
        ("$293 × 2.061 = $604, and with the fee $640.", False),  # another figure behind the same equals sign
        ("$293 × 2.061 = $604. The limit is $750.", False),
        ("$604 = $293 × 2.061", False),
    ],
)
def test_what_stands_behind_the_last_equals_sign_concludes(text: str, decides: bool) -> None:
    found = verdict(Question("Q", PREMIUM, "number", "$604"), Answer("answered", text))
    assert bool(found.undecided) != decides
    assert found.score >= 0.5


@pytest.mark.parametrize(
    ("text", "decides"),
    [
        ("$604\n\nThe base rate is $293.", True),
        ("$604 total\n\nThe base rate is $293.", True),
        ("It is $604 today\n\nThe base rate is $293.", False),
        ("Is it $604?\n\nThe base rate is $293.", False),
    ],
)
def test_a_first_line_that_is_a_figure_alone_is_the_answer(text: str, decides: bool) -> None:
    assert bool(verdict(Question("Q", PREMIUM, "number", "$604"), Answer("answered", text)).undecided) != decides


def test_a_rule_can_be_switched_off() -> None:
    assert rule("What is the ratio? Round it.", "0.66", "0.6638", number_rules=["scale"]) == "wrong"
    assert rule("What is the ratio? Round it.", "0.66", "0.66", number_rules=[]) == "exact"


def test_a_tolerance_is_a_share_of_the_right_number() -> None:
    assert rule("How much?", "604", "598", number_tolerance=0.01) == "exact"
    assert rule("How much?", "604", "597", number_tolerance=0.01) == "wrong"
