"""What a configuration says of a dataset cannot lead out of its folder; numbers and addresses mean something."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from ragatta.conf.schema import Config, Dataset
from ragatta.experiments.composing.config import flat
from ragatta.pipeline.llm.backends.ollama import Ollama
from ragatta.pipeline.llm.backends.openai import OpenAI
from tests.standins.scoring import scoring


@pytest.mark.parametrize("name", ["../../x", "/etc", "a/b", "..", ".hidden", "", "-x", "a\n", "${seed}"])
def test_a_dataset_is_named_by_a_folder_alone(name: str) -> None:
    (said,) = Dataset(name=name).problems()
    assert said.startswith(f"dataset.name ({name!r}) must be the name of a folder")
    assert (Dataset(generator=name).problems() != []) == bool(name)


@pytest.mark.parametrize("name", ["filings", "ct_maps", "my-set.2024", "2024", "größe"])
def test_an_ordinary_name_is_fine(name: str) -> None:
    assert Dataset(name=name, generator=name).problems() == []


@pytest.mark.parametrize("name", ["", "nan", "1e3", "1000.0", "007", "null", "True", "no", "~", ".5", "N/A", "12:30"])
def test_a_variation_has_a_name_that_no_reader_takes_for_something_else(name: str) -> None:
    (said,) = replace(Config(), variation=name).problems()
    assert said.startswith(f"variation ({name}): ")
    other = said.rpartition(" ")[2]
    assert not replace(Config(), variation=other).problems()


@pytest.mark.parametrize("name", ["v1", "1a", "nano", "e3", "_", "-", "2024-01-01", "no_window", "top_k=3", "größe 2"])
def test_other_names_of_a_variation_are_fine(name: str) -> None:
    assert not replace(Config(), variation=name).problems()


def changed(config: Any, key: str, value: Any) -> Any:
    name, _, rest = key.partition(".")
    return replace(config, **{name: changed(getattr(config, name), rest, value) if rest else value})


def numbers() -> Iterator[tuple[str, float]]:
    """Every number of a configuration that means a time, a count, a share or a price."""
    for key, value in flat(Config()).items():
        if isinstance(value, int | float) and not isinstance(value, bool) and not key.endswith("seed"):
            yield key, value


@pytest.mark.parametrize("key", [key for key, _ in numbers()])
def test_a_number_that_means_nothing_is_refused_by_its_key(key: str) -> None:
    judged = replace(Config(), scoring=scoring(judge=True, judge_llm=Ollama()))
    assert judged.problems() == []
    whole = isinstance(dict(numbers())[key], int)
    for odd in (-1, 10**30) if whole else (-1.0, float("inf"), float("nan"), 1e300):
        if key != "dataset.limit" or odd < 0:  # more questions than there are: all
            assert any(key in said for said in changed(judged, key, odd).problems()), odd


@pytest.mark.parametrize("key", ["llm.timeout_s", "parser.seconds", "parser.megabytes", "retrieval.top_k", "repeats"])
def test_nothing_takes_no_time_and_no_room(key: str) -> None:
    assert any(key in said for said in changed(Config(), key, 0).problems())


@pytest.mark.parametrize(
    "url", ["http://[", "http://h:99999", "http://h:0", "ftp://h", "file:///etc/passwd", "http://"]
)
def test_what_is_no_address_is_refused_by_its_key(url: str) -> None:
    assert any("llm.base_url must be the address" in said for said in Ollama(base_url=url).problems())


@pytest.mark.parametrize("url", ["http://[", "http://h:99999", "ftp://h", "localhost:4318", "http://u:secret@h"])
def test_what_is_no_address_of_a_collector_is_refused_without_its_password(url: str) -> None:
    (said,) = changed(Config(), "tracking.otlp_endpoint", url).problems()
    assert said.startswith("tracking.otlp_endpoint must be an address")
    assert "secret" not in said
    assert changed(Config(), "tracking.otlp_endpoint", "https://h/otlp/v1/traces").problems() == []


@pytest.mark.parametrize("url", ["", "localhost:1", "host", "http://[::1]:2/v1", "https://a.example/v1"])
def test_an_address_is_taken(url: str) -> None:
    assert Ollama(base_url=url).problems() == []


@pytest.mark.parametrize(("own", "said"), [
    (3, "llm.models.small: expected settings of the model"),
    ({"price": 1}, "llm.models.small.price: no such setting of a model; choose from base_url"),
    ({"price_in": "cheap"}, "llm.models.small.price_in: expected a number, got 'cheap'"),
    ({"price_out": -1}, "llm.models.small.price_out"),
    ({"base_url": "https://user:word@h/v1"}, "llm.models.small.api_key_env"),
    ({"api_key_env": "not a name"}, "llm.models.small.api_key_env must be the name"),
])  # fmt: skip
def test_what_is_wrong_with_the_settings_of_one_model_is_said_by_its_key(own: object, said: str) -> None:
    assert any(said in found for found in Ollama(models={"small": own}).problems())


def test_a_model_has_its_own_address_and_price_and_else_those_of_all() -> None:
    models = {"small": {"base_url": "http://c/v1"}, "large": {"price_in": 8}}
    llm = OpenAI(base_url="http://a/v1", replicas=["http://b/v1"], price_in=1.0, timeout_s=9.0, models=models)
    small, large = llm.by_model().values()
    assert (small.urls(), small.price_in, small.timeout_s, small.model) == (["http://c/v1"], 1.0, 9.0, "small")
    assert (large.urls(), large.price_in) == (llm.urls(), 8)
    assert not replace(llm, price_in=0.0, models={"small": {}}).priced()
