"""Answers made elsewhere, in a file.

ragatta run architecture=predictions architecture.service.options.file=answers.jsonl

See extensions/contestants/README.md.
"""

from __future__ import annotations

from dataclasses import dataclass

from ragatta.extensions.contestants.external import SystemOutside
from ragatta.extensions.contestants.services.predictions import Predictions
from ragatta.pipeline.plugins.technique import apart


@dataclass(frozen=True)
class PredictedAnswers(SystemOutside):
    """As the module says."""

    service: Predictions = apart(default_factory=Predictions)
