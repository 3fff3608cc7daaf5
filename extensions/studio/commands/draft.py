"""Drafts gold questions from the documents' own tables, labelled lines, definitions and lists, for the studio.

Each has an answer that a page prints or that code computes from it, evidence at one place, and no other passage that
answers its words. With --llm, a model proposes questions from sampled pages, and each is checked. With --from,
questions of a log or of another tool become drafts, with evidence where it is found. None is a gold question before a
person accepts it.
"""

from __future__ import annotations

import sys
from collections.abc import Collection, Iterator, Sequence
from pathlib import Path

import click

from ragatta.conf.schema import Config
from ragatta.eval.gold.conversations import all_said
from ragatta.eval.matching.normalise import key
from ragatta.experiments.adding.gold import Gold, open_gold, striking_of, target
from ragatta.experiments.command_line.commands import command
from ragatta.experiments.command_line.options import DRY_RUN, chooses, option
from ragatta.experiments.composing.chosen import Chosen
from ragatta.experiments.composing.overrides import one_point
from ragatta.experiments.counting import counted
from ragatta.experiments.faults import Fault
from ragatta.experiments.paths import CACHE
from ragatta.experiments.progress.bars import Bars
from ragatta.experiments.resources.resources import Resources
from ragatta.experiments.running.server_failures import UntilSilent
from ragatta.experiments.running.system import STOPPING
from ragatta.experiments.stored_drafts import (
    Stored,
    all_said_of,
    append_new_drafts,
    drafts_file,
    question_key,
    read_drafts,
)
from ragatta.extensions.studio.drafting.bringing import brought
from ragatta.extensions.studio.drafting.corpus import Corpus
from ragatta.extensions.studio.drafting.drafting import Drafting, counts
from ragatta.extensions.studio.drafting.follow_ups import follow_ups
from ragatta.extensions.studio.drafting.forms import candidates
from ragatta.extensions.studio.drafting.proposing import A_PAGE, Dropped, Proposing, calls, sampled
from ragatta.extensions.studio.drafting.reading import Document, names
from ragatta.extensions.studio.drafting.sheets import is_sheet, sheet_tables
from ragatta.extensions.studio.drafting.wording import LANGUAGES
from ragatta.extensions.studio.searching import existing, hybrid
from ragatta.pipeline.documents.format import format_of
from ragatta.pipeline.documents.pages import read_pages
from ragatta.pipeline.documents.parser import Parser
from ragatta.pipeline.documents.parsers.pypdf import Pypdf
from ragatta.pipeline.llm.meter import BudgetSpent
from ragatta.pipeline.tables.tabled_corpus import with_tables
from ragatta.pipeline.text.languages import ENGLISH

USUAL = 60


@command(
    __doc__,
    "draft --pdfs my_pdfs --questions gold.yaml",
    "draft --pdfs my_pdfs --questions gold.yaml --follow-ups",
    "draft --dataset uda --from log.jsonl",
    "draft --pdfs my_pdfs --questions gold.yaml --llm ollama",
)
@option("--from", "source", default="", metavar="FILE", help="a .jsonl, .json, .yaml or .csv file of questions")
@option("--count", default=USUAL, type=click.IntRange(1), help=f"how many at most (default: {USUAL}); with --from all")
@option("--follow-ups", "followed", is_flag=True, help="by rules: also the next turn of look-ups, in a conversation")
@DRY_RUN
@chooses()
def draft(chosen: Chosen, source: str, count: int, followed: bool, dry_run: bool) -> int:
    words, bars = chosen.overrides("new"), Bars()
    config = one_point(words, "draft").config
    by_model = not source and config.llm.ASKS_A_MODEL
    if not source and not by_model and config.dataset.language not in LANGUAGES:
        raise Fault(
            f"dataset.language={config.dataset.language}: rules draft in {', '.join(LANGUAGES)}; bring yours with "
            "--from, or name a model with --llm"
        )
    if followed and (source or by_model):
        raise Fault(f"--follow-ups: only drafts by rules have them; leave out {'--from' if source else '--llm'}")
    path = drafts_file(target(config.dataset))
    seen = [all_said_of(one.record) for one in read_drafts(path).values()]
    with bars.shown():
        gold = open_gold(config.dataset, config.parser, bars)
        if source:
            found, aside = brought(Path(source), gold.corpus, config.dataset.language)
            known = {key(text) for text in (*seen, *map(all_said, gold.questions))}
            found, again = first_of(found, known)
            aside += [f"{one.origin}: is there already" for one in again]
        elif by_model:
            return _proposed(gold, config, seen, count, path, dry_run, bars)
        else:
            found, aside = by_rules(gold, config, words, seen, count, bars, followed)
    for line in (*(f"{skip.source_file} cannot be read: {skip.reason}" for skip in gold.skipped), *aside):
        print(line)
    if not found:
        print("no draft" + ": nothing in it is new" * bool(source))
        return 0
    for name, of in counts(found).items():
        print(f"{name}: {', '.join(f'{number} {what}' for what, number in of.most_common())}")
    if dry_run:
        print("\n".join(f"- {all_said_of(one.record)}" for one in found))
        return 0
    print(f"{counted(append_new_drafts(path, found), 'draft')} written to {path}; ragatta studio shows them")
    return 0


def by_rules(
    gold: Gold,
    config: Config,
    words: Sequence[str],
    seen: Sequence[str],
    count: int,
    bars: Bars,
    followed: bool = False,
) -> tuple[list[Stored], list[str]]:
    """At most so many drafts of what the documents say by themselves, with their follow-ups if they are to be
    `followed`, and what is to be said of them."""
    corpus, language = read(gold, config.parser, bars), config.dataset.language
    every, aside = [*candidates(corpus, language)], [*_unspoken(corpus, language)]
    with striking_of(gold, config.parser) as striking:
        by_meaning = existing(hybrid(words, "draft"), gold.dataset, gold.corpus)
        drafting = Drafting(gold.corpus, gold.questions, seen, language, striking, by_meaning)
        found = [*drafting.chosen(every, count)]
        fewer = len(found) < count
        found += follow_ups(drafting, every, corpus) if followed else ()
    aside += [_loosened(drafting)] if drafting.loosened else []
    aside += [_fewer(drafting, count)] if fewer else []
    return found, aside


def _proposed(
    gold: Gold, config: Config, seen: Sequence[str], count: int, path: Path, dry_run: bool, bars: Bars
) -> int:
    """Writes each draft as it is kept: what a kill interrupts goes on with the recorded replies."""
    pages = sampled(gold.corpus, -(-count // A_PAGE))
    if not pages:
        raise Fault("no page has enough words for a question; ragatta check-questions says which documents are read")
    model = config.llm.model or config.llm.name
    print(
        f"{model} proposes from {counted(len(pages), 'page')}: at most {counted(calls(len(pages)), 'call')}", flush=True
    )
    if dry_run:
        return 0
    settings = config.pipeline()
    models = Resources.of(gold.dataset, bars, limits=config.budget.limits()).models
    models.backend(settings.llm).identity()  # a model that is not there is said before anything is asked
    asker, language = UntilSilent(models.asker(settings).ask), config.dataset.language
    kept, dropped, code = 0, 0, 0
    with striking_of(gold, config.parser) as striking:
        proposing = Proposing(gold.corpus, gold.questions, seen, asker, model, language, striking)
        try:
            for one in proposing.drafts(pages):
                if isinstance(one, Dropped):
                    dropped += 1
                    print(f"not kept: {one.question}: {one.why}")
                else:
                    kept += append_new_drafts(path, [one])
        except BudgetSpent as spent:
            print(f"stopped: {spent}", file=sys.stderr)
        except STOPPING as fault:
            print(f"error: {fault}; the same command goes on from here", file=sys.stderr)
            code = 1
        else:
            if asker.fault:
                print(f"error: {asker.fault}", file=sys.stderr)
                code = 1
    print(f"{counted(kept, 'draft')} written to {path}, {dropped} not kept; ragatta studio shows them")
    return code


def _unspoken(corpus: Corpus, language: str) -> Iterator[str]:
    """The documents in a language in which rules do not draft."""
    for document in corpus.every if language == ENGLISH else ():
        if document.language not in LANGUAGES:
            yield f"{document.file} is in {document.language}: rules draft in {', '.join(LANGUAGES)}; use --llm"


def _loosened(drafting: Drafting) -> str:
    """Which limits gave way so that there are enough."""
    beyond = ", ".join(f"{number} {limit}" for limit, number in drafting.loosened.most_common())
    return f"so that there are enough, of the drafts {beyond}: the documents gave no others first"


def _fewer(drafting: Drafting, count: int) -> str:
    """Why there are fewer drafts than `count`."""
    files = [*drafting.pages]
    without = [file for file in files if not drafting.documents[file]]
    others = sum(bool(format_of(file)) and not is_sheet(file) for file in without)
    untabled = f" (of {others} neither PDF nor spreadsheet, tables are not read)" if others else ""
    dropped = ", ".join(f"{number} {why}" for why, number in drafting.dropped.most_common() if number)
    found = counted(drafting.documents.total() + drafting.dropped.total(), "candidate")
    return (
        f"fewer than {count} drafts: of {found} {dropped or 'none left out'}; {len(without)} of "
        f"{counted(len(files), 'document')} gave none that is new{untabled}; --llm drafts from running text"
    )


def first_of(drafts: Sequence[Stored], known: Collection[str]) -> tuple[list[Stored], list[Stored]]:
    """Those whose question, as a key, is neither known nor one of an earlier draft, and the others."""
    asked = set(known)
    first, again = list[Stored](), list[Stored]()
    for one in drafts:
        (again if (question := question_key(one)) in asked else first).append(one)
        asked.add(question)
    return first, again


def read(gold: Gold, parser: Parser, bars: Bars) -> Corpus:
    """The documents with their tables, and with pypdf's texts beside the pipeline's own: what one reader alone finds
    on a page is not asked for."""
    dataset = gold.dataset
    tabled = with_tables(gold.read, dataset.pdfs, parser, CACHE, dataset.passwords, bars, dataset.aside, dataset.links)
    other = read_pages(dataset.pdfs, Pypdf(), CACHE, dataset.passwords, bars, dataset.aside).pages
    documents = {
        file: Document(file, pages, None if format_of(file) else {one.number: one.text for one in other.get(file, ())})
        for file, pages in gold.corpus.items()
    }
    sheets = {file: sheet_tables(file, pages) for file, pages in gold.corpus.items() if is_sheet(file)}
    return Corpus(documents, {**tabled.tables, **sheets}, names([*documents]))
