"""The record of classes, made from answers whose errors are planted."""

from __future__ import annotations

import math

import numpy as np

from ragatta.eval.record.making import FIRST, Judged, orders, record_of

ERRORS = {"text: a": 0.002, "text: b": 0.01, "text: c": 0.04, "text: d": 0.1, "text: e": 0.3, "text: f": 0.7}


def planted(seed: int, errors: dict[str, float], questions: int = 1_000, systems: int = 4) -> list[Judged]:
    """Answers of several systems to each question; the answers to one question fail together half of the time."""
    random, found = np.random.default_rng(seed), []
    names = list(errors)
    for question in range(questions):
        luck = random.random()
        for name in random.choice(names, systems):
            drawn = luck if random.random() < 0.5 else random.random()
            found.append(Judged(str(name), True, drawn >= errors[name], f"{seed} {question}"))
    return found


def test_classes_decide_in_the_order_of_their_errors() -> None:
    record = record_of(planted(1, ERRORS, 3_000))
    limits = [record.classes[name].decides_from for name in ERRORS]
    assert limits == sorted(limits)
    assert limits[0] < 0.03 < limits[4]
    assert limits[5] == math.inf, "people mostly contradict its rule"


def test_the_pooled_error_of_what_is_decided_is_kept() -> None:
    records = [record_of(planted(seed, ERRORS, 800)) for seed in range(200)]
    for error in (0.03, 0.1):
        decided = [[name for name in ERRORS if record.classes[name].decides_from <= error] for record in records]
        chosen = [names for names in decided if names]
        broken = [names for names in chosen if np.mean([ERRORS[name] for name in names]) > error]  # equally frequent
        assert len(broken) <= 16, f"{error}: of 200 at most 5%, and what chance adds (binomial, 0.98)"
        assert len(chosen) > 150, error


def test_too_few_answers_decide_nothing_at_a_small_error() -> None:
    few = planted(3, {"text: a": 0.0}, FIRST // 4)
    assert record_of(few).classes["text: a"].decides_from == math.inf


def test_a_form_decides_until_its_error_is_shown() -> None:
    rows = [Judged("date: right", True, at % 10 > 0, str(at)) for at in range(400)]
    limit = record_of(rows).classes["date: right"].decides_from
    assert 0.05 < limit < 0.1
    alone = [
        Judged("date: right", True, False, "one"),
        *(Judged("date: right", True, True, str(at)) for at in range(9)),
    ]
    assert record_of(alone).classes["date: right"].decides_from < 0.02, "one error of ten shows little"


def test_groups_add_up_what_their_classes_count() -> None:
    rows = [Judged("text: a, b", True, True, "1"), Judged("text: a, c", False, True, "1"), Judged("", True, True, "2")]
    record = record_of(rows)
    whole = record.classes["text: a"]
    assert (whole.answers, whole.questions, whole.right, whole.as_rule) == (2, 1, 2, 1)
    assert set(record.classes) == {"text: a", "text: a, b", "text: a, c"}


def test_about_half_of_the_questions_order() -> None:
    assert 400 < sum(orders(str(at)) for at in range(1_000)) < 600


def test_no_class_hides_behind_the_others() -> None:
    errors = {"text: a": 0.0, **{f"text: {at}": 0.0 for at in range(20)}, "text: bad": 0.25}
    record = record_of(planted(7, errors, 3_000))
    assert record.classes["text: bad"].decides_from > 0.05
    assert max(record.classes[name].decides_from for name in errors if name != "text: bad") < 0.02
