"""What a bundle holds of a judge."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from ragatta.conf.schema import Config
from ragatta.experiments.bundle.archive import TEXTS, Bundle, write_bundle
from ragatta.experiments.composing.config import as_yaml
from ragatta.experiments.on_record.calibrations import calibration_of, save
from ragatta.experiments.on_record.journal import MEASURED
from ragatta.experiments.on_record.places import Records
from ragatta.experiments.results.reading import ResultRow, RunResult
from ragatta.extensions.bundles.gather import calibration
from ragatta.pipeline.llm.entries import entry_key

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


JUDGE = {"provider": "ollama", "name": "llama3.2", "digest": "d", "options": {}, "prompts": {"judge": "p"}}
AGREES = {"mean": 1.0, "low": 0.93, "high": 1.0}
CALIBRATION = {
    "prompt": "p", "found": {"kappa": AGREES, "agreement": AGREES, "answers": 60, "questions": 60}, "unread": 0,
    "file": "people.csv", "made": "2026-01-02",
    "checked": {"passes": 90, "false_passes": 0, "fails": 30, "false_fails": 0, "at_most": 0.025},
}  # fmt: skip


def test_what_a_run_rests_on_is_gathered_of_its_judge(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Records, "calibrations", tmp_path / "calibrations")
    save(JUDGE, {"judge": calibration_of(CALIBRATION)})
    row = ResultRow("q", 0, ANSWER, {"score": 1.0}, "", (), {}, "judge")
    run = RunResult("v", tmp_path, {}, {"judge": JUDGE}, (row,))
    assert calibration(run) == CALIBRATION
    assert calibration(replace(run, rows=(replace(row, rule="person"),))) == {}


def reply(**changes: Any) -> str:
    entry = {**CALL, "reply": {**CALL["reply"], **changes}}
    return lines({"key": entry_key(entry), "entry": entry})
