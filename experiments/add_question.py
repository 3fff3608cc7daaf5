"""make add-question: asks for a gold question, finds its evidence, appends it, and says how to run it alone.

    make add-question                              asks in the terminal
    make add-question FROM=file.jsonl              imports all of a .jsonl, .json, .csv or .yaml file
    python -m experiments.add_question --question "..." --expected "..." --quote "..."

In each case the same code finds the evidence, checks the questions and appends them. If anything is wrong, nothing is
written.
"""

from __future__ import annotations

import argparse
import json
import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from ragatta.eval.appending import append_questions, as_yaml
from ragatta.eval.evidence import Corpus
from ragatta.eval.near_duplicates import LOOSELY, near_duplicates
from ragatta.eval.places import Place
from ragatta.eval.records import KINDS
from ragatta.experiments.adding.dialogue import Stopped, confirmed, converse
from ragatta.experiments.adding.draft import Draft, faults_among, find_evidence, finished, free_id, listed
from ragatta.experiments.adding.gold import Gold, header, open_gold, target
from ragatta.experiments.adding.importing import imported, without_evidence
from ragatta.experiments.adding.only import only_command
from ragatta.experiments.composing.arguments import overrides_of, parser
from ragatta.experiments.composing.overrides import compose_grid
from ragatta.experiments.counting import counted
from ragatta.experiments.faults import Fault, run_command
from ragatta.experiments.options import Options
from ragatta.experiments.progress import Bars
from ragatta.pipeline.types import Question


def main(arguments: list[str]) -> int:
    options = _options().parse_args(arguments)
    points = compose_grid(overrides_of(options, questions_needed=True, questions_exist=False))
    if len(points) > 1:
        raise Fault("make add-question takes one configuration, not a grid")
    dataset, bars = points[0].config.dataset, Bars()
    path = target(dataset)
    with bars.shown():
        gold = open_gold(dataset, points[0].config.parser, bars)
    asks = not options.question and not options.source
    try:
        new = _new(options, gold, asks, dataset.language)
        if faults := faults_among(new, gold.questions, gold.corpus):
            raise Fault(faults)
        print(f"\n{as_yaml(new)}" if len(new) == 1 else f"\n{counted(len(new), 'question')}", end="")
        if options.dry_run:
            print(f"\nwould be appended to {path}")
            return 0
        if asks:
            print(f"\nto be appended to {path}")
        if asks and not confirmed("append it?"):
            raise Stopped
    except (Stopped, KeyboardInterrupt, EOFError):
        print("\nnothing was written")
        return 130
    append_questions(path, new, header(dataset))
    print(f"\nappended to {path}; to run {'it' if len(new) == 1 else 'them'} alone:")
    print(f"  {only_command(options, [question.id for question in new])}")
    return 0


def _new(options: argparse.Namespace, gold: Gold, asks: bool, language: str) -> list[Question]:
    draft = _draft(options, language)
    if asks:
        return [converse(draft, gold.questions, gold.corpus)]
    if options.source:
        found = imported(Path(options.source), gold.corpus, language, gold.questions)
    else:
        found = [_by_flags(options, draft, gold.questions, gold.corpus)]
    for line in [*similar(found, gold.questions), *(without_evidence(found) if options.source else [])]:
        print(line)
    return found


def _by_flags(options: argparse.Namespace, draft: Draft, there: Sequence[Question], corpus: Corpus) -> Question:
    draft.id = draft.id or free_id(there)

    def choose(phrase: str, found: list[Place]) -> list[Place]:
        if len(found) == 1 or options.all:
            return found
        fix = "say which with --file and --page, take all with --all, or quote more of the line"
        raise Fault([f"{phrase} is in {len(found)} places; {fix}", *listed(found)])

    return finished(draft, [] if options.no_evidence else find_evidence(draft, corpus, choose))


def similar(new: Sequence[Question], there: Sequence[Question]) -> list[str]:
    """One line for each question with nearly the same words as a new one."""
    pairs = near_duplicates([*there, *new], [question.id for question in new], LOOSELY)
    return [
        f"near duplicate ({pair.share:.0%} of the words) of {pair.later.id}: {pair.earlier.id}: {pair.earlier.question}"
        for pair in pairs
    ]


def _draft(options: argparse.Namespace, language: str) -> Draft:
    names = (
        "id", "question", "kind", "file", "split", "expected", "also_accepted", "pages", "sub_questions", "forbidden",
        "documents", "tags",
    )  # fmt: skip
    given = {name: getattr(options, name) for name in names}
    return Draft(quotes=list(options.quote), filters=_filters(options.filters), language=language, **given)


def _filters(written: str) -> dict[str, Any]:
    try:
        found = json.loads(written or "{}")
    except ValueError as fault:
        raise Fault(f'--filters: not valid JSON ({fault}); write for example \'{{"year": {{">=": 2024}}}}\'') from fault
    if not isinstance(found, dict):
        raise Fault("--filters: must be a JSON object of field to value")
    return found


def _options() -> Options:
    """A list is given by repeating the flag. Free texts from make come through the environment."""
    words = parser()
    words.set_defaults(grid="none")
    given = os.environ.get
    words.add_argument("--from", dest="source", default=given("RAGATTA_FROM", ""))
    words.add_argument("--question", default=given("RAGATTA_Q", ""))
    words.add_argument("--kind", default="", choices=["", *KINDS])
    words.add_argument("--page", dest="pages", type=int, action="append", default=[])
    for name in ("--all", "--no-evidence"):
        words.add_argument(name, action="store_true")
    for name in ("--id", "--file", "--filters", "--split"):
        words.add_argument(name, default="")
    for name in ("--expected", "--quote", "--also-accepted", "--forbidden"):
        words.add_argument(name, action="append", default=[])
    for name in ("--sub-question", "--document", "--tag"):
        words.add_argument(name, dest=f"{name.strip('-').replace('-', '_')}s", action="append", default=[])
    for name, variable in (("expected", "RAGATTA_EXPECTED"), ("quote", "RAGATTA_QUOTE")):
        words.set_defaults(**{name: [text] if (text := given(variable, "")) else []})
    return words


if __name__ == "__main__":
    run_command(main)
