"""The form of a gold question, and its record in questions.yaml."""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import sha256
from typing import Any

Evidence = dict[str, object]
DEV_SHARE = 0.4


@dataclass(frozen=True, slots=True)
class Gold:
    """`kind`: list, number, text or unanswerable. `expected`: the items of a list, else one string; "" where there
    is no answer. `entity`: what an unanswerable question asks about and no page names. `id` is given at the end,
    except to the founding questions."""

    question: str
    kind: str
    expected: tuple[str, ...] | str = ""
    evidence: tuple[Evidence, ...] = ()
    tags: tuple[str, ...] = ()
    also_accepted: tuple[str, ...] = ()
    entity: str = ""
    id: str = ""

    @property
    def split(self) -> str:
        """dev or test, from the question's own text: adding a question moves no other."""
        return "dev" if sha256(self.question.encode()).digest()[0] / 256 < DEV_SHARE else "test"

    def record(self) -> dict[str, Any]:
        expected = list(self.expected) if isinstance(self.expected, tuple) else self.expected
        fields: dict[str, Any] = {
            "id": self.id, "question": self.question, "kind": self.kind, "expected": expected,
            "also_accepted": list(self.also_accepted), "evidence": list(self.evidence), "tags": list(self.tags),
            "split": self.split,
        }  # fmt: skip
        return {name: value for name, value in fields.items() if value}
