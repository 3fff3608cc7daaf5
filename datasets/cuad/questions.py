"""The questions about one contract: of each of the 41 categories whether it is there, and where it is, its words."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator
from dataclasses import asdict
from typing import Any

from cuad.clauses import Contract, Label, categories
from cuad.places import LEFT_OUT, Places
from ragatta.eval.matching.evidence import is_statement
from ragatta.eval.matching.normalise import key

IDENTITY = 8  # hexadecimal digits of a contract's name in a question's id


def gold(contract: Contract, places: Places) -> Iterator[dict[str, Any]]:
    """A record a question, in the order of the categories."""
    digest = hashlib.sha256(contract.file.encode("utf-8")).hexdigest()
    shared = {"documents": [contract.file], "split": half(digest)}
    for label in contract.labels:
        found = [places.of(contract.file, label.category, span) for span in label.spans]
        evidence = [asdict(place) for place in dict.fromkeys(found) if place]
        name = f"{digest[:IDENTITY]}_{re.sub(r'[^a-z]+', '_', label.category.lower())}"
        wording = categories()[label.category]
        yield {
            "id": f"{name}_present",
            "question": wording["present"],
            "kind": "yes_no",
            "expected": "yes" if label.spans else "no",
            "evidence": evidence,
            "tags": ["presence", label.category],
            **shared,
        }
        words = _words(label)
        if key(words["expected"]):  # a date that was left blank is there, and has no words
            yield {
                "id": f"{name}_clause",
                "question": wording["clause"],
                "kind": "text",
                **words,
                "evidence": evidence,
                "tags": ["clause", label.category],
                **shared,
            }


def half(digest: str) -> str:
    """The split of a contract by the SHA-256 of its file's name: the even digests are for testing, the odd ones for
    developing. No content decides it, and another contract changes nothing."""
    return "dev" if int(digest[-1], 16) % 2 else "test"


def _words(label: Label) -> dict[str, Any]:
    """What is right: all that was marked; any one clause of it, which is as long as a statement (a party's short name
    is none); and the answer in the lawyers' common form, where that is more than yes."""
    spans = [" ".join(span.replace(LEFT_OUT, " ").split()) for span in label.spans]
    whole = "\n".join(spans)
    others = [*(span for span in spans if is_statement(span)), *([label.answer] if _says_more(label.answer) else [])]
    return {"expected": whole, "also_accepted": [text for text in dict.fromkeys(others) if text != whole]}


def _says_more(answer: str) -> bool:
    return key(answer) not in ("", "yes", "no")
