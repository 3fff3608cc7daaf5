"""Whether the model that a command line names is one that is asked."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from ragatta.experiments.composing.config import Point


def unasked(points: Sequence[Point], written: Collection[str]) -> list[str]:
    """That a model is written, and all backends are rules, which ask none."""
    llms = {point.config.llm.name: point.config.llm for point in points}
    if "llm.model" not in written or any(llm.ASKS_A_MODEL for llm in llms.values()):
        return []
    model = points[0].config.llm.model
    chosen = f"choose a backend that does, such as llm=ollama llm.model={model}"
    return [f"llm.model={model}: llm={' and '.join(sorted(llms))} asks no model; {chosen}"]
