from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

import pytest
from hypothesis import given

from ragatta.pipeline.agents.routing import summaries
from ragatta.pipeline.agents.routing.router import described
from ragatta.pipeline.agents.routing.summaries import Summaries, stale_edits, summaries_for, title, titles_of
from ragatta.pipeline.agents.routing.summarizer import Summarizer
from ragatta.pipeline.documents.corpus import Corpus
from ragatta.pipeline.llm.seam import Prompt
from ragatta.pipeline.tasks.documents import DocumentSummary
from ragatta.pipeline.types import Page
from tests.standins.mangled import damaged, quick, refusal, spoiled


def corpus(**digests: str) -> Corpus:
    files = {f"{name}.pdf": sha for name, sha in digests.items()}
    return Corpus("corpus", files, {name: (Page(name, 1, f"text of {name}"),) for name in files})


class Maker:
    """Counts what it is asked."""

    def __init__(self) -> None:
        self.asked: list[str] = []

    def ask(self, prompt: Prompt) -> DocumentSummary:
        self.asked.append(prompt.task.source_file)
        return DocumentSummary(document_type="letter", summary=f"call {len(self.asked)}", key_topics=[], use_for="")


def made(path: Path, of: Corpus, maker: str = "m1") -> tuple[Summaries, list[str]]:
    model = Maker()
    return summaries_for(of, path, model.ask, Summarizer(), maker), model.asked


def edit(path: Path, name: str, **changes: str) -> None:
    stored = json.loads(path.read_text())
    stored[name].update(changes)
    path.write_text(json.dumps(stored))


def test_an_empty_summary_of_before_is_made_again(path: Path) -> None:
    made(path, corpus(a="1", b="2"))
    edit(path, "a.pdf", summary="")
    found, asked = made(path, corpus(a="1", b="2"))
    assert asked == ["a.pdf"]
    assert found.by_document["a.pdf"].summary == "call 1"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "summaries" / "model.json"


def test_a_summary_is_made_once(path: Path) -> None:
    first, asked = made(path, corpus(a="1", b="2"))
    assert asked == ["a.pdf", "b.pdf"]
    again, asked = made(path, corpus(a="1", b="2"))
    assert asked == []
    assert again.digest == first.digest


def test_the_file_has_the_fields_that_a_person_edits(path: Path) -> None:
    made(path, corpus(a="1"))
    entry: Mapping[str, object] = json.loads(path.read_text())["a.pdf"]
    assert {"document_type", "summary", "key_topics", "use_for"} <= entry.keys()


def test_a_changed_pdf_or_maker_makes_it_again(path: Path) -> None:
    made(path, corpus(a="1", b="2"))
    assert made(path, corpus(a="1", b="3"))[1] == ["b.pdf"]
    assert made(path, corpus(a="1", b="3"), maker="m2")[1] == ["a.pdf", "b.pdf"]


def test_an_edit_is_kept_and_changes_the_digest_even_when_the_maker_changes(path: Path) -> None:
    before, _ = made(path, corpus(a="1"))
    edit(path, "a.pdf", summary="by hand")
    for maker in ("m1", "m2"):
        after, asked = made(path, corpus(a="1"), maker)
        assert asked == []
        assert after.edited == ("a.pdf",)
        assert after.by_document["a.pdf"].summary == "by hand"
        assert after.digest != before.digest


def test_again_makes_every_summary_anew_but_the_edited(path: Path) -> None:
    made(path, corpus(a="1", b="2"))
    edit(path, "a.pdf", summary="by hand")
    model = Maker()
    after = summaries_for(corpus(a="1", b="2"), path, model.ask, Summarizer(), "m1", again=True)
    assert model.asked == ["b.pdf"]
    assert after.by_document["a.pdf"].summary == "by hand"


def test_an_edit_for_an_older_pdf_is_flagged_made_again_and_kept_aside(path: Path) -> None:
    made(path, corpus(a="1"))
    edit(path, "a.pdf", summary="by hand")
    after, asked = made(path, corpus(a="2"))
    assert asked == ["a.pdf"]
    assert after.stale == ("a.pdf",)
    assert json.loads(stale_edits(path).read_text())["a.pdf"]["summary"] == "by hand"


def test_a_stopped_run_keeps_what_it_made(path: Path) -> None:
    class Stops(Maker):
        def ask(self, prompt: Prompt) -> DocumentSummary:
            if self.asked:
                raise KeyboardInterrupt
            return super().ask(prompt)

    with pytest.raises(KeyboardInterrupt):
        summaries_for(corpus(a="1", b="2"), path, Stops().ask, Summarizer(), "m1")
    assert made(path, corpus(a="1", b="2"))[1] == ["b.pdf"]


@pytest.mark.parametrize("text", ["not json", "[]", '{"a.pdf": {"summary": 3}}'])
def test_a_file_that_is_no_summaries_is_an_error_that_names_it(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True)
    path.write_text(text)
    with pytest.raises(ValueError, match=r"model\.json") as fault:
        made(path, corpus(a="1"))
    assert "\n" not in str(fault.value)


STORED = {"a.pdf": {"document_type": "l", "summary": "s", "key_topics": ["x"], "use_for": "y", "pdf_sha256": "1",
                    "made_by": "m", "content_sha256": "c"}}  # fmt: skip


@quick
@given(data=damaged(json.dumps(STORED).encode()) | spoiled(STORED).map(lambda value: json.dumps(value).encode()))
def test_any_file_is_summaries_or_a_fault_that_names_it(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "model.json"
    path.write_bytes(data)
    said = refusal(lambda: made(path, corpus(a="1", b="2")), ValueError)
    assert not said or said.startswith(f"{path}: not a file of document summaries")


@pytest.mark.parametrize("data", [b'{"a.pdf": {}}', b"[]", b"{", b"\xff", b"[" * 100_000, b'{"a.pdf": 5}'])
def test_a_file_of_anything_else_is_named(tmp_path: Path, data: bytes) -> None:
    (tmp_path / "model.json").write_bytes(data)
    with pytest.raises(ValueError, match=r"model\.json: not a file of document summaries .* delete it"):
        made(tmp_path / "model.json", corpus(a="1"))


def test_a_file_that_another_sweep_writes_meanwhile_does_no_harm(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    read = summaries.read_summaries

    def then_written(place: Path) -> dict[str, object]:
        found = read(place)
        monkeypatch.setattr(summaries, "read_summaries", read)
        made(place, corpus(a="1", b="2"))
        return found

    monkeypatch.setattr(summaries, "read_summaries", then_written)
    found, _ = made(path, corpus(a="1", b="2"))
    assert {*found.by_document} == {"a.pdf", "b.pdf"}


def pages(*texts: str) -> tuple[Page, ...]:
    return tuple(Page("a/rates.pdf", number, text) for number, text in enumerate(texts, 1))


@pytest.mark.parametrize(
    ("texts", "expected"),
    [
        (("Pump  Manual\n12\n\nFourth Edition\nPump Manual\nPriming",), "Pump Manual, Fourth Edition"),
        (("", "- 2 -\nPrice List\nHose $19"), "Price List, Hose $19"),
        (("ポンプ取扱説明書\n第四版",), "ポンプ取扱説明書, 第四版"),
        (("", "7"), "rates"),
        ((), "rates"),
        (("x" * 999,), "x" * 200),
        (("half \ud83d of a pair",), "half ? of a pair"),
    ],
)
def test_it_is_what_the_first_lines_say(texts: tuple[str, ...], expected: str) -> None:
    assert title("a/rates.pdf", pages(*texts)) == expected


def test_titles_stand_in_for_summaries_and_their_digest_changes_with_them() -> None:
    first, second = (titles_of(Corpus("c", {"m.pdf": ""}, {"m.pdf": pages(text)})) for text in ("Manual", "Letters"))
    assert described(first.by_document["m.pdf"]) == "Title. Manual"
    assert first.digest != second.digest
    assert (first.made, first.edited, first.stale) == ((), (), ())
