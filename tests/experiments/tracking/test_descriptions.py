"""What MLflow shows in words, without MLflow."""

from __future__ import annotations

from pathlib import Path

import pytest

from ragatta.experiments.showing.results import open_sweep
from ragatta.experiments.tracking.descriptions import description, headline
from tests.standins.sweeps import Sweep

LABELS = ("baseline", "other", "third")


@pytest.mark.parametrize(("scores", "said"), [
    ((0.1, 0.2, 0.1), "Highest score: other, 0.200; against baseline: so"),
    ((0.2, 0.1, 0.1), "Highest score: baseline, 0.200"),
    ((0.1, 0.2, 0.2), "Highest score: other and third, 0.200; against baseline: other: so; third: not so"),
    ((0.2, 0.2, 0.2), "score 0.200 in all 3 variations"),
])  # fmt: skip
def test_the_headline_names_all_that_tie(scores: tuple[float, ...], said: str, tmp_path: Path) -> None:
    folder = Sweep(LABELS, questions=1).write(tmp_path / "s")
    rows = [f"{label},{score}\n" for label, score in zip(LABELS, scores, strict=True)]
    (folder / "summary.csv").write_text("variation,score\n" + "".join(rows), "utf-8")
    compared = ["variation,metric,baseline,words", "other,pages,baseline,no", "other,score,baseline,so",
                "third,score,baseline,not so"]  # fmt: skip
    (folder / "comparisons.csv").write_text("\n".join(compared), "utf-8")
    assert headline(open_sweep(f"{folder}/")) == f"Latest sweep: s. {said}"


def test_a_variation_is_described_by_its_means_and_what_differs_from_the_defaults(tmp_path: Path) -> None:
    figures = {"score": "0.5", "score_ci_low": "0.25", "score_ci_high": "0.75", "evidence_recall": "1"}
    labels = ("usual", "deeper")  # whose lengths are their top_k
    right = {(label, "Q_1", 0): 1.0 for label in labels}
    sweep = open_sweep(f"{Sweep(labels, questions=1, summary=figures, scores=right).write(tmp_path / 's')}/")
    first = "score 0.500 (95% interval 0.250 to 0.750), evidence recall 1.000.\n\n"
    assert description(sweep, sweep.run("usual")) == f"{first}All settings of the pipeline are the defaults."
    assert description(sweep, sweep.run("deeper")) == f"{first}Not the defaults: `retrieval.top_k=6`."


def test_a_variation_links_to_the_questions_that_it_lost_in_the_studio(tmp_path: Path) -> None:
    scores = {("one", f"Q_{number}", 0): worth for number, worth in ((1, 1.0), (2, 0.5), (3, 0.0))}
    sweep = open_sweep(f"{Sweep(('one',), questions=3, scores=scores).write(tmp_path / 's')}/")
    at = "http://127.0.0.1:7460/question/"
    lost = f"Lost, in `ragatta studio` where it runs: [Q\\_3]({at}Q_3), [Q\\_2]({at}Q_2)."
    assert description(sweep, sweep.run("one")).split("\n\n")[2] == lost
