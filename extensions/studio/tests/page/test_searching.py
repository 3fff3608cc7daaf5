"""Another search takes the place of the words once it is there; what ails it is said, and words remain."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from ragatta.eval.matching.places import best_line
from ragatta.experiments.adding.writing import JUMPS
from ragatta.extensions.studio.api import Api
from ragatta.extensions.studio.searching import begin, existing, hybrid, searching

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


def test_as_many_pages_are_found_as_are_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    chunks = [SimpleNamespace(source_file="a.pdf", first_page=number // 2) for number in range(4 * JUMPS)]
    retriever = SimpleNamespace(search=lambda *_, top_k: [SimpleNamespace(chunk=one) for one in chunks][: 2 * top_k])
    module = "ragatta.extensions.studio.searching"
    monkeypatch.setattr(f"{module}.Resources.of", lambda *_: None)
    monkeypatch.setattr(f"{module}.System", lambda *_: SimpleNamespace(retriever=retriever))
    monkeypatch.setattr(f"{module}.best_line", lambda _query, _file, page, _corpus: page)
    config: Any = SimpleNamespace(pipeline=lambda: None)
    nothing: Any = None
    assert searching(config, nothing, nothing)("fee", []) == [*range(JUMPS)]


def test_a_search_that_cannot_be_made_leaves_the_words(api: Api) -> None:
    said: list[str] = []

    def broken() -> None:
        raise OSError("no model here")

    begin(broken, api.found_by, said.append).join()  # type: ignore[arg-type]
    assert said == ["pages are found by words alone: no model here"]
    assert api.call("check", ASKED)["places"]
