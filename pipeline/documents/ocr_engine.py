"""An OCR engine: reads the images of pages that have no text layer. One a file of ocr/."""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass
from typing import Any, ClassVar

from ragatta.pipeline.plugins.technique import Technique, Techniques


class Unrecognised(Exception):
    """An image that cannot be read. The message is the reason shown to the user."""


@dataclass(frozen=True)
class Ocr(Technique):
    """As the module says."""

    KEY: ClassVar[str] = "ocr"
    READS: ClassVar[bool] = True  # whether such pages are read at all
    VARIABLES: ClassVar[tuple[str, ...]] = ()  # of the environment, that its process needs
    language: str = "eng"  # as the OCR program names it; "eng+deu" reads both

    @abstractmethod
    def made_of(self) -> dict[str, Any]:
        """The program and its models, which determine its output beside its settings. Raises ValueError if it cannot be
        used."""

    @abstractmethod
    def read(self, image: bytes, seconds: float) -> str:
        """The text of an image (PGM), in at most `seconds` of processor time. Raises Unrecognised."""


OCR_ENGINES = Techniques("ocr", Ocr)
