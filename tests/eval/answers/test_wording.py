"""How much of an expected text an answer says."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ragatta.eval.answers.wording import is_weak, said_share

WHO = "Who wrote the first program?"
LONG = "The mill closed in spring because the river froze, and the workers moved to the harbour town."


@pytest.mark.parametrize(
    "text",
    ["It was Ada Lovelace.", "**Ada Lovelace** wrote the first program [1].", "Not Babbage, but Ada Lovelace did."],
)
def test_a_phrase_in_a_sentence_is_right(text: str) -> None:
    assert said_share("Ada Lovelace", text, WHO) == 1.0


def test_the_acronym_of_a_name_stands_for_it() -> None:
    assert said_share("Harbour Trade Board", "It was the HTB.", "Who granted it?") == 1.0
    assert said_share("Harbour Trade Board", "It was the H.T.B. in spring.", "Who granted it?") == 1.0
    assert said_share("Harbour Trade Board", "It was the HTC.", "Who granted it?") == 0.0
    assert said_share("Trade Board for coastal harbours", "It was the TB.", "Who granted it?") == 0.0


def test_the_nearer_side_of_a_contrast_has_the_answer() -> None:
    asked, near, far = "What covers the roof of the hall?", "The roof of the hall has", "the porch has"
    assert said_share("slate", f"{near} slate, but {far} tiles.", asked) == 1.0
    assert said_share("slate", f"{far.capitalize()} slate, but {near.lower()} tiles.", asked) == 0.0
    assert said_share("slate", f"{far.capitalize()} slate; {near.lower()} tiles.", asked) == 0.0
    assert said_share("slate", f"{near} slate. {far.capitalize()} slate, but {near.lower()} tiles.", asked) == 0.0


@pytest.mark.parametrize(
    "text",
    [
        "It was not Ada Lovelace.",
        "Charles Babbage",
        "It was either Ada Lovelace or Charles Babbage.",
        "It was Ada Lovelace. Correction: it was Charles Babbage.",
        "",
    ],
)
def test_a_phrase_that_is_denied_or_missing_is_wrong(text: str) -> None:
    assert said_share("Ada Lovelace", text, WHO) == 0.0


def test_what_the_question_denies_may_be_denied() -> None:
    asked = "What kind of gate does not qualify for the credit?"
    assert said_share("a gate left open", "A gate left open does not qualify.", asked) == 1.0


def test_the_words_of_the_question_tell_little() -> None:
    assert said_share(LONG, "The mill closed.", "Why did the mill close?") < 0.2
    assert said_share(LONG, "The river froze and the workers moved to the harbour town.", "Why did it close?") > 0.6


def test_more_than_300_words_beyond_ten_times_the_expected_are_worth_less() -> None:
    longest = f"{LONG} " + "bread " * (300 + (10 - 1) * len(LONG.split()))
    assert said_share(LONG, longest, "Why?") == 1.0
    assert said_share(LONG, f"{longest} bread", "Why?") == pytest.approx(470 / 471)


def test_a_text_of_more_than_a_phrase_is_scored_weakly() -> None:
    assert is_weak(LONG, "Why?")
    assert not is_weak("Ada Lovelace", WHO)


@given(st.text(max_size=60), st.text(max_size=60), st.text(max_size=30))
def test_a_share_whatever_is_said(right: str, text: str, question: str) -> None:
    assert 0 <= said_share(right, text, question) <= 1


def test_a_share_is_the_same_in_whatever_order_a_set_gives_its_words() -> None:
    program = (
        "from ragatta.eval.answers.wording import said_share\n"
        "right = 'Net interest income rose in 2021 on higher rates, growth of loans and 3% lower costs at Meridian'\n"
        "asked = 'Why did net interest income rise on rates, loans and costs of Meridian?'\n"
        "print(repr([said_share(right, right[:end], asked) for end in range(30, 100, 3)]))"
    )
    made = {
        subprocess.run(
            [sys.executable, "-c", program], env={**os.environ, "PYTHONHASHSEED": seed}, capture_output=True, check=True
        ).stdout
        for seed in ("1", "2", "3")
    }
    assert len(made) == 1
