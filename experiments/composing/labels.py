"""The label of a point of a grid: its variation, and the settings that tell it from the others."""

from __future__ import annotations

import re
from collections.abc import Sequence

from hydra.core.override_parser.types import Override

from ragatta.conf.schema import Config
from ragatta.experiments.composing.config import flat
from ragatta.experiments.composing.kinds import TECHNIQUES
from ragatta.experiments.composing.words import short_key
from ragatta.pipeline.llm.backend import BACKENDS

OF_ALL_VARIATIONS = ("architecture", *(group for group, kind in TECHNIQUES.items() if kind is BACKENDS))
OF_A_VARIATION = tuple(group for group in TECHNIQUES if group not in OF_ALL_VARIATIONS)
# How a system or a server is reached and read: no label needs it, but for the name of a server's model.
OF_A_SYSTEM = ("architecture.service.", "architecture.external.", "embedder.server.", "reranker.server.")
MODELS = ("embedder.server.model", "reranker.server.model")


def label(config: Config, parts: Sequence[tuple[Override, str, bool]]) -> str:
    """The label of a point: its variation, if one is named, and the settings that the grid varies. Settings of index,
    search and agents that hold for every point are included, because they change the variation."""
    named, varied, fixed = False, [], []
    for override, value, varies in parts:
        # As written: Hydra escapes its own signs.
        chosen = re.sub(r"\\([:,=()\[\]{}])", r"\1", value.partition("=")[2].strip("'\""))
        if "${" in chosen:  # what it stands for
            chosen = str(flat(config).get(override.key_or_group, chosen))
        setting = f"{short_key(override.key_or_group)}={chosen}"
        if override.key_or_group == "variation":
            named = True
        elif varies:
            varied.append(setting)
        elif override.key_or_group.startswith(OF_A_SYSTEM) and override.key_or_group not in MODELS:
            continue
        elif override.key_or_group.split(".")[0] in (
            *OF_A_VARIATION,
            "prompts",
            "agents",
        ) or override.key_or_group.startswith("architecture."):
            fixed.append(setting)
    if named:
        return " ".join([config.variation, *varied, *fixed])
    of_its_own = config.architecture.BLACK_BOX and config.llm.name
    return " ".join(varied or fixed) or of_its_own or config.variation
