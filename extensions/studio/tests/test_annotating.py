"""An entry of annotations is added, replaced and taken out, and every other byte of the file stays."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest

from ragatta.eval.gold.questions import load_questions
from ragatta.eval.gold.records import GoldError
from ragatta.extensions.studio.annotating import annotate
from ragatta.pipeline.types import Evidence

SOURCE = "id,question,expected_output\nA,How much?,$6\nB,How long?,2 years\nC,Which?,Onion\n"
FILE = """# head
A:   # of A
  tags: [price]

# of B
B: {tags: [time]}   # kept
# tail
"""
FOUND = Evidence("a.pdf", (3,), "It costs $6.")


@pytest.fixture
def source(tmp_path: Path) -> Path:
    (tmp_path / "source.csv").write_text(SOURCE)
    return tmp_path / "source.csv"


@pytest.mark.parametrize("text", [FILE, FILE.replace("\n", "\r\n"), "", "{}\n", "# none yet\n", "B:\n  tags: [time]"])
@pytest.mark.parametrize("identity", ["A", "B", "C"])
def test_an_entry_is_written_and_all_else_stays(source: Path, text: str, identity: str) -> None:
    path = source.with_name("annotations.yaml")
    path.write_bytes(text.encode())
    before = load_questions(source, path)
    one = next(each for each in before if each.id == identity)
    annotate(path, source, replace(one, evidence=(FOUND,)))
    after = load_questions(source, path)
    assert after == [replace(each, evidence=(FOUND,)) if each.id == identity else each for each in before]
    left = path.read_bytes().decode()
    assert {*re.findall("\r?\n", left)} <= ({*re.findall("\r?\n", text)} or {"\n"})
    assert all(line in left for line in text.splitlines() if line.startswith("#"))
    annotate(path, source, one)
    assert load_questions(source, path) == before
    plain = next(each for each in load_questions(source) if each.id == identity)
    annotate(path, source, plain)
    assert identity + ":" not in path.read_text()


def test_a_field_that_the_source_has_can_be_emptied(tmp_path: Path) -> None:
    source, path = tmp_path / "s.jsonl", tmp_path / "annotations.yaml"
    source.write_text('{"id": "A", "question": "How much?", "expected": "$6", "tags": ["price"]}\n')
    (one,) = load_questions(source)
    annotate(path, source, replace(one, tags=()))
    assert load_questions(source, path) == [replace(one, tags=())]


def test_what_cannot_be_annotated_leaves_the_file_as_it_is(source: Path) -> None:
    path = source.with_name("annotations.yaml")
    path.write_text("{A: {tags: [price]}}\n")
    one = load_questions(source)[1]
    for changed in (replace(one, expected="3 years"), replace(one, id="Z"), replace(one, tags=("t",))):
        with pytest.raises(GoldError):
            annotate(path, source, changed)
    assert path.read_text() == "{A: {tags: [price]}}\n"
