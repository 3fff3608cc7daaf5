"""Asks for a gold question, finds its evidence and appends it; with --from it imports many.

Without a question it asks in the terminal. In each case the same code finds the evidence, checks the questions and
appends them. If anything is wrong, nothing is written.
"""

from __future__ import annotations

import json
import shlex
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import click

from ragatta.conf.schema import Dataset
from ragatta.eval.gold.appending import append_questions, as_yaml
from ragatta.eval.gold.near_duplicates import LOOSELY, near_duplicates
from ragatta.eval.gold.records import KINDS
from ragatta.eval.matching.places import Place
from ragatta.experiments.adding.dialogue import Stopped, confirmed, converse
from ragatta.experiments.adding.draft import (
    NOWHERE,
    NewQuestion,
    faults_among,
    find_evidence,
    finished,
    free_id,
    listed,
)
from ragatta.experiments.adding.gold import Gold, header, open_gold, target
from ragatta.experiments.adding.importing import imported, without_evidence
from ragatta.experiments.command_line.commands import command
from ragatta.experiments.command_line.options import DRY_RUN, F, Whole, chooses, option
from ragatta.experiments.composing.chosen import Chosen
from ragatta.experiments.composing.overrides import one_point
from ragatta.experiments.composing.words import key_of
from ragatta.experiments.counting import counted
from ragatta.experiments.faults import Fault
from ragatta.experiments.interrupts import code_of
from ragatta.experiments.progress.bars import Bars
from ragatta.pipeline.plugins.registry import suggestion
from ragatta.pipeline.types import Question

SELECTING = ("dataset.only", "dataset.split", "dataset.limit")  # might leave the questions out


def _many(name: str, meaning: str) -> Callable[[F], F]:
    return option(name, multiple=True, type=Whole(), metavar="TEXT", help=meaning)


@command(__doc__, 'add-question "Which rule applies?" --expected C-7', "add-question --from questions.jsonl --dry-run")
@option("--from", "source", default="", metavar="FILE", help="imports all of a .jsonl, .json, .csv or .yaml file")
@_many("--expected", "the expected answer; repeat it for each item of a list")
@_many("--quote", "words of the page that give the answer")
@click.option("--kind", default="", metavar="KIND", help="inferred from the answer if left out")
@click.option("--id", "identity", default="", metavar="ID", help="the next free number if left out")
@click.option("--file", default="", metavar="NAME", help="the document with the evidence")
@click.option("--page", "pages", type=int, multiple=True, metavar="N", help="its page")
@click.option("--all", "every", is_flag=True, help="take every place that has the quote")
@click.option("--no-evidence", is_flag=True, help="only the answer is scored")
@_many("--also-accepted", "another expected answer")
@_many("--sub-question", "a part; --expected for each, in order")
@click.option("--filters", default="", metavar="JSON", help="conditions on the documents' metadata")
@_many("--forbidden", "only an answer that obeyed an order has it")
@_many("--document", "the question's scope")
@_many("--tag", "a tag of the question")
@DRY_RUN
@chooses(question=True)
def add_question(
    chosen: Chosen, question: str, source: str, every: bool, no_evidence: bool, dry_run: bool, **written: Any
) -> int:
    """`written` are the other parts of a question."""
    config, bars = one_point(chosen.overrides("new"), "add-question").config, Bars()
    dataset = config.dataset
    path = target(dataset)
    with bars.shown():
        gold = open_gold(dataset, config.parser, bars)
    asks = not question and not source
    try:
        draft = _draft(question, written, dataset)
        if asks:
            new = [converse(draft, gold.questions, gold.corpus)]
        elif source:
            new = imported(Path(source), gold.corpus, dataset.language, gold.questions)
        else:
            new = [_by_options(draft, gold, every, no_evidence)]
        for line in () if asks else (*similar(new, gold.questions), *(without_evidence(new) if source else ())):
            print(line)
        if faults := faults_among(new, gold.questions, gold.corpus):
            raise Fault(faults)
        print(f"\n{as_yaml(new)}" if len(new) == 1 else f"\n{counted(len(new), 'question')}", end="")
        if dry_run:
            print(f"\nwould be appended to {path}")
            return 0
        if asks:
            print(f"\nto be appended to {path}")
        if asks and not confirmed("append it?"):
            raise Stopped
    except (Stopped, KeyboardInterrupt, EOFError) as stop:
        print("\nnothing was written")
        return code_of(type(stop))
    append_questions(path, new, header(dataset))
    print(f"\nappended to {path}; to run {'it' if len(new) == 1 else 'them'} alone:")
    print(f"  {only_command(chosen, [each.id for each in new])}")
    return 0


def _by_options(draft: NewQuestion, gold: Gold, every: bool, no_evidence: bool) -> Question:
    draft.id = draft.id or free_id(gold.questions)

    def choose(phrase: str, found: list[Place]) -> list[Place]:
        if len(found) == 1 or every:
            return found
        fix = "say which with --file and --page, take all with --all, or quote more of the line"
        raise Fault([f"{phrase} is in {len(found)} places; {fix}", *listed(found)])

    try:
        return finished(draft, [] if no_evidence else find_evidence(draft, gold.corpus, choose))
    except Fault as fault:
        nowhere = any(NOWHERE in problem for problem in fault.problems)
        hint = "give the words of its page with --quote, or --no-evidence where the answer alone is to be scored"
        raise Fault([*fault.problems, *([hint] if nowhere else ())]) from fault


def similar(new: Sequence[Question], there: Sequence[Question]) -> list[str]:
    """One line for each question with nearly the same words as a new one."""
    pairs = near_duplicates([*there, *new], [question.id for question in new], LOOSELY)
    return [
        f"near duplicate ({pair.share:.0%} of the words) of {pair.later.id}: {pair.earlier.id}: {pair.earlier.question}"
        for pair in pairs
    ]


def _draft(question: str, written: Mapping[str, Any], dataset: Dataset) -> NewQuestion:
    if (kind := written["kind"]) not in ("", *KINDS):
        raise Fault(f"--kind {kind}: no such kind; {suggestion(kind, KINDS)}")
    split = dataset.split if dataset.split != "all" else ""
    return NewQuestion(
        id=written["identity"],
        question=question,
        kind=kind,
        file=written["file"],
        split=split,
        expected=[*written["expected"]],
        also_accepted=[*written["also_accepted"]],
        quotes=[*written["quote"]],
        pages=[*written["pages"]],
        sub_questions=[*written["sub_question"]],
        forbidden=[*written["forbidden"]],
        documents=[*written["document"]],
        tags=[*written["tag"]],
        filters=_filters(written["filters"]),
        language=dataset.language,
    )


def _filters(written: str) -> dict[str, Any]:
    try:
        found = json.loads(written or "{}")
    except ValueError as fault:
        raise Fault(f'--filters: not valid JSON ({fault}); write for example \'{{"year": {{">=": 2024}}}}\'') from fault
    if not isinstance(found, dict):
        raise Fault("--filters: must be a JSON object of field to value")
    return found


def only_command(chosen: Chosen, ids: Sequence[str]) -> str:
    """`ragatta sweep` on what is chosen, with these questions only. It can be pasted into a shell."""
    own_files = (("--pdfs", chosen.pdfs), ("--questions", chosen.questions), ("--config-dir", chosen.config_dir))
    named = [word for option, value in own_files if value for word in (option, value)]
    settings = [word for word in chosen.settings if key_of(word) not in SELECTING]
    return shlex.join(["ragatta", "sweep", *named, "--only", ",".join(ids), *settings])
