"""The command that runs some questions of a dataset alone, as a person types it."""

from __future__ import annotations

import argparse
import shlex
from collections.abc import Sequence

SELECTING = ("dataset.only", "dataset.split", "dataset.limit")  # might leave the questions out


def only_command(options: argparse.Namespace, ids: Sequence[str]) -> str:
    """`make sweep` on the dataset that the options name, with these questions only. The shell takes it verbatim."""
    variables = {"PDFS": options.pdfs, "QUESTIONS": options.questions}
    others = []
    for override in options.overrides:
        key, _, value = override.partition("=")
        if key == "dataset":
            variables["DATASET"] = value
        elif key not in SELECTING:
            others.append(override)
    variables["ONLY"] = ",".join(ids)
    variables["ARGS"] = " ".join(shlex.quote(override) for override in others)
    return " ".join(["make sweep", *(f"{name}={shlex.quote(value)}" for name, value in variables.items() if value)])
