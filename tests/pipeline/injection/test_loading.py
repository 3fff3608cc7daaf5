from __future__ import annotations

import subprocess
import sys

import pytest


@pytest.mark.parametrize(
    "module", ["experiments.sweep", "pipeline.architectures.agentic", "pipeline.llm.backends.extractive"]
)
def test_no_pattern_is_compiled_before_a_text_is_looked_at(module: str) -> None:
    code = f"import sys, {module}; sys.exit('pipeline.injection.patterns' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
