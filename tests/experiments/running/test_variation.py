"""A variation that another sweep asks is waited for."""

from __future__ import annotations

import os
from contextlib import nullcontext
from pathlib import Path
from threading import Thread
from types import SimpleNamespace
from typing import Any

from ragatta.conf.schema import Config
from ragatta.experiments.composing.config import Point
from ragatta.experiments.on_record.journal import Claim
from ragatta.experiments.running.variation import Variation
from ragatta.pipeline.llm.backends.ollama import Ollama


def test_a_run_that_another_sweep_holds_is_waited_for_and_its_process_named(tmp_path: Path) -> None:
    said: list[str] = []
    held = Claim(tmp_path)
    held.__enter__()
    assert held.taken()
    resources: Any = SimpleNamespace(
        dataset=SimpleNamespace(records=SimpleNamespace(run_folder=lambda _: tmp_path)),
        gauge=SimpleNamespace(left=SimpleNamespace(waiting=nullcontext)),
        measured=SimpleNamespace(part=nullcontext),
        progress=lambda words, *_: said.append(words),
    )
    own = Variation(Point("hybrid", (), Config()), resources, None)  # type: ignore[arg-type]
    own.__dict__ |= {"keys": {"run_key": "k"}, "journal": SimpleNamespace(refresh=lambda: None)}
    assert not own.claimed(wait=False)
    assert not said
    waiting = Thread(target=own.claimed, args=(True,))
    waiting.start()
    waiting.join(0.2)
    assert waiting.is_alive()
    held.__exit__(None, None, None)
    waiting.join(10)
    assert not waiting.is_alive()
    assert not Claim(tmp_path).taken()
    own.close()
    assert Claim(tmp_path).taken()
    assert said == [f"hybrid: locked by another sweep (process {os.getpid()}); waiting for its answers"]


def test_a_server_is_told_from_others_by_address_and_model() -> None:
    def server(**of: str) -> str:
        return Variation(Point("own", (), Config(llm=Ollama(**of))), SimpleNamespace(), None)._server  # type: ignore[arg-type]

    assert len({server(), server(model="another"), server(base_url="http://127.0.0.1:1")}) == 3
    assert server() == server()
