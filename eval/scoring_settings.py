"""All settings of scoring together: those of the core, and what extensions add to them as `scoring_settings`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ragatta.eval.core_scoring import CoreScoring
from ragatta.pipeline.plugins.settings import extended

if TYPE_CHECKING:

    class Scoring(CoreScoring):
        """The settings of scoring: tolerances, and the optional metrics to compute."""

else:
    Scoring = extended("scoring_settings", CoreScoring, __name__, "Scoring")
