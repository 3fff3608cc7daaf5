from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import accumulate, pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ragatta.pipeline.documents.corpus import Corpus, document_text
from ragatta.pipeline.index.chunker import CHUNKERS
from ragatta.pipeline.index.chunking.table import TableChunker
from ragatta.pipeline.index.cutting import by_characters, by_tokens, cut, windows
from ragatta.pipeline.tables.model import Row, Table, counted
from ragatta.pipeline.tables.row_text import read, row_lines
from ragatta.pipeline.tables.tabled_corpus import TabledCorpus
from ragatta.pipeline.types import Chunk, Page

TABLE = TableChunker(60, 10)

SIZES = st.integers(1, 30).flatmap(lambda size: st.tuples(st.just(size), st.integers(0, size - 1)))


def row(page: int, text: str, *cells: str) -> Row:
    """Its words are looked for in the page's text where pdfium would have them: at its beginning."""
    return Row(cells, page, ((0, counted(text)),))


def corpus(texts: Sequence[str], *tables: Table) -> TabledCorpus:
    pages = tuple(Page("a", number, text) for number, text in enumerate(texts, 1))
    return TabledCorpus("d", {"a": "0"}, {"a": pages}, tables={"a": tables})


def table(*rows: Row, number: int = 1, about: tuple[tuple[int, tuple[int, str]], ...] = ()) -> Table:
    return Table(f"a#t{number}", "a", ("Rates",), ("Form", "Fire"), rows, about)


def test_rows_are_written_out_between_the_prose_around_them() -> None:
    text = "These are the rates.\nRates\nForm Fire\nHO3 1.05\nHO4 0.95\nThey are final."
    rows = row(1, "HO3 1.05", "HO3", "1.05"), row(1, "HO4 0.95", "HO4", "0.95")
    chunks = cut(corpus([text], table(*rows)), TABLE)
    assert [(chunk.text, chunk.original, chunk.table) for chunk in chunks] == [
        ("These are the rates.\nRates\nForm Fire\n", "", ""),
        ("Table: Rates\nForm: HO3; Fire: 1.05\nForm: HO4; Fire: 0.95", "HO3 1.05\nHO4 0.95", "a#t1"),
        ("\nThey are final.", "", ""),
    ]
    assert [chunk.chunk_index for chunk in chunks] == [0, 1, 2]


def test_a_title_and_a_header_alone_are_no_chunk_of_their_own() -> None:
    text = "Rates\nForm Fire\nHO3 1.05\nPage 1"
    about = (1, (0, "RatesFormFire")), (1, (20, "Page1"))
    (chunk,) = cut(corpus([text], table(row(1, "HO3 1.05", "HO3", "1.05"), about=about)), TABLE)
    assert chunk.original == text


def test_a_row_group_holds_whole_rows_as_many_as_fit_and_keeps_to_its_page() -> None:
    rows = [(page, f"HO{at} {at}.5") for page in (1, 2) for at in range(1, 4)]
    texts = ["\n".join(text for page, text in rows if page == number) for number in (1, 2)]
    chunks = cut(corpus(texts, table(*(row(page, text, *text.split()) for page, text in rows))), TABLE)
    assert [chunk.text.count("\n") for chunk in chunks] == [2, 1, 2, 1]
    assert [(chunk.first_page, chunk.last_page) for chunk in chunks] == [(1, 1), (1, 1), (2, 2), (2, 2)]
    assert all(len(chunk.text) <= 60 for chunk in chunks)


def test_a_row_longer_than_a_chunk_is_one_all_the_same() -> None:
    (chunk,) = cut(corpus(["HO3 " + "x" * 90], table(row(1, "HO3" + "x" * 90, "HO3", "x" * 90))), TABLE)
    assert chunk.text.endswith("x" * 90)


def test_rows_that_cannot_be_located_stand_on_the_whole_page_whose_text_is_prose_all_the_same() -> None:
    rows, prose = cut(corpus(["another text"], table(row(1, "HO3 1.05", "HO3", "1.05"))), TABLE)
    assert (rows.original, rows.text) == ("another text", "Table: Rates\nForm: HO3; Fire: 1.05")
    assert (prose.original, prose.text) == ("", "another text")


def test_a_corpus_without_its_tables_is_refused() -> None:
    with pytest.raises(ValueError, match="without its tables"):
        cut(Corpus("d", {"a": "0"}, {"a": (Page("a", 1, "x"),)}), TABLE)


def test_other_strategies_are_cut_as_ever() -> None:
    source = corpus(["one two three four", "five"], table(row(1, "one two", "one", "two")))
    for strategy in ("document", "page"):
        chunking = CHUNKERS.load(strategy)(10, 2)
        assert cut(source, chunking) == cut(Corpus(source.digest, source.files, source.pages), chunking)
        assert not any(chunk.table or chunk.original for chunk in cut(source, chunking))


@st.composite
def documents(draw: st.DrawFn) -> TabledCorpus:
    """Pages of lines, some of which are rows of tables, some titles; some rows stand nowhere."""
    texts, rows, about = [], [], []
    for number in range(1, draw(st.integers(1, 3)) + 1):
        lines = draw(st.lists(st.text(alphabet="a12 \n", max_size=12), max_size=6))
        starts = list(accumulate((len("".join(line.split())) for line in lines), initial=0))
        texts.append("\n".join(lines))
        for line, start in zip(lines, starts, strict=False):
            kind = draw(st.sampled_from(["prose", "row", "title", "lost"]))
            visible = "".join(line.split())
            if kind in ("row", "lost") and visible:
                place = (start, visible if kind == "row" else "nowhere")
                rows.append(Row((line, str(len(rows))), number, (place,)))
            elif kind == "title" and visible:
                about.append((number, (start, visible)))
    return corpus(texts, *([table(*rows, about=tuple(about))] if rows else []))


@given(documents(), st.integers(1, 80))
def test_laws(source: TabledCorpus, size: int) -> None:
    chunks, text = cut(source, TableChunker(size, size // 3)), document_text(source.pages["a"])
    covered: set[int] = set()
    for chunk in chunks:
        covered.update(range(chunk.char_start, chunk.char_end))
        assert (chunk.original or chunk.text) == text[chunk.char_start : chunk.char_end]
        assert bool(chunk.table) == (read(chunk.text) is not None)
        assert chunk.first_page <= chunk.last_page
    assert all(at in covered for at, character in enumerate(text) if not character.isspace())
    assert [chunk.chunk_index for chunk in chunks] == list(range(len(chunks)))
    assert [chunk.char_start for chunk in chunks] == sorted(chunk.char_start for chunk in chunks)
    wanted = [row for each in source.tables["a"] for row in each.rows]
    lines = sorted((row.page, f"Form: {' '.join(row.cells[0].split())}; Fire: {row.cells[1]}") for row in wanted)
    assert sorted(written(chunks)) == lines
    assert not [figure for figure in re.finditer(r"\w*\d\w*", text) if not shown(figure, chunks)]


def written(chunks: Sequence[Chunk]) -> list[tuple[int, str]]:
    """Every row's line with its page."""
    return [(chunk.first_page, line) for chunk in chunks if chunk.table for line in row_lines(chunk.text)]


def shown(figure: re.Match[str], chunks: Sequence[Chunk]) -> bool:
    """Whether a figure of the document is in the text of the chunks that stand over it: cut by their borders, or in one
    table chunk."""
    over = [chunk for chunk in chunks if chunk.char_start < figure.end() and figure.start() < chunk.char_end]
    prose = {at for chunk in over if not chunk.table for at in range(chunk.char_start, chunk.char_end)}
    return prose >= {*range(*figure.span())} or any(figure[0] in re.findall(r"\w+", chunk.text) for chunk in over)


def test_a_line_about_a_table_is_kept_beside_its_rows_if_it_has_another_figure() -> None:
    text = "A Company\nRates 2025\nForm Fire\nHO3 1.05\nPage 1"
    about = (1, (0, "ACompanyRates2025FormFire")), (1, (31, "Page1"))
    (chunk,) = cut(corpus([text], table(row(1, "HO3 1.05", "HO3", "1.05"), about=about)), TABLE)
    assert chunk.text == "Table: Rates\nForm: HO3; Fire: 1.05\nBeside the table:\nRates 2025\nPage 1"
    assert read(chunk.text) == read("Table: Rates\nForm: HO3; Fire: 1.05")


def test_a_few_words_among_the_rows_are_kept_with_the_row_before_them() -> None:
    text = "HO3 1.05\n(see note 7)\nHO4 0.95"
    rows = row(1, "HO3 1.05", "HO3", "1.05"), Row(("HO4", "0.95"), 1, ((15, "HO4095"),))
    (chunk,) = cut(corpus([text], table(*rows)), TableChunker(200, 10))
    assert chunk.text.endswith("Form: HO4; Fire: 0.95\nBeside the table:\n(see note 7)")
    first, between, second = cut(corpus([text], table(*rows)), TableChunker(40, 10))
    assert (first.original, between.text.strip(), second.original) == ("HO3 1.05", "(see note 7)", "HO4 0.95")


def test_prose_among_the_rows_is_prose() -> None:
    prose = "In the text of this page the columns come one after the other. " * 4
    text = f"HO3\n{prose}\n1.05"
    one = Row(("HO3", "1.05"), 1, ((0, "HO3"), (len(counted(f"HO3{prose}")), "105")))
    chunks = cut(corpus([text], table(one)), TABLE)
    assert chunks[0].text == "Table: Rates\nForm: HO3; Fire: 1.05"
    assert "".join(prose.split()) in "".join("".join(chunk.text for chunk in cut_once(chunks)).split())


def cut_once(chunks: Sequence[Chunk]) -> list[Chunk]:
    """The prose, each character once."""
    found: list[Chunk] = []
    for chunk in chunks:
        if not chunk.table:
            new = max(0, (found[-1].char_end if found else 0) - chunk.char_start)
            found.append(replace(chunk, text=chunk.text[new:]))
    return found


def test_the_bucket_is_the_documents() -> None:
    source = replace(corpus(["HO3 1.05"], table(row(1, "HO3 1.05", "HO3", "1.05"))), buckets={"a": "rates"})
    assert {chunk.bucket for chunk in cut(source, TABLE)} == {"rates"}


def words(text: str) -> list[tuple[int, int]]:
    return [match.span() for match in re.finditer(r"\w+|[^\w\s]", text)]


def test_arithmetic() -> None:
    assert list(windows(10, size=4, overlap=1)) == [(0, 4), (3, 7), (6, 10)]
    assert list(windows(11, size=4, overlap=1)) == [(0, 4), (3, 7), (6, 10), (9, 11)]
    assert list(windows(3, size=4, overlap=1)) == [(0, 3)]
    assert list(windows(0, size=4, overlap=1)) == []


def test_tokens_carry_the_space_behind_them() -> None:
    text = "  one two, three"
    cut = list(by_tokens(2, 1, words)(text))
    assert [text[start:end] for start, end in cut] == ["  one two", "two, ", ", three"]


@given(st.integers(0, 500), SIZES)
def test_windows_cover_everything_and_overlap_exactly(units: int, sizes: tuple[int, int]) -> None:
    size, overlap = sizes
    cut = list(windows(units, size, overlap))
    assert {unit for start, end in cut for unit in range(start, end)} == set(range(units))
    assert all(end - start == size for start, end in cut[:-1])
    assert all(last_end - start == overlap for (_, last_end), (start, _) in pairwise(cut))


@given(st.text(max_size=200), SIZES)
def test_no_character_is_lost_in_either_unit(text: str, sizes: tuple[int, int]) -> None:
    for spans in (by_characters(*sizes)(text), by_tokens(*sizes, words)(text)):
        assert {at for start, end in spans for at in range(start, end)} == set(range(len(text)))


@given(st.text(alphabet="ab ,.", max_size=200), SIZES)
def test_a_window_of_tokens_holds_its_number_of_them(text: str, sizes: tuple[int, int]) -> None:
    size, overlap = sizes
    counts = [len(words(text[start:end])) for start, end in by_tokens(size, overlap, words)(text)]
    assert all(count == size for count in counts[:-1])
    assert sum(counts) - overlap * max(len(counts) - 1, 0) == len(words(text))
