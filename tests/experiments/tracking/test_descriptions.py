"""What MLflow shows in words, without MLflow."""

from __future__ import annotations

from pathlib import Path

from ragatta.experiments.results.reading import open_sweep
from ragatta.experiments.tracking.descriptions import description, headline
from tests.standins.sweeps import Sweep


def test_the_headline_is_the_decision(tmp_path: Path) -> None:
    right = {(label, f"Q_{n}", 0): float(n <= many) for label, many in (("one", 5), ("two", 30)) for n in range(1, 41)}
    sweep = open_sweep(f"{Sweep(('one', 'two'), questions=40, scores=right).write(tmp_path / 's')}/")
    assert headline(sweep) == "Latest sweep: s. Take two (score 0.750). one is worse."


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
