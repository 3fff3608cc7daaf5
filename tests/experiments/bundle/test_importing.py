"""A bundle comes in whole or not at all, and takes nobody's place unasked."""

from __future__ import annotations

import json
import shutil
import zipfile
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ragatta.conf.schema import Config
from ragatta.experiments.bundle.archive import CARD, TEXTS, Bundle, read_bundle, write_bundle
from ragatta.experiments.bundle.importing import import_bundle
from ragatta.experiments.composing.config import as_yaml
from ragatta.experiments.faults import Fault
from ragatta.experiments.on_record.calibrations import as_json, calibrated
from ragatta.experiments.on_record.journal import MEASURED, Journal, answer_of
from ragatta.experiments.on_record.places import Records
from ragatta.pipeline.llm.entries import entry_key
from ragatta.pipeline.llm.replies import Replies
from ragatta.pipeline.plugins.identity import short
from tests.standins.mangled import damaged, quick, refusal, spoiled, spoiled_lines

KEY = "ab" * 32
ANSWER = {
    "status": "answered", "text": "$25", "items": [], "value": "$25", "citations": [], "evidence": [],
    "limitations": "", "reasoning": "", "clarification": "", "confidence": "high", "safety_flags": [], "context": [],
    "steps": [], "sub_answers": [],
}  # fmt: skip
CALL = {
    "model": {"provider": "ollama", "name": "llama3.2", "digest": "d"}, "messages": [], "schema": {}, "tool": "",
    "options": {}, "sample": 0, "task": "write_answer",
    "reply": {"text": "{}", "tokens_in": 1, "tokens_out": 1, "seconds": 1.0},
}  # fmt: skip
TIMING = dict.fromkeys(MEASURED, 0) | {
    "stages": [{"name": "answer", "seconds": 1.0, "calls": [{"key": entry_key(CALL)}]}],
}
UNCALLED = {**CALL, "sample": 1}
NOTED = {**UNCALLED, "task": "situate_chunk"}  # the configuration has no notes
SUMMARY = {"document_type": "list", "summary": "prices", "key_topics": [], "use_for": "prices"}


def asked(address: str) -> str:
    return json.dumps({"llm": "ollama", "model": "llama3.2", "base_url": address, "window": 0}, sort_keys=True)


def lines(*rows: Any) -> str:
    return "".join(json.dumps(row) + "\n" for row in rows)


def bundle(**texts: str) -> Bundle:
    whole = {
        **dict.fromkeys(TEXTS, ""),
        "config.yaml": as_yaml(Config()),
        "manifest.json": "{}",
        "journal.jsonl": lines({"question_key": "q", "sample": 0, "record": ANSWER, "timing": TIMING}),
        "replies.jsonl": lines({"key": entry_key(CALL), "entry": CALL}),
        "models.json": json.dumps({asked("https://theirs.example"): {"name": "llama3.2", "digest": "d"}}),
        "judges.json": "{}",
        "summaries.json": json.dumps({"pdfium/x.json": {"prices.pdf": SUMMARY}}),
    }
    return Bundle(KEY, (), {**whole, **texts})


@pytest.fixture
def file(tmp_path: Path) -> Path:
    write_bundle(bundle(), tmp_path / "run.zip")
    return tmp_path / "run.zip"


def test_everything_finds_its_place_and_comes_in_once(file: Path, tmp_path: Path) -> None:
    home = tmp_path / "home"
    brought = import_bundle(file, home=home)
    assert (brought.answers, brought.replies, brought.summaries, brought.new) == (1, 1, 1, 4)
    assert brought.folder == home / "outputs/runs" / short(KEY)
    assert Journal(brought.folder).entries["q", 0].record == ANSWER
    stored = json.loads((home / "datasets/filings/summaries/pdfium/x.json").read_text(encoding="utf-8"))
    assert stored == {"prices.pdf": SUMMARY}
    replies = Replies(home / ".cache/replies.sqlite")
    assert replies.entry(entry_key(CALL)) == CALL
    assert replies.models() == {asked(""): {"name": "llama3.2", "digest": "d"}}
    replies.close()
    assert import_bundle(file, home=home).new == 0


JUDGE = {"provider": "ollama", "name": "llama3.2", "digest": "d", "options": {}, "prompts": {"judge": "p"}}
AGREES = {"mean": 1.0, "low": 0.93, "high": 1.0}
CALIBRATION = {
    "prompt": "p", "found": {"kappa": AGREES, "agreement": AGREES, "answers": 60, "questions": 60}, "unread": 0,
    "file": "people.csv", "made": "2026-01-02",
    "checked": {"passes": 90, "false_passes": 0, "fails": 30, "false_fails": 0, "at_most": 0.025},
}  # fmt: skip


@pytest.mark.needs("judges")
def test_the_calibration_of_a_judge_counts_for_the_bundle_alone(tmp_path: Path) -> None:
    made = bundle(**{"manifest.json": json.dumps({"judge": JUDGE}), "calibration.json": json.dumps(CALIBRATION)})
    write_bundle(made, tmp_path / "judged.zip")
    import_bundle(tmp_path / "judged.zip", home=tmp_path / "home")
    known = calibrated(JUDGE, Records(tmp_path / "home"))["judge"]
    assert known is not None
    assert as_json(known) == CALIBRATION
    assert known.lacks(0.03) == ""
    assert known.lacks(0.02).endswith("at most 0.025 of all, above scoring.error (0.02)")
    assert calibrated(JUDGE)["judge"] is None, "not at home"
    write_bundle(bundle(**{"manifest.json": "{}", "calibration.json": "{}"}), tmp_path / "odd.zip")
    with pytest.raises(Fault, match="damaged"):
        import_bundle(tmp_path / "odd.zip", home=tmp_path / "odd")
    assert not (tmp_path / "odd").exists()


@pytest.mark.parametrize(
    ("name", "other", "what"),
    [
        ("journal.jsonl",
         lines({"question_key": "q", "sample": 0, "record": {**ANSWER, "text": "$30"}, "timing": TIMING}),
         "an answer to question key q"),
        ("replies.jsonl", lines({"key": entry_key(CALL), "entry": {**CALL, "reply": {**CALL["reply"], "text": "no"}}}),
         "the reply to write_answer"),
        ("models.json", json.dumps({asked(""): {"name": "llama3.2", "digest": "e"}}), "llama3.2: another model"),
        ("summaries.json", json.dumps({"pdfium/x.json": {"prices.pdf": {**SUMMARY, "summary": "other"}}}),
         "the summary of prices.pdf"),
    ],
)  # fmt: skip
def test_nothing_takes_anothers_place_unasked(file: Path, tmp_path: Path, name: str, other: str, what: str) -> None:
    home, second = tmp_path / "home", tmp_path / "second.zip"
    import_bundle(file, home=home)
    before = {path: path.read_bytes() for path in home.rglob("*.json*")}
    write_bundle(bundle(**{name: other}), second)
    with pytest.raises(Fault, match=rf"nothing imported.*{what}(.|\n)*--replace.*without that folder"):
        import_bundle(second, home=home)
    assert {path: path.read_bytes() for path in home.rglob("*.json*")} == before
    import_bundle(second, home=home, replace_other=True)
    assert import_bundle(second, home=home).new == 0
    with pytest.raises(Fault, match="nothing imported"):
        import_bundle(file, home=home)


def test_the_same_reply_in_another_time_is_no_conflict(file: Path, tmp_path: Path) -> None:
    import_bundle(file, home=tmp_path / "home")
    slower = {**CALL, "reply": {**CALL["reply"], "seconds": 9.0}}
    write_bundle(bundle(**{"replies.jsonl": lines({"key": entry_key(CALL), "entry": slower})}), file)
    assert import_bundle(file, home=tmp_path / "home").new == 0


@pytest.mark.parametrize(
    ("texts", "said"),
    [
        ({"config.yaml": "no: {config"}, r"config.yaml: not a configuration"),
        ({"journal.jsonl": "{}\n"}, "damaged"),
        ({"journal.jsonl": lines({"question_key": "q", "sample": 0, "record": {}, "timing": TIMING})}, "damaged"),
        ({"replies.jsonl": lines({"key": "0" * 64, "entry": CALL})}, "does not belong to the prompt of its key"),
        ({"replies.jsonl": lines({"key": "0" * 64, "entry": {}})}, "damaged"),
        ({"journal.jsonl": lines({"question_key": "q", "sample": 0, "record": ANSWER, "timing": {}})}, "damaged"),
        ({"replies.jsonl": lines({"key": entry_key(CALL), "entry": {**CALL, "reply": {"words": ""}}})}, "damaged"),
        (
            {"replies.jsonl": lines({"key": entry_key(UNCALLED), "entry": UNCALLED})},
            "no answer in it called the reply to write_answer",
        ),
        (
            {"replies.jsonl": lines({"key": entry_key(NOTED), "entry": NOTED})},
            "no answer in it called the reply to situate_chunk",
        ),
        ({"judgements.jsonl": lines({"key": entry_key(CALL), "entry": CALL})}, "no answer in it called the reply to"),
        ({"timings.jsonl": lines({"judge": 5})}, "damaged"),
        ({"models.json": "[]"}, "models.json is not a mapping"),
        ({"models.json": '{"x": 5}'}, "models.json does not name the model behind 'x'"),
        ({"manifest.json": '{"code": 5}'}, "does not record the code that made the run"),
        ({"config.yaml": as_yaml(Config()).replace("name: filings", "name: ../../x")}, "the name of a folder"),
        (
            {"config.yaml": as_yaml(Config()).replace("name: filings", "name: ${oc.env:HOME}")},
            "something other than a key",
        ),
        ({"summaries.json": json.dumps({"../../x.json": {"a.pdf": SUMMARY}})}, "not a file below the dataset's folder"),
        ({"summaries.json": json.dumps({"/x.json": {"a.pdf": SUMMARY}})}, "not a file below the dataset's folder"),
        ({"summaries.json": json.dumps({"x.json": {"a.pdf": {}}})}, "damaged"),
    ],
)
def test_a_bundle_that_says_what_it_cannot_mean_is_refused_whole(
    tmp_path: Path, texts: dict[str, str], said: str
) -> None:
    write_bundle(bundle(**texts), tmp_path / "run.zip")
    with pytest.raises(Fault, match=said):
        import_bundle(tmp_path / "run.zip", home=tmp_path / "home")
    assert not (tmp_path / "home").exists()


def test_the_same_run_is_the_same_bytes(tmp_path: Path) -> None:
    for name in ("one.zip", "two.zip"):
        write_bundle(bundle(), tmp_path / name)
    assert (tmp_path / "one.zip").read_bytes() == (tmp_path / "two.zip").read_bytes()
    assert read_bundle(tmp_path / "one.zip") == bundle()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["one.zip", "two.zip"]


def test_odd_line_ends_within_a_text_survive(tmp_path: Path) -> None:
    odd = {**ANSWER, "text": "a\u2028b\x85c\x1cd"}
    text = json.dumps({"question_key": "q", "sample": 0, "record": odd, "timing": TIMING}, ensure_ascii=False) + "\n"
    write_bundle(bundle(**{"journal.jsonl": text}), tmp_path / "run.zip")
    brought = import_bundle(tmp_path / "run.zip", home=tmp_path / "home")
    assert Journal(brought.folder).entries["q", 0].record == odd


@pytest.fixture(scope="module")
def whole_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("whole") / "run.zip"
    write_bundle(bundle(), path)
    return path


@quick
@given(data=st.data())
def test_any_file_is_a_bundle_or_refused_by_its_name(data: st.DataObject, whole_file: Path) -> None:
    path = whole_file.with_name("other.zip")
    path.write_bytes(data.draw(damaged(whole_file.read_bytes())))
    said = refusal(lambda: read_bundle(path), Fault)
    assert not said or said.startswith(str(path))


@settings(max_examples=60, deadline=None)
@given(data=st.data())
def test_no_damaged_byte_passes_unseen(data: st.DataObject, whole_file: Path) -> None:
    whole, path = bytearray(whole_file.read_bytes()), whole_file.with_name("damaged.zip")
    place = data.draw(st.integers(0, len(whole) - 1))
    whole[place] ^= data.draw(st.integers(1, 255))
    path.write_bytes(bytes(whole))
    try:
        assert read_bundle(path) == bundle(), "a byte that says nothing, such as a date"
    except Fault as fault:
        assert str(path) in str(fault)  # noqa: PT017 - either is right


LINES, OBJECTS = ("journal.jsonl", "replies.jsonl"), ("models.json", "summaries.json", "manifest.json")


@settings(quick, max_examples=10)  # an import is a quarter of a second
@given(data=st.data(), name=st.sampled_from([*LINES, *OBJECTS]))
def test_any_bundle_comes_in_or_is_refused_with_nothing_imported(
    tmp_path: Path, data: st.DataObject, name: str
) -> None:
    text, home = bundle().texts[name], tmp_path / "home"
    if name in LINES:
        other = data.draw(spoiled_lines([json.loads(line) for line in text.splitlines()])).decode()
    else:
        other = json.dumps(data.draw(spoiled(json.loads(text))))
    write_bundle(bundle(**{name: other}), tmp_path / "run.zip")
    shutil.rmtree(home, ignore_errors=True)
    if said := refusal(lambda: import_bundle(tmp_path / "run.zip", home=home), Fault):
        assert str(tmp_path / "run.zip") in said
        assert not home.exists()
    else:
        for entry in Journal(home / "outputs/runs" / short(KEY)).entries.values():
            assert answer_of(entry.record).status == entry.status


def rewritten(path: Path, change: dict[str, bytes | None]) -> Path:
    with zipfile.ZipFile(path) as archive:
        entries = {name: archive.read(name) for name in archive.namelist()}
    with zipfile.ZipFile(path, "w") as archive:
        for name, content in {**entries, **change}.items():
            if content is not None:
                archive.writestr(name, content)
    return path


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({CARD: None}, "not a bundle of Ragatta: bundle.json is missing"),
        ({CARD: b'{"form": 2}'}, "a bundle of form 2; this version of Ragatta reads form 1"),
        ({CARD: b"[]"}, "damaged"),
        ({"../../escape.txt": b"x"}, r"not a bundle that Ragatta wrote: \.\./\.\./escape.txt"),
        ({"/etc/x": b"x"}, "not a bundle that Ragatta wrote"),
        ({"journal.jsonl": None}, "not a bundle that Ragatta wrote: journal.jsonl"),
        ({"journal.jsonl": b"{}\n"}, "journal.jsonl has changed since the export"),
    ],
)
def test_a_foreign_zip_is_refused(file: Path, change: dict[str, bytes | None], said: str) -> None:
    with pytest.raises(Fault, match=said):
        read_bundle(rewritten(file, change))


def test_what_is_no_zip_or_too_large_is_refused(file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "text.zip").write_text("no zip", encoding="utf-8")
    with pytest.raises(Fault, match="damaged, or no bundle"):
        read_bundle(tmp_path / "text.zip")
    with pytest.raises(Fault, match=r"none\.zip: no such file; name the bundle"):
        read_bundle(tmp_path / "none.zip")
    monkeypatch.setattr("ragatta.experiments.bundle.archive.LARGEST", 100)
    with pytest.raises(Fault, match="unpacks to more than"):
        read_bundle(file)


def test_a_run_key_that_is_a_path_is_refused(tmp_path: Path) -> None:
    write_bundle(replace(bundle(), run_key="../../etc"), tmp_path / "run.zip")
    with pytest.raises(Fault, match="its run key is invalid"):
        read_bundle(tmp_path / "run.zip")


def test_a_key_of_ones_own_must_be_given(tmp_path: Path) -> None:
    write_bundle(replace(bundle(), own=("embedder.model_path",)), tmp_path / "run.zip")
    with pytest.raises(Fault, match=r"give embedder\.model_path=/path"):
        import_bundle(tmp_path / "run.zip", home=tmp_path / "home")
    brought = import_bundle(tmp_path / "run.zip", {"embedder.model_path": "/models/a: b"}, tmp_path / "home")
    assert brought.config.embedder.model_path == "/models/a: b"


DEEP = "[" * 60 + "]" * 60
BOMB = "a0: &a0 [x]\n" + "".join(f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 10)}]\n" for n in range(1, 10))


def journal(record: Any = None, **timing: Any) -> str:
    answer = {**ANSWER, **(record or {})}
    return lines({"question_key": "q", "sample": 0, "record": answer, "timing": {**TIMING, **timing}})


def reply(**changes: Any) -> str:
    entry = {**CALL, "reply": {**CALL["reply"], **changes}}
    return lines({"key": entry_key(entry), "entry": entry})


@pytest.mark.parametrize(
    "texts",
    [
        {"journal.jsonl": journal({"status": {}})},
        {"journal.jsonl": journal({"text": 5})},
        {"journal.jsonl": journal({"items": [1]})},
        {"journal.jsonl": journal({"citations": [{"source_file": 1}]})},
        {"journal.jsonl": journal(seconds="long")},
        {"journal.jsonl": journal(stages=[5])},
        {"journal.jsonl": journal().replace('"items": []', f'"items": {DEEP}')},
        {"journal.jsonl": "[" * 100_000 + "\n"},
        {"replies.jsonl": reply(text=5)},
        {"replies.jsonl": reply(tokens_in="many")},
        {"answers.jsonl": "5\n"},
        {"answers.jsonl": lines({"question_id": "q", "sample": 0, "answer": "$25", "status": "answered"})},
        {"answers.jsonl": lines({"question_id": 5, "sample": 0, "answer": "$25", **ANSWER})},
        {"scores.jsonl": "{\n"},
        {"scores.jsonl": lines({"question_id": "q", "sample": 0, "scores": {"score": "high"}})},
        {"scores.jsonl": lines({"question_id": "q", "sample": 0, "scores": {"score": 10**400}})},
        {"manifest.json": f'{{"code": {{"x": {DEEP}}}}}'},
        {"manifest.json": "5"},
        {"summaries.json": '{"x.json": 5}'},
        {"models.json": json.dumps({"{}": {"name": "m"}})},
        {"journal.jsonl": journal({"text": "\ud800"})},
        {"replies.jsonl": reply(text="\udfff")},
        {"summaries.json": json.dumps({"x.json": {"a.pdf": {**SUMMARY, "summary": "\ud800"}}})},
        {"config.yaml": BOMB},
        {"config.yaml": f"variation: {DEEP}"},
        {"config.yaml": as_yaml(replace(Config(), embedder=replace(Config().embedder, model_path="/elsewhere")))},
    ],
)
def test_wrong_types_bombs_and_depth_are_refused_with_nothing_imported(tmp_path: Path, texts: dict[str, str]) -> None:
    write_bundle(bundle(**texts), tmp_path / "run.zip")
    with pytest.raises(Fault, match=r"run\.zip"):
        import_bundle(tmp_path / "run.zip", home=tmp_path / "home")
    assert not (tmp_path / "home").exists()


def test_the_sum_of_all_texts_is_bounded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    texts = dict.fromkeys(("answers.jsonl", "scores.jsonl", "timings.jsonl"), " " * 50_000)
    write_bundle(bundle(**texts), tmp_path / "run.zip")
    assert (tmp_path / "run.zip").stat().st_size < 10_000
    monkeypatch.setattr("ragatta.experiments.bundle.archive.LARGEST", 100_000)
    with pytest.raises(Fault, match="unpacks to more than"):
        read_bundle(tmp_path / "run.zip")
