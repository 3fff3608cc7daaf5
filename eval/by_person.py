"""The verdict of a person on an answer, beside what the rules had said of it."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

SAME = 1e-6  # scores that differ by less are equal: they are written with six decimals


@dataclass(frozen=True)
class ByPerson:
    """Whose verdict a score is, and what the rules said of the answer: their score, by which rule, and why it was a
    guess, "" where they had decided. `drawn`: the answer was drawn with a known chance (eval/statistics/drawing.py);
    `audited`: it was drawn at random from all, for one who did not see what the rules say."""

    who: tuple[str, ...]
    rule: str
    score: float
    why_undecided: str = ""
    drawn: bool = False
    audited: bool = False

    def contradicts(self, verdict: float) -> bool:
        """Whether the rules had decided, and otherwise."""
        return not self.why_undecided and abs(self.score - verdict) > SAME

    def against(self, verdict: float) -> str:
        """What the rules had decided and who contradicts it; "" where nobody does."""
        if not self.contradicts(verdict):
            return ""
        return f"{self.score:.3g} by rule ({self.rule}), {verdict:.3g} by {' and '.join(self.who)}"

    def of_rules(self) -> dict[str, Any]:
        """What the rules said, without whose verdict it is, which repeats nowhere else."""
        return {name: value for name, value in asdict(self).items() if name != "who"}
