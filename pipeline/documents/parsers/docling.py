"""docling: reading order and tables found by models of layout, which it loads from a hub at first use.

It runs on torch and needs minutes and gigabytes: its limits match. Models that are on this
machine already are named by docling's own variable DOCLING_ARTIFACTS_PATH. Scans are left to OCR.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any, ClassVar

from ragatta.pipeline.documents.parser import Parser
from ragatta.pipeline.documents.parsers._text import OpenedDocument, Unreadable, clean, explained
from ragatta.pipeline.documents.parsers.pdfium import Pdfium
from ragatta.pipeline.machine.files import unlinked
from ragatta.pipeline.plugins.technique import apart

PACKAGES = ("docling",)
NEEDS = "the extra ragatta[docling]: pip install docling (it brings torch, and loads models from a hub)"


@dataclass(frozen=True)
class Docling(Parser):
    """As the module says."""

    LIBRARY: ClassVar[str] = "docling"
    VARIABLES: ClassVar[tuple[str, ...]] = (
        "DOCLING_ARTIFACTS_PATH", "HF_HOME", "HF_HUB_CACHE", "HF_HUB_OFFLINE", "HF_ENDPOINT", "TORCH_HOME",
        "CUDA_VISIBLE_DEVICES", "HTTP_PROXY", "HTTPS_PROXY", "NO_PROXY", "http_proxy", "https_proxy", "no_proxy",
        "SSL_CERT_FILE", "REQUESTS_CA_BUNDLE",
    )  # fmt: skip
    LEAST_MEGABYTES: ClassVar[int] = 4096  # of address space, which torch reserves
    seconds: float = apart(default=600.0)  # a page may take a quarter of them; the first one loads the models
    megabytes: int = apart(default=32000)

    def open(self, path: Path, password: str = "") -> OpenedDocument:
        """Raises Encrypted, or Unreadable with the reason. pdfium counts the pages."""
        return _Docling(path, password, Pdfium().open(path, password).pages)


class _Docling:
    """Converts page by page, so that a page that fails is lost alone."""

    def __init__(self, path: Path, password: str, pages: int) -> None:
        self._path, self._password, self.pages = path, password, pages

    def text(self, index: int) -> str:
        """As Opened says."""
        try:
            with unlinked(self._path):
                found = _converter(self._password).convert(self._path, page_range=(index + 1, index + 1))
            return clean(found.document.export_to_text())
        except MemoryError:
            raise
        except Exception as error:  # whatever a model or a damaged file makes it raise
            raise Unreadable(explained(error)) from error


@lru_cache(maxsize=1)
def _converter(password: str) -> Any:
    """Loads the models, once a process as long as no document has a password."""
    from docling.datamodel.backend_options import PdfBackendOptions
    from docling.datamodel.base_models import InputFormat
    from docling.datamodel.pipeline_options import PdfPipelineOptions
    from docling.document_converter import DocumentConverter, PdfFormatOption

    option = PdfFormatOption(
        pipeline_options=PdfPipelineOptions(do_ocr=False),
        backend_options=PdfBackendOptions(password=password or None),
    )
    return DocumentConverter(allowed_formats=[InputFormat.PDF], format_options={InputFormat.PDF: option})
