"""A person's verdict stands above the rules, on that answer to that gold, until another person's differs."""

from __future__ import annotations

from dataclasses import replace
from hashlib import sha256
from pathlib import Path

import pytest

from ragatta.eval.gold.records import GoldError
from ragatta.eval.people import (
    HASHED,
    PERSON,
    ByPerson,
    People,
    Settled,
    answer_text,
    append_settled,
    gold_digest,
    hashed,
    last_words,
    read_settled,
    together,
)
from ragatta.eval.scoring import ScoringTools, graded
from ragatta.eval.scoring_settings import Scoring
from ragatta.eval.verdict import Verdict
from ragatta.pipeline.types import Answer, Question

QUESTION = Question("boat", "How many seats does the boat have?", "number", "8", tags=("boats",))
ANSWER = Answer("answered", "The crew lists 8 rowers and 3  guests.")
WHOLE = '{"question_id": "q", "gold": "g", "answer": "a", "verdict": 0'
GUESS = Verdict(1.0, "number: exact", "it names other figures too")


def line(verdict: float, who: str = "ann", **more: object) -> Settled:
    one = Settled("boat", gold_digest(QUESTION), answer_text(ANSWER), verdict, who, "2026-01-02")
    return replace(one, **more)  # type: ignore[arg-type]


def judged(score: float, *who: str) -> Verdict:
    return Verdict(score, PERSON, by_person=ByPerson(who or ("ann",), GUESS.rule, GUESS.score, GUESS.undecided))


@pytest.mark.parametrize(
    ("lines", "found"),
    [
        ([], GUESS),
        ([line(0)], judged(0)),
        ([line(0.5, answer=hashed(answer_text(ANSWER)))], judged(0.5)),
        ([line(0), line(1)], judged(1)),  # a person may think better of it
        ([line(0), line(0, "bob")], judged(0, "ann", "bob")),
        ([line(0, ""), line(0, "")], judged(0, "nobody named")),
        ([line(0), line(1, "bob"), line(1, "cleo", resolves=True)], judged(1, "cleo")),
        ([line(0, question_id="ship")], GUESS),
        ([line(0, gold="another")], GUESS),
        ([line(0, answer="The crew lists 9 rowers.")], GUESS),
        ([line(0), line(1, "bob")], replace(GUESS, undecided="people differ (0 by ann, 1 by bob)")),
    ],
)
def test_the_verdict_of_people_is_taken(lines: list[Settled], found: Verdict) -> None:
    assert People(lines).applied(QUESTION, ANSWER, GUESS) == found


def test_it_enters_every_metric_of_the_score() -> None:
    people = ScoringTools(people=People([line(0.25)]))
    scores, verdict = graded(QUESTION, ANSWER, {}, Scoring(), people)
    assert (verdict.score, verdict.rule) == (0.25, PERSON)
    assert [scores[name] for name in ("score", "undecided", "score_if_wrong", "score_if_right")] == [
        0.25,
        0,
        0.25,
        0.25,
    ]
    by_rule, _ = graded(QUESTION, ANSWER, {}, Scoring())
    assert {name: scores[name] for name in ("exact_match", "partial_match")} == {
        name: by_rule[name] for name in ("exact_match", "partial_match")
    }


@pytest.mark.parametrize(
    ("whens", "counts"),
    [
        (("2026-03-01", "2026-02-01"), 0),
        (("2026-02-01", "2026-03-01"), 1),
        (("2026-03-01T09:00:00+00:00", "2026-03-01T09:00:00+00:00"), 1),
        (("2026-03-01T09:00:00+00:00", "2026-03-01T09:30:00+01:00"), 0),  # half an hour earlier
        (("2026-03-01T09:00:00Z", "2026-03-01T09:00:00"), 1),  # UTC where no zone is named
        (("2026-03-01", ""), 1),
        (("", "2026-03-01"), 1),
        (("", ""), 1),
        (("2026-03-01", "", "2026-02-01"), 1),  # what has no date follows the line above it
    ],
)
def test_of_a_persons_verdicts_the_latest_counts(whens: tuple[str, ...], counts: int) -> None:
    values = [at / 4 for at in range(len(whens))]
    own = [line(value, when=when) for value, when in zip(values, whens, strict=True)]
    assert together([line(values[counts], "bob"), *own]) == (values[counts], "")
    resolving = [replace(one, who=f"cleo {at}", resolves=True) for at, one in enumerate(own)]
    assert together([line(0.9), *resolving])[0] == values[counts]
    assert last_words([line(0.9), *resolving]) == [resolving[counts]]


@pytest.mark.parametrize("spelling", ["Ann", "ann ", " ANN"])
def test_a_name_is_one_person_by_any_spelling(spelling: str) -> None:
    assert together([line(0.25, "ann", when="2026-01-01"), line(1.0, spelling, when="2026-01-02")]) == (1.0, "")


def test_a_verdict_contradicts_what_a_rule_decided_and_no_guess() -> None:
    decided = replace(GUESS, undecided="")
    for by_rule, said in ((decided, "1 by rule (number: exact), 0.25 by ann and bob"), (GUESS, "")):
        verdict = People([line(0.25), line(0.25, "bob")]).applied(QUESTION, ANSWER, by_rule)
        assert verdict.by_person is not None
        assert verdict.by_person.against(verdict.score) == said
    agreed = People([line(1)]).applied(QUESTION, ANSWER, decided).by_person
    assert agreed is not None
    assert not agreed.contradicts(1)


def test_the_digest_is_of_what_holds() -> None:
    first = People([line(1)]).digest([QUESTION])
    again = People([line(0), line(1)]).digest([QUESTION])
    changed = People([line(0), line(1), line(0)]).digest([QUESTION])
    differ = People([line(1), line(0, "bob")]).digest([QUESTION])
    assert first == again
    assert len({first, changed, differ, People().digest([QUESTION])}) == 4


def test_a_power_of_ten_is_not_the_number_of_its_digits() -> None:
    said = [replace(ANSWER, text=text) for text in ("About 10⁶ cells.", "About 106 cells.")]
    assert len({*map(answer_text, said)}) == 2


def test_the_same_words_behind_other_sources_are_one_answer() -> None:
    own = Settled(QUESTION.id, gold_digest(QUESTION), "It is five. [Source 3]", 1.0, "ann")
    unread = replace(
        own, answer=HASHED + sha256(b"It is five. [Source 1, 2]").hexdigest()
    )  # of before, without its text
    for line in (own, replace(own, answer="It is five."), unread):
        (found,) = People([line]).on(QUESTION, Answer("answered", "It is five. [Source 1, 2]"))
        assert found == line
    assert (
        answer_text(Answer("answered", "Five [source 2].", value="see [2] and [Source A]"))
        == "see [2] and [Source A]\nFive."
    )


def test_another_gold_voids_it_and_another_tag_does_not() -> None:
    people = People([line(0)])
    assert people.void([replace(QUESTION, tags=(), split="dev")]) == []
    assert people.void([replace(QUESTION, expected="9")]) == people.void([]) == [line(0)]


def test_lines_are_added_and_read_back(tmp_path: Path) -> None:
    file = tmp_path / "new" / "verdicts.jsonl"
    assert read_settled(file) == People()
    for one in (line(0), line(1, "bob")):
        append_settled(file, one)
    file.write_text(file.read_text(encoding="utf-8").rstrip("\n"), encoding="utf-8")
    append_settled(file, line(1, "cleo", resolves=True))
    assert read_settled(file).lines == [line(0), line(1, "bob"), line(1, "cleo", resolves=True)]


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("{\n", "line 1: "),
        ("[]", "line 1: must be a JSON object"),
        ('{"question_id": "q", "gold": "g", "answer": "a", "verdict": 2}', "line 1: verdict: must be a number from 0"),
        ('{"question_id": "q", "gold": "g", "answer": "a", "verdict": true}', "line 1: verdict: must be a number"),
        ('\n{"question_id": "q", "gold": "g", "verdict": 1}', "line 2: answer: is missing"),
        ('{"question_id": 1}', "line 1: question_id: must be a text"),
        (f'{WHOLE}, "verdict": 1}}', "line 1: verdict: is given twice; remove one"),
        (f'\n{WHOLE}, "resolves": "true"}}', "line 2: resolves: must be true or false"),
        (f'{WHOLE}, "resolves": null}}', "line 1: resolves: must be true or false"),
        (f'{WHOLE}, "when": "yesterday"}}', "line 1: when: must be a date or a time by ISO 8601"),
        (f'{WHOLE}, "who": "\\ud800"}}', "line 1: half of a surrogate pair"),
        ('{"id": "q"}', "line 1: no field 'id'; there are question_id, gold, answer, verdict, who, when, resolves"),
    ],
)
def test_a_line_that_cannot_be_read_is_named(tmp_path: Path, text: str, fault: str) -> None:
    file = tmp_path / "verdicts.jsonl"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(GoldError) as wrong:
        read_settled(file)
    assert f"{file}, {fault}" in str(wrong.value)
