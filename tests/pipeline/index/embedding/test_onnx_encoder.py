import shutil
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import hypothesis
import numpy as np
import onnx
import pytest
from hypothesis import strategies as st

from ragatta.experiments.fetch_model import fetch
from ragatta.experiments.paths import MODELS
from ragatta.pipeline.index.embedders.minilm import MiniLM, open_encoder
from ragatta.pipeline.index.embedding.bert import graph
from ragatta.pipeline.index.embedding.encoder import Encoder
from ragatta.pipeline.index.embedding.minilm import SOURCE, convert, model_folder
from ragatta.pipeline.index.embedding.quantization import quantize
from ragatta.pipeline.plugins.identity import file_digest
from tests.pipeline.index.embedding.tiny_bert import POSITIONS, UNITS, tiny_weights, write_source, write_tokenizer

ROOT = Path(__file__).parents[4]
TEXTS = [
    "roof",
    "",
    "The base rate of the wind peril is 412.75, the factor of tier B2 1.085.",
    "Regeln über Dächer: ß, é, 屋根 🏠",
    " ".join(f"row {i} {i * 37 % 1000:03d}.{i % 10}" for i in range(120)),
    "roof",
]


@pytest.fixture(scope="module", params=["int8", "fp32"])
def encoder(request: pytest.FixtureRequest) -> Encoder:
    fetch(ROOT / MODELS)
    return open_encoder(MiniLM(precision=request.param), ROOT / MODELS)


def own_model(folder: Path, seed: int = 0) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    onnx.save(graph(tiny_weights(seed), padded=True), folder / "model.onnx")
    write_tokenizer(folder / "tokenizer.json")
    return folder


def own(folder: Path, precision: str = "fp32", **settings: Any) -> MiniLM:
    return MiniLM(model_path=str(folder), precision=precision, **{"max_tokens": 16, **settings})


def test_a_vector_depends_on_nothing_but_its_text(encoder: Encoder) -> None:
    together = encoder.embed(TEXTS)
    alone = np.concatenate([encoder.embed([text]) for text in TEXTS])
    backwards = encoder.embed(TEXTS[::-1])[::-1]
    assert together.tobytes() == alone.tobytes() == backwards.tobytes()
    assert together.tobytes() == b"".join(encoder.embed_query(text).tobytes() for text in TEXTS)


def test_vectors_are_unit_vectors_in_order(encoder: Encoder) -> None:
    vectors = encoder.embed(TEXTS)
    assert vectors.shape == (len(TEXTS), encoder.dimensions) == (6, 384)
    assert vectors.dtype == np.float32
    assert np.abs(np.linalg.norm(vectors, axis=1) - 1).max() < 1e-5
    assert np.array_equal(vectors[0], vectors[5])
    assert len({vector.tobytes() for vector in vectors}) == 5


def test_no_texts_no_vectors(encoder: Encoder) -> None:
    assert encoder.embed([]).shape == (0, 384)


def test_near_meanings_are_near(encoder: Encoder) -> None:
    house, home, engine = encoder.embed(["a house near the sea", "a home by the coast", "the engine needs oil"])
    assert house @ home > house @ engine + 0.3


def test_a_text_is_cut_at_the_token_limit(tmp_path: Path) -> None:
    folder = own_model(tmp_path / "own")
    encoder = open_encoder(own(folder, max_tokens=8), tmp_path)
    whole = open_encoder(own(folder, max_tokens=POSITIONS), tmp_path)
    kept, longer = "roof rate wind base 1 2", "roof rate wind base 1 2 roof roof roof"  # 6 and [CLS], [SEP]
    assert np.array_equal(encoder.embed_query(kept), encoder.embed_query(longer))
    assert np.array_equal(encoder.embed_query(kept), whole.embed_query(kept))
    assert not np.array_equal(whole.embed_query(kept), whole.embed_query(longer))
    assert encoder.count_tokens(longer) == 9


def test_query_prefix_is_for_queries_alone(tmp_path: Path) -> None:
    folder = own_model(tmp_path / "own")
    plain = open_encoder(own(folder), tmp_path)
    prefixed = open_encoder(own(folder, query_prefix="base rate "), tmp_path)
    assert np.array_equal(prefixed.embed_query("roof"), plain.embed_query("base rate roof"))
    assert np.array_equal(prefixed.embed(["roof"]), plain.embed(["roof"]))


def test_token_spans_and_counts(encoder: Encoder) -> None:
    assert encoder.token_spans("Rule C-7") == [(0, 4), (5, 6), (6, 7), (7, 8)]
    assert encoder.count_tokens("Rule C-7") == 4
    assert encoder.count_tokens("roof " * 3000) == 3000
    assert encoder.token_spans("") == []


@hypothesis.settings(deadline=None)
@hypothesis.given(text=st.text(st.characters(categories=["L", "N", "P", "Z", "S", "Cs"]), max_size=60))
def test_spans_lie_in_the_text_in_order(encoder: Encoder, text: str) -> None:
    spans = encoder.token_spans(text)
    assert len(spans) == encoder.count_tokens(text)
    assert all(0 <= start <= end <= len(text) for start, end in spans)
    assert spans == sorted(spans)


def test_lone_surrogates_are_read_as_unknown_characters(encoder: Encoder) -> None:
    assert encoder.token_spans("roof \ud800 tile")[-1] == (7, 11)
    assert np.array_equal(encoder.embed(["roof \ud800 tile"]), encoder.embed(["roof \ufffd tile"]))


def test_progress_counts_every_text(encoder: Encoder) -> None:
    told: list[int] = []
    encoder.embed(TEXTS, told.append)
    assert told == [1, 2, 3, 4, 5, 6]


def test_identity_tells_what_can_change_a_vector(tmp_path: Path) -> None:
    folder = own_model(tmp_path / "own")
    settings = own(folder)
    first = open_encoder(settings, tmp_path).identity
    assert first == open_encoder(settings, tmp_path).identity
    assert first != open_encoder(replace(settings, max_tokens=17), tmp_path).identity
    assert first != open_encoder(replace(settings, precision="int8"), tmp_path).identity
    assert first == open_encoder(replace(settings, query_prefix="query: "), tmp_path).identity, "no text is re-embedded"
    own_model(folder, seed=1)
    assert first != open_encoder(settings, tmp_path).identity


def test_identity_is_of_the_files_and_not_of_their_place(tmp_path: Path) -> None:
    one = own_model(tmp_path / "one")
    two = shutil.copytree(one, tmp_path / "two")
    for precision in ("fp32", "int8"):
        first, second = (open_encoder(own(f, precision), tmp_path / "models") for f in (one, two))
        assert first.identity == second.identity


def test_own_model_is_quantised_once(tmp_path: Path) -> None:
    folder, models = own_model(tmp_path / "own"), tmp_path / "models"
    first = open_encoder(own(folder, "int8"), models)
    made = next(models.glob("own-*/int8.onnx"))
    stamp = made.stat().st_mtime_ns
    second = open_encoder(own(folder, "int8"), models)
    assert made.stat().st_mtime_ns == stamp
    assert np.array_equal(first.embed(["roof rates"]), second.embed(["roof rates"]))
    assert first.embed_query("roof") @ open_encoder(own(folder), models).embed_query("roof") > 0.95


def test_own_int8_graph_is_taken_as_it_is(tmp_path: Path) -> None:
    folder = own_model(tmp_path / "own")
    quantize(folder / "model.onnx", folder / "model_int8.onnx")
    encoder = open_encoder(own(folder, "int8"), tmp_path / "models")
    assert "model_int8.onnx" in encoder.identity["model"]
    assert not (tmp_path / "models").exists()


def test_own_graph_may_pool_by_itself(tmp_path: Path) -> None:
    folder = own_model(tmp_path / "own")
    pooled = open_encoder(own(folder), tmp_path).embed_query("roof rates")
    model = onnx.load(folder / "model.onnx")
    helper = onnx.helper
    axes = onnx.numpy_helper.from_array(np.array([1]), "axes")
    model.graph.initializer.append(axes)
    model.graph.node.append(
        helper.make_node("ReduceMean", ["last_hidden_state", "axes"], ["sentence_embedding"], keepdims=0)
    )
    model.graph.output.append(helper.make_tensor_value_info("sentence_embedding", 1, ["batch", UNITS]))
    onnx.save(model, folder / "model.onnx")
    assert np.abs(open_encoder(own(folder), tmp_path).embed_query("roof rates") - pooled).max() < 1e-6


def test_model_that_is_not_set_up(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match="the next command makes it"):
        open_encoder(MiniLM(), tmp_path)


def test_model_whose_bytes_have_changed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_source(tmp_path / "wheel")
    expected = {name: file_digest(tmp_path / "wheel" / name) for name in SOURCE}
    monkeypatch.setattr(
        "ragatta.pipeline.index.embedding.model_choice.model_folder", lambda models: model_folder(models, expected)
    )
    folder = convert(tmp_path / "wheel", tmp_path, expected)
    settings = MiniLM(max_tokens=16)
    assert open_encoder(settings, tmp_path).dimensions == UNITS
    with (folder / "int8.onnx").open("r+b") as stream:
        stream.seek(-1, 2)
        stream.write(b"\x55")
    with pytest.raises(ValueError, match=r"int8\.onnx has SHA-256"):
        open_encoder(settings, tmp_path)
    (folder / "manifest.json").write_text("{")
    with pytest.raises(ValueError, match=r"manifest\.json is not a model manifest"):
        open_encoder(settings, tmp_path)


def test_faults_of_an_own_model_name_the_file(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match=r"embedder\.model_path: no such folder: .*nowhere"):
        open_encoder(own(tmp_path / "nowhere"), tmp_path)
    folder = own_model(tmp_path / "own")
    with pytest.raises(ValueError, match=rf"max_tokens={POSITIONS + 1}"):
        open_encoder(own(folder, max_tokens=POSITIONS + 1), tmp_path)
    (folder / "tokenizer.json").write_text("{}")
    with pytest.raises(ValueError, match=r"tokenizer\.json is not a tokenizer"):
        open_encoder(own(folder), tmp_path)
    (folder / "tokenizer.json").unlink()
    with pytest.raises(FileNotFoundError, match=r"tokenizer\.json is missing"):
        open_encoder(own(folder), tmp_path)
    write_tokenizer(folder / "tokenizer.json")
    (folder / "model.onnx").write_bytes(b"no graph")
    with pytest.raises(ValueError, match=r"model\.onnx is not an ONNX model"):
        open_encoder(own(folder), tmp_path)


@pytest.mark.parametrize(("place", "told"), [("input", "takes"), ("output", "returns")])
def test_a_graph_that_is_no_sentence_encoder(tmp_path: Path, place: str, told: str) -> None:
    folder = own_model(tmp_path / "own")
    nodes = [onnx.helper.make_node("Identity", ["pixels" if place == "input" else "input_ids"], ["logits"])]
    taken = onnx.helper.make_tensor_value_info(nodes[0].input[0], 7, ["batch", "tokens"])
    given = onnx.helper.make_tensor_value_info("logits", 7, ["batch", "tokens"])
    model = onnx.helper.make_model(
        onnx.helper.make_graph(nodes, "other", [taken], [given]),
        opset_imports=[onnx.helper.make_opsetid("", 20)],
        ir_version=10,
    )
    onnx.save(model, folder / "model.onnx")
    with pytest.raises(ValueError, match=rf"model\.onnx {told}"):
        open_encoder(own(folder), tmp_path)


def test_import_is_light() -> None:
    slow = "{'onnxruntime', 'onnx', 'tokenizers'}"
    embedding = "ragatta.pipeline.index.embedding"
    code = f"import sys, {embedding}.encoder, {embedding}.vector_cache; print({slow} & {{*sys.modules}})"
    found = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert found.stdout.strip() == "set()"
