"""The gold questions are an evaluation dataset; other questions are another."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from ragatta.experiments.results.reading import open_sweep
from ragatta.experiments.tracking import target
from ragatta.experiments.tracking.gold import evaluation_dataset, gold_digest, log_input, log_records
from tests.standins.sweeps import Sweep


def test_records_have_questions_and_expected_answers_and_are_written_once(mlflow: Any, tmp_path: Path) -> None:
    sweep = open_sweep(f"{Sweep().write(tmp_path / 'a')}/")
    experiment = target.experiment_id(mlflow, "gold", "papers")
    log_records(mlflow, experiment, sweep)
    log_records(mlflow, experiment, sweep)
    dataset = mlflow.get_dataset(evaluation_dataset(mlflow, experiment, sweep).dataset_id)
    assert dataset.name == f"papers {gold_digest(sweep)}"
    assert {record.inputs["question"]: record.expectations["expected_response"] for record in dataset.records} == {
        question.question: question.expected for question in sweep.questions.values()
    }
    assert len(dataset.records) == 2, "of the three questions, two are worded the same"
    assert dataset.records[1].tags["kind"] == "text"

    other = open_sweep(f"{Sweep(questions=4).write(tmp_path / 'b')}/")
    assert evaluation_dataset(mlflow, experiment, other).dataset_id != dataset.dataset_id


def test_questions_that_another_sweep_registers_at_the_same_moment_are_logged_all_the_same() -> None:
    from mlflow.exceptions import MlflowException

    class Store:
        logged: tuple[str, ...] = ()

        def log_inputs(self, run_id: str, datasets: list[Any]) -> None:
            assert datasets == [None]
            self.logged += (run_id,)
            if len(self.logged) == 1:
                raise MlflowException("UNIQUE constraint failed: datasets.name, datasets.digest")

    there = Store()
    log_input(there, "run", None)
    assert there.logged == ("run", "run")
