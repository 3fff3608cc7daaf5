"""What is said of the passages of a system outside."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

from ragatta.experiments.results.reading import ResultRow, RunResult
from ragatta.extensions.contestants.notes.alignment import alignment


def place(share: float, places: int, characters: int = 9, page: int | None = None, on: int = 1) -> dict[str, Any]:
    stands_on = {"a.pdf": [on]} if share >= 0.5 and 0 < places <= 5 else {}
    return {"characters": characters, "page": page, "stands_on": stands_on, "share": share, "places": places}


def run(*answers: list[dict[str, Any]] | None) -> RunResult:
    steps = [[{"name": "alignment", "details": {"passages": passages}}] for passages in answers]
    rows = tuple(
        ResultRow(str(n), 0, {"status": "answered", "steps": own}, {}, "", (), {}) for n, own in enumerate(steps)
    )
    return RunResult("mine", Path(), {"architecture": {"name": "http"}}, {}, rows)


def test_how_many_and_how_surely() -> None:
    passages = [place(1.0, 1), place(0.7, 1), place(1.0, 2), place(0.3, 0), place(1.0, 6), place(0.0, 0, characters=0)]
    (said,) = alignment(run(passages, [place(1.0, 1, page=2, on=3), place(1.0, 1, page=3, on=3)], [], None))
    assert said == (
        "mine: 5 of 8 passages aligned to pages (1 only in part, 1 to several places alike); "
        "1 not found in the documents; 1 in too many places to say which; "
        "1 without a text or a page of a document (architecture.external.text, file, page); "
        "1 on another page than named (architecture.external.page, pages_from_zero); 2 answers without passages."
    )


def test_a_page_0_names_the_setting() -> None:
    (said,) = alignment(run([place(0.0, 0, characters=0, page=0), place(1.0, 1, characters=0, page=1)]))
    assert "1 on a page 0: its pages count from 0, and are read as from 1; set" in said
    assert "architecture.external.pages_from_zero=true" in said


def test_passages_that_take_too_long_are_counted() -> None:
    (said,) = alignment(run([place(1.0, 1), {**place(0.0, 0), "given_up": True}]))
    assert "1 of 2 passages aligned to pages; 1 not aligned, as comparing them would take too long:" in said


def test_citations_that_are_not_read_are_counted_with_what_counts_instead() -> None:
    def cited(read: int, unread: int, lost: int) -> ResultRow:
        details = {"passages": [place(1.0, 1)], "citations": {"read": read, "unread": unread, "lost": lost}}
        return ResultRow(
            "q", 0, {"status": "answered", "steps": [{"name": "alignment", "details": details}]}, {}, "", (), {}
        )

    said, lost, _ = alignment(replace(run(), rows=(cited(0, 2, 0), cited(2, 1, 1))))
    assert lost == "mine: citations that the documents do not have are left out: 1."
    assert said == (
        "mine: 3 citations not read: by text, page, file or id they name no passage, so all passages of 1 answer count "
        "as cited (architecture.external.citations)."
    )


def test_none_at_all() -> None:
    assert list(alignment(run(None, []))) == [
        "mine: no passages returned, so only its answers are scored (architecture.external.passages)."
    ]


def test_where_every_answer_failed_the_first_reason_is_said() -> None:
    row = ResultRow("q", 0, {"status": "failed", "limitations": "no server", "steps": []}, {}, "", (), {})
    failed = replace(run(), rows=(row,))
    assert list(alignment(failed)) == ["mine: every answer failed; the first: no server"]


def test_of_our_own_architectures_nothing_is_said() -> None:
    own = replace(run(), config={"architecture": {"name": "single_pass"}})
    assert list(alignment(own)) == []
