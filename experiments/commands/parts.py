"""What a configuration can name: parsers, embedders, ..., what each needs, and whether it is here."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from ragatta.experiments.command_line.commands import command
from ragatta.experiments.command_line.options import CONFIG_DIR, Words, argument
from ragatta.experiments.composing.kinds import KINDS
from ragatta.experiments.extras import ready
from ragatta.experiments.faults import Fault
from ragatta.pipeline.plugins import registry
from ragatta.pipeline.plugins.registry import BrokenPart
from ragatta.pipeline.plugins.technique import Techniques

LONGEST = 110  # characters of a description


@command(__doc__, "parts", "parts parsers chunkers")
@argument("kinds", "KINDS", nargs=-1, type=Words(), metavar="[KIND]...")
@CONFIG_DIR
def parts(kinds: tuple[str, ...], config_dir: str) -> int:
    if config_dir:
        if not Path(config_dir).is_dir():
            raise Fault(f"--config-dir {config_dir}: no such folder; name the folder of your own settings")
        registry.add_folder(Path(config_dir))
    if unknown := [kind for kind in kinds if kind not in KINDS]:
        raise Fault([f"no kind of parts {kind!r}; {registry.suggestion(kind, tuple(KINDS))}" for kind in unknown])
    for kind in kinds or KINDS:
        lines = list(_lines(KINDS[kind][0]))
        print(f"{kind} ({KINDS[kind][1]})", *lines, "", sep="\n")
    return 0


def _lines(kind: registry.Kind) -> Iterator[str]:
    offered = registry.outside(kind.kind)
    for name in kind.names():
        source = f" ({', '.join(offered[name].distributions)})" if name in offered else ""
        try:
            part = kind.imported(name)
            if isinstance(kind, Techniques):
                kind.load(name)
        except ValueError as error:
            yield f"  {name}{source}: cannot be used: {error.words if isinstance(error, BrokenPart) else error}"
            continue
        yield f"  {name:<21} {first_sentence(part.__doc__ or '')}{source}"
        if needs := getattr(part, "NEEDS", ""):
            yield f"  {'':<21} needs {needs} [{ready(part)}]"


def first_sentence(text: str) -> str:
    """The first sentence of a docstring's first paragraph, shortened where it is long."""
    paragraph = " ".join(text.split("\n\n")[0].split())
    sentence = re.split(r"(?<!et al)\. ", paragraph)[0].rstrip(".")
    return sentence if len(sentence) <= LONGEST else f"{sentence[: LONGEST - 1].rpartition(' ')[0]} …"
