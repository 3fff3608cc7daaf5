"""The form of a gold question, and its record in questions.yaml."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

Evidence = dict[str, object]
Component = dict[str, object]
DEV_SHARE = 0.4
WEIGHT = 20


@dataclass(frozen=True, slots=True)
class Gold:
    """`kind`: list, number, text or unanswerable. `expected`: the items of a list, else one string; "" where there
    is no answer. `entity`: what an unanswerable question asks about and no page names. `components`: the facts that a
    calculation rests on. `id` is given at the end, except to the founding questions."""

    question: str
    kind: str
    expected: tuple[str, ...] | str = ""
    evidence: tuple[Evidence, ...] = ()
    tags: tuple[str, ...] = ()
    also_accepted: tuple[str, ...] = ()
    entity: str = ""
    id: str = ""
    components: tuple[Component, ...] = ()

    @property
    def split(self) -> str:
        """dev or test, from the question's own text: adding a question moves no other."""
        return "dev" if sha256(self.question.encode()).digest()[0] / 256 < DEV_SHARE else "test"

    def record(self) -> dict[str, Any]:
        expected = list(self.expected) if isinstance(self.expected, tuple) else self.expected
        fields: dict[str, Any] = {
            "id": self.id, "question": self.question, "kind": self.kind, "expected": expected,
            "also_accepted": list(self.also_accepted), "evidence": list(self.evidence),
            "components": list(self.components), "tags": list(self.tags), "split": self.split,
        }  # fmt: skip
        return {name: value for name, value in fields.items() if value}


def components(evidence: Sequence[Evidence], facts: Mapping[str, str]) -> tuple[Component, ...]:
    """A calculation's facts of equal weight: the right documents, which are those of the evidence, then `facts`, what
    each says by its name."""
    files = list(dict.fromkeys(str(piece["file"]) for piece in evidence))
    documents: Component = {"name": "right documents", "weight": WEIGHT, "files": files}
    return (documents, *({"name": name, "weight": WEIGHT, "match": match} for name, match in facts.items()))
