"""Records which model answered, beside the replies, so that a replay needs neither model nor server.

A model's name does not identify it: `llama3.2` is whatever the server has today. So its digest and context window are
recorded, and `llm.cache=only` reads them (docs/models.md).
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import fields
from operator import methodcaller
from typing import Any

from ragatta.pipeline.llm.backend import LLM
from ragatta.pipeline.llm.replies import Replies
from ragatta.pipeline.llm.seam import Backend, Completion, ModelIdentity, ReplyMissing, Request
from ragatta.pipeline.plugins.registry import if_here

CONNECT: Callable[[LLM], Backend] = methodcaller("connect")
SHOWN = 80  # characters of a prompt in a message


def connected(llm: LLM, replies: Callable[[], Replies], connect: Callable[[LLM], Backend] = CONNECT) -> Backend:
    """The backend of these settings. With llm.cache=only the record itself, and nothing is connected to; with
    llm.cache=off nothing is recorded. `replies` is opened only if a model is asked."""
    if not llm.ASKS_A_MODEL or llm.cache == "off":
        return connect(llm)
    return Recorded(llm, replies()) if llm.cache == "only" else Recording(connect(llm), llm, replies())


def asked(llm: LLM, model: str | None) -> str:
    """The request for a model as JSON text: backend, model name ("" is the backend's default), address, context window,
    and what else tells it apart."""
    wanted = {"llm": llm.name, "model": model or llm.model, "base_url": llm.urls()[0], "window": llm.context_window}
    return json.dumps({**wanted, **llm.told_apart()}, sort_keys=True, default=dict)


class Recording:
    """A backend whose model is recorded. A model that nobody knew is noted at once; one in place of another only when
    it has answered, for until then the recorded replies are the other's."""

    cacheable = True

    def __init__(self, backend: Backend, llm: LLM, replies: Replies) -> None:
        self._backend, self._llm, self._replies = backend, llm, replies
        self._known = replies.models()
        self._entries: dict[str, dict[str, Any]] = {}

    def identity(self, model: str | None = None) -> ModelIdentity:
        """As the backend says."""
        found = self._backend.identity(model)
        self._note(model, vars(found))
        return found

    def context_window(self, model: str | None = None) -> int:
        """As the backend says."""
        window = self._backend.context_window(model)
        self._note(model, {"context_window": window})
        return window

    def check_tools(self, model: str | None = None) -> None:
        """As the backend says."""
        self._backend.check_tools(model)

    def complete(self, request: Request) -> Completion:
        """As the backend says."""
        completion = self._backend.complete(request)
        for name, model_entry in self._entries.items():
            self._keep(name, model_entry)
        return completion

    def _note(self, model: str | None, entry: dict[str, Any]) -> None:
        name = asked(self._llm, model)
        self._entries[name] = {**self._entries.get(name, {}), **entry}
        known = self._known.get(name, {})
        if all(self._entries[name].get(key, value) == value for key, value in known.items()):
            self._keep(name, {**known, **self._entries[name]})

    def _keep(self, name: str, entry: dict[str, Any]) -> None:
        if self._known.get(name) != entry:
            self._replies.put_model(name, entry)
            self._known[name] = entry


class Recorded:
    """Stands in for a backend: it knows who answered from the record, and calls no model."""

    cacheable = True

    def __init__(self, llm: LLM, replies: Replies) -> None:
        self._llm, self._models, self._where = llm, replies.models(), replies.path

    def identity(self, model: str | None = None) -> ModelIdentity:
        """Who answered. Raises ReplyMissing, with the fix, if no model has."""
        entry = self._entry(model, "name")
        return ModelIdentity(entry["provider"], entry["name"], entry["digest"])

    def context_window(self, model: str | None = None) -> int:
        """The context window in tokens, as recorded. Raises ReplyMissing where nobody did."""
        return int(self._entry(model, "context_window")["context_window"])

    def check_tools(self, model: str | None = None) -> None:
        """Passes: a recorded conversation took place with a model that calls tools."""

    def complete(self, request: Request) -> Completion:
        """Raises ReplyMissing: whoever asks looks among the replies first."""
        raise ReplyMissing(f"llm.cache=only, and no recorded reply to {request.task.name}; run once with llm.cache=use")

    def _entry(self, model: str | None, part: str) -> dict[str, Any]:
        wanted = asked(self._llm, model)
        entry = self._models.get(wanted, {})
        if part not in entry:
            message = (
                f"llm.cache=only, and no record of {_printable(wanted)} having answered ({self._known()}); {_mended()}"
            )
            raise ReplyMissing(self._llm.named(message))
        return entry

    def _known(self) -> str:
        known = [_printable(name) for name in self._models]
        return f"recorded: {', '.join(known)}" if known else "nobody has"


def _printable(name: str) -> str:
    """The requested model in the notation of the settings."""
    wanted = json.loads(name)
    parts = {"llm": "llm", "model": "llm.model", "base_url": "llm.base_url", "window": "llm.context_window"}
    options = [f"llm.options={json.dumps(wanted['options'])}"] if wanted.get("options") else []
    return " ".join([*(f"{key}={wanted[part]}" for part, key in parts.items() if wanted[part]), *options])


def _mended() -> str:
    replaying = ", or replay the bundle that holds it: ragatta import --from bundle.zip"
    return f"run once with llm.cache=use{if_here('import', replaying)}"


def _turn(request: Request) -> int:
    return 1 + sum(message.role == "assistant" for message in request.messages)


def missing(identity: ModelIdentity, request: Request) -> ReplyMissing:
    """The error that names the prompt to which no reply is recorded, and the fix."""
    task = request.task
    texts = (getattr(task, part.name) for part in fields(task))
    about = next((text for text in texts if isinstance(text, str)), "")
    first_words = " ".join(request.messages[:2][-1].content.split())[:SHOWN]
    later = (
        ", the correction of an unusable reply" if request.schema else f", turn {_turn(request)} of the conversation"
    )
    correction = later if len(request.messages) > 2 else ""
    return ReplyMissing(
        f"llm.cache=only, and no recorded reply of {identity.provider} {identity.name} to {task.name} "
        f"({about[:SHOWN]!r}), sample {request.sample}{correction}; the prompt begins {first_words!r}; "
        f"{_mended()}"
    )
