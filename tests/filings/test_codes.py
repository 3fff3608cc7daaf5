"""Questions by a code: the code stands in the evidence, and where the question looks it leads to one place only."""

from __future__ import annotations

import re
from typing import Any

CODE = re.compile(r"\b(?:RP-\d+|Exhibit \d+|[A-Z]{4}-\d{9}|\d{5})\b")


def test_the_code_stands_in_the_evidence(questions: list[dict[str, Any]]) -> None:
    asked = [one for one in questions if "code" in one["tags"]]
    assert len(asked) >= 20
    for record in asked:
        code = CODE.findall(record["question"])[-1]
        assert code in record["evidence"][0]["quote"], record["id"]


def test_an_earlier_filing_supports_one_row_of_the_road_map(questions: list[dict[str, Any]], parsed: Any) -> None:
    for record in questions:
        if "code" in record["tags"] and record["tags"][0] == "road_map":
            file = record["evidence"][0]["file"]
            pages = range(1, len(parsed.document(file)) + 1)
            text = " ".join(parsed.page("pdfium", file, number) for number in pages)
            code = CODE.findall(record["question"])[-1]
            row = record["evidence"][0]["quote"]
            assert text.count(code) == row.count(code), record["id"]
