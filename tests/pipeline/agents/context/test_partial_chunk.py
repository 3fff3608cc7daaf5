from __future__ import annotations

from dataclasses import replace

from ragatta.pipeline.agents.context.partial_chunk import stretch
from standins.scripted import chunk


def test_a_part_of_prose_stands_where_its_text_does() -> None:
    part = stretch(chunk("a.pdf", 0, "one two three", start=100), 4, 7)
    assert (part.text, part.char_start, part.char_end) == ("two", 104, 107)


def test_a_part_of_written_out_rows_has_its_share_of_the_original() -> None:
    rows = replace(
        chunk("a.pdf", 0, "Table:\nA: 1\nA: 2\nA: 3\n", start=100), original="1 2 3\n", char_end=106, table="t"
    )
    part = stretch(rows, 0, len(rows.text) // 2)
    assert (part.original, part.char_start, part.char_end) == ("1 2", 100, 103)
    assert rows.text.startswith(part.text)
    whole = stretch(rows, 0, 1000)
    assert (whole.text, whole.original, whole.char_end) == (rows.text, rows.original, 106)
