"""Packages that the default installation leaves out, and the extras that bring them."""

from __future__ import annotations

from importlib.util import find_spec

EXTRAS = {  # module: extra of pyproject.toml
    "mlflow": "mlflow", "opentelemetry.exporter.otlp.proto.http": "otlp", "ollama": "ollama", "openai": "openai",
    "chonkie": "chunkers", "mammoth": "documents", "openpyxl": "documents", "pptx": "documents",
    "pdfplumber": "documents", "docling": "docling", "optuna": "tune", "ray": "clusters", "submitit": "clusters",
}  # fmt: skip


def is_here(module: str) -> bool:
    """Whether the package can be imported; it is not imported."""
    return find_spec(module) is not None


def missing(module: str) -> str:
    """How to get a module that is not here; "" for one that no extra brings."""
    extra = next((extra for name, extra in EXTRAS.items() if module == name or module.startswith(f"{name}.")), "")
    if not extra:
        return ""
    of_a_clone = f"make setup-{extra}" if extra in ("tune", "clusters") else "make setup"
    return f"{module} is not installed: pip install 'ragatta[{extra}]' (in a clone: {of_a_clone})"
