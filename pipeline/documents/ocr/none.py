"""Pages without a text layer stay without text, and are named."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from ragatta.pipeline.documents.ocr_engine import Ocr


@dataclass(frozen=True)
class NoOcr(Ocr):
    """As the module says."""

    READS: ClassVar[bool] = False

    def made_of(self) -> dict[str, Any]:
        return {}

    def read(self, image: bytes, seconds: float) -> str:  # noqa: ARG002
        return ""
