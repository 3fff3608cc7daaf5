"""Finds gold questions that contradict themselves or one another, although each is well-formed.

Single fields are checked when a question is loaded (eval.gold.records); these checks compare fields and questions.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from ragatta.eval.gold.records import WITHOUT_ANSWER, Finding
from ragatta.eval.matching.foreign import language_of
from ragatta.eval.matching.in_english import in_english
from ragatta.eval.matching.normalise import key
from ragatta.eval.matching.numbers import stated_numbers
from ragatta.pipeline.types import Question


def contradictions(questions: Sequence[Question]) -> list[Finding]:
    """Every contradiction, in the order of the questions. A contradiction between two is reported at the later one."""
    return [finding for question in questions for finding in _within(question)] + list(_between(questions))


def _within(question: Question) -> Iterator[Finding]:
    yield from _also_accepted(question)
    if question.kind in WITHOUT_ANSWER:
        for field in ("also_accepted", "components"):
            if getattr(question, field):
                message = f"a question of kind {question.kind} has no answer; remove it or change the kind"
                yield Finding(question.id, field, message)
    for name in _repeated(component.name for component in question.components):
        yield Finding(question.id, "components", f"two are named {name!r}; rename one")
    for number, evidence in enumerate(question.evidence, 1):
        field = f"evidence[{number}]"
        if question.documents and evidence.file not in question.documents:
            fix = "add it there, or remove documents"
            message = f"{evidence.file!r} is not among the question's documents; {fix}"
            yield Finding(question.id, f"{field}.file", message)
        if evidence in question.evidence[: number - 1]:
            yield Finding(question.id, field, "is given twice; remove one")


def _also_accepted(question: Question) -> Iterator[Finding]:
    """A list item cannot be both expected and also accepted, and another accepted answer must differ from the expected
    one."""
    whole = isinstance(question.expected, tuple)
    expected = {key(text) if whole else text for text in _as_items(question.expected)}
    opposite = {"yes", "no"} - {_word(question, str(question.expected))} if question.kind == "yes_no" else set()
    for item in question.also_accepted:
        if (key(item) if whole else item) in expected:
            message = f"{item!r} is expected already; remove it here or there"
            yield Finding(question.id, "also_accepted", message)
        if _word(question, item) in opposite:
            message = f"{item!r} is the opposite of the expected answer; remove it"
            yield Finding(question.id, "also_accepted", message)
    for item in _repeated(question.also_accepted):
        yield Finding(question.id, "also_accepted", f"{item!r} is given twice; remove one")


def _between(questions: Iterable[Question]) -> Iterator[Finding]:
    """Questions with the same words, scope and turns before them that expect different answers."""
    first: dict[object, Question] = {}
    for question in questions:
        asked = (key(question.question), tuple(sorted(question.documents)), question.turns)
        earlier = first.setdefault(asked, question)
        if _answer(earlier) != _answer(question):
            yield Finding(
                question.id,
                "expected",
                f"asks the same as {earlier.id} but expects another answer ({_expected_words(question)} instead of "
                f"{_expected_words(earlier)}); correct one, or remove one",
            )


def _answer(question: Question) -> object:
    """What two questions must share to need the same answer."""
    if question.kind == "number":
        return frozenset(number.canonical for number in stated_numbers(_word(question, str(question.expected))))
    return frozenset(key(text) for text in _as_items(question.expected)) or question.kind


def _word(question: Question, text: str) -> str:
    return key(in_english(text, language_of(question)))


def _expected_words(question: Question) -> str:
    if isinstance(question.expected, tuple):
        return f"a list of {len(question.expected)} items"
    return repr(question.expected) if question.expected else question.kind


def _as_items(expected: tuple[str, ...] | str) -> tuple[str, ...]:
    return expected if isinstance(expected, tuple) else (expected,) if expected else ()


def _repeated(texts: Iterable[str]) -> list[str]:
    written = list(texts)
    counts = Counter(key(text) for text in written)
    return list({key(text): text for text in written if counts[key(text)] > 1}.values())
