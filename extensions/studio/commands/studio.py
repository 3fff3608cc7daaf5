"""A local web page for writing gold questions and judging answers, beside the pages of the documents.

It listens on this machine only. The link that it prints opens it in one browser; then the next one is printed. Where
there are fewer than 30 questions and no drafts, it drafts some by itself. See extensions/studio/README.md for its keys.
"""

from __future__ import annotations

import webbrowser
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from functools import partial
from html import escape
from pathlib import Path
from tempfile import NamedTemporaryFile

import click

from ragatta.conf.schema import Config, Dataset
from ragatta.experiments.adding.gold import open_gold
from ragatta.experiments.command_line.commands import command
from ragatta.experiments.command_line.options import AUDIT, SWEEP_ID, chooses, option
from ragatta.experiments.composing.chosen import Chosen
from ragatta.experiments.composing.overrides import one_point
from ragatta.experiments.corpora.pictures import pages_of
from ragatta.experiments.counting import counted
from ragatta.experiments.faults import Fault
from ragatta.experiments.paths import CACHE, SWEEPS
from ragatta.experiments.progress.bars import Bars
from ragatta.experiments.results.in_studio import HOST, PORT
from ragatta.experiments.results.open_answers import user_name
from ragatta.experiments.results.reading import SweepResult, open_sweep
from ragatta.experiments.results.result_files import open_files, read_json, read_yaml
from ragatta.experiments.stored_drafts import append_new_drafts, drafts_file
from ragatta.extensions.studio.api import Api
from ragatta.extensions.studio.commands.draft import USUAL, by_rules
from ragatta.extensions.studio.own_files import Store
from ragatta.extensions.studio.searching import begin, hybrid, searching
from ragatta.extensions.studio.server import Server

ENOUGH = 30  # questions: with fewer it drafts by itself


@command(__doc__, "studio --pdfs my_pdfs --questions gold.yaml", "studio --dataset uda --as ann")
@option("--as", "who", default="", metavar="NAME", help="whose questions and verdicts these are (default: the user)")
@option("--port", default=PORT, type=click.IntRange(0, 65535), help=f"default: {PORT}, or a free one if it is taken")
@option("--open", "opens", is_flag=True, help="opens the page in the browser")
@option("--second", is_flag=True, help="shows answers that others have judged too, for a second verdict")
@option("--drafts/--no-drafts", default=True, help="whether it drafts by itself (default: it does)")
@AUDIT
@SWEEP_ID
@chooses()
def studio(
    chosen: Chosen, who: str, port: int, opens: bool, second: bool, drafts: bool, audit: int, sweep_id: str
) -> int:
    words, bars = chosen.overrides("new"), Bars()
    config = one_point(words, "studio").config
    store = Store(config.dataset, who or user_name())
    with bars.shown():
        gold = open_gold(config.dataset, config.parser, bars)
    pages = pages_of(gold.dataset, gold.read.files, config.parser)
    sweep = _sweep(config.dataset, sweep_id)
    if audit and not sweep:
        raise Fault("--audit: no sweep over these documents and questions; run ragatta sweep")
    api = Api(gold, store, pages, sweep, second, audit)
    if sweep_id == "latest" and not audit:
        api.newer = partial(_newer, config.dataset)
    api.prepare()
    begin(lambda: searching(hybrid(words, "studio"), gold.dataset, gold.corpus), api.found_by, print)
    if drafts and not audit and not store.drafts and len(store.questions) < ENOUGH:
        api.drafting = True
        print("questions are drafted from the documents; they come into the queue")
        begin(lambda: drafted(api, config, words), print, print, "there are no drafts")
    server = _server(api, port)
    for skip in gold.skipped:
        print(f"note: {skip.source_file} cannot be read: {skip.reason}")
    asked, of = counted(len(store.questions), "question"), counted(len(gold.corpus), "document")
    print(f"{asked} on {of}; new ones go to {store.path}. Ctrl-C stops.\n{server.link}", flush=True)
    with ExitStack() as stack:
        stack.callback(store.give_room)
        stack.callback(pages.close)
        stack.callback(server.server_close)
        if opens:
            webbrowser.open(stack.enter_context(_private(server.link)).as_uri())
        try:
            server.serve_forever()
        except KeyboardInterrupt:
            print()
    return 0


def drafted(api: Api, config: Config, words: Sequence[str]) -> str:
    """Writes drafts beside the questions, where the page finds them; what is to be said of it."""
    try:
        found, _ = by_rules(api.gold, config, words, (), USUAL, Bars())
        written = append_new_drafts(drafts_file(api.store.path), found)
    finally:
        api.drafting = False
    return f"{counted(written, 'draft')} in the queue; ragatta draft says what was left out"


@contextmanager
def _private(link: str) -> Iterator[Path]:
    """A page that forwards to the link and that no other user can read, as they can a browser's arguments."""
    folder = CACHE / "studio"
    folder.mkdir(parents=True, exist_ok=True)
    with NamedTemporaryFile("w", dir=folder, prefix="open-", suffix=".html", encoding="utf-8") as file:  # mode 0600
        file.write(f'<!doctype html><title>Studio</title><meta http-equiv="refresh" content="0; url={escape(link)}">')
        file.flush()
        yield Path(file.name)


def _say_next(link: str) -> None:
    print(f"The link is used. The next browser needs another one:\n{link}", flush=True)


def _server(api: Api, port: int) -> Server:
    try:
        return Server(api, port, _say_next)
    except OSError as fault:
        if port != PORT:
            raise Fault(f"--port {port}: {HOST} does not give it ({fault.strerror}); choose another, or 0") from fault
        return Server(api, said=_say_next)


def _sweep(dataset: Dataset, name: str) -> SweepResult | None:
    """The sweep whose answers are shown; of `latest` the newest one over these documents and questions, if any."""
    if name != "latest":
        sweep = open_sweep(name)
        if not _is_over(sweep.folder, dataset):
            raise Fault(f"--sweep-id {name}: that sweep is of other documents")
        return sweep
    for folder in sorted(SWEEPS.glob("*/"), reverse=True):
        if _is_over(folder, dataset):
            with suppress(Fault):
                return open_sweep(folder.name)
    return None


def _newer(dataset: Dataset, shown: SweepResult | None) -> SweepResult | None:
    """The newest sweep, where it is finished, over these documents, and after the one that is shown."""
    newest = max((folder.name for folder in SWEEPS.glob("*/")), default="")
    if not newest or (shown and newest <= shown.folder.name):
        return None
    with suppress(Fault, KeyError):
        if read_json(open_files(SWEEPS / newest), "sweep.json")["finished"] and _is_over(SWEEPS / newest, dataset):
            return open_sweep(newest)
    return None


def _is_over(sweep: Path, dataset: Dataset) -> bool:
    try:
        of = read_yaml(open_files(sweep / "runs" / "01"), "config.yaml")["dataset"]
        return all((of.get(name) or "") == getattr(dataset, name) for name in ("name", "pdfs", "questions"))
    except (Fault, LookupError, AttributeError, OSError):  # no run, or one that cannot be read
        return False
