"""What the guarded architecture reaches is in its keys."""

from __future__ import annotations

from dataclasses import replace

from ragatta.extensions.guarded.architectures.guarded import Guarded
from ragatta.extensions.guarded.detectors.model import ModelDetector
from tests.pipeline.plugins.test_reach import ROUTED, below


def test_the_chosen_detector_counts() -> None:
    guarded = replace(ROUTED, architecture=Guarded(), detector=ModelDetector())
    assert below(guarded, "extensions/guarded/detectors/model.py")
