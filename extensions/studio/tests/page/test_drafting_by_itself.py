"""The studio drafts by itself where there is next to nothing to begin with."""

from __future__ import annotations

from pathlib import Path

from extensions.studio.tests.page.conftest import Started
from ragatta.experiments.composing.overrides import one_point
from ragatta.extensions.studio.commands.studio import drafted


def test_drafts_come_into_the_queue(started: Started, documents: Path) -> None:
    api = started(questions="")
    words = ["dataset=local", f"dataset.pdfs={documents}/pdfs", f"dataset.questions={documents}/gold.yaml"]
    api.drafting = True
    assert api.call("state", {})["drafting"]
    before = api.call("digest", {})["digest"]
    said = drafted(api, one_point(words, "studio").config, words)
    assert api.call("digest", {})["digest"] != before
    assert not api.drafting
    assert [one["group"] for one in api.call("state", {})["queue"]] == ["draft"] * int(said.split()[0]) != []
