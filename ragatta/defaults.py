"""The options of a folder: ragatta.yaml, which `ragatta init` writes, holds what its commands take unless they say
otherwise. Its paths are relative to it, so that commands work below its folder too."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from pathlib import Path

import yaml

from ragatta.experiments.faults import Fault
from ragatta.given import Given, option
from ragatta.pipeline.plugins import suggestion

FILE = "ragatta.yaml"
PATHS = ("pdfs", "questions", "config_dir")
NAMES_DOCUMENTS = re.compile(r"--(?:pdfs|questions)\b|[+~]*dataset\b")
OF_SETTINGS = {"SPLIT", "KINDS"}  # what the verbs with --config-dir read: those that compose settings, and parts
GRIDS = {"--grid", "experiment", "variation", "--multirun", "-m"}  # words that say what the grid is
SEVERAL = re.compile(r"=.*[,(]", re.DOTALL)  # a value that may be several
KEYS = (*PATHS, "sweep", "llm", "architecture")


def folder_file(folder: Path, others: Iterable[Path] = ()) -> Path:
    """The ragatta.yaml of the folder, else the first of the others that belongs to the folder's owner, as it may name
    code. It may not exist."""
    here = Path(FILE)
    if here.is_file():
        return here  # relative, so that messages have the paths as they are written
    found = (other / FILE for other in others if (other / FILE).is_file())
    return next((file for file in found if _owner(file) == _owner(folder)), here)


def _owner(path: Path) -> int:
    return path.stat().st_uid


def folder_options(file: Path, read: Collection[str]) -> Mapping[str, str]:
    """Empty where there is no such file, or the command reads none of its keys. Raises Fault for a key that is none."""
    if not file.is_file() or not ({key.upper() for key in KEYS} | OF_SETTINGS) & {*read}:
        return {}
    try:
        found = yaml.safe_load(file.read_text(encoding="utf-8")) or {}
    except (yaml.YAMLError, UnicodeDecodeError) as fault:
        raise Fault(f"{file}: no YAML ({' '.join(str(fault).split())})") from fault
    if not isinstance(found, dict):
        raise Fault(f"{file}: must be a mapping with the keys {', '.join(KEYS)}")
    problems = [f"{file}: unknown key {key!r}; {suggestion(str(key), KEYS)}" for key in found if key not in KEYS]
    problems += [f"{file}: {key} takes one text" for key, value in found.items() if isinstance(value, list | dict)]
    if problems:
        raise Fault(problems)
    stated = {key: str(value) for key, value in found.items() if value not in (None, "")}
    return {
        key: str(file.parent / Path(value).expanduser()) if key in PATHS else value for key, value in stated.items()
    }


def taken(
    environment: Mapping[str, str], words: Sequence[str], read: Collection[str], options: Mapping[str, str]
) -> dict[str, str]:
    """The folder's options for a command: those that it reads and does not give.

    Another dataset has documents of its own, other documents have questions of their own, and a grid of the command's
    own takes the place of the folder's."""
    given = {key for key, value in environment.items() if value}
    keys = _keys(words)
    other_dataset = "RAGATTA_DATASET" in given or "dataset" in keys
    skipped = {"pdfs", "questions"} if other_dataset or "--pdfs" in keys else set()
    skipped |= {"questions"} if "--questions" in keys else set()
    skipped |= {"sweep"} if other_dataset or own_grid(environment, words) else set()
    skipped |= {"config_dir"} if "--config-dir" in keys or "RAGATTA_CONFIG" in given else set()
    reads = {key for key in KEYS if key.upper() in read and f"RAGATTA_{key.upper()}" not in given}
    reads |= {"config_dir"} if OF_SETTINGS & {*read} else set()
    return {key: value for key, value in options.items() if key in reads - skipped}


def own_grid(environment: Mapping[str, str], words: Sequence[str]) -> str:
    """The word by which a command has a grid of its own, in place of the folder's or the default one: it names a grid,
    an experiment or a variation, or has several values of a key. "" if each word sets one value."""
    for name in ("SWEEP", "VARIATION"):
        if value := environment.get(f"RAGATTA_{name}"):
            return f"{name.lower()}={value}"
    for at, word in enumerate(written := [*words, *Given(environment).words("ARGS")]):
        if word == "--grid":
            return f"--grid {' '.join(written[at + 1 : at + 2])}"
        if _keys([word]) & GRIDS or _spans(word):
            return word
    return ""


def grid_told(environment: Mapping[str, str], words: Sequence[str], options: Mapping[str, str]) -> str:
    """Which grid a sweep has, where ragatta.yaml has these options: "grid: six, the default one"."""
    if own := own_grid(environment, words):
        instead = f", in place of {options['sweep']}" if "sweep" in options else ""
        return f"grid: {own}{instead}"
    return f"grid: {environment.get('RAGATTA_SWEEP') or 'six, the default one'}"


def _keys(words: Iterable[str]) -> set[str]:
    return {word.partition("=")[0].lstrip("+~") for word in words}


def _spans(word: str) -> bool:
    if word.startswith("-") or not SEVERAL.search(word):
        return False
    from ragatta.experiments.composing.overrides import spans  # Hydra takes a second to import

    return spans(word)


def takes_default(environment: Mapping[str, str], words: Sequence[str], read: Collection[str]) -> bool:
    """Whether a command asks about documents and says not which."""
    given = any(environment.get(f"RAGATTA_{name}") for name in ("PDFS", "QUESTIONS", "DATASET", "CONFIG"))
    return {"PDFS", "DATASET"} <= {*read} and not given and not any(map(NAMES_DOCUMENTS.match, words))


def with_options(
    environment: Mapping[str, str], words: Sequence[str], options: Mapping[str, str]
) -> tuple[dict[str, str], list[str]]:
    """The environment and the words of a command with options that it takes."""
    variables = {f"RAGATTA_{key.upper()}": value for key, value in options.items() if key != "config_dir"}
    folder = ["--config-dir", options["config_dir"]] if "config_dir" in options else []
    return {**environment, **variables}, [*words, *folder]


def told(file: Path, options: Mapping[str, str]) -> str:
    """What a command takes from where: "ragatta.yaml: --pdfs pdfs, --questions questions.yaml"."""
    return f"{file}: {', '.join(f'{option(key.upper())} {value}' for key, value in options.items())}"
