"""A draw of the gold questions: nested, the same whatever the order of the file, spread over documents and kinds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ragatta.eval.clusters import clusters
from ragatta.eval.draw import draw, drawing_order, share
from ragatta.eval.groups import group
from ragatta.pipeline.types import Evidence, Exchange, Question

KINDS = ("number", "text", "list", "unanswerable")
ABOUT = st.tuples(st.sampled_from(["", "a.pdf", "b.pdf", "c.pdf", "d.pdf", "e.pdf"]), st.sampled_from(KINDS))


def question(number: int, file: str, kind: str) -> Question:
    evidence = (Evidence(file, (1,), "quote"),) if file else ()
    return Question(f"Q_{number}", f"How much is {number}?", kind, "1", evidence=evidence)  # type: ignore[arg-type]


def asked(about: Sequence[tuple[str, str]]) -> list[Question]:
    return [question(number, file, kind) for number, (file, kind) in enumerate(about)]


GOLD = st.lists(ABOUT, max_size=60).map(asked)


def ids(questions: Sequence[Question]) -> list[str]:
    return [question.id for question in questions]


def document(question: Question) -> str:
    return clusters([question]).get(question.id, "")


@given(gold=GOLD, small=st.integers(0, 60), more=st.integers(0, 60))
def test_a_smaller_draw_is_within_a_larger_one(gold: list[Question], small: int, more: int) -> None:
    few, many = draw(gold, small)[0], draw(gold, small + more)[0]
    assert len(few) == (min(small, len(gold)) or len(gold))
    assert small == 0 or set(ids(few)) <= set(ids(many))
    assert ids(few) == [one.id for one in gold if one.id in ids(few)]  # in the order of the file


@given(gold=GOLD, data=st.data())
def test_the_order_of_the_file_changes_nothing(gold: list[Question], data: st.DataObject) -> None:
    assert ids(drawing_order(data.draw(st.permutations(gold)))) == ids(drawing_order(gold))


def test_it_depends_on_no_id_unless_two_questions_are_the_same() -> None:
    gold = asked([("a.pdf", "text")] * 8)
    numbered = [
        Question(f"Z_{9 - at}", one.question, one.kind, "1", evidence=one.evidence) for at, one in enumerate(gold)
    ]
    assert [one.question for one in drawing_order(numbered)] == [one.question for one in drawing_order(gold)]
    alike = [Question(name, "How?", "text", "1") for name in "cab"]
    assert {tuple(ids(drawing_order(order))) for order in permutations(alike)} == {("a", "b", "c")}


@given(gold=GOLD)
def test_kinds_take_turns_by_their_shares(gold: list[Question]) -> None:
    of, drawn = Counter(map(group, gold)), Counter[str]()
    for one in drawing_order(gold):
        drawn[group(one)] += 1
        left = [kind for kind in of if drawn[kind] < of[kind]]
        turn = (drawn[group(one)] - 0.5) / share(of[group(one)])
        assert all(turn <= (drawn[kind] + 0.5) / share(of[kind]) + 1e-9 for kind in left if kind != group(one))


@given(gold=GOLD)
def test_documents_take_turns_within_a_kind(gold: list[Question]) -> None:
    """Two documents with as many questions of a kind, and in all, differ by at most one question of it, as long as
    both have some left; others by their shares."""
    size, of = Counter(map(document, gold)), Counter((group(one), document(one)) for one in gold)
    weight = {cell: share(size[cell[1]]) * number / size[cell[1]] for cell, number in of.items()}
    drawn = Counter[tuple[str, str]]()
    for one in drawing_order(gold):
        mine = (group(one), document(one))
        drawn[mine] += 1
        for cell in of:
            if cell[0] == mine[0] and drawn[cell] < of[cell]:
                assert (drawn[mine] - 1) / weight[mine] < (drawn[cell] + 1) / weight[cell] + 1e-9
                if (of[cell], size[cell[1]]) == (of[mine], size[mine[1]]):
                    assert drawn[mine] <= drawn[cell] + 1


@given(gold=GOLD, about=ABOUT)
def test_a_question_more_leaves_those_of_other_documents_in_their_order(
    gold: list[Question], about: tuple[str, str]
) -> None:
    before, after = drawing_order(gold), drawing_order([question(1000, *about), *gold])
    for kind in KINDS:
        others = [
            [one.id for one in order if group(one) == kind and document(one) != about[0]] for order in (before, after)
        ]
        assert others[0] == others[1]


def test_one_large_document_does_not_have_the_whole_draw() -> None:
    gold = asked([("large.pdf", "text")] * 100 + [(f"{number}.pdf", "text") for number in range(20)])
    chosen, drawn = draw(gold, 12)
    assert drawn is not None
    assert (drawn.questions, drawn.of_questions, drawn.of_documents, drawn.kinds) == (12, 120, 21, 1)
    of_large = sum(document(one) == "large.pdf" for one in chosen)
    assert 6 <= of_large <= 8  # of shares 31.6 and 20 × 1
    assert drawn.documents == 12 - of_large + 1


def test_all_questions_are_no_draw() -> None:
    gold = asked([("a.pdf", "text")] * 3)
    assert draw(gold, 0) == draw(gold, 3) == draw(gold, 4) == (tuple(gold), None)


@pytest.mark.parametrize(
    ("about", "number", "narrow"),
    [
        ([(f"{n}.pdf", "text") for n in range(20)], 5, True),
        ([("a.pdf", "text")] * 20, 5, False),  # all questions are about as few
        ([("large.pdf", "text")] * 100 + [(f"{n}.pdf", "text") for n in range(9)], 5, True),  # fewer than six documents
        ([("large.pdf", "text")] * 100 + [(f"{n}.pdf", "text") for n in range(40)], 30, False),
        ([("", "text")] * 9, 4, False),
    ],
)
def test_whether_the_draw_is_why_documents_are_few(about: list[tuple[str, str]], number: int, narrow: bool) -> None:
    drawn = draw(asked(about), number)[1]
    assert drawn is not None
    assert drawn.is_narrow == narrow


def test_its_words() -> None:
    drawn = draw(asked([("a.pdf", "text"), ("b.pdf", "number"), ("b.pdf", "number")]), 2)[1]
    assert drawn is not None
    assert drawn.words == "2 of 3 questions (dataset.limit), drawn over documents (2 of 2) and kinds (2 of 2)."


def test_a_draw_is_of_no_more_documents_than_there_are() -> None:
    first, second = ((Exchange(f"Who is {name}?", "A pilot."),) for name in ("Ann", "Bo"))
    about = asked([("a.pdf", "text"), ("b.pdf", "text"), ("b.pdf", "list"), ("c.pdf", "text")])
    gold = [replace(one, turns=turns) for one, turns in zip(about, (first, first, second, second), strict=True)]
    assert len({*clusters(gold).values()}) == 1, "b.pdf connects the conversations"
    assert len({*clusters([gold[0], gold[3]]).values()}) == 2
    for number in range(1, len(gold)):
        spread = draw(gold, number)[1]
        assert spread
        assert spread.documents == spread.of_documents == 1
