"""A function or object of your own, in this process.

ragatta run architecture=python architecture.service.options.target=mine:answer

See extensions/contestants/README.md.
"""

from __future__ import annotations

from dataclasses import dataclass

from ragatta.extensions.contestants.external import SystemOutside
from ragatta.extensions.contestants.services.python import Python
from ragatta.pipeline.plugins.technique import apart


@dataclass(frozen=True)
class PythonSystem(SystemOutside):
    """As the module says."""

    service: Python = apart(default_factory=Python)
