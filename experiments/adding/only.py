"""The command that runs only some questions of a dataset, as a user types it."""

from __future__ import annotations

import argparse
import shlex
from collections.abc import Sequence

from ragatta.experiments.wording import spoken

SELECTING = ("dataset.only", "dataset.split", "dataset.limit")  # might leave the questions out


def only_command(options: argparse.Namespace, ids: Sequence[str]) -> str:
    """`make sweep` on the dataset that the options name, with these questions only. It can be pasted into a shell."""
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
    words = ["make sweep", *(f"{name}={shlex.quote(value)}" for name, value in variables.items() if value)]
    return spoken(" ".join(words))
