"""The options of a Hydra program, for the commands that are one. Source: Hydra 1.3, "Hydra's command line flags"."""

from __future__ import annotations

from dataclasses import dataclass
from functools import wraps
from typing import Any

import click

from ragatta.experiments.command_line.options import F
from ragatta.experiments.faults import Fault

_INFO = ["all", "config", "defaults", "defaults-tree", "plugins", "searchpath"]
_OPTIONS = (
    click.option("--cfg", type=click.Choice(["job", "hydra", "all"]), help="show the configuration and run nothing"),
    click.option("--package", metavar="NAME", help="of --cfg: this part alone, such as retrieval"),
    click.option("--resolve", is_flag=True, help="of --cfg: with interpolations resolved"),
    click.option("--info", is_flag=False, flag_value="all", metavar="[WHAT]", type=click.Choice(_INFO),
                 help="show how it is composed: config, defaults, defaults-tree, plugins, searchpath"),
    click.option("--hydra-help", is_flag=True, help="Hydra's own help"),
    click.option("-m", "--multirun", is_flag=True, help="a grid, which several values are without it too"),
    click.option("--config-name", metavar="NAME", help="the file that composition begins with (default: config)"),
    click.option("--config-path", metavar="FOLDER", help="a folder of settings in place of conf/"),
)  # fmt: skip


@dataclass(frozen=True)
class Flags:
    """`shows`: words that make Hydra show something and run nothing; `folders` say where configurations are; `given`:
    the grid is what the words say alone."""

    shows: tuple[str, ...]
    folders: tuple[str, ...]
    given: bool


def hydra_options(function: F) -> F:
    """Adds the options; the command is handed them as `flags`."""

    @wraps(function)
    def called(**parameters: Any) -> Any:
        handed = {name: parameters.pop(name) for name in ("config_name", "config_path")}
        folders = tuple(f"--{name.replace('_', '-')}={value}" for name, value in handed.items() if value)
        if not parameters["cfg"] and (of_cfg := [name for name in ("package", "resolve") if parameters[name]]):
            raise Fault(f"--{of_cfg[0]} is of --cfg, which shows the configuration; add --cfg job")
        shown_by_hydra = {name: parameters.pop(name) for name in ("cfg", "package", "info")}
        shows = [word for name, value in shown_by_hydra.items() if value for word in (f"--{name}", value)]
        shows += [f"--{name.replace('_', '-')}" for name in ("resolve", "hydra_help") if parameters.pop(name)]
        multirun = parameters.pop("multirun")
        return function(flags=Flags(tuple(shows), folders, bool(shows) or multirun), **parameters)

    for add in reversed(_OPTIONS):
        called = add(called)
    return called  # type: ignore[return-value]
