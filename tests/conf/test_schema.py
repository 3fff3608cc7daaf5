"""What a configuration says of a dataset cannot lead out of the folder of datasets."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from functools import reduce
from typing import Any

import pytest

from conf.schema import Config, Dataset
from eval.score import Scoring
from pipeline.settings import LLM


@pytest.mark.parametrize("name", ["../../x", "/etc", "a/b", "..", ".hidden", "", "-x", "a\n", "${seed}"])
def test_a_dataset_is_named_by_a_folder_alone(name: str) -> None:
    (said,) = Dataset(name=name).problems()
    assert said.startswith(f"dataset.name ({name!r}) must be the name of a folder")
    assert (Dataset(generator=name).problems() != []) == bool(name)


@pytest.mark.parametrize("name", ["filings", "ct_maps", "my-set.2024", "2024", "größe"])
def test_an_ordinary_name_is_fine(name: str) -> None:
    assert Dataset(name=name, generator=name).problems() == []


def numbers(settings: Any, prefix: str = "") -> Iterator[str]:
    """The keys of all numbers of a settings object, at any depth."""
    for field in fields(settings):
        value, key = getattr(settings, field.name), f"{prefix}{field.name}"
        if is_dataclass(value):
            yield from numbers(value, f"{key}.")
        elif isinstance(value, int | float) and not isinstance(value, bool):
            yield key


@pytest.mark.parametrize("key", numbers(Config()))
@pytest.mark.parametrize("value", [math.inf, math.nan, 1e30])
def test_no_number_is_beyond_counting(key: str, value: float) -> None:
    config = Config(scoring=Scoring(judge=True, judge_llm=LLM("ollama")))
    *above, name = key.split(".")
    setattr(reduce(getattr, above, config), name, value)
    assert any(key in problem for problem in config.problems())
