"""The tiny BERT with one linear layer over its first state, and a tokenizer that writes pairs: a cross-encoder."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper
from tokenizers import Tokenizer, processors

from ragatta.pipeline.index.embedding.bert import graph
from tests.pipeline.index.embedding.tiny_bert import UNITS, tiny_weights, write_tokenizer


def write_cross_encoder(folder: Path, seed: int = 0, classes: int = 1) -> Path:
    """`folder` with model.onnx and tokenizer.json; the model gives `classes` logits for a pair."""
    folder.mkdir(parents=True, exist_ok=True)
    model = graph(tiny_weights(seed), padded=True)
    weights = np.random.default_rng(seed).normal(0, 1, (UNITS, classes)).astype(np.float32)
    model.graph.initializer.append(numpy_helper.from_array(np.array(0, np.int64), "first"))
    model.graph.initializer.append(numpy_helper.from_array(weights, "classifier"))
    model.graph.node.append(helper.make_node("Gather", ["last_hidden_state", "first"], ["state"], axis=1))
    model.graph.node.append(helper.make_node("MatMul", ["state", "classifier"], ["logits"]))
    del model.graph.output[:]
    model.graph.output.append(helper.make_tensor_value_info("logits", TensorProto.FLOAT, ["batch", classes]))
    onnx.save(model, folder / "model.onnx")
    write_tokenizer(folder / "tokenizer.json")
    tokenizer = Tokenizer.from_file(str(folder / "tokenizer.json"))
    tokenizer.post_processor = processors.TemplateProcessing(
        single="[CLS] $A [SEP]", pair="[CLS] $A [SEP] $B:1 [SEP]:1", special_tokens=[("[CLS]", 2), ("[SEP]", 3)]
    )
    tokenizer.save(str(folder / "tokenizer.json"))
    return folder
