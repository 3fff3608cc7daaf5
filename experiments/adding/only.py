"""The command that runs only some questions of a dataset, as a user types it."""

from __future__ import annotations

import shlex
from collections.abc import Sequence

from ragatta.experiments.composing.chosen import Chosen
from ragatta.experiments.composing.words import key_of

SELECTING = ("dataset.only", "dataset.split", "dataset.limit")  # might leave the questions out


def only_command(chosen: Chosen, ids: Sequence[str]) -> str:
    """`ragatta sweep` on what is chosen, with these questions only. It can be pasted into a shell."""
    own_files = (("--pdfs", chosen.pdfs), ("--questions", chosen.questions), ("--config-dir", chosen.config_dir))
    named = [word for option, value in own_files if value for word in (option, value)]
    settings = [word for word in chosen.settings if key_of(word) not in SELECTING]
    return shlex.join(["ragatta", "sweep", *named, "--only", ",".join(ids), *settings])
