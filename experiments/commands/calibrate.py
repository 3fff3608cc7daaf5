"""How far the judge agrees with people, on answers that people have judged.

--from is a CSV or JSONL file (eval/verdicts.py). The judge is that of `scoring=judge` unless settings say otherwise.
Reports and tables show the agreement beside every figure of the same judge, until its model or its prompts change.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path

from ragatta.conf.schema import Config
from ragatta.eval.metrics import SCORE
from ragatta.eval.scorers import Given, judge, judged, score
from ragatta.eval.statistics.agreement import Agreement, Graded, agreement
from ragatta.eval.verdicts import VERDICT, Verdicts, read_verdicts
from ragatta.experiments.command_line.commands import command
from ragatta.experiments.command_line.options import CONFIG_DIR, RETRY_FAILED, SETTINGS, option
from ragatta.experiments.composing.overrides import one_point
from ragatta.experiments.counting import counted
from ragatta.experiments.faults import Fault
from ragatta.experiments.paths import HOME
from ragatta.experiments.progress import Bars
from ragatta.experiments.resources.calibrations import Calibration, judge_identity, save
from ragatta.experiments.resources.judge import Judge
from ragatta.experiments.resources.models import Models
from ragatta.experiments.showing.cells import interval, number, readable
from ragatta.experiments.showing.console import grid, plain_console
from ragatta.pipeline.machine.side_by_side import side_by_side

OURS = SCORE  # the deterministic score, calibrated with the judge
Figures = Mapping[str, float | None]


@command(__doc__, "calibrate --from verdicts.csv", "calibrate --from verdicts.csv budget.usd=1")
@option("--from", "source", default="", metavar="FILE", help="a .csv or .jsonl of answers with their verdicts")
@RETRY_FAILED
@CONFIG_DIR
@SETTINGS
def calibrate(source: str, retry_failed: bool, config_dir: str, settings: tuple[str, ...]) -> int:
    if not source:
        raise Fault("ragatta calibrate --from verdicts.csv: name the file of answers with people's verdicts")
    path = Path(source)
    rows = read_verdicts(path, [metric.name for metric in judged.Judged.metrics if metric.asks])
    config = _config([*(["retry_failed=true"] if retry_failed else []), *settings], config_dir, rows)
    models = Models(workers=config.runner.workers, limits=config.budget.limits())
    asked = models.judge(config.scoring.judge_llm, config.retry_failed)
    bars = Bars()
    with bars.shown():
        figures = side_by_side(
            lambda row: _figures(row, config, asked),
            rows,
            models.in_flight(config.scoring.judge_llm),
            lambda done: bars("judging", done, len(rows)),
        )
    if len({row.question.id for row in rows}) > len({row.question.question for row in rows}):
        print("Some questions have several ids, and each id counts as a question of its own.")
    judge_entry = judge_identity(asked.identity, config.scoring)
    found = dict(_calibrations(rows, figures, judge_entry["prompts"], path.name))
    print(f"{counted(len(rows), 'answer')}, judged by {asked.identity.name}")
    plain_console().print(grid("agreement with people", HEADINGS, [_cells(name, one) for name, one in found.items()]))
    of_the_judge = {name: one for name, one in found.items() if name != OURS}
    if not of_the_judge:
        raise Fault("the judge gave no usable reply on what people have judged: nothing is calibrated")
    print(f"saved: {save(judge_entry, of_the_judge).relative_to(HOME)}")
    return 0


HEADINGS = ("metric", "answers", "questions", "kappa", "95% interval", "agreement", "95% interval", "no usable reply")


def _cells(name: str, calibration: Calibration) -> list[str]:
    found = calibration.found
    kappa = [number(found.kappa.mean, ".2f"), interval(found.kappa.low, found.kappa.high)]
    equal = [number(found.agreement.mean, ".2f"), interval(found.agreement.low, found.agreement.high)]
    return [readable(name), str(found.answers), str(found.questions), *kappa, *equal, str(calibration.unread)]


def _config(overrides: Sequence[str], folder: str, rows: Sequence[Verdicts]) -> Config:
    """With scoring=judge, or scoring=judged where people have given figures of other metrics, unless it is named."""
    wanted = {name for row in rows for name in row.people}
    usual = "scoring=judged" if wanted - {VERDICT} else "scoring=judge"
    named = any(word.startswith("scoring=") for word in overrides)
    words = [*([f"--config-dir={folder}"] if folder else []), *([] if named else [usual]), *overrides]
    config = one_point(words, "calibrate").config
    if not config.scoring.asks_a_judge:
        raise Fault("ragatta calibrate needs a judge: scoring=judge scoring/judge_llm=...")
    return config


def _figures(row: Verdicts, config: Config, asked: Judge) -> Figures:
    """What the judge and our own score say of an answer; None where there was no usable reply."""
    scoring, question, answer = config.scoring, row.question, row.answer
    found: dict[str, float | None] = {}
    if VERDICT in row.people:
        found[OURS] = score.score(question, answer, scoring.number_tolerance)
        if scoring.judge:
            found["judge"] = judge.score(question, answer, asked.ask, scoring.judge_max_tokens).get("judge")
    if row.people.keys() - {VERDICT}:
        made = judged.Judged(scoring.judged_max_tokens).score(Given(question, answer, row.pages, ask=asked.ask))
        found |= {name: made.get(name) for name in row.people.keys() - {VERDICT}}
    return found


def _calibrations(
    rows: Sequence[Verdicts], figures: Sequence[Figures], prompts: Mapping[str, str], file: str
) -> Iterator[tuple[str, Calibration]]:
    """By metric; without those that nobody has judged, or of which no answer has a figure."""
    today = datetime.now(UTC).date().isoformat()
    for name in (OURS, *prompts):
        column = VERDICT if name in (OURS, "judge") else name
        judged_rows = [
            (row, figure.get(name)) for row, figure in zip(rows, figures, strict=True) if column in row.people
        ]
        graded = [Graded(row.question.id, value, row.people[column]) for row, value in judged_rows if value is not None]
        if graded:
            found: Agreement = agreement(graded)
            yield name, Calibration(prompts.get(name, ""), found, len(judged_rows) - len(graded), file, today)
