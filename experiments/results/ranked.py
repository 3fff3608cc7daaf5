"""The table of rankings over a judged collection, and its file: a row a search."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping
from statistics import fmean

from rich.table import Table

from ragatta.eval.ranked import MEASURES, NDCG
from ragatta.eval.statistics import compare_all, mean_interval
from ragatta.experiments.results import console
from ragatta.experiments.results.cells import interval, number

FORM = ".4f"  # as published figures are
Figures = Mapping[str, Mapping[str, float]]  # of each query, by measure


def table(ranked: Mapping[str, Figures], title: str) -> Table:
    """A row for each search by its name: nDCG@10 with its 95% interval over the queries, the means of the other
    measures, and the paired difference of nDCG@10 from the first, corrected over the searches (Holm)."""
    scores = {name: {query: [of[NDCG]] for query, of in figures.items()} for name, figures in ranked.items()}
    first, others = next(iter(scores)), [measure for measure in MEASURES if measure != NDCG]
    compared = compare_all(scores, first)
    paired = [f"against {first}", "95% interval", "verdict"] if compared else []
    headings = ["search", NDCG, "95% interval", *others, *paired]
    rows = []
    for name, figures in ranked.items():
        found, one = mean_interval(scores[name]), compared.get(name)
        row = [name, number(found.mean, FORM), interval(found.low, found.high)]
        row += [number(fmean(of[measure] for of in figures.values()), FORM) for measure in others]
        row += [f"{one.difference:+.4f}", interval(one.low, one.high), _of_queries(one.words)] if one else [""] * 3
        rows.append(row[: len(headings)])
    return console.fitted(title, headings, rows, others[::-1], console.plain_console().width)


def _of_queries(words: str) -> str:
    return words.replace("questions", "queries").replace("question", "query")


def as_csv(ranked: Mapping[str, Figures]) -> str:
    """A line for each search and query, with its measures."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(["search", "query", *MEASURES])
    for name, figures in ranked.items():
        writer.writerows(
            [name, query, *(f"{of[measure]:.6f}" for measure in MEASURES)] for query, of in figures.items()
        )
    return out.getvalue()
