"""What the report of a sweep says of the one before it."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path

from extensions.report.tests.reported import report, rising
from ragatta.experiments.results.pairing import compared, open_side, pairs_of
from ragatta.extensions.report.contents import as_json
from standins.sweeps import Sweep, edit, edit_lines


def test_changes_name_the_questions_gained_and_lost(tmp_path: Path) -> None:
    before = {("a", "Q_1", 0): 0.0, ("a", "Q_2", 0): 1.0, ("a", "Q_3", 0): 0.5}
    now = {("a", "Q_1", 0): 1.0, ("a", "Q_2", 0): 0.5, ("a", "Q_3", 0): 0.5, ("a", "Q_4", 0): 1.0}
    Sweep(["a", "old"], scores=before).write(tmp_path / "2026-01")
    Sweep(["a"], info={"dataset": "others"}).write(tmp_path / "2026-02")
    Sweep(["a"], info={"edition": "2"}).write(tmp_path / "2026-02-edition")
    (tmp_path / "2026-03").mkdir()
    sweep = Sweep(["a", "new"], questions=4, scores=now)
    folder = sweep.write(tmp_path / "2026-04")
    config = folder / "runs/01/config.yaml"
    edit(config, lambda text: text.replace("top_k: 1", "top_k: 9"))
    changes = report(sweep, folder)["changes"]
    (variation,) = changes["variations"]
    assert changes["sweep_id"] == "2026-01"
    assert variation["gained"] == [["Q_1", 0.0, 1.0]]
    assert variation["lost"] == [["Q_2", 1.0, 0.5]]
    assert (changes["common"], changes["added"], changes["only_now"], changes["only_before"]) == (
        3,
        ["Q_4"],
        ["new"],
        ["old"],
    )
    assert changes["settings"] == [{"key": "retrieval.top_k", "before": 1, "now": 9, "labels": ["a"]}]


def test_changes_say_what_make_compare_says_of_the_two_sweeps(tmp_path: Path) -> None:
    Sweep("abcd", questions=24, scores=rising("abcd", 0), twins={"d": "c"}).write(tmp_path / "1")
    sweep = Sweep("abcd", questions=24, scores=rising("abcd", 7), twins={"d": "c"})
    changes = report(sweep, tmp_path / "2")["changes"]["variations"]
    pairs = pairs_of(open_side(str(tmp_path / "1"), "A"), open_side(str(tmp_path / "2"), "B"))
    found = compared(pairs)
    assert changes[0]["comparison"] is None
    for change in changes[1:]:
        same = found[change["label"], "score"]
        assert change["comparison"] == as_json(asdict(same)) | {"words": same.words}
    assert changes[1]["comparison"]["p_corrected"] == 2 * changes[1]["comparison"]["p"] == 4 / 2**7  # Holm's; of three
    assert len(changes[1]["gained"]) == 7


def test_an_edited_question_is_named_and_not_counted(tmp_path: Path) -> None:
    Sweep(["a"], scores={("a", "Q_1", 0): 0.0}).write(tmp_path / "1")
    sweep = Sweep(["a"], scores={("a", "Q_1", 0): 1.0})
    folder = sweep.write(tmp_path / "2")
    edit_lines(folder / "questions.jsonl", lambda rows: [{**rows[0], "expected": "another"}, *rows[1:]])
    changes = report(sweep, folder)["changes"]
    assert changes["edited"] == ["Q_1"]
    assert changes["variations"][0]["gained"] == []


def test_a_previous_sweep_without_questions_in_common_changes_nothing(tmp_path: Path) -> None:
    earlier = Sweep(["a"]).write(tmp_path / "1")
    for name in ("questions", "runs/01/answers", "runs/01/scores", "runs/01/timings"):
        edit(earlier / f"{name}.jsonl", lambda text: text.replace("Q_", "OLD_"))
    changes = report(Sweep(["a"]), tmp_path / "2")["changes"]
    assert changes["common"] == 0
    assert changes["variations"][0]["before"] is None
    assert changes["removed"] == ["OLD_1", "OLD_2", "OLD_3"]
