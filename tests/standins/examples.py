"""The examples of CONTRIBUTING.md."""

from __future__ import annotations

import re
from collections.abc import Mapping

from ragatta.experiments.paths import ROOT


def examples() -> Mapping[str, str]:
    """By the name of each class and function that they define."""
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    blocks = re.findall(r"^```python\n(.*?)^```", text, re.MULTILINE | re.DOTALL)
    return {name: block for block in blocks for name in re.findall(r"^(?:class|def) (\w+)", block, re.MULTILINE)}
