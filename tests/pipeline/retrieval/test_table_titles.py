import pytest

from ragatta.pipeline.retrieval.table_titles import TableTitles
from ragatta.pipeline.tables.row_text import write
from ragatta.pipeline.types import Chunk


def chunk(at: int, title: str) -> Chunk:
    text = (
        write(["Exhibit", title], ("Form", "Fire"), [("K3", "1.000")])
        if title
        else "Some prose of a boat class factor."
    )
    return Chunk(f"a#{at}", "a", at, text, 1, 1, at, at + 1, 1, table=f"a#t{title}" if title else "")


TITLES = ("Boat Class Factor", "Boat Class Factor", "Boat Factor", "Storm Excess Factor", "")
RANKED = TableTitles([chunk(at, title) for at, title in enumerate(TITLES)])


def test_tables_whose_title_is_said_in_full_are_ranked_by_what_it_tells() -> None:
    scores = RANKED.scores("What is the Fire boat class factor for K4?", 60)
    assert scores.tolist() == pytest.approx([1 / 61, 1 / 61, 1 / 62, 0, 0])


def test_a_title_said_in_part_counts_for_nothing() -> None:
    assert RANKED.scores("Which storms are there, and which class?", 60).tolist() == [0] * 5
