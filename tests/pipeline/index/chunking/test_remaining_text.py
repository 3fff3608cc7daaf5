"""Where the text goes that no row of a table has."""

from __future__ import annotations

from ragatta.pipeline.index.chunking._remaining_text import STRAY, RowGroup, divided
from ragatta.pipeline.tables.row_text import with_beside


def group(text: str, *words: str) -> RowGroup:
    spans = tuple((text.index(word), text.index(word) + len(word)) for word in words)
    return RowGroup(spans[0][0], spans[-1][1], text=" ".join(words), page=1, words=spans)


def test_stray_words_among_two_tables_side_by_side_join_the_row_before_them() -> None:
    text = "Mill 10 Dock 20 closed Barn 30 Quay 40"
    left, right = group(text, "Mill 10", "Barn 30"), group(text, "Dock 20", "Quay 40")
    groups, prose = divided([left, right], text, [0], [])
    assert [one.text for one in groups] == [left.text, with_beside(right.text, [" closed "])]
    assert prose == []


def test_stray_words_that_the_rows_have_are_not_written_again() -> None:
    text = "Mill 10 mill Barn 30"
    groups, prose = divided([group(text, "Mill 10", "Barn 30")], text, [0], [])
    assert ([one.text for one in groups], prose) == (["Mill 10 Barn 30"], [])


def test_what_is_longer_than_stray_words_is_prose() -> None:
    between = " so it was " * (STRAY // 11 + 1)
    text = f"Mill 10{between}Barn 30"
    groups, prose = divided([group(text, "Mill 10", "Barn 30")], text, [0], [])
    assert [text[start:end] for start, end in prose] == [between]
    assert groups[0].text == "Mill 10 Barn 30"
