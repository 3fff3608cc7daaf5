"""Questions of logs and other tools become drafts; evidence that stands at one place is filled in, and none is lost."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from ragatta.eval.gold.records import GoldError
from ragatta.experiments.adding.gold import Gold
from ragatta.experiments.stored_drafts import read_drafts
from ragatta.extensions.studio.drafting.bringing import brought
from standins.commands import Command

LEASE = "the second floor of the building at the harbour with its two balconies"
FILES: dict[str, tuple[str, dict[str, Any]]] = {
    "a log": ("log.jsonl", {"question": "How fast is the hand loom?"}),
    "a log as CSV": ("log.csv", {"Query": "How fast is the hand loom?", "user": "7"}),
    "BEIR": ("queries.jsonl", {"_id": "q1", "text": "How fast is the hand loom?", "metadata": {}}),
    "RAGAS": (
        "r.jsonl",
        {"user_input": "What are the premises?", "reference": "a floor", "reference_contexts": [LEASE]},
    ),
    "DeepEval": ("d.json", {"input": "What are the premises?", "expected_output": "a floor", "context": [LEASE]}),
    "promptfoo": (
        "p.yaml",
        {"vars": {"question": "How fast is the hand loom?"}, "assert": [{"type": "equals", "value": "140"}]},
    ),
}


def store(folder: Path, name: str, one: dict[str, Any]) -> Path:
    path = folder / name
    text = json.dumps({"tests": [one]} if name.endswith((".json", ".yaml")) else one)
    path.write_text("\n".join([",".join(one), ",".join(one.values())]) if name.endswith(".csv") else text)
    return path


@pytest.mark.parametrize(("name", "one"), FILES.values(), ids=FILES)
def test_a_file_of_another_tool_becomes_a_draft(gold: Gold, tmp_path: Path, name: str, one: dict[str, Any]) -> None:
    (draft,), aside = brought(store(tmp_path, name, one), gold.corpus, "en")
    assert not aside
    assert draft.state == "draft"
    assert draft.record["question"].endswith("?")
    wanted = {"RAGAS": "Lease.pdf", "DeepEval": "Lease.pdf", "promptfoo": "Alder Mills 2020.pdf"}
    file = next((wanted[tool] for tool, (own, _) in FILES.items() if own == name and tool in wanted), "")
    assert [evidence["file"] for evidence in draft.record["evidence"]] == ([file] if file else [])
    assert draft.difficulty == ("evidence found" if file else "evidence to be found")


PASSAGE = "The looms were inspected. Reported again: Finished goods 5,260 at the end of 2020."
LOOM = "Borealis narrow loom"


@pytest.mark.parametrize(("answer", "contexts", "pieces"), [
    ("second floor", [LEASE], [("Lease.pdf", "second floor")]),
    ("5,260", [PASSAGE], [("Alder Mills 2020.pdf", PASSAGE)]),  # it is in the table of another page too
    ("a floor", [LEASE], [("Lease.pdf", LEASE)]),  # it is as short as a quote
    ("a floor", [LEASE[1:-3]], [("Lease.pdf", "")]),  # its first and last word are cut: the page is known
    ("the", [LEASE], [("Lease.pdf", LEASE)]),  # twice on this page
    ("5,260", [LEASE, LEASE, PASSAGE], [("Lease.pdf", LEASE), ("Alder Mills 2020.pdf", PASSAGE)]),
    ("a floor", ["the second floor of the building", LEASE], [
        ("Lease.pdf", "the second floor of the building"), ("Lease.pdf", LEASE)]),  # two quotes of a page
    ("a floor", [LEASE, LEASE[1:-3]], [("Lease.pdf", "")]),  # the cut one may say more
    ("275", ["no passage of these"], [("Alder Mills 2020.pdf", f"{LOOM} 275 Vester Works")]),
], ids=str)  # fmt: skip
def test_the_answer_within_a_passage_is_quoted_else_the_passage_or_its_page_is_the_evidence(
    gold: Gold, tmp_path: Path, answer: str, contexts: list[str], pieces: list[tuple[str, str]]
) -> None:
    question = f"Which finished goods, {LOOM} or premises?"
    one = {"question": question, "reference": answer, "reference_contexts": contexts}
    (draft,), _ = brought(store(tmp_path, "r.jsonl", one), gold.corpus, "en")
    found = draft.record["evidence"]
    assert [(piece["file"], piece["quote"]) for piece in found] == pieces
    assert ("page" in draft.difficulty) == any(not quote for _, quote in pieces)
    assert all(piece["pages"] == [2] for piece in found if piece["file"].startswith("Alder"))


def test_an_answer_that_stands_at_two_places_is_left_to_a_person(gold: Gold, tmp_path: Path) -> None:
    lines = [
        {"question": "What are finished goods in 2020?", "answer": "5,260"},
        {"question": "And Borealis?", "answer": 275},
    ]
    path = tmp_path / "two.jsonl"
    path.write_text("\n".join(map(json.dumps, lines)))
    drafts, _ = brought(path, gold.corpus, "en")
    assert [len(one.record["evidence"]) for one in drafts] == [0, 1]
    assert drafts[1].record["evidence"][0]["value"] == "275"


def test_what_has_no_question_is_named(gold: Gold, tmp_path: Path) -> None:
    path = tmp_path / "some.jsonl"
    path.write_text('{"question": "Why?"}\n{"answer": "so"}\n[1]\n{"question": {"a": 1}}\n')
    drafts, aside = brought(path, gold.corpus, "en")
    assert len(drafts) == 1
    assert [line.split(":")[0].rpartition(", ")[2] for line in aside] == ["line 2", "line 3", "line 4"]


@pytest.mark.parametrize(("name", "text", "why"), [
    ("a.jsonl", "{", r"line 1: not a JSON object \(Expecting property name enclosed in double quotes\)"),
    ("a.json", "{}", "no question in it"),
    ("a.yaml", "&a [*a]", "a.yaml, line 1: "),
    ("a.yaml", "a: [", "a.yaml, line 2: "),
    ("a.txt", "x", r"questions are a .*\.json file; rename or convert it$"),
    ("a.parquet", "x", r"pandas' to_json\(path, orient=.records., lines=True\), as \.jsonl$"),
    ("a.xlsx", "x", "save it as CSV UTF-8$"),
    ("a.json", '[{"question": "Why?"}] and', "a.json: "),
    ("a.jsonl", "[" * 99999, "a.jsonl, line 1: "),
    ("a.csv", 'question,answer\nWhy?,so\nWho?,"he\nWhere?,here\n', "line 4: not CSV"),
    ("a.csv", 'question,answer\nWho?,"he\nWhere?,"here"\nWhen?,"now"\n', "line 3: not CSV"),
    ("a.csv", "foo,bar\nWhy?,so\n", "no question in it; it has foo, bar; a question is read from question, query, "),
    ("a.json", '[{"foo": "Why?"}, {"bar": 1}]', "it has foo, bar; "),
    ("a.yaml", "tests: [{vars: {context: no question}}]", "it has vars; "),
])  # fmt: skip
def test_a_file_that_is_none_is_refused(gold: Gold, tmp_path: Path, name: str, text: str, why: str) -> None:
    (tmp_path / name).write_text(text)
    with pytest.raises(GoldError, match=why):
        brought(tmp_path / name, gold.corpus, "en")


def test_no_object_is_lost(gold: Gold, tmp_path: Path) -> None:
    span = {"context": {"trace_id": "aa"}, "attributes": {"input.value": "Why?"}}
    files = {
        "some_are_spans.jsonl": "\n".join(map(json.dumps, ({"data": {"spans": []}}, span, {"question": "Who?"}))),
        "lines.json": '{"question": "Why?"}\n{"question": "Who?"}\n{}\n',
        "cut.jsonl": '{"question": "Why?"}\n{"question": \n{"question": "Who?"}\n',
        "longer_row.csv": "question,answer\nWhy?,1,\nWhich?,1,234\nWho?,1\n",
        "index.csv": ",question,answer\n0,Why?,1\n1,Who?,2\n2,,3\n",
        "long_cell.csv": f"question,trace\nWhy?,{'x' * 200_000}\nWho?,\n,x\n",
        "names.yaml": '- {1: 2, question: "Why?"}\n- {2026-01-01: x, question: "Who?"}\n- 3\n',
        "both.json": '[{"input": "Why?", "input.text": "x"}, {"input.text": "Who?", "input.id": 1}, {"input.id": 1}]',
    }
    for name, text in files.items():
        (tmp_path / name).write_text(text)
        drafts, aside = brought(tmp_path / name, gold.corpus, "en")
        assert [one.record["question"] for one in drafts] == ["Why?", "Who?"], name
        assert len(aside) == 1, name


@pytest.mark.usefixtures("gold")
def test_the_command_brings_each_question_once(folder: Path, command: Command) -> None:
    own = ["--pdfs", f"{folder}/pdfs", "--questions", f"{folder}/gold.yaml", "--from", f"{folder}/log.jsonl"]
    (folder / "log.jsonl").write_text('{"question": "How fast is the hand loom?"}\n' * 2)
    done = command("draft", *own).stdout
    assert "1 draft written" in done
    assert "line 2: is there already" in done
    assert "is there already" in command("draft", *own).stdout
    assert len(read_drafts(folder / "gold.drafts.jsonl")) == 1


def test_fields_of_another_form_are_left_to_a_person(gold: Gold, tmp_path: Path) -> None:
    one = {
        "question": "How fast is the hand loom?", "tags": ["looms"], "also_accepted": "140 picks", "kind": "essay",
        "evidence": "page 3", "expected": [["a"], "140"], "documents": ["Alder Mills 2020.pdf"],
    }  # fmt: skip
    (draft,), aside = brought(store(tmp_path, "odd.jsonl", one), gold.corpus, "en")
    assert not aside
    record = {name: value for name, value in draft.record.items() if name != "evidence"}
    assert record == {
        "question": "How fast is the hand loom?", "tags": ["looms"], "also_accepted": ["140 picks"],
        "expected": ["a", "140"], "documents": ["Alder Mills 2020.pdf"],
    }  # fmt: skip
    assert all(isinstance(piece, dict) for piece in draft.record["evidence"])


@pytest.mark.usefixtures("gold")
def test_follow_ups_with_the_same_words_are_drafts_of_their_own(folder: Path, command: Command) -> None:
    said = [{"user": "How fast is the hand loom?", "assistant": "140"}]
    talks = [said, [*said, {"user": "Why?", "assistant": "By hand."}]]
    records = [{"question": "And in 2021?", "turns": turns, "standalone": "How fast is it in 2021?"} for turns in talks]
    (folder / "log.jsonl").write_text("".join(f"{json.dumps(one)}\n" for one in [*records, records[0]]))
    own = ["--pdfs", f"{folder}/pdfs", "--questions", f"{folder}/gold.yaml", "--from", f"{folder}/log.jsonl"]
    assert "line 3: is there already" in command("draft", *own).stdout
    drafts = [one.record for one in read_drafts(folder / "gold.drafts.jsonl").values()]
    assert [one["turns"] for one in drafts] == talks
    assert {one["standalone"] for one in drafts} == {"How fast is it in 2021?"}
