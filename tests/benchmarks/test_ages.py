"""A table is older than the commits that changed what its command reaches."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks.ages import age, changes, reached_by, since
from benchmarks.stamps import git
from ragatta.experiments.faults import Fault


def test_commits_since_another_with_the_files_that_they_changed(tmp_path: Path) -> None:
    def commit(name: str) -> str:
        (tmp_path / name).write_text("x", encoding="utf-8")
        git(tmp_path, "add", ".")
        git(tmp_path, "-c", "user.name=a", "-c", "user.email=a@example.org", "commit", "-qm", name)
        return git(tmp_path, "rev-parse", "HEAD").strip()

    git(tmp_path, "init", "-q")
    first, second, third = map(commit, ("one", "two words", "three"))
    assert changes(tmp_path) == {first: {"one"}, second: {"two words"}, third: {"three"}}
    assert since(tmp_path, first[:8]) == [third, second]
    with pytest.raises(Fault, match="00000000"):
        since(tmp_path, "00000000")


def test_the_age_names_the_rooms_in_which_most_commits_were() -> None:
    assert age({"a": set(), "b": set()}) == "fresh"
    assert age({"a": {"eval/scoring.py"}, "b": set()}) == "older: 1 commit in eval/ since"
    changed = {
        "a": {"pipeline/tables/cells.py", "pipeline/tables/rows.py", "setup.py"},
        "b": {"pipeline/types.py", "pipeline/tables/rows.py", "eval/x.py"},
        "c": {"pipeline/tables/rows.py", "eval/x.py", "pipeline/types.py"},
    }
    assert age(changed) == "older: 3 commits in pipeline/tables/, eval/, pipeline/ and 1 more since"


@pytest.mark.needs("report")
def test_a_sweep_reaches_what_it_chooses_and_a_benchmark_what_it_imports() -> None:
    sweep = reached_by("ragatta sweep --variation hybrid_search --dataset filings")
    assert {
        "experiments/commands/sweep.py",
        "pipeline/retrieval/searches/hybrid.py",
        "eval/scorers/score.py",
        "datasets/filings/questions/filters.py",
        "datasets/generating/gold.py",
    } <= sweep
    assert "pipeline/architectures/single_pass.py" not in sweep
    assert "benchmarks/peers/recall.py" in reached_by("python -m benchmarks.peers --sides context_grid")
    assert "extensions/report/commands/report.py" in reached_by("ragatta report --latest")
    with pytest.raises(ValueError, match="no such Python module"):
        reached_by("python -m benchmarks.nowhere")
