"""The commands that ask, draft, judge, log and hold a gate, each with what stands before it and what it leaves.

Each is harmed and given again, which must leave what it leaves undisturbed. All of one lies in a folder at the same
place, since results name their documents.
"""

from __future__ import annotations

import csv
import json
import os
import shutil
import sqlite3
from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.chaos.course import ROOT, TIMED, Bench, ended, figures, write_documents
from tests.standins.commands import Started
from tests.standins.proposing import write_bridges

# Of which some are lost: pieces of 60 characters, one a question.
SHORT = ("architecture=single_pass", "chunking.chunk_size=60", "chunking.chunk_overlap=0", "retrieval.top_k=1")
MODEL = "<model>"  # stands for the words that name one, if any
RUN = "latest:chunk_size=60 chunk_overlap=0 top_k=1"
GOLD = """
- {id: fee, question: What is the storage fee per season?, kind: number, expected: "$25", split: dev,
   evidence: [{file: handbook.pdf, pages: [3], quote: The storage fee is $25 per season.}]}
- {id: hours, question: After how many hours of use are seals replaced?, kind: number, expected: "600", split: test,
   evidence: [{file: handbook.pdf, pages: [4], quote: Seals are replaced by the workshop after 600 hours of use.}]}
- {id: fair, question: When does the spring fair take place?, kind: text, expected: April, split: dev,
   evidence: [{file: letter.pdf, pages: [1], quote: our spring fair takes place in April on the village green.}]}
- {id: price, question: What is the price of the big pump?, kind: number, expected: "$120", split: test,
   evidence: [{file: prices.pdf, pages: [1], quote: $120}]}
"""
ANSWERS = {  # of a contestant's file; no rule decides them
    "What is the storage fee per season?": "Per season it is $25 for a pump and $20 for a hose.",
    "After how many hours of use are seals replaced?": "After 600 hours, or 700 hours where it is cold.",
    "When does the spring fair take place?": "April",
    "What is the price of the big pump?": "The pumps cost $120 and $80.",
}
COSTS = ("seconds", "megabytes")  # metrics of growth.csv
OWN = ("id", "when", "id_", "who")  # of lines of drafts and verdicts: theirs alone
LONGEST = 240.0  # seconds of a command on a busy machine
Given = tuple[str, tuple[str, ...]]


@dataclass(frozen=True)
class Work:
    """A command: the words that it is given, those that stand `before` it, and what it leaves in a folder. `typed` is
    what a person types, `extension` the one whose command it is."""

    words: tuple[str, ...]
    left: Callable[[Path], Any]
    before: tuple[Given, ...] = ()
    typed: str = ""
    program: str = "ragatta"
    extension: str = ""

    def is_here(self) -> bool:
        return (ROOT / "extensions" / self.extension).is_dir()


def asked(folder: Path) -> dict[str, str]:
    """Figures and tables that asking leaves, without times."""
    found = figures(folder / "home")
    for name in ("diagnosis.csv", "growth.csv", "stress.csv"):
        if (path := folder / "home/outputs/latest" / name).exists():
            found[name] = str(table(path))
    return found


def table(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8", newline="") as stream:
        rows = [row for row in csv.DictReader(stream) if row.get("metric") not in COSTS]
    return [{key: cell for key, cell in row.items() if not key.endswith(TIMED)} for row in rows]


def lines(name: str) -> Callable[[Path], Any]:
    """Those of a file beside the questions, whoever wrote them and when."""

    def left(folder: Path) -> list[str]:
        path = folder / name
        if not path.exists():
            return []
        records = map(json.loads, path.read_text(encoding="utf-8").splitlines())
        return sorted(str({key: value for key, value in one.items() if key not in OWN}) for one in records)

    return left


def gold(folder: Path) -> tuple[str, Any]:
    """What the studio writes, in any order of acts."""
    text = (folder / "gold.yaml").read_text(encoding="utf-8") if (folder / "gold.yaml").exists() else ""
    return text, lines("gold.drafts.jsonl")(folder)


def logged(folder: Path) -> list[str]:
    """The runs and metrics that MLflow's store holds, without times."""
    path = folder / "home/mlruns/mlflow.db"
    if not path.exists():
        return []
    query = (
        "SELECT r.name, r.status, m.key, m.value FROM runs r LEFT JOIN latest_metrics m ON m.run_uuid = r.run_uuid "
        "WHERE r.lifecycle_stage = 'active'"
    )
    with closing(sqlite3.connect(path)) as store:
        rows = store.execute(query).fetchall()
    return sorted(str(row) for row in rows if not str(row[2]).endswith(TIMED) and "latency" not in str(row[2]))


def gates(folder: Path) -> str:
    path = folder / "expected.yaml"
    return path.read_text(encoding="utf-8") if path.exists() else ""


def outcome(folder: Path) -> str:
    """What a gate said, and what it recorded."""
    path = folder / "home/outputs/regress/outcome.json"
    return (path.read_text(encoding="utf-8") if path.exists() else "") + gates(folder)


def started_folder(folder: Path) -> dict[str, str]:
    """What ragatta init writes."""
    names = ("ragatta.yaml", "questions.yaml", "conf/experiment/mine.yaml", "expected.yaml",
             ".github/workflows/ragatta.yml", ".gitignore", "requirements.lock")  # fmt: skip
    here = folder / "new"
    return {name: (here / name).read_text(encoding="utf-8") for name in names if (here / name).exists()}


def own(*words: str) -> tuple[str, ...]:
    """Over the documents of the folder, which commands run in."""
    return ("--grid", "none", "--pdfs", "pdfs", "--questions", "gold.yaml", "tracking=off", *words, MODEL)


SWEPT = ("sweep", own(*SHORT))
CONTESTANT = own("architecture=predictions", "architecture.service.options.file=answers.jsonl")
GATE = " ".join(own(*SHORT)[:-1]).replace(" pdfs ", " ../pdfs ").replace("gold.yaml", "../gold.yaml")
RECORD = ("--update", "--expected", "expected.yaml")
EVERY: Mapping[str, Work] = {
    "sweep": Work(own(*SHORT), asked),
    "diagnose": Work(("--run", RUN), asked, (SWEPT,), extension="diagnosis"),
    "grow": Work(("--times", "1,2", *own(*SHORT)), asked, extension="diagnosis"),
    "stress": Work(("--stress", "typos,doubled,orders", *own(*SHORT)), asked, extension="diagnosis"),
    "draft": Work(("--pdfs", "pdfs", "--questions", "gold.yaml"), lines("gold.drafts.jsonl"), extension="studio"),
    "acts of the studio": Work((), gold, program="tests.chaos.acts", extension="studio"),
    "verdicts": Work(("--who", "ann"), lines("verdicts.jsonl"), (("sweep", CONTESTANT),), typed="1\n" * 4),
    "log": Work((), logged, (SWEPT,)),
    "regress --update": Work(RECORD, gates),
    "regress": Work(("--expected", "expected.yaml"), outcome, (("regress", RECORD),)),
    "init": Work(("--pdfs", "../pdfs"), started_folder),
}  # fmt: skip
WORKS = {name: work for name, work in EVERY.items() if work.is_here()}
BRIDGES = ("--pdfs", "bridges", "--questions", "bridges.yaml", "--count", "6", MODEL)
DRAFTED = Work(BRIDGES, lines("bridges.drafts.jsonl"), extension="studio")
BY_MODEL = {
    **{name: work for name, work in WORKS.items() if name in ("sweep", "diagnose", "grow", "stress")},
    **({"draft by a model": DRAFTED} if DRAFTED.is_here() else {}),
}


@dataclass(frozen=True)
class Place:
    """The folder of one command; `bench` starts it, and `model` are the words that name one."""

    bench: Bench
    name: str
    model: tuple[str, ...] = ()

    @property
    def work(self) -> Work:
        return (BY_MODEL if self.model else WORKS)[self.name]

    @property
    def folder(self) -> Path:
        return self.bench.folder / "place"

    @property
    def home(self) -> Path:
        return self.folder / "home"

    def start(self, disk: Sequence[Any] = (), *words: str, **more: Any) -> Started:
        """Begins the command with more words; `disk` is for tests/chaos/harmed.py."""
        told = json.dumps({"program": self.work.program, "typed": self.work.typed, "disk": [*disk]})
        return self._start(
            self.name.split()[0], (*self.work.words, *words), {"CHAOS": told}, "tests.chaos.harmed", **more
        )

    def _start(
        self,
        verb: str,
        words: Sequence[str],
        more: Mapping[str, str],
        program: str = "ragatta",
        user: int | None = None,
    ) -> Started:
        here = self.folder / "new" if verb == "init" else self.folder
        environment = {**os.environ, "RAGATTA_HOME": str(self.home), "HOME": str(self.folder), "PYTHONPATH": str(ROOT),
                       **more}  # fmt: skip
        given = [one for word in words for one in (self.model if word == MODEL else (word,))]
        return self.bench.commands.start(verb, given, here, environment, program, user)

    def run(self, disk: Sequence[Any] = (), **more: Any) -> tuple[int | None, str]:
        """The exit code, None of one that hangs, and what was written to stderr."""
        return self.ended(self.start(disk, **more))

    def ended(self, started: Started) -> tuple[int | None, str]:
        """As `run` has it. A gate's code 2, nothing was compared, is 1 of the others."""
        code, said = ended(started, LONGEST)
        return (1 if code == 2 and self.name.startswith("regress") else code), said

    def left(self) -> Any:
        return self.work.left(self.folder)

    def prepare(self) -> None:
        """Documents, and what stands before. It is made once and copied. Raises RuntimeError where it fails."""
        kept = self.bench.folder / "kept" / self.name
        self.clear()
        if not kept.exists():
            write_documents(self.folder)
            for name in ("new", "bridges"):
                (self.folder / name).mkdir()
            write_bridges(self.folder / "bridges")
            (self.folder / "gold.yaml").write_text(GOLD.lstrip(), encoding="utf-8")
            (self.folder / "expected.yaml").write_text(f"ours:\n  command: ragatta sweep {GATE}\n", encoding="utf-8")
            made = (json.dumps({"question": one, "answer": answer}) for one, answer in ANSWERS.items())
            (self.folder / "answers.jsonl").write_text("\n".join(made), encoding="utf-8")
            for verb, words in self.work.before:
                code, said = ended(self._start(verb, words, {}), LONGEST)
                if code:
                    raise RuntimeError(f"the undisturbed command failed: {said}")
            shutil.copytree(self.folder, kept, symlinks=True)
        else:
            shutil.copytree(kept, self.folder, symlinks=True, dirs_exist_ok=True)

    def clear(self) -> None:
        """Empties the folder, which stays: a disk may be mounted there."""
        self.folder.mkdir(exist_ok=True)
        for one in self.folder.iterdir():
            shutil.rmtree(one) if one.is_dir() and not one.is_symlink() else one.unlink()

    def counted(self) -> tuple[Any, int]:
        """What the command leaves that nothing disturbs, and how many writes of Python it takes. Raises RuntimeError
        where it fails."""
        self.prepare()
        told = self.bench.folder / "writes"
        code, said = self.run(("counted", str(told)))
        if code:
            raise RuntimeError(f"the undisturbed command failed: {said}")
        return self.left(), int(told.read_text())
