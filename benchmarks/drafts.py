"""Whether drafts by rules rank variations as the published questions of a dataset do.

    python -m benchmarks.drafts [--datasets uda cuad] [--count 60] [--limit 0]

Drafts are made from the documents, all accepted as they are, and swept with the grid `seven`, as are the published
questions (a draw of --limit of them; 0: all). Per dataset: how many drafts there are, by origin, kind and rank in a
search, and tau-b of the variations by mean evidence recall (page recall where the gold has no quotes), over the pairs
that differ significantly on the published questions (5%, Holm), and over all pairs that differ at all. Its 95% interval
is a bootstrap over the drafts by document (2000 resamples); which pairs differ is taken as known.
"""

from __future__ import annotations

import argparse
import math
import random
from collections import defaultdict
from collections.abc import Mapping, Sequence
from itertools import combinations
from pathlib import Path
from statistics import fmean
from tempfile import TemporaryDirectory

import ragatta
from ragatta.eval.gold.appending import append_questions
from ragatta.eval.statistics import compare_pairs
from ragatta.experiments.adding.gold import Gold, open_gold, striking_of
from ragatta.experiments.adding.writing import complete, written
from ragatta.experiments.command_line.process import run_command
from ragatta.experiments.composing.overrides import compose_grid
from ragatta.experiments.progress.bars import Bars
from ragatta.experiments.results.reading import SweepResult
from ragatta.experiments.stored_drafts import Stored
from ragatta.extensions.studio.commands.draft import read
from ragatta.extensions.studio.drafting.drafting import Drafting, counts
from ragatta.extensions.studio.drafting.forms import candidates
from ragatta.pipeline.types import Question

RESAMPLES, ALPHA = 2000, 0.05
Recalls = Mapping[str, Mapping[str, float]]  # by variation and question
Pair = tuple[str, str]  # the first has the higher recall on the published questions


def main(arguments: list[str]) -> int:
    words = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    words.add_argument("--datasets", nargs="+", default=["uda", "cuad"])
    words.add_argument("--count", type=int, default=60)
    words.add_argument("--limit", type=int, default=0)
    given = words.parse_args(arguments)
    for name in given.datasets:
        print("\n".join(lines(name, given.count, given.limit)), flush=True)
    return 0


def lines(name: str, count: int, limit: int) -> list[str]:
    """What is found of one dataset."""
    config, bars = compose_grid([f"dataset={name}", "dataset.split=all"])[0].config, Bars()
    gold = open_gold(config.dataset, config.parser, bars)
    every = [*candidates(read(gold, config.parser, bars), config.dataset.language)]
    with striking_of(gold, config.parser) as striking:
        drafts = [*Drafting(gold.corpus, [], [], config.dataset.language, striking).chosen(every, count)]
    said = [f"{name}: {len(drafts)} drafts of {len(every)} candidates"]
    said += [
        f"  {what}: {', '.join(f'{n} {of}' for of, n in found.most_common())}" for what, found in counts(drafts).items()
    ]
    settings = ("tracking.mlflow=false", "dataset.split=all")
    published = ragatta.sweep(f"dataset={name}", f"dataset.limit={limit}", *settings, grid="seven").sweep
    with TemporaryDirectory() as folder:
        path = Path(folder) / "drafts.yaml"
        append_questions(path, accepted(drafts, gold))
        drafted = ragatta.sweep(*settings, pdfs=gold.dataset.pdfs, questions=path, grid="seven").sweep
    recalls, known = recalls_of(drafted), recalls_of(published)
    file_of = {one.id: one.evidence[0].file for one in drafted.questions.values() if one.evidence}
    for which, chosen in (("significant", pairs(known, published)), ("different", pairs(known, published, 1.0))):
        low, high = interval(recalls, chosen, file_of)
        said.append(f"  tau-b {tau_b(recalls, chosen):.2f} ({low:.2f} to {high:.2f}) over {len(chosen)} {which} pairs")
    means = ((label, fmean(known[label].values()), fmean(own.values())) for label, own in recalls.items())
    return [*said, *(f"  {label}: {one:.3f} published, {two:.3f} drafts" for label, one, two in means)]


def accepted(drafts: Sequence[Stored], gold: Gold) -> list[Question]:
    """The drafts as gold questions."""
    found: list[Question] = []
    for one in drafts:
        found.append(complete(written(one.record, found, "en", "test"), found, gold.corpus))
    return found


def recalls_of(sweep: SweepResult) -> Recalls:
    """Evidence recall of each question in each variation; page recall where it has no quotes."""
    found = {}
    for run in sweep.runs:
        pages, quotes = run.scores("page_recall"), run.scores("evidence_recall")
        found[run.label] = {question: fmean(own) for question, own in {**pages, **quotes}.items()}
    return found


def pairs(recalls: Recalls, sweep: SweepResult, alpha: float = ALPHA) -> list[Pair]:
    """The pairs of variations that differ significantly, at 1.0 all that differ."""
    scores = {label: {question: [recall] for question, recall in own.items()} for label, own in recalls.items()}
    both = {(one, other): (scores[one], scores[other]) for one, other in combinations(scores, 2) if scores[one]}
    compared = compare_pairs(both, sweep.terms)
    return [
        (one, other) if found.difference > 0 else (other, one)
        for (one, other), found in compared.items()
        if found.difference and (found.p_corrected < alpha or alpha == 1)
    ]


def tau_b(recalls: Recalls, significant: Sequence[Pair], questions: Sequence[str] | None = None) -> float:
    """Kendall's tau-b (1945) of two rankings over pairs that are no ties in the first; NaN if all are in the second."""
    means = {
        label: fmean(own[question] for question in (own if questions is None else questions) if question in own)
        for label, own in recalls.items()
        if any(label in pair for pair in significant)
    }
    signs = [(means[one] > means[other]) - (means[one] < means[other]) for one, other in significant]
    untied = sum(map(abs, signs))
    return sum(signs) / math.sqrt(len(signs) * untied) if untied else math.nan


def interval(recalls: Recalls, significant: Sequence[Pair], file_of: Mapping[str, str]) -> tuple[float, float]:
    """The 95% interval of tau-b by resampling documents with their questions (Efron 1979); NaN where there is none."""
    by_file: dict[str, list[str]] = defaultdict(list)
    for question in next(iter(recalls.values()), {}):
        by_file[file_of.get(question, "")].append(question)
    chance, files = random.Random(0), [*by_file]
    drawn = []
    for _ in range(RESAMPLES if significant and files else 0):
        sample = [question for file in chance.choices(files, k=len(files)) for question in by_file[file]]
        if not math.isnan(found := tau_b(recalls, significant, sample)):
            drawn.append(found)
    drawn.sort()
    return (drawn[int(0.025 * len(drawn))], drawn[int(0.975 * len(drawn))]) if drawn else (math.nan, math.nan)


if __name__ == "__main__":
    run_command(main)
