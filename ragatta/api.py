"""Ragatta from Python: `from ragatta import sweep, compare, ask`. The functions do what the commands of these names do,
on the same files."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from contextlib import redirect_stdout
from dataclasses import asdict, dataclass
from functools import cached_property, wraps
from io import StringIO
from os import PathLike, fspath
from pathlib import Path
from typing import TYPE_CHECKING, Any, ParamSpec, TypeVar

from ragatta.eval.metrics import RETRIEVAL, SCORE
from ragatta.experiments.composing.chosen import Chosen
from ragatta.experiments.composing.config import Point
from ragatta.experiments.composing.overrides import compose_grid
from ragatta.experiments.extras import missing
from ragatta.experiments.faults import Fault
from ragatta.experiments.results.decision import Decision
from ragatta.experiments.results.pairing import compared, family_of, open_side, pairs_of
from ragatta.experiments.results.reading import SweepResult, open_sweep
from ragatta.experiments.results.tables import decided
from ragatta.pipeline.llm.seam import ModelError
from ragatta.pipeline.plugins.registry import Kind
from ragatta.pipeline.types import Answer, Question

if TYPE_CHECKING:
    from pandas import DataFrame

Folder = str | PathLike[str]
P = ParamSpec("P")
R = TypeVar("R")
POINTS = Kind("points")  # a module has a function `added`: points of a grid, and one for each object of a program
SHOWN = ("variation", SCORE, RETRIEVAL, "answered", "failed", "latency_p50_s")  # in a notebook


@dataclass(frozen=True, repr=False)
class SweepResults:
    """A finished sweep, read from its folder. A notebook shows it as a table."""

    sweep: SweepResult

    @property
    def folder(self) -> Path:
        """The sweep's files: summary.csv, comparisons.csv, runs/01/answers.jsonl, ..."""
        return self.sweep.folder

    @cached_property
    def frame(self) -> DataFrame:
        """summary.csv: one row a variation."""
        return _frame(self.folder / "summary.csv")

    @cached_property
    def comparisons(self) -> DataFrame:
        """comparisons.csv: each variation against the baseline, with 95% interval and corrected p; empty for one
        variation."""
        return _frame(self.folder / "comparisons.csv")

    @cached_property
    def decision(self) -> Decision:
        """Which variation to take, which others may be the best, and what could turn it, as the terminal says it."""
        return decided(self.sweep)

    @cached_property
    def questions(self) -> DataFrame:
        """One row an answer: variation, question_id, sample, question, status, answer, lost_at and every metric."""
        import pandas

        rows = [
            {
                "variation": run.label,
                "question_id": row.question_id,
                "sample": row.sample,
                "question": self.gold[row.question_id].question,
                "status": row.answer["status"],
                "answer": row.answer["answer"],
                "lost_at": row.lost_at,
                **row.scores,
            }
            for run in self.sweep.runs
            for row in run.rows
        ]
        return pandas.DataFrame(rows)

    @property
    def gold(self) -> Mapping[str, Question]:
        """The gold questions by id."""
        return self.sweep.questions

    def report(self, path: Folder = "", pages: bool = False) -> Path:
        """Writes the HTML report, one file that opens offline, in the sweep's folder or at `path`; returns its path.
        With `pages` it has pictures of the pages of evidence and citations, and is larger."""
        from ragatta.experiments.command_line.commands import COMMANDS

        if not COMMANDS.knows("report"):
            raise Fault("report: the extension that writes it is not here")
        command: Any = COMMANDS.imported("report")
        written: Path = command.write_report(self.sweep, Path(path) if path else self.folder / command.FILE, pages)
        return written

    def __repr__(self) -> str:
        return "\n".join([self.folder.name, self._columns_shown.to_string(index=False), *self.decision.lines])

    @property
    def _columns_shown(self) -> DataFrame:
        return self.frame[[name for name in SHOWN if name in self.frame]]

    def _repr_html_(self) -> str:
        from ragatta.notebook import sweep_html

        return sweep_html(self.sweep)


def _plain_faults(function: Callable[P, R]) -> Callable[P, R]:
    """What the user can mend is raised without the frames of the library, and in the words of Python."""

    @wraps(function)
    def called(*args: P.args, **kwargs: P.kwargs) -> R:
        try:
            return function(*args, **kwargs)
        except (ModelError, KeyboardInterrupt) as error:
            raise error.with_traceback(None) from None
        except (Fault, ModuleNotFoundError) as error:
            problems = error.problems if isinstance(error, Fault) else [missing(error.name or "")]
            if not any(problems):
                raise
            named = [re.sub(r"--(pdfs|questions)\b ?", r"\1=", one) for one in problems]
        raise Fault(named)

    return called


@_plain_faults
def sweep(
    *overrides: str,
    pdfs: Folder = "",
    questions: Folder = "",
    grid: str = "",
    config_dir: Folder = "",
    contestants: Mapping[str, Any] | None = None,
) -> SweepResults:
    """Runs variations over gold questions, as `ragatta sweep` does; finished answers are reused.

    `overrides` are settings as on the command line, "llm=ollama" or "retrieval.top_k=3,5,10"; `pdfs` and
    `questions` are a folder of documents and their questions (.csv, .jsonl, .json or .yaml), else the dataset of
    the settings; `grid` names a file of conf/experiment/, "six" if no override spans a grid. `contestants` are
    pipelines of your own by name: a function, or an object with `invoke`, `query` or `run`, asked anew each time;
    or (object, version), whose answers are reused as long as the version and its own source stay the same
    (extensions/contestants/README.md). Raises Fault for whatever is wrong with them, and ModelError where a model
    cannot be used or the budget is spent; what was answered is kept.
    """
    from ragatta.experiments.launching.sweep import Sweep

    whole = Sweep()
    with redirect_stdout(StringIO()):  # the forecast, and the tables, which the result shows
        points = _points(overrides, pdfs, questions, grid, config_dir)
        whole.run(_with_contestants(points, contestants) if contestants else points)
        whole.finish()
    results = whole.results
    if results.stopped:
        raise results.stopped
    return SweepResults(open_sweep(str(results.folder)))


@_plain_faults
def latest(name: str = "latest") -> SweepResults:
    """A sweep that has run: by its id, the beginning of one, its folder, or the latest. Raises Fault."""
    return SweepResults(open_sweep(name))


@_plain_faults
def compare(a: str, b: str) -> DataFrame:
    """Two runs or sweeps, paired by question, as `ragatta compare` does: one row a pair and metric, with the means, the
    difference b - a, its 95% interval and corrected p. `a`, `b`: "latest:baseline", a sweep's id or a run key. Raises
    Fault."""
    from ragatta.eval.statistics import question_means
    from ragatta.notebook import Compared

    side_a, side_b = open_side(a, "A"), open_side(b, "B")
    pairs = pairs_of(side_a, side_b)
    found = compared(family_of(side_a, side_b, pairs))
    rows = []
    for pair in pairs:
        for metric in pair.metrics:
            ours, baseline = (question_means(scores) for scores in pair.scores(metric))
            means = {"a": sum(baseline.values()) / len(baseline), "b": sum(ours.values()) / len(ours)}
            comparison = found[pair.name, metric]
            rows.append({"pair": pair.name, "metric": metric, **means, **asdict(comparison), "words": comparison.words})
    return Compared(rows)


@_plain_faults
def ask(question: str, *overrides: str, pdfs: Folder = "", config_dir: Folder = "", contestant: Any = None) -> Answer:
    """Asks one question, as `ragatta ask` does, or of a `contestant` as in `sweep`: the answer with its citations, the
    context that was read, and what every stage decided. Raises as `sweep` does."""
    from ragatta.experiments.commands.ask import opened
    from ragatta.notebook import shown_answer
    from ragatta.pipeline.types import AskedQuestion

    if not question.strip():
        raise Fault("ask: the question is empty")
    points = _points(overrides, pdfs, "", "none", config_dir, questions_needed=False)
    if len(points) > 1:
        raise Fault("ask takes one configuration, not a grid")
    if contestant is not None:
        points = _with_contestants(points, {"contestant": contestant})[1:]
    answer, _ = opened(points[0].config).answer(AskedQuestion(question))
    return shown_answer(answer)


def _with_contestants(points: Sequence[Point], contestants: Mapping[str, Any]) -> list[Point]:
    """The points, and one for each contestant by its name. Raises Fault."""
    if not POINTS.knows("contestants"):
        if contestants:
            raise Fault("contestants: the extension that asks them is not here")
        return [*points]
    found: list[Point] = POINTS.function("contestants", "added")(points, contestants)
    return found


def _points(
    overrides: tuple[str, ...],
    pdfs: Folder,
    questions: Folder,
    grid: str,
    config_dir: Folder,
    questions_needed: bool = True,
) -> list[Point]:
    if of_hydra := [one for one in overrides if one.lstrip("+~").startswith("hydra")]:
        raise Fault(f"{', '.join(of_hydra)}: in Python a sweep runs in this process; leave it out")
    chosen = Chosen(overrides, grid, fspath(pdfs), fspath(questions), fspath(config_dir))
    return compose_grid(chosen.overrides("needed" if questions_needed else "optional"))


def _frame(path: Path) -> DataFrame:
    import pandas

    if not path.exists() or not path.read_text(encoding="utf-8").strip():
        return pandas.DataFrame()
    return pandas.read_csv(path)
