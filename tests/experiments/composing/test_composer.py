"""A composition that is kept is the one that Hydra makes."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from ragatta.experiments.composing import composer
from ragatta.experiments.composing.composer import Composer
from ragatta.experiments.composing.overrides import compose_grid, composed_grid
from ragatta.experiments.faults import Fault
from ragatta.pipeline.machine import kept as keeping

WORDS = (
    ["variation=table_aware"],
    ["architecture=single_pass", "llm=ollama", "retrieval.top_k=7"],
    ["experiment=six", "dataset=ct_maps"],
)


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(keeping, "PLACE", tmp_path / "kept")
    (tmp_path / "kept").mkdir()
    return tmp_path / "kept"


def entries(place: Path) -> int:
    return len([*place.glob("*/*")])


@pytest.mark.parametrize("words", WORDS)
def test_kept_is_composed(place: Path, monkeypatch: pytest.MonkeyPatch, words: list[str]) -> None:
    made = Composer().config(words), Composer().hydra(words)
    assert entries(place) == (2 if "experiment=six" in words else 1)
    monkeypatch.setattr(composer, "compose", None)
    kept = Composer().config(words), Composer().hydra(words)
    assert kept == made
    assert kept[1].sweeper.get("params") == made[1].sweeper.get("params")


def test_the_folder_of_the_process_is_not_kept(place: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    Composer().hydra(["variation=baseline"])
    monkeypatch.chdir(tmp_path)
    assert Composer().hydra(["variation=baseline"]).runtime.cwd == os.getcwd() == str(tmp_path)
    assert entries(place) == 1


def test_a_file_of_the_users_that_changes_is_composed_again(
    place: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    mine = tmp_path / "mine" / "variation" / "own.yaml"
    mine.parent.mkdir(parents=True)

    def top_k() -> int:
        (point,) = compose_grid([f"--config-dir={tmp_path / 'mine'}", "variation=own"])
        return int(point.config.retrieval.top_k)

    for wanted in (3, 4):
        mine.write_text(f"# @package _global_\nretrieval:\n  top_k: {wanted}\n")
        assert top_k() == wanted
    there = entries(place)
    monkeypatch.setattr(composer, "compose", None)
    assert top_k() == 4
    assert entries(place) == there


def test_what_the_environment_may_decide_is_composed_each_time(
    place: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    mine = tmp_path / "mine" / "experiment" / "own.yaml"
    mine.parent.mkdir(parents=True)
    mine.write_text("# @package _global_\ndefaults:\n  - override /window: ${oc.env:WINDOW}\n")
    for window in ("fixed", "same_page"):
        monkeypatch.setenv("WINDOW", window)
        (point,) = compose_grid([f"--config-dir={tmp_path / 'mine'}", "experiment=own"])
        assert point.config.window.name == window
    assert not entries(place)


def test_grids_share_the_compositions_of_their_points(place: Path, tmp_path: Path) -> None:
    own = f"--config-dir={tmp_path}"
    six = compose_grid([own, "experiment=six"])
    assert entries(place) == 1 + len(six)  # one is of Hydra's own node
    seven = compose_grid([own, "experiment=seven"])
    assert entries(place) == 2 + len(seven)
    assert [point.config for point in seven][: len(six)] == [point.config for point in six]
    compose_grid([own, "variation=baseline,table_aware"])
    assert entries(place) == 3 + len(seven)


@pytest.mark.parametrize("words", [["experiment=own"], ["experiment=own,six"], ["variation=own"]])
def test_a_file_of_the_users_that_is_no_yaml_is_named(tmp_path: Path, words: list[str]) -> None:
    for group in ("experiment", "variation"):
        (tmp_path / group).mkdir()
        (tmp_path / group / "own.yaml").write_text("# @package _global_\nretrieval: {top_k: [\n")
    with pytest.raises(Fault, match=r'^no YAML: .*/own\.yaml", line \d'):
        compose_grid([f"--config-dir={tmp_path}", *words])


def test_an_experiment_that_says_something_of_its_points_is_composed_with_them(tmp_path: Path) -> None:
    mine = tmp_path / "experiment" / "own.yaml"
    mine.parent.mkdir()
    varied = "hydra: {sweeper: {params: {variation: 'baseline,page_window'}}}\n"
    mine.write_text(f"# @package _global_\n{varied}retrieval: {{top_k: 4}}\n")
    points = compose_grid([f"--config-dir={tmp_path}", "experiment=own"])
    assert [point.config.retrieval.top_k for point in points] == [4, 4]
    mine.write_text(f"# @package _global_\ndefaults:\n  - override /chunking: page\n{varied}")
    points = compose_grid([f"--config-dir={tmp_path}", "experiment=own"])
    assert points[0].config.chunking.name == "page"


def test_hydras_own_settings_are_those_of_all_words_and_files(tmp_path: Path) -> None:
    swept = ["dataset=ct_maps", "retrieval.top_k=3,5"]
    words = ["window.size=7", "hydra.sweep.dir=${dataset.name}/${window.size}"]
    assert composed_grid([*swept, *words]).hydra.sweep.dir == "ct_maps/7"
    mine = tmp_path / "variation" / "own.yaml"
    mine.parent.mkdir()
    mine.write_text("# @package _global_\nhydra: {sweep: {dir: mine}}\n")
    assert composed_grid([f"--config-dir={tmp_path}", "variation=own", *swept]).hydra.sweep.dir == "mine"


def test_no_setting_of_the_user_is_kept(place: Path) -> None:
    Composer().config(["++llm.options.secret=abc", "llm=ollama"])
    Composer().config(["llm.model=mine"])
    assert not any(b"abc" in file.read_bytes() or b"mine" in file.read_bytes() for file in place.glob("*/*"))
