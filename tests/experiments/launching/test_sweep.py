"""What is made before a sweep's jobs begin elsewhere."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace

import pytest

from ragatta.conf.schema import Config
from ragatta.experiments.composing.config import Point
from ragatta.experiments.launching.sweep import Sweep


def test_what_jobs_share_is_made_once_for_each_point_and_not_for_its_twins(monkeypatch: pytest.MonkeyPatch) -> None:
    config, made = Config(), list[tuple[str, int]]()
    resources = SimpleNamespace(
        prepare=lambda settings: made.append(("summaries and annotations", settings.retrieval.top_k)),
        index=SimpleNamespace(needed=lambda settings: made.append(("collection", settings.retrieval.top_k))),
    )
    monkeypatch.setattr(Sweep, "_announce", lambda _self, _points: resources)
    points = [
        Point(f"{top_k} {label}", (), replace(config, retrieval=replace(config.retrieval, top_k=top_k)))
        for top_k, label in ((1, "first"), (1, "twin"), (9, "first"))
    ]
    Sweep().prepare(points)
    assert made == [(what, top_k) for top_k in (1, 9) for what in ("summaries and annotations", "collection")]
