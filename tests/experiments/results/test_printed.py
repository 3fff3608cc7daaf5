"""summary.tex: escaped, as wide as a page, with the columns that are chosen."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from ragatta.experiments.faults import Fault
from ragatta.experiments.results.effects import effects_of
from ragatta.experiments.results.markup import LETTERS
from ragatta.experiments.results.printed import latex
from ragatta.experiments.results.reading import SweepResult, open_sweep
from standins.sweeps import Sweep

NASTY = r"""a\b{c}$d&e#f%g_h^i~j<k>l|m"n--o`p*q[r] """
TABLE = re.compile(r"\\begin\{(tabularx?)\}(?:\{\\linewidth\})?\{(.*?)\}\n\\toprule\n(.*?)\\bottomrule", re.DOTALL)
STACKED = re.compile(r"\\begin\{tabular\}\[b\]\{@\{\}r@\{\}\}(.*?)\\end\{tabular\}")


def opened(tmp_path: Path, sweep: Sweep) -> SweepResult:
    return open_sweep(f"{sweep.write(tmp_path / '2026-01-02T03-04-05')}/")


def tables(text: str) -> list[list[list[str]]]:
    """The cells of each table, the stacked words of a heading in one line."""
    flat = STACKED.sub(lambda found: found[1].replace(r"\\", " "), text)
    found = []
    for _, columns, body in TABLE.findall(flat):
        rows = [line.removesuffix(r" \\") for line in body.splitlines() if line.endswith(r" \\")]
        cells = [[cell.strip() for cell in re.split(r"(?<!\\)&", row)] for row in rows]
        kinds = re.sub(r">\{.*?\}", "", columns)
        assert {len(row) for row in cells} == {len(kinds)}
        found.append(cells)
    return found


def test_every_special_character_is_escaped(tmp_path: Path) -> None:
    text = latex(opened(tmp_path, Sweep(labels=("baseline", NASTY))))
    assert (
        r"a\textbackslash{}b\{c\}\$d\&e\#f\%g\_\allowbreak{}h\textasciicircum{}i\textasciitilde{}j\textless{}k"
        r"\textgreater{}l\textbar{}m\char34{}n-{}-{}o\textasciigrave{}p{*}q{[}r{]} &"
    ) in text
    bare = re.sub(r"\\[{}]", "", text)
    assert bare.count("{") == bare.count("}")
    for letter in "_#%":
        assert not re.search(rf"(?<!\\){letter}", text.split("\n", 1)[1])


def test_a_negative_number_has_a_minus_and_a_label_its_hyphen(tmp_path: Path) -> None:
    swapped = {("other", f"Q_{n}", 0): 0.0 for n in range(1, 4)} | {("baseline", f"Q_{n}", 0): 1.0 for n in range(1, 4)}
    text = latex(opened(tmp_path, Sweep(("baseline", "two-words"), scores=swapped)))
    assert r"two-{}words" in text
    assert r"$-$" in latex(opened(tmp_path / "2", Sweep(scores=swapped)))


def test_lines_and_control_characters_of_a_label_stay_in_its_cell(tmp_path: Path) -> None:
    assert "\ntwo lines and & " in latex(opened(tmp_path, Sweep(labels=("baseline", "two\nlines\tand \x07"))))


def test_the_usual_columns_fit_a_page(tmp_path: Path) -> None:
    """Names as long as a grid makes them, and many metrics."""
    optional = {"page_recall": 0.5, "ndcg": 0.5, "mrr": 0.5, "map": 0.5, "router_recall": 0.5}
    labels = [f"retrieval.top_k={k} architecture=router_planner prompts=terse" for k in (3, 5)]
    alike = {label: {"top_k": k, "search": s} for label, k, s in zip(labels, (3, 5), ("hybrid", "exact"), strict=True)}
    sweep = opened(tmp_path, Sweep(labels, questions=6, optional=optional, retrieval=alike))
    text = latex(sweep, None, [effects_of(sweep, "score")])
    assert text.count(r"\begin{tabularx}{\linewidth}") == text.count(r"\toprule")
    assert r"\resizebox" not in text
    scores, compared = tables(text)[:2]
    assert scores[0][:3] == ["variation", "score", r"95\% interval"]
    assert "evidence recall" in scores[0]
    assert compared[0][-1] == "verdict"
    widths = [max(min(len(cell), 14) for cell in column) for column in zip(*scores[1:], strict=True)]
    assert sum(widths) + 2 * len(widths) <= LETTERS
    assert "; model: m\\_1}" in text


def test_the_columns_are_those_that_are_named_in_their_order(tmp_path: Path) -> None:
    summary = {"live_latency_p50_s": "1.250000", "collection": "pages"}
    sweep = opened(tmp_path, Sweep(summary=summary))
    names = ["live_latency_p50_s", "evidence recall", "cost_usd", "collection", "p (Holm)"]
    scores, compared = tables(latex(sweep, columns=names))
    assert scores[0] == ["variation", "live latency p50 s", "evidence recall", "cost (USD)", "collection"]
    assert scores[1][1] == "1.250"
    assert scores[1][4] == "pages"
    assert compared[0] == ["variation", "p (Holm)"]
    with pytest.raises(Fault, match="--columns: no column 'evidence_recal'; did you mean evidence_recall"):
        latex(sweep, columns=["evidence_recal"])
