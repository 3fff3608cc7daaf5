"""The options of a folder: ragatta.yaml, which `ragatta init` writes, holds what its commands take unless they say
otherwise."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from pathlib import Path

import yaml

from ragatta.experiments.faults import Fault
from ragatta.pipeline.plugins import suggestion

FILE = "ragatta.yaml"
KEYS = ("pdfs", "questions", "config_dir", "sweep", "llm", "architecture")


def folder_options(file: Path = Path(FILE)) -> Mapping[str, str]:
    """Empty where there is no such file. Raises Fault for a key that is none."""
    if not file.is_file():
        return {}
    try:
        found = yaml.safe_load(file.read_text(encoding="utf-8")) or {}
    except (yaml.YAMLError, UnicodeDecodeError) as fault:
        raise Fault(f"{file}: no YAML ({' '.join(str(fault).split())})") from fault
    if not isinstance(found, dict):
        raise Fault(f"{file}: must be a mapping with the keys {', '.join(KEYS)}")
    if problems := [f"{file}: unknown key {key!r}; {suggestion(str(key), KEYS)}" for key in found if key not in KEYS]:
        raise Fault(problems)
    return {key: str(value) for key, value in found.items() if value not in (None, "")}


def with_options(
    environment: Mapping[str, str], words: Sequence[str], read: Collection[str], options: Mapping[str, str]
) -> tuple[dict[str, str], list[str]]:
    """The environment and the words of a command with the folder's options: those that it reads and does not give.

    Another dataset has documents of its own, and settings in the command make their own grid."""
    given = {key: value for key, value in environment.items() if value}
    keys = {word.partition("=")[0].lstrip("+~") for word in words}
    other_dataset = "RAGATTA_DATASET" in given or "dataset" in keys
    settings = any("=" in word and not word.startswith("--") for word in words)
    own_grid = settings or "RAGATTA_VARIATION" in given or "--grid" in keys or "experiment" in keys
    skipped = {"config_dir"} | ({"pdfs", "questions"} if other_dataset or keys & {"--pdfs", "--questions"} else set())
    skipped |= {"sweep"} if own_grid or other_dataset else set()
    found = {f"RAGATTA_{key.upper()}": value for key, value in options.items()
             if key not in skipped and key.upper() in read}  # fmt: skip
    takes_folder = "DATASET" in read and "RAGATTA_CONFIG" not in given
    folder = ["--config-dir", options["config_dir"]] if "config_dir" in options and takes_folder else []
    return {**environment, **found, **given}, [*words, *([] if "--config-dir" in keys else folder)]
