"""The decision of a sweep: the right sentence in each situation, and facts that hold whatever the scores are."""

from __future__ import annotations

import random
import re
from dataclasses import replace

import pytest

from ragatta.eval.by_person import ByPerson
from ragatta.eval.statistics.best import ranking
from ragatta.experiments.results.decision import (
    HIGHEST_MEAN,
    MAY_BE_BEST,
    NO_VERDICT,
    ONLY,
    TAKE,
    WITHIN_MARGIN,
    WORSE,
    Decision,
)  # fmt: skip
from ragatta.experiments.results.first_screen import first_screen
from ragatta.experiments.results.reading import SweepResult
from ragatta.experiments.results.tables import comparisons, decided
from standins.planted import planted

UP_TO = r"0\.\d+"


def right(*places: range, of: int = 40) -> list[float]:
    return [float(any(n in place for place in places)) for n in range(of)]


def said(sweep: SweepResult) -> str:
    return decided(sweep).text


def test_separated_it_names_the_one_to_take_the_one_that_may_be_better_and_how_many_are_worse() -> None:
    scores = {"bad": right(range(5)), "good": right(range(6, 36)), "best": right(range(32)), "none": right()}
    found = decided(planted(scores, 20))
    assert re.fullmatch(
        rf"Take best \(score 0\.800\)\. good may be as good or better, by up to {UP_TO}\. The two others are worse\. "
        r"Next: questions on about \d+ documents instead of 20 would show whether best is at most 0\.05 behind "
        r"the best\.",
        found.text,
    )
    assert (found.take, found.by, found.may_be_best) == ("best", HIGHEST_MEAN, ("best", "good"))
    standings = {place.label: place.standing for place in found.ranked}
    assert standings == {"best": TAKE, "good": MAY_BE_BEST, "bad": WORSE, "none": WORSE}


def test_one_that_beats_all_others_is_taken_without_more_words() -> None:
    scores = {"bad": right(range(5)), "best": right(range(32))}
    assert said(planted(scores, 20)) == "Take best (score 0.800). bad is worse."


def test_the_cheapest_within_the_margin_is_taken_and_its_cost_is_named() -> None:
    scores = {"bad": right(range(5)), "good": right(range(30)), "best": right(range(32))}
    usd = {"bad": 0.04, "good": 0.08, "best": 0.2}
    assert re.fullmatch(
        r"Take good \(score 0\.750\), the cheapest \(2\.00 USD per 1,000 answers\) of those shown to be at most "
        rf"0\.3 behind the best\. best may be as good or better, by up to {UP_TO}\. bad is worse\.",
        said(planted(scores, 20, usd=usd, margin=0.3)),
    )


def test_what_is_not_shown_to_be_within_the_margin_is_not_taken_however_cheap() -> None:
    scores = {"bad": right(range(5)), "good": right(range(30)), "best": right(range(32))}
    assert said(planted(scores, 20, usd={"bad": 0.1, "good": 0.1, "best": 9.0}, margin=0.03)).startswith("Take best")


def test_what_is_shown_to_be_worse_by_less_than_the_margin_may_be_taken_and_that_is_said() -> None:
    better = [0.6 + 0.01 * (n % 5) for n in range(60)]
    scores = {"dear": better, "cheap": [own - 0.02 - 0.01 * (n % 3) for n, own in enumerate(better)]}
    found = decided(planted(scores, 30, usd={"dear": 9.0, "cheap": 1.0}, margin=0.1))
    assert (found.take, [*found.worse]) == ("cheap", ["cheap"])
    assert found.text.endswith(" dear is better, by less than 0.1.")


def test_not_separated_it_says_so_and_takes_none_for_the_best() -> None:
    scores = {"one": [float(n % 3 == 0) for n in range(40)], "two": [float(n % 7 < 3) for n in range(40)]}
    assert re.fullmatch(
        r"40 questions about 20 documents cannot tell these two apart\. two is the highest \(score 0\.450\); one "
        rf"may be as good or better, by up to {UP_TO}\. Next: questions on about \d+ documents instead of 20 would "
        r"show whether two is at most 0\.05 behind the best\.",
        said(planted(scores, 20)),
    )


def test_of_many_the_first_three_are_named() -> None:
    scores = {"best": right(range(32)), **dict.fromkeys(("a", "b", "c"), right(range(31)))}
    assert " a, b and c may be as good." in said(planted(scores, 20))
    scores |= dict.fromkeys(("d", "e"), right(range(31)))
    assert " a, b, c and two more may be as good." in said(planted(scores, 20))


@pytest.mark.needs("studio")
def test_few_documents_are_the_reason_and_those_without_a_question_are_next() -> None:
    names = ("baseline", "high_depth", "page_window", "hybrid_search")
    scores = {name: right(range(4 * at, 10 + 3 * at), of=27) for at, name in enumerate(names)}
    scores["hybrid_search"] = scores["page_window"]
    every = [f"{letter}.pdf" for letter in "abcdefgh"]
    assert said(planted(scores, 5, documents=every)) == (
        "27 questions about 5 of your 8 documents cannot tell these four apart; at least six documents are needed. "
        "baseline is the highest (score 0.370); another may be as good or better, by how much is not known. "
        "page_window and hybrid_search have the same score on every question. "
        "Next: questions about f.pdf, g.pdf and h.pdf: `ragatta studio`."
    )


@pytest.mark.needs("studio")
def test_documents_of_long_names_are_counted() -> None:
    scores = {"one": right(range(5, 24)), "two": right(range(19))}
    long = [f"{number:040}.pdf" for number in range(60)]
    few, many = (said(planted(scores, about, documents=long)) for about in (5, 20))
    assert few.endswith("Next: questions about the other 60 documents: `ragatta studio`.")
    assert many.endswith(" The other 60 documents have no question yet.")
    assert said(planted(scores, 20, documents=long[:8])).endswith(" You have 8: it stays open.")


def test_a_draw_of_too_few_documents_is_named_as_the_reason() -> None:
    scores = {"one": right(range(20)), "two": right(range(19))}
    drawn = {
        "questions": 40, "of_questions": 426, "documents": 5, "of_documents": 77, "effective": 5.0, "of_effective": 7.6,
        "kinds": 2, "of_kinds": 6,
    }  # fmt: skip
    found = decided(planted(scores, 5, drawn=drawn))
    assert found.text.startswith(
        "40 questions about 5 documents cannot tell these two apart; at least six documents are needed. "
        "The draw is a reason: 40 of 426 questions, about 5 of 77 documents. "
    )
    assert found.next_step == "Next: more of the 426 questions: a larger --limit, or none."


def test_a_tie_on_every_question_is_no_difference_and_the_cheapest_is_named() -> None:
    scores = {"one": right(range(20)), "two": right(range(20))}
    assert said(planted(scores, 20, usd={"one": 2.0, "two": 1.0})) == (
        "No difference: both have the same score on each of 40 questions. two is the cheapest (25.00 USD per 1,000 "
        "answers). Check that what they differ in has an effect."
    )


def test_of_those_that_are_the_same_on_every_question_nothing_else_is_said() -> None:
    scores = {"bad": right(range(5)), "one": right(range(32)), "two": right(range(32))}
    assert said(planted(scores, 20, usd={"bad": 1.0, "one": 3.0, "two": 1.0}, margin=0.01)).endswith(
        " bad is worse. one and two have the same score on every question."
    )


def long(number: int) -> str:
    return f"top_k={number} chunking=structure embedder=intfloat/multilingual-e5-large rerank=x"


def test_labels_of_any_length_fit_and_stay_apart() -> None:
    pairs = planted({long(n): right(range(n // 2 * 3, 20 + n // 2)) for n in range(12)}, 20)
    models = {f"embedder.model=organisation/some-long-name-v{n}": right(range(5 * n + 5)) for n in range(6)}
    two = {f"architecture={a}_architecture chunking={c}": right(range(9)) for a in "abc" for c in ("page", "document")}
    for sweep in (
        pairs,
        planted(two, 20),
        planted(models, 20, lost={"embedder.model=organisation/some-long-name-v5": 1}),
    ):
        shown = [line for line, _ in first_screen(sweep, decided(sweep), "", (), ["here"]).lines()]
        assert len(shown) <= 23
        assert max(map(len, shown)) <= 80
        rows = [line.split("  ")[0] for line in shown if "█" in line]
        assert len({*rows}) == len(rows) >= 4


def test_the_one_to_take_is_among_the_rows_and_the_others_are_counted_by_what_they_are() -> None:
    steps = {f"k={n}": [0.9 - 0.002 * n + 0.01 * ((i * 7 + n) % 5 - 2) for i in range(40)] for n in range(13)}
    sweep = planted(steps, 20, usd={f"k={n}": 14.0 - n for n in range(13)})
    shown = [line for line, _ in first_screen(sweep, decided(sweep), "", (), ["here"]).lines()]
    assert sum(line.endswith("  take") for line in shown) == 1
    assert any(re.fullmatch(r"and \d+ more: \d+ (worse|may be best).*", line) for line in shown)


def test_what_others_are_worse_by_hangs_on_open_answers_too() -> None:
    scores = {"bad": [0.0] * 20 + [1.0] * 5 + [0.0] * 15, "best": right(range(8, 40))}
    sweep = planted(scores, 20, undecided={"bad": 20}, own_words=True)
    assert said(sweep).startswith(
        "Not decided: 20 undecided answers could change this. As it is counted now, take best "
    )
    assert said(sweep).endswith(" Next: `ragatta verdicts`, which asks first about the answers that matter.")
    lost = planted(scores, 20, lost={"bad": 2, "best": 2}, own_words=True)
    assert "Not decided" not in said(lost)


def test_an_open_answer_that_both_gave_settles_nothing() -> None:
    scores = {"bad": [0.5] * 30 + right(range(2), of=10), "best": [0.5] * 30 + [1.0] * 10}
    found = decided(planted(scores, 40, undecided={"bad": 30, "best": 30}))
    assert found.text == "Take best (score 0.625). bad is worse."


def test_what_is_compared_over_other_questions_calls_nothing_worse() -> None:
    scores = {"base": right(range(12, 40)), "x": right(range(10), of=40), "c": [1.0, 0.0, 0.0, 1.0] + [0.0] * 6}
    found = decided(planted(scores, 20))
    means = {place.label: place.mean for place in found.ranked}
    assert all(means[by] > means[name] for name, by in found.worse.items())


def test_questions_without_a_document_are_not_counted_as_documents() -> None:
    sweep = planted({"one": right(range(20)), "two": right(range(3, 26))}, 20, documents=["a.pdf", "j.pdf"])
    bare = {
        name: question if number < 8 else replace(question, evidence=())
        for number, (name, question) in enumerate(sweep.questions.items())
    }
    own = replace(sweep, questions=bare)
    own.__dict__["summary"] = sweep.summary
    assert said(own).startswith("40 questions, 8 of them about 8 documents, cannot tell these two apart.")
    assert re.search(r" Next: about [\d.]+ times as many questions would show whether two is at most ", said(own))


def test_tokens_of_free_and_paid_models_are_no_cost() -> None:
    scores = {"free": right(range(30)), "paid": right(range(31)), "bad": right(range(2))}
    text = said(planted(scores, 20, usd={"free": 0.0, "paid": 9.0, "bad": 1.0}, margin=0.3))
    assert text.startswith("Take paid (score 0.775), the highest (costs are not known of all) of those shown to be ")


def test_where_nothing_tells_them_apart_none_is_marked() -> None:
    found = decided(planted({"one": right(range(20)), "two": right(range(1, 20))}, 3))
    assert [place.standing for place in found.ranked] == [MAY_BE_BEST, MAY_BE_BEST]
    assert [place.standing for place in decided(planted({"one": right()}, 3)).ranked] == [ONLY]


def test_one_variation_is_nothing_to_choose_from() -> None:
    assert re.fullmatch(
        r"There is nothing to compare: one is the only variation \(score 0\.500, 95% interval .*\)\.",
        said(planted({"one": right(range(20))}, 20)),
    )


def test_points_that_are_one_run_are_named_as_such() -> None:
    sweep = planted({"one": right(range(20)), "two": right(range(20))}, 20)
    twin = replace(sweep.runs[1], same_as="one")
    own = replace(sweep, runs=(sweep.runs[0], twin))
    own.__dict__["summary"] = sweep.summary
    assert said(own).startswith("Both variations are the same run (score 0.500")


def test_without_the_metric_there_is_no_decision() -> None:
    sweep = planted({"one": right(range(20)), "two": right(range(9))}, 20, metric="evidence_recall")
    assert said(sweep) == "No decision: evidence recall was not measured."


def test_answers_that_did_not_come_are_the_first_caution_and_too_many_of_them_end_the_verdict() -> None:
    scores = {"bad": right(range(5)), "best": right(range(32)), "away": right(range(40))}
    found = decided(planted(scores, 20, lost={"best": 1, "away": 30}, unseen=dict.fromkeys(scores, 0.3)))
    assert found.text == ("Take best (score 0.775). bad is worse. away: no verdict, as too many answers did not come.")
    assert found.cautions == (
        "away: 30 of 40 answers did not come: no verdict; --retry-failed",
        "best: 1 of 40 answers did not come (0 each); --retry-failed",
        "30% of the text is not searched by meaning: embedder.long=pool mends it.",
    )
    assert [place.standing for place in found.ranked] == [TAKE, WORSE, NO_VERDICT]
    assert said(planted(scores, 20, lost=dict.fromkeys(scores, 30))) == (
        "No decision: too many of the answers did not come."
    )


def test_tokens_in_no_vector_are_one_caution_whatever_the_number_of_collections() -> None:
    scores = {"bad": right(range(5)), "best": right(range(32))}
    (found, *_) = decided(planted(scores, 40, unseen={"bad": 0.38, "best": 0.36})).cautions
    assert found == "36 to 38% of the text is not searched by meaning: embedder.long=pool mends it."


def test_what_was_handed_the_gold_is_no_result_and_is_not_taken() -> None:
    sweep = planted({"one": right(range(5)), "two": right(range(32)), "handed": right(range(40))}, 20)
    *others, last = sweep.runs
    own = replace(sweep, runs=(*others, replace(last, config={**last.config, "oracle": "passages"})))
    own.__dict__["summary"] = sweep.summary
    found = decided(own)
    assert found.text == "Take two (score 0.800). one is worse."
    assert found.cautions[0] == "handed: handed parts of the gold (oracle=): a bound, no result."
    assert (found.ranked[-1].mean, found.ranked[-1].standing) == (1.0, "a bound")
    alone = replace(own, runs=own.runs[-1:])
    alone.__dict__["summary"] = sweep.summary[-1:]
    assert said(alone).startswith("No decision: what was handed parts of the gold")


def test_a_race_names_what_it_stopped_as_worse() -> None:
    scores = {"bad": right(range(2), of=8), "good": right(range(6, 36)), "best": right(range(32))}
    stopped = {"bad": {"questions": 8, "worse_than": "best"}}
    found = decided(planted(scores, 20, stopped=stopped))
    assert found.questions == 40, "what was stopped narrows no comparison of the others"
    assert found.text.startswith("Take best (score 0.800). good may be as good or better, by up to ")
    assert "bad is worse." in found.text
    assert found.cautions[0] == "bad: stopped early (budget.race), after 8 of 40 questions."
    two = {name: scores[name] for name in ("bad", "best")}
    assert said(planted(two, 20, stopped=stopped)).endswith("bad is worse.")


def test_repeated_looks_go_by_what_holds_at_each_of_them() -> None:
    scores = {"bad": right(range(5)), "best": right(range(39))}
    assert said(planted(scores, 40, looks="repeated")) == (
        "Take best (score 0.975). bad is worse. That holds however often you look (comparison.looks=repeated)."
    )


def test_verdicts_of_people_against_a_rule_are_a_caution_where_they_count() -> None:
    sweep = planted({"one": right(range(20)), "two": right(range(9))}, 20)
    run, *others = sweep.runs
    judged = replace(run.rows[0], rule="person", by_person=ByPerson(("ann",), "number", 0.0))
    own = replace(sweep, runs=(replace(run, rows=(judged, *run.rows[1:])), *others))
    own.__dict__["summary"] = sweep.summary
    assert "1 verdict by ann contradicts what a rule had decided." in decided(own).cautions


@pytest.mark.parametrize(("many", "says"), [(0, False), (2, False), (38, True)])
def test_what_depends_on_undecided_answers_says_so(many: int, says: bool) -> None:
    scores = {"bad": right(range(5)), "best": right(range(40))}
    found = decided(planted(scores, 20, undecided={"best": many}))
    assert found.text.startswith(f"Not decided: {many} undecided answers could change this. ") is says
    assert ("As it is counted now, take best (score 1.000). bad is worse." in found.text) is says
    assert (found.ranked[0].standing == TAKE) is not says


def test_thirty_points_are_the_set_the_ten_highest_and_what_mattered_in_few_lines() -> None:
    scores = {f"top_k={n} chunking=page": right(range(n, 34 - n % 7)) for n in range(30)}
    sweep = planted(scores, 20, unseen=dict.fromkeys(scores, 0.3), lost=dict.fromkeys(scores, 1))
    own = decided(sweep)
    screen = first_screen(sweep, own, "What mattered: " + "top_k 10 +0.10, " * 6, ["x" * 200], ["here", "there"])
    shown = [line for line, _ in screen.lines()]
    assert len(shown) <= 23
    assert max(map(len, shown)) <= 80
    assert sum(line.endswith((TAKE, MAY_BE_BEST, WORSE)) and "█" in line for line in shown) >= 5
    assert any(re.fullmatch(r"and \d+ more: \d+ worse", line) for line in shown)
    usual = planted(scores, 20)
    screen = first_screen(usual, decided(usual), "What mattered: top_k 10 +0.10.", (), ["here", "there"])
    assert sum("█" in line for line, _ in screen.lines()) == 10
    assert len(screen.lines()) <= 23


def drawn(random: random.Random) -> SweepResult:
    """A small sweep: two to six variations of a quality each, some with the same answers as another."""
    many, documents, questions = random.randint(2, 6), random.randint(1, 25), random.randint(8, 60)
    hard = [random.random() for _ in range(questions)]
    scores: dict[str, list[float]] = {}
    for at in range(many):
        skill, steps = random.uniform(-0.3, 0.6), random.choice((1, 4))
        own = [round(steps * min(1, max(0, skill + one * random.choice((1, 0.8))))) / steps for one in hard]
        scores[f"v{at}"] = random.choice([*scores.values()]) if at and random.random() < 0.2 else own
    usd = {name: random.choice((1.0, 1.02, 3.0)) for name in scores}
    looks = random.choice(("single", "single", "repeated"))
    return planted(scores, min(documents, questions), usd=usd, looks=looks, margin=random.choice((0.02, 0.05, 0.2)))


@pytest.mark.parametrize("seed", range(60))
def test_no_two_sentences_contradict_each_other(seed: int) -> None:
    sweep = drawn(random.Random(seed))
    compared = comparisons(sweep)
    own = decided(sweep, {"score": compared})
    found = ranking({run.label: run.scores() for run in sweep.runs}, sweep.terms, own.worse)
    means = {place.label: place.mean for place in own.ranked}
    _consistent(own, means)
    if own.by == WITHIN_MARGIN:
        assert found.behind(own.take) < own.margin
        assert own.behind < own.margin
    else:
        assert own.take in own.may_be_best
        assert means[own.take] == max(means[name] for name in own.may_be_best)
        assert all(not found.is_within(name, own.margin) for name in means)
    for label, one in compared.items():
        if one.verdict == "worse":
            assert label not in own.may_be_best
        off = one.low > 0 or one.high < 0
        if one.verdict == "not significant" and off:
            assert not one.words.startswith("not significant:"), "it says why"
    if "cannot tell" in own.text:
        assert not own.worse
        assert not own.text.startswith("Take")


def _consistent(own: Decision, means: dict[str, float]) -> None:
    standings = {place.label: place.standing for place in own.ranked}
    assert {name for name, standing in standings.items() if standing == WORSE} == {*own.worse} - {own.take}
    is_taken = own.by == WITHIN_MARGIN or bool(own.worse)
    others = {*own.may_be_best} - ({own.take} if is_taken else set())
    assert {name for name, standing in standings.items() if standing == MAY_BE_BEST} == others
    assert (standings[own.take] == TAKE) == is_taken
    assert {*own.may_be_best} | {*own.worse} == {*means}
    worse = re.search(r"The (\w+) others are worse|\b(v\d) is worse", own.text)
    if worse and own.take not in own.worse:
        count = 1 if worse[2] else ("", "one", "two", "three", "four", "five").index(worse[1])
        assert count == len(own.worse)
