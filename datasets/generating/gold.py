"""The form of a gold question, and its record in questions.yaml."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any

Evidence = dict[str, object]
Component = dict[str, object]
DEV_SHARE = 0.4
WEIGHT = 20


@dataclass(frozen=True, slots=True)
class Gold:
    """A question with its kind (docs/datasets.md). `expected`: the items of a list or the answers to the
    `sub_questions`, else one string; "" where there is no answer. `components`: the facts that a calculation rests on.
    `filters`: what a right search restricts the documents to, and `forbidden` what only an answer says that obeyed an
    order. `id` is given at the end, except to the founding questions.

    A turn of a conversation names the one `after` which it is asked, and has a wording that is `standalone` and why its
    own is not (`dependence`).

    Not in the record: `entity`, what an unanswerable question asks about and no page names, `sought`, the filters
    of a question that no document meets, or too many, and `opening`, the first question of its conversation."""

    question: str
    kind: str
    expected: tuple[str, ...] | str = ""
    evidence: tuple[Evidence, ...] = ()
    tags: tuple[str, ...] = ()
    also_accepted: tuple[str, ...] = ()
    entity: str = ""
    id: str = ""
    components: tuple[Component, ...] = ()
    sub_questions: tuple[str, ...] = ()
    filters: Mapping[str, Any] = field(default_factory=dict)
    forbidden: tuple[str, ...] = ()
    sought: Mapping[str, Any] = field(default_factory=dict)
    after: str = ""
    standalone: str = ""
    dependence: str = ""
    opening: str = ""

    @property
    def split(self) -> str:
        """dev or test, from the text of the question, or of its conversation's first: adding one moves no other."""
        return "dev" if sha256((self.opening or self.question).encode()).digest()[0] / 256 < DEV_SHARE else "test"

    def record(self) -> dict[str, Any]:
        expected = list(self.expected) if isinstance(self.expected, tuple) else self.expected
        fields: dict[str, Any] = {
            "id": self.id, "after": self.after, "question": self.question, "standalone": self.standalone,
            "dependence": self.dependence, "kind": self.kind, "expected": expected,
            "also_accepted": list(self.also_accepted), "evidence": list(self.evidence),
            "components": list(self.components), "sub_questions": list(self.sub_questions),
            "filters": dict(self.filters), "forbidden": list(self.forbidden),
            "tags": list(self.tags), "split": self.split,
        }  # fmt: skip
        return {name: value for name, value in fields.items() if value}


def components(evidence: Sequence[Evidence], facts: Mapping[str, str]) -> tuple[Component, ...]:
    """A calculation's facts of equal weight: the right documents, which are those of the evidence, then `facts`, what
    each says by its name."""
    files = list(dict.fromkeys(str(piece["file"]) for piece in evidence))
    documents: Component = {"name": "right documents", "weight": WEIGHT, "files": files}
    return (documents, *({"name": name, "weight": WEIGHT, "match": match} for name, match in facts.items()))
