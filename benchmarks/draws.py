"""How a draw of the questions of `filings` compares with all of them, by the recorded values of the gate.

    python -m benchmarks.draws [--hashes 40] [--sizes 30 60]

Evidence recall of the first and the last of the six variations (eval/expected.yaml, 347 of 383 questions have one): for
the first N questions, for N by a hash of each question alone, and for the draw of dataset.limit. The last two are
repeated with other hashes, by other names of documents and other words of questions. Columns: documents that have a
question, how many of equal size they are worth, the two means, how far a mean of the six variations is from that over
all questions (root mean square), and how often the difference of the two has p < 0.05.
"""

from __future__ import annotations

import math
from argparse import ArgumentParser, RawDescriptionHelpFormatter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from statistics import fmean

import yaml

from ragatta.eval.clusters import clusters
from ragatta.eval.draw import drawing_order
from ragatta.eval.metrics import RETRIEVAL
from ragatta.eval.statistics import Terms, cluster_numbers, compare
from ragatta.experiments.composing.overrides import compose_grid
from ragatta.experiments.corpora.dataset import open_dataset
from ragatta.experiments.paths import ROOT
from ragatta.pipeline.plugins.identity import digest
from ragatta.pipeline.types import Question

Values = Mapping[str, Sequence[float]]  # of each question, by variation
HEAD = "| {} questions | documents | effective | first | last | from all | p < 0.05 |"


def by_hash(questions: Sequence[Question]) -> list[Question]:
    return sorted(questions, key=lambda one: digest(one.question))


def recorded() -> Values:
    gate = yaml.safe_load((ROOT / "eval" / "expected.yaml").read_text(encoding="utf-8"))["filings"]
    number = len(gate["recorded"]["variations"])
    found = {id_: one[RETRIEVAL] for id_, one in gate["questions"].items() if RETRIEVAL in one}
    return {id_: value if isinstance(value, list) else [value] * number for id_, value in found.items()}


def renamed(questions: Sequence[Question], name: int) -> list[Question]:
    """The same questions with other hashes."""
    return [
        replace(
            one,
            question=f"{name} {one.question}",
            documents=tuple(f"{name} {file}" for file in one.documents),
            evidence=tuple(replace(each, file=f"{name} {each.file}") for each in one.evidence),
        )
        for one in questions
    ]


def line(name: str, draws: Sequence[Sequence[str]], values: Values, together: Mapping[str, str]) -> str:
    """A row of the table, over several draws of question ids."""
    known = [[id_ for id_ in draw if id_ in values] for draw in draws]
    number = len(next(iter(values.values())))
    whole = [fmean(own[at] for own in values.values()) for at in range(number)]
    means = [[fmean(values[id_][at] for id_ in draw) for at in range(number)] for draw in known]
    away = math.sqrt(fmean((mean[at] - whole[at]) ** 2 for mean in means for at in range(number)))
    spread = [cluster_numbers(draw, together) for draw in known]
    terms = Terms(together)
    found = [
        compare({id_: [values[id_][-1]] for id_ in draw}, {id_: [values[id_][0]] for id_ in draw}, terms).p
        < terms.alpha
        for draw in known
    ]
    cells = (
        f"{fmean(documents for documents, _ in spread):.0f}",
        f"{fmean(effective for _, effective in spread):.1f}",
        *(f"{fmean(mean[at] for mean in means):.3f}" for at in (0, -1)),
        f"{away:.3f}",
        f"{sum(found)} of {len(found)}",
    )
    return f"| {name} | {' | '.join(cells)} |"


def main() -> None:
    words = ArgumentParser(description=__doc__, formatter_class=RawDescriptionHelpFormatter)
    words.add_argument("--hashes", type=int, default=40)
    words.add_argument("--sizes", type=int, nargs="+", default=[30, 60])
    given = words.parse_args()
    config = compose_grid(["dataset=filings"])[0].config
    questions = open_dataset(config.dataset, architecture=config.architecture).questions
    values, together = recorded(), clusters(questions)
    ways: dict[str, Callable[[Sequence[Question]], list[Question]]] = {"by hash": by_hash, "drawn": drawing_order}
    orders = {
        name: [[one.id for one in way(renamed(questions, hashes))] for hashes in range(given.hashes)]
        for name, way in ways.items()
    }
    orders = {"the first": [[one.id for one in questions]], **orders}
    for size in given.sizes:
        print(HEAD.format(size), "| --- | --- | --- | --- | --- | --- | --- |", sep="\n")
        for name, found in orders.items():
            print(line(name, [order[:size] for order in found], values, together), flush=True)
        print(line("all", [[one.id for one in questions]], values, together), end="\n\n", flush=True)


if __name__ == "__main__":
    main()
