"""The verbs of the command, with the module that each runs and the variables that it reads.

A variable that a verb does not read is refused, because it would be ignored silently.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass

from ragatta.given import DOCUMENTS, Given
from ragatta.pipeline.plugins import suggestion

OF_THE_MAKEFILE = ("PYTHON", "PY", "READY", "HYDRA_FULL_ERROR", "RAGATTA_HOME", "RAGATTA_DATA",
                   "RAGATTA_PDF_PASSWORDS")  # fmt: skip
NO_TARGETS = ("init",)  # verbs for folders other than the clone
WHOLE_FILES = ("--dist", "loadfile", "--no-loadscope-reorder")
OF_THE_CLONE = ("test", "test-extras", "chaos")  # verbs that need its tests


@dataclass(frozen=True)
class Verb:
    """`words` are the module and its arguments."""

    help: str
    words: Callable[[Given], list[str]]


def _run(given: Given) -> list[str]:
    words = [*given.options("DRY_RUN"), *given.words("ARGS")]
    if given["CONFIG"]:
        return ["experiments.rerun", *words]  # a saved configuration is whole: there is nothing left to choose
    given.left(*DOCUMENTS)
    return ["experiments.sweep", "--grid", "none", *given.choices(), *words]


def _sweep(given: Given) -> list[str]:
    given.left(*DOCUMENTS)
    grid = [f"--grid={given['SWEEP']}"] if given["SWEEP"] else []
    return ["experiments.sweep", *given.options("DRY_RUN"), *grid, *given.choices(), *given.words("ARGS")]


def _index(given: Given) -> list[str]:
    given.left(*DOCUMENTS)
    grid = [f"--grid={given['SWEEP']}"] if given["SWEEP"] else []
    return ["experiments.index", *grid, *given.choices(), *given.words("ARGS")]


def _learn_alpha(given: Given) -> list[str]:
    given.left(*DOCUMENTS)
    usual = [] if given["VARIATION"] else ["variation=hybrid_search"]
    return ["experiments.learn_alpha", *usual, *given.choices(), *given.words("ARGS")]


def _calibrate(given: Given) -> list[str]:
    given.left("FROM")
    again = ["retry_failed=true"] if given["RETRY_FAILED"] else []
    return ["experiments.calibrate", *again, *given.words("ARGS")]


def _chosen(module: str, *options: str, itself: tuple[str, ...] = ()) -> Callable[[Given], list[str]]:
    def words(given: Given) -> list[str]:
        given.left(*DOCUMENTS, *itself)
        return [module, *given.options(*options), *given.choices(), *given.words("ARGS")]

    return words


def _plain(
    *module: str, options: tuple[str, ...] = (), words: tuple[str, ...] = (), itself: tuple[str, ...] = ()
) -> Callable[[Given], list[str]]:
    def all_words(given: Given) -> list[str]:
        given.left(*itself)
        return [*module, *given.options(*options), *(word for name in words for word in given.words(name))]

    return all_words


VERBS: Mapping[str, Verb] = {
    "init": Verb(
        "a starter folder for documents of one's own: questions, settings, a gate for CI; PDFS=folder",
        _plain("experiments.init", itself=("PDFS",)),
    ),
    "sweep": Verb("the variations of a grid, scored and compared: the six of the default one, or SWEEP=name", _sweep),
    "run": Verb("one variation: VARIATION=hybrid_search; CONFIG=file runs one that a run saved", _run),
    "index": Verb("builds the collections of a sweep without asking anything", _index),
    "learn-alpha": Verb(
        "learns the semantic share of a hybrid search on the dev questions, judges it on the test ones", _learn_alpha
    ),
    "tune": Verb(
        "searches a space of settings on the dev questions, judges the winner on the test ones: SPACE=, TRIALS=",
        _chosen("experiments.tune", "SPACE", "TRIALS"),
    ),
    "ask": Verb(
        'one question with the trace of every stage: Q="..."; STOP=retrieval, PLAN=file.yaml',
        _chosen("experiments.ask", "STOP", itself=("Q", "PLAN")),
    ),
    "prompts": Verb(
        'what an architecture says to a model on a real question: ARCHITECTURE=, Q="..."; WRITE=name starts your own',
        _chosen("experiments.prompts", "WRITE", itself=("Q",)),
    ),
    "add-question": Verb(
        "asks for a gold question, finds its evidence and appends it; FROM=file.jsonl imports many",
        _chosen("experiments.add_question", "DRY_RUN", itself=("FROM", "Q", "EXPECTED", "QUOTE")),
    ),
    "check-questions": Verb(
        "are the gold questions of every dataset that is here well-formed, true and distinct?",
        _chosen("experiments.check_questions"),
    ),
    "score": Verb(
        "scores answers made elsewhere, FROM=answers.jsonl; leaves answers.scores.csv",
        _plain("experiments.score", words=("ARGS",), itself=("FROM",)),
    ),
    "calibrate": Verb(
        "how far the judge agrees with people, FROM=a .csv or .jsonl of answers with their verdicts",
        _calibrate,
    ),
    "regress": Verb(
        "the regression gate of expected.yaml; UPDATE=1 records anew, GATE=, MAX_LATENCY_S=",
        _plain("experiments.regress", options=("UPDATE", "GATE", "MAX_LATENCY_S"), words=("ARGS",)),
    ),
    "compare": Verb(
        "two runs or sweeps, paired: A=latest:baseline B=latest:hybrid_search",
        _plain("experiments.compare", itself=("A", "B")),
    ),
    "verdicts": Verb(
        "asks a person about the answers that no rule decides, and keeps the verdicts; SWEEP_ID=, WHO=name",
        _plain("experiments.verdicts", itself=("SWEEP_ID", "WHO")),
    ),
    "report": Verb(
        "the HTML report of the latest sweep, one file that opens offline; SWEEP_ID=, OUT=file.html",
        _plain("experiments.report", words=("ARGS",), itself=("SWEEP_ID", "OUT")),
    ),
    "log": Verb(
        "sends to MLflow what it does not hold of the latest sweep, its traces too; SWEEP_ID=",
        _plain("experiments.log", itself=("SWEEP_ID",)),
    ),
    "export": Verb(
        "RUN=<run key, or sweep:variation> in one file that another machine replays, TO=file.zip",
        _plain("experiments.bundle", "export", itself=("RUN", "TO")),
    ),
    "import": Verb(
        "brings in such a file, FROM=file.zip; PDFS=, QUESTIONS= for a run on documents of one's own",
        _plain("experiments.bundle", "import", options=("REPLACE",), words=("ARGS",), itself=("FROM", *DOCUMENTS)),
    ),
    "reproduce": Verb(
        "says what differs from RUN=<run key, or sweep:variation>, runs it again from nothing and compares",
        _plain("experiments.reproduce", words=("ARGS",), itself=("RUN",)),
    ),
    "data": Verb(
        "brings the files of a published dataset here, each checked by its SHA-256: DATASET=uda",
        _plain("experiments.data", words=("DATASET",)),
    ),
    "collections": Verb(
        'lists the collections; REMOVE="name ..." removes some, REMOVE=unused those that no run uses',
        _plain("experiments.collections", words=("REMOVE", "ARGS")),
    ),
    "parts": Verb(
        'what a configuration can name: parsers, embedders, ..., what each needs, and whether it is here; KINDS="..."',
        _plain("experiments.parts", words=("KINDS",)),
    ),
    "ui": Verb("the MLflow UI on 127.0.0.1:5000 (PORT=)", _plain("experiments.ui", words=("PORT",))),
    "test": Verb(
        "the tests",
        # Two cores keep three busy: tests wait for servers. A file's tests share what they make.
        _plain("pytest", "-n", "3", *WHOLE_FILES, "--ignore=tests/extras", words=("TESTS",)),
    ),
    "chaos": Verb("harm of every kind done to real commands, 20 to 30 minutes", _plain("tests.chaos", words=("ARGS",))),
    "test-extras": Verb(
        "tests that need more than make setup (PostgreSQL, Ray, LangChain, SmolLM2, a wheel), or embed a whole dataset",
        _plain("pytest", "tests/extras", words=("TESTS",)),
    ),
}


def unread(target: str, read: Collection[str], environment: Mapping[str, str]) -> list[str]:
    """A sentence for each variable after make that no target of the command line reads."""
    others = [goal for goal in environment.get("RAGATTA_GOALS", "").split() if goal in VERBS and goal != target]
    known = {*read, *(name for other in others for name in _read_by(other, environment))}
    return [
        f"{name}=: make {target} takes no such variable; {suggestion(name, sorted(read))}"
        for name in environment.get("RAGATTA_WRITTEN", "").split()
        if name not in known and name not in OF_THE_MAKEFILE
    ]


def _read_by(target: str, environment: Mapping[str, str]) -> Collection[str]:
    given = Given(environment)
    VERBS[target].words(given)
    return given.read
