"""Texts per second: Ragatta's encoder and chromadb's own ONNX function on the same weights, texts and cores.

    python -m benchmarks.embedding [--pdfs FOLDER] [--texts 128] [--rounds 3]

The rival is `chromadb.utils.embedding_functions.ONNXMiniLM_L6_V2`, given the fp32 graph of the same weights
in the form it expects (attention mask and token types as inputs), so that it downloads nothing. The two take
turns, so that a busy machine slows both; the ratio is the median over the rounds. See docs/parts.md.
"""

from __future__ import annotations

import argparse
import random
import shutil
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from ragatta.experiments.fetch_model import fetch, weights_folder
from ragatta.experiments.paths import MODELS
from ragatta.pipeline.index.embedders.minilm import MiniLM, open_encoder
from ragatta.pipeline.index.embedding.bert import graph
from ragatta.pipeline.index.embedding.encoder import Encoder
from ragatta.pipeline.index.embedding.minilm import read_safetensors

SIZE, OVERLAP = 1000, 200  # characters, the default chunking
WORDS = (
    "the of and to in for a is premium policy dwelling coverage rule rate factor limit deductible territory "
    "endorsement insured property construction protection class percentage applies exceeding hurricane wind "
    "liability contents replacement cost optional minimum maximum additional residence underwriting"
)
QUERY = "What is the base rate for the hurricane peril?"


def synthetic_texts(count: int, seed: int = 0) -> list[str]:
    """Chunks of prose mixed with figures, in the proportions of a rate filing: every third one is a table."""
    rng = random.Random(seed)
    words = WORDS.split()
    texts = []
    for i in range(count):
        text = ""
        while len(text) < SIZE:
            if i % 3 == 2:
                row = [
                    f"HO-{rng.randint(2, 8)}",
                    f"{rng.randint(50, 999)},000",
                    *(f"{rng.uniform(0.3, 3):.3f}" for _ in range(5)),
                ]
                text += " ".join(row) + "\n"
            else:
                text += " ".join(rng.choices(words, k=rng.randint(8, 20))).capitalize() + f" {rng.randint(1, 99)}%. "
        texts.append(text[:SIZE])
    return texts


def pdf_texts(folder: Path, count: int) -> list[str]:
    """Up to `count` chunks spread evenly over the text of a folder's PDFs."""
    import pypdfium2

    chunks = []
    for path in sorted(folder.rglob("*.pdf")):
        with pypdfium2.PdfDocument(path) as document:
            text = "\n".join(page.get_textpage().get_text_range() for page in document)
        chunks += [text[i : i + SIZE] for i in range(0, len(text), SIZE - OVERLAP)]
    if not chunks:
        raise SystemExit(f"{folder}: no PDF with text in it")
    return chunks[:: max(1, len(chunks) // count)][:count]


def chromadb_function(scratch: Path) -> Callable[[Sequence[str]], Any]:
    """chromadb's embedding function on our weights, laid out in `scratch` as its download would be."""
    import onnx
    from chromadb.utils.embedding_functions import ONNXMiniLM_L6_V2

    source, folder = weights_folder(), scratch / ONNXMiniLM_L6_V2.EXTRACTED_FOLDER_NAME
    folder.mkdir()
    for name in (
        "config.json",
        "special_tokens_map.json",
        "tokenizer_config.json",
        "tokenizer.json",
        "vocab.txt",
    ):
        shutil.copyfile(source / name, folder / name)
    onnx.save(graph(read_safetensors(source / "model.safetensors"), padded=True), folder / "model.onnx")
    function = ONNXMiniLM_L6_V2(preferred_providers=["CPUExecutionProvider"])
    function.DOWNLOAD_PATH = scratch
    return lambda texts: function(list(texts))


def seconds(work: Callable[..., Any], *inputs: Any) -> float:
    start = time.perf_counter()
    work(*inputs)
    return time.perf_counter() - start


def opened(precision: str) -> Encoder:
    """The packaged model, with what opening it and asking it one query takes printed."""
    start = time.perf_counter()
    encoder = open_encoder(MiniLM(precision=precision), MODELS)
    taken = time.perf_counter() - start
    query = statistics.median(seconds(encoder.embed_query, QUERY) for _ in range(50))
    print(f"{precision}: opened in {taken:.2f} s, one query {query * 1e3:.1f} ms")
    return encoder


def measure(texts: list[str], rounds: int, rival: Callable[[Sequence[str]], Any]) -> None:
    encoders = {precision: opened(precision) for precision in ("int8", "fp32")}
    works: dict[str, Callable[[Sequence[str]], Any]] = {"chromadb": rival}
    works |= {precision: encoder.embed for precision, encoder in encoders.items()}
    rates: dict[str, list[float]] = {name: [] for name in works}
    for work in works.values():
        work(texts[:4])  # first runs pay for memory and imports
    for _ in range(rounds):
        for name, work in works.items():
            rates[name].append(len(texts) / seconds(work, texts))
    for name, rate in rates.items():
        ratio = statistics.median(r / base for r, base in zip(rate, rates["chromadb"], strict=True))
        print(f"{name:9} {statistics.median(rate):7.1f} texts/s   {ratio:5.2f} times chromadb")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pdfs", type=Path, help="a folder of PDFs to take texts from (default: generated texts)")
    parser.add_argument("--texts", type=int, default=128)
    parser.add_argument("--rounds", type=int, default=3)
    given = parser.parse_args()
    fetch(MODELS)
    texts = pdf_texts(given.pdfs, given.texts) if given.pdfs else synthetic_texts(given.texts)
    tokens = statistics.mean(map(open_encoder(MiniLM(), MODELS).count_tokens, texts))
    print(f"{len(texts)} texts of {SIZE} characters, {tokens:.0f} tokens on average before the cut")
    with tempfile.TemporaryDirectory() as scratch:
        measure(texts, given.rounds, chromadb_function(Path(scratch)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
