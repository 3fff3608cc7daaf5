"""HTML, CSV, Markdown and plain text as sections."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ragatta.extensions.office.formats._decoding import read_text
from ragatta.extensions.office.formats.csv import groups
from ragatta.extensions.office.formats.html import sections_of
from ragatta.pipeline.documents.format import Format, format_of
from ragatta.pipeline.documents.parsers._text import Unreadable


def read(path: Path, data: bytes | str) -> list[str]:
    path.write_bytes(data.encode() if isinstance(data, str) else data)
    opened = cast(Format, format_of(path.name)).open(path)
    return [opened.text(index) for index in range(opened.pages)]


def test_html_is_what_a_browser_shows() -> None:
    html = """<title>No</title><style>p {}</style><p>Fees  and <b>du</b>es<br>of berths<!-- no --></p>
    <script>if (1 < 2) document.write("no")</script><ul><li>one<li>two</ul><pre>a
      b</pre>&amp; &euro;5 &#7;<template>no</template>"""
    assert sections_of(html).texts == ["Fees and dues\nof berths\n\none\ntwo\n\na\n      b\n\n& €5"]


def test_rows_of_a_table_are_lines_whose_cells_are_apart() -> None:
    html = "<table><tr><th>Boat<th>Fee</tr><tr><td></td><td><p>$31</p><p>a night</p></td></tr></table>after"
    assert sections_of(html).texts == ["Boat\tFee\n\t$31 a night\n\nafter"]
    spans = "<table><tr><th colspan=2>Berth<th rowspan=2>Fee<tr><td>a<td>b<tr><td>c<td hidden>no<td>d<td>e</table>"
    assert sections_of(spans).texts == ["Berth\t\tFee\na\tb\nc\td\te"]
    below = "<table><tr><td rowspan=2>North<td>1<tr><td>2<tr><td>South<td>3</table>"
    assert sections_of(below).texts == ["North\t1\n\t2\nSouth\t3"]
    layout = "<table><tr><td>menu<td><h1>Fees</h1><p>one</p><p>two</p><td>aside</table>"
    assert sections_of(layout).texts == ["menu", "Fees\n\none\n\ntwo\n\naside"]


@pytest.mark.parametrize(
    ("html", "shown"),
    [
        ("<p hidden>no<p>a", "a"),
        ("<div style='color: red; DISPLAY:none'>no<div>no</div>no</div>a", "a"),
        ("<div><p style='visibility: hidden'>no</div>a", "a"),
        ("<ul><li hidden>no<ul><li>no</ul>no<li>a</ul>b", "a\n\nb"),
        ("<table><tr hidden><td><table><tr><td>no</table><tr><td>a</table>b", "a\n\nb"),
        ("<h1 hidden>no</h1>a<dialog>no</dialog><dialog open>b</dialog>", "a\nb"),
        ("<body hidden>a<br hidden>b<input hidden>c<video>no</video>", "a\nbc"),
    ],
)
def test_what_an_attribute_hides_is_not_shown(html: str, shown: str) -> None:
    assert sections_of(html).texts == [shown]


def test_a_raised_figure_is_no_digit_of_the_figure_before() -> None:
    html = "<p>450<sup>1</sup> and <b>10</b><sup>-6</sup>, the 1<sup>st</sup> m<sup>2</sup>, 3 <sup>4</sup>"
    assert sections_of(html).texts == ["450^1 and 10^-6, the 1st m2, 3 4"]


POWER = "<math><mn>3</mn><mo>\u00d7</mo><msup><mn>10</mn><mn>6</mn></msup></math>"


@pytest.mark.parametrize(
    ("html", "text", "left_out"),
    [
        (f"at most {POWER} cells", "at most 3\u00d710^6 cells", {}),
        ("<p>a<math><mn>1<mn>2</mn>3</math>4<math>5<p>b", "a12345\n\nb", {}),
        ("$320<sup><b></b><a href='#n'>1</a></sup> a year", "$320^1 a year", {}),
        ("$320<sup></sup>1, 5<span style='vertical-align: super'>2</span>", "$3201, 5^2", {}),
        ("<ruby>a<rp>(<rt>no<rp>)</ruby>b<ruby>c<rt>no</rt>d<rt>no</ruby>e", "abcde", {"readings of ruby": 3}),
        ("Now <del>$50</del> <ins>$75</ins><s>$90</s>.<p style='text-decoration:line-through'>$80</p>", "Now $75.",
         {"struck-out texts": 3}),
        ("a<img width=16 height=16px><img width=200 height=100><img width=50% height=9>", "a", {"pictures": 2}),
        ("<p hidden>no <img> <s>no</s></p>a<img alt=no><canvas>no</canvas>", "a",
         {"hidden elements": 1, "pictures": 1, "drawings of scripts": 1}),
        ("<label><input type=checkbox checked>Smoker</label><input type=RADIO>Diver", "\u2612 Smoker \u2610 Diver", {}),
        ("Name:<input value='Ada'><input type=hidden value=no><input type=password value=no>!", "Name: Ada !", {}),
        ("<textarea>as\nwritten</textarea>", "as written", {}),
        ("Load <select><option>wool<option selected>salt</select> a day", "Load salt a day", {"options not chosen": 1}),
        ("<select><optgroup label=x><option>wool</option><option>salt</option></optgroup></select>", "wool",
         {"options not chosen": 1}),
        ("<select multiple><option selected>wool<option>salt<option selected>tin</select>", "wool, tin",
         {"options not chosen": 1}),
        ("<select><option>wool<input value=a>b", "wool a b", {}),
        ("<table><tr><th rowspan=0>Zone<td>A<td>1<tr><td>B<td>2</table>", "Zone\tA\t1\n\tB\t2", {}),
        ("<table><tr><th rowspan=2px>Zone<td>A<td>1<tr><td>B<td>2</table>", "Zone\tA\t1\n\tB\t2", {}),
        ("<table><tbody><tr><td rowspan=3>N<td>1<tbody><tr><td>S<td>2</table>", "N\t1\nS\t2", {}),
    ],
)  # fmt: skip
def test_what_a_page_shows_is_read_and_what_it_does_not_is_counted(
    html: str, text: str, left_out: dict[str, int]
) -> None:
    found = sections_of(html)
    assert (found.texts, +Counter(found.left_out)) == ([text], left_out)


def test_headings_begin_sections_however_they_are_nested() -> None:
    html = "intro<div><h1>One</h1>first<section><h3><a>One</a> a</h3>second</section></div><h2></h2>third"
    assert sections_of(html).texts == ["intro", "One\n\nfirst", "One a\n\nsecond\n\nthird"]


def test_markdown_keeps_its_signs_and_code_has_no_headings(tmp_path: Path) -> None:
    text = "lead\n\n# One **bold**\n| a | b |\n```\n# no heading\n```\n## Two\nend\n"
    sections = ["lead", "# One **bold**\n| a | b |\n```\n# no heading\n```", "## Two\nend"]
    assert read(tmp_path / "a.md", text) == sections


def test_underlined_headings_count_and_front_matter_has_none(tmp_path: Path) -> None:
    text = "---\n# no\ntags: x\n---\nOne\n===\n- a\n---\nb\nc\n---\n\nTwo\n--\n# Three\nFour\n----\nd"
    front, one = "---\n# no\ntags: x\n---", "One\n===\n- a\n---\nb\nc\n---"
    assert read(tmp_path / "a.md", text) == [front, one, "Two\n--", "# Three", "Four\n----\nd"]
    fenced = "# A\n```\n``` no end\n# no\n```\n```no code``` a\n"
    assert read(tmp_path / "b.md", fenced + "# B") == [fenced.strip(), "# B"]


def test_form_feeds_part_a_text(tmp_path: Path) -> None:
    assert read(tmp_path / "a.txt", "one\ntwo\f\fthree\f") == ["one\ntwo", "three"]


def test_rows_stand_below_the_header_in_every_section(tmp_path: Path) -> None:
    rows = [f"Vessel {at};{at}" for at in range(200)]
    found = read(tmp_path / "a.csv", "\n".join(["Name;Draught, m", *rows, "", '"two\nlines";7']))
    assert all(section.startswith("Name\tDraught, m\n") and len(section) <= 1000 for section in found)
    lines = [line for section in found for line in section.split("\n")[1:]]
    assert lines == [*(row.replace(";", "\t") for row in rows), "two lines\t7"]
    assert read(tmp_path / "b.tsv", "a\tb, c\n1\t2\n") == ["a\tb, c\n1\t2"]
    assert read(tmp_path / "c.csv", "only a header\n") == ["only a header"]
    assert read(tmp_path / "d.csv", "") == [""]


def test_a_title_and_a_stated_delimiter_are_no_header(tmp_path: Path) -> None:
    table = "Name;Fee\nDinghy;1.234,56\nKayak;12,50\n"
    rows = "Name\tFee\nDinghy\t1.234,56\nKayak\t12,50"
    assert read(tmp_path / "a.csv", "sep=;\n" + table) == [rows]
    assert read(tmp_path / "b.csv", "Fees of 2024\n\n" + table) == ["Fees of 2024", rows]
    assert read(tmp_path / "c.csv", "Fees;\n" + table) == ["Fees", rows]
    assert read(tmp_path / "d.csv", ";Fee\nDinghy;1\n") == ["\tFee\nDinghy\t1"]
    assert read(tmp_path / "e.csv", "a,b,c\n1\n1,2,3,4\n") == ["a\tb\tc\n1\n1\t2\t3\t4"]


def test_a_long_cell_goes_on_below_the_header(tmp_path: Path) -> None:
    found = read(tmp_path / "a.csv", "Id,Note\n1," + "word " * 3000)
    assert all(section.startswith("Id\tNote\n") and len(section) <= 3000 for section in found)
    assert "".join(section[8:] for section in found).split() == ["1", *["word"] * 3000]
    with pytest.raises(Unreadable, match="a quotation mark not closed"):
        read(tmp_path / "b.csv", 'a,b\n"' + "x" * 1_000_001)


@given(st.text("ab", max_size=20), st.lists(st.text("cd", max_size=30), min_size=1), st.integers(1, 40))
def test_every_row_is_in_one_group(header: str, rows: list[str], most: int) -> None:
    made = list(groups(0, header, enumerate(rows, 1), most))
    found = [text.split("\n") for _, _, text in made]
    assert [last - first + 1 for first, last, _ in made] == [len(found[0]), *(len(group) - 1 for group in found[1:])]
    assert [row for group in found for row in group[1:]] == rows
    assert all(group[0] == header and len(group) > 1 for group in found)


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-be-bom", "cp1252", "utf-32"])
def test_encodings_are_told_by_their_bytes(tmp_path: Path, encoding: str) -> None:
    text = "Die Gebühr für Größe XL beträgt 31 Mark, außerdem zahlt Müller jährlich für Öl."
    data = b"\xfe\xff" + text.encode("utf-16-be") if encoding == "utf-16-be-bom" else text.encode(encoding)
    assert read(tmp_path / "a.txt", data) == [text]


@pytest.mark.parametrize("text", ["Die Gebühr beträgt 31 €.", "port: 港の料金 31", "Склад 7, стр. 5"])
def test_utf16_needs_no_mark_where_zero_bytes_tell_its_order(tmp_path: Path, text: str) -> None:
    for order in ("utf-16-le", "utf-16-be"):
        assert read(tmp_path / "a.txt", text.encode(order)) == [text]
    assert read(tmp_path / "a.txt", text.encode() + b"\0") == [text]
    assert read(tmp_path / "a.txt", b"\0" * 8) == [""]


def test_a_declared_encoding_counts_where_it_is_no_utf8(tmp_path: Path) -> None:
    page = '<meta charset="shift_jis"><p>港の料金は三十一ドル</p>'
    assert read(tmp_path / "a.html", page.encode("shift_jis")) == ["港の料金は三十一ドル"]
    assert read(tmp_path / "b.html", page.encode()) == ["港の料金は三十一ドル"]


@pytest.mark.parametrize(
    ("text", "encoding"),
    [
        ("Grüße", "cp1252"),
        ("une redevance forfaitaire à l'été; où ça coûte très cher", "cp1252"),
        ("São Paulo não cobre a informação até amanhã", "cp1252"),
        ("Opłata za łódź wynosi pięćdziesiąt złotych", "cp1250"),
        ("książka", "cp1250"),
        ("Składka członkowska", "iso8859-2"),
        ("žlutá loď u mola", "cp1250"),
        ("Místo u mola stojí třicet korun za noc.", "iso8859-2"),
        ("tűzoltó készülék, jövő hét", "iso8859-2"),
        ("sarı kayık, yeni kapı", "cp1254"),
        ("Склад закрыт", "koi8-r"),
        ("<p class='note'>Цена за место</p>", "koi8-r"),
        ("МОСКВА", "cp1251"),
        ("Ключ у сторожа", "iso8859-5"),
        ("Καλημέρα", "cp1253"),
        ("C'è un posto, non è caro; 5 m² à 3 €", "cp1252"),
        ("« Œuvre » – § 5, ¿Qué?, Þetta er það", "cp1252"),
        ("창고는 닫혀 있습니다", "euc-kr"),
    ],
)
def test_short_texts_of_europe_are_told(tmp_path: Path, text: str, encoding: str) -> None:
    assert read(tmp_path / "a.txt", text.encode(encoding)) == [text]


def test_a_damaged_byte_does_not_change_the_encoding(tmp_path: Path) -> None:
    assert read(tmp_path / "a.txt", "Größe ".encode() * 20 + b"\xff") == ["Größe " * 20 + "\ufffd"]


def test_declared_names_mean_what_they_mean_on_the_web(tmp_path: Path) -> None:
    assert read(tmp_path / "a.html", b"<meta charset=iso-8859-1><p>5\x80 \x93x\x94") == ["5€ “x”"]
    xml = "<?xml version='1.0' encoding='koi8-r'?><p>Цех"
    assert read(tmp_path / "a.html", xml.encode("koi8-r")) == ["Цех"]
    for name in (b"hex", b"idna", b"undefined", b"none", b"utf-16"):
        assert read(tmp_path / "b.html", b"<meta charset=" + name + b"><p>Gr\xf6\xdfe") == ["Größe"]


def test_bytes_that_are_no_text_are_said(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_bytes(bytes(range(256)) * 10)
    with pytest.raises(Unreadable, match="save it as UTF-8"):
        read_text(tmp_path / "a.txt")
