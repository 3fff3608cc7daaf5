"""Parses the words of a command. `ragatta VERB --help` explains them (ragatta/help.py)."""

from __future__ import annotations

import argparse
from typing import NoReturn

from ragatta.experiments.faults import Fault
from ragatta.pipeline.plugins import suggestion

UNKNOWN = "unrecognized arguments: "


class Options(argparse.ArgumentParser):
    """Its parse functions raise Fault, one line that names the wrong word and the nearest option."""

    def __init__(self) -> None:
        super().__init__(allow_abbrev=False, add_help=False)

    def error(self, message: str) -> NoReturn:
        refuse(self, message)


def refuse(parser: argparse.ArgumentParser, message: str) -> NoReturn:
    """Raises Fault for what argparse says of its words."""
    if not message.startswith(UNKNOWN):
        raise Fault(message.removeprefix("argument "))
    word = message.removeprefix(UNKNOWN).split(maxsplit=1)[0].partition("=")[0]
    if not word.startswith("-"):
        raise Fault(f"{word}: no such word; an option begins with --, a setting is key=value")
    options = [name for action in parser._actions for name in action.option_strings if name.startswith("--")]
    raise Fault(f"{word}: no such option; {suggestion(word, options)}")
