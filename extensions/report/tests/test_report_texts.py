"""The texts that a report carries: the documents' own, once each, and none that could be a program."""

from __future__ import annotations

import json
from itertools import pairwise
from pathlib import Path
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from extensions.report.tests.reported import report
from ragatta.eval.matching.shown import united
from ragatta.experiments.results.reading import open_sweep
from ragatta.extensions.report.commands.report import data, page
from ragatta.extensions.report.contents import contents
from ragatta.extensions.report.corpora import Reading
from ragatta.extensions.report.question_pages import Texts
from ragatta.pipeline.documents.corpus import document_text
from ragatta.pipeline.types import Page
from standins.sweeps import Sweep, edit, edit_lines


def test_contexts_are_the_very_text_of_their_documents(tmp_path: Path) -> None:
    sweep = Sweep(["a", "b"], questions=8, chunks=6)
    found = report(sweep, tmp_path / "s")
    seen = 0
    for question in found["questions"]:
        for row in (row for rows in question["rows"] for row in rows):
            for number, start, end, *_ in row["context"]:
                text = found["texts"][number]
                held = next((s, words) for s, words in text["stretches"] if s <= start and end <= s + len(words))
                whole = document_text(sweep.corpus[text["file"]])
                assert held[1][start - held[0] : end - held[0]] == whole[start:end]
                seen += 1
        for phrase, places in question["wanted"]:
            assert places
            for number, start, end in places:
                assert document_text(sweep.corpus[found["texts"][number]["file"]])[start:end] == phrase
    assert seen > 20


SPANS = st.lists(st.tuples(st.integers(0, 60), st.integers(1, 20)).map(lambda s: (s[0], s[0] + s[1])), max_size=12)


@given(SPANS, st.text("ab ", min_size=80, max_size=80))
def test_joined_spans_lie_apart_and_hold_what_the_spans_hold(spans: list[tuple[int, int]], text: str) -> None:
    found = united(spans, text)
    assert all(a[1] < b[0] and text[a[1] : b[0]].strip() for a, b in pairwise(found))
    within = {place for start, end in spans for place in range(start, end)}
    extra = {place for start, end in found for place in range(start, end)} - within
    assert within <= {place for start, end in found for place in range(start, end)}
    assert all(text[place] == " " for place in extra)


def test_what_is_read_with_ocr_is_another_text(tmp_path: Path) -> None:
    alike = Sweep(["a", "b"], questions=8, chunks=6)
    folder, whole = alike.write(tmp_path / "s"), len(report(alike, tmp_path / "alike")["texts"])
    config = folder / "runs/02/config.yaml"
    edit(config, lambda text: text.replace("name: none", "name: tesseract"))
    assert len(contents(open_sweep(str(folder)), lambda _: Reading(alike.corpus))["texts"]) == 2 * whole


def test_a_document_is_carried_once_a_parser_and_only_where_it_is_shown() -> None:
    corpus = {"a.pdf": (Page("a.pdf", 1, "one two three"), Page("a.pdf", 2, "four"))}
    texts = Texts()
    assert texts.number("pdfium", "a.pdf", corpus) == texts.number("pdfium", "a.pdf", corpus) == 0
    assert texts.number("pypdf", "a.pdf", corpus) == 1
    assert texts.number("pdfium", "gone.pdf", None) == 2
    texts.show(0, 4, 7)
    texts.show(0, 14, 18)
    texts.show(2, 0, 5)
    first, other, gone = texts.as_json()
    assert first["stretches"] == [(4, "two"), (14, "four")]
    assert first["starts"] == [0, 14]
    assert other["stretches"] == gone["stretches"] == gone["starts"] == []


def test_unknown_documents_leave_contexts_without_text_and_say_so(tmp_path: Path) -> None:
    sweep = open_sweep(str(Sweep().write(tmp_path / "s")))
    found = contents(sweep, lambda _: Reading(None, "the documents are gone"))
    assert any("without their text: the documents are gone" in note for note in found["notes"])
    assert all(text["stretches"] == [] for text in found["texts"])
    assert found["questions"][0]["rows"][0][0]["context"]
    assert [phrase for phrase, places in found["questions"][0]["wanted"] if not places]


@given(
    st.recursive(st.text(st.characters(exclude_categories=[])), lambda inner: st.lists(inner, max_size=3), max_leaves=5)
)
def test_no_text_can_end_the_element_that_holds_the_data(value: Any) -> None:
    written = data({"value": value, "more": "</script><!--"})
    assert "<" not in written
    assert json.loads(written.encode())["value"] == value


def test_the_page_names_its_own_script_and_style_and_loads_nothing(tmp_path: Path) -> None:
    written = page(report(Sweep(), tmp_path / "s"))
    head = written.split("</head>")[0]
    assert "default-src 'none'" in head
    assert head.count("'sha256-") == 2
    elsewhere = written.replace("http://www.w3.org/2000/svg", "").replace("http://127.0.0.1:7460/question/", "")
    assert "http://" not in elsewhere
    assert "https://" not in written
    assert "innerHTML" not in written


def test_documents_and_calls_of_a_stage_are_kept_short(tmp_path: Path) -> None:
    folder = Sweep(["a", "b"], questions=2).write(tmp_path / "s")
    call = {"task": "route", "model": "m", "live": True, "seconds": 0.12345678, "tokens_in": 1, "digest": "d" * 64}

    def called(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
        rows[0]["stages"][0]["calls"] = [call]
        return rows

    edit_lines(folder / "runs/01/timings.jsonl", called)
    found = contents(open_sweep(f"{folder}/"), lambda _: Reading(None, "gone"))
    assert found["files"] == [f"paper {n}.pdf" for n in range(3)], "each name once"
    router, retriever = found["questions"][0]["rows"][0][0]["steps"]
    assert router["details"]["documents"] == [0, 1, 2]
    assert router["calls"] == [{"task": "route", "model": "m", "live": True, "seconds": 0.123457, "tokens_in": 1}]
    assert [found["chunks"][number][0] for number, *_ in retriever["hits"][0]], "hits are numbered chunks"
