"""Options: each is given on the command line (--llm ollama), by the variable of its name ($RAGATTA_LLM, which `make
LLM=ollama` sets), or, a few, by ragatta.yaml; in this order."""

from __future__ import annotations

import os
import shlex
from collections.abc import Callable, Mapping, Sequence
from functools import wraps
from typing import Any, TypeVar

import click
from click.shell_completion import CompletionItem

from ragatta.experiments.command_line import folder_options
from ragatta.experiments.composing.chosen import NO_GRID, Chosen
from ragatta.experiments.composing.words import only
from ragatta.experiments.faults import Fault

F = TypeVar("F", bound=Callable[..., Any])
PREFIX = "RAGATTA_"
KEYS = {  # settings with an option of their own
    "dataset": "dataset", "llm": "llm", "architecture": "architecture", "limit": "dataset.limit",
    "split": "dataset.split", "variation": "variation", "repeats": "repeats",
}  # fmt: skip
_variables: set[str] = set()  # of the options that are declared


class Words(click.ParamType[str]):
    """Several words; a variable holds them as a shell quotes them."""

    name = "words"

    def split_envvar_value(self, rv: str) -> Sequence[str]:
        try:
            return shlex.split(rv)
        except ValueError as fault:  # a quote without its end
            raise Fault(f"{rv}: {str(fault).lower()}; close the quote, or escape it") from fault


class Settings(Words):
    """Words key=value of a configuration; a shell completes the groups of choices and their files."""

    name = "settings"

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:  # noqa: ARG002
        from ragatta.experiments.composing.composer import Composer  # Hydra takes a second to import

        groups = Composer(ctx.params.get("config_dir") or "").groups
        before = [*(ctx.params.get("settings") or ()), "", ""]
        group, equals, begun = incomplete.rpartition("=")
        if before[-3:-2] == ["="]:  # bash takes the sign for a word of its own
            group, begun = before[-4], incomplete
        names = groups.get(group, ()) if group else [f"{name}=" for name in groups]
        return [
            CompletionItem(f"{group}{equals}{name}" if equals else name) for name in names if name.startswith(begun)
        ]


class Whole(click.ParamType[str]):
    """A text; a variable holds one, which is not split at its spaces."""

    name = "text"

    def split_envvar_value(self, rv: str) -> Sequence[str]:
        return [rv]


def variable(name: str) -> str:
    """RAGATTA_DRY_RUN of --dry-run. A command takes it away from the environment as it begins (see `taken_away`)."""
    found = PREFIX + name.lstrip("-").upper().replace("-", "_")
    _variables.add(found)
    return found


def taken_away() -> None:
    """Removes the variables of all options from the environment: what this process calls has options of its own."""
    for name in _variables:
        os.environ.pop(name, None)


def option(*names: str, **declared: Any) -> Callable[[F], F]:
    """An option of click's, with the variable of the first of its names."""
    return click.option(*names, envvar=variable(names[0]), **declared)


def argument(name: str, of: str, **declared: Any) -> Callable[[F], F]:
    """An argument of click's, with the variable `of`."""
    return click.argument(name, envvar=variable(of), **declared)


DRY_RUN = option("--dry-run", is_flag=True, help="only say what would be done")
ALL = option("--all", "show_all", is_flag=True, help="print every table and note, not the ranking and decision alone")
SETTINGS = argument("settings", "args", nargs=-1, type=Settings(), metavar="[KEY=VALUE]...")
CONFIG_DIR = option("--config-dir", default="", metavar="FOLDER", help="your own folder of settings beside conf/")
GRID = option("--sweep", "--grid", "grid", default="", metavar="NAME", help="a grid of conf/experiment/ (default: six)")
PDFS = option("--pdfs", default="", metavar="FOLDER", help="your own documents")
QUESTIONS = option("--questions", default="", metavar="FILE", help="their gold questions: .csv, .jsonl, .json or .yaml")
RETRY_FAILED = option("--retry-failed", is_flag=True, help="ask questions again whose recorded answer is a failure")
RUN = option("--run", default="", metavar="RUN", help="a run key, or sweep:variation such as latest:baseline")
SWEEP_ID = option(
    "--sweep-id", default="latest", metavar="ID", help="a sweep's id or the beginning of one (default: the latest)"
)
AUDIT = option(
    "--audit", default=0, type=click.IntRange(0), metavar="N", help="asks about N answers drawn at random from all"
)
QUESTION = option("--q", "--question", "question", default="", metavar="TEXT", help="the question")
_SHARED = (
    option("--variation", default="", metavar="NAME", help="a file of conf/variation/, such as hybrid_search"),
    option("--architecture", default="", metavar="NAME", help="a pipeline (default: router_planner)"),
    option("--llm", default="", metavar="NAME", help="extractive (default), ollama, openai or smollm2"),
    PDFS,
    QUESTIONS,
    option("--dataset", default="", metavar="NAME", help="such as filings (default), cuad, uda"),
    option("--split", default="", metavar="NAME", help="only the questions of this split: dev or test"),
    option("--limit", default="", metavar="N", help="only N questions, drawn over documents and kinds"),
    option("--only", default="", metavar="IDS", help="only the questions with these ids: id,id"),
    option("--repeats", default="", metavar="N", help="ask each question N times"),
    RETRY_FAILED,
    CONFIG_DIR,
    SETTINGS,
)
_NAMES = ("pdfs", "questions", "config_dir")


def chooses(grid: bool = False, question: bool = False, anywhere: bool = False) -> Callable[[F], F]:
    """The options of a command that works on documents and questions; it is handed them as `chosen`. With `grid` it
    takes a grid; else one configuration. With `question` it is handed one, which words that set nothing are.
    With `anywhere` it may be about no documents, and does not ask whether those that are here are meant."""

    def declared(function: F) -> F:
        @wraps(function)
        def called(**parameters: Any) -> Any:
            if question:
                words = [word for word in parameters["settings"] if "=" not in word and not word.startswith("-")]
                parameters["settings"] = tuple(word for word in parameters["settings"] if word not in words)
                parameters["question"] = parameters["question"] or " ".join(words)
            options = {name: parameters.pop(name) for name in ("settings", "only", "retry_failed", *KEYS, *_NAMES)}
            options["grid"] = parameters.pop("grid") if grid else NO_GRID
            return function(chosen=_chosen(folder_options.applied(options, anywhere)), **parameters)

        for add in reversed([*([GRID] if grid else []), *([QUESTION] if question else []), *_SHARED]):
            called = add(called)
        return called  # type: ignore[return-value]

    return declared


def _chosen(options: Mapping[str, Any]) -> Chosen:
    """Raises Fault for a variable of make among the settings."""
    settings = options["settings"]
    for name, equals, value in (word.partition("=") for word in settings):
        if equals and name.isupper():
            raise Fault(f"{name}={value}: variables are for make; write --{name.lower().replace('_', '-')} {value}")
    named = [f"{key}={options[name]}" for name, key in KEYS.items() if options[name]]
    named += [only(options["only"].split(","))] if options["only"] else []
    named += ["retry_failed=true"] if options["retry_failed"] else []
    own_files = {name: options[name] for name in _NAMES}
    return Chosen((*named, *settings), options["grid"], **own_files)


def chosen_by(words: Sequence[str]) -> Chosen:
    """What the words of `ragatta sweep` choose by themselves: neither a variable nor ragatta.yaml adds to them. Raises
    Fault."""
    declared: Any = lambda: None  # noqa: E731 - carries the options
    for add in reversed((GRID, *_SHARED)):
        declared = add(declared)
    sweep = click.command("ragatta sweep", add_help_option=False)(declared)
    for each in sweep.params:
        each.envvar = None
    try:
        return _chosen(sweep.make_context("ragatta sweep", [*words]).params)
    except click.ClickException as fault:
        raise Fault(fault.format_message()) from fault
