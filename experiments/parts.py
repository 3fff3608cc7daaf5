"""make parts: every part that a configuration can name, what it needs, and whether that is here."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from ragatta.eval.scorers import SCORERS
from ragatta.experiments.faults import Fault, run_command
from ragatta.experiments.options import Options
from ragatta.experiments.wording import spoken
from ragatta.pipeline import plugins
from ragatta.pipeline.agents.guarded.detection import DETECTORS
from ragatta.pipeline.architectures import ARCHITECTURES
from ragatta.pipeline.documents.formats import FORMATS
from ragatta.pipeline.documents.ocr import OCR_ENGINES
from ragatta.pipeline.documents.parsers import PARSERS
from ragatta.pipeline.index.chunker import CHUNKERS
from ragatta.pipeline.index.embedder import EMBEDDERS
from ragatta.pipeline.llm.seam import BACKENDS
from ragatta.pipeline.plugins import BrokenPart
from ragatta.pipeline.retrieval.queries import QUERIES
from ragatta.pipeline.retrieval.rerankers import RERANKERS
from ragatta.pipeline.retrieval.retrievers import RETRIEVERS
from ragatta.pipeline.text.languages import LANGUAGES

KINDS: dict[str, tuple[plugins.Kind[Any], str]] = {  # kind, and the key that names one
    "parsers": (PARSERS, "parser.name"),
    "formats": (FORMATS, "by the ends of file names"),
    "ocr": (OCR_ENGINES, "parser.ocr"),
    "chunkers": (CHUNKERS, "chunking.strategy; chunking.contextual=true adds a model's note to each chunk"),
    "embedders": (EMBEDDERS, "embedder.name"),
    "retrievers": (RETRIEVERS, "retrieval.search, beside semantic, bm25 and hybrid"),
    "queries": (QUERIES, "retrieval.queries, beside plain"),
    "rerankers": (RERANKERS, "retrieval.reranker"),
    "backends": (BACKENDS, "llm; one from outside llm.name=NAME llm.module="),
    "architectures": (ARCHITECTURES, "architecture.name"),
    "detectors": (DETECTORS, "architecture.detector.name"),
    "scorers": (SCORERS, "all are computed"),
    "languages": (LANGUAGES, "dataset.language"),
}
LONGEST = 110  # characters of a description


def main(arguments: list[str]) -> int:
    """`arguments` are the kinds to list, all if there are none, and --config-dir FOLDER for the parts of a folder.
    Raises Fault for a kind that there is not."""
    words = Options()
    words.add_argument("--config-dir", type=Path)
    words.add_argument("kinds", nargs="*")
    options = words.parse_intermixed_args(arguments)
    if options.config_dir:
        if not options.config_dir.is_dir():
            raise Fault(f"--config-dir {options.config_dir}: no such folder")
        plugins.add_folder(options.config_dir)
    if unknown := [kind for kind in options.kinds if kind not in KINDS]:
        raise Fault([f"no kind of parts {kind!r}; {plugins.suggestion(kind, tuple(KINDS))}" for kind in unknown])
    for kind in options.kinds or KINDS:
        lines = list(_lines(KINDS[kind][0]))
        print(f"{kind} ({KINDS[kind][1]})", *lines, "", sep="\n")
    return 0


def _lines(kind: plugins.Kind[Any]) -> Iterator[str]:
    offered = plugins.outside(kind.room)
    for name in kind.names():
        source = f" ({', '.join(offered[name].distributions)})" if name in offered else ""
        try:
            part = kind.load(name)
        except ValueError as error:
            yield f"  {name}{source}: cannot be used: {error.words if isinstance(error, BrokenPart) else error}"
            continue
        yield f"  {name:<21} {first_sentence(part.__doc__ or '')}{source}"
        if needs := getattr(part, "NEEDS", ""):
            yield f"  {'':<21} needs {spoken(needs)} [{ready(part)}]"


def ready(part: Any) -> str:
    """Whether what a part needs is on this machine, as far as that can be told without connecting to anything: here, or
    what is missing, or that it depends on the settings that name a server or a folder."""
    missing = [name for name in getattr(part, "PACKAGES", ()) if find_spec(name) is None]
    missing += [name for name in getattr(part, "PROGRAMS", ()) if shutil.which(name) is None]
    if missing:
        return f"{', '.join(missing)} missing here"
    looked_for = hasattr(part, "PACKAGES") or hasattr(part, "PROGRAMS")
    return "here" if looked_for or not getattr(part, "NEEDS", "") else "by settings"


def first_sentence(text: str) -> str:
    """The first sentence of a docstring's first paragraph, shortened where it is long, without the source that this
    repository does not have."""
    paragraph = re.sub(r" \(seed \d+[^)]*\)", "", " ".join(text.split("\n\n")[0].split()))
    sentence = re.split(r"(?<!et al)\. ", paragraph)[0].rstrip(".")
    return sentence if len(sentence) <= LONGEST else f"{sentence[: LONGEST - 1].rpartition(' ')[0]} …"


if __name__ == "__main__":
    run_command(main)
