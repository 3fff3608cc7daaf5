"""Shell completion: the line that a shell completes, as Hydra reads it.

Hydra knows a program and its overrides. Verbs, options and their values are left out, but for the folder of
--config-dir, which is searched too.
"""

from __future__ import annotations

import argparse

LINE = "COMP_LINE"  # the environment variable in which a shell hands the line over


def as_hydra_reads(line: str) -> tuple[str, list[str]]:
    """The line with nothing but overrides behind a program's name, and the option --config-dir if it has one. The last
    word, which is completed, stays as it is."""
    words = line.split()
    last = words.pop() if words and not line[-1].isspace() else ""
    options = argparse.ArgumentParser(add_help=False, allow_abbrev=False)
    options.add_argument("--config-dir", nargs="?")
    known, rest = options.parse_known_args(words)
    overrides = [word for word in rest if "=" in word and not word.startswith("-")]
    return " ".join(["ragatta", *overrides, last]), ["--config-dir", known.config_dir] if known.config_dir else []
