"""Whether the score and the statistics find what a script put there.

    python -m benchmarks.scripted [--seeds 100] [--accuracy 0.9 0.9 0.9 0.9 0.8 0.95] [--style json]

Every variation is llm=scripted with an accuracy of its own, asked the questions of `filings` by the orchestrator's
prompt with one passage. Its replies are parsed and scored as those of any model. Per variation: the mean score over all
seeds, in how many seeds its 95% interval holds the true mean (its accuracy), and its verdicts against the first.
"""

from __future__ import annotations

import argparse
import os
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from statistics import fmean

from ragatta.conf.schema import Dataset
from ragatta.eval.clusters import clusters
from ragatta.eval.scorers.score import verdict
from ragatta.eval.statistics import Terms, compare_all, mean_interval
from ragatta.experiments.command_line.process import run_command
from ragatta.experiments.composing.overrides import compose_grid
from ragatta.experiments.corpora.dataset import open_dataset
from ragatta.extensions.scripted.backends.scripted import FromGold, Script
from ragatta.pipeline.agents.answering.confidence import Thresholds
from ragatta.pipeline.agents.answering.orchestrator import NO_REPLY, SYSTEM, USER, as_answer
from ragatta.pipeline.agents.context.context import Context
from ragatta.pipeline.agents.context.sources import marked_source
from ragatta.pipeline.agents.trace import Trace
from ragatta.pipeline.llm.ask import Asker
from ragatta.pipeline.llm.seam import Backend, Prompt
from ragatta.pipeline.tasks.answers import Passage, WriteAnswer, WrittenAnswer
from ragatta.pipeline.types import Question

FIRST = "1"


def main(arguments: list[str]) -> int:
    words = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    words.add_argument("--seeds", type=int, default=100)
    words.add_argument("--accuracy", type=float, nargs="+", default=[0.9, 0.9, 0.9, 0.9, 0.8, 0.95])
    words.add_argument("--style", default="json")
    given = words.parse_args(arguments)
    dataset: Dataset = compose_grid(["architecture=single_pass"])[0].config.dataset
    open_dataset(dataset)  # written once, before the processes look for it
    swept = partial(_swept, accuracy=given.accuracy, style=given.style, dataset=dataset)
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        sweeps = list(pool.map(swept, range(given.seeds)))
    print(
        "| accuracy | mean score | intervals that contain the accuracy | verdicts against the first |\n"
        "| --- | --- | --- | --- |"
    )
    for at, accuracy in enumerate(given.accuracy):
        means, held, verdicts = zip(*(sweep[at] for sweep in sweeps), strict=True)
        said = "; ".join(f"{verdict} {times}" for verdict, times in Counter(filter(None, verdicts)).most_common())
        print(f"| {accuracy:g} | {fmean(means):.3f} | {sum(held)} of {len(held)} | {said or '–'} |")
    return 0


def _swept(seed: int, accuracy: Sequence[float], style: str, dataset: Dataset) -> list[tuple[float, bool, str]]:
    """One sweep: of each variation its mean score, whether the interval holds the accuracy, and the verdict."""
    questions = [q for q in open_dataset(dataset).questions if q.kind not in ("clarify", "unsafe")]
    scores = {
        str(at): _scores(FromGold(Script(share, style), "").taught(questions), f"variation {at}", seed, questions)
        for at, share in enumerate(accuracy, 1)
    }
    of = clusters(questions)
    compared = compare_all(scores, FIRST, Terms(of)) if len(scores) > 1 else {}
    found = []
    for name, share in zip(scores, accuracy, strict=True):
        interval = mean_interval(scores[name], of)
        held = interval.low <= share <= interval.high
        found.append((interval.mean, held, compared[name].verdict if name in compared else ""))
    return found


def _scores(backend: Backend, passage: str, seed: int, questions: Sequence[Question]) -> dict[str, list[float]]:
    return {question.id: [_score(question, backend, passage, seed)] for question in questions}


def _score(question: Question, backend: Backend, passage: str, seed: int) -> float:
    asker = Asker(backend, None, mode="off", seed=seed)
    shown_it = (Passage(1, "any.pdf", 1, 1, passage),)
    reply = asker.ask(
        Prompt(
            WriteAnswer(question.question, shown_it, False),
            SYSTEM,
            USER.format(question=question.question, passages=marked_source(shown_it[0])),
            WrittenAnswer,
            lambda: NO_REPLY,
        )
    )
    with Trace(asker.calls).stage("orchestrator") as stage:
        answer = as_answer(
            reply.model_copy(update={"sources": []}), Context((), shown_it, {1: ()}, {}, 0, ()), "", Thresholds(), stage
        )
    return verdict(question, answer).score


if __name__ == "__main__":
    run_command(main)
