"""An endpoint, a callable and a file in a model's place: what each sends, returns and refuses."""

from __future__ import annotations

import asyncio
import json
import re
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest
from pydantic import BaseModel

from ragatta.extensions.contestants.exchange import External, read_reply
from ragatta.extensions.contestants.services.http import Http
from ragatta.extensions.contestants.services.predictions import Predictions
from ragatta.extensions.contestants.services.python import Python
from ragatta.extensions.contestants.task import AskSystem
from ragatta.pipeline.llm.ask import Asker
from ragatta.pipeline.llm.backend import LLM
from ragatta.pipeline.llm.backends._endings import PROTOCOLS, Protocol
from ragatta.pipeline.llm.seam import (
    BrokenReply,
    Filtered,
    InvalidReply,
    Message,
    ModelBusy,
    ModelError,
    ModelUnavailable,
    Notifies,
    Request,
    Taught,
)
from ragatta.pipeline.types import Exchange, Options, Question
from tests.standins.endpoint_server import EndpointServer

SECRET = "sesame-open-1234"


def asked(body: Any, question: str = "Why?") -> Request:
    return Request(AskSystem(question), (Message("user", json.dumps(body)),), {}, Options())


def endpoint(server: EndpointServer, **options: Any) -> Any:
    return Http(base_url=f"{server.address}/ask", options=options, timeout_s=5).connect()


def test_an_endpoint_gets_the_request_and_its_headers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MY_TOKEN", SECRET)
    with EndpointServer(replies={"answer": "so"}) as server:
        backend = endpoint(server, headers={"X-Token": "MY_TOKEN"})
        done = backend.complete(asked({"q": "Why?"}))
        assert json.loads(done.text) == {"answer": "so"}
        assert server.chats == [{"q": "Why?"}]
        assert server.exchanges[0].headers["x-token"] == SECRET
        assert SECRET not in repr(backend)
        assert backend.identity().provider == f"http {server.address.removeprefix('http://')}/ask"
        others = [f"{server.address}{path}" for path in ("/ask", "/other", "/ask?of=b")]
        versions = {Http(model="v1", base_url=url).connect().identity() for url in others}
        assert len({*versions, endpoint(server, method="get").identity()}) == 4, "of one host and version"
        assert len({each.digest for each in versions}) == 2, "replicas may differ in host and path"


def test_a_reply_that_quotes_its_headers_gives_no_key_away(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MY_TOKEN", SECRET)
    with EndpointServer(replies={"answer": f"basic cover, asked with {SECRET}"}) as server:
        done = endpoint(server, headers={"X-Token": "MY_TOKEN"}).complete(asked("Why?"))
    assert json.loads(done.text) == {"answer": "basic cover, asked with ***"}
    with EndpointServer(replies=500, refusal=f"bad {SECRET}") as server, pytest.raises(ModelBusy) as raised:
        endpoint(server, headers={"X-Token": "MY_TOKEN"}).complete(asked("Why?"))
    assert "bad ***" in str(raised.value)


def test_predictions_of_another_editor_are_read(tmp_path: Path) -> None:
    file = tmp_path / "made.jsonl"
    file.write_bytes('\ufeff{"question": "Why?", "answer": "a\u2028b"}\r\n\r\n'.encode())
    settings = Predictions(options={"file": str(file)})
    assert json.loads(settings.connect().complete(asked("Why?")).text) == {"answer": "a\u2028b"}
    for content, words in ((b"", "has no answers"), (b"\xff\xfe{", "must be UTF-8")):
        file.write_bytes(content)
        with pytest.raises(ModelUnavailable, match=words):
            settings.connect()


def test_predictions_without_end_are_refused_before_they_are_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "made.jsonl"
    with file.open("wb") as stream:
        stream.truncate(40 << 30)
    monkeypatch.setattr("os.read", lambda *_: pytest.fail("it is read"))
    with pytest.raises(ModelUnavailable, match=r"options\.file \(.*made\.jsonl'\): larger than 256 MiB; divide"):
        Predictions(options={"file": str(file)}).connect()


def test_a_query_is_sent_by_get() -> None:
    with EndpointServer(replies={"answer": "so"}) as server:
        endpoint(server, method="get").complete(asked("Why?"))
        assert server.exchanges[0].path == "/ask"
        assert server.exchanges[0].body is None


def test_a_stream_of_events_is_one_reply() -> None:
    events = [{"delta": "4"}, {"delta": "2"}, {"sources": ["so"]}]
    with EndpointServer(replies=events, streamed=True) as server:
        done = endpoint(server, streamed="delta").complete(asked("Why?"))
    assert json.loads(done.text) == {"delta": "2", "sources": ["so"], "answer": "42"}


@pytest.mark.parametrize(
    "body",
    [
        b'data: "The fee"\n\ndata: " is\\n$25"\n\ndata: [DONE]\n\n',
        b"event: token\ndata: The fee\n\ndata:  is\ndata: $25\n\ndata: [DONE]\n\n",
        b'"The fee"\n" is\\n$25"\n',
        b"event: token\ndata: The fee\n\nevent: token\ndata:  is\ndata: $25\n\nevent: metadata\ndata: {}\n\n",
        b"The fee is\n$25",
    ],
)
def test_the_pieces_of_a_stream_may_be_texts(body: bytes) -> None:
    with EndpointServer(replies=body) as server:
        assert json.loads(endpoint(server, streamed="@").complete(asked("Why?")).text) == {"answer": "The fee is\n$25"}


@pytest.mark.parametrize(
    ("events", "words"),
    [
        ([{"d": "4"}, {"d": "2"}], r"options\.streamed \(delta\) finds no text in the stream, whose objects have: d"),
        ([{"delta": "4"}, {"error": "out of memory"}], "failed while it answered: .*out of memory"),
    ],
)
def test_a_stream_without_an_answer_is_none(events: Any, words: str) -> None:
    with EndpointServer(replies=events, streamed=True) as server, pytest.raises(ModelError, match=words):
        endpoint(server, streamed="delta").complete(asked("Why?"))


@pytest.mark.parametrize(
    ("stream", "streamed", "reply"),
    [
        ('data: {\ndata:  "delta": "42"}\n\ndata: [DONE]\n\n', "delta", {"delta": "42"}),
        ('data: {"delta": "4"}\r\ndata: {"delta": "2"}\r\ndata: [DONE]\r\n', "delta", {"delta": "2"}),
        ('{"delta": "4"}\n[1]\n{"delta": "2"}\n', "delta", {"delta": "2"}),
        ('data: {"delta": "42"}\n\nevent: sources\ndata: ["so"]\n\n', "delta", {"delta": "42", "sources": ["so"]}),
        ('event: m\ndata: [{"content": "42"}]\n\n: ping\n\ndata: null\n\n', "[0].content", {"m": [{"content": "42"}]}),
        ('event: data\ndata: "4"\n\ndata: "2"\n\nevent: end\n\n', "@", {}),
        ('data: {"event": "node_finished", "data": {"error": "again"}}\n\ndata: {"d": "42"}\n\n', "d", None),
    ],
    ids=["data over lines", "no empty lines", "lines", "named list", "list of pieces", "texts", "a failed step"],
)  # fmt: skip
def test_events_of_many_forms_are_read(stream: str, streamed: str, reply: Any) -> None:
    with EndpointServer(replies=stream.encode()) as server:
        said = json.loads(endpoint(server, streamed=streamed).complete(asked("Why?")).text)
    assert said.pop("answer") == "42"
    assert reply is None or said == reply


@pytest.mark.parametrize(
    "event",
    [
        'event: error\ndata: {"status_code": 500, "message": "overloaded"}',
        'event: error\ndata: "overloaded"',
        'data: {"event": "error", "status": 400, "message": "overloaded"}',
        'data: {"event": "workflow_finished", "data": {"status": "failed", "error": "overloaded"}}',
        'event: response.failed\ndata: {"type": "response.failed", "response": {"error": {"message": "overloaded"}}}',
        'data: {"type": "response.incomplete", "response": {"incomplete_details": "overloaded"}}',
        'data: {"type": "error", "errorText": "overloaded"}',
        'data: {"error": {"message": "overloaded"}}',
    ],
)
@pytest.mark.parametrize(("first", "streamed"), [("320", "@"), ('"320"', "@"), ('{"delta": "320"}', "delta")])
def test_half_an_answer_is_none(first: str, streamed: str, event: str) -> None:
    stream = f"event: data\ndata: {first}\n\n{event}\n\n"
    with EndpointServer(replies=stream.encode()) as server, pytest.raises(BrokenReply, match=r"failed .*overloaded"):
        endpoint(server, streamed=streamed).complete(asked("Why?"))


def sse(*values: Any) -> str:
    return "".join(f"data: {json.dumps(value)}\n\n" for value in values)


DELTA = {"choices": [{"delta": {"content": "320"}, "finish_reason": None}]}
CONTENT = "choices[0].delta.content"
STREAMS = {  # of each protocol: what says the answer, what ends it, and where the text is
    "Chat Completions": (sse(DELTA), sse({"choices": [{"delta": {}, "finish_reason": "stop"}]}), CONTENT),
    "Responses": (
        sse({"type": "response.output_text.delta", "delta": "320"}), sse({"type": "response.completed"}), "delta",
    ),
    "Assistants": (
        'event: thread.message.delta\ndata: {"delta": "320"}\n\n', "event: done\ndata: [DONE]\n\n", "delta",
    ),
    "Anthropic's Messages": (
        sse({"type": "message_start"}, {"type": "content_block_delta", "delta": {"text": "320"}}),
        sse({"type": "message_stop"}), "delta.text",
    ),
    "Ollama": ('{"response": "320", "done": false}\n', '{"response": "", "done": true}\n', "response"),
    "Dify": (
        sse({"event": "message", "task_id": "t", "answer": "320"}), sse({"event": "message_end", "id": "t"}), "answer",
    ),
    "LangServe": ('event: data\ndata: "320"\n\n', "event: end\n\n", "@"),
    "AI SDK": (sse({"type": "text-delta", "delta": "320"}), sse({"type": "finish"}), "delta"),
}  # fmt: skip


def streamed(stream: str, where: str) -> Any:
    with EndpointServer(replies=stream.encode()) as server:
        return endpoint(server, streamed=where).complete(asked("Why?"))


@pytest.mark.parametrize("protocol", PROTOCOLS, ids=lambda protocol: protocol.name)
def test_a_stream_without_its_end_is_broken_off(protocol: Protocol) -> None:
    said, end, where = STREAMS[protocol.name]
    for whole in (end, "data: [DONE]\n\n") if "data:" in said else (end,):
        assert json.loads(streamed(said + whole, where).text)["answer"] == "320"
    with pytest.raises(BrokenReply, match=re.escape(f"broke off: a stream of {protocol.name} must end with")):
        streamed(said, where)


def test_the_protocols_are_those_of_the_docs() -> None:
    told = Path("extensions/contestants/README.md").read_text(encoding="utf-8")
    assert re.findall(r"^\| (.+?) \| .+ \| `.+ \|$", told.partition("| stream |")[2], re.MULTILINE) == [*STREAMS]


@pytest.mark.parametrize(
    ("stream", "where"),
    [
        (sse({"d": "3"}) + 'data: {"d": "20"}', "d"),
        (sse({"d": "3"}) + 'data: {"d": "20"}\n', "d"),
        (sse({"d": "3"}) + 'data: {"d": "2', "d"),
        ("data: 3\n\ndata: 20", "@"),
        ('{"d": "3"}\n{"d": "2', "d"),
    ],
)
def test_an_event_that_is_cut_is_no_answer(stream: str, where: str) -> None:
    with pytest.raises(BrokenReply, match="broke off: the stream ended within an event"):
        streamed(stream, where)


@pytest.mark.parametrize("stream", [
    sse({"d": "320"}), 'data: {"d": "320"}', '{"d": "3"}\n{"d": "20"}', sse({"d": "320"}) + ": ping",
    sse({"event": "message", "d": "320"}), sse({"d": "320", "done": True}) + "data: [DONE]",
])  # fmt: skip
def test_a_stream_that_shows_no_end_is_not_judged(stream: str) -> None:
    assert json.loads(streamed(stream, "d").text)["answer"] == "320"


ENDS = {  # where each protocol, and a whole reply, says why the answer ended
    "Chat Completions": ({"choices": [{"delta": {"content": "320"}, "finish_reason": "@"}]}, CONTENT),
    "Chat Completions, whole": ({"choices": [{"message": {"content": "320"}, "finish_reason": "@"}]}, ""),
    "Ollama": ({"response": "320", "done": True, "done_reason": "@"}, "response"),
    "Anthropic": ({"type": "message_delta", "delta": {"stop_reason": "@", "text": "320"}}, "delta.text"),
    "Responses": ({"type": "response.incomplete", "text": "320", "incomplete_details": {"reason": "@"}}, "text"),
    "Responses, whole": ({"output_text": "320", "incomplete_details": {"reason": "@"}}, ""),
}


@pytest.mark.parametrize("name", ENDS)
@pytest.mark.parametrize("why", ["max_tokens", "length", "content_filter", "error"])
def test_the_reason_of_an_end_is_read(name: str, why: str) -> None:
    said, where = ENDS[name]
    with EndpointServer(replies=json.dumps(said).replace('"@"', f'"{why}"').encode()) as server:
        backend = endpoint(server, **({"streamed": where} if where else {}))
        if why in ("max_tokens", "length"):
            assert backend.complete(asked("Why?")).cut
            return
        with pytest.raises(InvalidReply, match=why) as raised:
            backend.complete(asked("Why?"))
    assert isinstance(raised.value, BrokenReply) == (why == "error"), "only a failure is tried again"


def test_an_answer_that_its_limit_cut_counts_and_its_call_says_so() -> None:
    said = {"answer": "320", "finishReason": "length"}
    with EndpointServer(replies=json.dumps(said).encode()) as server:
        asker = Asker(endpoint(server), None)
        assert json.loads(asker.fetch(AskSystem("Why?", ()), "{}", lambda _: True)) == said
    assert [call.error for call in asker.calls] == ["the system's own limit of tokens cut the reply"]


def test_a_stream_that_is_not_expected_names_its_setting() -> None:
    with EndpointServer(replies=[{"delta": "4"}], streamed=True) as server, pytest.raises(InvalidReply) as raised:
        endpoint(server).complete(asked("Why?"))
    assert "of a stream architecture.service.options.streamed says where its text is" in str(raised.value)


def test_the_error_of_a_content_filter_is_no_refusal_of_the_request() -> None:
    with EndpointServer(replies=400, refusal="Content Exists Risk") as server, pytest.raises(Filtered) as raised:
        endpoint(server).complete(asked("Why?"))
    assert 'refused the question (400): "Content Exists Risk"' in str(raised.value)


@pytest.mark.parametrize("reply", [[{"answer": "so"}], "so", 7, True])
def test_any_value_of_json_is_a_reply(reply: Any) -> None:
    with EndpointServer(replies=json.dumps(reply).encode()) as server:
        assert json.loads(endpoint(server).complete(asked("Why?")).text) == reply


@pytest.mark.parametrize(
    ("reply", "kind"),
    [(401, ModelUnavailable), (404, ModelUnavailable), (422, ModelError), (429, ModelBusy), (b"<html>", InvalidReply)],
)
def test_refusals_are_those_of_a_model_server(reply: Any, kind: type[Exception]) -> None:
    with EndpointServer(replies=reply) as server, pytest.raises(kind) as raised:
        endpoint(server).complete(asked("Why?"))
    assert type(raised.value) is kind or kind is not ModelError


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        (Http(), "architecture.service.base_url: must be the address"),
        (Http(base_url="x", options={"verb": "PUT"}), r"options\.verb: known are method, headers, streamed"),
        (Http(base_url="x", options={"streamed": "a["}), r"options\.streamed \(a\[\) must be a JMESPath"),
        (Http(base_url="x", options={"method": "PUT"}), r"options\.method \(PUT\) must be one of POST, GET"),
        (Http(base_url="x", options={"headers": {"X": "NOT_SET_ANYWHERE"}}), "NOT_SET_ANYWHERE is not set"),
    ],
)
def test_an_endpoint_that_cannot_be_is_refused(settings: LLM, words: str) -> None:
    with pytest.raises(ModelUnavailable, match=words):
        settings.connect()


class Document(BaseModel):
    page_content: str


@dataclass
class Response:
    response: str
    source_nodes: list[Document]


class Chain:
    def invoke(self, question: str) -> Response:
        return Response(f"because of {question}", [Document(page_content="so")])


class Raises:
    def query(self, question: str) -> str:
        raise KeyError(question)


class Knot:
    def __init__(self) -> None:
        self.me, self.text = self, "in itself"


def ask(question: str) -> dict[str, str]:
    return {"answer": question}


def knotted(question: str) -> Knot:  # noqa: ARG001
    return Knot()


def not_a_number(question: str) -> float:  # noqa: ARG001
    return float("nan")


async def later(question: str) -> dict[str, str]:
    return {"answer": question}


async def loop_of(question: str) -> dict[str, int]:  # noqa: ARG001
    return {"answer": id(asyncio.get_running_loop())}


async def leaves(question: str) -> None:  # noqa: ARG001
    raise SystemExit(2)


def in_bytes(question: str) -> bytes:
    return f"because of {question}".encode()


def in_latin(question: str) -> bytes:  # noqa: ARG001
    return b"\xe9"


def pieces(question: str) -> Any:
    yield question


chain, raises, held = Chain(), Raises(), {"deep": Chain()}


def called(name: str) -> Any:
    return Python(options={"target": f"{__name__}:{name}"}).connect().complete(asked("Why?"))


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("ask", {"answer": "Why?"}),
        ("later", {"answer": "Why?"}),
        ("in_bytes", "because of Why?"),
        ("chain", {"response": "because of Why?", "source_nodes": [{"page_content": "so"}]}),
        ("knotted", {"me": None, "text": "in itself"}),
    ],
)
def test_a_callable_is_asked_as_it_is(name: str, said: Any) -> None:
    assert json.loads(called(name).text) == said


def test_all_coroutines_run_in_one_loop_that_stays_open() -> None:
    with pytest.raises(ModelError):
        called("leaves")
    assert called("loop_of").text == called("loop_of").text


@pytest.mark.parametrize(("name", "words"), [
    ("raises", "raised KeyError: 'Why\\?'"), ("not_a_number", "as JSON"), ("pieces", "returned a stream"),
    ("leaves", "raised SystemExit: 2"), ("in_latin", "as JSON: .* can't decode byte"),
])  # fmt: skip
def test_what_a_callable_raises_is_the_failure_of_one_question(name: str, words: str) -> None:
    with pytest.raises(ModelError, match=words):
        called(name)


@pytest.mark.parametrize(
    ("target", "words"),
    [
        ("", r"must be module:function"),
        ("no_such_module:x", "cannot be imported .ModuleNotFoundError: .*; options.folder is /"),
        (f"{__name__}:absent", "cannot be imported .AttributeError"),
        (f"{__name__}:Chain", "is no function"),
        (f"{__name__}:held", "is no function"),
    ],
)
def test_a_target_that_cannot_be_asked_is_refused(target: str, words: str) -> None:
    with pytest.raises(ModelUnavailable, match=words):
        Python(options={"target": target}).connect()


def test_a_module_of_the_same_name_is_not_taken_for_it(tmp_path: Path) -> None:
    (tmp_path / "json.py").write_text("def dumps(question): ...")
    with pytest.raises(ModelUnavailable, match=r"json is .*__init__\.py here, not that of .*; .* rename yours"):
        Python(options={"target": "json:dumps", "folder": str(tmp_path)}).connect()


def test_callables_of_one_module_and_version_are_told_apart() -> None:
    targets = (f"{__name__}:{name}" for name in ("ask", "chain"))
    both = [Python(model="v1", options={"target": target}).connect().identity() for target in targets]
    assert len({*both}) == 2


def predicted(path: Path, *lines: Any) -> Any:
    path.write_text("\n".join(line if isinstance(line, str) else json.dumps(line) for line in lines))
    return Predictions(options={"file": str(path)}).connect()


def test_predictions_are_found_by_question_or_id(tmp_path: Path) -> None:
    file = tmp_path / "made.jsonl"
    backend = predicted(file, {"question": "Why  so?", "answer": "1"}, "", {"id": "q2", "answer": "2", "passages": []})
    backend.ids = {("How?", (), ()): "q2", ("When?", (), ()): "q3"}
    assert json.loads(backend.complete(asked("", "Why so?")).text) == {"answer": "1"}
    assert json.loads(backend.complete(asked("", "How?")).text) == {"answer": "2", "passages": []}
    with pytest.raises(ModelError, match=r"made\.jsonl has no answer to this question"):
        backend.complete(asked("", "When?"))


def test_predictions_name_the_turns_of_conversations_by_their_ids(tmp_path: Path) -> None:
    lines = [{"id": f"{name}_2", "question": "And in 2022?", "answer": name} for name in ("fee", "toll")]
    turns = {name: (Exchange(f"What is the {name}?", "$25"),) for name in ("fee", "toll")}
    gold = [Question(f"{name}_2", "And in 2022?", "number", "1", turns=turns[name]) for name in turns]
    backend = predicted(tmp_path / "made.jsonl", *lines).taught(gold)
    for name in turns:
        own = (Exchange(f"What is the {name}?", "another answer"),)
        for before in (turns[name], own):
            request = replace(asked("", "And in 2022?"), task=AskSystem("And in 2022?", (), before))
            assert json.loads(backend.complete(request).text) == {"answer": name}
    first = {**lines[0], "answer": "of the fee"}
    for others in ((), ({"question": "And in 2022?", "answer": "of any"},)):
        backend = predicted(
            tmp_path / "made.jsonl", {**first, "question": "" if others else first["question"]}, *others
        )
        one, other = (
            replace(asked("", "And in 2022?"), task=AskSystem("And in 2022?", (), turns[name])) for name in turns
        )
        assert json.loads(backend.taught(gold).complete(one).text) == {"answer": "of the fee"}
        with pytest.raises(ModelError, match="2 questions have its words, so that each needs an id"):
            backend.taught(gold).complete(other)


@pytest.mark.parametrize("line", [
    {"user_input": "Why?"}, {"input": "Why?"}, {"query": "Why?"}, {"inputs": {"question": "Why?"}},
    {"vars": {"query": "Why?"}}, {"id": None, "question": "Why?"}, {"question": None, "input": "Why?"},
])  # fmt: skip
def test_a_question_stands_where_other_tools_write_it(tmp_path: Path, line: dict[str, Any]) -> None:
    lines = [{**line, "answer": float("nan")}, {**json.loads(json.dumps(line).replace("Why", "How")), "answer": "2"}]
    backend = predicted(tmp_path / "made.jsonl", *lines)
    assert json.loads(backend.complete(asked("", "Why?")).text)["answer"] is None, "a NaN is no answer"
    assert json.loads(backend.complete(asked("", "How?")).text)["answer"] == "2"


def test_a_setting_says_where_a_question_stands(tmp_path: Path) -> None:
    (tmp_path / "made.jsonl").write_text('{"row": {"q": "Why?", "nr": 3}, "answer": "1"}')
    options = {"file": str(tmp_path / "made.jsonl"), "question": "row.q", "id": "row.nr"}
    assert Predictions(options=options).connect().lines == [{("question", "Why?"), ("id", "3")}]
    with pytest.raises(ModelUnavailable, match=r"options\.id \(a\[\) must be a JMESPath expression"):
        Predictions(options={**options, "id": "a["}).connect()


def test_questions_of_the_same_words_about_other_documents_are_told_apart_by_their_ids(tmp_path: Path) -> None:
    lines = [{"id": one, "question": "Why?", "answer": one} for one in ("q1", "q2", "gone")]
    backend = predicted(tmp_path / "made.jsonl", *lines)
    backend.ids = {("Why?", (name,), ()): one for name, one in (("a.pdf", "q1"), ("b.pdf", "q2"))}
    for documents, identity in ((("b.pdf",), "q2"), (("a.pdf",), "q1")):
        said = backend.complete(replace(asked(""), task=AskSystem("Why?", documents))).text
        assert json.loads(said) == {"answer": identity}
    assert backend.unasked() == ["gone"]


def test_the_lines_that_answer_no_question_are_said_once_the_gold_is_read(tmp_path: Path) -> None:
    backend, said = predicted(tmp_path / "made.jsonl", *({"id": one, "answer": one} for one in ("q1", "gone"))), []
    assert isinstance(backend, Taught)
    assert isinstance(backend, Notifies)
    backend.say = said.append
    known = backend.taught([Question("q1", "Why?", "text", documents=("a.pdf",))])
    assert said == [f"{backend.path}: 1 of 2 predictions not used: the dataset has no question or id 'gone'"]
    for documents in ((), ("a.pdf",)):
        task = AskSystem("Why?", documents)
        assert json.loads(known.complete(replace(asked(""), task=task)).text) == {"answer": "q1"}


ONE = {"vars": {"question": "Why?", "context": "Since."}, "response": {"output": "So."}}


@pytest.mark.parametrize("whole", [[ONE], {"evalId": "e", "results": {"results": [ONE]}}, {"testCases": [ONE]}, ONE])
@pytest.mark.parametrize("indent", [None, 2])
def test_a_json_file_is_a_list_of_answers_or_holds_one(tmp_path: Path, whole: object, indent: int | None) -> None:
    backend = predicted(tmp_path / "made.json", json.dumps(whole, indent=indent))
    assert read_reply(External(), backend.complete(asked("Why?")).text).text == "So."


@pytest.mark.parametrize(
    ("lines", "words"),
    [
        (['{"id": "a"}', "{"], "line 2: not JSON"),
        (["[1]"], "answer 1: must be a JSON object"),
        (["1"], "line 1: must be a JSON object"),
        (["[", '{"id": "a"}'], "file: not JSON"),
        (["{", '"rows": []}'], "line 1: must have a question or an id, and has: rows; "),
        (['{"answer": "a", "q": "?"}'], "line 1: must have a question or an id, and has: answer, q; .*question and"),
        (['{"id": "a"}', '{"id": "a"}'], "line 2: a second answer to 'a'; remove one"),
    ],
)
def test_a_file_that_cannot_be_read_says_where(tmp_path: Path, lines: list[str], words: str) -> None:
    with pytest.raises(ModelUnavailable, match=words):
        predicted(tmp_path / "x.jsonl", *lines)
    with pytest.raises(ModelUnavailable, match=r"must be a \.jsonl or \.json file of answers; there is none at /"):
        Predictions(options={"file": "nowhere.jsonl"}).connect()


def test_ids_that_only_count_rows_change_no_answer_that_its_words_find(tmp_path: Path) -> None:
    gold = [Question(str(number), f"What is fee {number}?", "number", "1") for number in (1, 2)]
    rows = [{"id": number - 1, "question": f"What is fee {number}?", "answer": f"{number}"} for number in (1, 2)]
    backend = predicted(tmp_path / "made.jsonl", *rows).taught(gold)
    for one in gold:
        request = replace(asked("", one.question), task=AskSystem(one.question, (), ()))
        assert json.loads(backend.complete(request).text) == {"answer": one.id}
