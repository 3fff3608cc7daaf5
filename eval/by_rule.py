"""The verdict of the rules on an answer: its score, the rule, and why its form leaves it open. See docs/scoring.md.

Questions of several parts: F1 over the parts and the answer's claims. Lists: F1 over the listed items. Numbers: 1 if
the answer's final figure is right (eval/answers/final_number.py, number_rules.py). Yes or no: 1 if it is right. Other
questions: the share of the expected text that `value` or `text` contains, whichever is larger, for the best accepted
answer. Questions without an answer (unanswerable, unsafe, clarify): 1 if the outcome is the expected one, and no filter
made it. A question with an answer scores 0 unless the status is answered.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from functools import partial

from ragatta.eval import sub_answers
from ragatta.eval.answers.final_number import Reading
from ragatta.eval.answers.listing import is_list, is_sentence, leaves_out
from ragatta.eval.answers.number_rules import RULES
from ragatta.eval.answers.other_forms import in_brackets, other_form
from ragatta.eval.answers.periods import read_periods
from ragatta.eval.answers.status import is_read_from_words
from ragatta.eval.answers.worded import range_of, says_range
from ragatta.eval.answers.wording import is_weak, names_another, said_share, says_nothing_of, wavers
from ragatta.eval.answers.yes_no import is_plain
from ragatta.eval.final import accepted, expected_items, final_yes_no, read_number_of, right_numbers, whole_answer
from ragatta.eval.items import judge, mentioned
from ragatta.eval.matching.normalise import key, normalise
from ragatta.eval.verdict import NOT_ANSWERED, OUTCOMES, Verdict
from ragatta.pipeline.text.calendar import dates, is_clock, is_date
from ragatta.pipeline.types import CONTENT_FILTER, Answer, Question

HAS_THE_WORDS = "it has the words, otherwise meant"
MOSTLY = 0.5  # of an expected text: who declines, and says it all the same, may mean either
SAID, UNSAID = 0.9, 0.05  # shares of an expected text from which it is said, and below which it is not


def by_rule(
    question: Question, answer: Answer, number_tolerance: float = 0.0, number_rules: Collection[str] = RULES
) -> Verdict:
    """For every question; both as the scorers read them (eval/matching/in_english.py). `number_tolerance` is a share of
    the expected number's size."""
    if not answer.came:
        return Verdict(0.0, NOT_ANSWERED)
    return _verdict(*read_periods(question, answer), number_tolerance, number_rules)


def _verdict(question: Question, answer: Answer, number_tolerance: float, number_rules: Collection[str]) -> Verdict:
    if question.kind in OUTCOMES:
        by_itself = CONTENT_FILTER not in answer.safety_flags
        return Verdict(float(answer.status == OUTCOMES[question.kind] and by_itself), "outcome")
    if answer.status != "answered":
        return _declined(question, answer, number_tolerance, number_rules)
    if question.sub_questions:
        return _parts(question, answer, number_tolerance)
    if expected_items(question):
        return _items(question, answer)
    if question.kind == "number" and not any(map(is_clock, accepted(question))):
        return _number(question, answer, number_tolerance, number_rules)
    return _yes_or_no(question, answer) if question.kind == "yes_no" else _text(question, answer)


def _declined(question: Question, answer: Answer, tolerance: float, rules: Collection[str]) -> Verdict:
    """An answer that declines is wrong; undecided where only its words say so, and they hold the expected answer."""
    if is_read_from_words(answer) and answer.text:
        stated = _verdict(question, replace(answer, status="answered"), tolerance, rules)
        if stated.score >= MOSTLY or stated.undecided == HAS_THE_WORDS:
            return Verdict(0.0, "outcome", "its words decline, and yet they hold the expected answer")
    return Verdict(0.0, "outcome")


def _parts(question: Question, answer: Answer, tolerance: float) -> Verdict:
    share = sub_answers.judge(question, answer, partial(sub_answers.part_score, tolerance=tolerance)).f1
    decides = answer.sub_answers or answer.items or not share
    return Verdict(share, "parts", "" if decides else "its parts are read from running text")


def _items(question: Question, answer: Answer) -> Verdict:
    judged, named, text = judge(question, answer), mentioned(question, answer), normalise(answer.text)
    # Words may not stand apart, and years be short.
    hidden = judged.f1 < 1 and all(key(one) in text or _is_short_year(one, text) for one in expected_items(question))
    listed = is_list(answer.text) or (is_sentence(answer.text) and not judged.wrong)
    if answer.items or (listed and judged.found and not hidden) or not (judged.f1 or named or hidden):
        return Verdict(judged.f1, "items")
    denied = leaves_out(answer.text) and not leaves_out(question.question)
    return Verdict(judged.f1 or (0.0 if denied else named), "items", "its items are read from running text")


def _is_short_year(item: str, text: str) -> bool:
    return item.isdigit() and f"'{item[2:]}" in text


def _yes_or_no(question: Question, answer: Answer) -> Verdict:
    verdict = final_yes_no(answer, question.question)
    decides = is_plain(answer.value) or is_plain(answer.text, question.question)
    right = verdict in {key(right) for right in accepted(question)}
    return Verdict(float(right), "yes or no", "" if decides else "it neither opens with yes or no nor marks one")


def _number(question: Question, answer: Answer, tolerance: float, rules: Collection[str]) -> Verdict:
    rights, numbers = accepted(question), right_numbers(question)
    if ranges := [one for right in rights if (one := range_of(right))]:
        says = any(says_range(text, one) for text in _texts(answer) for one in ranges)
        found = Reading("exact" if says else "")
    else:
        found = read_number_of(question.question, numbers, answer, tolerance, rules)
    why = found.undecided
    if not (found.rule or why):
        why = other_form(whole_answer(answer), rights, numbers) or in_brackets(answer.text, numbers)
    return Verdict(float(bool(found.rule)), f"number: {found.rule or 'wrong'}", why)


def _text(question: Question, answer: Answer) -> Verdict:
    asked, rights, texts = question.question, accepted(question), _texts(answer)
    if all(map(is_date, rights)) and (named := {one for text in texts for one in dates(text)}):
        right = bool(named & {one for text in rights for one in dates(text)})
        return Verdict(float(right), "date", "it names other dates too" if right and len(named) > 1 else "")
    share = max((said_share(right, text, asked) for right in rights for text in texts), default=0.0)
    rule = "words" if all(is_weak(right, asked) for right in rights) else "phrase"
    if share >= SAID and not any(wavers(text, asked) for text in texts):
        other = all(names_another(right, text, asked) for right in rights for text in texts)
        return Verdict(0.0, rule, "it names another year or currency") if other else Verdict(share, rule)
    if share < UNSAID and all(says_nothing_of(right, text, asked) for right in rights for text in texts):
        return Verdict(share, rule)
    return Verdict(share, rule, "it shares some of the expected words" if share else HAS_THE_WORDS)


def _texts(answer: Answer) -> list[str]:
    return [text for text in (answer.value, answer.text, ", ".join(answer.items)) if text]
