"""Yes or no by a rule and its conditions: "to qualify, the boat must be built 1990 or later" says no to one of 1985.

A rule is a sentence, or a sentence that ends in a colon with the entries of the list under it. It decides where the
question's amounts and years meet all of its bounds, or break one that must be met; without bounds, where the question
says what the rule says. Where rules that fit equally well differ, none decides.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from pipeline.tasks.answers import WrittenAnswer
from pipeline.text.words import coverage, sentences, terms
from reader.prose.bounds import bounds, stated
from reader.prose.sentences import paragraphs
from reader.prose.structure import Line
from reader.question.asked import Asked

_FITS = 0.5  # share of the question's weighted terms that a rule and what stands over it must say
_SAME = 0.6  # share of its own terms that the question must say of a rule without bounds
_OWN = 2  # terms that question and rule itself must share
_CLOSE = 0.05  # difference in share below which two rules fit equally well
_LEAD = 4  # sentences before a list that say what it is of
_REQUIRES = re.compile(
    r"\b(?:must|only|qualif\w+|eligib\w+|requirements?|provided (?:that|the)|as long as|within|no later than)\b",
    re.IGNORECASE,
)
_DENIES = re.compile(
    r"\b(?:waive[sd]?|waiving|exempt(?:ed)?|ineligible|none|neither|excluded?|prohibited|cannot|never)\b"
    r"|\b(?:not|no longer)\b(?! (?:more|less|later|earlier|fewer|exceed\w*)\b)|n['’]t\b",
    re.IGNORECASE,
)
_DENIES_ALL = re.compile(r"(?:\w+: )?no\b", re.IGNORECASE)  # "No pupil is admitted ..."


@dataclass
class Rule:
    """`conditions` are its sentence, or the entries under it; `over` the terms of what stands before it."""

    sentence: str
    source: int
    over: frozenset[str]
    conditions: list[str] = field(default_factory=list)

    @property
    def own(self) -> frozenset[str]:
        return frozenset(terms(" ".join(["_", self.sentence, *self.conditions])))

    @property
    def requires(self) -> bool:
        return bool(_REQUIRES.search(self.sentence)) and not self.denies

    @property
    def denies(self) -> bool:
        return bool(_DENIES.search(self.sentence) or _DENIES_ALL.match(self.sentence))


@dataclass(frozen=True)
class _Decided:
    rule: Rule
    holds: bool
    said: str  # the condition that decided
    share: float


def requirement_answer(asked: Asked, lines: Sequence[Line]) -> WrittenAnswer | None:
    """Yes or no with the rule that says so; None for any other question, and where no rule decides."""
    if asked.type != "yes_no":
        return None
    decided = [one for rule in rules(lines) if (one := _decided(asked, rule)) is not None]
    if not decided:
        return None
    best = max(decided, key=lambda one: one.share)
    denied = bool(_DENIES.search(sentences(asked.question)[-1]))
    values = {_value(one, denied) for one in decided if one.share >= best.share - _CLOSE}
    if len(values) > 1:
        return None
    value = _value(best, denied)
    rule = best.rule.sentence if best.said == best.rule.sentence else f"{best.rule.sentence} {best.said}"
    text = f"{value.capitalize()}: {rule} [Source {best.rule.source}]"
    return WrittenAnswer(status="answered", text=text, value=value, sources=[best.rule.source])


def rules(lines: Sequence[Line]) -> list[Rule]:
    """Every sentence, and with it the entries of the list that it opens."""
    found: list[Rule] = []
    heading, lead, last = "", list[str](), None
    for text, line in paragraphs(lines):
        opened = found and found[-1].source == line.source and last is not None
        if line.kind == "heading":
            heading, lead, last = text, [], None
        elif line.kind in ("bullet", "labelled") and opened and last is not None:
            last.conditions.append(text)
        else:
            for sentence in sentences(text):
                over = frozenset(terms(" ".join(["_", heading, line.file, *lead[-_LEAD:]])))
                found.append(Rule(sentence, line.source, over if sentence.endswith(":") else frozenset(terms(heading))))
                lead.append(sentence)
            last = found[-1] if text.endswith(":") else None
    return found


def _decided(asked: Asked, rule: Rule) -> _Decided | None:
    """Whether what the rule says holds in the question's case."""
    said = frozenset(asked.terms)
    share = coverage(asked.weights, rule.own | rule.over)
    if rule.sentence.endswith("?") or len(rule.own & said) < _OWN or not (share >= _FITS or _says_most(asked, rule)):
        return None
    case = stated(asked.question)
    ruled = [(bound, one) for one in rule.conditions or [rule.sentence] for bound in bounds(one)]
    if not ruled:
        alike = not rule.conditions and len(rule.own & said) >= _SAME * len(rule.own)
        return _Decided(rule, True, rule.sentence, share) if alike else None
    met = [(bound.met_by(case), one) for bound, one in ruled]
    broken = [one for how, one in met if how is False]
    if broken:
        return _Decided(rule, False, broken[0], share) if rule.requires else None
    if all(how for how, _ in met):
        return _Decided(rule, True, rule.sentence, share)
    return None


def _says_most(asked: Asked, rule: Rule) -> bool:
    """Whether the question says most of the rule, and the rule most of the sentence that asks."""
    last = frozenset(terms("_ " + sentences(asked.question)[-1]))
    own = frozenset(terms("_ " + rule.sentence))
    return len(own & frozenset(asked.terms)) >= _FITS * len(own) and len(own & last) >= _FITS * len(last)


def _value(one: _Decided, denied: bool) -> str:
    return "yes" if one.holds == (one.rule.denies == denied) else "no"
