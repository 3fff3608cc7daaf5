"""Results without digests are reported, or named."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from ragatta.experiments.faults import Fault
from ragatta.experiments.results.reading import open_sweep
from ragatta.extensions.report.commands.report import write_report
from ragatta.pipeline.machine.checksums import DIGESTS
from standins.sweeps import Sweep
from tests.standins.mangled import damaged, quick, refusal, spoiled, spoiled_lines


@pytest.fixture(scope="module")
def swept(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    """The files of a sweep but for their digests, by their name in its folder."""
    folder = Sweep(["a", "b"], questions=2).write(tmp_path_factory.mktemp("swept") / "sweep")
    files = (file for file in folder.rglob("*.*") if file.is_file() and file.name != DIGESTS)
    return {file.relative_to(folder).as_posix(): file.read_bytes() for file in files}


def other(name: str, data: bytes) -> st.SearchStrategy[bytes]:
    """What may stand in a file of a sweep in place of what was written."""
    if name.endswith(".jsonl"):
        return damaged(data) | spoiled_lines([json.loads(line) for line in data.splitlines()])
    if name.endswith(".csv"):
        return damaged(data)
    return damaged(data) | spoiled(yaml.safe_load(data)).map(lambda value: json.dumps(value).encode())


@pytest.mark.filterwarnings("ignore:.* has no digests")
@settings(quick, max_examples=30)
@given(data=st.data())
def test_results_without_digests_are_reported_or_named(
    tmp_path: Path, swept: dict[str, bytes], data: st.DataObject
) -> None:
    name = data.draw(st.sampled_from([name for name in sorted(swept) if not name.startswith("runs/02")]))
    for each, written in swept.items():
        (tmp_path / each).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / each).write_bytes(data.draw(other(name, written)) if each == name else written)
    said = refusal(lambda: write_report(open_sweep(str(tmp_path)), tmp_path / "report.html"), Fault)
    assert not said or str(tmp_path) in said
