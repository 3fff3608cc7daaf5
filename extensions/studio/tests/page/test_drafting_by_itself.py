"""The studio drafts by itself where there is next to nothing to begin with."""

from __future__ import annotations

from pathlib import Path

import pytest

from extensions.studio.tests.page.conftest import Started
from ragatta.experiments.composing.overrides import one_point
from ragatta.extensions.studio.commands.studio import drafted


@pytest.mark.parametrize("language", ["en", "pl"])
def test_drafts_come_into_the_queue_or_it_is_said_why_not(started: Started, documents: Path, language: str) -> None:
    api = started(questions="")
    words = ["dataset=local", f"dataset.pdfs={documents}/pdfs", f"dataset.questions={documents}/gold.yaml"]
    config = one_point([*words, f"dataset.language={language}"], "studio").config
    said = drafted(api.gold, config, words, api.store)
    group = [one["group"] for one in api.call("state", {})["queue"]]
    if language == "pl":
        assert said.startswith("no drafts: rules draft in ")
        assert group == []
    else:
        assert group == ["draft"] * int(said.split()[0]) != []
