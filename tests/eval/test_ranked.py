from __future__ import annotations

import math
from random import Random

import pytest

from benchmarks import beir
from ragatta.eval.ranked import MAP, MRR, NDCG, RECALL, measures


def test_by_hand() -> None:
    found = measures(["x", "a", "y", "b"], {"a": 1, "b": 2, "c": 0, "d": 1})
    ideal = 2 / math.log2(2) + 1 / math.log2(3) + 1 / math.log2(4)
    assert found[NDCG] == pytest.approx((1 / math.log2(3) + 2 / math.log2(5)) / ideal)
    assert found[RECALL] == pytest.approx(2 / 3)
    assert found[MAP] == pytest.approx((1 / 2 + 2 / 4) / 3)
    assert found[MRR] == 1 / 2


def test_nothing_found_and_nothing_relevant_are_0() -> None:
    assert set(measures([], {"a": 1}).values()) == {0}
    assert set(measures(["a"], {"a": 0}).values()) == {0}


def test_they_are_those_of_trec_eval() -> None:
    rng, names = Random(7), [f"d{number}" for number in range(150)]
    ranked = {f"q{number}": rng.sample(names, 130) for number in range(40)}
    judged = {query: {name: rng.randint(0, 3) for name in rng.sample(names, 25)} for query in ranked}
    judged["q0"] = dict.fromkeys(names[:5], 0)
    theirs = beir.figures(ranked, judged, [beir.NDCG, beir.RECALL, beir.MAP])
    ours = [measures(found, judged[query]) for query, found in ranked.items()]
    for name, their_name in {NDCG: beir.NDCG, RECALL: beir.RECALL, MAP: beir.MAP}.items():
        assert sum(one[name] for one in ours) / len(ours) == pytest.approx(theirs[their_name])
