"""HTML, CSV, Markdown and plain text as sections."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ragatta.pipeline.documents.formats import FORMATS, format_of
from ragatta.pipeline.documents.formats._decoding import read_text
from ragatta.pipeline.documents.formats.csv import groups
from ragatta.pipeline.documents.formats.html import sections_of
from ragatta.pipeline.documents.parsers._text import Unreadable


def read(path: Path, data: bytes | str) -> list[str]:
    path.write_bytes(data.encode() if isinstance(data, str) else data)
    opened = FORMATS.load(format_of(path.name)).open_document(path)
    return [opened.text(index) for index in range(opened.pages)]


def test_html_is_what_a_browser_shows() -> None:
    html = """<title>No</title><style>p {}</style><p>Fees  and <b>du</b>es<br>of berths<!-- no --></p>
    <script>if (1 < 2) document.write("no")</script><ul><li>one<li>two</ul><pre>a
      b</pre>&amp; &euro;5 &#7;<template>no</template>"""
    assert sections_of(html).texts == ["Fees and dues\nof berths\n\none\ntwo\n\na\n      b\n\n& €5"]


def test_rows_of_a_table_are_lines_whose_cells_are_apart() -> None:
    html = "<table><tr><th>Boat<th>Fee</tr><tr><td></td><td><p>$31</p><p>a night</p></td></tr></table>after"
    assert sections_of(html).texts == ["Boat\tFee\n\t$31 a night\n\nafter"]
    layout = "<table><tr><td>menu<td><h1>Fees</h1><p>one</p><p>two</p><td>aside</table>"
    assert sections_of(layout).texts == ["menu", "Fees\n\none\n\ntwo\n\naside"]


def test_headings_begin_sections_however_they_are_nested() -> None:
    html = "intro<div><h1>One</h1>first<section><h3><a>One</a> a</h3>second</section></div><h2></h2>third"
    assert sections_of(html).texts == ["intro", "One\n\nfirst", "One a\n\nsecond\n\nthird"]


def test_markdown_keeps_its_signs_and_code_has_no_headings(tmp_path: Path) -> None:
    text = "lead\n\n# One **bold**\n| a | b |\n```\n# no heading\n```\n## Two\nend\n"
    sections = ["lead", "# One **bold**\n| a | b |\n```\n# no heading\n```", "## Two\nend"]
    assert read(tmp_path / "a.md", text) == sections


def test_rows_stand_below_the_header_in_every_section(tmp_path: Path) -> None:
    rows = [f"Vessel {at};{at}" for at in range(200)]
    found = read(tmp_path / "a.csv", "\n".join(["Name;Draught, m", *rows, "", '"two\nlines";7']))
    assert all(section.startswith("Name\tDraught, m\n") and len(section) <= 1000 for section in found)
    lines = [line for section in found for line in section.split("\n")[1:]]
    assert lines == [*(row.replace(";", "\t") for row in rows), "two lines\t7"]
    assert read(tmp_path / "b.tsv", "a\tb, c\n1\t2\n") == ["a\tb, c\n1\t2"]
    assert read(tmp_path / "c.csv", "only a header\n") == ["only a header"]
    assert read(tmp_path / "d.csv", "") == [""]


@given(st.text("ab", max_size=20), st.lists(st.text("cd", max_size=30), min_size=1), st.integers(1, 40))
def test_every_row_is_in_one_group(header: str, rows: list[str], most: int) -> None:
    found = [group.split("\n") for group in groups(header, rows, most)]
    assert [row for group in found for row in group[1:]] == rows
    assert all(group[0] == header and len(group) > 1 for group in found)


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-be-bom", "cp1252", "utf-32"])
def test_encodings_are_told_by_their_bytes(tmp_path: Path, encoding: str) -> None:
    text = "Die Gebühr für Größe XL beträgt 31 Mark, außerdem zahlt Müller jährlich für Öl."
    data = b"\xfe\xff" + text.encode("utf-16-be") if encoding == "utf-16-be-bom" else text.encode(encoding)
    assert read(tmp_path / "a.txt", data) == [text]


def test_a_declared_encoding_counts_where_it_is_no_utf8(tmp_path: Path) -> None:
    page = '<meta charset="shift_jis"><p>港の料金は三十一ドル</p>'
    assert read(tmp_path / "a.html", page.encode("shift_jis")) == ["港の料金は三十一ドル"]
    assert read(tmp_path / "b.html", page.encode()) == ["港の料金は三十一ドル"]


def test_bytes_that_are_no_text_are_said(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_bytes(bytes(range(256)) * 10)
    with pytest.raises(Unreadable, match="save it as UTF-8"):
        read_text(tmp_path / "a.txt")
