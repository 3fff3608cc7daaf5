"""Yes or no, wherever and however it is said."""

from __future__ import annotations

import pytest

from ragatta.eval.answers.yes_no import is_plain, yes_or_no

FLOODS, DOGS, SMOKING = "Does the policy cover floods?", "Is there a surcharge for dogs?", "Is smoking allowed?"


@pytest.mark.parametrize(
    ("asked", "text", "said"),
    [
        (FLOODS, "Based on the documents, the policy does not cover floods.", "no"),
        (FLOODS, "Based on the documents, yes, floods are covered.", "yes"),
        (FLOODS, "Yes and no.", ""),
        (FLOODS, "It does not.", "no"),
        (FLOODS, "It does.", "yes"),
        (FLOODS, "The policy covers floods.", "yes"),
        (FLOODS, "The answer is **no**: floods are excluded.", "no"),
        (FLOODS, "It is unclear whether the policy covers floods.", ""),
        (FLOODS, "Perhaps yes.", ""),
        (FLOODS, "Yes. Correction: no, it does not.", "no"),
        (DOGS, "There is no surcharge for dogs.", "no"),
        (DOGS, "Correct, there is a surcharge for dogs (Rule 12).", "yes"),
        (SMOKING, "Smoking is prohibited.", "no"),
        (SMOKING, "Smoking is allowed, but only outside.", "yes"),
        (SMOKING, '{"answer": false}', "no"),
        (FLOODS, "Floods are mentioned on page 3.", ""),
        (SMOKING, "Bread is baked at night.", ""),
        (SMOKING, "", ""),
    ],
)
def test_by_hand(asked: str, text: str, said: str) -> None:
    assert yes_or_no(text, asked) == said


@pytest.mark.parametrize(
    "hedge",
    [
        "yes and no", "yes, or no", "no and yes", "yes/no", "both yes, if insured", "it might", "it is unclear",
        "uncertain", "not clear", "it depends", "it cannot be determined", "partially", "partly",
    ],
)  # fmt: skip
def test_a_hedged_yes_is_not_plain(hedge: str) -> None:
    assert is_plain("Yes, naturally.", FLOODS)
    assert not is_plain(f"Yes, {hedge}.", FLOODS)
