"""An endpoint of your own: one exchange a question, within the limits, retries and record of a model's calls.

Address, key, times and limits are those of any server (`architecture.service.*`). Options: `method` (POST, or GET with
the request as its query), `headers` (by name the environment variable that holds each), `streamed` (where in each
object of an event stream or of JSON lines the next piece of the answer is; "@": a piece is a text, and no object).
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar
from urllib.parse import urlsplit

from ragatta.extensions.contestants.services import Service
from ragatta.pipeline.llm.address import printable
from ragatta.pipeline.llm.backends._endings import FAILED, FILTERED, LENGTH, Event, cut_short, kinds, reason
from ragatta.pipeline.llm.backends._filters import is_filter
from ragatta.pipeline.llm.backends._json_body import events, objects, pieces
from ragatta.pipeline.llm.backends._key import LEAST_SECRET, bearer, key_in, masked
from ragatta.pipeline.llm.backends._server import Server, printable_error
from ragatta.pipeline.llm.seam import (
    BrokenReply,
    Completion,
    Filtered,
    InvalidReply,
    ModelError,
    ModelIdentity,
    ModelUnavailable,
    Request,
)
from ragatta.pipeline.machine.clock import running_time
from ragatta.pipeline.plugins.identity import digest

if TYPE_CHECKING:
    import httpx

    from ragatta.pipeline.llm.backends._bounded import Reader

METHODS = ("POST", "GET")
OPTIONS = ("method", "headers", "streamed")
_FOR_ALL = (401, 403, 404, 405)  # what no other question would mend
HINTS = {  # the setting that may be wrong
    400: "architecture.external.request", 401: "architecture.service.options.headers, api_key_env",
    403: "architecture.service.options.headers, api_key_env", 404: "architecture.service.base_url, the whole address",
    405: "architecture.service.options.method", 422: "architecture.external.request",
}  # fmt: skip
STREAMED = "architecture.service.options.streamed"
WHOLE = "@"  # of options.streamed: a piece as a whole
# Names and kinds of events of LangServe, Dify, OpenAI's Responses and Assistants, and the AI SDK
FAILURE = re.compile(r"(?:(?:response|thread\.run)\.)?(?:error|failed|incomplete|cancelled|expired|abort(?:ed)?)")
FINISHED = "workflow_finished"  # of Dify: well, or with an error in its data
SHOWN = 12  # keys of a stream's objects that an error lists
WINDOW = 10**7  # tokens: a question always fits


@dataclass(frozen=True)
class Http(Service):
    """As the module says."""

    IN_FLIGHT: ClassVar[int] = 8

    def connect(self) -> Endpoint:
        """Opens no connection yet. Raises ModelUnavailable for settings that no endpoint has."""
        import httpx
        import jmespath

        from ragatta.pipeline.llm.backends._bounded import Bounded

        options = self.options
        problems = [f"options.{name}: known are {', '.join(OPTIONS)}" for name in sorted(options.keys() - set(OPTIONS))]
        method, headers = str(options.get("method", "POST")).upper(), options.get("headers", {})
        problems += [] if method in METHODS else [f"options.method ({method}) must be one of {', '.join(METHODS)}"]
        problems += [] if self.base_url else ["base_url: must be the address of the endpoint"]
        if not isinstance(headers, Mapping):
            problems.append("options.headers: by the name of each the environment variable that holds it")
        streamed = str(options.get("streamed", ""))
        try:
            jmespath.compile(streamed or "@")
        except jmespath.exceptions.JMESPathError as fault:
            reason = str(fault).splitlines()[0]
            problems.append(f"options.streamed ({streamed}) must be a JMESPath expression: {reason}")
        if problems:
            raise ModelUnavailable("; ".join(f"architecture.service.{problem}" for problem in problems))
        url = self.base_url if "//" in self.base_url else f"http://{self.base_url}"
        key = key_in(self.api_key_env) if self.api_key_env else ""
        sent = {str(name).lower(): _value(name, variable) for name, variable in headers.items()}
        start = "start it, or set architecture.service.base_url"
        kind = f"an endpoint that replies with JSON (of a stream {STREAMED} says where its text is)"
        server = Server(kind, "endpoint", printable(url), start, self.timeout_s)
        transport = Bounded(url, server, {**bearer(key), **sent}, lambda _: bool(streamed), _reader(streamed))
        client = httpx.Client(timeout=self.timeout_s, transport=transport)
        secrets = tuple(filter(None, (key, *sent.values())))
        query = urlsplit(url).query
        told_apart = digest([query, options]) if query or options else ""
        return Endpoint(client, server, url, self.model, method, streamed, secrets, told_apart)


@dataclass
class Endpoint:
    """A backend over an HTTP endpoint. `model` is the version that you give your system."""

    client: httpx.Client
    server: Server
    url: str
    model: str
    method: str = "POST"
    streamed: str = ""
    secrets: tuple[str, ...] = field(default=(), repr=False)
    told_apart: str = ""  # a digest of what sets it apart from others of its path
    cacheable: bool = True

    def identity(self, model: str | None = None) -> ModelIdentity:
        """Host and path, the version that `architecture.service.model` names, else the path, and a digest of query and
        options, without what the headers hold: it says nothing of itself."""
        path = urlsplit(self.url).path
        return ModelIdentity(f"http {self.server.where}{path}", model or self.model or path or "/", self.told_apart)

    def context_window(self, model: str | None = None) -> int:  # noqa: ARG002
        return WINDOW

    def check_tools(self, model: str | None = None) -> None:
        """Nobody offers it tools."""

    def complete(self, request: Request) -> Completion:
        """The reply's JSON text. Raises ModelError."""
        body = json.loads(request.messages[-1].content)
        start = running_time()
        sent = {"json": body} if self.method == "POST" else {"params": _query(body)}
        reply = self.client.request(self.method, self.url, **sent)
        self._check(reply)
        lines = map(json.loads, reply.text.split("\n"))
        received: list[Event] = [(name, value) for name, value in lines] if self.streamed else [("", next(lines))]
        reasons = self._reasons(received)
        text = self._joined(received) if self.streamed else reply.text
        for secret in map(_written, self.secrets):  # a reply that quotes its headers is written down
            text = text.replace(secret, "***") if len(secret) >= LEAST_SECRET else text
        return Completion(text, 0, 0, running_time() - start, cut=bool(reasons & LENGTH))

    def _check(self, reply: Any) -> None:
        if reply.status_code >= 400:
            error = json.loads(reply.content)["error"]
            words = json.dumps(error, ensure_ascii=False)
            for secret in self.secrets:
                words = masked(words, secret)
            if is_filter(error):
                raise Filtered(
                    f"a filter of content at {self.server.where} refused the question ({reply.status_code}): {words}"
                )
            refused = ModelUnavailable if reply.status_code in _FOR_ALL else ModelError
            hint = f"; see {HINTS[reply.status_code]}" if reply.status_code in HINTS else ""
            raise refused(f"{self.server.where} refused the question ({reply.status_code}): {words}{hint}")

    def _reasons(self, received: Sequence[Event]) -> set[str]:
        """Why the reply ended, as it says. Raises ModelError where it says that it failed, or was cut."""
        where = self.server.where
        if failure := next(filter(None, (_failure(*each) for each in received)), "") if self.streamed else "":
            for secret in self.secrets:
                failure = masked(failure, secret)
            raise BrokenReply(f"{where} failed while it answered: {failure}")
        found = {reason(value) for _, value in received}
        if filtered := found & FILTERED:
            raise Filtered(f"{where} ended its answer with {min(filtered)}: a filter of content took the rest")
        if found & FAILED:
            raise BrokenReply(f"{where} failed while it answered: it ended with {min(found & FAILED)}")
        if lacking := cut_short(received) if self.streamed else "":
            raise BrokenReply(f"the reply from {where} broke off: {lacking}")
        return found

    def _joined(self, received: Sequence[Event]) -> str:
        """The events of a stream as one object: each piece of the answer in its turn, the last of everything else, a
        list under its event's name. Raises InvalidReply where no piece is found."""
        import jmespath

        whole: dict[str, Any] = {}
        pieces = []
        for name, each in received:
            try:
                piece = None if each is None else jmespath.search(self.streamed, each)
            except jmespath.exceptions.JMESPathError as fault:  # of a function, over values of another type
                raise InvalidReply(f"{STREAMED} ({self.streamed}): {str(fault).splitlines()[0]}") from fault
            pieces += [piece] if isinstance(piece, str) else []
            whole |= each if isinstance(each, dict) else {name: each} if name and isinstance(each, list) else {}
        if not pieces:
            keys = ", ".join(list(whole)[:SHOWN])
            raise InvalidReply(f"{STREAMED} ({self.streamed}) finds no text in the stream, whose objects have: {keys}")
        return json.dumps({**whole, "answer": "".join(pieces)}, ensure_ascii=False)


def _failure(name: str, value: Any) -> str:
    """What an event of that name says if it is the failure of the whole answer, else "": by its name, its kind, or a
    key `error`. A tool or step that failed is not yet the answer's failure; limits and filters have rules of their
    own."""
    fields = value if isinstance(value, dict) else {}
    ended = fields.get("data") if FINISHED in kinds((name, value)) else None
    error = fields.get("error") or (ended.get("error") if isinstance(ended, dict) else None)
    failed = any(map(FAILURE.fullmatch, kinds((name, value)))) and reason(value) not in LENGTH | FILTERED
    return printable_error(error or value or name) if error or failed else ""


def _written(secret: str) -> str:
    """As a JSON text has it."""
    return json.dumps(secret)[1:-1]


def _query(body: Any) -> dict[str, Any]:
    return body if isinstance(body, dict) else {"question": body}


def _reader(streamed: str) -> Reader:
    if streamed:
        return lambda body, _: (pieces if streamed == WHOLE else events)(body)
    return partial(objects, kinds=(dict, list, str, int, float))


def _value(header: str, variable: Any) -> str:
    if value := key_in(str(variable)):
        return value
    raise ModelUnavailable(f"architecture.service.options.headers.{header}: the variable {variable} is not set")
