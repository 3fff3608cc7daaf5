"""A collection as other programs see it: each in a process of its own, where a warning is an error."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import chromadb
import numpy as np
import pytest

from ragatta.experiments import paths
from ragatta.experiments.fetch_model import fetch
from ragatta.pipeline.documents.parsers.pdfium import Pdfium
from ragatta.pipeline.index.chunking.document import DocumentChunker
from ragatta.pipeline.index.collection import Collection, Folders, collect, text_queries
from ragatta.pipeline.index.embedders.minilm import MiniLM, open_encoder
from ragatta.pipeline.index.embedding.encoder import Encoder
from ragatta.pipeline.machine import installation
from standins.chunked import TWO

ROOT = Path(__file__).resolve().parents[4]
EMBEDDER = MiniLM(query_prefix="query: ")
TEXT = "dues of a harbour"
OPEN = """
import json, sys, warnings
warnings.simplefilter("error")
{imports}
client = chromadb.PersistentClient(sys.argv[1])
collection = client.get_collection(sys.argv[2])
"""


@pytest.fixture(scope="module")
def encoder() -> Encoder:
    fetch(paths.MODELS)
    return open_encoder(EMBEDDER, paths.MODELS)


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory, encoder: Encoder) -> tuple[Path, Collection]:
    root = tmp_path_factory.mktemp("collections")
    chunking = DocumentChunker(40, 0)
    made = collect(
        Folders(root), TWO, chunking, Pdfium(), encoder, lambda texts: (encoder.embed(texts), 0), embedder=EMBEDDER
    )
    return root / made.name, made


def test_each_collection_of_a_process_has_its_own_function(tmp_path: Path, encoder: Encoder) -> None:
    found = []
    for prefix in ("first: ", "second: "):
        folders = Folders(tmp_path / prefix[:5])
        made = collect(
            folders, TWO, DocumentChunker(40, 0), Pdfium(), encoder, lambda texts: (encoder.embed(texts), 0),
            embedder=MiniLM(query_prefix=prefix),
        )  # fmt: skip
        client = chromadb.PersistentClient(str(tmp_path / prefix[:5] / made.name))
        function = client.get_collection(made.name).configuration["embedding_function"]
        found.append(function.get_config()["settings"]["query_prefix"])
    assert found == ["first: ", "second: "]


def said_by(place: Path, home: Path, imports: str, script: str) -> tuple[Any, str]:
    """What a program prints as JSON, and what it says on stderr. Nothing may be downloaded: the home is empty before
    and after, and there is no way out of this machine."""
    home.mkdir(exist_ok=True)
    own = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}  # what other tests left there
    environment = {**own, "HOME": str(home), "HTTPS_PROXY": "http://127.0.0.1:9"}
    command = [sys.executable, "-c", OPEN.format(imports=imports) + script, str(place), place.name]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=120, cwd=home)
    assert list(home.iterdir()) == []
    return (json.loads(done.stdout) if done.returncode == 0 else None), done.stderr


def test_a_plain_client_opens_it_and_queries_by_vector(built: tuple[Path, Collection], tmp_path: Path) -> None:
    place, made = built
    vector = made.vectors[1].tolist()
    found, stderr = said_by(
        place,
        tmp_path / "home",
        "import chromadb",
        f"found = collection.query(query_embeddings=[{vector}], n_results=2)\n"
        "[same] = client.list_collections()\n"
        "print(json.dumps([found['ids'][0][0], found['documents'][0][0], same.metadata, 'ragatta' in sys.modules]))",
    )
    assert stderr == ""
    assert found[:2] == [made.chunks[1].id, made.chunks[1].text]
    assert found[3] is False
    parts = made.manifest["ingredients"]
    assert found[2]["key"] == made.key
    assert found[2]["corpus"] == parts["corpus"]
    assert found[2]["parser.name"] == "pdfium"
    assert (found[2]["chunking.name"], found[2]["chunking.chunk_size"]) == ("document", 40)
    assert found[2]["embedder.precision"] == "int8"
    assert (found[2]["chunks"], found[2]["dimensions"]) == (len(made.chunks), 384)


def test_a_plain_client_is_refused_a_query_by_text_rather_than_given_another_model(
    built: tuple[Path, Collection], tmp_path: Path
) -> None:
    found, stderr = said_by(
        built[0], tmp_path / "home", "import chromadb", "collection.query(query_texts=['harbours'])"
    )
    assert found is None
    assert "ValueError: Embedding function ragatta not found" in stderr


@pytest.mark.parametrize("imports", ["import ragatta.chroma, chromadb", "import chromadb, ragatta.chroma"])
def test_one_that_has_imported_the_function_queries_by_text(
    imports: str, built: tuple[Path, Collection], encoder: Encoder, tmp_path: Path
) -> None:
    place, made = built
    script = (
        f"found = collection.query(query_texts=[{TEXT!r}], n_results=3)\n"
        "function = collection.configuration['embedding_function']\n"
        f"vectors = [function([{TEXT!r}])[0], function.embed_query([{TEXT!r}])[0]]\n"
        "print(json.dumps([found['ids'][0], [v.tolist() for v in vectors]]))"
    )
    (ids, vectors), stderr = said_by(place, tmp_path / "home", imports, script)
    assert stderr == ""
    stored, asked = (np.array(vector, np.float32) for vector in vectors)
    assert np.array_equal(stored, encoder.embed([TEXT])[0])
    assert np.array_equal(asked, encoder.embed_query(TEXT))
    nearest = np.argsort(-(made.vectors @ asked))[:3]
    assert ids == [made.chunks[at].id for at in nearest]


def test_importing_ragatta_imports_neither_chroma_nor_numpy() -> None:
    script = (
        "import sys, ragatta; print([name for name in ('chromadb', 'numpy', 'onnxruntime') if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


def test_another_embedder_than_the_collections_is_refused(encoder: Encoder) -> None:
    config = text_queries.embedding_function(EMBEDDER, encoder).get_config()
    same = text_queries.RagattaEmbedding.build_from_config(config)
    assert np.array_equal(same([TEXT])[0], encoder.embed([TEXT])[0])
    other = text_queries.RagattaEmbedding.build_from_config({**config, "identity": "0" * 64})
    with pytest.raises(ValueError, match="built with another embedder"):
        other([TEXT])


def test_its_models_are_where_set_up_writes_them() -> None:
    assert installation.models_folder() == paths.MODELS
