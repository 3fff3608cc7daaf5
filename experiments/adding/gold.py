"""A dataset's gold questions with its documents, and the file for added questions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from ragatta.conf.schema import Dataset
from ragatta.eval.gold.questions import Written
from ragatta.eval.gold.written_yaml import read_yaml
from ragatta.eval.matching.evidence import Corpus
from ragatta.experiments.corpora.dataset import OpenDataset, added_file, gold_files, open_dataset, written_questions
from ragatta.experiments.faults import Fault
from ragatta.experiments.paths import CACHE
from ragatta.pipeline.documents.corpus import Corpus as ReadCorpus
from ragatta.pipeline.documents.corpus import Skipped
from ragatta.pipeline.documents.files import real_files
from ragatta.pipeline.documents.pages import read_pages
from ragatta.pipeline.documents.parser import Parser
from ragatta.pipeline.tables.striking import Striking
from ragatta.pipeline.types import Progress, Question

YAML = (".yaml", ".yml")
EDITED = (*YAML, ".jsonl")  # the user's own questions are written to


@dataclass(frozen=True)
class Gold:
    """All gold questions of a dataset, regardless of the configuration's selection, and its documents as one parser
    reads them."""

    written: tuple[Written, ...]
    read: ReadCorpus
    dataset: OpenDataset  # without its questions

    @property
    def corpus(self) -> Corpus:
        return self.read.pages

    @property
    def skipped(self) -> tuple[Skipped, ...]:
        """Documents that cannot be read."""
        return self.read.skipped

    @property
    def questions(self) -> list[Question]:
        return [written.question for written in self.written]


def open_gold(dataset: Dataset, parser: Parser, progress: Progress, written: Sequence[Written] | None = None) -> Gold:
    """`written`: questions that have been read, in place of those of the files. Raises NotThere if a file has not been
    fetched, GoldError with all faults of the questions, ValueError if no document can be read. The user's own YAML file
    need not exist yet."""
    opened = open_dataset(dataset, progress, with_questions=False)
    written = written_now(dataset) if written is None else written
    read = read_pages(opened.pdfs, parser, CACHE, opened.passwords, progress, opened.aside)
    return Gold(tuple(written), read, opened)


def written_now(dataset: Dataset) -> tuple[Written, ...]:
    """The questions as their files have them now. Raises as open_gold does."""
    return () if _to_be_written(dataset) else tuple(written_questions(dataset))


def target(dataset: Dataset) -> Path:
    """The file that questions are appended to: the own YAML or JSONL, else the dataset's file of added questions,
    because generated files and files read in place must not be changed. Raises Fault if there is none."""
    if dataset.name == "local" and Path(dataset.questions).suffix.lower() in EDITED:
        return Path(dataset.questions)
    if added := added_file(dataset):
        return added
    questions = gold_files(dataset).questions
    if dataset.generator or questions.suffix.lower() not in YAML:
        raise Fault(f"dataset.added: empty; name the YAML file that holds the questions added to {dataset.name}")
    return questions


def header(dataset: Dataset) -> str:
    """The header of a new file of added questions."""
    seed = f", seed {dataset.seed}" if dataset.generator else ""
    whose = "these documents" if dataset.name == "local" else f"{dataset.name}{seed}"
    return f"# Gold questions on {whose}, added by hand. See docs/datasets.md of Ragatta.\n"


def _to_be_written(dataset: Dataset) -> bool:
    path = Path(dataset.questions)
    if dataset.name != "local":
        return False
    if path.suffix.lower() in YAML:
        return not path.exists() or not read_yaml(path)
    if not path.exists():
        raise Fault(f"--questions {path}: no such file; a new one is a .yaml file")
    return False


def striking_of(gold: Gold, parser: Parser) -> Striking:
    """Which texts of its documents are struck out."""
    dataset = gold.dataset
    return Striking(real_files(dataset.pdfs, dataset.aside, dataset.links), dataset.passwords, parser)
