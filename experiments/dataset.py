"""A dataset on disk: generated if it can be, found if it was brought, its questions read and selected."""

from __future__ import annotations

import fcntl
import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from conf.schema import Dataset
from eval.gold import Written, read_gold
from experiments.faults import Fault
from experiments.paths import DATASETS, GENERATED
from pipeline.annotations.schema import Bucket, read_buckets
from pipeline.files import write_whole
from pipeline.identity import digest, file_digest, short
from pipeline.techniques import suggestion
from pipeline.types import Progress, Question


class NotThere(Fault):
    """A file of a dataset that has not been brought here."""


@dataclass(frozen=True)
class Course:
    """What every variation runs over: the PDF folder, the selected gold questions in order, and where summaries of
    this dataset are kept."""

    name: str
    pdfs: Path
    questions: tuple[Question, ...]
    summaries: Path
    passwords: Mapping[str, str]
    buckets: tuple[Bucket, ...] = ()  # what the documents are, where the dataset says so


def open_course(dataset: Dataset, progress: Progress | None = None, with_questions: bool = True) -> Course:
    """Raises Fault naming the folder, file or question that is wrong, and the fix."""
    home = generated(dataset, progress) if dataset.generator else _home(dataset)
    pdfs = _found(dataset, home, dataset.pdfs, "dataset.pdfs")
    return Course(
        name=dataset.name,
        pdfs=pdfs,
        questions=selected([written.question for written in written_questions(dataset)], dataset)
        if with_questions
        else (),
        summaries=summaries_folder(dataset),
        passwords=_passwords(dataset.passwords),
        buckets=_buckets(dataset),
    )


def generated(dataset: Dataset, progress: Progress | None = None) -> Path:
    """The folder of a generated dataset, written now unless this seed and generator have been already.

    A generator is a package below datasets/, run as a program: `python -m <package> --seed N --out FOLDER` writes
    pdfs/ and questions.yaml, whole or not at all. Raises Fault with its last words if it fails.
    """
    out = _home(dataset)
    stamp, code = out / "generator.sha256", _code(dataset.generator)
    out.parent.mkdir(parents=True, exist_ok=True)
    with (out.parent / f".seed_{dataset.seed}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)  # two sweeps begun at once write it once
        if stamp.exists() and stamp.read_text(encoding="utf-8") == code:
            return out
        if progress:
            progress(f"writing the documents of {dataset.name}, seed {dataset.seed}", 0, 1)
        command = [sys.executable, "-m", dataset.generator, "--seed", str(dataset.seed), "--out", str(out)]
        done = subprocess.run(command, cwd=DATASETS, capture_output=True, text=True, check=False)
        if done.returncode:
            last = (done.stderr.strip().splitlines() or ["no message"])[-1]
            raise Fault(f"dataset.generator={dataset.generator} failed: {last}")
        write_whole(stamp, code)
        if progress:
            progress(f"writing the documents of {dataset.name}, seed {dataset.seed}", 1, 1)
    return out


def _code(generator: str) -> str:
    """Hash of a generator's own files: another generator writes its dataset again."""
    folder = DATASETS / generator
    # What it writes lies below it too and is not its code, nor are the questions added to what it wrote.
    written = {"summaries", "__pycache__"}
    files = sorted(
        path
        for suffix in ("py", "yaml")
        for path in folder.rglob(f"*.{suffix}")
        if not any(part in written or part.startswith(("seed_", "added")) for part in path.relative_to(folder).parts)
    )
    if not files:
        raise Fault(f"dataset.generator={generator}: no package datasets/{generator}/")
    return digest([[path.relative_to(folder).as_posix(), file_digest(path)] for path in files])


def _home(dataset: Dataset) -> Path:
    """The folder that relative names are below."""
    if dataset.generator:
        return GENERATED / dataset.generator / f"seed_{dataset.seed}"
    return DATASETS / dataset.name


def summaries_folder(dataset: Dataset, generated: Path = GENERATED) -> Path:
    """Summaries of other documents are other summaries: of another seed, or of another user's folder."""
    home = generated / dataset.name / "summaries"
    if dataset.generator:
        return home / f"seed_{dataset.seed}"
    return home / short(digest(str(Path(dataset.pdfs).resolve()))) if dataset.name == "local" else home


def _found(dataset: Dataset, home: Path, name: str, key: str) -> Path:
    path = Path(name).expanduser()
    shared = os.environ.get("RAGATTA_DATA")
    places = [path] if path.is_absolute() else [home / path]
    if shared and not path.is_absolute():
        places.append(Path(shared) / dataset.name / path)
    if dataset.name == "local":
        places.insert(0, Path.cwd() / path)
    for place in places:
        if place.exists():
            return place
    tried = " nor ".join(str(place) for place in places)
    raise NotThere(
        f"{key}: {name} not found at {tried}; "
        f"set RAGATTA_DATA to the folder that holds {dataset.name}/, or give {key}=/path"
    )


def _buckets(dataset: Dataset) -> tuple[Bucket, ...]:
    """Those of dataset.buckets, which a generated dataset has in the clone: they are the same for every seed."""
    if not dataset.buckets:
        return ()
    path = _found(dataset, DATASETS / dataset.name, dataset.buckets, "dataset.buckets")
    try:
        return read_buckets(path)
    except ValueError as wrong:
        raise Fault([f"dataset.buckets: {fault}" for fault in str(wrong).splitlines()]) from wrong


@dataclass(frozen=True)
class GoldFiles:
    """The files that a dataset's questions stand in."""

    questions: Path
    annotations: Path | None
    added: Path | None  # where there is one


def gold_files(dataset: Dataset) -> GoldFiles:
    """Raises NotThere naming the file that is missing."""
    home = _home(dataset)
    added = added_file(dataset)
    return GoldFiles(
        _found(dataset, home, dataset.questions, "dataset.questions"),
        _found(dataset, home, dataset.annotations, "dataset.annotations") if dataset.annotations else None,
        added if added and added.exists() else None,
    )


def added_file(dataset: Dataset) -> Path | None:
    """Where questions that are added to this dataset stand: in the clone, which a team shares, whatever writes or
    holds the dataset's own."""
    return DATASETS / dataset.name / Path(dataset.added).expanduser() if dataset.added else None


def written_questions(dataset: Dataset) -> list[Written]:
    """Every gold question of the dataset, each with the record it was read from: its own, then the added ones.
    Raises GoldError with all that is wrong with them, NotThere where a file is missing."""
    files = gold_files(dataset)
    return read_gold(files.questions, files.annotations, files.added)


def selected(questions: Sequence[Question], dataset: Dataset) -> tuple[Question, ...]:
    """Those that dataset.only, split and limit let through. Raises Fault where none is left or one is unknown."""
    known = [question.id for question in questions]
    if unknown := [name for name in dataset.only if name not in known]:
        raise Fault([f"dataset.only: no question {name!r}; {suggestion(name, known)}" for name in unknown])
    named = [q for q in questions if not dataset.only or q.id in dataset.only]
    chosen = [q for q in named if dataset.split in ("all", q.split)]
    if not chosen:
        raise Fault(
            f"dataset.split={dataset.split}: none of the {len(named)} questions of {dataset.name} is in it; "
            f"there are: {', '.join(sorted({q.split for q in named}))}"
        )
    return tuple(chosen[: dataset.limit or None])


def _passwords(variables: Mapping[str, str]) -> dict[str, str]:
    missing = [
        f"dataset.passwords.{name}: the environment variable {var} is not set"
        for name, var in variables.items()
        if var not in os.environ
    ]
    if missing:
        raise Fault(missing)
    return {name: os.environ[variable] for name, variable in variables.items()}
