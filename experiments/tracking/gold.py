"""The gold questions of a sweep in MLflow: an evaluation dataset, and the input of each run. Its digest is that of the
gold records, so that other questions, or other expected answers, are another dataset."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from ragatta.experiments.results.reading import SweepResult
from ragatta.experiments.tracking import target
from ragatta.pipeline.plugins.identity import digest, short
from ragatta.pipeline.types import Question


def expectation(question: Question) -> Any:
    """What a person expects of the answer: text, or a list; where no answer is wanted, the outcome that is."""
    expected = question.expected
    return (list(expected) if isinstance(expected, tuple) else expected) or question.kind


def gold_digest(sweep: SweepResult) -> str:
    return short(digest([asdict(question) for question in sweep.questions.values()]))


def evaluation_dataset(mlflow: Any, experiment_id: str, sweep: SweepResult) -> Any:
    """MLflow's evaluation dataset of these questions, made without records if it is not there. None where the server
    is of a version that has none."""
    from mlflow.exceptions import MlflowException

    name = f"{sweep.info['dataset']} {gold_digest(sweep)}"
    try:
        found = mlflow.search_datasets(experiment_ids=[experiment_id], filter_string=f"name = '{name}'")
    except MlflowException as fault:
        if target.lacks(fault, "evaluation datasets"):
            return None
        raise
    if found:
        return found[-1]
    tags = {"dataset": sweep.info["dataset"], "split": sweep.info["split"], "questions": str(len(sweep.questions))}
    return mlflow.create_dataset(name, experiment_id=experiment_id, tags=tags)


def log_input(mlflow: Any, run_id: str, gold: Any) -> None:
    """The questions as the input of a run. Of two sweeps that register the same questions at the same moment MLflow
    refuses the later one; a moment later they are there."""
    from mlflow.exceptions import MlflowException

    try:
        mlflow.log_inputs(run_id, datasets=[gold])
    except MlflowException:
        mlflow.log_inputs(run_id, datasets=[gold])


def log_records(mlflow: Any, experiment_id: str, sweep: SweepResult) -> None:
    """Writes the questions into their evaluation dataset, unless they are there."""
    dataset = evaluation_dataset(mlflow, experiment_id, sweep)
    if dataset and len(dataset.records) < len({json.dumps(inputs(q)) for q in sweep.questions.values()}):
        dataset.merge_records([record(question) for question in sweep.questions.values()])


def inputs(question: Question) -> dict[str, Any]:
    scope = {"documents": list(question.documents)} if question.documents else {}
    return {"question": question.question, **scope}


def record(question: Question) -> dict[str, Any]:
    return {
        "inputs": inputs(question),
        "expectations": {"expected_response": expectation(question)},
        "tags": {"question_id": question.id, "kind": question.kind},
    }


def dataset_input(dataset: Any, sweep: SweepResult) -> Any:
    """The input of a run, which MLflow shows in the column Dataset."""
    from mlflow.entities import Dataset, DatasetInput, InputTag

    profile: Mapping[str, Any] = {"num_rows": len(sweep.questions), "split": sweep.info["split"]}
    entity = Dataset(
        name=sweep.info["dataset"],
        digest=gold_digest(sweep),
        source_type="mlflow_evaluation_dataset",
        source=json.dumps({"dataset_id": dataset.dataset_id} if dataset else {}),
        profile=json.dumps(profile),
    )
    return DatasetInput(entity, [InputTag("mlflow.data.context", "evaluation")])
