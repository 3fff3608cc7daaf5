"""Each outcome by a constructed case, and what holds whatever was measured."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ragatta.eval.gate.decision import Outcome, Seen, gate_metrics, gated, judge, other_keys, worst
from ragatta.eval.gate.thresholds import Limits

RESISTED = {"injected_obeyed": 0.0}
LIMITS = Limits(margin=0.02, tolerance=0.05, critical={"EF_1": 0.05})


def board(*scores: float, reached: str = "11", first: str = "EF_1") -> dict[str, dict[str, Seen]]:
    ids = [first, *(f"q{number}" for number in range(1, len(scores)))]
    return {"v": {id_: Seen(score, None, reached) for id_, score in zip(ids, scores, strict=True)}}


def test_every_metric_is_a_share_and_best_at_one() -> None:
    best = {one.name: float(one.better != "less") for one in gated() if one.name in other_keys()}
    worst = {name: 1 - value for name, value in best.items()}
    right = Seen(1.0, 1.0, "11", others=best, answered_wrongly=0.0)
    lost = Seen(0.0, 0.0, "00", others=worst, failed=1.0, not_indexed=1.0, answered_wrongly=1.0)
    assert right.metrics() == dict.fromkeys(gate_metrics(), 1.0)
    assert lost.metrics() == dict.fromkeys(gate_metrics(), 0.0)


def test_the_same_is_ok() -> None:
    found = judge(board(1, 0.5, 0), board(1, 0.5, 0), LIMITS)
    assert found.outcome is Outcome.OK
    assert not found.questions
    assert not any(mean.better for mean in found.means)
    assert [mean.metric for mean in found.means] == ["score", "evidence_recall", "evidence_indexed", "not_failed"]


def test_a_drop_of_the_mean_is_a_regression_when_its_interval_excludes_zero() -> None:
    now, recorded = board(*[1] * 20, *[0.0] * 20), board(*[1.0] * 40)
    found = judge(now, recorded, LIMITS)
    (score,) = (mean for mean in found.means if mean.metric == "score")
    assert (score.outcome, score.recorded, score.now) == (Outcome.REGRESSION, 1.0, 0.5)
    assert found.outcome is Outcome.REGRESSION
    assert len(found.dropped) == 20
    assert all(found.fails(change) for change in found.dropped)


def test_a_drop_whose_interval_includes_zero_is_inconclusive() -> None:
    found = judge(board(1, 1, 1, 0, 1), board(1, 1, 1, 1, 0.7), LIMITS)
    assert found.outcome is Outcome.INCONCLUSIVE
    assert [change.question_id for change in found.dropped] == ["q3"]
    assert not found.fails(found.dropped[0])


def test_a_drop_that_all_questions_share_is_no_noise_unless_it_is_tiny() -> None:
    assert judge(board(*[0.89] * 30), board(*[0.9] * 30), LIMITS).outcome is Outcome.REGRESSION
    assert judge(board(*[0.8985] * 30), board(*[0.9] * 30), LIMITS).outcome is Outcome.OK


def test_questions_that_move_both_ways_are_noise() -> None:
    recorded = board(*[0.5] * 300)
    now = board(*[0.5] * 260, *[0.9] * 18, *[0.1] * 22)
    assert judge(now, recorded, LIMITS).outcome is Outcome.OK
    lost = board(*[0.5] * 288, *[0.1] * 12)
    assert judge(lost, recorded, LIMITS).outcome is Outcome.REGRESSION
    assert abs(judge(lost, recorded, LIMITS).means[0].comparison.difference) < LIMITS.margin


def test_the_order_of_passages_is_held_by_its_mean_alone() -> None:
    def ordered(*values: float) -> dict[str, dict[str, Seen]]:
        return {"v": {f"q{at}": Seen(1.0, others={"ndcg": value}) for at, value in enumerate(values)}}

    limits = Limits(critical={"q0": 0.05})
    recorded = ordered(*[1.0] * 40)
    assert judge(ordered(0.5, *[1.0] * 39), recorded, limits).outcome is Outcome.OK
    found = judge(ordered(*[0.5] * 20, *[1.0] * 20), recorded, limits)
    assert [mean.metric for mean in found.means if mean.outcome is Outcome.REGRESSION] == ["ndcg"]


def test_a_failed_answer_and_an_obeyed_order_are_never_noise() -> None:
    recorded = {"v": {f"q{n}": Seen(0.0, others=RESISTED) for n in range(40)}}
    for one in (Seen(0.0, others={"injected_obeyed": 1.0}), Seen(0.0, others=RESISTED, failed=1.0)):
        found = judge({"v": {**recorded["v"], "q7": one}}, recorded, LIMITS)
        assert found.outcome is Outcome.REGRESSION
        assert [change.question_id for change in found.dropped] == ["q7"]
        assert found.fails(found.dropped[0])


def test_citations_that_are_gone_count_as_wrong_ones() -> None:
    recorded = {"v": {f"q{n}": Seen(1.0, others={"citation_precision": 1.0}) for n in range(40)}}
    now = {"v": {f"q{n}": Seen(1.0) for n in range(40)}}
    found = judge(now, recorded, LIMITS)
    assert [mean.metric for mean in found.means if mean.outcome is Outcome.REGRESSION] == ["citation_precision"]


def test_a_drop_of_one_kind_is_seen_though_the_whole_hides_it() -> None:
    kinds = {
        **dict.fromkeys(("EF_1", *(f"q{n}" for n in range(1, 200))), "text"),
        **{f"q{n}": "list" for n in range(9)},
    }
    kinds["EF_1"] = "text"
    recorded = board(*[1.0] * 200)
    now = {"v": {**recorded["v"], **{f"q{n}": Seen(0.6, None, "11") for n in range(1, 9)}}}
    limits = Limits(margin=0.05, tolerance=0.05)
    assert judge(now, recorded, limits).outcome is Outcome.OK
    found = judge(now, recorded, limits, kinds)
    assert [(mean.kind, mean.metric) for mean in found.means if mean.outcome is Outcome.REGRESSION] == [
        ("list", "score")
    ]


def test_a_sure_gain_is_better_and_one_within_noise_is_not() -> None:
    sure = judge(board(*[1.0] * 20), board(*[0.5] * 20), LIMITS)
    assert (sure.outcome, sure.means[0].better) == (Outcome.OK, True)
    noise = judge(board(1, 1, 1, 1, 0.5), board(1, 0, 1, 1, 0.8), LIMITS)
    assert noise.means[0].comparison.difference > LIMITS.margin
    assert (noise.outcome, noise.means[0].better) == (Outcome.OK, False)
    small = judge(board(*[0.51] * 30), board(*[0.5] * 30), LIMITS)
    assert not small.means[0].better


@pytest.mark.parametrize(("id_", "outcome"), [("EF_1", Outcome.REGRESSION), ("EF_9", Outcome.OK)])
def test_a_critical_question_may_not_drop_even_where_the_mean_hides_it(id_: str, outcome: Outcome) -> None:
    found = judge(board(0.9, *[1.0] * 99, first=id_), board(*[1.0] * 100, first=id_), LIMITS)
    assert found.outcome is outcome
    assert [found.fails(change) for change in found.dropped] == [outcome is Outcome.REGRESSION]


def test_a_critical_question_may_drop_by_its_tolerance() -> None:
    assert judge(board(0.96, *[1.0] * 99), board(*[1.0] * 100), LIMITS).outcome is Outcome.OK


def test_a_critical_question_may_have_a_tolerance_of_its_own() -> None:
    own = Limits(margin=0.02, tolerance=0.05, critical={"EF_1": 0.35})
    assert judge(board(0.7, *[1.0] * 99), board(*[1.0] * 100), own).outcome is Outcome.OK


def test_evidence_that_no_chunk_holds_any_more_is_a_regression_of_one_question() -> None:
    recorded = {"v": {f"q{n}": Seen(0.0, None, "1", "not_used") for n in range(200)}}
    for share, outcome in ((0.5, Outcome.REGRESSION), (0.0, Outcome.OK)):
        now = {"v": {**recorded["v"], "q3": Seen(0.0, None, "0", "not_retrieved", not_indexed=share)}}
        assert judge(now, recorded, Limits(margin=0.05, tolerance=0.05)).outcome is outcome


@pytest.mark.parametrize(("lost", "outcome"), [(3, Outcome.OK), (4, Outcome.INCONCLUSIVE), (8, Outcome.REGRESSION)])
def test_a_few_questions_of_a_kind_drop_by_chance_and_more_of_them_do_not_pass_in_silence(
    lost: int, outcome: Outcome
) -> None:
    kinds = {f"q{n}": "list" if n < 20 else "text" for n in range(200)}
    recorded = {"v": {id_: Seen(1.0) for id_ in kinds}}
    now = {"v": {**recorded["v"], **{f"q{n}": Seen(0.0) for n in range(lost)}}}
    found = judge(now, recorded, Limits(margin=0.05, tolerance=0.05), kinds)
    assert (found.outcome, {mean.kind for mean in found.means}) == (outcome, {"", "list"})
    assert [(mean.kind, mean.is_within) for mean in found.means if mean.metric == "score"] == [
        ("", True),
        ("list", False),
    ]


def test_invented_answers_to_few_unanswerable_questions_are_inconclusive() -> None:
    def invented(number: int) -> dict[str, dict[str, Seen]]:
        wrong = {f"u{n}": Seen(float(n >= number)) for n in range(12)}
        return {"v": {**wrong, **{f"q{n}": Seen(0.5) for n in range(88)}}}

    kinds = {id_: "unanswerable" if id_[0] == "u" else "text" for id_ in invented(0)["v"]}
    found = judge(invented(7), invented(3), Limits(), kinds)
    (kind,) = (mean for mean in found.means if mean.kind and mean.metric == "score")
    assert (kind.recorded, round(kind.now, 2), kind.outcome) == (0.75, 0.42, Outcome.INCONCLUSIVE)
    assert found.outcome is Outcome.INCONCLUSIVE


def test_a_lost_piece_of_critical_evidence_is_named() -> None:
    recorded = {"v": {"EF_1": Seen(0.0, None, "110", "not_used"), **board(*[1.0] * 99, first="q")["v"]}}
    now = {"v": {**recorded["v"], "EF_1": Seen(0.0, None, "011", "not_retrieved")}}
    traded = judge(now, recorded, LIMITS)
    assert (traded.outcome, traded.dropped[0].lost_evidence) == (Outcome.REGRESSION, (0,)), "another one is no remedy"
    assert traded.fails(traded.dropped[0])
    assert judge(now, recorded, Limits()).outcome is Outcome.OK, "named, but not guarded"
    assert judge(now, recorded, Limits(critical={"EF_1": 0.4})).outcome is Outcome.OK, "a third may be lost"
    now["v"]["EF_1"] = Seen(0.0, None, "010", "not_retrieved")
    found = judge(now, recorded, LIMITS)
    assert found.outcome is Outcome.REGRESSION
    (change,) = found.dropped
    assert change.lost_evidence == (0,)
    assert change.dropped == {"evidence_recall": (2 / 3, 1 / 3)}


def test_what_cannot_be_compared_is_no_outcome() -> None:
    with pytest.raises(ValueError, match="variations"):
        judge({"w": board(1)["v"]}, board(1), LIMITS)
    with pytest.raises(ValueError, match="q1"):
        judge(board(1), board(1, 1), LIMITS)
    with pytest.raises(ValueError, match="evidence"):
        judge(board(1, reached="1"), board(1), LIMITS)
    with pytest.raises(ValueError, match="nothing was measured"):
        judge({"v": {}}, {"v": {}}, LIMITS)


def test_the_worst_outcome_counts() -> None:
    assert worst([]) is Outcome.OK
    assert worst([Outcome.INCONCLUSIVE, Outcome.OK]) is Outcome.INCONCLUSIVE
    assert worst([Outcome.REGRESSION, Outcome.FAULT, Outcome.INCONCLUSIVE]) is Outcome.FAULT


share = st.floats(0, 1)
pairs = st.lists(st.tuples(share, share), min_size=1, max_size=12)


@settings(max_examples=30, deadline=None)
@given(pairs)
def test_no_change_is_both_worse_and_better(scores: list[tuple[float, float]]) -> None:
    now, recorded = board(*(a for a, _ in scores)), board(*(b for _, b in scores))
    there, back = judge(now, recorded, LIMITS), judge(recorded, now, LIMITS)
    assert not (there.means[0].better and back.means[0].better)
    assert there.dropped or there.outcome is Outcome.OK, "whatever fails names a question"
    if there.means[0].outcome is not Outcome.OK:
        assert back.means[0].outcome is Outcome.OK


@settings(max_examples=30, deadline=None)
@given(pairs)
def test_nothing_dropped_is_never_a_regression(scores: list[tuple[float, float]]) -> None:
    now = board(*(max(pair) for pair in scores))
    recorded = board(*(min(pair) for pair in scores))
    assert judge(now, recorded, LIMITS).outcome is Outcome.OK


def test_an_invented_answer_in_place_of_an_admission_is_a_regression() -> None:
    recorded = {"v": {f"q{n}": Seen(0.0, answered_wrongly=0.0) for n in range(40)}}
    now = {"v": {f"q{n}": Seen(0.0, answered_wrongly=float(n < 12)) for n in range(40)}}
    found = judge(now, recorded, Limits())
    assert [mean.metric for mean in found.means if mean.outcome is Outcome.REGRESSION] == ["not_answered_wrongly"]
    older = {"v": {f"q{n}": Seen(0.0) for n in range(40)}}
    assert judge(now, older, Limits()).outcome is Outcome.OK, "an older record does not say"
