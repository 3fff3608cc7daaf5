"""What each file of the rule backend is worth: the score without it, on questions that its rules were not shaped on.

    python -m benchmarks.ablation [--files] [--without FILE,FILE,...] [--sets SET,...] [--questions 150]
    python -m benchmarks.ablation --save before.json        # then change the rules
    python -m benchmarks.ablation --against before.json     # what they score now, against then

A file is taken out by its functions: each then gives what its return type has for nothing (None, False, an empty text
or list, a reply that no agent can use), or hands back its first argument where that is of the type it returns. A file
whose functions give anything else is part of the frame, and is not tried alone. An answer that is not made at all
without the file, because another one relies on it, scores 0 and is counted as failed. Every question is asked once with
all files, with a record of what the backend was asked and of the functions that had a part in each reply; without a
file only those are asked again, and a question is answered again where one of the replies changes.

The sets: new seeds of the generated dataset, the strangers' questions that were held out, the half of `cuad` that its
sweep does not ask, and of `uda`, where nothing says what rules were shaped on, the questions whose id has a SHA-256
that ends in an odd digit; each by three architectures on `table_aware`, and by `single_pass` on `hybrid_search`. EF_1
and EF_2 of ct_maps are a set of their own; a third seed and all of `ct_maps`, whose questions shaped the rules, are
asked only by name. Sets whose documents are not here are left out. Each row has, by set, the difference in score with
its 95% interval, paired by question and clustered by document, and over all sets the answers to questions that have
none and that were not answered before.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, field
from pathlib import Path
from types import ModuleType
from typing import Any

from benchmarks.leaving_out import Parts, files_of, functions, lines_of, name_of, recording, without
from ragatta.eval.clusters import clusters
from ragatta.eval.scoring import score_answer
from ragatta.eval.statistics import Terms, compare_pairs
from ragatta.experiments.command_line.process import run_command
from ragatta.experiments.composing.overrides import compose_grid
from ragatta.experiments.corpora.dataset import open_dataset
from ragatta.experiments.faults import Fault
from ragatta.experiments.progress.bars import Bars
from ragatta.experiments.resources.resources import Resources
from ragatta.experiments.running.system import System
from ragatta.pipeline.llm.ask import Asker
from ragatta.pipeline.llm.seam import Backend, Completion, ModelIdentity, Request
from ragatta.pipeline.types import Answer, Question

SETS = {
    "filings 71": ["dataset=filings", "dataset.seed=71"],
    "filings 83": ["dataset=filings", "dataset.seed=83"],
    "filings 97": ["dataset=filings", "dataset.seed=97"],
    "strangers": ["dataset=ct_maps_strangers", "dataset.tags=[held_out]"],
    "uda": ["dataset=uda"],
    "cuad": ["dataset=cuad", "dataset.split=dev"],
    "EF": ["dataset=ct_maps", "dataset.only=[EF_1,EF_2]"],
    "ct_maps": ["dataset=ct_maps"],
}
BY_NAME = ("filings 97", "ct_maps")
POINTS = (
    ["variation=table_aware", "architecture=single_pass,router_planner,agentic"],
    ["variation=hybrid_search", "architecture=single_pass"],
)


class Recorder:
    """The backend, with every request that it was made, the reply, and the functions that had a part in it."""

    cacheable = False

    def __init__(self, backend: Backend, parts: Parts | None) -> None:
        self.backend, self._parts = backend, parts
        self.asked: list[tuple[Request, str, frozenset[str]]] = []

    def identity(self, model: str | None = None) -> ModelIdentity:
        return self.backend.identity(model)

    def context_window(self, model: str | None = None) -> int:
        return self.backend.context_window(model)

    def check_tools(self, model: str | None = None) -> None:
        self.backend.check_tools(model)

    def complete(self, request: Request) -> Completion:
        """As the backend says; without `parts` nothing is kept."""
        if self._parts is None:
            return self.backend.complete(request)
        self._parts.begin()
        done = self.backend.complete(request)
        self.asked.append((request, done.text, frozenset(self._parts.names)))
        return done

    def differs(self, without: frozenset[str]) -> bool:
        """Whether a recorded request that one of these functions had a part in has another reply now."""
        concerned = ((request, text) for request, text, parts in self.asked if parts & without)
        return any(self.backend.complete(request).text != text for request, text in concerned)


@dataclass
class Asked:
    """One question at one point, with what it was answered and what the backend was asked for that."""

    name: str  # of the set
    point: str
    question: Question
    again: Callable[[Backend], Answer]
    score: Callable[[Answer], float]
    recorder: Recorder
    answer: Answer
    first: float = field(default=0.0)

    def made(self) -> Made:
        """What came of it with all files."""
        return Made(self.name, self.point, self.question.id, self.first, is_answered(self.answer))

    def without(self, functions: frozenset[str]) -> Made:
        """What comes of it as the backend is now, without these functions."""
        try:
            if not self.recorder.differs(functions):
                return self.made()
            answer = self.again(self.recorder.backend)
        except Exception:  # noqa: BLE001 - whatever another file makes of what it cannot use
            return Made(self.name, self.point, self.question.id, 0.0, answered=False, failed=True)
        return Made(self.name, self.point, self.question.id, self.score(answer), is_answered(answer))


@dataclass(frozen=True)
class Made:
    """What came of one question at one point."""

    name: str
    point: str
    question: str
    score: float
    answered: bool
    failed: bool = False  # without an answer, because a file relies on one that was taken out


def main(arguments: Sequence[str]) -> int:
    words = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    words.add_argument("--files", action="store_true", help="each file alone; without it only those of --without")
    words.add_argument("--without", default="", help="files, below the backend's folder, that are taken out together")
    words.add_argument("--sets", default=",".join(name for name in SETS if name not in BY_NAME), help="(%(default)s)")
    words.add_argument("--questions", type=int, default=150, help="of a set at most, evenly from all (%(default)s)")
    words.add_argument("--save", type=Path, help="a file for what the questions score")
    words.add_argument("--against", type=Path, action="append", default=[], help="such a file, to compare with")
    options = words.parse_args(arguments)
    unknown = [name for name in options.sets.split(",") if name not in SETS]
    if unknown:
        raise Fault(f"--sets: no set {unknown[0]!r}; there are: {', '.join(SETS)}")
    modules = files_of(type(compose_grid([])[0].config.llm).__module__)
    bars = Bars()
    tries = bool(options.files or options.without)
    with bars.shown(), recording(list(modules.values())) if tries else nullcontext() as parts:
        asked = list(every_question(options.sets.split(","), options.questions, bars, parts))
    made = [one.made() for one in asked]
    print_scores(made, list(modules.values()))
    if options.save:
        options.save.write_text(json.dumps([vars(one) for one in made]), encoding="utf-8")
    for file in options.against:
        before = [Made(**row) for row in json.loads(file.read_text(encoding="utf-8"))]
        print_row("against " + file.name, 0, before, made, asked)
    together = [name for name in options.without.split(",") if name]
    alone = [[name] for name, module in modules.items() if functions(module)] if options.files else []
    for names in ([together] if together else []) + alone:
        taken = [modules[name] for name in names]
        print_row(", ".join(names), sum(map(lines_of, taken)), made, remade(taken, asked), asked)
    return 0


def remade(modules: Sequence[ModuleType], asked: Sequence[Asked]) -> list[Made]:
    """What comes of the questions without the modules."""
    names = frozenset(name_of(one) for module in modules for one in functions(module))
    with without(modules):
        return [one.without(names) for one in asked]


def print_scores(made: Sequence[Made], modules: Sequence[ModuleType]) -> None:
    """The heads of the table and its first row: the score of each set."""
    sets = by_set(made)
    print(f"{sum(map(lines_of, modules))} lines, {len(made)} answers: "
          + ", ".join(f"{name} {len(own)}" for name, own in sets.items()))  # fmt: skip
    print("\n| without | lines | changed | failed | newly answered | " + " | ".join(sets) + " |")
    print("| --- " * (5 + len(sets)) + "|")
    means = [sum(one.score for one in own) / len(own) for own in sets.values()]
    print("| nothing | | | | | " + " | ".join(f"{mean:.3f}" for mean in means) + " |", flush=True)


def print_row(name: str, lines: int, before: Sequence[Made], now: Sequence[Made], asked: Sequence[Asked]) -> None:
    """What the sets score now, against before."""
    then = {(one.name, one.point, one.question): one for one in before}
    pairs = [(then[key], one) for one in now if (key := (one.name, one.point, one.question)) in then]
    silent = {(one.name, one.question.id) for one in asked if one.question.kind == "unanswerable"}
    newly = [one for was, one in pairs if one.answered and not was.answered and (one.name, one.question) in silent]
    cells = [difference(name, pairs, asked) for name in by_set(now)]
    changed, failed = sum(was.score != one.score for was, one in pairs), sum(one.failed for _, one in pairs)
    print(f"| {name} | {lines or ''} | {changed} | {failed} | {len(newly)} | " + " | ".join(cells) + " |", flush=True)


def difference(name: str, pairs: Sequence[tuple[Made, Made]], asked: Sequence[Asked]) -> str:
    """The difference of one set's score with its interval, paired by question over all points."""
    before, now = dict[str, list[float]](), dict[str, list[float]]()
    for was, one in pairs:
        if one.name == name:
            before.setdefault(one.question, []).append(was.score)
            now.setdefault(one.question, []).append(one.score)
    if before == now:
        return "0" if now else ""
    terms = Terms(clusters({one.question.id: one.question for one in asked if one.name == name}.values()))
    found = compare_pairs({name: (now, before)}, terms)[name]
    return f"{found.difference:+.3f} ({found.low:+.3f} to {found.high:+.3f})"


def by_set(made: Sequence[Made]) -> dict[str, list[Made]]:
    return {name: [one for one in made if one.name == name] for name in dict.fromkeys(one.name for one in made)}


def is_answered(answer: Answer) -> bool:
    return answer.status == "answered"


def every_question(names: Sequence[str], most: int, bars: Bars, parts: Parts | None) -> Iterator[Asked]:
    """Of every set at every point, asked with all files."""
    for name in names:
        for words in POINTS:
            for point in compose_grid([*SETS[name], *words, "dataset.every_kind=false"]):
                config = point.config
                try:
                    dataset = open_dataset(config.dataset, bars, architecture=config.architecture)
                except Fault as fault:
                    print(f"left out: {name}: {fault}", file=sys.stderr)
                    break
                system = System(config.pipeline(), Resources.of(dataset, bars))
                asking = _Asking(name, point.label, system, config.scoring, bars, parts)
                yield from asking.every(most)


@dataclass(frozen=True)
class _Asking:
    """One set at one point."""

    name: str
    label: str
    system: System
    scoring: Any
    bars: Bars
    parts: Parts | None

    def every(self, most: int) -> Iterator[Asked]:
        """Its questions, at most so many, evenly from all."""
        settings, resources = self.system.settings, self.system.resources
        pages = resources.documents.corpus(settings.parser).pages
        questions = unseen(self.name, resources.dataset.questions)
        chosen = [questions[at * len(questions) // most] for at in range(most)] if len(questions) > most else questions
        for done, question in enumerate(chosen):
            self.bars(f"asking {self.name} {self.label}", done, len(chosen))
            recorder = Recorder(settings.llm.connect(), self.parts)

            def again(backend: Backend, question: Question = question) -> Answer:
                return self.system.answer(question.asked(), Asker(backend, None))[0]

            def score(answer: Answer, question: Question = question) -> float:
                return score_answer(question, answer, pages, self.scoring)["score"] or 0.0

            answer = again(recorder)
            yield Asked(self.name, self.label, question, again, score, recorder, answer, score(answer))


def unseen(name: str, questions: Sequence[Question]) -> Sequence[Question]:
    """Of `uda` the questions that stand for those no rule was shaped on; all of other sets."""
    return [one for one in questions if int(digest(one.id)[-1], 16) % 2] if name == "uda" else questions


def digest(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8")).hexdigest()


if __name__ == "__main__":
    run_command(main)
