"""What another extension adds to the report stands in it, and a section of another form is named."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest

from ragatta.experiments.paths import ROOT
from ragatta.experiments.results.reading import open_sweep
from ragatta.experiments.results.sections import sections_of
from ragatta.extensions.report.contents import contents
from ragatta.extensions.report.corpora import reader
from ragatta.pipeline.plugins import registry
from ragatta.pipeline.plugins.registry import BrokenPart
from tests.standins.sweeps import Sweep

(MINE,) = re.findall(r"```python\n(.*?def section.*?)```", (ROOT / "docs/extensions.md").read_text("utf-8"), re.DOTALL)


@pytest.fixture
def part(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    file = tmp_path / "ragatta_parts/sections/mine.py"
    file.parent.mkdir(parents=True)
    monkeypatch.syspath_prepend(str(tmp_path))
    for name in [name for name in sys.modules if name.split(".")[0] == registry.PARTS]:
        monkeypatch.delitem(sys.modules, name)
    registry.outside.cache_clear()
    return file


def test_a_section_of_another_extension_is_a_table_of_the_report(part: Path, tmp_path: Path) -> None:
    part.write_text(MINE)
    sweep = open_sweep(str(Sweep("ab", questions=3).write(tmp_path / "s")))
    (found,) = contents(sweep, reader(lambda *_: None))["sections"]
    assert found["name"] == "mine"
    assert found["rows"] == [("a", "3"), ("b", "3")]


def test_what_is_no_section_names_the_part(part: Path, tmp_path: Path) -> None:
    part.write_text("def section(sweep):\n    return 'Mine'\n")
    sweep = open_sweep(str(Sweep("ab", questions=3).write(tmp_path / "s")))
    with pytest.raises(BrokenPart, match=r"section 'mine'.*section returned 'Mine', not a Section or None"):
        list(sections_of(sweep))


def test_one_that_fails_is_named(part: Path, tmp_path: Path) -> None:
    part.write_text("def section(sweep):\n    return {}['rows']\n")
    sweep = open_sweep(str(Sweep("ab", questions=3).write(tmp_path / "s")))
    with pytest.raises(BrokenPart, match=r"section 'mine'.*mine\.py:1.*KeyError: 'rows'"):
        list(sections_of(sweep))
