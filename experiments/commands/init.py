"""A starter folder for documents of one's own: questions, settings, a gate for CI. Files that exist are kept."""

from __future__ import annotations

import shlex
import shutil
from collections.abc import Iterator, Mapping
from math import inf
from pathlib import Path

import yaml

from ragatta.experiments.command_line.commands import command
from ragatta.experiments.command_line.options import option
from ragatta.experiments.composing.composer import Composer
from ragatta.experiments.composing.kinds import KINDS
from ragatta.experiments.corpora.dataset import WRITTEN as ASIDE
from ragatta.experiments.counting import counted
from ragatta.experiments.extras import ready
from ragatta.experiments.faults import Fault
from ragatta.experiments.fetch_model import fetched
from ragatta.experiments.paths import CACHE, ROOT
from ragatta.experiments.progress.bars import Bars
from ragatta.pipeline.documents.pages import NothingRead, read_pages
from ragatta.pipeline.documents.parsers.pdfium import Pdfium
from ragatta.pipeline.machine.files import write_whole
from ragatta.pipeline.machine.installation import own_version
from ragatta.pipeline.plugins.registry import commands_here

FILES = Path(__file__).parent.parent / "starting" / "files"
LOCK = ROOT / "locks" / "gate.lock"
WRITTEN: Mapping[str, str | Path] = {  # in the starter folder: template of FILES
    "ragatta.yaml": "ragatta.yaml", "questions.yaml": "questions.yaml", "conf/experiment/mine.yaml": "experiment.yaml",
    "expected.yaml": "expected.yaml", ".github/workflows/ragatta.yml": "workflow.yml", ".gitignore": "gitignore",
    "requirements.lock": LOCK,
}  # fmt: skip
COMMAND = "ragatta sweep --config-dir conf --grid mine --pdfs {pdfs} --questions questions.yaml"  # of the gate

CHOICES = ("variation", "chunking", "parser", "embedder", "retrieval", "architecture", "llm", "scoring")
# Keys whose values are parts, and their kinds; the first value is the one that is no part.
PARTS = {"queries": "queries", "reranker": "rerankers", "window": "windows"}
NUMBERS = {"retrieval.top_k": "3,5,10", "window.size": "0,2", "chunking.chunk_size": "500,1000,2000"}
KIND_OF = {"parser": "parsers", "embedder": "embedders", "architecture": "architectures", "llm": "backends",
           "chunking": "chunkers"}  # fmt: skip


@command(__doc__, "init", "init --pdfs contracts")
@option("--pdfs", "documents", default="pdfs", metavar="FOLDER", help="your documents (default: pdfs)")
def init(documents: str) -> int:
    pdfs = documents  # not named pdfs: a ragatta.yaml, here or above, gives that option of other commands
    if not Path(pdfs).is_dir():
        raise Fault(f"--pdfs {pdfs}: no such folder; put your documents there, or name the folder that holds them")
    _read(Path(pdfs))  # before anything is written: no file is of use without readable documents
    folder = Path.cwd()
    for name, template in WRITTEN.items():
        path = folder / name
        if path.exists():
            print(f"{name}: kept as it is")
            continue
        path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(path, _filled(template, pdfs))
        print(f"{name}: written")
    fetched()
    ways = {"studio": "drafts gold questions in the browser", "add-question": "asks for one in the terminal"}
    print(f"now: {'; '.join(f'ragatta {name} {ways[name]}' for name in commands_here(*ways))}")
    print(f"then: {', then '.join(f'ragatta {step}' for step in ['sweep', *commands_here('report')])}")
    return 0


def _read(pdfs: Path) -> None:
    """Says which documents cannot be read. Raises NothingRead where that is all."""
    bars, is_new = Bars(), not CACHE.exists()
    try:
        with bars.shown():
            corpus = read_pages(pdfs, Pdfium(), CACHE, progress=bars, aside=ASIDE)
    except NothingRead:
        if is_new:
            shutil.rmtree(CACHE, ignore_errors=True)
        raise
    if skipped := corpus.skipped:
        lost = f"{len(skipped)} of {counted(len(corpus.files), 'document')} cannot be read"
        print(f"{lost} ({skipped[0].source_file}: {skipped[0].reason}); ragatta index lists them")


def _filled(template: str | Path, pdfs: str) -> str:
    text = (FILES / template).read_text(encoding="utf-8")
    named = text.replace("@VERSION@", own_version())
    for place, value in {"@PDFS@": pdfs, "@COMMAND@": COMMAND.format(pdfs=shlex.quote(pdfs))}.items():
        named = named.replace(place, yaml.safe_dump(value, allow_unicode=True, width=inf).splitlines()[0])
    return named + axes() if template == "experiment.yaml" else named


def axes() -> str:
    """What can be written beside each axis of a grid: a commented line a key with all its values, and below it what of
    them is not at hand."""
    groups = Composer().groups
    lines: list[str] = []
    for key in CHOICES:
        lines += [f"{key}: {','.join(groups[key])}", *_lacking(KIND_OF.get(key, ""), groups[key])]
    for key, kind in PARTS.items():
        names = KINDS[kind][0].names()
        lines += [f"{key}: {','.join(names)}", *_lacking(kind, names)]
    lines += [f'{key}: "{values}"' for key, values in NUMBERS.items()]
    return "".join(f"      # {line}\n" for line in lines)


def _lacking(kind: str, names: tuple[str, ...]) -> Iterator[str]:
    """A line for each part of these names that needs something."""
    for name in names if kind else ():
        if KINDS[kind][0].knows(name):
            part = KINDS[kind][0].imported(name)
            if needs := getattr(part, "NEEDS", ""):
                yield f"  {name} needs {needs} [{ready(part)}]"
