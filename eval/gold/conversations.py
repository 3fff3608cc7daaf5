"""Questions in a conversation: the turns before each, in the gold's words. A gold file writes a conversation once: a
scored turn names the one before it (`after`), and `turns` holds those that are not scored. See docs/datasets.md.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace

from ragatta.pipeline.plugins.registry import suggestion
from ragatta.pipeline.types import Exchange, Question

NOT_SAID = "The documents do not say."  # in place of an answer, of a question that has none
AFTER = "after"


def exchange_of(question: Question) -> Exchange:
    """The turn as a later one sees it, with the gold answer."""
    expected = question.expected
    return Exchange(question.question, said_of((expected,) if isinstance(expected, str) else expected))


def said_of(expected: Iterable[str]) -> str:
    """The gold answer in words."""
    return ", ".join(expected) or NOT_SAID


def with_turns(
    questions: Iterable[Question], ids: Iterable[str], fault: Callable[[Question, str], None]
) -> dict[str, Question]:
    """The questions by id, each with all turns before it; of an id that is given twice the first. `ids` are those of
    all records, also of unreadable ones. Hands faults of `after` to `fault`."""
    written = {question.id: question for question in reversed([*questions])}
    known = [*ids]
    found: dict[str, Question] = {}
    for question in reversed(written.values()):
        if question.after and question.after not in known:
            others = [one for one in known if one != question.id]
            fault(question, f"no question {question.after!r}; {suggestion(question.after, others)}")
        chain, is_ring = _before(question, written)
        if is_ring:
            through = ", ".join(one.id for one in chain[1:])
            fault(question, f"comes after itself{f', by {through}' if through else ''}; name an earlier turn")
        turns: tuple[Exchange, ...] = ()
        for one in reversed(chain[1:]):
            turns = (*turns, *one.turns, exchange_of(one))
        found[question.id] = replace(question, turns=(*turns, *question.turns))
    return found


def opening_of(question: Question) -> Exchange:
    """The first turn of its conversation, by which the conversation is known also where others of its turns are left
    out; of a question that opens one, or that stands alone, itself."""
    return question.turns[0] if question.turns else exchange_of(question)


def in_conversations(questions: Sequence[Question]) -> list[Question]:
    """Those that have turns before them, and those that are the first turn of others."""
    openings = {question.turns[0] for question in questions if question.turns}
    return [question for question in questions if opening_of(question) in openings] if openings else []


def turns_since(question: Question, earlier: Question) -> tuple[Exchange, ...]:
    """The turns between a question and the scored one before it."""
    return question.turns[len(earlier.turns) + 1 :]


def as_written(question: Question, questions: Mapping[str, Question]) -> Question:
    """The question as a gold file has it that holds `questions` too; all turns are its own where the one before it is
    not among them."""
    if earlier := questions.get(question.after):
        return replace(question, turns=turns_since(question, earlier))
    return replace(question, after="")


def all_said(question: Question) -> str:
    """What the user said in a conversation up to its end: what two turns with the same words differ in."""
    return " ".join([*(turn.user for turn in question.turns), question.question])


def continued(question: Question, questions: Mapping[str, Question]) -> Question:
    """A question with all turns before it, of one that has its own and `after`; `questions` have all of theirs."""
    if earlier := questions.get(question.after):
        return replace(question, turns=(*earlier.turns, exchange_of(earlier), *question.turns))
    return question


def said_up_to(question: Question) -> tuple[Exchange, ...]:
    """A conversation with the question and its gold answer at its end."""
    return (*question.turns, exchange_of(question))


def linked(question: Question, there: Mapping[tuple[Exchange, ...], str]) -> Question:
    """The question after the last of its turns that is a question there: `there` has the id of each by what is said up
    to it. One that names its earlier turn is left as it is. Whatever was said to a turn that has no answer there, such
    as "I do not know", is what `said_of` says."""
    if question.after:
        return question
    said, after = tuple[Exchange, ...](), ""
    for turn in question.turns:
        ways = ((*said, turn), (*said, replace(turn, assistant=NOT_SAID)))
        said = next((way for way in ways if way in there), ways[0])
        after = there.get(said, after)
    return replace(question, turns=said, after=after)


def threaded(questions: Iterable[Question], there: Iterable[Question] = ()) -> dict[str, Question]:
    """The questions by id, each after the last of its turns that is one of them, or is there."""
    said = {said_up_to(one): one.id for one in there}
    found: dict[str, Question] = {}
    for question in sorted(questions, key=lambda one: len(one.turns)):
        found[question.id] = linked(question, said)
        said.setdefault(said_up_to(found[question.id]), question.id)
    return found


def again(questions: Sequence[Question], identity: str, other: Question | None) -> list[Question]:
    """The questions with `other` in place of the one with this id, or without it, and in later turns what `other` is
    asked and answered."""
    by_id = {one.id: one for one in questions}
    written = [as_written(one, by_id) for one in questions if one.id != identity]
    if other:
        at = next(number for number, one in enumerate(questions) if one.id == identity)
        written.insert(at, as_written(other, by_id))
    return [*with_turns(written, [one.id for one in written], lambda *_: None).values()]


def _before(question: Question, written: Mapping[str, Question]) -> tuple[list[Question], bool]:
    """The question and those before it, the latest first, and whether it comes after itself."""
    chain, seen = [question], {question.id}
    while earlier := written.get(chain[-1].after):
        if earlier.id in seen:
            return chain, earlier is question
        chain.append(earlier)
        seen.add(earlier.id)
    return chain, False
