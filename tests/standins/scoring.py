"""Scoring for tests that hold with and without the extensions that add to it."""

from __future__ import annotations

from dataclasses import fields
from typing import Any

from ragatta.eval.scoring_settings import Scoring


def scoring(**wanted: Any) -> Scoring:
    """Scoring with those of the settings that it has."""
    return Scoring(**{each.name: wanted[each.name] for each in fields(Scoring) if each.name in wanted})
