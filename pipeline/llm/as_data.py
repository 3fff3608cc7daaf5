"""Asks a model about texts as data: all that it is asked about is one line of JSON, which no text in it can end, and a
call without a usable reply is a failure, never an answer."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from typing import Any, Generic, TypeVar, cast

from ragatta.pipeline.llm.form import form_of
from ragatta.pipeline.llm.seam import ModelError, ModelUnavailable, Prompt, ReplyMissing
from ragatta.pipeline.plugins.identity import digest
from ragatta.pipeline.tasks.base import Reply, Task
from ragatta.pipeline.types import Options

R = TypeVar("R", bound=Reply)
Ask = Callable[[Prompt[Any]], Any]

# JSON lets these line ends stand in a string as they are.
_LINE_ENDS = str.maketrans({end: f"\\u{ord(end):04x}" for end in "\u0085\u2028\u2029"})
_NOTHING = Reply()  # the fallback: no reply that was read


class CallFailed(Exception):
    """The model gave no usable reply."""


@dataclass(frozen=True)
class Form(Generic[R]):
    """What a model is asked: `user` with {data} for the line of JSON, and the type of the reply."""

    system: str
    user: str
    reply: type[R]

    @property
    def digest(self) -> str:
        """Of all words that the model is asked with."""
        return digest([self.system, self.user, form_of(self.reply)])

    def ask(self, task: Task, ask: Ask, max_tokens: int, reply: type[R] | None = None) -> R:
        """The reply to the question about the task's fields; `reply` is a narrower type. Raises CallFailed,
        ModelUnavailable if the model's server does not answer, and ReplyMissing if replies may only be replayed and
        this one is not recorded: both would stop all later calls too."""
        prompt = Prompt(
            task=task,
            system=self.system,
            user=self.user.format(data=as_line(asdict(cast(Any, task)))),
            reply=reply or self.reply,
            fallback=lambda: cast(R, _NOTHING),
            options=Options(max_tokens=max_tokens),
        )
        try:
            found = ask(prompt)
        except (ReplyMissing, ModelUnavailable):
            raise
        except ModelError as fault:
            raise CallFailed(f"no usable reply: {fault}") from fault
        if found is _NOTHING:
            raise CallFailed("no usable reply")
        return cast(R, found)


def as_line(data: Mapping[str, Any]) -> str:
    """The data as one line of JSON."""
    return json.dumps(data, ensure_ascii=False).translate(_LINE_ENDS)
