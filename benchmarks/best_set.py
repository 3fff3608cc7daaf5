"""How often the set of variations that may be the best holds the best one, and how large it is.

Simulated sweeps of 2 to 30 variations over 6 to 60 documents of 10 questions, or of Zipf's sizes. A document's score of
a variation is its difficulty, which all share, and the variation's own. Laws: `tied`: all have the same mean; `ahead`:
the first is ahead of all others by 0.1, which are tied; `rare`: all have the same mean, which the first has from 1 in 8
documents, where it gains 0.5, while it loses as much in total in the others. The old rule beside it: a level for the
two-sided test of every pair, such that the smallest p value of all pairs is below it in 5% of the sign patterns.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import numpy as np

from benchmarks.statistics import row, sizes, table
from ragatta.eval.statistics.best import Ranking, against_each, ranking, sign_patterns
from ragatta.eval.statistics.comparison import ALPHA, Terms, holm
from ragatta.eval.statistics.permutation import TIE, sign_flip_test

LAWS = ("tied", "ahead", "rare")
VARIATIONS = (2, 3, 6, 12, 30)
DESIGNS = tuple((documents, shape) for documents in (6, 10, 20, 60) for shape in ("equal", "zipf"))
QUESTIONS = 10  # of a document, on average
DIFFICULTY, OWN, NOISE = 0.2, 0.15, 0.25  # standard deviations; the last of a question
AHEAD = 0.1
SHARE, GAIN = 1 / 8, 0.5  # of the rare kind


@dataclass
class Cell:
    """What was seen in the sweeps of one kind, a value of each."""

    held: list[float] = field(default_factory=list)  # the share of the best that are in the set
    rare: list[float] = field(default_factory=list)  # whether the first is, where its rare kind is among the documents
    size: list[int] = field(default_factory=list)
    old_size: list[int] = field(default_factory=list)
    worse: list[bool] = field(default_factory=list)  # the set holds one that the table calls worse
    worse_alone: list[bool] = field(default_factory=list)  # it would without the rule that such a one is out
    old_worse: list[bool] = field(default_factory=list)
    bounded: list[bool] = field(default_factory=list)  # no variation is further behind than is said


def totals(law: str, variations: int, of: np.ndarray, random: np.random.Generator) -> tuple[np.ndarray, bool]:
    """The sum of each document's scores, of shape (variations, documents), and whether the rare kind is among them."""
    own = random.normal(0, OWN, (variations, of.size))
    is_rare = random.random(of.size) < SHARE
    if law == "rare":
        own[0] = np.where(is_rare, GAIN, -GAIN * SHARE / (1 - SHARE))
    own[0] += AHEAD * (law == "ahead")
    noise = random.normal(0, NOISE, own.shape) / np.sqrt(of)
    return (random.normal(0, DIFFICULTY, of.size) + own + noise) * of, bool(is_rare.any())


def cell(law: str, variations: int, design: tuple[int, str], simulations: int) -> Cell:
    random, of, found = np.random.default_rng(13), sizes(QUESTIONS * design[0], *design), Cell()
    bests = ["0"] if law == "ahead" else [str(at) for at in range(variations)]
    for _ in range(simulations):
        drawn, has_rare = totals(law, variations, of, random)
        called = worse_in_the_table(drawn, of)
        alone, old = ranked(drawn, of, {}), old_set(drawn, of)
        ours = ranked(drawn, of, called) if called else alone
        kept = set(ours.may_be_best)
        found.held.append(float(np.mean([name in kept for name in bests])))
        if law == "rare" and has_rare:
            found.rare.append("0" in kept)
        found.size.append(len(kept))
        found.old_size.append(len(old))
        found.worse.append(bool(called.keys() & kept))
        found.worse_alone.append(bool(called.keys() & set(alone.may_be_best)))
        found.old_worse.append(bool(called.keys() & old))
        if law == "ahead":
            found.bounded.append(all(ours.behind(str(at)) >= AHEAD for at in range(1, variations)))
    return found


def ranked(drawn: np.ndarray, of: np.ndarray, worse: dict[str, str]) -> Ranking:
    document = np.repeat(np.arange(of.size), of)
    names = [f"q{number}" for number in range(document.size)]
    scores = {
        str(at): {name: [value] for name, value in zip(names, (own / of)[document], strict=True)}
        for at, own in enumerate(drawn)
    }
    return ranking(scores, Terms({name: f"d{place}" for name, place in zip(names, document, strict=True)}), worse)


def worse_in_the_table(drawn: np.ndarray, of: np.ndarray) -> dict[str, str]:
    """By Holm's correction of all comparisons with a baseline, the second variation."""
    others = [at for at in range(len(drawn)) if at != 1]
    shown = [
        at
        for at, p in zip(others, holm([sign_flip_test(drawn[at] - drawn[1], of) for at in others]), strict=True)
        if p < ALPHA
    ]
    ahead = {at: float((drawn[at] - drawn[1]).sum()) for at in shown}
    return {str(at): "1" for at in shown if ahead[at] < 0} | (
        {"1": str(max(ahead, key=ahead.__getitem__))} if any(lead > 0 for lead in ahead.values()) else {}
    )


def old_set(drawn: np.ndarray, of: np.ndarray) -> set[str]:
    """By the two-sided tests of all pairs."""
    means, pairs = drawn.sum(axis=1), {}
    signs = np.concatenate([*sign_patterns(of.size, len(drawn))], axis=1)
    smallest, patterns = np.ones(signs.shape[1]), signs.shape[1]
    by_first: dict[int, list[np.ndarray]] = {}
    for at, _, found in against_each(drawn, of.astype(float), signs):
        by_first.setdefault(at, []).append(np.abs(found))
    for at, parts in by_first.items():
        for place, found in enumerate(np.concatenate(parts, axis=1), at + 1):
            p = (patterns - np.searchsorted(np.sort(found), found * (1 - TIE))) / patterns
            smallest = np.minimum(smallest, p)
            pairs[at, place] = p[0]
    allowed = int(ALPHA * patterns)
    level = min(ALPHA, float(np.partition(smallest, allowed)[allowed]))
    beaten = {min(pair, key=lambda at: means[at]) for pair, p in pairs.items() if p < level}
    return {str(at) for at in range(len(drawn)) if at not in beaten}


def printed(simulations: int, variations: tuple[int, ...] = VARIATIONS) -> None:
    kinds = [(law, many) for law in LAWS for many in variations]
    cells = {
        (*kind, design): cell(*kind, design, math.ceil(simulations / max(1, kind[1] // 6)))
        for kind in kinds
        for design in DESIGNS
    }
    for words, (laws, shown) in TABLES.items():
        print(f"{words}:\n")
        table(["law", "variations", *(f"{documents}{' Zipf' * (shape == 'zipf')}" for documents, shape in DESIGNS)])
        for law, many in kinds:
            if law in laws:
                row([law, str(many), *(" / ".join(shown(cells[law, many, design])) for design in DESIGNS)])
        print(flush=True)


def _held(found: Cell) -> list[str]:
    return [f"{np.mean(found.held):.3f}", *([f"{np.mean(found.rare):.3f}"] if found.rare else [])]


def _sizes(found: Cell) -> list[str]:
    return [f"{np.mean(found.size):.1f}", f"{np.mean(found.old_size):.1f}"]


def _contradicted(found: Cell) -> list[str]:
    return [f"{np.mean(own):.2f}" for own in (found.worse, found.worse_alone, found.old_worse)]


TABLES: dict[str, tuple[Sequence[str], Callable[[Cell], list[str]]]] = {
    "Holds each of the best (the first alone, where its rare kind is among the documents)": (LAWS, _held),
    "Mean size of the set / by the old rule": (LAWS, _sizes),
    "Holds one that the table calls worse / without the rule that it is out / by the old rule": (LAWS, _contradicted),
    "No variation is further behind the best than is said": (("ahead",), lambda own: [f"{np.mean(own.bounded):.2f}"]),
}
