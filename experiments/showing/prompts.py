"""The requests to a model as Markdown, and built-in prompts as a file to edit."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from ragatta.experiments.counting import counted
from ragatta.pipeline.llm import tokens
from ragatta.pipeline.llm.seam import Backend, Completion, Message, Request
from ragatta.pipeline.llm.templates import Template, fields_of
from ragatta.pipeline.llm.wrapped import Wrapped

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
        "# Each input must be named; a brace of the text is doubled (docs/prompts.md).",
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
