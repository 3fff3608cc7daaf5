"""The keys of a configuration that belong to no technique, and `Config`, a whole one. The YAML files hold choices."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from typing import Any
from urllib.parse import urlsplit

from ragatta.eval import clusters
from ragatta.eval.scoring_settings import Scoring
from ragatta.pipeline.configuration import Pipeline
from ragatta.pipeline.llm.meter import Limits
from ragatta.pipeline.machine.secrets import key_problems
from ragatta.pipeline.plugins import registry
from ragatta.pipeline.plugins.checks import at_least, plain
from ragatta.pipeline.text.languages import LANGUAGES

MOST_REPEATS = 1000
MOST_WORKERS = 1000
MOST_JOBS = 100_000
NO_NAME = re.compile(  # what YAML or a reader of CSV files reads as something else than a text
    r"\s*(?:|~|null|none|nil|<?na>?|#?n/a|[-+]?\.?nan|[-+]?\.?inf(?:inity)?|true|false|yes|no|on|off|[-+]?0x[\da-f_]+|"
    r"[-+]?(?:\d[\d_]*(?::\d+)*(?:\.[\d_]*)?|\.\d+)(?:e[-+]?\d+)?)\s*",
    re.IGNORECASE,
)


@dataclass
class Dataset:
    """Which documents and questions. A relative path is searched below $RAGATTA_DATA/<name>, then below
    datasets/<name>."""

    name: str = "filings"
    pdfs: str = "pdfs"
    aside: list[str] = field(default_factory=list)  # patterns of files and folders below pdfs that are no documents
    links: bool = False  # true: links to files outside of pdfs, or outside of a file's own folder, are read
    questions: str = "questions.yaml"  # or a .csv, .jsonl or .json, see docs/datasets.md
    annotations: str = ""  # YAML that adds evidence and accepted variants to questions read in place
    buckets: str = ""  # YAML of the kinds of documents and their fields, see docs/documents.md
    added: str = ""  # YAML of questions added here, below datasets/<name> of the clone; loaded too where it exists
    generator: str = ""  # the package below datasets/ that writes documents and questions
    importer: str = ""  # the package below datasets/ that turns dataset.questions, as published, into gold questions
    seed: int = 7  # of the generator
    split: str = "all"  # all, dev or test
    limit: int = 0  # as many questions, drawn over documents and kinds (eval/draw.py); 0: all
    only: list[str] = field(default_factory=list)  # ids of the questions to run; empty: all
    tags: list[str] = field(default_factory=list)  # those with one of these tags; empty: all
    every_kind: bool = False  # true: also kinds that the architecture is not made for; true where several are compared
    scope: str = "own"  # own: a question is asked over the documents that it names; all: over all of them
    language: str = "en"  # of documents and questions: a file of pipeline/text/languages/
    analyser: str = "${.language}"  # of the variations that name none of their own: that of the language, or plain
    passwords: dict[str, str] = field(default_factory=dict)  # file name: environment variable that holds its password

    def problems(self) -> list[str]:
        folders = {
            "dataset.name": self.name,
            "dataset.generator": self.generator or "none",
            "dataset.importer": self.importer or "none",
        }
        found = [
            f"{key} ({value!r}) must be the name of a folder: letters, digits, _, - and ., and no . at its beginning"
            for key, value in folders.items()
            if not re.fullmatch(r"\w[\w.-]*", value)
        ]
        found += LANGUAGES.problems("dataset.language", self.language)
        found += (
            [] if self.split in ("all", "dev", "test") else [f"dataset.split ({self.split}) must be all, dev or test"]
        )
        found += [
            f"dataset.aside: {pattern!r} must be a pattern below dataset.pdfs, such as drafts or *.md"
            for pattern in self.aside
            if not str(pattern).strip("./") or str(pattern).startswith("/")
        ]
        if self.scope not in ("own", "all"):
            found.append(f"dataset.scope ({self.scope}) must be own or all")
        if self.generator and self.importer:
            found.append("dataset.generator and dataset.importer: a dataset has at most one of them; leave one empty")
        return found + ([] if self.limit >= 0 else [f"dataset.limit ({self.limit}) must be 0 (all) or more"])


@dataclass
class Comparison:
    """The baseline and the metric for comparing variations."""

    baseline: str = ""  # a variation's label in the summary; the sweep's first if empty
    metric: str = ""  # evidence_recall where no model answers and it is known, else score
    cluster: str = "document"  # which questions belong together: document, question (none), or tag:<its beginning>
    worth: float = 0.01  # the smallest difference that is called better or worse
    margin: float = 0.05  # a variation that is shown to be within it of the best is good enough if it is the cheapest
    not_answered: float = 0.05  # the share of answers that did not come above which a variation gets no verdict
    looks: str = "single"  # repeated: you compare again as questions are added, and go by what holds at every look

    def problems(self) -> list[str]:
        found = [f"comparison.cluster: {problem}"] if (problem := clusters.problem(self.cluster)) else []
        if not 0 <= self.worth < 1:
            found.append(f"comparison.worth ({self.worth}) must be a share, from 0 to below 1")
        if not 0 < self.margin < 1:
            found.append(f"comparison.margin ({self.margin}) must be a share, between 0 and 1")
        if not 0 <= self.not_answered <= 1:
            found.append(f"comparison.not_answered ({self.not_answered}) must be a share, from 0 to 1")
        if self.looks not in clusters.LOOKS:
            found.append(f"comparison.looks ({self.looks}) must be {' or '.join(clusters.LOOKS)}")
        return found + (self._of_the_metric() if self.metric else [])

    def _of_the_metric(self) -> list[str]:
        from ragatta.eval.scorers import declared, is_comparable  # slow: it imports all that scores

        known = [name for name in declared() if is_comparable(name)]
        missing = f"comparison.metric: no metric {self.metric!r}; {registry.suggestion(self.metric, known)}"
        return [] if self.metric in known else [missing]


@dataclass
class Runner:
    """How a sweep works; changes no answer."""

    workers: int = 0  # questions asked at once, over all variations; 0: what the backend takes
    jobs: int = 0  # of a launcher of Hydra's: they share runner.workers, llm.rpm, llm.tpm and budget; 0: one process
    index_jobs: int = 0  # of a launcher; before any question each reads and embeds a part of the documents; 0: none
    part: int = 0  # from 1, of such a job: its part, which the launching process sets; 0: the job asks questions

    def problems(self) -> list[str]:
        found = at_least("runner.workers", self.workers, 0, MOST_WORKERS)
        found += at_least("runner.index_jobs", self.index_jobs, 0, MOST_JOBS)
        found += at_least("runner.part", self.part, 0)
        if self.part > self.index_jobs:
            found.append(f"runner.part ({self.part}) is set by the process that launches jobs; leave it out")
        return found + at_least("runner.jobs", self.jobs, 0, MOST_JOBS)


@dataclass
class Budget:
    """What a command may spend on live model calls; 0: no limit. Changes no answer."""

    calls: int = 0
    tokens: int = 0  # read and written
    usd: float = 0.0  # by llm.price_in and llm.price_out
    minutes: float = 0.0  # after which no call begins
    race: bool = False  # asks a variation no further once it is not the best, with 95% confidence

    def limits(self) -> Limits:
        return Limits(self.calls, self.tokens, self.usd, self.minutes)

    def shared(self, parts: int) -> Budget:
        """One of equal parts; minutes run for all parts at once."""
        return replace(self, calls=_part(self.calls, parts), tokens=_part(self.tokens, parts), usd=self.usd / parts)

    def problems(self) -> list[str]:
        limits = [part.name for part in fields(self) if part.name != "race"]
        return [each for name in limits for each in at_least(f"budget.{name}", getattr(self, name), 0)]


@dataclass
class Tracking:
    """What of a sweep goes to MLflow and to a collector of traces; changes no answer."""

    mlflow: bool = True
    traces: bool = True  # a trace a question, a span a stage; sent after the sweep
    experiment: str = ""  # MLflow's name for it; $MLFLOW_EXPERIMENT_NAME if empty, else the dataset's name
    otlp_endpoint: str = ""  # a collector that takes traces by OTLP over HTTP, such as http://127.0.0.1:4318

    def problems(self) -> list[str]:
        """The message does not repeat an address, which may contain a password."""
        try:
            address = urlsplit(self.otlp_endpoint)
            whole = address.scheme in ("http", "https") and bool(address.hostname) and address.port != 0
            whole = whole and not (address.username or address.password or address.query)
        except ValueError:  # brackets without an address in them, or a port that there is not
            whole = False
        wrong = (
            "tracking.otlp_endpoint must be an address such as http://127.0.0.1:4318, without user, password or query; "
            "a key belongs in the environment variable OTEL_EXPORTER_OTLP_HEADERS"
        )
        return [] if whole or not self.otlp_endpoint else [wrong]


@dataclass
class Config(Pipeline):
    """The pipeline's settings, and those of dataset, scoring and tracking."""

    variation: str = "baseline"
    repeats: int = 1  # how many answers a question gets, each a real one
    first_sample: int = 0  # the number of the first of these answers; a diagnosis asks for fresh ones
    retry_failed: bool = False  # asks again what failed; else a failure is kept like any other answer
    dataset: Dataset = field(default_factory=Dataset)
    scoring: Scoring = field(default_factory=Scoring)
    comparison: Comparison = field(default_factory=Comparison)
    tracking: Tracking = field(default_factory=Tracking)
    runner: Runner = field(default_factory=Runner)
    budget: Budget = field(default_factory=Budget)

    @property
    def in_flight(self) -> int:
        """How many questions are asked at once: as set, or as many as the backend takes."""
        return self.runner.workers or self.llm.IN_FLIGHT

    @property
    def samples(self) -> range:
        """The numbers of a question's answers."""
        return range(self.first_sample, self.first_sample + self.repeats)

    def pipeline(self) -> Pipeline:
        """The part that can change an answer."""
        return Pipeline(**{part.name: getattr(self, part.name) for part in fields(Pipeline)})

    def shared(self) -> Config:
        """As one of runner.jobs takes it: with its part of rates, workers and budget. One part more is for the process
        that launched them."""
        if not self.runner.jobs:
            return self
        parts = self.runner.jobs + 1
        return replace(
            self,
            llm=self.llm.shared(parts),
            architecture=self.architecture.shared(parts),
            scoring=self.scoring.with_models(lambda llm: llm.shared(parts)),
            runner=replace(self.runner, workers=_part(self.in_flight, parts)),
            budget=self.budget.shared(parts),
        )

    def problems(self) -> list[str]:
        """What is wrong with this configuration, each with its fix."""
        if keys := key_problems(_dotted(plain(self))):
            return keys  # alone: other messages repeat what they refuse
        if unlike := self._no_texts():
            return unlike
        found = (
            self.dataset.problems()
            + self.pipeline().problems()
            + self.scoring.problems()
            + self.comparison.problems()
            + self.runner.problems()
            + self.budget.problems()
            + self.tracking.problems()
        )
        if self.budget.usd and not self.llm.priced():
            needed = "budget.usd needs llm.price_in and llm.price_out (USD per million tokens)"
            found.append(self.llm.named(needed))
        if not self.variation.isprintable():  # it stands in tables
            found.append(f"variation ({self.variation!r}) must be a name of printable characters")
        if NO_NAME.fullmatch(self.variation):
            found.append(
                f"variation ({self.variation}): YAML and tables read this name as a number, as true or false, or as "
                f"nothing; choose one that they read as text, such as v_{self.variation.strip() or 1}"
            )
        found += at_least("first_sample", self.first_sample, 0)
        if self.budget.race and self.pipeline().repeats_own_answers():
            found.append(
                "budget.race=true asks questions in random order, but turns wait for the answers before them; set it "
                "to false, or set history.answers=gold"
            )
        return found + (
            [] if 1 <= self.repeats <= MOST_REPEATS else [f"repeats ({self.repeats}) must be 1 to {MOST_REPEATS}"]
        )

    def _no_texts(self) -> list[str]:
        """Converts lists with their contents, also nested ones."""
        texts = {
            "dataset.aside": self.dataset.aside,
            "dataset.only": self.dataset.only,
            "dataset.tags": self.dataset.tags,
            "dataset.passwords": [*self.dataset.passwords.values()],
            "scoring.number_rules": self.scoring.number_rules,
            "llm.replicas": getattr(self.llm, "replicas", ()),
        }
        return [
            f"{key}: {value!r} must be text"
            for key, values in texts.items()
            for value in values
            if not isinstance(value, str)
        ]


def _dotted(sections: Mapping[str, Any], prefix: str = "") -> dict[str, Any]:
    """Nested sections as dotted keys; the value of a setting that is itself a mapping stays whole."""
    found: dict[str, Any] = {}
    for name, value in sections.items():
        whole = not isinstance(value, dict) or name in ("options", "passwords")
        found |= {f"{prefix}{name}": value} if whole else _dotted(value, f"{prefix}{name}.")
    return found


def _part(whole: int, parts: int) -> int:
    """At least 1 of what is limited; 0 is no limit."""
    return max(1, whole // parts) if whole else 0
