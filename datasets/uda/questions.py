"""The rows of UDA-QA's questions file as gold records."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from typing import Any

from ragatta.eval.matching.normalise import key
from uda.answers import SETS

TABLES = ("tat_qa", "fin_qa", "paper_tab_qa", "feta_qa")  # the sets whose answers stand in tables
_PAGE = re.compile(r"/page_(\d+)\.pdf")  # of fin_qa's ids: the page of the report, from 1


def gold(rows: Sequence[Mapping[str, str]], documents: Collection[str]) -> list[dict[str, Any]]:
    """A record a question, in the order of the source; `documents` are the PDFs that are here.

    Left out is what has no answer to score. Where a document is asked the same twice, the first question takes the
    other's answer too. Raises ValueError for a set that is unknown or a document that is not here.
    """
    counted: Counter[str] = Counter()
    records: dict[tuple[str, str], dict[str, Any]] = {}
    for row in rows:
        name, document = row["set"], f"{row['doc_name']}.pdf"
        if name not in SETS:
            raise ValueError(f"unknown set {name!r}; known are {', '.join(SETS)}")
        if document not in documents:
            raise ValueError(f"{document} is not in the folder of PDFs")
        counted[name] += 1  # of the left out ones too: an id stays with its row
        if answer := SETS[name](row):
            record = _record(f"{name}_{counted[name]:03}", row, document, answer)
            earlier = records.setdefault((document, key(record["question"])), record)
            if earlier is not record:
                _accept(earlier, answer)
    return list(records.values())


def _record(identity: str, row: Mapping[str, str], document: str, answer: Mapping[str, Any]) -> dict[str, Any]:
    pages = [int(page) for page in _PAGE.findall(row["q_uid"])]
    return {
        "id": identity,
        "question": " ".join(row["question"].split()),
        **answer,
        "documents": [document],
        "evidence": [{"file": document, "pages": pages, "quote": ""}] if pages else [],
        "tags": [row["set"], *(["table"] if row["set"] in TABLES else []), f"uid {row['q_uid']}"],
    }


def _accept(earlier: dict[str, Any], answer: Mapping[str, Any]) -> None:
    """Takes over what a second question of the same words accepts; nothing where it is of another kind."""
    if earlier["kind"] == answer["kind"] and isinstance(answer["expected"], str) and answer["kind"] != "yes_no":
        known = [earlier["expected"], *earlier.get("also_accepted", [])]
        others = [answer["expected"], *answer.get("also_accepted", [])]
        earlier["also_accepted"] = [*known[1:], *(text for text in others if text not in known)]
