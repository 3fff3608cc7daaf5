"""What each file of the rule backend is worth: the score without it, on questions that its rules were not shaped on.

    python -m benchmarks.ablation [--files] [--without FILE,FILE,...] [--questions 400]

A file is taken out by its functions: each then gives what its return type has for nothing (None, False, an empty text
or list), or hands back its first argument where that is of the type it returns. A file whose functions give anything
else is part of the frame, and is not tried alone. Every question is asked once with all files, with a record of what
the backend was asked; without a file it is asked again only where one of the recorded replies changes.

The sets: two new seeds of the generated dataset, the strangers' questions that were held out, the half of `cuad` that
its sweep does not ask, and `uda`; each by three architectures on `table_aware`, and by `single_pass` on
`hybrid_search`. EF_1 and EF_2 of ct_maps are a set of their own. Sets whose documents are not here are left out.
"""

from __future__ import annotations

import argparse
import inspect
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from copy import copy
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any

from eval.score import score_answer
from eval.statistics import Scores, compare_pairs
from experiments.composing.overrides import compose_grid
from experiments.corpora.dataset import open_course
from experiments.faults import Fault, run_command
from experiments.progress import Bars
from experiments.running.prepare import Preparation
from experiments.running.runner import ask
from pipeline.llm.ask import Asker
from pipeline.llm.seam import BACKENDS, Backend, Completion, ModelIdentity, Request
from pipeline.settings.pipeline import Pipeline
from pipeline.types import Answer, Question

SETS = {
    "filings 31": ["dataset=filings", "dataset.seed=31"],
    "filings 47": ["dataset=filings", "dataset.seed=47"],
    "strangers": ["dataset=ct_maps_strangers", "dataset.tags=[held_out]"],
    "uda": ["dataset=uda"],
    "cuad": ["dataset=cuad", "dataset.split=dev"],
    "EF": ["dataset=ct_maps", "dataset.only=[EF_1,EF_2]"],
}
POINTS = (
    ["variation=table_aware", "architecture=single_pass,router_planner,agentic"],
    ["variation=hybrid_search", "architecture=single_pass"],
)
NAMES = {"list": [], "Sequence": (), "tuple": (), "Iterator": (), "Iterable": (), "dict": {}, "Mapping": {},
         "set": set(), "frozenset": frozenset(), "bool": False, "str": ""}  # fmt: skip


class Recorder:
    """The backend, and every request that it was made since `asked` was emptied, with its reply."""

    cacheable = False

    def __init__(self, backend: Backend) -> None:
        self._backend = backend
        self.asked: list[tuple[Request, str]] = []

    def identity(self, model: str | None = None) -> ModelIdentity:
        return self._backend.identity(model)

    def context_window(self, model: str | None = None) -> int:
        return self._backend.context_window(model)

    def check_tools(self, model: str | None = None) -> None:
        self._backend.check_tools(model)

    def complete(self, request: Request) -> Completion:
        """As the backend says."""
        done = self._backend.complete(request)
        self.asked.append((request, done.text))
        return done

    def differs(self) -> bool:
        """Whether any of the recorded requests has another reply now, or none."""
        try:
            return any(self._backend.complete(request).text != text for request, text in self.asked)
        except Exception:  # noqa: BLE001 - what is left of the rules may fail in any way; asked whole, the question fails
            return True


@dataclass
class Asked:
    """One question at one point, with what it was answered and what the backend was asked for that."""

    name: str  # of the set
    key: str
    question: Question
    again: Callable[[Backend], Answer]
    score: Callable[[Answer], float]
    recorder: Recorder
    answer: Answer
    first: float = field(default=0.0)

    def without(self) -> tuple[Answer, float]:
        """Answer and score as the backend is now."""
        if not self.recorder.differs():
            return self.answer, self.first
        answer = self.again(Recorder(self.recorder._backend))
        return answer, self.score(answer)


def main(arguments: Sequence[str]) -> int:
    words = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    words.add_argument("--files", action="store_true", help="each file alone; without it only those of --without")
    words.add_argument("--without", default="", help="files, below the backend's folder, that are taken out together")
    words.add_argument("--questions", type=int, default=400, help="of a set at most")
    options = words.parse_args(arguments)
    bars = Bars()
    with bars.shown():
        asked = list(every_question(options.questions, bars))
    modules = files_of(compose_grid([])[0].config.llm.plugin_module())
    print(
        f"{len(asked)} answers: " + ", ".join(f"{name} {count}" for name, count in counted(asked).items()), flush=True
    )
    print("\n| without | lines | changed | newly answered | " + " | ".join(counted(asked)) + " |", flush=True)
    print("| --- " * (4 + len(counted(asked))) + "|", flush=True)
    together = [name for name in options.without.split(",") if name]
    if together:
        print(row(", ".join(together), [modules[name] for name in together], asked), flush=True)
    if options.files:
        for name, module in modules.items():
            if functions(module):
                print(row(name, [module], asked), flush=True)
    return 0


def counted(asked: Sequence[Asked]) -> dict[str, int]:
    return {name: sum(one.name == name for one in asked) for name in dict.fromkeys(one.name for one in asked)}


def row(name: str, modules: Sequence[ModuleType], asked: Sequence[Asked]) -> str:
    """What the sets score without the modules: the difference, with its interval where there is one."""
    with without(modules):
        made = [one.without() for one in asked]
    changed = sum(score != one.first for one, (_, score) in zip(asked, made, strict=True))
    newly = sum(
        one.question.kind == "unanswerable" and answer.status == "answered" and one.answer.status != "answered"
        for one, (answer, _) in zip(asked, made, strict=True)
    )
    cells = [difference(asked, [score for _, score in made], of) for of in counted(asked)]
    lines = sum(len(Path(str(module.__file__)).read_text(encoding="utf-8").splitlines()) for module in modules)
    return f"| {name} | {lines} | {changed} | {newly} | " + " | ".join(cells) + " |"


def difference(asked: Sequence[Asked], now: Sequence[float], of: str) -> str:
    ours: dict[str, list[float]] = {}
    before: dict[str, list[float]] = {}
    for one, score in zip(asked, now, strict=True):
        if one.name == of:
            ours.setdefault(one.key, []).append(score)
            before.setdefault(one.key, []).append(one.first)
    pair: tuple[Scores, Scores] = (ours, before)
    if ours == before:
        return "0"
    found = compare_pairs({of: pair})[of]
    return f"{found.difference:+.3f} ({found.low:+.3f} to {found.high:+.3f})"


def every_question(most: int, bars: Bars) -> Iterator[Asked]:
    """Of every set at every point, asked with all files."""
    for name, choice in SETS.items():
        for words in POINTS:
            for point in compose_grid([*choice, *words, "dataset.every_kind=false"]):
                config = point.config
                try:
                    prepared = Preparation(open_course(config.dataset, bars, architecture=config.architecture), bars)
                except Fault as fault:
                    print(f"left out: {name}: {fault}", file=sys.stderr)
                    break
                yield from _asked(
                    name, config.pipeline(), config.scoring, prepared, most, f"{name} {point.label}", bars
                )


def _asked(
    name: str, settings: Pipeline, scoring: Any, prepared: Preparation, most: int, label: str, bars: Bars
) -> Iterator[Asked]:
    retriever, pages = prepared.index.retriever(settings), prepared.documents.corpus(settings.parser).pages
    questions = prepared.course.questions[:: max(1, len(prepared.course.questions) // most)][:most]
    for done, question in enumerate(questions):
        bars(f"asking {label}", done, len(questions))
        recorder = Recorder(BACKENDS.load(settings.llm.name, settings.llm.module).connect(settings.llm))

        def again(backend: Backend, question: Question = question) -> Answer:
            return ask(question.asked(), settings, prepared, retriever, Asker(backend, None))[0]

        def score(answer: Answer, question: Question = question) -> float:
            return score_answer(question, answer, pages, scoring)["score"] or 0.0

        answer = again(recorder)
        yield Asked(name, f"{label} {question.id}", question, again, score, recorder, answer, score(answer))


def files_of(backend: str) -> dict[str, ModuleType]:
    """The modules beside and below the backend's, by their path."""
    folder = Path(str(import_module(backend).__file__)).parent
    package = backend.rpartition(".")[0]
    files = sorted(file for file in folder.rglob("*.py") if file.stem not in ("__init__", backend.rpartition(".")[2]))
    names = {file.relative_to(folder).as_posix(): file.relative_to(folder).with_suffix("") for file in files}
    return {name: import_module(".".join([package, *path.parts])) for name, path in names.items()}


def functions(module: ModuleType) -> dict[FunctionType, Any]:
    """The public functions of a module, each with what stands in for it."""
    own = [found for name, found in vars(module).items() if not name.startswith("_") and _is_own(found, module)]
    made = {getattr(found, "__wrapped__", found): nothing(found) for found in own}
    return {found: stand_in for found, stand_in in made.items() if stand_in is not None}


def _is_own(found: Any, module: ModuleType) -> bool:
    return callable(found) and not inspect.isclass(found) and getattr(found, "__module__", "") == module.__name__


def nothing(function: Any) -> Callable[..., Any] | None:
    """A function that gives nothing of the return type, or its first argument where that has this type; None where
    neither can be."""
    signature = inspect.signature(function)
    returned = str(signature.return_annotation)
    parameters = list(signature.parameters.values())
    if parameters and str(parameters[0].annotation) == returned:
        return lambda *given, **named: given[0] if given else named[parameters[0].name]
    if "None" in returned:
        return lambda *_, **__: None
    outer = returned.partition("[")[0]
    if outer in NAMES:
        empty = NAMES[outer]
        return (lambda *_, **__: iter(())) if outer == "Iterator" else (lambda *_, **__: copy(empty))
    return None


@contextmanager
def without(modules: Sequence[ModuleType]) -> Iterator[None]:
    """The backend without the functions of these modules, wherever they were imported to."""
    package = modules[0].__name__.partition(".")[0]
    of = {found: stand_in for module in modules for found, stand_in in functions(module).items()}
    places = [module for name, module in sys.modules.items() if name.partition(".")[0] == package]
    replaced: list[tuple[ModuleType, str, Any]] = []
    for place in places:
        for name, held in list(vars(place).items()):
            if (other := _replaced(held, of)) is not held:
                replaced.append((place, name, held))
                setattr(place, name, other)
    _forget(places)
    try:
        yield
    finally:
        for place, name, held in replaced:
            setattr(place, name, held)
        _forget(places)


def _replaced(held: Any, of: Mapping[FunctionType, Any]) -> Any:
    """A function's stand-in; a table of functions with stand-ins in it; all else as it is."""
    if isinstance(held, tuple | list):
        made = [_replaced(one, of) for one in held]
        return type(held)(made) if any(a is not b for a, b in zip(made, held, strict=True)) else held
    if isinstance(held, dict):
        values = {key: _replaced(one, of) for key, one in held.items()}
        return values if any(values[key] is not one for key, one in held.items()) else held
    bare = getattr(held, "__wrapped__", held)
    return of.get(bare, held) if isinstance(bare, FunctionType) else held


def _forget(modules: Sequence[ModuleType]) -> None:
    """Empties what functions remember."""
    for module in modules:
        for held in list(vars(module).values()):
            if hasattr(held, "cache_clear"):
                held.cache_clear()


if __name__ == "__main__":
    run_command(main)
