"""What sets a key is found: in choices, in examples of pages, in commands of code."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from benchmarks.settings import all_settings, keys_in, set_by
from ragatta.experiments.paths import ROOT

PAGE = """Set `reranker.candidates=20,40` or --flag=x, if a == b; `queries.count` is named alone.

```yaml
architecture:
  router: {kind: llm}
```
"""
# The examples are of the whole: they are looked for where no extension is taken away.
WHOLE = pytest.mark.needs(*re.findall(r"\]\(\.\./extensions/(\w+)/", (ROOT / "docs/extensions.md").read_text("utf-8")))


def test_a_page_sets_what_it_assigns_and_what_its_blocks_hold(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text(PAGE, encoding="utf-8")
    assert keys_in(page) == {"reranker.candidates", "architecture", "architecture.router", "architecture.router.kind"}


def test_a_choice_sets_keys_below_its_group_or_at_the_top_and_those_of_its_grid() -> None:
    assert keys_in(ROOT / "conf/tracking/off.yaml") == {"tracking.mlflow"}
    assert {"retrieval", "retrieval.top_k", "variation"} <= keys_in(ROOT / "conf/variation/high_depth.yaml")
    assert {"variation", "retrieval.top_k"} <= keys_in(ROOT / "conf/experiment/depth.yaml")


@WHOLE
def test_what_sets_one_key_of_a_declaration_sets_all() -> None:
    found = set_by()
    assert found["llm.rpm"] == found["scoring.judge_llm.rpm"] != set()
    assert found["embedder.server.batch"] == found["reranker.server.batch"]
    assert {key for key, _, _ in all_settings()} == {*found}
    assert "tried" in found["retrieval.top_k"]


@WHOLE
def test_no_key_is_set_by_nothing() -> None:
    assert not [key for key, places in set_by().items() if not places], "show an example, or make it a constant"
