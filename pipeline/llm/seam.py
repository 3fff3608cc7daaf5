"""The model seam: agents hold a Prompt or a Conversation, backends answer a Request, and neither knows the other."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, Protocol, TypeVar, runtime_checkable

from ragatta.pipeline.machine.secrets import hidden
from ragatta.pipeline.tasks.base import Reply, Task
from ragatta.pipeline.types import Options, Question

R = TypeVar("R", bound=Reply)


@dataclass(frozen=True)
class Prompt(Generic[R]):
    """One question of an agent: typed inputs for a backend without a model, words for one with a model.

    `reply` is the pydantic type that the reply is validated against (it may be narrower than the task's own,
    such as an enum of real file names). `fallback` is the agent's answer when the model's stays unusable.
    """

    task: Task
    system: str
    user: str
    reply: type[R]
    fallback: Callable[[], R]
    options: Options = field(default_factory=Options)


@dataclass(frozen=True)
class ToolSpec:
    """A tool that a model may call. `parameters` is the JSON schema of its arguments, an object."""

    name: str
    description: str
    parameters: Mapping[str, Any]


@dataclass(frozen=True)
class ToolCall:
    """A call that a model wants made. `arguments` is JSON text as the model wrote it: perhaps broken, perhaps not what
    the tool takes. `id` ties the tool's answer to it."""

    id: str
    name: str
    arguments: str


@dataclass(frozen=True)
class Message:
    """One message of a chat. An assistant's may hold tool calls; a tool's names the call that it answers."""

    role: str  # system, user, assistant or tool
    content: str
    tool_calls: tuple[ToolCall, ...] = ()
    tool_call_id: str = ""
    tool_name: str = ""


@dataclass(frozen=True)
class Conversation:
    """The messages so far and the tools that may be called next; without tools the reply must be text."""

    task: Task
    messages: tuple[Message, ...]
    tools: tuple[ToolSpec, ...] = ()
    options: Options = field(default_factory=Options)


@dataclass(frozen=True)
class Turn:
    """A model's next turn: text, tool calls, both, or neither."""

    text: str
    tool_calls: tuple[ToolCall, ...] = ()


@dataclass(frozen=True)
class Request:
    """What a backend sends to its model. `task` is for backends without a model and no part of the cache key.

    With a `schema` the reply is an object of that form; without one it is the next turn of a conversation, in which
    `tools` may be called."""

    task: Task
    messages: tuple[Message, ...]
    schema: Mapping[str, Any]
    options: Options
    sample: int = 0  # which repeat of the same question this is
    tools: tuple[ToolSpec, ...] = ()


@dataclass(frozen=True)
class Completion:
    """A reply as it came. `seconds` is what the call took when it was really made; `cut` says that the model had not
    ended at max_tokens."""

    text: str
    tokens_in: int
    tokens_out: int
    seconds: float
    tool_calls: tuple[ToolCall, ...] = ()  # of a turn of a conversation
    cut: bool = False


@dataclass(frozen=True)
class ModelIdentity:
    """Who answered. `digest` names the weights (for Ollama the digest, not the tag), "" where a provider hides it."""

    provider: str
    name: str
    digest: str


class Backend(Protocol):
    """A provider of completions. `cacheable` is False where answering is cheaper than looking up."""

    cacheable: bool

    def identity(self, model: str | None = None) -> ModelIdentity:
        """Who will answer. Raises ModelError, with the fix, where the server or model is not there."""
        ...

    def context_window(self, model: str | None = None) -> int:
        """The number of tokens for prompt and reply together."""
        ...

    def check_tools(self, model: str | None = None) -> None:
        """Raises ModelUnavailable, with the fix, where the model is known to call no tools."""
        ...

    def complete(self, request: Request) -> Completion:
        """One reply, marked where max_tokens cut it. Raises ModelError, also where the connection broke off."""
        ...


@runtime_checkable
class Notifies(Protocol):
    """A backend that has something to tell the user once, such as what its server refuses."""

    say: Callable[[str], None]


@runtime_checkable
class Taught(Protocol):
    """A backend that reads the gold questions, which no model sees."""

    def taught(self, gold: Sequence[Question]) -> Backend:
        """The backend that has read them."""
        ...


class ModelError(Exception):
    """A model call that gave no reply. The message names the cause and the fix, and holds no secret of the environment:
    it goes into journals, traces and the record of replies."""

    def __init__(self, message: str = "") -> None:
        super().__init__(hidden(message))


class ModelUnavailable(ModelError):
    """The server does not answer, or the model is not there."""


class ModelAway(ModelUnavailable):
    """Nothing listens at the address; it may come back."""


class ModelBusy(ModelUnavailable):
    """The server takes no call at the moment: too many requests, or overload. `after` is how many seconds it asks to
    wait, None if it does not say; `often` whether trying again for long may help."""

    def __init__(self, message: str, after: float | None = None, often: bool = True) -> None:
        super().__init__(message)
        self.after, self.often = after, often


class ModelFailed(ModelError):
    """The server failed on this call at every try (HTTP 500): for what the call holds, or on any call."""


class ModelTimeout(ModelError):
    """No complete reply within llm.timeout_s."""


class ContextOverflow(ModelError):
    """The prompt does not fit the model's context window."""


class InvalidReply(ModelError):
    """The reply broke off, is too large, or is not of the wire format."""


class BrokenReply(InvalidReply):
    """The connection ended in the middle of the reply; the next may come whole."""


class UnusableReply(InvalidReply):
    """A whole reply of the wire format, whose content cannot be used."""


class Declined(InvalidReply):
    """There is no reply because answering was declined; asking again would be declined again."""


class Refused(Declined):
    """The model refused, in the field that the API has for it. The message is the model's words."""


class Filtered(Declined):
    """A content filter took the place of the reply, or of the rest of it."""


class ReplyMissing(ModelError):
    """llm.cache=only, and no recorded reply for this prompt."""
