"""Are the gold questions of every dataset that is here well-formed, true and distinct?

Errors: invalid fields or ids, evidence that is not on its pages, questions that contradict themselves or another.
Warnings: near duplicates, quotes that are on other pages too, evidence in several rows of its page (with quotes for
each row), evidence that is struck out, answers that no evidence prints. Exit code 1 if there is an error.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ragatta.conf.schema import Config
from ragatta.eval.gold.ambiguity import ambiguous
from ragatta.eval.gold.contradictions import contradictions
from ragatta.eval.gold.near_duplicates import near_duplicates
from ragatta.eval.gold.questions import repeated, unfounded
from ragatta.eval.gold.records import Finding, GoldError
from ragatta.eval.gold.unprinted import is_unprinted
from ragatta.experiments.adding.gold import Gold, open_gold, striking_of
from ragatta.experiments.command_line.commands import command
from ragatta.experiments.command_line.options import chooses
from ragatta.experiments.composing.choices import files_of
from ragatta.experiments.composing.chosen import Chosen
from ragatta.experiments.composing.overrides import compose_grid
from ragatta.experiments.corpora.dataset import NotThere
from ragatta.experiments.counting import counted
from ragatta.experiments.faults import problems_of
from ragatta.experiments.progress.bars import Bars
from ragatta.pipeline.documents.parser import Parser

SHOWN = 12  # ids that are listed of one warning


@dataclass(frozen=True)
class Checked:
    """The findings of one dataset; `summary` is its line of the summary."""

    summary: str
    faults: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()


@command(__doc__, "check-questions", "check-questions --pdfs folder --questions questions.csv")
@chooses()
def check_questions(chosen: Chosen) -> int:
    overrides = chosen.overrides()
    named = any(override.split("=", 1)[0] == "dataset" for override in overrides)
    choices: Sequence[list[str]] = [[]] if named else [[f"dataset={name}"] for name in dataset_names()]
    points = [point for choice in choices for point in compose_grid([*choice, *overrides])]
    bars = Bars()
    with bars.shown():
        outcomes = [checked(point.config, bars, must_be_there=named) for point in points]
    for outcome in outcomes:
        print(outcome.summary)
        for warning in outcome.warnings:
            print(f"  warning: {warning}")
    sys.stdout.flush()
    faults = [fault for outcome in outcomes for fault in outcome.faults]
    for fault in faults:
        print(f"error: {fault}", file=sys.stderr)
    return 1 if faults else 0


def dataset_names() -> list[str]:
    """The datasets that a configuration can choose, except the user's own documents, which have to be named."""
    return sorted(name for name in files_of("dataset") if name != "local")


def checked(config: Config, bars: Bars, must_be_there: bool) -> Checked:
    """Raises NotThere only if the dataset must be there."""
    name = config.dataset.name
    try:
        gold = open_gold(config.dataset, config.parser, bars)
    except NotThere as fault:
        if must_be_there:
            raise
        return Checked(f"{name}: skipped, its files are not here ({fault.problems[0].split(' not found', 1)[0]})")
    except GoldError as error:
        of_form = tuple(problems_of(error))
        if not error.readable:
            return Checked(f"{name}: {_faulty(len(error.faults))}", of_form)
        others = _judged(name, open_gold(config.dataset, config.parser, bars, error.readable), config.parser)
        number = len(error.faults) + len(others.faults)
        return Checked(f"{name}: {_faulty(number)}", (*of_form, *others.faults), others.warnings)
    return _judged(name, gold, config.parser)


def _judged(name: str, gold: Gold, parser: Parser) -> Checked:
    questions = gold.questions
    records = {written.question.id: written.record for written in gold.written}
    unread = gold.read.unread
    found = [*contradictions(questions), *(fault for q in questions for fault in unfounded(q, gold.corpus, unread))]

    def placed(finding: Finding) -> str:
        return records[finding.question_id].placed(finding.field, finding.message)

    warnings = [
        placed(
            Finding(
                pair.later.id,
                "question",
                f"asks nearly the same as {pair.earlier.id} ({pair.share:.0%} of the words): {pair.earlier.question}",
            )
        )
        for pair in near_duplicates(questions)
    ]
    warnings += [placed(f) for q in questions for f in (*repeated(q, gold.corpus), *ambiguous(q, gold.corpus))]
    warnings += map(placed, () if found else struck_out(gold, parser))
    if unprinted := [q.id for q in questions if is_unprinted(q)]:
        more = f", and {len(unprinted) - SHOWN} more" if len(unprinted) > SHOWN else ""
        what = f"{counted(len(unprinted), 'answer')} not printed by any quote or value of the evidence"
        them = "it" if len(unprinted) == 1 else "them"
        warnings.append(f"{what}; make sure that it shows {them}: {', '.join(unprinted[:SHOWN])}{more}")
    warnings += [f"{skip.source_file} cannot be read: {skip.reason}" for skip in gold.skipped]
    if found:
        return Checked(f"{name}: {_faulty(len(found))}", tuple(map(placed, found)), tuple(warnings))
    return Checked(f"{name}: OK, {counts(gold)}", warnings=tuple(warnings))


def struck_out(gold: Gold, parser: Parser) -> Iterator[Finding]:
    """The evidence that its pages strike out: no draft is made of such, and an answer that says it is wrong."""
    with striking_of(gold, parser) as striking:
        for question in gold.questions:
            for number, one in enumerate(question.evidence, 1):
                texts = [text for text in (one.quote, one.value) if text]
                if texts and all(striking.is_struck(one.file, page, texts) for page in one.pages):
                    fix = "take it from where the text stands, or mark the page as a whole"
                    yield Finding(question.id, f"evidence[{number}]", f"{texts[-1]!r} is struck out there; {fix}")


def _faulty(number: int) -> str:
    return "1 fault" if number == 1 else f"{number} faults"


def counts(gold: Gold) -> str:
    """The number of questions of each kind, and of the pieces of evidence found on their pages."""
    kinds = Counter(question.kind for question in gold.questions)
    pieces = sum(len(question.evidence) for question in gold.questions)
    of_kinds = ", ".join(f"{number} {kind}" for kind, number in kinds.most_common())
    asked, of = counted(len(gold.questions), "question"), counted(len(gold.corpus), "document")
    return f"{asked} ({of_kinds}), {counted(pieces, 'piece of evidence')} in {of}"
