"""What holds whatever the passages say."""

from __future__ import annotations

import re

from hypothesis import given, settings
from hypothesis import strategies as st

from ragatta.extensions.extractive.rules.write_answer import write_answer
from ragatta.pipeline.tasks.answers import Passage, WriteAnswer
from ragatta.pipeline.text.words import coverage, stem, terms, weigh

VOCABULARY = ["Pump", "Valve", "rate", "2%", "$1,500", "B-2", "A-1", "…", ".....", "•", "12", "the", "3.5", ",", "."]
WORDS = st.sampled_from([*VOCABULARY, "Section B –", "pressure of", "is", ":"])
TEXT = st.lists(st.lists(WORDS, min_size=1, max_size=8).map(" ".join), max_size=20).map("\n".join)
QUESTION = st.lists(WORDS, min_size=1, max_size=8).map(" ".join)


@settings(max_examples=150, deadline=None)
@given(question=QUESTION, texts=st.lists(TEXT, max_size=3), enumeration=st.booleans())
def test_answers_quote_and_insufficiency_names_what_lacks(question: str, texts: list[str], enumeration: bool) -> None:
    passages = tuple(Passage(n, f"{n}.pdf", n, n, text) for n, text in enumerate(texts, 1))
    answer = write_answer(WriteAnswer(question, passages, enumeration))
    if answer.status == "insufficient":
        assert answer.missing
        assert (answer.items, answer.value, answer.sources) == ([], "", [])
        return
    cited = {int(number) for number in re.findall(r"\[Source (\d+)\]", answer.text)}
    assert cited == set(answer.sources)
    assert cited <= {passage.source for passage in passages}
    words = set(" ".join(texts).split())
    for item in answer.items:
        assert set(re.findall(r"[A-Za-z]+", item)) <= set(re.findall(r"[A-Za-z]+", " ".join(words)))


@given(st.text(max_size=200))
def test_any_text_is_read(text: str) -> None:
    write_answer(WriteAnswer(text, (Passage(1, "a.pdf", 1, 1, text),), False))
    write_answer(WriteAnswer(text, (Passage(1, "a.pdf", 1, 1, text),), True))


@given(st.text(alphabet="abcdeginsy", min_size=1, max_size=12))
def test_a_stem_is_a_beginning_or_ends_in_y(word: str) -> None:
    assert word.startswith(stem(word).removesuffix("y"))


def test_terms_meet_over_inflection_and_notation() -> None:
    assert terms("two policies, located") == terms("two policy, locating")
    assert terms("$1,500 or 5 percent") == ("1500", "5%")
    assert terms("a rate for Annex B") == ("rate", "annex", "B")


@given(st.lists(st.sampled_from("abcdef"), min_size=1), st.lists(st.sets(st.sampled_from("abcdef"))))
def test_coverage_is_a_share(asked: list[str], units: list[set[str]]) -> None:
    weights = weigh(asked, units)
    assert coverage(weights, []) == 0
    assert abs(coverage(weights, asked) - 1) < 1e-9
