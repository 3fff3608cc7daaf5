"""Another search takes the place of the words once it is there; what ails it is said, and words remain."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from ragatta.eval.matching.places import best_line
from ragatta.extensions.studio.api import Api
from ragatta.extensions.studio.searching import begin, existing, hybrid

ASKED = {"record": {"question": "Which fee is due in winter?", "kind": "unanswerable"}}


def test_pages_are_found_by_the_search_that_is_handed_over(api: Api) -> None:
    assert api.call("check", ASKED)["found_by"] == "words"

    def search(query: str, files: object) -> list[object]:
        assert not files
        return [best_line(query, "letter.pdf", 1, api.gold.corpus)]

    begin(lambda: search, api.found_by, lambda _: None).join()  # type: ignore[arg-type, return-value]
    found = api.call("check", ASKED)
    assert (found["found_by"], [one["file"] for one in found["places"]]) == ("words and meaning", ["letter.pdf"])


def test_only_an_index_that_is_there_is_searched(api: Api, monkeypatch: pytest.MonkeyPatch) -> None:
    there = True
    index = SimpleNamespace(is_there=lambda _: there)
    module = "ragatta.extensions.studio.searching"
    monkeypatch.setattr(f"{module}.Resources.of", lambda *_: SimpleNamespace(index=index))
    monkeypatch.setattr(f"{module}.searching", lambda *_: "a search")
    config = hybrid(["dataset=local", "dataset.pdfs=x", "dataset.questions=x.yaml", "chunking=sentence"], "draft")
    assert (config.chunking.name, config.retrieval.name) == ("sentence", "hybrid")
    said: list[str] = []
    assert existing(config, api.gold.dataset, api.gold.corpus, said.append) == "a search"  # type: ignore[comparison-overlap]
    there = False
    assert existing(config, api.gold.dataset, api.gold.corpus, said.append) is None
    index.is_there = None
    assert existing(config, api.gold.dataset, api.gold.corpus, said.append) is None
    assert len(said) == 1


def test_a_search_that_cannot_be_made_leaves_the_words(api: Api) -> None:
    said: list[str] = []

    def broken() -> None:
        raise OSError("no model here")

    begin(broken, api.found_by, said.append).join()  # type: ignore[arg-type]
    assert said == ["pages are found by words alone: no model here"]
    assert api.call("check", ASKED)["places"]
