"""What is said of notes on chunks that no model wrote."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from ragatta.experiments.composing.overrides import one_point
from ragatta.experiments.resources.chunk_notes import ChunkNotes


@pytest.mark.parametrize(("fell_back", "said"), [([True, False, True], ["2 chunks without a note"]), ([False], [])])
def test_chunks_without_a_note_are_counted(
    fell_back: list[bool], said: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    heard: list[str] = []
    documents: Any = SimpleNamespace(
        corpus=lambda _: SimpleNamespace(pages={}), progress=lambda what, *_: heard.append(what)
    )
    asker = SimpleNamespace(ask=None, calls=[SimpleNamespace(fell_back=one) for one in fell_back])
    model = SimpleNamespace(provider="p", name="m", digest="d")
    backend = SimpleNamespace(identity=lambda _: model, context_window=lambda _: 0)
    models: Any = SimpleNamespace(backend=lambda _: backend, asker=lambda _: asker, in_flight=lambda _: 1)
    monkeypatch.setattr("ragatta.experiments.resources.chunk_notes.notes_on", lambda *_: [])
    config = one_point(["chunking=contextual", "llm=ollama"], "sweep").config
    notes = ChunkNotes(documents, models).of(config.pipeline())
    assert notes is not None
    notes.write([])
    assert [what.removeprefix("note: ").partition(":")[0] for what in heard if what.startswith("note:")] == said
