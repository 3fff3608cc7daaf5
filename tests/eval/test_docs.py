"""The examples in docs/datasets.md load."""

from __future__ import annotations

import re
from pathlib import Path

from ragatta.eval.gold.questions import load_questions

DOC = Path(__file__).parents[2] / "docs" / "datasets.md"


def test_the_examples_load(tmp_path: Path) -> None:
    page = DOC.read_text(encoding="utf-8").split("## Gold questions\n")[1]
    blocks = re.findall(r"```(yaml|csv|jsonl)\n(.*?)```", page, re.DOTALL)
    assert [language for language, _ in blocks] == ["yaml", "yaml", "yaml", "yaml", "csv", "jsonl", "yaml"]
    names = ("questions.yaml", "components.yaml", "parts.yaml", "conversations.yaml",
             "questions.csv", "questions.jsonl", "annotations.yaml")  # fmt: skip
    files = [tmp_path / name for name in names]
    for file, (_, text) in zip(files, blocks, strict=True):
        file.write_text(text, encoding="utf-8")
    assert [question.kind for question in load_questions(files[0])] == ["number", "list", "unanswerable"]
    (soups,) = load_questions(files[1])
    assert [part.name for part in soups.components] == ["right document", "price", "result"]
    parts, bills = load_questions(files[2])
    assert (parts.expected, bills.filters["total"]) == (("$6", "no"), {">": 1000})
    fee, _, said = load_questions(files[3])
    assert (fee.turns, said.turns[0].user) == ((), "Who owns the shed?")
    number, dishes = load_questions(files[4], files[6])
    assert (number.kind, dishes.kind) == ("number", "list")
    assert number.evidence[0].value == "45"
    assert [question.kind for question in load_questions(files[5])] == ["number", "list"]
