"""Opens a dataset: generates or finds its documents, and reads and selects its questions."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

from ragatta.conf.schema import Dataset
from ragatta.eval.draw import Drawn, draw
from ragatta.eval.gold.questions import Written, read_gold
from ragatta.eval.groups import group
from ragatta.eval.people import NOBODY, People, read_settled
from ragatta.experiments.corpora.manifest import edition_of
from ragatta.experiments.corpora.passwords import passwords_of
from ragatta.experiments.corpora.programs import Program
from ragatta.experiments.faults import Fault
from ragatta.experiments.on_record.places import OWN, Records
from ragatta.experiments.paths import CACHE, COLLECTIONS, DATASETS, GENERATED, MLRUNS, OUTPUTS
from ragatta.pipeline.annotations.schema import Bucket, read_buckets
from ragatta.pipeline.architecture import Architecture
from ragatta.pipeline.documents.files import document_digest
from ragatta.pipeline.machine.files import unlinked
from ragatta.pipeline.plugins.identity import digest, short
from ragatta.pipeline.plugins.registry import rooms, suggestion
from ragatta.pipeline.types import Progress, Question

WRITTEN = (OUTPUTS, COLLECTIONS, CACHE, MLRUNS, GENERATED)  # by Ragatta: never a user's documents


class NotThere(Fault):
    """A file of a dataset has not been fetched."""


@dataclass(frozen=True)
class OpenDataset:
    """A dataset that is opened for a sweep: the folder of documents, the selected gold questions in order, and the
    folder of its summaries."""

    name: str
    pdfs: Path
    questions: tuple[Question, ...]
    summaries: Path
    passwords: Mapping[str, str]
    buckets: tuple[Bucket, ...] = ()  # what the documents are, where the dataset says so
    every: tuple[Question, ...] = ()  # all of the dataset, selected or not
    aside: tuple[Path, ...] = ()  # what of the folder is no document: the dataset's own files, and what Ragatta writes
    links: bool = False  # whether links to files outside of the folder are read
    drawn: Drawn | None = None  # where dataset.limit left questions out
    not_asked: tuple[Question, ...] = ()  # those of kinds that the architecture is not made for
    records: Records = OWN  # of answers, and of all that models wrote
    people: People = NOBODY  # the verdicts that people gave on answers
    edition: str = ""  # in the manifest.json beside its documents, where figures of two editions do not compare


def open_dataset(
    dataset: Dataset,
    progress: Progress | None = None,
    with_questions: bool = True,
    architecture: Architecture | None = None,
    records: Records = OWN,
) -> OpenDataset:
    """The dataset with the questions to ask `architecture`; without one, questions of every kind. Raises Fault naming
    the folder, file or question that is wrong, and the fix."""
    home = generated(dataset, progress) if dataset.generator else _home(dataset)
    pdfs = documents_folder(dataset)
    questions = [written.question for written in written_questions(dataset, progress)] if with_questions else []
    asked, not_asked = supported(questions, dataset, architecture)
    chosen, drawn = selected(asked, dataset) if with_questions else ((), None)
    return OpenDataset(
        name=dataset.name,
        edition=edition_of(pdfs),
        pdfs=pdfs,
        questions=chosen,
        drawn=drawn,
        every=tuple(questions),
        summaries=summaries_folder(dataset, records.summaries),
        records=records,
        people=_people(dataset, records) if with_questions else NOBODY,
        passwords=passwords_of(dataset, pdfs),
        aside=_aside(dataset, home, pdfs),
        links=dataset.links,
        buckets=_buckets(dataset),
        # A limit is filled with questions that are asked, and leaves out none for its kind.
        not_asked=tuple(q for q in not_asked if dataset.split in ("all", q.split) and not dataset.limit),
    )


def _people(dataset: Dataset, records: Records) -> People:
    own = _real(dataset, verdicts_file(dataset), "verdicts")
    with _opened(own):
        return People([line for file in (own, records.verdicts) for line in read_settled(file).lines])


def generated(dataset: Dataset, progress: Progress | None = None) -> Path:
    """The folder of a generated dataset, written now unless it exists for this seed and generator.

    A generator is a package below datasets/, run as a program: `python -m <package> --seed N --out FOLDER` writes pdfs/
    and questions.yaml atomically. Raises Fault with its last message if it fails.
    """
    _generating(dataset).write(progress)
    return _home(dataset)


def documents_folder(dataset: Dataset) -> Path:
    """Where its documents are. Raises NotThere naming the places that were looked at."""
    return _found(dataset, _home(dataset), dataset.pdfs, "dataset.pdfs")


def to_write(dataset: Dataset) -> str:
    """What a program of the dataset has to write before it can be opened, in words; "" for nothing."""
    jobs = [_generating] * bool(dataset.generator) + [_importing] * bool(dataset.importer)
    return next((job.what for make in jobs if not (job := make(dataset)).is_done), "")


@dataclass(frozen=True)
class _Writing:
    """What a program of a dataset writes: see Program.write."""

    program: Program
    out: Path
    made_from: str
    arguments: Sequence[str]
    what: str

    @property
    def is_done(self) -> bool:
        return self.program.has_written(self.out, self.made_from)

    def write(self, progress: Progress | None) -> None:
        self.program.write(self.out, self.made_from, self.arguments, progress, self.what)


def _generating(dataset: Dataset) -> _Writing:
    program, what = _generator(dataset), f"writing the documents of {dataset.name}, seed {dataset.seed}"
    return _Writing(program, _home(dataset), program.code(), ["--seed", str(dataset.seed)], what)


def generator_digest(dataset: Dataset) -> str:
    """What the documents of a generated dataset are made from: the generator's code, and the seed."""
    return digest([_generator(dataset).code(), dataset.seed])


def _generator(dataset: Dataset) -> Program:
    return Program("dataset.generator", dataset.generator, _brought(dataset.generator).parent)


def imported(dataset: Dataset, progress: Progress | None = None) -> Path:
    """The gold questions of a dataset that is published in another form, as a JSONL file, written now unless this
    importer has already read these files.

    An importer is a package below datasets/: `python -m <package> --questions FILE --pdfs FOLDER --cache FOLDER --out
    FOLDER` writes questions.jsonl atomically. FILE is dataset.questions. Raises NotThere naming a missing file, Fault
    with the importer's last message if it fails.
    """
    job = _importing(dataset)
    job.write(progress)
    return job.out / "questions.jsonl"


def _importing(dataset: Dataset) -> _Writing:
    program = Program("dataset.importer", dataset.importer, _brought(dataset.importer).parent)
    source = _found(dataset, _home(dataset), dataset.questions, "dataset.questions")
    pdfs = documents_folder(dataset)
    beside = _digests(source.parent, apart=verdicts_file(dataset))
    documents = [(path.name, path.stat().st_size) for path in sorted(pdfs.rglob("*")) if path.is_file()]
    out = GENERATED / dataset.importer / "imported"
    arguments = ["--questions", str(source), "--pdfs", str(pdfs), "--cache", str(CACHE)]
    made_from = digest([program.code(), str(source), beside, documents])
    what = f"importing the questions of {dataset.name} from its {len(documents)} documents, once; can take minutes"
    return _Writing(program, out, made_from, arguments, what)


def _digests(folder: Path, apart: Path) -> dict[str, str]:
    """The digests of the files in the folder of published questions but for `apart`. Raises Fault naming one that is
    too large."""
    try:
        found = (path for path in sorted(folder.iterdir()) if path.is_file() and path != apart)
        return {path.name: document_digest(Path(os.path.realpath(path))) for path in found}
    except OSError as wrong:
        fix = "an import depends on the files beside its questions: move it elsewhere"
        raise Fault(f"dataset.questions: {wrong.filename}: {wrong.strerror}; {fix}") from wrong


def _home(dataset: Dataset) -> Path:
    """The folder to which relative names refer."""
    if dataset.generator:
        return GENERATED / dataset.generator / f"seed_{dataset.seed}"
    return _brought(dataset.name)


def _brought(name: str) -> Path:
    """The folder of that name with what comes with Ragatta: the core's, else that of an extension that has one."""
    return next((room / name for room in (DATASETS, *rooms("datasets")) if (room / name).is_dir()), DATASETS / name)


def summaries_folder(dataset: Dataset, datasets: Path) -> Path:
    """The folder of the summaries, which differs by seed or by the user's folder."""
    home = datasets / dataset.name / "summaries"
    if dataset.generator:
        return home / f"seed_{dataset.seed}"
    return home / short(digest(str(Path(dataset.pdfs).resolve()))) if dataset.name == "local" else home


def _places(dataset: Dataset, home: Path, name: str) -> list[Path]:
    """Where a file or folder of a dataset may lie, the first that is there counts."""
    path = Path(name).expanduser()
    shared = os.environ.get("RAGATTA_DATA")
    places = [path] if path.is_absolute() else [home / path]
    if not path.is_absolute():
        brought = GENERATED / dataset.name / path  # by ragatta data; another folder than the clone's with RAGATTA_HOME
        places += [brought] if brought != places[0] and not dataset.generator else []
        places += [Path(shared) / dataset.name / path] if shared else []
    if dataset.name == "local":
        places.insert(0, Path.cwd() / path)
    return places


def _found(dataset: Dataset, home: Path, name: str, key: str) -> Path:
    places = _places(dataset, home, name)
    for place in places:
        if place.is_file():
            _real(dataset, place, key)
        if place.is_file() or place.is_dir():
            return place
        if place.exists():
            raise Fault(f"{key}: {place} is neither a file nor a folder; name another")
    tried = " nor ".join(str(place) for place in places)
    published = (_brought(dataset.name) / "manifest.json").exists()
    fix = f"ragatta data --dataset {dataset.name} brings it, or " if published else ""
    raise NotThere(
        f"{key}: {name} not found at {tried}; "
        f"{fix}set RAGATTA_DATA to the folder that holds {dataset.name}/, or give {key}=/path"
    )


def _file(dataset: Dataset, home: Path, name: str, key: str) -> Path:
    """As _found, with the path at the end of all links."""
    return _real(dataset, _found(dataset, home, name, key), key)


def _real(dataset: Dataset, place: Path, key: str) -> Path:
    """The path of a file at the end of all links. Raises Fault if they leave its folder."""
    real = Path(os.path.realpath(place))
    if not dataset.links and Path(os.path.realpath(place.parent)) not in real.parents:
        raise Fault(
            f"{key}: {place} is a link to a file outside of its folder; put a copy in its place, name the file "
            "itself, or set dataset.links=true"
        )
    return real


@contextmanager
def _opened(*files: Path | None) -> Iterator[None]:
    """For the reading of files whose paths contain no link, as `_real` gives them. Raises Fault naming one that was
    replaced by a link since."""
    try:
        with ExitStack() as stack:
            for file in files:
                if file and file.exists():
                    stack.enter_context(unlinked(file))
            yield
    except OSError as fault:
        raise Fault(f"{fault.filename}: {fault.strerror}") from fault


def _aside(dataset: Dataset, home: Path, folder: Path) -> tuple[Path, ...]:
    """What dataset.aside names, and else the questions would be searched for their own answers."""
    names = (dataset.questions, dataset.annotations, dataset.added, dataset.buckets)
    files = [verdicts_file(dataset), *(place for name in names if name for place in _places(dataset, home, name))]
    named = [path for pattern in dataset.aside for path in folder.rglob(pattern)]
    return (*files, *named, *WRITTEN)


def buckets_file(dataset: Dataset) -> Path | None:
    """The file of dataset.buckets, if it names one. A generated dataset has it in the clone, because it is the same for
    every seed. Raises Fault."""
    return _file(dataset, _brought(dataset.name), dataset.buckets, "dataset.buckets") if dataset.buckets else None


def _buckets(dataset: Dataset) -> tuple[Bucket, ...]:
    path = buckets_file(dataset)
    if path is None:
        return ()
    try:
        with _opened(path):
            return read_buckets(path)
    except ValueError as wrong:
        raise Fault([f"dataset.buckets: {fault}" for fault in str(wrong).splitlines()]) from wrong


@dataclass(frozen=True)
class GoldFiles:
    """The files with a dataset's questions."""

    questions: Path
    annotations: Path | None
    added: Path | None  # where there is one


def gold_files(dataset: Dataset, progress: Progress | None = None) -> GoldFiles:
    """Raises NotThere naming the file that is missing, Fault if an importer fails."""
    home = _home(dataset)
    added, annotations = added_file(dataset), dataset.annotations
    if added and added.exists():
        added = _file(dataset, home, str(added.absolute()), "dataset.added")
    if dataset.importer and not any(place.exists() for place in _places(dataset, home, annotations)):
        annotations = ""  # nobody has annotated them yet
    return GoldFiles(
        imported(dataset, progress)
        if dataset.importer
        else _file(dataset, home, dataset.questions, "dataset.questions"),
        _file(dataset, home, annotations, "dataset.annotations") if annotations else None,
        added if added and added.exists() else None,
    )


def added_file(dataset: Dataset) -> Path | None:
    """The file of questions added to this dataset. It is in the clone, so that a team shares it; for a folder of one's
    own beside its questions."""
    folder = Path.cwd() if dataset.name == "local" else _brought(dataset.name)
    return folder / Path(dataset.added).expanduser() if dataset.added else None


def annotations_file(dataset: Dataset) -> Path | None:
    """The file of what is added to the dataset's own questions: where it is, else in the clone."""
    if not dataset.annotations or dataset.generator:
        return None
    places = _places(dataset, _home(dataset), dataset.annotations)
    return next((place for place in places if place.exists()), places[0])


def verdicts_file(dataset: Dataset) -> Path:
    """The file of people's verdicts (eval/people.py): beside the questions of a folder of one's own, else where added
    questions lie."""
    beside = added_file(dataset) or _home(dataset) / dataset.questions
    of = beside.stem.removeprefix("added") if beside.stem.startswith("added") else ""  # such as -seed-7
    return beside.with_name(f"verdicts{of}.jsonl")


def written_questions(dataset: Dataset, progress: Progress | None = None) -> list[Written]:
    """Every gold question of the dataset with its record: the dataset's own, then the added ones.
    Raises GoldError with all faults, NotThere if a file is missing."""
    files = gold_files(dataset, progress)
    with _opened(files.questions, files.annotations, files.added):
        return read_gold(files.questions, files.annotations, files.added, dataset.language)


def supported(
    questions: Sequence[Question], dataset: Dataset, architecture: Architecture | None
) -> tuple[list[Question], list[Question]]:
    """The questions of kinds that the architecture is made for, and the others. There are no others if
    dataset.every_kind, dataset.only or dataset.tags is set."""
    if architecture is None or dataset.every_kind or dataset.only or dataset.tags:
        return list(questions), []
    kinds = architecture.UNSUPPORTED
    asked = [question for question in questions if group(question) not in kinds]
    others = [question for question in questions if group(question) in kinds]
    if others and not asked:
        raise Fault(
            f"{dataset.name}: all questions are of kinds that {architecture.name} is not made for "
            f"({', '.join(kinds)}); dataset.every_kind=true asks them"
        )
    return asked, others


def selected(questions: Sequence[Question], dataset: Dataset) -> tuple[tuple[Question, ...], Drawn | None]:
    """The questions that dataset.only, tags, split and limit select, with the documents of dataset.scope, and the draw
    where the limit left some out. Raises Fault if none is left or a name is unknown."""
    _check_names("only", "question", dataset.only, [question.id for question in questions])
    _check_names("tags", "tag", dataset.tags, sorted({tag for question in questions for tag in question.tags}))
    named = [q for q in questions if not dataset.only or q.id in dataset.only]
    named = [q for q in named if not dataset.tags or set(dataset.tags) & set(q.tags)]
    chosen = [q for q in named if dataset.split in ("all", q.split)]
    if not chosen:
        raise Fault(
            f"dataset.split={dataset.split}: none of the {len(named)} questions of {dataset.name} is in it; "
            f"there are: {', '.join(sorted({q.split for q in named}))}"
        )
    asked, drawn = draw(chosen, dataset.limit)
    return tuple(replace(q, documents=()) if dataset.scope == "all" else q for q in asked), drawn


def _check_names(key: str, what: str, names: Sequence[str], known: list[str]) -> None:
    if unknown := [name for name in names if name not in known]:
        raise Fault([f"dataset.{key}: no {what} {name!r}; {suggestion(name, known)}" for name in unknown])
