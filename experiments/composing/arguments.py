"""The words after a command: a grid's name, the user's own files, and Hydra overrides."""

from __future__ import annotations

import argparse
import os
import re
from pathlib import Path

from ragatta.experiments.composing.overrides import EXPERIMENT, spans
from ragatta.experiments.faults import Fault
from ragatta.experiments.options import Options


def parser() -> Options:
    found = own_options()
    found.add_argument("--config-dir", default="")
    found.add_argument("overrides", nargs="*")
    return found


def own_options() -> Options:
    """What a command takes beside the words of a Hydra program."""
    found = Options()
    found.add_argument("--grid", default="")
    found.add_argument("--pdfs", default=os.environ.get("RAGATTA_PDFS", ""))
    found.add_argument("--questions", default=os.environ.get("RAGATTA_QUESTIONS", ""))
    found.add_argument("--dry-run", action="store_true")
    return found


def overrides_of(options: argparse.Namespace, questions_needed: bool = True, questions_exist: bool = True) -> list[str]:
    """The options as words of a Hydra program. Overrides that span a grid or name an experiment replace the default
    grid unless a grid is named. `questions_needed`: own documents need a file of questions; `questions_exist`: the file
    must exist."""
    given = [*_own_documents(options, questions_needed, questions_exist), *options.overrides]
    of_experiment = [override for override in given if _key(override) == EXPERIMENT]
    named = options.grid or ("none" if of_experiment or any(map(spans, given)) else "six")
    folder = [f"--config-dir={options.config_dir}"] if options.config_dir else []
    if named == "none":
        return [*folder, *given]
    experiments = ",".join([named, *(override.partition("=")[2].strip("[]") for override in of_experiment)])
    chosen = f"{EXPERIMENT}=[{experiments}]" if of_experiment else f"{EXPERIMENT}={named}"
    return [*folder, chosen, *(override for override in given if override not in of_experiment)]


def _key(override: str) -> str:
    return override.split("=", 1)[0].lstrip("+~")


def _own_documents(options: argparse.Namespace, questions_needed: bool, questions_exist: bool) -> list[str]:
    if not options.pdfs and not options.questions:
        return []
    pdfs, questions = Path(options.pdfs), Path(options.questions)
    problems = []
    if not options.pdfs:
        problems.append("QUESTIONS= needs PDFS=, the folder of documents that they are asked about")
    elif not pdfs.is_dir():
        problems.append(f"PDFS={options.pdfs}: no such folder")
    if not options.questions and questions_needed:
        problems.append(
            "PDFS= needs QUESTIONS=, a .csv (id, question, expected_output), .jsonl or .yaml of gold questions"
        )
    elif options.questions and questions_exist and not questions.is_file():
        problems.append(f"QUESTIONS={options.questions}: no such file")
    if problems:
        raise Fault(problems)
    own = ["dataset=local", f"dataset.pdfs={quoted(pdfs.resolve())}"]
    return [*own, f"dataset.questions={quoted(questions.resolve())}"] if options.questions else own


def quoted(value: str | Path) -> str:
    """A text in single quotes for Hydra's grammar, where a backslash counts only before a quote."""
    text = str(value).replace("${", "\\${")  # no interpolation
    escaped = re.sub(r"(\\*)'", r"\1\1\'", text)
    return "'" + re.sub(r"(\\+)$", r"\1\1", escaped) + "'"
