"""What the questions cover, and what they can show."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from extensions.studio.tests.page.conftest import QUESTIONS, Started
from ragatta.eval.gold.questions import load_questions
from ragatta.experiments.results.cells import readable
from ragatta.experiments.results.reading import open_sweep
from ragatta.experiments.results.tables import comparisons
from ragatta.experiments.stored_drafts import Stored
from ragatta.extensions.studio.api import Api
from ragatta.extensions.studio.queue import coverage, items, missing, pilot, power
from ragatta.pipeline.types import Evidence, Question
from standins.planted import planted
from standins.sweeps import Sweep


def asked(count: int, documents: int) -> list[Question]:
    return [
        Question(f"Q_{n}", f"{n}?", "number", "1", evidence=(Evidence(f"{n % documents}.pdf", (1,)),))
        for n in range(count)
    ]


def test_coverage_counts_by_document_and_kind() -> None:
    questions = [*asked(3, 2), Question("N", "?", "unanswerable")]
    assert coverage(questions, ["0.pdf", "1.pdf", "2.pdf"]) == {
        "kinds": ["number", "unanswerable"],
        "rows": [["0.pdf", 2, 0], ["1.pdf", 1, 0], ["2.pdf", 0, 0], ["", 0, 1]],
    }


def test_more_questions_detect_a_smaller_difference() -> None:
    assert power([]) == "no questions yet"
    assert "too few" in power(asked(4, 2))
    few, many = power(asked(40, 10)), power(asked(400, 100))
    assert few.startswith("40 questions on 10 documents detect a difference of 0.2")
    assert "more, on more documents" in few
    assert many == "400 questions on 100 documents detect a difference of 0.02 between two variations at best"


def test_the_spread_is_that_of_the_metric_that_the_sweep_compares() -> None:
    sweep = planted({"one": [0.0] * 9, "two": [1.0] * 9}, 3, metric="evidence_recall")
    assert pilot(sweep) is None
    quoted = [replace(one, evidence=(replace(one.evidence[0], quote="x"),)) for one in asked(40, 10)]
    said = power([*quoted, *asked(5, 5)], None, "evidence_recall")
    assert said.startswith("40 questions on 10 documents"), "those without a quote have no evidence recall"
    assert "in evidence recall between two variations at best" in said


@pytest.mark.parametrize("metric", ["score", "evidence_recall"])
def test_the_head_says_what_the_sweep_says(metric: str) -> None:
    scores = {"one": [0.0, 1.0, 1.0] * 16, "two": [1.0, 0.0, 1.0] * 16, "three": [1.0, 1.0, 1.0, 0.0] * 12}
    sweep = planted(scores, 24)
    for run in sweep.runs:
        for row in run.rows:
            row.scores[metric] = row.scores["score"]
    sweep.info["metric"] = metric
    seen = pilot(sweep)
    assert seen is not None
    said = power([*sweep.questions.values()], seen)
    assert (
        f"{comparisons(sweep)[seen.pair[1]].detectable:.2f} in {readable(metric)} between one and {seen.pair[1]}"
        in said
    )


def test_what_ten_more_questions_show_is_said() -> None:
    said = power(asked(40, 10), documents=30)
    assert "; 10 more on 10 more documents one of 0." in said
    assert "too few to show any difference; 10 more on 10 more documents detect one of 0." in power(
        asked(4, 2), documents=20
    )


def test_documents_and_kinds_without_a_question_are_named_and_their_drafts_come_first() -> None:
    questions = asked(3, 2)
    drafts = [
        Stored("a", {"question": "A?", "kind": "number", "evidence": [{"file": "0.pdf"}]}),
        Stored("b", {"question": "B?", "kind": "list", "evidence": [{"file": "0.pdf"}]}),
        Stored("c", {"question": "C?", "kind": "number", "evidence": [{"file": "2.pdf"}]}),
    ]
    assert missing([], ["0.pdf"], drafts) == []
    assert missing(questions, ["0.pdf", "1.pdf", "2.pdf", "3.pdf"], drafts) == [
        "2 documents without a question: 2.pdf, 3.pdf (1 draft first in the queue)",
        "no question of the kind text or list or unanswerable (1 draft first in the queue)",
    ]
    assert missing(questions, ["0.pdf", "1.pdf", "5.pdf"], [])[0].endswith("5.pdf (no draft: n writes one)")
    queue = items(questions, {}, drafts, {}, {})
    assert [one["key"] for one in queue if one["group"] == "draft"] == ["d:c", "d:b", "d:a"]


def test_the_spread_of_a_sweep_is_taken_where_there_is_one(tmp_path: Path) -> None:
    sweep = Sweep(["baseline", "other"], questions=20, scores={
        (label, f"Q_{n}", 0): float(n % 2 if label == "other" else n % 3 == 0)
        for label in ("baseline", "other") for n in range(1, 21)
    })  # fmt: skip
    seen = pilot(open_sweep(str(sweep.write(tmp_path / "sweep"))))
    assert seen is not None
    assert sorted({*seen.differences.tolist()}) == [-1.0, 0.0, 1.0]
    said = power(asked(40, 10), seen)
    assert "in score between" in said
    assert float(said.split("difference of ")[1][:4]) > 0.25


def test_a_question_on_which_variations_disagree_waits_until_it_is_accepted_or_changed(
    started: Started, tmp_path: Path
) -> None:
    (tmp_path / "asked.yaml").write_text(QUESTIONS, encoding="utf-8")
    made = Sweep("ab", questions=1, scores={("a", "G_1", 0): 0.0, ("b", "G_1", 0): 1.0})
    made.gold = load_questions(tmp_path / "asked.yaml")
    sweep = open_sweep(str(made.write(tmp_path / "sweep")))

    def entry(api: Api) -> tuple[str, str]:
        (one,) = api.call("state", {})["queue"]
        return one["group"], one["why"]

    api = started(sweep=sweep)
    assert entry(api) == ("doubtful", "1 of 2 variations are wrong")
    opened = api.call("item", {"key": "q:G_1"})
    again = {"version": opened["version"], "record": opened["record"], "replaces": "G_1"}
    api.call("accept", again)
    assert entry(api) == ("accepted", "")
    api.call("undo", {})
    assert entry(api) == ("doubtful", "1 of 2 variations are wrong")
    api.call("accept", again)
    assert entry(started(sweep=sweep)) == ("accepted", "")
    changed = QUESTIONS.replace("  expected: $25\n", "  expected: $25\n  also_accepted: [25 dollars]\n")
    assert entry(started(changed, sweep=sweep)) == ("accepted", "")
