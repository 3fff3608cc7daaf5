from __future__ import annotations

import pickle
import subprocess
import sys
from pathlib import Path

import pytest

from experiments.composing import config, kept_grids
from experiments.composing import overrides as composing
from experiments.composing.config import compose_grid, named_grid
from experiments.faults import Fault
from experiments.paths import CONF, ROOT


@pytest.fixture(autouse=True)
def grids(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(kept_grids, "GRIDS", tmp_path / "grids")
    return tmp_path / "grids"


def files(folder: Path) -> list[Path]:
    return sorted(folder.glob("*"))


@pytest.mark.parametrize(
    "overrides",
    [
        named_grid("six"),
        named_grid("alpha"),
        ["dataset.only=['a, b','c']", "llm=openai", "llm.model=gpt,other", "dataset.passwords.a=VARIABLE"],
    ],
)
def test_a_kept_grid_is_the_grid(overrides: list[str], grids: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = compose_grid(overrides)
    assert len(files(grids)) == 1
    monkeypatch.setattr(composing, "composed", lambda _: pytest.fail("composed again"))
    second = compose_grid(overrides)
    assert second == first == composing_anew(overrides)
    assert [config.as_yaml(one.config) for one in second] == [config.as_yaml(one.config) for one in first]


def composing_anew(overrides: list[str]) -> list[config.Point]:
    code = "import pickle, sys; from experiments.composing.overrides import composed; "
    code += f"sys.stdout.buffer.write(pickle.dumps(composed({overrides!r})))"
    found: list[config.Point] = pickle.loads(
        subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, check=True).stdout
    )
    return found


def test_other_overrides_files_and_schemas_are_other_grids(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    places = {kept_grids._place(["a=1"]), kept_grids._place(["a=2"]), kept_grids._place(["a=1", "b=2"])}
    assert len(places) == 3
    (tmp_path / "conf" / "llm").mkdir(parents=True)
    monkeypatch.setattr(kept_grids, "CONF", tmp_path / "conf")
    for text in ("model: one\n", "model: two\n"):
        (tmp_path / "conf" / "llm" / "mine.yaml").write_text(text)
        places.add(kept_grids._place(["a=1"]))
    monkeypatch.setattr(kept_grids, "_schema", lambda _: {"another": 1})
    places.add(kept_grids._place(["a=1"]))
    assert len(places) == 6


def test_a_damaged_file_is_composed_anew(grids: Path) -> None:
    first = compose_grid(["retrieval.top_k=3,5"])
    for damage in ("", "[", "{}", '[{"label": "x"}]', "null"):
        files(grids)[0].write_text(damage)
        assert compose_grid(["retrieval.top_k=3,5"]) == first


def test_what_a_kept_grid_names_is_checked_each_time(tmp_path: Path) -> None:
    model = tmp_path / "model"
    model.mkdir()
    for name in ("model.onnx", "tokenizer.json"):
        (model / name).touch()
    overrides = ["retrieval.reranker=cross_encoder", f"retrieval.rerank_model='{model}'"]
    assert len(compose_grid(overrides)) == 1
    (model / "model.onnx").unlink()
    with pytest.raises(Fault, match=r"model.onnx is missing"):
        compose_grid(overrides)


def test_a_fault_is_not_kept(grids: Path) -> None:
    with pytest.raises(Fault):
        compose_grid(["retrieval.top_k=0"])
    assert files(grids) == []


def test_what_the_environment_decides_is_not_kept(grids: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for value in ("3", "4"):
        monkeypatch.setenv("DEPTH", value)
        assert compose_grid(["retrieval.top_k=${oc.env:DEPTH}"])[0].config.retrieval.top_k == int(value)
    assert files(grids) == []


def test_a_file_that_asks_the_environment_keeps_every_grid_from_being_kept(
    grids: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    points = compose_grid(["retrieval.top_k=3"])
    (tmp_path / "conf").mkdir()
    (tmp_path / "conf" / "mine.yaml").write_text("model: ${oc.env:MODEL}\n")
    monkeypatch.setattr(kept_grids, "CONF", tmp_path / "conf")
    kept_grids.keep(["a=1"], points)
    assert len(files(grids)) == 1  # the first one


def test_no_file_of_the_clone_asks_the_environment() -> None:
    assert not [path for path in CONF.rglob("*.yaml") if kept_grids.RESOLVER.search(path.read_text(encoding="utf-8"))]


def test_a_repeated_sweep_needs_no_hydra() -> None:
    code = (
        "import sys, experiments.sweep; print({'hydra', 'omegaconf', 'scipy', 'mlflow', 'chromadb'} & {*sys.modules})"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout == "set()\n"
