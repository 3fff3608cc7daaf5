"""What a command works on: documents, a grid and settings."""

from __future__ import annotations

import shlex
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from ragatta.experiments.composing.words import key_of, quoted
from ragatta.experiments.counting import counted
from ragatta.experiments.faults import Fault
from ragatta.pipeline.plugins.registry import commands_here

DEFAULT_GRID = "six"
NO_GRID = "none"
NEW = "questions.yaml"  # in the current folder: the file of new questions where none is named


@dataclass(frozen=True)
class Chosen:
    """`settings` are words of a Hydra program, `grid` a file of conf/experiment/ or NO_GRID, `pdfs` and `questions` the
    user's own documents and the file of their questions, `config_dir` a folder of settings beside conf/."""

    settings: tuple[str, ...] = ()
    grid: str = ""
    pdfs: str = ""
    questions: str = ""
    config_dir: str = ""

    def overrides(self, questions: Literal["needed", "new", "optional"] = "needed") -> list[str]:
        """All of it as words of a Hydra program. Settings that span a grid or name an experiment replace the default
        grid unless a grid is named. `questions`: own documents need a file of them; where it may be "new" it is NEW
        unless another is named. Raises Fault."""
        from ragatta.experiments.composing.composer import EXPERIMENT  # Hydra takes a second to import
        from ragatta.experiments.composing.overrides import spans

        words = [*self._own_documents(questions), *self.settings]
        of_experiment = [word for word in words if key_of(word) == EXPERIMENT]
        named = self.grid or (NO_GRID if of_experiment or any(map(spans, words)) else DEFAULT_GRID)
        folder = [f"--config-dir={self.config_dir}"] if self.config_dir else []
        if named == NO_GRID:
            return [*folder, *words]
        experiments = ",".join([named, *(word.partition("=")[2].strip("[]") for word in of_experiment)])
        chosen = f"{EXPERIMENT}=[{experiments}]" if of_experiment else f"{EXPERIMENT}={named}"
        return [*folder, chosen, *(word for word in words if word not in of_experiment)]

    def _own_documents(self, needed: str) -> list[str]:
        if not self.pdfs and not self.questions:
            return []
        named = self.questions or (NEW if needed == "new" else "")
        pdfs, questions = Path(self.pdfs), Path(named)
        problems = []
        if not self.pdfs:
            problems.append("--questions needs --pdfs, the folder of documents that they are asked about")
        elif not pdfs.is_dir():
            what = "is a file" if pdfs.is_file() else "no such folder"
            problems.append(f"--pdfs {self.pdfs}: {what}; name the folder that holds the documents")
        if not named and needed != "optional":
            asking = shlex.join(["ragatta", *commands_here("studio", "add-question")[:1], "--pdfs", self.pdfs])
            problems.append(
                "--pdfs needs --questions, a .csv (id, question, expected_output), .jsonl or .yaml of gold questions; "
                f"{asking} makes them"
            )
        elif named and needed != "new" and not questions.is_file():
            making = _waiting(self.pdfs, questions) or "; name the .csv, .jsonl or .yaml of gold questions"
            what = "is a folder" if questions.is_dir() else "no such file"
            problems.append(f"--questions {self.questions}: {what}{making}")
        if problems:
            raise Fault(problems)
        words = ["dataset=local", f"dataset.pdfs={quoted(pdfs.resolve())}"]
        return [*words, f"dataset.questions={quoted(placed(questions))}"] if named else words


def placed(questions: Path) -> Path:
    """The file's full path. If it is a link, the path is the link's: whether it may be followed is said where it is
    read."""
    return questions.parent.resolve() / questions.name


def _waiting(pdfs: str, questions: Path) -> str:
    """What to do with drafts that lie beside the place of questions, if any do. Raises GoldError."""
    from ragatta.experiments.stored_drafts import DRAFT, drafts_file, read_drafts  # where the file is missing alone

    waiting = sum(one.state == DRAFT for one in read_drafts(drafts_file(questions)).values())
    accept = shlex.join(["ragatta", "studio", "--pdfs", pdfs, "--questions", str(questions)])
    return f"; {counted(waiting, 'draft')} wait{'s' * (waiting == 1)}: {accept} makes questions of them" * bool(waiting)
