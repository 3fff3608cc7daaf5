"""A topic that is to be summarised or explained: sentences about it, and nothing where it is nowhere."""

from __future__ import annotations

import pytest

from pipeline.tasks.agentic import ComposeAnswer, ComposedAnswer
from pipeline.tasks.answers import Passage
from reader.composing import compose_answer
from reader.prose.digests import topic_of

LEASE = """Lease of Orchard Barn
Termination
Either party may end the lease by giving sixty days' notice in writing. The notice must be sent by
registered post.
Rent
The monthly rent is $1,450 and is due on the first day of each month."""
SLIP = "Slip Number: S-7\nCarrier: Blue Van\nCrates: 12"


def composed(question: str) -> ComposedAnswer:
    passages = (Passage(1, "lease.pdf", 1, 1, LEASE), Passage(2, "S-7.pdf", 1, 1, SLIP))
    return compose_answer(ComposeAnswer(question, "summarize", "natural_language", passages, False))


@pytest.mark.parametrize(
    ("question", "topic"),
    [
        ("Summarize slip S-7", "slip S-7"),
        ("Please give me a short overview of the clauses on termination", "termination"),
        ("Explain how the deposit works?", "the deposit"),
        ("Can you describe the rent?", "the rent?"),
        ("What is the rent?", ""),
    ],
)
def test_the_words_of_asking_are_no_topic(question: str, topic: str) -> None:
    assert topic_of(question) == topic


@pytest.mark.parametrize(
    ("question", "said", "unsaid", "file"),
    [
        ("Summarise slip S-7", "Carrier: Blue Van", "rent", "S-7.pdf"),
        ("Give an overview of the clauses on termination", "sixty days", "monthly rent", "lease.pdf"),
        ("Explain how the rent works", "monthly rent", "registered", "lease.pdf"),
        ("Outline the notice", "registered post", "monthly rent", "lease.pdf"),
    ],
)
def test_a_topic_is_told_in_its_own_sentences(question: str, said: str, unsaid: str, file: str) -> None:
    found = composed(question)
    assert found.status == "answered"
    assert said in found.text
    assert unsaid not in found.text
    assert f"[{file}]" in found.text


@pytest.mark.parametrize(
    ("question", "missing"),
    [
        ("Summarize the clauses on insurance", "nothing about: insurance"),
        ("Explain how photosynthesis works", "nothing about: photosynthesis"),
        ("Summarize slip S-9", "nothing about: s-9"),
    ],
)
def test_a_topic_that_is_nowhere_stays_unanswered_and_is_named_as_a_word(question: str, missing: str) -> None:
    found = composed(question)
    assert (found.status, found.missing) == ("insufficient", missing)
