"""What the report of a sweep says: figures, changes, texts, and what it does where something is missing."""

from __future__ import annotations

import json
from dataclasses import asdict
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from standins.commands import Command
from standins.sweeps import Sweep

from experiments.faults import Fault
from experiments.pairing import compared, open_side, pairs_of
from experiments.report import main
from experiments.reporting.contents import contents
from experiments.reporting.corpora import Reading
from experiments.reporting.figures import variations
from experiments.reporting.page import data, page
from experiments.reporting.texts import Texts, joined
from experiments.results import open_sweep
from experiments.tables import comparisons_csv_rows
from pipeline.pages import document_text
from pipeline.types import Page

Contents = dict[str, Any]


def report(sweep: Sweep, folder: Path) -> Contents:
    if not folder.exists():
        sweep.write(folder)
    return contents(open_sweep(str(folder)), lambda _: Reading(sweep.corpus))


def rewrite(path: Path, change: Any) -> None:
    rows = [json.loads(line) for line in path.read_text().splitlines()]
    path.write_text("".join(json.dumps(row) + "\n" for row in change(rows)))


def test_means_are_over_questions_and_repeats_within_them(tmp_path: Path) -> None:
    scores = {("a", "Q_1", 0): 1.0, ("a", "Q_1", 1): 0.0, ("a", "Q_2", 0): 1.0, ("a", "Q_2", 1): 1.0}
    (variation,) = report(Sweep(["a"], questions=2, repeats=2, scores=scores), tmp_path / "s")["variations"]
    assert variation["means"]["score"]["mean"] == pytest.approx(0.75)
    assert variation["means"]["score"]["questions"] == 2
    assert variation["answers"] == 4
    assert variation["comparison"] is None
    assert variation["lost"] == {"": 3, "not_retrieved": 1}


def test_each_variation_is_compared_with_the_baseline(tmp_path: Path) -> None:
    scores = {(label, f"Q_{n}", 0): float(label == "b") for label in "ab" for n in range(1, 13)}
    first, second = report(Sweep(["a", "b"], questions=12, scores=scores), tmp_path / "s")["variations"]
    assert first["comparison"] is None
    assert second["comparison"]["difference"] == 1.0
    assert second["comparison"]["words"] == "better"


def rising(labels: str, step: int) -> dict[tuple[str, str, int], float]:
    """Of 24 questions the first variation has eight right, each next one `step` more."""
    return {(v, f"Q_{q}", 0): float(q <= 8 + step * n) for n, v in enumerate(labels) for q in range(1, 25)}


def test_the_report_says_what_comparisons_csv_says_also_of_twins(tmp_path: Path) -> None:
    twins = {"c": "a", "d": "b", "e": "b"}  # with three comparisons instead of one b would not be better
    sweep = Sweep("abcde", questions=24, scores=rising("ab", 6), twins=twins)
    found = report(sweep, tmp_path / "s")
    rows = {row["variation"]: row for row in comparisons_csv_rows(open_sweep(str(tmp_path / "s")))}
    shown = {v["label"]: v["comparison"] for v in found["variations"] if v["comparison"]}
    assert list(rows) == list(shown) == ["b", "d", "e"]
    for label, row in rows.items():
        assert row["words"] == shown[label]["words"] == "better"
        assert row["p_corrected"] == shown[label]["p_corrected"] == row["p"] == 2 / 2**6


def test_a_twin_can_be_the_baseline(tmp_path: Path) -> None:
    sweep = Sweep("abc", questions=24, scores=rising("ab", 8), twins={"c": "a"}, info={"baseline": "c"})
    found = {v["label"]: v["comparison"] for v in report(sweep, tmp_path / "s")["variations"]}
    assert found["a"] is found["c"] is None
    assert found["b"]["words"] == "better"


def test_calls_are_those_of_the_summary_where_nothing_was_asked_again(tmp_path: Path) -> None:
    sweep = Sweep(["a"], summary={"live_calls": 0, "replayed_calls": 3})
    timings = sweep.write(tmp_path / "s") / "runs/01/timings.jsonl"  # of its journal: made by live calls, long ago
    rewrite(timings, lambda rows: [{**row, "answered_now": False} for row in rows])
    (variation,) = report(sweep, tmp_path / "s")["variations"]
    assert (variation["live_calls"], variation["replayed_calls"]) == (0, 3)


def test_what_the_judge_did_is_that_of_the_summary_and_nothing_to_compare(tmp_path: Path) -> None:
    judged = {"judge": 0.5, "judge_failed": 1.0}
    sweep = Sweep(["a", "b"], optional=judged, summary={"judge_agreement": "0.250000", "judge_failed": "3.000000"})
    found = report(sweep, tmp_path / "s")
    assert found["metrics"] == ["score", "partial_match", "evidence_recall", "judge"]
    assert found["variations"][1]["figures"] == {"judge_agreement": "0.250", "judge_failed": "3"}
    assert "judge_failed" not in found["variations"][1]["means"]


def test_repeats_show_where_the_variance_lies(tmp_path: Path) -> None:
    scores = {("a", f"Q_{n}", sample): float(sample) for n in (1, 2) for sample in (0, 1)}
    (variation,) = report(Sweep(["a"], questions=2, repeats=2, scores=scores), tmp_path / "s")["variations"]
    assert (variation["means"]["score"]["variance_question"], variation["means"]["score"]["variance_repeat"]) == (
        0,
        0.5,
    )
    (once,) = report(Sweep(["a"], questions=2), tmp_path / "once")["variations"]
    assert "variance_repeat" not in once["means"]["score"]


def test_live_and_replayed_seconds_are_two_figures(tmp_path: Path) -> None:
    sweep = Sweep(["a"], questions=3)
    timings = sweep.write(tmp_path / "s") / "runs/01/timings.jsonl"
    rewrite(timings, lambda rows: [rows[0], {**rows[1], "answered_now": False},
                                   {**rows[2], "replayed_calls": 1, "replayed_seconds": 4.0}])  # fmt: skip
    (variation,) = report(sweep, tmp_path / "s")["variations"]
    live, replayed = variation["latency"]
    assert (live["measured"], live["answers"], live["p50"]) == ("live", 1, pytest.approx(0.3))
    assert (replayed["measured"], replayed["answers"], replayed["p50"]) == ("replayed", 2, pytest.approx(2.3))
    assert [time["measured"] for time in variation["times"]] == ["live", "replayed"]


def test_contexts_are_the_very_text_of_their_documents(tmp_path: Path) -> None:
    sweep = Sweep(["a", "b"], questions=8, chunks=6)
    found = report(sweep, tmp_path / "s")
    seen = 0
    for question in found["questions"]:
        for row in (row for rows in question["rows"] for row in rows):
            for number, start, end, *_ in row["context"]:
                text = found["texts"][number]
                held = next((s, words) for s, words in text["stretches"] if s <= start and end <= s + len(words))
                whole = document_text(sweep.corpus[text["file"]])
                assert held[1][start - held[0] : end - held[0]] == whole[start:end]
                seen += 1
        for phrase, places in question["wanted"]:
            assert places
            for number, start, end in places:
                assert document_text(sweep.corpus[found["texts"][number]["file"]])[start:end] == phrase
    assert seen > 20


SPANS = st.lists(st.tuples(st.integers(0, 60), st.integers(1, 20)).map(lambda s: (s[0], s[0] + s[1])), max_size=12)


@given(SPANS, st.text("ab ", min_size=80, max_size=80))
def test_joined_spans_lie_apart_and_hold_what_the_spans_hold(spans: list[tuple[int, int]], text: str) -> None:
    found = joined(spans, text)
    assert all(a[1] < b[0] and text[a[1] : b[0]].strip() for a, b in pairwise(found))
    within = {place for start, end in spans for place in range(start, end)}
    extra = {place for start, end in found for place in range(start, end)} - within
    assert within <= {place for start, end in found for place in range(start, end)}
    assert all(text[place] == " " for place in extra)


def test_a_document_is_carried_once_a_parser_and_only_where_it_is_shown() -> None:
    corpus = {"a.pdf": (Page("a.pdf", 1, "one two three"), Page("a.pdf", 2, "four"))}
    texts = Texts()
    assert texts.number("pdfium", "a.pdf", corpus) == texts.number("pdfium", "a.pdf", corpus) == 0
    assert texts.number("pypdf", "a.pdf", corpus) == 1
    assert texts.number("pdfium", "gone.pdf", None) == 2
    texts.show(0, 4, 7)
    texts.show(0, 14, 18)
    texts.show(2, 0, 5)
    first, other, gone = texts.as_json()
    assert first["stretches"] == [(4, "two"), (14, "four")]
    assert first["starts"] == [0, 14]
    assert other["stretches"] == gone["stretches"] == gone["starts"] == []


def test_unknown_documents_leave_contexts_without_text_and_say_so(tmp_path: Path) -> None:
    sweep = open_sweep(str(Sweep().write(tmp_path / "s")))
    found = contents(sweep, lambda _: Reading(None, "the documents are gone"))
    assert any("without their text: the documents are gone" in note for note in found["notes"])
    assert all(text["stretches"] == [] for text in found["texts"])
    assert found["questions"][0]["rows"][0][0]["context"]
    assert [phrase for phrase, places in found["questions"][0]["wanted"] if not places]


def test_a_sweep_without_a_variation_is_a_fault_that_names_the_way_on(tmp_path: Path) -> None:
    with pytest.raises(Fault, match=r"sweep s holds no variation yet.*make sweep goes on"):
        report(Sweep(labels=[]), tmp_path / "s")


def test_a_stopped_sweep_is_reported_as_far_as_it_came(tmp_path: Path) -> None:
    sweep = Sweep(["a", "b"], questions=3, info={"finished": False})
    folder = sweep.write(tmp_path / "s")
    for name in ("answers", "scores", "timings"):
        rewrite(folder / f"runs/02/{name}.jsonl", lambda rows: rows[:1])
    found = report(sweep, folder)
    assert any("was stopped, or still runs" in note for note in found["notes"])
    assert "b holds 1 of 3 answers." in found["notes"]
    assert [len(question["rows"][1]) for question in found["questions"]] == [1, 0, 0]
    assert found["variations"][1]["comparison"]["questions"] == 1


def test_what_was_not_measured_is_left_out(tmp_path: Path) -> None:
    sweep = Sweep(["a", "b"], questions=1)
    folder = sweep.write(tmp_path / "s")
    for run in ("01", "02"):
        rewrite(folder / f"runs/{run}/scores.jsonl", lambda rows: [{**row, "scores": {}} for row in rows])
    found = report(sweep, folder)
    assert found["metrics"] == []
    assert [variation["means"] for variation in found["variations"]] == [{}, {}]
    assert "NaN" not in data(found)
    assert page(found)


def test_a_single_question_and_variation_make_a_page_of_json_numbers(tmp_path: Path) -> None:
    found = report(Sweep(["only"], questions=1), tmp_path / "s")
    assert json.loads(data(found))["questions"][0]["id"] == "Q_1"


def test_changes_name_the_questions_gained_and_lost(tmp_path: Path) -> None:
    before = {("a", "Q_1", 0): 0.0, ("a", "Q_2", 0): 1.0, ("a", "Q_3", 0): 0.5}
    now = {("a", "Q_1", 0): 1.0, ("a", "Q_2", 0): 0.5, ("a", "Q_3", 0): 0.5, ("a", "Q_4", 0): 1.0}
    Sweep(["a", "old"], scores=before).write(tmp_path / "2026-01")
    Sweep(["a"], info={"dataset": "others"}).write(tmp_path / "2026-02")
    (tmp_path / "2026-03").mkdir()
    sweep = Sweep(["a", "new"], questions=4, scores=now)
    folder = sweep.write(tmp_path / "2026-04")
    config = folder / "runs/01/config.yaml"
    config.write_text(config.read_text().replace("top_k: 1", "top_k: 9"))
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
        assert change["comparison"] == asdict(same) | {"words": same.words}
    assert changes[1]["comparison"]["p_corrected"] == 2 * changes[1]["comparison"]["p"] == 4 / 2**7  # Holm's; of three
    assert len(changes[1]["gained"]) == 7


def test_an_edited_question_is_named_and_not_counted(tmp_path: Path) -> None:
    Sweep(["a"], scores={("a", "Q_1", 0): 0.0}).write(tmp_path / "1")
    sweep = Sweep(["a"], scores={("a", "Q_1", 0): 1.0})
    folder = sweep.write(tmp_path / "2")
    rewrite(folder / "questions.jsonl", lambda rows: [{**rows[0], "expected": "another"}, *rows[1:]])
    changes = report(sweep, folder)["changes"]
    assert changes["edited"] == ["Q_1"]
    assert changes["variations"][0]["gained"] == []


def test_a_previous_sweep_without_questions_in_common_changes_nothing(tmp_path: Path) -> None:
    earlier = Sweep(["a"]).write(tmp_path / "1")
    for name in ("questions", "runs/01/answers", "runs/01/scores", "runs/01/timings"):
        path = earlier / f"{name}.jsonl"
        path.write_text(path.read_text().replace("Q_", "OLD_"))
    changes = report(Sweep(["a"]), tmp_path / "2")["changes"]
    assert changes["common"] == 0
    assert changes["variations"][0]["before"] is None
    assert changes["removed"] == ["OLD_1", "OLD_2", "OLD_3"]


@given(
    st.recursive(st.text(st.characters(exclude_categories=[])), lambda inner: st.lists(inner, max_size=3), max_leaves=5)
)
def test_no_text_can_end_the_element_that_holds_the_data(value: Any) -> None:
    written = data({"value": value, "more": "</script><!--"})
    assert "<" not in written
    assert json.loads(written.encode())["value"] == value


def test_the_page_names_its_own_script_and_style_and_loads_nothing(tmp_path: Path) -> None:
    written = page(report(Sweep(), tmp_path / "s"))
    head = written.split("</head>")[0]
    assert "default-src 'none'" in head
    assert head.count("'sha256-") == 2
    assert "http://" not in written.replace("http://www.w3.org/2000/svg", "")
    assert "https://" not in written
    assert "innerHTML" not in written


@pytest.mark.parametrize(("trouble", "code", "said"), [
    (None, 0, ""),
    (Fault("sweep s is not in MLflow"), 0, "note: sweep s is not in MLflow"),
    (RuntimeError("the store is locked"), 1, "error: the report is written, but could not be logged to MLflow"),
])  # fmt: skip
def test_the_report_stands_whatever_ails_mlflow(
    trouble: Exception | None,
    code: int,
    said: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    logged = []

    def log_report(sweep_id: str, path: Path) -> None:
        logged.append((sweep_id, path))
        if trouble:
            raise trouble

    monkeypatch.setattr("experiments.tracking.store.log_report", log_report)
    folder = Sweep().write(tmp_path / "s")
    for config in folder.glob("runs/*/config.yaml"):
        config.write_text(config.read_text().replace("mlflow: false", "mlflow: true"))
    assert main(["--sweep", str(folder)]) == code
    assert logged == [("s", folder / "report.html")]
    printed = capsys.readouterr()
    assert printed.out.strip() == str(folder / "report.html")
    assert said in printed.err
    assert "the documents could not be read" in (folder / "report.html").read_text(encoding="utf-8")


def test_the_command_reports_the_latest_sweep_of_real_documents(command: Command, home: Path, documents: Path) -> None:
    own = ("--pdfs", str(documents / "pdfs"), "--questions", str(documents / "questions.csv"))
    missing = command("report")  # before any sweep
    assert missing.returncode == 1
    assert missing.stderr.strip() == "error: there is no sweep yet; make sweep makes one"
    assert command("sweep", *own, "tracking.mlflow=false").returncode == 0
    done = command("report", "--out", str(documents / "a.html"))
    assert done.stdout.strip() == str(documents / "a.html")
    assert "Clean the filter of every pump" in (documents / "a.html").read_text(encoding="utf-8")

    assert command("sweep", *own, "tracking.mlflow=false").returncode == 0
    latest = open_sweep(str(home / "outputs/latest"))
    assert all(run.reused for run in latest.runs)
    for shown, row in zip(variations(latest), latest.summary, strict=True):
        assert (shown["live_calls"], str(shown["replayed_calls"])) == (0, row["replayed_calls"])

    (documents / "pdfs" / "letter.pdf").unlink()
    again = command("report")
    path = Path(again.stdout.strip())
    assert path == (home / "outputs/latest/report.html").resolve()
    written = path.read_text(encoding="utf-8")
    assert "the documents are no longer those of the sweep" in written
    assert "Clean the filter of every pump" not in written


def test_documents_and_calls_of_a_stage_are_kept_short(tmp_path: Path) -> None:
    folder = Sweep(["a", "b"], questions=2).write(tmp_path / "s")
    path = folder / "runs/01/timings.jsonl"
    rows = [json.loads(line) for line in path.read_text().splitlines()]
    call = {"task": "route", "model": "m", "live": True, "seconds": 0.12345678, "tokens_in": 1, "digest": "d" * 64}
    rows[0]["stages"][0]["calls"] = [call]
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    found = contents(open_sweep(f"{folder}/"), lambda _: Reading(None, "gone"))
    assert found["files"] == [f"paper {n}.pdf" for n in range(3)], "each name once"
    router, retriever = found["questions"][0]["rows"][0][0]["steps"]
    assert router["details"]["documents"] == [0, 1, 2]
    assert router["calls"] == [{"task": "route", "model": "m", "live": True, "seconds": 0.123457, "tokens_in": 1}]
    assert [found["chunks"][number][0] for number, *_ in retriever["hits"][0]], "hits are numbered chunks"
