"""The order of passages: by hand, by trec_eval's own code, and what must always hold."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import replace
from random import Random

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from pytrec_eval import RelevanceEvaluator

from ragatta.eval.matching.evidence import Corpus, wanted
from ragatta.eval.ranking import Ranking, passages, text_of
from ragatta.eval.scorers import Given, evidence_recall
from ragatta.eval.scorers.passage_ranking import PassageRanking
from ragatta.pipeline.types import Answer, Chunk, Evidence, Page, Question, StageRecord

Cut = Callable[[str, str], Chunk]
SIMMER = Evidence("book.pdf", (2,), quote="Simmer for 45 minutes at 92 degrees")
COSTS = Evidence("book.pdf", (3,), value="$4.50")


NAMES = [metric.name for metric in PassageRanking.metrics]


def metrics(given: Given, cutoff: int) -> dict[str, float | None]:
    return dict.fromkeys(NAMES) | PassageRanking(cutoff).score(given)


def scored(corpus: Corpus, answer: Answer, *evidence: Evidence, cutoff: int = 10) -> dict[str, float | None]:
    question = Question("Q", "How?", "text", "so", evidence=evidence)
    return metrics(Given(question, answer, corpus), cutoff)


def answered(*context: Chunk, hits: Sequence[Sequence[tuple[Chunk, int]]] = ()) -> Answer:
    told = [[{"chunk": chunk.id, "rank": rank} for chunk, rank in found] for found in hits]
    steps = (StageRecord("retriever", 0.0, details={"hits": told}),) if told else ()
    return Answer("answered", "so", context=context, steps=steps)


def test_by_hand(corpus: Corpus, chunk: Cut) -> None:
    useless, soup, bread = chunk("Contents", "Soup"), chunk("Onion soup.", "serve"), chunk("Bake", "$4.50.")
    found = scored(corpus, answered(useless, soup), SIMMER, COSTS)
    assert found["mrr"] == 1 / 2
    assert found["map"] == (1 / 2 + 0) / 2
    assert found["ndcg"] == pytest.approx((1 / math.log2(3)) / (1 + 1 / math.log2(3)))
    assert (found["passage_precision"], found["passage_recall"]) == (1 / 2, 1 / 2)
    assert scored(corpus, answered(soup, bread, useless), SIMMER, COSTS) == {
        "ndcg": 1.0, "mrr": 1.0, "map": 1.0, "passage_precision": 2 / 3, "passage_recall": 1.0,
    }  # fmt: skip
    first = scored(corpus, answered(soup, useless, bread), SIMMER, COSTS, cutoff=2)
    assert (first["passage_precision"], first["passage_recall"]) == (1 / 2, 1 / 2)


def test_a_passage_with_several_pieces_takes_a_place_for_each(corpus: Corpus, chunk: Cut) -> None:
    useless, both = chunk("Contents", "Soup"), chunk("Onion soup.", "$4.50.")
    assert scored(corpus, answered(both, useless), SIMMER, COSTS)["map"] == 1.0
    # places: useless, soup, bread
    assert scored(corpus, answered(useless, both), SIMMER, COSTS)["map"] == (1 / 2 + 2 / 3) / 2


def test_evidence_that_spans_chunks_counts_where_it_is_complete(corpus: Corpus, chunk: Cut) -> None:
    left, right = chunk("Onion soup.", "45 min"), chunk("utes", "serve")
    found = scored(corpus, answered(left, right), SIMMER)
    assert (found["mrr"], found["passage_precision"], found["passage_recall"]) == (1 / 2, 1 / 2, 1.0)
    assert scored(corpus, answered(left), SIMMER)["passage_recall"] == 0.0


def test_the_best_hits_of_every_search_come_first_and_neighbours_last(chunk: Cut) -> None:
    one, two, three, near = (chunk(word, "serve") for word in ("Onion", "Simmer", "at 92", "then"))
    answer = answered(near, three, one, two, hits=[[(one, 2), (near, 0), (two, 1)], [(three, 1), (two, 2)]])
    assert [own for (own,) in passages(answer)] == [two, three, one, near]
    assert passages(replace(answer, status="failed")) == ()
    assert [own for (own,) in passages(answered(near, one))] == [near, one], "the order shown, where no hit is recorded"


def test_the_parts_of_a_chunk_are_one_passage(corpus: Corpus, chunk: Cut) -> None:
    left = chunk("Simmer", "minutes")
    right = replace(chunk("at 92", "serve"), id=left.id)
    assert passages(answered(left, right)) == ((left, right),)
    assert text_of((replace(left, text=""), right), corpus) == "Simmer for 45 minutes\nat 92 degrees, then serve"


def test_a_passage_from_outside_that_stands_nowhere_takes_a_place(corpus: Corpus, chunk: Cut) -> None:
    soup, bread = chunk("Onion soup.", "serve"), chunk("Bake", "$4.50.")
    told = [{"file": "", "chunks": []}, {"file": "book.pdf", "chunks": [bread.id, soup.id]}]
    steps = (StageRecord("alignment", 0.0, details={"passages": told}),)
    answer = Answer("answered", "so", context=(bread, soup), steps=steps)
    assert passages(answer) == ((), (bread, soup))
    assert scored(corpus, answer, COSTS)["mrr"] == 1 / 2
    unknown = replace(answer, steps=(StageRecord("alignment", 0.0, details={"passages": None}),))
    assert scored(corpus, unknown, COSTS) == dict.fromkeys(NAMES), "not known what it was written from"


# Pieces of evidence "fact 0 . fact 1 . ..." of one page, and chunks of it.
FACTS = 8
TEXT = "".join(f"filler fact{number}end " for number in range(FACTS))
PAGES = {"a.pdf": (Page("a.pdf", 1, TEXT),)}
CHUNKS = st.builds(
    lambda start, size: Chunk(
        f"a#{start}-{size}", "a.pdf", start, TEXT[start : start + size], 1, 1, start, min(start + size, len(TEXT)), 1
    ),
    st.integers(0, len(TEXT) - 1),
    st.integers(1, 60),
)
CONTEXTS = st.lists(CHUNKS, max_size=12, unique_by=lambda chunk: chunk.id)
WANTED = st.sets(st.integers(0, FACTS - 1), min_size=1)
CUTOFFS = st.integers(1, 12)


def asked(numbers: set[int]) -> Question:
    facts = (Evidence("a.pdf", (1,), value=f"fact{number}end") for number in sorted(numbers))
    return Question("Q", "?", "text", "so", evidence=tuple(facts))


def figures(numbers: set[int], context: Sequence[Chunk], cutoff: int = 10) -> dict[str, float]:
    found = metrics(Given(asked(numbers), Answer("answered", "", context=tuple(context)), PAGES), cutoff)
    return {name: value for name, value in found.items() if value is not None}


@settings(deadline=None)
@given(WANTED, CONTEXTS, CUTOFFS)
def test_as_trec_eval_computes_them(numbers: set[int], context: list[Chunk], cutoff: int) -> None:
    question = asked(numbers)
    ranking = Ranking(tuple((one,) for one in context), tuple(wanted(question, PAGES)), PAGES)
    assume(ranking.places)
    pieces = [str(number) for number in range(len(ranking.pieces))]
    left = iter(pieces)
    names = [next(left) if hit else f"useless {at}" for at, hit in enumerate(ranking.places)]
    run = {name: -float(rank) for rank, name in enumerate(names)}
    theirs = RelevanceEvaluator({"q": dict.fromkeys(pieces, 1)}, {f"ndcg_cut.{cutoff}", "recip_rank", "map"}).evaluate(
        {"q": run}
    )["q"]
    ours = figures(numbers, context, cutoff)
    assert ours["ndcg"] == pytest.approx(theirs[f"ndcg_cut_{cutoff}"])
    assert ours["mrr"] == pytest.approx(theirs["recip_rank"])
    assert ours["map"] == pytest.approx(theirs["map"])
    first = {str(at): int(relevant) for at, relevant in enumerate(ranking.relevant(len(context)))}
    run = {str(at): -float(at) for at in range(len(context))[:cutoff]}
    (precision,) = RelevanceEvaluator({"q": first}, {"set_P"}).evaluate({"q": run}).values()
    assert ours["passage_precision"] == pytest.approx(precision["set_P"])


@settings(deadline=None)
@given(WANTED, CONTEXTS, CUTOFFS)
def test_each_is_a_share_and_all_passages_have_the_evidence_recall(
    numbers: set[int], context: list[Chunk], cutoff: int
) -> None:
    assert all(0 <= value <= 1 for value in figures(numbers, context, cutoff).values())
    whole = figures(numbers, context, max(1, len(context)))["passage_recall"]
    assert whole == evidence_recall.score(asked(numbers), Answer("answered", "", context=tuple(context)), PAGES)


def words(start: int, end: int) -> Chunk:
    return Chunk(f"a#{start}", "a.pdf", start, TEXT[start:end], 1, 1, start, end, 1)


EACH = [words(TEXT.index(f"fact{number}"), TEXT.index(f"fact{number}end") + 8) for number in range(FACTS)]
USELESS = [words(place, place + 6) for place in range(len(TEXT)) if TEXT.startswith("filler", place)]


@given(WANTED, st.randoms(use_true_random=False))
def test_a_ranking_without_a_useless_passage_is_perfect(numbers: set[int], random: Random) -> None:
    whole = [EACH[number] for number in numbers]
    random.shuffle(whole)
    assert set(figures(numbers, whole).values()) == {1.0}


@given(WANTED, st.permutations([*EACH, *USELESS]), CUTOFFS)
def test_a_relevant_passage_further_up_lowers_nothing(numbers: set[int], context: list[Chunk], cutoff: int) -> None:
    relevant = [one in [EACH[number] for number in numbers] for one in context]
    at = next((at for at in range(1, len(context)) if relevant[at] and not relevant[at - 1]), 0)
    assume(at)
    swapped = [*context[: at - 1], context[at], context[at - 1], *context[at + 1 :]]
    before, after = figures(numbers, context, cutoff), figures(numbers, swapped, cutoff)
    assert all(after[name] >= before[name] for name in NAMES)
    assert after["map"] > before["map"]


@settings(deadline=None)
@given(WANTED, CONTEXTS, CHUNKS)
def test_a_further_passage_at_the_end_lowers_only_the_precision(
    numbers: set[int], context: list[Chunk], last: Chunk
) -> None:
    assume(last.id not in {one.id for one in context})
    before, after = figures(numbers, context), figures(numbers, [*context, last])
    assert all(after[name] >= before[name] - 1e-12 for name in NAMES if name != "passage_precision")
