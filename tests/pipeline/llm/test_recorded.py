"""A replay needs neither the model nor its server: who answered is on record."""

from dataclasses import replace

import pytest

from ragatta.extensions.extractive.backends.extractive import Extractive
from ragatta.pipeline.llm.ask import Asker
from ragatta.pipeline.llm.backend import BACKENDS
from ragatta.pipeline.llm.backends.ollama import Ollama
from ragatta.pipeline.llm.recorded import Recorded, Recording, asked, connected, missing
from ragatta.pipeline.llm.seam import (
    ContextOverflow,
    InvalidReply,
    Message,
    ModelIdentity,
    ModelTimeout,
    ModelUnavailable,
    ReplyMissing,
)
from tests.pipeline.llm.conftest import ScriptedBackend
from tests.pipeline.llm.test_replies import ASKED

BLUE, GREY = '{"colour": "blue"}', '{"colour": "grey"}'
HERE = Ollama(base_url="http://127.0.0.1:1")
ONLY = replace(HERE, cache="only")
WHO = ModelIdentity("scripted", "scripted", "weights-1")


def recording(backend, replies, llm=HERE):
    return Recording(backend, llm, replies)


def told(replies, llm=ONLY, model=None):
    backend = Recorded(llm, replies)
    return backend.identity(model), backend.context_window(model)


def test_every_backend_says_whether_it_asks_a_model():
    says = {name: BACKENDS.load(name).ASKS_A_MODEL for name in BACKENDS.names()}
    asks = {"extractive": False, "ollama": True, "openai": True, "scripted": True, "smollm2": True}
    assert says == {name: asks[name] for name in BACKENDS.names()}
    assert not Extractive().connect().cacheable


def test_the_record_stands_for_the_server_that_is_gone(colour, replies, ollama_server):
    ollama_server.say(BLUE)
    llm = Ollama(base_url=ollama_server.base_url)
    live = connected(llm, lambda: replies)
    said = Asker(live, replies).ask(colour())
    who, window = live.identity(), live.context_window()
    ollama_server.die()
    dead = connected(replace(llm, cache="only"), lambda: replies)
    assert (dead.identity(), dead.context_window()) == (who, window)
    asker = Asker(dead, replies, mode="only")
    assert asker.ask(colour()) == said
    assert [call.live for call in asker.calls] == [False]
    with pytest.raises(
        ReplyMissing, match=r"ollama llama3\.2 to name_colour \('the sea'\), sample 0; .* 'Which colour"
    ):
        asker.ask(colour("the sea"))
    with pytest.raises(ReplyMissing, match="no recorded reply to name_colour"):
        dead.complete(ASKED)


def test_nobody_on_record_is_an_error_with_the_fix(replies):
    with pytest.raises(
        ReplyMissing,
        match=r"no record of llm=ollama llm\.model=llama3\.2 llm\.base_url=http.* \(nobody has\); run once",
    ):
        told(replies)
    recording(ScriptedBackend([BLUE]), replies).identity()
    with pytest.raises(ReplyMissing, match=r"llm\.model=big .*recorded: llm=ollama llm\.model=llama3\.2 llm\.base"):
        told(replies, replace(ONLY, model="big"))
    with pytest.raises(ReplyMissing):  # who it is, but not its window
        Recorded(ONLY, replies).context_window()


def test_what_is_missing_is_told_by_its_prompt_whatever_was_said_before_and_after_it():
    system, user = Message("system", "You name colours."), Message("user", "Which?")
    after = (Message("assistant", "no"), Message("user", "That reply cannot be used."))
    for messages, is_correction in (((user,), False), ((system, user), False), ((system, user, *after), True)):
        said = str(missing(WHO, replace(ASKED, messages=messages)))
        assert "the prompt begins 'Which?';" in said
        assert ("the correction of an unusable reply" in said) == is_correction


def test_an_agents_own_model_has_a_record_of_its_own(replies):
    backend = recording(ScriptedBackend([BLUE]), replies)
    for model in (None, "small"):
        backend.identity(model)
        backend.context_window(model)
    assert told(replies, model="small") == (ModelIdentity("scripted", "small", "weights-1"), 4096)
    assert asked(HERE, "small") == asked(replace(HERE, model="small"), None)


def test_other_weights_take_the_place_only_when_they_have_answered(colour, replies):
    first = recording(ScriptedBackend([BLUE]), replies)
    first.context_window()
    Asker(first, replies).ask(colour())
    other = recording(ScriptedBackend([GREY], digest="weights-2", window=2048), replies)
    other.identity()
    other.context_window()
    assert told(replies) == (WHO, 4096)
    Asker(other, replies).ask(colour())
    assert told(replies) == (replace(WHO, digest="weights-2"), 2048)


def test_a_reply_cut_short_is_an_answer_too(colour, replies):
    class Rambling(ScriptedBackend):
        def complete(self, request):
            return replace(super().complete(request), cut=True)

    recording(ScriptedBackend([BLUE], digest="old"), replies).identity()
    Asker(recording(Rambling(["{"]), replies), replies).ask(colour())
    assert Recorded(ONLY, replies).identity() == WHO


def test_off_and_the_rules_record_nothing(replies):
    def opened():
        raise AssertionError("nothing to record")

    assert not isinstance(connected(replace(HERE, cache="off"), opened), Recording)
    for mode in ("use", "only"):
        assert connected(Extractive(cache=mode), opened).identity().provider == "extractive"
    assert replies.models() == {}


@pytest.mark.parametrize("kind", [ModelTimeout, InvalidReply, ContextOverflow])
def test_a_call_that_failed_fails_again_in_a_replay_and_is_asked_again_otherwise(colour, replies, kind):
    class Failing(ScriptedBackend):
        def complete(self, _):
            raise kind("it broke")

    with pytest.raises(kind):
        Asker(Failing([""]), replies).ask(colour())
    replayed = Asker(ScriptedBackend([BLUE]), replies, mode="only")
    with pytest.raises(kind, match="it broke"):
        replayed.ask(colour())
    assert [(call.live, call.error) for call in replayed.calls] == [(False, "it broke")]
    assert Asker(ScriptedBackend([BLUE]), replies).ask(colour()).colour == "blue"
    with pytest.raises(kind):
        Asker(Failing([""]), replies, mode="refresh").ask(colour())
    assert Asker(ScriptedBackend([]), replies, mode="only").ask(colour()).colour == "blue", "a reply is never lost"


def test_a_model_that_is_not_there_is_no_reply(colour, replies):
    class Gone(ScriptedBackend):
        def complete(self, _):
            raise ModelUnavailable("no server")

    with pytest.raises(ModelUnavailable):
        Asker(Gone([""]), replies).ask(colour())
    with pytest.raises(ReplyMissing):
        Asker(ScriptedBackend([""]), replies, mode="only").ask(colour())


def test_retry_asks_again_what_was_unusable_and_keeps_the_rest(colour, replies):
    unusable, usable = colour("the sky"), colour("the sea")
    asker = Asker(ScriptedBackend(["no", "no", BLUE]), replies)
    assert [asker.ask(prompt).colour for prompt in (unusable, usable)] == ["unknown", "blue"]
    better = ScriptedBackend([GREY])
    again = Asker(better, replies, mode="retry")
    assert [again.ask(prompt).colour for prompt in (unusable, usable)] == ["grey", "blue"]
    assert len(better.requests) == 1
    assert Asker(ScriptedBackend([]), replies, mode="only").ask(unusable).colour == "grey"
