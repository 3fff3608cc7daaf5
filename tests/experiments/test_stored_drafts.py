"""The file of drafts: the last line of an id counts, and what is wrong is said by its line."""

from __future__ import annotations

from pathlib import Path

import pytest

from ragatta.eval.gold.records import GoldError
from ragatta.experiments.stored_drafts import (
    ACCEPTED,
    REJECTED,
    Stored,
    append_drafts,
    append_new_drafts,
    drafts_file,
    read_drafts,
)

ONE = Stored("a", {"question": "Why?"}, origin="by hand")


def test_the_last_line_of_an_id_counts_and_the_order_is_that_of_the_first(tmp_path: Path) -> None:
    path = drafts_file(tmp_path / "gold.yaml")
    assert path.name == "gold.drafts.jsonl"
    assert read_drafts(path) == {}
    append_drafts(path, [ONE, Stored("b", {}), ONE.turned(ACCEPTED), ONE.turned(REJECTED, {"question": "Who?"}, "ann")])
    first, second = read_drafts(path).values()
    assert (first.id, first.state, first.record, first.who, first.origin) == (
        "a", REJECTED, {"question": "Who?"}, "ann", "by hand",
    )  # fmt: skip
    assert first.when
    assert second.state == "draft"


def test_a_question_that_another_command_added_meanwhile_is_added_once(tmp_path: Path) -> None:
    path = tmp_path / "new" / "drafts.jsonl"
    assert append_new_drafts(path, [ONE]) == 1
    assert append_new_drafts(path, [Stored("b", {"question": "why ?"}), Stored("c", {"question": "Who?"})]) == 1
    assert [*read_drafts(path)] == ["a", "c"]
    assert append_new_drafts(path, [Stored("d", {"question": "Who?"})]) == 0


def test_fields_of_other_versions_are_kept(tmp_path: Path) -> None:
    path = tmp_path / "drafts.jsonl"
    path.write_text('{"id": "a", "record": {}, "model": "m"}\n')
    (one,) = read_drafts(path).values()
    append_drafts(path, [one.turned(REJECTED)])
    assert '"model": "m"' in path.read_text().splitlines()[1]


@pytest.mark.parametrize(
    "line",
    ["{", "[]", '{"id": "a"}', '{"record": {}}', '{"id": 1, "record": {}}', '{"id": "a", "record": {}, "state": "x"}'],
)
def test_a_line_that_is_no_draft_is_named(tmp_path: Path, line: str) -> None:
    path = tmp_path / "drafts.jsonl"
    path.write_text(f'{{"id": "z", "record": {{}}}}\n\n{line}\n')
    with pytest.raises(GoldError, match="line 3"):
        read_drafts(path)
