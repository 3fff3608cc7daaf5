"""Dynamic int8 quantisation of an ONNX graph: weights per output channel beforehand, activations at run time.

An activation's scale depends on the whole tensor, and so on the other texts of a batch;
`pipeline.index.embedding.onnx_encoder` therefore encodes each text alone. Source: onnxruntime's `quantize_dynamic`; see
docs/parts.md."""

from __future__ import annotations

import logging
from pathlib import Path


def quantize(source: Path, target: Path) -> None:
    """Write the int8 form of the fp32 graph `source` to `target`: MatMul weights, not embedding tables."""
    from onnx import TensorProto
    from onnxruntime.quantization import QuantType, quantize_dynamic

    root = logging.getLogger()
    level = root.level
    root.setLevel(logging.ERROR)  # it advises a pre-processing that would fuse the nodes to be quantised
    try:
        quantize_dynamic(
            source,
            target,
            op_types_to_quantize=["MatMul"],
            per_channel=True,
            # 7-bit weights: x86 cores without VNNI add pairs of products in 16 bits, which 8-bit weights overflow
            reduce_range=True,
            weight_type=QuantType.QInt8,
            extra_options={"MatMulConstBOnly": True, "DefaultTensorType": TensorProto.FLOAT},
        )
    finally:
        root.setLevel(level)
