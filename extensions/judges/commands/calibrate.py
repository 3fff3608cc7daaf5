"""How far the judge and our own score agree with people, on answers that people have judged.

--from is a CSV or JSONL file (calibrating/verdicts.py), or the verdicts.jsonl of a dataset (eval/people.py), which is
that of the options. The judge is that of `scoring=judge` unless settings say otherwise; `scoring=default` asks none.
Reports and tables show the agreement beside every figure of the same judge, until its model or its prompts change; one
that agrees well enough settles undecided answers.

--confidence SWEEP asks no judge. For each variation it proposes the similarity of cited passages above which an answer
is of high and of medium confidence, chosen on half of the questions and measured on the others.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import cast
from urllib.parse import quote

from ragatta.conf.schema import Config
from ragatta.eval.groups import group
from ragatta.eval.metrics import SCORE
from ragatta.eval.record.classes import side
from ragatta.eval.scorers import Given, score
from ragatta.eval.statistics.agreement import Agreement, Graded, agreement
from ragatta.eval.verdict import Verdict
from ragatta.experiments.command_line.commands import command
from ragatta.experiments.command_line.options import chooses, option
from ragatta.experiments.composing.chosen import Chosen
from ragatta.experiments.composing.overrides import one_point
from ragatta.experiments.corpora.dataset import open_dataset
from ragatta.experiments.counting import counted
from ragatta.experiments.faults import Fault
from ragatta.experiments.on_record.calibrations import Calibration, Checked, judge_identity, save
from ragatta.experiments.paths import HOME
from ragatta.experiments.progress.bars import Bars
from ragatta.experiments.resources.judge import Judge
from ragatta.experiments.resources.models import Models
from ragatta.experiments.results.audit import Both, at_most, otherwise
from ragatta.experiments.results.cells import interval, number, readable
from ragatta.experiments.results.console import grid, plain_console
from ragatta.experiments.results.in_studio import ADDRESS
from ragatta.experiments.results.markup import one_line
from ragatta.experiments.results.reading import SweepResult, open_sweep
from ragatta.extensions.judges.calibrating.confidence import held, proposed, rated_answers
from ragatta.extensions.judges.calibrating.settled import by_people, names_no_questions
from ragatta.extensions.judges.calibrating.verdicts import VERDICT, Verdicts, read_verdicts
from ragatta.extensions.judges.scorers import judge, judged
from ragatta.extensions.judges.scoring_settings.judging import WithJudge
from ragatta.pipeline.machine.side_by_side import side_by_side

OURS = SCORE  # the deterministic score, calibrated with the judge
UNDECIDED = "undecided answers"  # of all kinds
LISTED, SHOWN = 20, 60  # answers, and characters of each
HEADINGS = ("answers", "questions", "kappa", "95% interval", "agreement", "95% interval")
Figures = Mapping[str, float | None]


@command(
    __doc__,
    "calibrate --from verdicts.csv",
    "calibrate --from verdicts.csv scoring=default",
    "calibrate --from verdicts.jsonl --dataset filings budget.usd=1",
    "calibrate --confidence latest",
)
@option("--from", "source", default="", metavar="FILE", help="a .csv or .jsonl of answers with their verdicts")
@option("--confidence", default="", metavar="SWEEP", help="propose thresholds of the confidence from its answers")
@chooses(anywhere=True)
def calibrate(chosen: Chosen, source: str, confidence: str) -> int:
    if confidence:
        return _propose_thresholds(open_sweep(confidence))
    if not source:
        raise Fault("ragatta calibrate --from verdicts.csv: name the file of answers with people's verdicts")
    path, words = Path(source), chosen.overrides()
    if names_no_questions(path):
        config = _config(words, "judge")
        rows = _of_dataset(path, config)
    else:
        rows = read_verdicts(path, [metric.name for metric in judged.Judged.metrics if metric.asks])
        config = _config(words, "judged" if {name for row in rows for name in row.people} - {VERDICT} else "judge")
    asked, figures = _judged(rows, config)
    if len({row.question.id for row in rows}) > len({row.question.question for row in rows}):
        print("Some questions have several ids, and each id counts as a question of its own.")
    judge_entry = judge_identity(asked.identity, config.scoring) if asked else {"prompts": {}}
    found, by_kind, today = dict[str, Calibration](), list[list[str]](), datetime.now(UTC).date().isoformat()
    for name in (OURS, *judge_entry["prompts"]):
        pairs, unread = _pairs(rows, figures, name)
        if pairs:
            prompt = judge_entry["prompts"].get(name, "")
            checked = _checked(pairs, config) if name == "judge" else None
            found[name] = Calibration(prompt, agreement([one for _, one in pairs]), unread, path.name, today, checked)
            by_kind += _kinds(pairs, name, config)
    print(f"{counted(len(rows), 'answer')}{f', judged by {asked.identity.name}' if asked else ''}")
    out = plain_console()
    every = [[readable(name), *_cells(one.found), str(one.unread)] for name, one in found.items()]
    out.print(grid("agreement with people", ["metric", *HEADINGS, "no usable reply"], every))
    out.print(grid("by kind of question", ["kind", "metric", *HEADINGS], by_kind))
    print(_decided_words(rows, config))
    if not asked:
        return 0
    _print_false(rows, figures, config)
    of_the_judge = {name: one for name, one in found.items() if name != OURS}
    if not of_the_judge:
        raise Fault("the judge gave no usable reply on what people have judged: nothing is calibrated")
    print(f"saved: {save(judge_entry, of_the_judge).relative_to(HOME)}")
    if _judging(config).judge:
        why = judge_identity(asked.identity, config.scoring)["settles_not"]
        print(f"Its verdicts settle no answer: {why}." if why else "Its verdicts settle undecided answers.")
    return 0


def _propose_thresholds(sweep: SweepResult) -> int:
    rows, whys = [], []
    for run in sweep.runs:
        answers = rated_answers(run)
        found = proposed(answers)
        if isinstance(found, str):
            whys.append(f"{run.label}: {found}." if answers else f"{run.label}: its confidence has no thresholds.")
            continue
        by_level = held(answers, found, sweep.terms.clusters)
        for level, own in by_level.items():
            at = getattr(found, level)
            right = [number(own.right.mean, ".2f"), interval(own.right.low, own.right.high)] if own.right else ["", ""]
            rows.append([run.label, f"confidence.{level}={at:g}", str(own.questions), *right])
    if rows:
        title = "thresholds, and how many answers of each level are right on the half that did not choose them"
        plain_console().print(grid(title, ["variation", "setting", "questions", "right", "95% interval"], rows))
    for why in whys:
        print(why)
    return 0


def _judged(rows: Sequence[Verdicts], config: Config) -> tuple[Judge | None, Sequence[Figures]]:
    """The judge, None where none is asked, and the figures of each answer."""
    if not (llm := config.scoring.asked_model()):
        return None, [_figures(row, config) for row in rows]
    bars = Bars()
    models = Models(workers=config.runner.workers, limits=config.budget.limits(), progress=bars)
    bars.follow(waits=models.meter.waits.line)
    with bars.shown():
        asked = models.judge(llm, config.retry_failed)
        return asked, side_by_side(
            lambda row: _figures(row, config, asked),
            rows,
            models.in_flight(llm),
            lambda done: bars("judging", done, len(rows)),
        )


def _decided_words(rows: Sequence[Verdicts], config: Config) -> str:
    """How many answers our own rules and record decide, and how often people judge them otherwise."""
    verdicts = [(row, _verdict(row, config)) for row in rows if VERDICT in row.people]
    decided = [Both(row.question.id, one.score, row.people[VERDICT]) for row, one in verdicts if not one.undecided]
    return f"{len(decided):,} of {counted(len(verdicts), 'answer')} are decided without a judge. {otherwise(decided)}"


def _checked(pairs: Sequence[tuple[Verdicts, Graded]], config: Config) -> Checked | None:
    """The record of the judge on answers that nothing else decides; None without any."""
    own = [Both(row.question.id, one.one, one.other) for row, one in pairs if _verdict(row, config).undecided]
    if not own:
        return None
    passes = [one.is_wrong for one in own if side(one.decided) == "right"]
    fails = [one.is_wrong for one in own if side(one.decided) == "wrong"]
    return Checked(len(passes), sum(passes), len(fails), sum(fails), at_most(own))


def _print_false(rows: Sequence[Verdicts], figures: Sequence[Figures], config: Config) -> None:
    """The verdicts of the judge on undecided answers that people judge otherwise, and where these stand."""
    found = []
    for row, own in zip(rows, figures, strict=True):
        verdict = own.get("judge")
        if verdict is None or VERDICT not in row.people or side(verdict) == side(row.people[VERDICT]):
            continue
        if _verdict(row, config).undecided:
            false = "false pass" if side(verdict) == "right" else "false failure"
            where = row.where or f"{ADDRESS}{quote(row.question.id, safe='')}"
            found.append([false, where, one_line(row.answer.text)[:SHOWN]])
    if found:
        plain_console().print(grid("the judge and people differ", ["", "where", "answer"], found[:LISTED]))
        if len(found) > LISTED:
            print(f"and {counted(len(found) - LISTED, 'answer')} more")


def _of_dataset(path: Path, config: Config) -> Sequence[Verdicts]:
    """The verdicts of a verdicts.jsonl; says which are left out. Raises Fault where none is left."""
    bars = Bars()
    with bars.shown():
        found = by_people(path, open_dataset(config.dataset, bars).every)
    for why, number_left in found.left_out.items():
        print(f"{counted(number_left, 'answer')} left out, {why}")
    if not found.rows:
        fix = "name their dataset, or --pdfs and --questions"
        raise Fault(f"{path}: no verdict to compare on the questions of {config.dataset.name}; {fix}")
    return found.rows


def _cells(found: Agreement) -> list[str]:
    kappa = [number(found.kappa.mean, ".2f"), interval(found.kappa.low, found.kappa.high)]
    equal = [number(found.agreement.mean, ".2f"), interval(found.agreement.low, found.agreement.high)]
    return [str(found.answers), str(found.questions), *kappa, *equal]


def _config(words: Sequence[str], usual: str) -> Config:
    """With scoring=`usual` unless the words name another."""
    named = any(word.startswith("scoring=") for word in words)
    return one_point([*words, *([] if named else [f"scoring={usual}"])], "calibrate").config


def _judging(config: Config) -> WithJudge:
    """The settings of scoring, as this extension has them."""
    return cast(WithJudge, config.scoring)


def _figures(row: Verdicts, config: Config, asked: Judge | None = None) -> Figures:
    """What the judge, if any, and our own score say of an answer; None where there was no usable reply."""
    scoring, question, answer = _judging(config), row.question, row.answer
    found: dict[str, float | None] = {}
    if VERDICT in row.people:
        found[OURS] = _verdict(row, config).score
        if asked and scoring.judge:
            found["judge"] = judge.score(question, answer, asked.ask, scoring.judge_max_tokens).get("judge")
    if asked and row.people.keys() - {VERDICT}:
        made = judged.Judged(scoring.judged_max_tokens).score(Given(question, answer, row.pages, ask=asked.ask))
        found |= {name: made.get(name) for name in row.people.keys() - {VERDICT}}
    return found


def _pairs(
    rows: Sequence[Verdicts], figures: Sequence[Figures], name: str
) -> tuple[list[tuple[Verdicts, Graded]], int]:
    """The answers with a metric's figure and that of people, and the number of those of which only people have one."""
    column = VERDICT if name in (OURS, "judge") else name
    own = [(row, figure.get(name)) for row, figure in zip(rows, figures, strict=True) if column in row.people]
    pairs = [(row, Graded(row.question.id, value, row.people[column])) for row, value in own if value is not None]
    return pairs, len(own) - len(pairs)


def _kinds(pairs: Sequence[tuple[Verdicts, Graded]], name: str, config: Config) -> Iterator[list[str]]:
    """A row for each kind of question, and for the answers that no rule decides, which are those a judge may settle."""
    of_kind: dict[str, list[Graded]] = {}
    for row, graded in pairs:
        of_kind.setdefault(group(row.question), []).append(graded)
    left = [graded for row, graded in pairs if _verdict(row, config).undecided]
    for kind, own in [*sorted(of_kind.items()), *([(UNDECIDED, left)] if left else [])]:
        yield [kind, readable(name), *_cells(agreement(own))]


def _verdict(row: Verdicts, config: Config) -> Verdict:
    rules = config.scoring.number_tolerance, config.scoring.number_rules, config.scoring.error
    return score.verdict(row.question, row.answer, *rules)
