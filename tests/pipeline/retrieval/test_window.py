from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from ragatta.pipeline.retrieval.window import expand
from ragatta.pipeline.types import Chunk, Hit

LENGTH = 10


def chunk(document: str, index: int) -> Chunk:
    return Chunk(f"{document}#{index}", document, index, "text", 1, 1, index, index + 1, 1)


def chunk_at(document: str, index: int) -> Chunk | None:
    return chunk(document, index) if 0 <= index < LENGTH else None


def hit(document: str, index: int, rank: int) -> Hit:
    return Hit(chunk(document, index), score=1 / rank, similarity=0.9 / rank, rank=rank, found_by="semantic")


def places(hits: list[Hit]) -> list[str]:
    return [found.chunk.id for found in hits]


def test_neighbours_in_document_order_the_best_document_first() -> None:
    hits = [hit("b", 5, 1), hit("a", 0, 2)]
    assert places(expand(hits, 2, chunk_at)) == ["b#3", "b#4", "b#5", "b#6", "b#7", "a#0", "a#1", "a#2"]


def test_a_chunk_comes_once_and_stays_a_hit() -> None:
    hits = [hit("a", 4, 1), hit("a", 5, 2), hit("a", 9, 3)]
    expanded = expand(hits, 2, chunk_at)
    assert places(expanded) == [f"a#{index}" for index in range(2, 10)]
    assert [found for found in expanded if found.rank] == hits


def test_a_neighbour_takes_its_evidence_from_the_nearest_hit() -> None:
    expanded = {found.chunk.chunk_index: found for found in expand([hit("a", 2, 1), hit("a", 6, 2)], 3, chunk_at)}
    assert [expanded[at].similarity for at in (1, 3, 4, 5, 7)] == [0.9, 0.9, 0.9, 0.45, 0.45]
    assert all((found.rank, found.found_by) == (0, "window") for at, found in expanded.items() if at not in (2, 6))


def test_nothing_to_expand() -> None:
    assert expand([], 2, chunk_at) == []
    assert expand([hit("a", 3, 1)], 0, chunk_at) == [hit("a", 3, 1)]


@given(
    st.lists(st.tuples(st.sampled_from("ab"), st.integers(0, LENGTH - 1)), unique=True, max_size=8),
    st.integers(0, 4),
)
def test_exactly_the_chunks_within_reach(found: list[tuple[str, int]], size: int) -> None:
    expanded = expand([hit(*place, rank) for rank, place in enumerate(found, 1)], size, chunk_at)
    reach = {
        f"{document}#{at}"
        for document, index in found
        for at in range(max(index - size, 0), min(index + size, LENGTH - 1) + 1)
    }
    assert len(expanded) == len(reach)
    assert set(places(expanded)) == reach


def test_a_window_grows_until_a_neighbour_is_too_far_off() -> None:
    near = {"a#3", "a#5", "a#6", "a#8"}  # beyond a#7, which is not, a#8 is not reached from a#4
    expanded = expand([hit("a", 4, 1)], 4, chunk_at, lambda _, neighbour: neighbour.id in near)
    assert places(expanded) == ["a#3", "a#4", "a#5", "a#6"]


def test_each_hit_has_a_window_of_its_own() -> None:
    hits = [hit("a", 2, 1), hit("a", 7, 2)]
    expanded = expand(hits, 2, chunk_at, lambda found, _: found.rank == 2)
    assert places(expanded) == ["a#2", "a#5", "a#6", "a#7", "a#8", "a#9"]
