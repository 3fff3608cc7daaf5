"""Models behind a local Ollama server, through the `ollama` client.

See docs/models.md; the wire format is that of Ollama's docs/api.md. The prompt is never cut: `num_ctx` is
sized to it, and a server that read less than it was sent is an error.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, ClassVar

from ragatta.pipeline.llm import tokens
from ragatta.pipeline.llm.address import printable
from ragatta.pipeline.llm.backend import ServedLLM, from_variable
from ragatta.pipeline.llm.backends._key import bearer, key_in, masked
from ragatta.pipeline.llm.backends._ollama_wire import FORMAT, Ending, Lengths, Reply, chat, gather, without_format
from ragatta.pipeline.llm.backends._server import Server
from ragatta.pipeline.llm.backends._wire import checked, first_fault, from_thought
from ragatta.pipeline.llm.failures import left_out, listed, no_tools, overflow
from ragatta.pipeline.llm.seam import (
    Completion,
    ContextOverflow,
    ModelBusy,
    ModelError,
    ModelIdentity,
    ModelUnavailable,
    Request,
)
from ragatta.pipeline.machine.clock import running_time
from ragatta.pipeline.plugins.checks import whole_address

if TYPE_CHECKING:
    from ollama import Client, ShowResponse

NEEDS = "an Ollama server with the model: ollama pull llama3.2"
DEFAULT_URL = "http://127.0.0.1:11434"
_OF_THE_FORMAT = re.compile(r"(?i)\b(format|grammar|json.?schema|structured outputs?)\b")
_CONTEXT_STEP = 1024  # a server loads the model anew for every other num_ctx, so sizes are rounded up


@dataclass(frozen=True)
class Ollama(ServedLLM):
    """As the module says."""

    HELPS: ClassVar[tuple[str, ...]] = ("reader",)
    CALLS_TOOLS: ClassVar[bool] = True
    IN_FLIGHT: ClassVar[int] = 4
    model: str = "llama3.2"
    base_url: str = from_variable("OLLAMA_HOST", DEFAULT_URL)

    def connect(self) -> OllamaModels:
        """Opens no connection yet; identity() is the first call that needs the server."""
        from ollama import Client

        from ragatta.pipeline.llm.backends._bounded import Bounded

        url = whole_address(self.base_url) or DEFAULT_URL
        start = "start it with `ollama serve`, or set llm.base_url"
        server = Server("an Ollama server", "Ollama server", printable(url), start, self.timeout_s)
        key = key_in(self.api_key_env) if self.api_key_env else ""
        transport = Bounded(url, server, bearer(key), streamed=lambda path: path.endswith("/api/chat"))
        client = Client(url, timeout=self.timeout_s, follow_redirects=False, transport=transport)
        return OllamaModels(client, server, self.model or type(self).model, self.context_window, key)


@dataclass
class OllamaModels:
    client: Client
    server: Server
    model: str
    window: int  # 0: what the model reports
    key: str = field(default="", repr=False)
    cacheable: bool = True
    _identities: dict[str, ModelIdentity] = field(default_factory=dict)
    _about: dict[str, ShowResponse] = field(default_factory=dict)  # what /api/show said of each model
    say: Callable[[str], None] = lambda words: None  # noqa: ARG005 - see Says
    _formless: set[str] = field(default_factory=set)  # models that refuse a form of the reply

    @property
    def url(self) -> str:
        """Host and port."""
        return self.server.where

    def identity(self, model: str | None = None) -> ModelIdentity:
        """The digest that /api/tags gives the model. Raises ModelUnavailable if server or model is not there."""
        name = model or self.model
        if name not in self._identities:
            with self._explained(name):
                served = {entry.model: entry.digest for entry in self.client.list().models}
            digest = served.get(name) or served.get(f"{name}:latest")
            if digest is None:
                raise self._missing(name, sorted(filter(None, served)))
            self._identities[name] = ModelIdentity("ollama", name, digest)
        return self._identities[name]

    def context_window(self, model: str | None = None) -> int:
        """llm.context_window, at most the context length that /api/show reports."""
        name = model or self.model
        info = self._description(name).modelinfo or {}
        lengths_listed = [value for key, value in info.items() if key.endswith(".context_length")]
        lengths = checked(Lengths, {"context_length": lengths_listed}, self.server).context_length
        if not lengths and not self.window:
            raise ModelUnavailable(f"Ollama does not say the context length of {name!r}; set llm.context_window")
        return min(filter(None, [*lengths, self.window]))

    def check_tools(self, model: str | None = None) -> None:
        """Raises ModelUnavailable where /api/show says that the model takes no tools."""
        name = model or self.model
        if not self._takes_tools(name):
            raise no_tools(f"{name}, says Ollama at {self.url},")

    def complete(self, request: Request) -> Completion:
        """One whole reply. Raises ModelError."""
        name = request.options.model or self.model
        num_ctx = self._num_ctx(request, self.context_window(name))
        start = running_time()
        with self._explained(name):
            text, thought, calls, part = self._reply(name, request, num_ctx)
        took = running_time() - start
        last = checked(Ending, part.model_dump(), self.server)
        self._check_read(request, last, num_ctx)
        seconds = last.total_duration / 1e9 if last.total_duration else took
        counts = last.prompt_eval_count or 0, last.eval_count or 0
        cut = last.done_reason == "length"
        if not text and not calls:
            text = from_thought(thought, request, cut, f"{name} at {self.url}", "set llm.options.think=false")
        return Completion(text, *counts, seconds, calls, cut=cut)

    def _reply(self, name: str, request: Request, num_ctx: int) -> Reply:
        """Without the form of the reply where the model, or its runner, refuses that, and then for all further calls:
        the form stands in the prompt too."""
        import ollama

        call = chat(name, request, num_ctx)
        if FORMAT not in call or name in self._formless:
            return gather(self.client.chat(**without_format(call)))
        try:
            return gather(self.client.chat(**call))
        except (ollama.ResponseError, ModelBusy) as error:
            if not _OF_THE_FORMAT.search(str(error)):
                raise
        found = gather(self.client.chat(**without_format(call)))
        if name not in self._formless:
            self._formless.add(name)
            self.say(left_out(f"Ollama at {self.url}", "response_format", name))
        return found

    def _description(self, name: str) -> ShowResponse:
        if name not in self._about:
            with self._explained(name):
                self._about[name] = self.client.show(name)
        return self._about[name]

    def _takes_tools(self, name: str) -> bool:
        """Many models take none, and then the server refuses the call. Servers before 0.6.4 do not say: try."""
        capabilities = self._description(name).capabilities
        return capabilities is None or "tools" in capabilities

    def _num_ctx(self, request: Request, window: int) -> int:
        needed = tokens.of_request(request) + request.options.max_tokens
        if needed > window:
            raise overflow(request, needed - request.options.max_tokens, window)
        return min(window, -(-needed // _CONTEXT_STEP) * _CONTEXT_STEP)

    def _check_read(self, request: Request, last: Ending, num_ctx: int) -> None:
        read = last.prompt_eval_count or 0
        least = sum(tokens.lower_bound(message.content) for message in request.messages)
        if read and (read < least or read >= num_ctx):
            raise ContextOverflow(
                f"{request.task.name}: Ollama read {read} tokens of a prompt of at least {least} "
                f"(num_ctx {num_ctx}): it cut the prompt; lower context_tokens or the server's load"
            )

    @contextmanager
    def _explained(self, model: str) -> Iterator[None]:
        import ollama
        import pydantic

        try:
            yield
        except ollama.ResponseError as error:
            if error.status_code == 404:
                raise self._missing(model) from None
            words = f"Ollama at {self.url} refused {model!r}: {masked(str(error.error), self.key)}"
            if error.status_code < 400:  # an error in the middle of the stream
                raise ModelBusy(words, often=False) from None
            if error.status_code == 401:
                fix = "sign in with `ollama signin`, or set llm.api_key_env to the variable with a key for that server"
                raise ModelUnavailable(f"{words}; {fix}") from None
            refused = ModelError if error.status_code == 400 else ModelUnavailable  # this call, or any
            raise refused(words) from None
        except pydantic.ValidationError as error:
            raise self.server.invalid(first_fault(error)) from None

    def _missing(self, model: str, there: Sequence[str] = ()) -> ModelUnavailable:
        """`there`: the models that the server has, where it was asked."""
        fix = f"get it with `ollama pull {model}`"
        fix += f", or set llm.model to one it has: {listed(there)}" if there else ""
        return ModelUnavailable(f"Ollama at {self.url} has no model {model!r}; {fix}")
