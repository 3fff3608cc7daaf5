from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ragatta.extensions.multi_query.agents.diversity import Selection, select
from ragatta.pipeline.types import Hit
from standins.scripted import chunk

LETTERS = "ABCDEFGHIJKL"


def hits(*given: tuple[str, float]) -> list[Hit]:
    """Chunks whose text is a letter, by letter and score."""
    return [
        Hit(chunk("a.pdf", LETTERS.index(letter), letter), score, score, rank, "rerank")
        for rank, (letter, score) in enumerate(given, 1)
    ]


def letters(chosen: Sequence[Hit]) -> str:
    return "".join(hit.chunk.text for hit in chosen)


def one(_text: str) -> int:
    return 1


EXAMPLE = [hits(("A", 0.95), ("B", 0.92)), hits(("C", 0.94), ("D", 0.90)), hits(("E", 0.93), ("F", 0.88))]


def test_the_seeds_first_example() -> None:
    """Three places: the best three happen to be of three sub-questions, and nothing is swapped."""
    chosen = select(EXAMPLE, 3, one)
    assert (letters(chosen.hits), letters(chosen.left_out), chosen.unrepresented) == ("ACE", "BDF", ())


def test_no_swap_takes_the_only_chunk_of_a_sub_question() -> None:
    """Two places for three sub-questions: dropping C, the only chunk of sub-question 1, for E would call for the next
    swap, and so on. Here nobody's only chunk is taken, and who has none is said."""
    chosen = select(EXAMPLE, 2, one)
    assert (letters(chosen.hits), chosen.unrepresented) == ("AC", (2,))


@pytest.mark.parametrize(
    ("shares", "expected"), [((), "ABCDEF"), ((1, 1), "ABCEFG"), ((1, 2), "ABEFGH")], ids=["rank", "equal", "need"]
)
def test_shares_come_before_the_rank(shares: tuple[int, ...], expected: str) -> None:
    found = [hits(("A", 0.9), ("B", 0.8), ("C", 0.7), ("D", 0.6)), hits(("E", 0.5), ("F", 0.4), ("G", 0.3), ("H", 0.2))]
    assert letters(select(found, 6, one, shares).hits) == expected


def test_a_swap_takes_the_lowest_chunk_of_a_sub_question_that_keeps_another() -> None:
    found = [hits(("A", 0.9), ("B", 0.8), ("C", 0.7)), hits(("D", 0.85), ("E", 0.75)), hits(("F", 0.1), ("G", 0.05))]
    assert letters(select(found, 4, one).hits) == "ADBF"  # E, the lowest, went for F: D stays for sub-question 1


def test_no_diversity_is_forced() -> None:
    """One sub-question may have all places but one."""
    found = [hits(("A", 0.9), ("B", 0.8), ("C", 0.7)), hits(("D", 0.3), ("E", 0.2))]
    assert letters(select(found, 4, one).hits) == "ABCD"


def test_a_chunk_found_by_two_counts_for_both_and_is_shown_once() -> None:
    found = [hits(("A", 0.9), ("B", 0.8)), hits(("A", 0.5), ("C", 0.4))]
    chosen = select(found, 2, one)
    assert (letters(chosen.hits), chosen.unrepresented) == ("AB", ())
    assert chosen.found_for["a.pdf#0"] == (0, 1)
    assert chosen.hits[0].score == 0.9


def test_a_long_chunk_takes_the_places_of_several() -> None:
    found = [hits(("A", 0.9), ("B", 0.8), ("C", 0.7)), hits(("D", 0.1))]
    assert letters(select(found, 3, lambda text: 2 if text == "D" else 1).hits) == "AD"


def test_where_its_best_is_too_long_a_sub_questions_next_best_is_taken() -> None:
    found = [hits(("A", 0.9), ("B", 0.8)), hits(("D", 0.2), ("E", 0.1))]
    chosen = select(found, 2, lambda text: 9 if text == "D" else 1)
    assert (letters(chosen.hits), chosen.unrepresented) == ("AE", ())


def test_a_sub_question_that_found_nothing_is_unrepresented() -> None:
    assert select([hits(("A", 0.9)), []], 5, one).unrepresented == (1,)
    assert select([], 5, one) == Selection((), (), {}, ())


@pytest.mark.parametrize("limit", [0, 1])
def test_a_limit_below_every_chunk_shows_none(limit: int) -> None:
    assert select(EXAMPLE, limit, lambda _text: 2).hits == ()


SEARCHES = st.lists(
    st.dictionaries(st.sampled_from(LETTERS), st.integers(0, 20), max_size=6).map(
        lambda found: hits(*sorted(((letter, score / 20) for letter, score in found.items()), key=lambda at: -at[1]))
    ),
    max_size=5,
)
SIZES = st.dictionaries(st.sampled_from(LETTERS), st.integers(1, 4)).map(lambda sizes: lambda text: sizes.get(text, 1))


@given(found=SEARCHES, limit=st.integers(0, 15), sizes=SIZES)
def test_its_laws(found: list[list[Hit]], limit: int, sizes) -> None:
    chosen = select(found, limit, sizes)
    shown = [hit.chunk.id for hit in chosen.hits]
    assert sum(sizes(hit.chunk.text) for hit in chosen.hits) <= limit
    assert len(set(shown)) == len(shown)
    assert {*shown, *(hit.chunk.id for hit in chosen.left_out)} == {hit.chunk.id for hits in found for hit in hits}
    assert [hit.score for hit in chosen.hits] == sorted((hit.score for hit in chosen.hits), reverse=True)
    # Nobody who has a place among the best that fit loses it.
    first = [hit.chunk.id for hit in _best_that_fit(chosen, found, limit, sizes)]
    represented = {number for id_ in first for number in chosen.found_for[id_]}
    assert not represented & set(chosen.unrepresented)
    assert select(found, limit, sizes) == chosen


def _best_that_fit(chosen: Selection, found: list[list[Hit]], limit: int, sizes) -> list[Hit]:
    def order(hit: Hit) -> tuple[float, int, int, str]:
        return -hit.score, hit.rank, min(n for n, hits in enumerate(found) if hit in hits), hit.chunk.id

    pool = sorted((*chosen.hits, *chosen.left_out), key=order)
    fit: list[Hit] = []
    for hit in pool:
        if sum(sizes(one.chunk.text) for one in (*fit, hit)) <= limit:
            fit.append(hit)
    return fit


@given(found=SEARCHES, limit=st.integers(1, 15))
def test_a_sub_question_with_a_hit_is_left_out_only_where_no_other_has_two_places(
    found: list[list[Hit]], limit: int
) -> None:
    """With chunks of one size: whoever stays without a place, every chunk shown is the only one of somebody."""
    chosen = select(found, limit, one)
    for number in chosen.unrepresented:
        if found[number]:
            assert len(chosen.hits) == limit
            for hit in chosen.hits:
                own = chosen.found_for[hit.chunk.id]
                assert any(sum(n in chosen.found_for[other.chunk.id] for other in chosen.hits) == 1 for n in own)
