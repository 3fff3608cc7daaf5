"""Laws of context pruning, and its arithmetic."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from ragatta.pipeline.agents.agentic.pruning import prune, relevance
from ragatta.pipeline.types import Hit
from standins.scripted import chunk, hit


def count(text: str) -> int:
    return len(text.split())


def search(*numbers: int) -> list[Hit]:
    return [hit(chunk("a.pdf", number, "word " * (number % 5 + 1)), rank) for rank, number in enumerate(numbers, 1)]


searches = st.lists(st.lists(st.integers(0, 12), max_size=8, unique=True).map(lambda n: search(*n)), max_size=4)


@given(searches, st.integers(0, 40))
def test_the_budget_holds_and_nothing_is_lost_unsaid(found: list[list[Hit]], budget: int) -> None:
    left = prune(found, budget, count)
    kept = {one.chunk.id: one.chunk.text for hits in left.kept for one in hits}
    assert sum(map(count, kept.values())) <= budget
    assert set(kept) | set(left.dropped) == {one.chunk.id for hits in found for one in hits}
    assert not set(kept) & set(left.dropped)


@given(searches, st.integers(0, 40))
def test_pruning_twice_prunes_no_more_and_keeps_the_order(found: list[list[Hit]], budget: int) -> None:
    left = prune(found, budget, count)
    used = sum(map(count, {one.chunk.id: one.chunk.text for hits in left.kept for one in hits}.values()))
    assert prune(left.kept, used, count).kept == left.kept
    for before, after in zip(found, left.kept, strict=True):
        assert [one for one in before if one in after] == list(after)


@given(searches)
def test_with_room_for_all_everything_stays(found: list[list[Hit]]) -> None:
    assert prune(found, 10_000, count).kept == tuple(map(tuple, found))


def test_what_two_searches_rank_high_comes_first() -> None:
    # 7 is second twice: 2/62 = 0.0323; 1 and 2 are first once: 1/61 = 0.0164 each.
    order = relevance([search(1, 7), search(2, 7)])
    assert max(order, key=lambda id_: order[id_]) == "a.pdf#7"
    left = prune([search(1, 7), search(2, 7)], 3, count)  # the chunk 7 has 3 words
    assert [[one.chunk.chunk_index for one in hits] for hits in left.kept] == [[7], [7]]
