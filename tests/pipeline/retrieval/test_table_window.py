from collections.abc import Sequence

from ragatta.pipeline.retrieval import table_window
from ragatta.pipeline.tables.row_text import write
from ragatta.pipeline.types import Chunk, Hit

COLUMNS = ("Boat Class", "Hull Value", "Storm Excess", "Storm")


def chunk(index: int, *rows: str, table: str = "a.pdf#t1", file: str = "a.pdf") -> Chunk:
    text = write(["Storm Excess Factor"], COLUMNS, [row.split("|") for row in rows]) if rows else "Some prose."
    return Chunk(f"{file}/{index}", file, index, text, 1, 1, index, index + 1, 1, table=table if rows else "")


GROUPS = [
    chunk(at, f"K3|${at}00,000|2%|1.{at}00", f"K3|${at}00,000|5%|1.{at}50") for at in range(1, 9)
]  # every table's rows, a hull value a group


def rows_of(_: str) -> Sequence[Chunk]:
    return GROUPS


def hit(found: Chunk, rank: int = 1) -> Hit:
    return Hit(found, 1 / rank, 0.5, rank, "hybrid")


def test_the_rows_that_meet_the_values_of_the_query_are_brought_not_the_neighbours() -> None:
    brought = table_window.expand([hit(GROUPS[0])], 1, "Storm factor of a K3 with a $700,000 hull value", rows_of)
    assert [one.chunk.chunk_index for one in brought] == [7]
    assert [(one.rank, one.found_by, one.score) for one in brought] == [(0, "window", 1.0)]


def test_a_value_belongs_to_the_column_named_beside_it() -> None:
    groups = [chunk(1, "K3|$500|$700|1.100"), chunk(2, "K3|$700|$500|1.200"), chunk(3, "K3|$900|$500|1.300")]
    query = "a K3 with a $700 hull value and a $500 storm excess"
    [first, *_] = table_window.expand([hit(groups[2])], 2, query, lambda _: groups)
    assert first.chunk.chunk_index == 2


def test_an_amount_between_rows_brings_the_next_ones_of_the_rows_that_hold_the_other_values() -> None:
    values = {"K5": (340, 360), "K3": (100, 200, 300, 400, 500)}
    groups = [chunk(own, f"{name}|${own},000|2%|1.1") for name, all_own in values.items() for own in all_own]
    query = "Storm factor of a K3 with a hull value of $350,000"
    brought = table_window.expand([hit(groups[-1])], 2, query, lambda _: groups)
    assert sorted(one.chunk.chunk_index for one in brought) == [300, 400]


def test_rows_that_hold_nothing_of_the_query_are_not_brought() -> None:
    assert table_window.expand([hit(GROUPS[0])], 3, "How is a storm defined?", rows_of) == []
    assert table_window.expand([hit(chunk(9))], 3, "K3 with $700,000", rows_of) == []


def test_no_chunk_comes_twice_and_the_order_is_that_of_the_window() -> None:
    hits = [hit(chunk(3, file="b.pdf"), 1), hit(GROUPS[6], 2), hit(GROUPS[1], 3)]
    brought = table_window.expand(hits, 2, "K3 with $400,000", rows_of)
    ordered = table_window.in_order(hits, [*hits, *brought])
    places = [(one.chunk.source_file, one.chunk.chunk_index) for one in ordered]
    assert places[0] == ("b.pdf", 3)
    assert places[1:] == sorted(set(places[1:]))
    assert ("a.pdf", 4) in places


def test_of_each_table_the_first_is_kept_and_of_prose_all() -> None:
    tables = ["", "t1", "t1", "", "t2", "t1", "t3"]
    assert table_window.one_a_table(range(7), lambda at: tables[at], 4) == [0, 1, 3, 4]
