"""The options of a folder: ragatta.yaml, which `ragatta init` writes, holds what commands take unless they say
otherwise. Its paths are relative to it, so that commands work below its folder too."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import click
import yaml
from click.core import ParameterSource

from ragatta.experiments.composing.chosen import DEFAULT_GRID
from ragatta.experiments.composing.words import key_of
from ragatta.experiments.faults import Fault, visible
from ragatta.experiments.paths import FOLDER_FILE
from ragatta.pipeline.plugins.registry import suggestion

PATHS = ("pdfs", "questions", "config_dir")
NAMES = {"pdfs": "pdfs", "questions": "questions", "config_dir": "config_dir", "sweep": "grid", "llm": "llm",
         "architecture": "architecture"}  # fmt: skip
GRIDS = {"experiment", "variation"}  # words that say what the grid is
NOT_SAID = (
    "pdfs/ is here, and nothing says that it is meant: run ragatta init in this folder, or name --pdfs pdfs; "
    "--dataset filings takes Ragatta's own documents"
)
DEFAULT = "documents: Ragatta's own; for yours: --pdfs and --questions, or ragatta init in their folder"


def defaults() -> Mapping[str, str]:
    """What the file says, by the names of parameters. Empty where there is no file. Raises Fault for a key that is
    none."""
    file = FOLDER_FILE
    if not file:
        return {}
    try:
        found = yaml.safe_load(file.read_text(encoding="utf-8")) or {}
    except (yaml.YAMLError, UnicodeDecodeError) as fault:
        raise Fault(f"{file}: no YAML ({' '.join(str(fault).split())})") from fault
    if not isinstance(found, dict):
        raise Fault(f"{file}: must be a mapping with the keys {', '.join(NAMES)}")
    problems = [f"{file}: unknown key {key!r}; {suggestion(str(key), [*NAMES])}" for key in found if key not in NAMES]
    problems += [f"{file}: {key} takes one text" for key, value in found.items() if isinstance(value, list | dict)]
    if problems:
        raise Fault(problems)
    stated = {key: str(value) for key, value in found.items() if value not in (None, "")}
    return {
        NAMES[key]: str(file.parent / Path(value).expanduser()) if key in PATHS else value
        for key, value in stated.items()
    }


def applied(options: Mapping[str, Any], anywhere: bool = False) -> dict[str, Any]:
    """The options of a command without those of the file that what it was given replaces: another dataset has documents
    of its own, other documents have questions of their own, and a grid of the command's own takes the place of the
    folder's. Says on stderr what is taken from the file, and which grid a sweep has."""
    settings: Sequence[str] = options["settings"]
    context = click.get_current_context()
    source = context.get_parameter_source
    of_folder = {name for name in options if source(name) is ParameterSource.DEFAULT_MAP}
    shows = any(context.params.get(name) for name in ("cfg", "info", "hydra_help"))
    takes_grid = source("grid") is not None and not shows
    chosen = {name for name, value in options.items() if value and name not in of_folder} - {"settings"}
    chosen -= set() if takes_grid else {"grid"}
    other_dataset = "dataset" in chosen or "dataset" in map(key_of, settings)
    grid = own_grid(options, chosen, settings) or ("--multirun" if context.params.get("multirun") else "")
    dropped = {"pdfs", "questions"} if other_dataset or "pdfs" in chosen else set()
    dropped |= {"questions"} if "questions" in chosen else set()
    dropped |= {"grid"} if other_dataset or grid else set()
    taken = of_folder - dropped
    notes = []
    if taken:
        words = (f"--{key.replace('_', '-')} {options[name]}" for key, name in NAMES.items() if name in taken)
        notes.append(f"{FOLDER_FILE}: {', '.join(words)}")
    elif not FOLDER_FILE and not _names_documents(chosen, settings):
        if Path("pdfs").is_dir() and not shows and not anywhere:
            raise Fault(NOT_SAID)
        notes.append(DEFAULT)
    if takes_grid and "grid" not in taken:
        of_the_folder = context.lookup_default("grid")
        instead = f", in place of {of_the_folder}" if of_the_folder else ""
        notes.append(f"grid: {grid or f'{DEFAULT_GRID}, the default one'}{instead}")
    if notes:
        print(visible("; ".join(notes)), file=sys.stderr, flush=True)
    return {name: type(value)() if name in of_folder & dropped else value for name, value in options.items()}


def own_grid(options: Mapping[str, Any], chosen: Iterable[str], settings: Sequence[str]) -> str:
    """The word by which a command has a grid of its own, in place of the folder's or the default one: it names a grid,
    an experiment or a variation, or has several values of a key. "" if each word sets one value."""
    for name, option in (("grid", "--sweep"), ("variation", "--variation")):
        if name in chosen:
            return f"{option} {options[name]}"
    return next((word for word in settings if key_of(word) in GRIDS or _spans(word)), "")


def _spans(word: str) -> bool:
    if word.startswith("-") or not {",", "("} & {*word.partition("=")[2]}:
        return False
    from ragatta.experiments.composing.overrides import spans  # Hydra takes a second to import

    return spans(word)


def _names_documents(chosen: Iterable[str], settings: Sequence[str]) -> bool:
    """Whether a command says which documents it is about."""
    return bool({"pdfs", "questions", "dataset"} & {*chosen}) or any(
        key_of(word) == "dataset" or key_of(word).startswith("dataset.") for word in settings
    )
