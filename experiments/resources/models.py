"""The models of a sweep: those that answer, the judge, and their recorded replies."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ragatta.experiments.on_record.places import OWN, Records
from ragatta.experiments.resources.judge import Judge
from ragatta.experiments.resources.once import Once
from ragatta.pipeline.configuration import Pipeline
from ragatta.pipeline.llm.ask import Asker
from ragatta.pipeline.llm.backend import BACKENDS, LLM
from ragatta.pipeline.llm.endpoint import Endpoint, Replicas
from ragatta.pipeline.llm.meter import UNLIMITED, Limits, Meter, Price
from ragatta.pipeline.llm.pace import Pace
from ragatta.pipeline.llm.recorded import connected
from ragatta.pipeline.llm.replies import Replies
from ragatta.pipeline.llm.retry import Retries
from ragatta.pipeline.llm.seam import Backend, ModelIdentity, Notifies, Taught
from ragatta.pipeline.llm.wrapped import ByModel, Checked, Outside
from ragatta.pipeline.plugins.checks import plain
from ragatta.pipeline.plugins.reach import is_outside
from ragatta.pipeline.types import Progress, Question

REPLY_SHARE = 0.75  # of a context window for the context: prompts, other tokenisers and the reply need the rest


class Models:
    """Connects to each backend once. A live one is, from outside in: recorded (Recording), tried again (Retries), the
    least busy of several servers (Replicas), each within its limits (Endpoint), checked where it is not our own
    (Checked). Raises ModelError."""

    def __init__(
        self,
        on_record: bool = False,
        workers: int = 0,
        limits: Limits = UNLIMITED,
        progress: Progress | None = None,
        gold: Sequence[Question] = (),
        records: Records = OWN,
    ) -> None:
        """`on_record`: models are looked up in the record, without connecting to a server. A server gets at
        most `workers` requests at once (0: as many as its backend takes); all of them together keep to the `limits`.
        `gold` is for backends that read it; `records` are where replies are kept."""
        self.on_record, self.records = on_record, records
        self.meter, self._workers = Meter(limits), workers
        self._progress, self._gold = progress, gold
        self._once = Once()
        self._asked_again: set[str] = set()

    def backend(self, llm: LLM) -> Backend:
        used = replace(llm, cache="only") if self.on_record else llm
        return self._once("backend", plain(used), lambda: connected(used, self._replies, self._connect))

    def _connect(self, llm: LLM) -> Backend:
        """A live backend, within the limits of its servers."""
        if not llm.ASKS_A_MODEL:
            return self._connected(llm)
        if models := llm.by_model():
            by_model = {name: self._connect(one) for name, one in models.items()}
            return ByModel(self._connect(llm.usual()), by_model, llm.model)
        each = [(self._connected(llm.at(url)), url) for url in llm.urls()]
        endpoints = [self._endpoint(backend, llm, url) for backend, url in each]
        servers = Replicas(endpoints) if len(endpoints) > 1 else endpoints[0]
        name, say = llm.model or llm.name, lambda words: self._note(llm.named(words))
        return llm.retried(Retries(servers, llm.patience_s, say, self.meter.waits, name))

    def _connected(self, llm: LLM) -> Backend:
        made = BACKENDS.made(llm.name, llm.connect, llm.connect(), Backend)
        if isinstance(made, Notifies):
            made.say = lambda words: self._note(llm.named(words))
        made = made.taught(self._gold) if isinstance(made, Taught) else made
        return Checked(made, llm.name) if is_outside(type(llm).__module__) else made

    def _note(self, words: str) -> None:
        if self._progress:
            self._progress(f"note: {words}", 1, 1)

    def _endpoint(self, backend: Backend, llm: LLM, url: str) -> Endpoint:
        """All models at an address share its limits."""
        server = [llm.name, url, llm.rpm, llm.tpm]
        pace = self._once("pace", server, lambda: Pace(self.in_flight(llm), llm.rpm, llm.tpm))
        return Endpoint(backend, pace, self.meter, Price(llm.price_in, llm.price_out), llm.model or llm.name)

    def in_flight(self, llm: LLM) -> int:
        """The number of requests that a server gets at once."""
        return self._workers or llm.IN_FLIGHT

    def _replies(self) -> Replies:
        return self._once("replies", None, lambda: Replies(self.records.replies))

    def asker(self, settings: Pipeline, sample: int = 0, mode: str = "") -> Asker:
        """The asker for one question, in the words of these settings; `mode` replaces llm.cache if it is given."""
        llm, backend = settings.llm, self.backend(settings.llm)
        replies = self._replies() if backend.cacheable else None
        replaced = settings.replacing()
        return Asker(backend, replies, mode or llm.cache, sample, llm.seed, llm.options, llm.omit, replaced)

    def judge(self, llm: LLM, retry_failed: bool) -> Judge:
        """The judge, with a record of its own."""
        return self._once("judge", [plain(llm), retry_failed], lambda: self._judge(llm, retry_failed))

    def _judge(self, llm: LLM, retry_failed: bool) -> Judge:
        replies = Replies(self.records.judgements)
        # A server that fails on one judgement (HTTP 500) is no reason to judge nothing more.
        backend = connected(llm, lambda: replies, lambda live: Outside(self._connect(live), live))
        return Judge(backend, llm, replies, retry_failed)

    def asks_again(self, llm: LLM, run_key: str) -> bool:
        """Whether finished answers are asked for again: with llm.cache=refresh, once per sweep and answer key."""
        again = llm.cache == "refresh" and run_key not in self._asked_again
        self._asked_again.add(run_key)
        return again

    def identities(self, settings: Pipeline) -> list[ModelIdentity]:
        """All models that are asked. Raises ModelUnavailable before any work if a model is
        missing, or calls no tools although its agent does."""
        backend, agents = self.backend(settings.llm), settings.architecture.agents()
        for model in {settings.model_of(name) for name, agent in agents.items() if agent.calls_tools}:
            backend.check_tools(model)
        return [backend.identity(model or None) for model in sorted(settings.models())]

    def context_tokens(self, settings: Pipeline) -> int:
        """The context budget of the answering agent: as set, or less if its model's window is small."""
        options = settings.answering()
        room = int(self.backend(settings.llm).context_window(options.model) * REPLY_SHARE) - options.max_tokens
        return max(100, min(settings.context_tokens, room))
