from __future__ import annotations

import pytest

from ragatta.pipeline.documents import pages as pages_module
from ragatta.pipeline.documents.corpus import Corpus
from ragatta.pipeline.documents.pages import PageTexts, ReadCorpus
from ragatta.pipeline.types import Page


def pages(name: str, text: str = "") -> tuple[Page, ...]:
    return (Page(name, 1, text or name * 4), Page(name, 2, ""))


def test_only_the_documents_read_last_stay_in_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pages_module, "CHARACTERS", 8)  # two documents of four
    read: list[str] = []

    def again(name: str) -> tuple[Page, ...]:
        read.append(name)
        return pages(name)

    texts = PageTexts(again)
    for name in "cab":
        texts.add(name, pages(name), again=True)
    texts.add("d", pages("d"), again=False)
    assert list(texts) == ["a", "b", "c", "d"]
    assert (len(texts), "a" in texts, "e" in texts, read) == (4, True, False, [])
    assert texts["a"] is texts["a"]
    assert read == []
    assert texts["c"] == pages("c")  # and "b" goes, which was used longest ago
    assert texts["a"] == pages("a")
    assert texts["b"] == pages("b")
    assert dict(texts) == {name: pages(name) for name in "abcd"}
    assert read == ["c", "b", "c"]
    with pytest.raises(KeyError):
        texts["e"]
    assert texts.get("e") is None


def test_one_that_is_larger_than_the_memory_is_held_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pages_module, "CHARACTERS", 2)
    texts = PageTexts(pages)
    texts.add("a", pages("a"), again=True)
    assert texts["a"] is texts["a"]


def test_a_text_that_is_another_one_now_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pages_module, "CHARACTERS", 2)
    texts = PageTexts(lambda name: pages(name, "another"))
    for name in "ab":
        texts.add(name, pages(name), again=True)
    with pytest.raises(OSError, match=r"text has changed since the start; start again: 'a'"):
        texts["a"]


def test_the_content_of_a_corpus_is_the_same_either_way() -> None:
    texts = {name: pages(name, text) for name, text in (("a", "é\ud800"), ("b", ""), ("c/d", "x\n"))}
    read = PageTexts(texts.__getitem__)
    for name, each in texts.items():
        read.add(name, each, again=True)
    assert ReadCorpus("d", {}, read).content == Corpus("d", {}, texts).content
    assert ReadCorpus("d", {}, read).content != ReadCorpus("d", {}, {"a": texts["a"]}).content
