"""An endpoint of your own, over HTTP.

ragatta run architecture=http architecture.service.base_url=http://127.0.0.1:8000/ask

See extensions/contestants/README.md.
"""

from __future__ import annotations

from dataclasses import dataclass

from ragatta.extensions.contestants.exchange import External
from ragatta.extensions.contestants.external import SystemOutside
from ragatta.extensions.contestants.services.http import Http
from ragatta.pipeline.plugins.technique import apart


@dataclass(frozen=True)
class HttpSystem(SystemOutside):
    """As the module says."""

    service: Http = apart(default_factory=Http)
    external: External = External(request="")  # {question: "{question}"}; one of your own takes its place
