"""Appending keeps every byte that stands in the file, and writes nothing that would not load."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from string import printable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ragatta.eval.gold.appending import append_questions
from ragatta.eval.gold.conversations import continued
from ragatta.eval.gold.questions import load_questions
from ragatta.eval.gold.records import GoldError
from ragatta.pipeline.types import Component, Evidence, Question

NEW = Question(
    "N_1",
    'What is "it": 5% # no?',
    "multi",
    ("2.060", "yes", "null", "- x: y"),
    also_accepted=("Stock",),
    evidence=(Evidence("a (1).pdf", (2, 3), "it said: 'x'"), Evidence("b.pdf", (1,), value="$5")),
    components=(Component("one", 2.5, "5"), Component("both", 1, files=("a (1).pdf", "b.pdf"))),
    sub_questions=("a?", "b?", "c?", "d?"),
    filters={"year": 2024, "day": "2024-05-01"},
    documents=("a (1).pdf", "b.pdf"),
    forbidden=("PWNED: yes",),
    tags=("x",),
    split="dev",
)
FILES = {
    "plain": "- id: A\n  question: Why?\n  kind: text\n  expected: so\n",
    "comments, quotes, odd spacing": "# head\n\n-   id:  'A'   # keep\n    question: \"Why?\"\n    kind: text\n"
    "    expected: >\n      so\n# tail\n",
    "no newline at the end": "- {id: A, question: Why?, kind: text, expected: so}",
    "indented": "  # c\n  - id: A\n    question: Why?\n    kind: text\n    expected: so\n",
    "Windows": "- id: A\r\n  question: Why?\r\n  kind: text\r\n  expected: so\r\n",
    "a byte order mark": "\ufeff- id: A\n  question: Why?\n  kind: text\n  expected: so\n",
    "a block text that keeps its lines": "- id: A\n  question: Why?\n  kind: text\n  expected: |+\n    so\n\n",
}


@pytest.mark.parametrize("text", FILES.values(), ids=FILES)
def test_what_stands_in_the_file_stays_byte_for_byte(tmp_path: Path, text: str) -> None:
    path = tmp_path / "questions.yaml"
    path.write_bytes(text.encode("utf-8"))
    path.chmod(0o640)
    before = load_questions(path)
    append_questions(path, [NEW])
    assert path.read_bytes().startswith(text.encode("utf-8"))
    assert load_questions(path) == [*before, NEW]
    assert path.stat().st_mode & 0o777 == 0o640
    assert ("\r\n" in text) == (b"\r\n" in path.read_bytes())


@pytest.mark.parametrize("text", ["", "# nothing yet\n"])
def test_the_first_question_of_a_file(tmp_path: Path, text: str) -> None:
    path = tmp_path / "questions.yaml"
    path.write_text(text, encoding="utf-8")
    append_questions(path, [NEW])
    assert load_questions(path) == [NEW]


def test_a_new_file_begins_with_its_header(tmp_path: Path) -> None:
    path = tmp_path / "new" / "added.yaml"
    append_questions(path, [NEW], "# added\n")
    assert path.read_text(encoding="utf-8").startswith("# added\n\n- id: N_1\n")
    assert load_questions(path) == [NEW]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("- {id: N_1, question: Why?, kind: text, expected: so}\n", "taken already"),
        ("[{id: A, question: Why?, kind: text, expected: so}]\n", "a list in brackets"),
        ("- {id: A, question: Why?, kind: text, expected: so}\n...\n", "ends with '...'"),
        ("- {id: A, question: Why?, kind: txt, expected: so}\n", "unknown 'txt'"),
        ("- {id: A, question: Why?, kind: text, expected: *nowhere}\n", "line 1: found undefined alias"),
        ("a: 1\n", "must be a list"),
    ],
)
def test_a_file_that_takes_nothing_stays_as_it_is(tmp_path: Path, text: str, message: str) -> None:
    path = tmp_path / "questions.yaml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(GoldError, match=message) as caught:
        append_questions(path, [NEW])
    assert all(fault.startswith(str(path)) for fault in caught.value.faults)
    assert path.read_text(encoding="utf-8") == text
    assert [p.name for p in tmp_path.iterdir()] == ["questions.yaml"]


def test_who_append_at_once_wait_for_one_another(tmp_path: Path) -> None:
    path = tmp_path / "questions.yaml"
    with ThreadPoolExecutor(4) as people:
        list(people.map(lambda n: append_questions(path, [replace(NEW, id=f"N_{n}")]), range(8)))
    assert {question.id for question in load_questions(path)} == {f"N_{n}" for n in range(8)}


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    (tmp_path / "real.yaml").write_text(FILES["plain"], encoding="utf-8")
    link = tmp_path / "link.yaml"
    link.symlink_to("real.yaml")
    append_questions(link, [NEW])
    assert link.is_symlink()
    assert len(load_questions(tmp_path / "real.yaml")) == 2


@given(
    text=st.text(alphabet=printable + "äß–…\u2028\ufeff\u200b\x85字", min_size=1).map(str.strip).filter(bool),
    items=st.lists(st.text(min_size=1, max_size=9).map(str.strip).filter(str.strip), min_size=1, max_size=3),
)
def test_any_text_comes_back_or_nothing_is_written(
    tmp_path_factory: pytest.TempPathFactory, text: str, items: list[str]
) -> None:
    path = tmp_path_factory.mktemp("any") / "questions.yaml"
    path.write_text(FILES["plain"], encoding="utf-8")
    question = Question("N", text, "summary", tuple(items))
    try:
        append_questions(path, [question])
    except (GoldError, UnicodeEncodeError):
        assert path.read_text(encoding="utf-8") == FILES["plain"]
    else:
        assert load_questions(path)[1] == question


def test_a_turn_is_written_once_and_in_another_file_than_the_one_before_it_with_all_its_turns(tmp_path: Path) -> None:
    first = Question("A", "How long?", "number", "45 minutes")
    second = replace(
        continued(Question("B", "And peas?", "number", "30", after="A"), {"A": first}), dependence="ellipsis"
    )
    for file, there in ((tmp_path / "both.yaml", [first]), (tmp_path / "both.jsonl", [first])):
        append_questions(file, there)
        append_questions(file, [second])
        assert load_questions(file) == [first, second]
        assert "turns" not in file.read_text()
    append_questions(tmp_path / "added.yaml", [second])
    assert load_questions(tmp_path / "added.yaml") == [replace(second, after="")]
