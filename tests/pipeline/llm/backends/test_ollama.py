"""Ollama over real HTTP, failures included, against a stand-in for its server."""

from __future__ import annotations

import pytest

from ragatta.pipeline.llm.ask import Asker
from ragatta.pipeline.llm.backends.ollama import Ollama
from ragatta.pipeline.llm.seam import ContextOverflow, InvalidReply, ModelError, ModelTimeout, ModelUnavailable
from tests.pipeline.llm.conftest import name_colour
from tests.standins.loopback import Said
from tests.standins.ollama_server import DIGEST

BLUE = '{"colour": "blue", "shades": []}'


@pytest.fixture
def asker(ollama_server):
    ollama_server.say(BLUE)
    return Asker(Ollama(base_url=ollama_server.base_url, timeout_s=5).connect(), None)


def test_the_identity_is_the_digest_not_the_tag(asker, ollama_server):
    asker.ask(name_colour())
    assert asker.calls[0].digest == DIGEST
    ollama_server.models = {"llama3.2:latest": "retagged"}
    other = Ollama(base_url=ollama_server.base_url).connect()
    assert other.identity().digest == "retagged"


def test_a_call_carries_schema_options_and_a_window_sized_to_it(asker, ollama_server):
    asker.ask(name_colour())
    (call,) = ollama_server.chats
    assert call["model"] == "llama3.2"
    assert call["format"]["required"] == ["colour", "shades"]
    assert "tools" not in call or not call["tools"]
    assert call["options"] == {"temperature": 0.0, "seed": 0, "num_predict": 64, "num_ctx": 1024}
    asker.ask(name_colour("the sea " * 700))
    assert ollama_server.chats[1]["options"]["num_ctx"] == 2048


def test_the_window_never_exceeds_the_model(asker, ollama_server):
    ollama_server.context_length = 1500
    asker.ask(name_colour("the sea " * 450, max_tokens=300))
    assert ollama_server.chats[0]["options"]["num_ctx"] == 1500


def test_timings_and_counts_are_the_servers(asker):
    asker.ask(name_colour())
    (call,) = asker.calls
    assert (call.seconds, call.tokens_out) == (1.5, -(-len(BLUE) // 7))
    assert call.tokens_in > 0


def test_options_go_where_the_server_reads_them(ollama_server):
    more = {"top_p": 0.9, "stop": ["\n\n"], "keep_alive": "10m", "think": False}
    backend = Ollama(base_url=ollama_server.base_url).connect()
    ollama_server.say(Said(BLUE))
    Asker(backend, None, more=more).ask(name_colour())
    (call,) = ollama_server.chats
    assert {name: call["options"][name] for name in ("top_p", "stop")} == {"top_p": 0.9, "stop": ["\n\n"]}
    assert (call["keep_alive"], call["think"]) == ("10m", False)


def test_the_server_is_down():
    backend = Ollama(base_url="http://127.0.0.1:9").connect()
    with pytest.raises(ModelUnavailable, match=r"no Ollama server at 127\.0\.0\.1:9; start it with `ollama serve`"):
        backend.identity()


def test_the_server_goes_down_between_calls(asker, ollama_server):
    asker.ask(name_colour())
    ollama_server.__exit__(None, None, None)
    asker._caller.backend.client.close()
    fresh = Ollama(base_url=ollama_server.base_url).connect()
    fresh._identities, fresh._about = asker._caller.backend._identities, asker._caller.backend._about
    with pytest.raises(ModelUnavailable, match="ollama serve"):
        Asker(fresh, None).ask(name_colour())


def test_the_model_is_missing(ollama_server):
    backend = Ollama(model="qwen3", base_url=ollama_server.base_url).connect()
    with pytest.raises(ModelUnavailable, match=r"no model 'qwen3'.*pull qwen3`, or .* one it has: llama3\.2:latest"):
        backend.identity()
    with pytest.raises(ModelUnavailable, match="`ollama pull qwen3`"):
        backend.context_window()


@pytest.mark.parametrize("said", [Said(BLUE, hang_s=3), Said(BLUE * 20, pause_s=0.05)])
def test_a_slow_reply_is_a_time_out(ollama_server, said):
    ollama_server.say(said)
    asker = Asker(Ollama(base_url=ollama_server.base_url, timeout_s=0.3).connect(), None)
    with pytest.raises(ModelTimeout, match=r"within 0\.3 s; raise llm\.timeout_s"):
        asker.ask(name_colour())
    assert asker.calls[0].error


@pytest.mark.parametrize("said", [Said(BLUE, cut=True), Said(raw=b'{"model": "llama3.2", "mess\n'), Said(raw=b"{}\n")])
def test_a_truncated_or_foreign_stream_is_invalid(asker, ollama_server, said):
    ollama_server.say(said)
    with pytest.raises(InvalidReply):
        asker.ask(name_colour())


def test_invalid_json_is_repaired_once_then_replaced(asker, ollama_server):
    ollama_server.say('{"colour": ', BLUE)
    assert asker.ask(name_colour()).colour == "blue"
    ollama_server.say("blue", '{"colour": [3, 4]}')
    assert asker.ask(name_colour("the sea")).colour == "unknown"
    assert [(call.repaired, call.fell_back) for call in asker.calls] == [
        (False, False),
        (True, False),
        (False, False),
        (False, True),
    ]


@pytest.mark.parametrize("read", [30, 1024])
def test_a_prompt_that_the_server_cut_is_an_overflow(asker, ollama_server, read):
    ollama_server.say(Said(BLUE, read=read))
    with pytest.raises(ContextOverflow, match="it cut the prompt"):
        asker.ask(name_colour("the sea " * 100))


def test_a_refusal_of_one_prompt_is_no_refusal_of_all(asker, ollama_server):
    ollama_server.say(Said(status=400, error="invalid format"))
    with pytest.raises(ModelError, match="invalid format") as refused:
        asker.ask(name_colour())
    assert not isinstance(refused.value, ModelUnavailable)


def test_a_refusal_tells_the_servers_words(asker, ollama_server):
    ollama_server.say(Said(status=500, error="model requires more system memory (3.5 GiB) than is available"))
    with pytest.raises(ModelUnavailable, match="requires more system memory"):
        asker.ask(name_colour())


@pytest.mark.parametrize("status", [400, 500])
def test_a_refused_form_of_replies_is_left_out_from_then_on_and_said_once(ollama_server, status):
    words = "failed to load model vocabulary required for format"
    ollama_server.think = lambda body: Said(status=status, error=words) if body.get("format") else Said(BLUE)
    backend, said = Ollama(base_url=ollama_server.base_url, timeout_s=5).connect(), []
    backend.say = said.append
    asker = Asker(backend, None)
    assert [asker.ask(name_colour(thing)).colour for thing in ("the sky", "the sea")] == ["blue", "blue"]
    assert ["format" in chat and bool(chat["format"]) for chat in ollama_server.chats] == [True, False, False]
    assert len(said) == 1
    assert "llm.omit=[response_format]" in said[0]


def test_a_failure_of_another_kind_does_not_change_the_call(ollama_server):
    ollama_server.say(Said(status=500, error="out of memory"))
    with pytest.raises(ModelError, match="out of memory"):
        Asker(Ollama(base_url=ollama_server.base_url, timeout_s=5).connect(), None).ask(name_colour())
    assert all(chat["format"] for chat in ollama_server.chats)
