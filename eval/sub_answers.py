"""Scores an answer to a question with several parts: matches claims with parts, and counts extra claims.

Each answered sub-answer is a claim: its `value`, else its text. Its items, and the sentences of its text if it has no
`value`, are further claims if they say something else. An answer without sub-answers is split by value, items, lines,
sentences, "and" and commas; the best reading counts. So two right parts in one paragraph are two right claims, and
every further sentence is a wrong claim. Text that repeats a right claim, the question or an also accepted answer is not
a claim. If only figures and yes or no are expected, text without figures is not a claim either. Source:
docs/scoring.md.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from ragatta.eval.answers.citations import without_citations
from ragatta.eval.answers.plain import unmarked
from ragatta.eval.answers.wording import said_share
from ragatta.eval.final import final_yes_no, number_rule
from ragatta.eval.matching.keywords import keywords
from ragatta.eval.matching.normalise import key
from ragatta.eval.matching.numbers import Number, close_up, only_number, stated_numbers
from ragatta.pipeline.text.sentences import answer_sentences
from ragatta.pipeline.types import Answer, Question

Right = Callable[[str, str, Answer], float]  # (a sub-question, its expected answer, a claim) → how right, in [0, 1]

_HEADING = re.compile(r"#{1,6} ")
_JOINT = re.compile(r",?\s+(?:and|but|while|whereas)\s+", re.IGNORECASE)
_COMMA = re.compile(r",\s+")


@dataclass(frozen=True)
class Judged:
    """The score of each expected part, in [0, 1], in order, and the number of the answer's claims."""

    parts: tuple[float, ...]
    claims: int

    @property
    def recall(self) -> float:
        return sum(self.parts) / len(self.parts)

    @property
    def f1(self) -> float:
        return 2 * sum(self.parts) / (len(self.parts) + self.claims)


def judge(question: Question, answer: Answer, right: Right) -> Judged:
    """The result of the answer's best reading. The question must have sub-questions. An answer with another status than
    answered has no claims."""
    if answer.status != "answered":
        return Judged((0.0,) * len(question.expected), 0)
    judged = [_judged(question, claims, right) for claims in _readings(answer)]
    return max(judged, key=lambda one: (one.f1, one.recall))


def part_score(asked: str, part: str, claim: Answer, tolerance: float = 0.0) -> float:
    """The score of a claim for an expected part, in [0, 1], as for a separate question. `tolerance` is a share of the
    number's size."""
    if number := number_of(part):
        return float(bool(number_rule(asked, [number], claim, tolerance)))
    if key(part) in ("yes", "no"):
        return float(final_yes_no(claim) == key(part))
    return said_share(part, _statement(claim), asked)


def part_exact(asked: str, part: str, claim: Answer) -> float:
    """1 if the claim matches the part exactly, without tolerance; else 0."""
    if number_of(part) or key(part) in ("yes", "no"):
        return part_score(asked, part, claim)
    return float(key(part) == key(_statement(claim)))


def stands(part: str, text: str, tolerance: float = 0.0) -> float:
    """The share of an expected part that occurs anywhere in a text, in [0, 1]."""
    if number := number_of(part):
        return float(any(number.same(number_stated, tolerance) for number_stated in stated_numbers(text)))
    if key(part) in ("yes", "no"):
        return float(any(part_score("", part, Answer("answered", line)) for line in _sentences(text)))
    return len(keywords(part) & keywords(text)) / len(keywords(part)) if keywords(part) else 0.0


def number_of(part: str) -> Number | None:
    """The number that a part expects; None if it expects text or yes or no."""
    return only_number(close_up(part))


def _statement(claim: Answer) -> str:
    """The final statement of a claim: its value, else its text, else its items; not the best of them."""
    return claim.value or without_citations(claim.text) or ", ".join(claim.items)


def _readings(answer: Answer) -> Iterator[Sequence[Answer]]:
    """Every way to split the answer into claims; only one if it has sub-answers."""
    if answer.sub_answers:
        yield [claim for part in answer.sub_answers if part.status == "answered" for claim in _claims(part)]
        return
    text = without_citations(answer.text)
    said = _sentences(text)
    joints = [part for sentence in said for part in _JOINT.split(sentence)]
    clauses = [part for joint in joints for part in _COMMA.split(joint)]
    readings = ([answer.value], answer.items, _lines(text), said, joints, clauses)
    for reading in readings:
        yield [Answer("answered", item) for item in dict.fromkeys(map(unmarked, reading)) if key(item)]


def _claims(part: Answer) -> Iterator[Answer]:
    """The final statement of a sub-answer, then its further items or, without a value, its further sentences."""
    yield part
    beside = [*part.items, *([] if part.value else _sentences(without_citations(part.text)))]
    for other in dict.fromkeys(map(unmarked, beside)):
        if key(other) and _differs(other, part):
            yield Answer("answered", other)


def _differs(text: str, part: Answer) -> bool:
    """Whether a text says something that the sub-answer's final statement does not: another figure, or other words."""
    final, figures = stated_numbers(_statement(part))[-1:], stated_numbers(text)
    if final and figures and key(text) != key(_statement(part)) and not any(final[0].same(one) for one in figures):
        return True
    return not keywords(text) <= keywords(_statement(part))


def _lines(text: str) -> list[str]:
    """The texts without headings, which only announce a claim, unless there is nothing else."""
    stripped = [line for line in map(unmarked, text.splitlines()) if line]
    return [line for line in stripped if not (line.endswith(":") or _HEADING.match(line))] or stripped


def _sentences(text: str) -> list[str]:
    return [sentence for line in _lines(text) for sentence in answer_sentences(line)]


def _judged(question: Question, claims: Sequence[Answer], right: Right) -> Judged:
    parts = tuple(question.expected)
    asked = question.sub_questions
    scores = [[right(*one, claim) for one in zip(asked, parts, strict=True)] for claim in claims]
    chosen = _assigned(scores, len(parts))
    idle = [at for at in range(len(claims)) if at not in chosen]
    wrong = sum(_claims_more(question, claims[at], scores[at]) for at in idle)
    served = {part: scores[at][part] for at, part in chosen.items()}
    return Judged(tuple(served.get(part, 0.0) for part in range(len(parts))), len(chosen) + wrong)


def _claims_more(question: Question, claim: Answer, scores: Sequence[float]) -> bool:
    """Whether an unmatched claim says something that is neither right nor in the question."""
    if max(scores) == 1 or any(part_score("", other, claim) == 1 for other in question.also_accepted):
        return False
    statement = _statement(claim)
    if keywords(statement) <= keywords("\n".join([question.question, *question.sub_questions])):
        return False
    if all(number_of(part) or key(part) in ("yes", "no") for part in question.expected):
        return bool(stated_numbers(statement)) or bool(final_yes_no(claim))
    return True


def _assigned(scores: Sequence[Sequence[float]], parts: int) -> dict[int, int]:
    """claim → part, one to one, with the largest sum of scores; only pairs with a score above 0. There are few parts,
    and only the best claims for each part can matter."""
    worth = {
        claim for part in range(parts) for claim in sorted(range(len(scores)), key=lambda at: -scores[at][part])[:parts]
    }
    best: dict[int, tuple[float, tuple[tuple[int, int], ...]]] = {0: (0.0, ())}  # by the set of parts served, as bits
    for claim in sorted(worth):
        for served, (total, pairs) in list(best.items()):
            for part, score in enumerate(scores[claim]):
                taken = served | 1 << part
                if score > 0 and taken != served and total + score > best.get(taken, (-1.0, ()))[0]:
                    best[taken] = (total + score, (*pairs, (claim, part)))
    return dict(max(best.values(), key=lambda found: found[0])[1])
