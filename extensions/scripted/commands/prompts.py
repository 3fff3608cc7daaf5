"""What an architecture says to a model on a real question: every message with its tokens.

The question is the one that is written, the gold question of --only ID, or the first gold question. The model is
scripted unless --llm names one; nothing is recorded.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from ragatta.experiments.command_line.commands import command
from ragatta.experiments.command_line.options import chooses, option
from ragatta.experiments.composing.choices import files_of
from ragatta.experiments.composing.chosen import Chosen
from ragatta.experiments.composing.overrides import one_point
from ragatta.experiments.corpora.dataset import open_dataset
from ragatta.experiments.counting import counted
from ragatta.experiments.faults import Fault
from ragatta.experiments.paths import OWN_CONF
from ragatta.experiments.progress.bars import Bars, alive
from ragatta.experiments.resources.resources import Resources
from ragatta.experiments.running.system import System
from ragatta.pipeline.agents.routing.summarizer import Summarizer
from ragatta.pipeline.configuration import Pipeline
from ragatta.pipeline.llm import tokens
from ragatta.pipeline.llm.ask import Asker
from ragatta.pipeline.llm.seam import Backend, Completion, Message, Request
from ragatta.pipeline.llm.templates import Template, fields_of
from ragatta.pipeline.llm.wrapped import Wrapped
from ragatta.pipeline.machine.files import write_whole
from ragatta.pipeline.types import AskedQuestion

SHOWN = 12_000  # characters of a message


@dataclass(frozen=True)
class Exchange:
    """A request and its reply."""

    request: Request
    reply: Completion


class Listening(Wrapped):
    """A backend that keeps its requests and replies."""

    def __init__(self, backend: Backend) -> None:
        super().__init__(backend)
        self.cacheable = backend.cacheable
        self.exchanges: list[Exchange] = []

    def complete(self, request: Request) -> Completion:
        """As the backend does."""
        done = self.backend.complete(request)
        self.exchanges.append(Exchange(request, done))
        return done


def markdown(architecture: str, question: str, exchanges: Sequence[Exchange]) -> str:
    """The Markdown: a section per request, with a quoted block per message, and the reply."""
    total = sum(tokens.of_request(exchange.request) for exchange in exchanges)
    head = (
        f"# Prompts of {architecture}\n\n{counted(len(exchanges), 'request')}, at most {total:,} tokens: {question}\n"
    )
    sections = (line for number, each in enumerate(exchanges, 1) for line in _section(number, each))
    return "\n".join([head, *sections]).rstrip() + "\n"


def _section(number: int, exchange: Exchange) -> Iterator[str]:
    request = exchange.request
    size, room = tokens.of_request(request), request.options.max_tokens
    yield f"## {number}. {request.task.name}\n"
    offered = f"; tools: {', '.join(tool.name for tool in request.tools)}" if request.tools else ""
    yield f"At most {size:,} tokens, the reply {room:,}{offered}.\n"
    for message in request.messages:
        yield f"**{message.role}**\n\n{_quoted(_written(message))}\n"
    calls = "\n".join(f"{call.name} {call.arguments}" for call in exchange.reply.tool_calls)
    reply = "\n".join(filter(None, (exchange.reply.text, calls)))
    yield f"**reply**\n\n{_quoted(reply)}\n"


def _written(message: Message) -> str:
    calls = "\n".join(f"{call.name} {call.arguments}" for call in message.tool_calls)
    return "\n".join(filter(None, (message.content, calls)))


def _quoted(text: str) -> str:
    quoted = text if len(text) <= SHOWN else f"{text[:SHOWN]}\n... and {len(text) - SHOWN:,} characters more"
    return "\n".join(f"> {line}".rstrip() for line in quoted.splitlines())


def as_file(name: str, architecture: str, prompts: Mapping[str, Template]) -> str:
    """The YAML of a file of prompts, with the inputs of each."""
    lines = [
        f"# The prompts of architecture={architecture}. What is removed stays built in.",
        "# Each input must be named; a brace of the text is doubled (docs/models.md).",
        f"# ragatta sweep architecture={architecture} prompts=builtin,{name}",
    ]
    agents: dict[str, list[str]] = {}
    for key in sorted(prompts):
        agent, _, part = key.partition(".")
        inputs = ", ".join(f"{{{field}}}" for field in fields_of(prompts[key])) or "none"
        text = (f"    {line}".rstrip() for line in prompts[key].split("\n"))
        agents.setdefault(agent, []).extend([f"  # inputs: {inputs}", f"  {part}: |-", *text])
    for agent, parts in agents.items():
        lines += ["", f"{agent}:", *parts]
    return "\n".join(lines) + "\n"


@command(__doc__, "prompts --architecture single_pass", "prompts --write terse")
@option("--write", default="", metavar="NAME", help="start prompts/NAME.yaml with the built-in texts, and ask nothing")
@chooses(question=True)
def prompts(chosen: Chosen, question: str, write: str) -> int:
    overrides = chosen.overrides("optional")
    named = any(override.startswith("llm=") for override in overrides)
    config = one_point(overrides if named else [*overrides, "llm=scripted"], "prompts").config
    settings, progress = config.pipeline(), Bars()
    if write:
        return _start(write, Path(chosen.config_dir) if chosen.config_dir else OWN_CONF, settings)
    with progress.shown():
        with_questions = not chosen.pdfs or bool(chosen.questions)
        resources = Resources.of(open_dataset(config.dataset, progress, with_questions, config.architecture), progress)
        system = System(settings, resources)
        system.prepare()
    first = next((each.asked() for each in resources.dataset.questions), None)
    asked = AskedQuestion(question) if question else first
    if asked is None:
        raise Fault('no question to ask: ragatta prompts "..."')
    heard = Listening(resources.models.backend(settings.llm))
    llm = settings.llm
    asker = Asker(heard, None, "off", 0, llm.seed, llm.options, llm.omit, settings.replacing())
    summarizer = settings.architecture.part(Summarizer)
    with alive(resources.models.meter.waits.line):
        if summarizer:
            name, pages = next(iter(resources.documents.corpus(settings.parser).pages.items()))
            summarizer.summarize(name, pages, asker.ask)
        system.answer(asked, asker)
    print(markdown(settings.architecture.name, asked.question, heard.exchanges))
    return 0


def _start(name: str, folder: Path | None, settings: Pipeline) -> int:
    """Writes prompts/<name>.yaml into the folder of a configuration. Raises Fault for a file that is there already."""
    if not re.fullmatch(r"\w[\w-]*", name):
        raise Fault(f"--write {name}: must be a name of letters, digits, _ and -, such as terse")
    if folder is None:
        raise Fault("--write needs --config-dir, the folder of your configuration")
    file = folder / "prompts" / f"{name}.yaml"
    if file.exists() or name in files_of("prompts"):
        raise Fault(f"{file}: there is such a file already; choose another name, or edit it")
    read = settings.read()
    if not settings.llm.ASKS_A_MODEL or not read:
        raise Fault(f"architecture={settings.architecture.name} llm={settings.llm.name} reads no prompt")
    write_whole(file, as_file(name, settings.architecture.name, read))
    print(f"{file}: {counted(len(read), 'prompt')}; edit them, remove what stays as it is, then prompts=builtin,{name}")
    return 0
