"""The end of `ragatta stress`: what is said in each situation, and that no two sentences contradict each other."""

from __future__ import annotations

import random
import re
from collections.abc import Sequence

import pytest

from ragatta.eval.statistics import Terms
from ragatta.extensions.diagnosis.stressing.losses import Loss, Pair, losses
from ragatta.extensions.diagnosis.stressing.screen import stress_screen
from standins.planted import planted

NAMES = ("typos", "keywords", "order", "synonyms", "doubled", "contradicted", "orders")


def stressed(scores: dict[str, Sequence[float]], about: int, **info: object) -> tuple[list[Loss], list[Pair], Terms]:
    """`scores` under each stress, after those of "clean"."""
    sweep = planted(scores, about, **info)  # type: ignore[arg-type]
    clean, *others = sweep.runs
    pairs = [Pair("baseline", run.label, clean, run) for run in others]
    return losses(pairs, ["score"], sweep.terms), pairs, sweep.terms


def said(scores: dict[str, Sequence[float]], about: int, **info: object) -> tuple[str, list[str]]:
    """What was found, and all lines."""
    found, pairs, terms = stressed(scores, about, **info)
    screen = stress_screen(found, "score", pairs, {}, terms, ["stress.csv"])
    return " ".join(screen.found), [line for line, _ in screen.lines()]


def first(right: int, of: int = 40) -> list[float]:
    return [float(number < right) for number in range(of)]


def test_what_is_shown_to_cost_something_is_named_with_the_largest_loss() -> None:
    found, lines = said({"clean": first(40), "typos": first(20), "order": first(40), "doubled": first(10)}, 20)
    assert re.fullmatch(
        r"Score falls under doubled and typos; most under doubled: -0\.750 \(-0\.\d+ to -0\.\d+\), p <0\.001, <0\.001 "
        r"corrected for 3 comparisons\.",
        found,
    )
    assert [line.split()[0] for line in lines[1:5]] == ["stress", "doubled", "typos", "order"]
    assert lines[2].endswith("worse")


def test_nothing_is_shown_over_few_documents_and_what_is_needed_is_said() -> None:
    found, _ = said({"clean": first(40), "typos": first(39)}, 3)
    assert found.startswith("Score is not shown to fall under any stress. The largest loss is under typos: -0.025 ")
    assert found.endswith("; 3 documents cannot show it, at least 6 are needed.")


def test_a_loss_that_only_the_correction_hides_says_so() -> None:
    scores = {"clean": first(40)} | dict.fromkeys(NAMES[1:], first(40)) | {"typos": first(34)}
    found, lines = said(scores, 40)
    assert "not shown to fall under any stress once corrected. The largest loss is under typos: -0.150 (" in found
    assert re.search(r"p 0\.0\d+, 0\.[12]\d+ corrected for 7 comparisons; would take ", found)
    assert next(line for line in lines if line.startswith("typos")).endswith("not (Holm)")


def test_it_fits_a_screen_whatever_is_stressed() -> None:
    scores = {"clean": first(40)} | {f"{name}{copy}": first(40 - copy) for name in NAMES for copy in range(6)}
    found, pairs, terms = stressed(scores, 40, lost=dict.fromkeys(scores, 1))
    pairs = [
        Pair(f"chunking=page retrieval.top_k={at}", one.stress, one.clean, one.stressed) for at, one in enumerate(pairs)
    ]
    lines = stress_screen(losses(pairs, ["score"], terms), "score", pairs, {"model": "x"}, terms, ["here"] * 2).lines()
    assert len(lines) <= 23
    assert max(len(line) for line, _ in lines) <= 80
    assert found


@pytest.mark.parametrize("seed", range(60))
def test_no_two_sentences_contradict_each_other(seed: int) -> None:
    draw = random.Random(seed)
    many = draw.randint(8, 60)
    scores = {
        name: [float(draw.random() < chance) for _ in range(many)]
        for name in ("clean", *NAMES[: draw.randint(1, 7)])
        for chance in [draw.choice((0.2, 0.5, 0.8))]
    }
    looks = draw.choice(("single", "single", "repeated"))
    found, pairs, terms = stressed(scores, draw.randint(1, many), looks=looks)
    screen = stress_screen(found, "score", pairs, {}, terms, [])
    (sentence,), table = screen.found, [line for line, _ in screen.table(20)][1:]
    by_name = {one.pair.stress: one for one in found}
    falls = re.match(r"Score falls under ([\w, ]+?)(?:; most under (\w+))?: ", sentence)
    assert bool(falls) == any(one.found.verdict == "worse" for one in found)
    for name in falls[1].replace(" and ", ", ").split(", ") if falls else ():
        assert name.endswith("more") or by_name[name].found.verdict == "worse"
    for name in re.findall(r"It rises under ([\w]+)", sentence):
        assert by_name[name].found.verdict == "better"
    for line in table:
        one = by_name[line.split()[0]].found
        off_0 = one.low > 0 or one.high < 0
        assert line.endswith("not shown") == (one.verdict == "not significant" and not off_0)
        if one.verdict == "not significant" and off_0:
            assert line.endswith(("not (Holm)", "not (looks)", "not (p)"))
    numbers = re.search(r"([\d,]+)( to [\d,]+)? more questions about ([\d,]+)( to [\d,]+)? more documents?", sentence)
    assert numbers is None or bool(numbers[2]) == bool(numbers[4])
    if not falls and any(one.found.verdict == "not significant" and one.found.high < 0 for one in found):
        assert "p " in sentence
