"""Which detector finds orders to a model; `guarded` is handed it."""

from __future__ import annotations

from dataclasses import dataclass, field

from ragatta.extensions.guarded.agents.detector import Detector
from ragatta.extensions.guarded.detectors.rules import Rules
from ragatta.pipeline.core_settings import CoreSettings


@dataclass
class WithDetector(CoreSettings):
    """As the module says."""

    detector: Detector = field(default_factory=Rules)
