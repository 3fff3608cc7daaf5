"""Whether the model that a command line names is one that is asked."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from ragatta.experiments.composing.composer import Composer
from ragatta.experiments.composing.config import Point
from ragatta.pipeline.settings.llm import BACKENDS, LLM


def unasked(points: Sequence[Point], written: Collection[str], composer: Composer) -> list[str]:
    """What is wrong with llm.name and llm.model among the keys that are written: with the first alone a file of
    conf/llm/ would answer under another name, the second is read by no backend of rules."""
    llms = {(point.config.llm.name, point.config.llm.module): point.config.llm for point in points}
    if "llm.name" in written:
        return [problem for llm in llms.values() for problem in _misnamed(llm, composer)]
    if "llm.model" in written and not any(llm.is_known() and llm.plugin().ASKS_A_MODEL for llm in llms.values()):
        names, model = " and ".join(sorted(name for name, _ in llms)), points[0].config.llm.model
        chosen = f"choose a backend that does, such as llm=ollama llm.model={model}"
        return [f"llm.model={model}: llm={names} asks no model; {chosen}"]
    return []


def _misnamed(llm: LLM, composer: Composer) -> list[str]:
    """That the module is one of a file of conf/llm/ whose backend has another name."""
    files = [composer.file("llm", name) for name in composer.groups.get("llm", ())]
    chosen = next((file.get("name") for file in files if llm.module and file.get("module") == llm.module), llm.name)
    if chosen == llm.name:
        return []
    if llm.name in [file.get("name") for file in files]:
        fix = f"llm={llm.name}"
    elif BACKENDS.knows(llm.name):
        fix = f"llm.name={llm.name} llm.module="
    else:
        fix = f"llm=ollama llm.model={llm.name} for a model of Ollama's"
    return [f"llm.name={llm.name}: alone it leaves llm={chosen} in place; write {fix}"]
