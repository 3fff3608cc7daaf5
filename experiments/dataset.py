"""A dataset on disk: generated if it can be, found if it was brought, its questions read and selected."""

from __future__ import annotations

import fcntl
import os
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from conf.schema import Dataset
from eval.gold import load_questions
from experiments.faults import Fault
from experiments.paths import DATASETS, GENERATED
from pipeline.files import write_whole
from pipeline.identity import digest, file_digest, short
from pipeline.types import Progress, Question


@dataclass(frozen=True)
class Course:
    """What every variation runs over: the PDF folder, the selected gold questions in order, and where summaries of
    this dataset are kept."""

    name: str
    pdfs: Path
    questions: tuple[Question, ...]
    summaries: Path
    passwords: Mapping[str, str]


def open_course(dataset: Dataset, progress: Progress | None = None, with_questions: bool = True) -> Course:
    """Raises Fault naming the folder, file or question that is wrong, and the fix."""
    home = generated(dataset, progress) if dataset.generator else DATASETS / dataset.name
    pdfs = _found(dataset, home, dataset.pdfs, "dataset.pdfs")
    return Course(
        name=dataset.name,
        pdfs=pdfs,
        questions=_questions(dataset, home) if with_questions else (),
        summaries=_summaries(dataset),
        passwords=_passwords(dataset.passwords),
    )


def generated(dataset: Dataset, progress: Progress | None = None) -> Path:
    """The folder of a generated dataset, written now unless this seed and generator have been already.

    A generator is a package below datasets/, run as a program: `python -m <package> --seed N --out FOLDER` writes
    pdfs/ and questions.yaml, whole or not at all. Raises Fault with its last words if it fails.
    """
    out = GENERATED / dataset.generator / f"seed_{dataset.seed}"
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
    written = {"summaries", "__pycache__"}  # what it writes lies below it too, and is not its code
    files = sorted(
        path
        for suffix in ("py", "yaml")
        for path in folder.rglob(f"*.{suffix}")
        if not any(part in written or part.startswith("seed_") for part in path.relative_to(folder).parts)
    )
    if not files:
        raise Fault(f"dataset.generator={generator}: no package datasets/{generator}/")
    return digest([[path.relative_to(folder).as_posix(), file_digest(path)] for path in files])


def _summaries(dataset: Dataset) -> Path:
    """Summaries of other documents are other summaries: of another seed, or of another user's folder."""
    home = GENERATED / dataset.name / "summaries"
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
    raise Fault(
        f"{key}: {name} not found at {tried}; "
        f"set RAGATTA_DATA to the folder that holds {dataset.name}/, or give {key}=/path"
    )


def _questions(dataset: Dataset, home: Path) -> tuple[Question, ...]:
    file = _found(dataset, home, dataset.questions, "dataset.questions")
    annotations = _found(dataset, home, dataset.annotations, "dataset.annotations") if dataset.annotations else None
    return _selected(load_questions(file, annotations), dataset)


def _selected(questions: list[Question], dataset: Dataset) -> tuple[Question, ...]:
    chosen = [q for q in questions if dataset.split in ("all", q.split)]
    if not chosen:
        raise Fault(
            f"dataset.split={dataset.split}: none of the {len(questions)} questions of {dataset.name} is in it; "
            f"there are: {', '.join(sorted({q.split for q in questions}))}"
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
