"""The end of `ragatta grow`: what is said of each size and of the growth, and that no two sentences contradict."""

from __future__ import annotations

import random
import re
from dataclasses import replace
from pathlib import Path

import pytest

from ragatta.eval.statistics import Terms, compare
from ragatta.experiments.results.reading import ResultRow, RunResult
from ragatta.extensions.diagnosis.growing.curves import Curves, Grown
from ragatta.extensions.diagnosis.growing.others import Size
from ragatta.extensions.diagnosis.growing.screen import growth_screen

TIMES = (1, 2, 4, 8)
# Those of the first 60 in whose screens is a sentence that is in none before; others take as long and say nothing new.
SEEDS = (0, 1, 3, 4, 5, 7, 8, 10, 11, 12, 16, 17, 20, 21, 22, 29, 36, 38, 43)


def curves(scores: dict[str, list[list[float]]], about: int = 20, made: int = 0) -> Curves:
    """`scores` of each variation at each size, one a question; the questions are dealt to `about` documents."""
    found = [
        Grown(name, Size(TIMES[at], {}, TIMES[at] * 10, 0, made if at else 0), _run(name, own), 100, 10**6)
        for at in range(len(next(iter(scores.values()))))
        for name, sizes in scores.items()
        for own in [sizes[at]]
    ]
    many = len(found[0].run.rows)
    return Curves(found, "score", Terms({f"q{n}": f"{n % about}.pdf" for n in range(many)}))


def _run(name: str, scores: list[float]) -> RunResult:
    timing = {"seconds": 1.0, "replayed_seconds": 0.0}
    rows = (ResultRow(f"q{n}", 0, {}, {"score": score}, "", (), timing) for n, score in enumerate(scores))
    return RunResult(name, Path(name), {}, {}, tuple(rows))


def first(right: int, of: int = 40) -> list[float]:
    return [float(number < right) for number in range(of)]


def test_one_that_is_highest_everywhere_with_what_the_growth_costs() -> None:
    own = curves({"fast": [first(38), first(20)], "flat": [first(10), first(2)]}, made=3)
    screen = growth_screen("papers", own, 4, ["growth.csv"])
    assert screen.title == "papers: score of 40 questions over 10 to 23 documents"
    assert re.fullmatch(
        r"fast has the highest score at every size; at 2x every other one is shown to be worse\. The score of fast "
        r"falls from 1x to 2x: -0\.450 \(-0\.\d+ to -0\.\d+\), p <0\.001\.",
        screen.found[0],
    )
    assert screen.cautions == [
        "3 of 23 documents at 2x are near copies that were made.",
        "Nothing is forecast from 2 sizes; at least 3 are needed.",
    ]


def test_the_highest_changes_with_the_size() -> None:
    fast, flat = [first(36), first(28), first(20), first(12)], [first(24)] * 4
    own = growth_screen("papers", curves({"fast": fast, "flat": flat}), 16, ["growth.csv"])
    assert own.found[0].startswith("The highest score is that of fast at 1x and 2x and flat at 4x and 8x; at 8x ")
    assert "The score of flat is not shown to change from 1x to 8x: 0.000 (" in own.found[0]
    assert own.where[0].startswith("?: forecast")
    (_, *rows) = [line.split() for line, _ in own.table(9)]
    assert [row[0] for row in rows] == ["fast", "flat"]
    assert rows[1][1:5] == ["0.600"] * 4


def test_where_no_answers_came_nothing_is_told() -> None:
    own = curves({"one": [first(20), first(20)]})
    gone = {"status": "failed", "failure": "timed_out"}
    lost = [
        replace(one, run=replace(one.run, rows=tuple(replace(row, answer=gone) for row in one.run.rows)))
        for one in own.grown
    ]
    screen = growth_screen("papers", replace(own, grown=lost), 4, [])
    assert screen.found == ["Nothing can be told: no question has score at every size."]
    assert screen.cautions[0] == "1x: too many answers did not come."


@pytest.mark.parametrize("seed", SEEDS)
def test_no_two_sentences_contradict_each_other(seed: int) -> None:
    draw = random.Random(seed)
    many, sizes = draw.randint(8, 60), draw.randint(1, 4)
    skills = {f"v{at}": draw.choice((0.3, 0.5, 0.8)) for at in range(draw.randint(1, 12))}
    fall = draw.choice((0.0, 0.0, 0.2))
    own = curves(
        {
            name: [[float(draw.random() < skill - fall * size) for _ in range(many)] for size in range(sizes)]
            for name, skill in skills.items()
        },
        draw.randint(1, many),
    )
    screen = growth_screen("papers", own, 16, ["growth.csv"])
    lines = [line for line, _ in screen.lines()]
    assert len(lines) <= 23
    assert max(map(len, lines)) <= 80
    (sentence,), rows = screen.found, [line.split() for line, _ in screen.table(20)][1:]
    best = {size.times: own.best(size) for size in own.sizes}
    leader, alike = best[own.sizes[-1].times]
    assert leader
    standings = {row[0]: " ".join(row[len(own.sizes) + 1 :]) for row in rows}
    assert standings[leader.variation].endswith("highest")
    for name, standing in standings.items():
        assert standing.endswith("may be as good") == (name in alike)
        assert standing.endswith("worse") == (name != leader.variation and name not in alike)
    assert ("every other one is shown to be worse" in sentence) == (len(skills) > 1 and not alike)
    as_good = re.search(r"; at \dx ([^;.]*) may be as good", sentence)
    assert bool(as_good) == bool(alike)
    for name in re.findall(r"v\d+", as_good[1] if as_good else ""):
        assert name in alike
    for name, at in re.findall(r"(v\d+) at (\d)x", sentence):
        first_there, _ = best[int(at)]
        assert first_there
        assert first_there.variation == name
    if sizes > 1:
        before = next(one for one in own.grown if one.variation == leader.variation)
        found = compare(own.scores(leader, "score"), own.scores(before, "score"), own.terms)
        assert (" falls from" in sentence, " rises from" in sentence) == (
            found.verdict == "worse",
            found.verdict == "better",
        )
        assert ("is not shown to change" in sentence) == (found.verdict == "not significant")
