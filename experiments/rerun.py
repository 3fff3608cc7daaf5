"""make run CONFIG=file: a configuration that an earlier run saved, run again as it is, or with key=value changed."""

from __future__ import annotations

import argparse
import os
from collections.abc import Mapping, Sequence
from pathlib import Path

from omegaconf import OmegaConf
from omegaconf.errors import OmegaConfBaseException
from yaml import YAMLError

from conf.schema import Config
from experiments.config import Point
from experiments.faults import Fault, run_command
from experiments.sweep import dry_run, sweep


def main(arguments: list[str]) -> int:
    words = argparse.ArgumentParser(description=__doc__, allow_abbrev=False)
    words.add_argument("--file", default=os.environ.get("RAGATTA_CONFIG", ""), help="a config.yaml of outputs/")
    words.add_argument("--dry-run", action="store_true", help="say what would run, and run nothing")
    words.add_argument("changes", nargs="*", help="key=value")
    options = words.parse_args(arguments)
    if not options.file:
        raise Fault("make run CONFIG= needs the config.yaml of a run")
    config = saved_config(Path(options.file), options.changes)
    points = [Point(config.variation, tuple(options.changes), config)]
    return dry_run(points) if options.dry_run else sweep(points)


def saved_config(path: Path, changes: Sequence[str] = ()) -> Config:
    """The configuration in `path` with the changes, each key=value. Raises Fault with all that is wrong."""
    try:
        return config_from(path.read_text(encoding="utf-8"), str(path), changes)
    except (OSError, UnicodeDecodeError) as fault:
        raise Fault(f"{path}: cannot be read ({fault}); give the config.yaml of a run") from fault


def config_from(text: str, where: str, changes: Sequence[str] = (), values: Mapping[str, str] | None = None) -> Config:
    """The configuration that the YAML `text` holds whole, with the changes, and with `values` by key, taken to the
    letter. Raises Fault, naming `where` it stands."""
    if unclear := [change for change in changes if "=" not in change]:
        raise Fault([f"{change!r} is not of the form key=value" for change in unclear])
    try:
        parts = (OmegaConf.structured(Config), OmegaConf.create(text), OmegaConf.from_dotlist(list(changes)))
        merged = OmegaConf.merge(*parts)
        for key, value in (values or {}).items():
            OmegaConf.update(merged, key, value)
        config = OmegaConf.to_object(merged)
    except (OmegaConfBaseException, YAMLError, ValueError, TypeError) as fault:
        said = " ".join(str(fault).split("full_key")[0].split())
        raise Fault(f"{where}: no configuration of this version of Ragatta ({said})") from fault
    if not isinstance(config, Config):
        raise Fault(f"{where}: no configuration of Ragatta")
    if problems := config.problems():
        raise Fault(problems)
    return config


if __name__ == "__main__":
    run_command(main)
