"""The end of `ragatta compare`: the right sentence in each situation, and facts that hold whatever the scores are."""

from __future__ import annotations

import random
import re
from dataclasses import replace
from pathlib import Path

import pytest

from ragatta.experiments.results.comparison_screen import comparison_screen
from ragatta.experiments.results.pairing import Side, compared, family_of, pairs_of
from ragatta.experiments.results.reading import SweepResult
from ragatta.experiments.results.screen import Screen
from standins.planted import planted

# Those of the first 60 with a sentence that is in none before; others take as long and say nothing new.
SEEDS = (*range(10), 11, 13, 14, 15, 17, 19, 20, 23, 28, 30, 31, 33, 43, 44, 46, 56, 59)


def side(sweep: SweepResult, label: str) -> Side:
    run = sweep.run(label)
    return Side(f"{label}, sweep {sweep.folder.name}", run.folder, (run,), sweep.questions, sweep=sweep)


def whole(sweep: SweepResult, name: str) -> Side:
    return Side(f"sweep {name}", Path(name), sweep.runs, sweep.questions, True, replace(sweep, folder=Path(name)))


def screen(a: Side, b: Side) -> Screen:
    pairs = pairs_of(a, b)
    return comparison_screen(a, b, pairs, family_of(a, b, pairs), ["more"])


def first(right: int, of: int = 40) -> list[float]:
    return [float(number < right) for number in range(of)]


def test_two_runs_of_a_sweep_are_told_apart_with_what_it_is_corrected_for() -> None:
    sweep = planted({"baseline": first(10), "window": first(30), "hybrid": first(31)}, 20)
    found = screen(side(sweep, "baseline"), side(sweep, "window"))
    assert found.title == "A: baseline, B: window, of sweep 2026-01-02T03-04-05. By score over 40 questions."
    assert re.fullmatch(
        r"window is better than baseline: score \+0\.500 \(\+0\.\d+ to \+0\.\d+\), p <0\.001, <0\.001 corrected for 2 "
        r"comparisons\. Questions: 20 gained, 0 lost, 20 the same\.",
        found.found[0],
    )


def test_what_only_the_correction_hides_says_so() -> None:
    others = {f"v{at}": first(20 + at % 2) for at in range(9)}
    sweep = planted({"baseline": first(20), "window": first(26), **others}, 40)
    (found,) = screen(side(sweep, "baseline"), side(sweep, "window")).found
    assert found.startswith("window is not shown to differ from baseline once corrected: score +0.150 (+0.0")
    assert "corrected for 10 comparisons; would take" in found


def test_two_sweeps_name_what_is_better_and_worse() -> None:
    then = planted({"one": first(10), "two": first(30), "three": first(20)}, 20)
    now = planted({"one": first(30), "two": first(10), "three": first(20)}, 20)
    found = screen(whole(then, "then"), whole(now, "now"))
    assert found.found == ["By score: one better in B; two worse in B; 1 not shown to be either."]
    assert [line.split()[0] for line, _ in found.table(9)] == ["variation", "one", "two", "three"]


def test_two_sweeps_that_are_alike_say_so_with_the_largest_difference() -> None:
    then, now = planted({"one": first(10), "two": first(9)}, 3), planted({"one": first(10), "two": first(10)}, 3)
    (found,) = screen(whole(then, "then"), whole(now, "now")).found
    assert found.startswith("None of 2 variations is shown to differ. The largest difference is two, score +0.025 (")
    assert found.endswith("; 3 documents cannot show it, at least 6 are needed.")


def test_it_fits_a_screen() -> None:
    scores = {f"chunking=page retrieval.top_k={at} window.size=2": first(at) for at in range(12)}
    found = screen(whole(planted(scores, 20), "then"), whole(planted(scores, 20, lost=dict.fromkeys(scores, 1)), "now"))
    lines = [line for line, _ in found.lines()]
    assert len(lines) <= 23
    assert max(map(len, lines)) <= 80
    assert "and 3 more rows" in " ".join(lines)


@pytest.mark.parametrize("seed", SEEDS)
def test_no_two_sentences_contradict_each_other(seed: int) -> None:
    draw = random.Random(seed)
    many, about = draw.randint(8, 60), draw.randint(1, 25)

    def drawn() -> SweepResult:
        skills = {f"v{at}": draw.choice((0.2, 0.5, 0.8)) for at in range(variations)}
        scores = {name: [float(draw.random() < skill) for _ in range(many)] for name, skill in skills.items()}
        return planted(scores, min(about, many), looks=draw.choice(("single", "repeated")))

    variations = draw.randint(2, 5)
    sweep = drawn()
    a, b = (side(sweep, "v0"), side(sweep, "v1")) if seed % 2 else (whole(sweep, "then"), whole(drawn(), "now"))
    pairs = pairs_of(a, b)
    found = compared(family_of(a, b, pairs))
    shown = screen(a, b)
    (sentence,), table = shown.found, [line for line, _ in shown.table(20)][1:]
    verdicts = {pair.name: found[pair.name, "score"].verdict for pair in pairs}
    if len(pairs) == 1:
        (verdict,) = verdicts.values()
        assert (f"v1 is {verdict} than v0" in sentence) == (verdict in ("better", "worse"))
        gained, lost, same = map(int, re.findall(r"(\d+) (?:gained|lost|the same)", sentence))
        one = found[pairs[0].name, "score"]
        assert gained + lost + same == many
        assert (gained - lost) / many == pytest.approx(one.difference)
    else:
        for which in ("better", "worse"):
            named = re.search(rf"([\w, ]+) {which} in B", sentence)
            assert bool(named) == (which in verdicts.values())
            for name in re.findall(r"v\d", named[1] if named else ""):
                assert verdicts[name] == which
    for line, pair in zip(table, pairs, strict=False) if len(pairs) > 1 else ():
        one = found[pair.name, "score"]
        assert line.endswith("not shown") == (one.verdict == "not significant" and not one.is_off_0)
        assert line.endswith(("better", "worse")) == (one.verdict in ("better", "worse"))
    numbers = re.search(r"([\d,]+)( to [\d,]+)? more questions about ([\d,]+)( to [\d,]+)? more documents?", sentence)
    assert numbers is None or bool(numbers[2]) == bool(numbers[4])
    own = [found[name, "score"] for name in verdicts]
    hidden = any(one.verdict == "not significant" and one.is_off_0 and one.p < 0.05 for one in own)
    assert not (hidden and re.search(r"not shown to differ|is shown to differ[:.]", sentence)) or "once" in sentence
