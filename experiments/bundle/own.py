"""Settings that an imported configuration takes from the importer: servers and environment variables. A bundle comes
from elsewhere and contains neither."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, cast

from omegaconf import DictConfig, OmegaConf

from ragatta.conf.schema import Config
from ragatta.experiments.composing.choices import files_of
from ragatta.experiments.composing.config import flat
from ragatta.experiments.faults import Fault
from ragatta.pipeline.llm.backend import LLM
from ragatta.pipeline.llm.model_server import ModelServer

# Every model of a configuration that may be asked at an address.
SECTIONS = ("llm", *(f"scoring.{name}" for name in Config().scoring.models()))
SERVERS = ("embedder.server", "reranker.server")  # likewise, but no chat's
SENDING = ("base_url", "api_key_env")
PLACES = (
    "dataset.pdfs", "dataset.questions", "dataset.annotations", "dataset.buckets", "dataset.added",
    "embedder.model_path", "embedder.folder", "reranker.model",
)  # fmt: skip
GIVEN = (
    *PLACES,
    *(f"{section}.{key}" for section in SECTIONS for key in ("name", *SENDING, "cache")),
    *(f"{section}.{key}" for section in SERVERS for key in SENDING),
)
FROM_HERE = PLACES[:4]  # those of one's own documents, looked for from where a command is given


def own_settings(config: Config, settings: Mapping[str, str]) -> dict[str, Any]:
    """The values, by key, that replace the bundle's: those `settings` by the importer, else those of conf/. Models are
    replayed, llm.cache=only, unless `settings` says otherwise."""
    found: dict[str, Any] = {}
    if not replayed(config):
        raise Fault("the bundle is of answers made elsewhere, and holds no file of them; run it where that file is")
    if config.architecture.BLACK_BOX:  # only replayed, as its options may name code, files and variables
        found = _sending(config.llm.KEY, config.llm, settings) | {f"{config.llm.KEY}.cache": "only"}
    for section, llm in zip(SECTIONS, (config.llm, *config.scoring.models().values()), strict=True):
        meant = settings if settings.get(f"{section}.name", llm.name) == llm.name else {}
        found |= _sending(section, llm, meant) | {f"{section}.cache": settings.get(f"{section}.cache", "only")}
    for section, technique in zip(SERVERS, (config.embedder, config.reranker), strict=True):
        server = getattr(type(technique)(), "server", ModelServer())
        for key in SENDING:
            found[f"{section}.{key}"] = settings.get(f"{section}.{key}", getattr(server, key))
    # Passwords are read from variables that the dataset names; $RAGATTA_PDF_PASSWORDS serves any.
    passwords = _of_file("dataset", config.dataset.name).get("passwords", {})
    return found | {"dataset.passwords": passwords, "dataset.links": False, "tracking.otlp_endpoint": ""}


def _sending(section: str, llm: LLM, settings: Mapping[str, str]) -> dict[str, Any]:
    """The addresses and names of keys of one that has any."""
    here: Any = type(llm)()
    found: dict[str, Any] = {
        f"{section}.{key}": settings.get(f"{section}.{key}", getattr(here, key))
        for key in SENDING
        if hasattr(here, key)
    }
    models = getattr(llm, "models", {}).items()
    without = {model: {key: value for key, value in own.items() if key not in SENDING} for model, own in models}
    return found | ({f"{section}.models": without} if hasattr(here, "models") else {})


def replayed(config: Config) -> bool:
    """Whether a bundle can hold the replies behind the answers; it holds no file of answers made elsewhere."""
    return config.llm.ASKS_A_MODEL or config.by_rule()


def asked_here(asked: str, address: str) -> str:
    """The requested model in the form of the record of models (pipeline/llm/recorded.py), with its address here. Raises
    ValueError."""
    wanted = json.loads(asked)
    if not isinstance(wanted, dict) or "base_url" not in wanted:
        raise ValueError(f"{asked!r} names no model")
    return json.dumps({**wanted, "base_url": address}, sort_keys=True)


def names_a_place(key: str, config: Config) -> bool:
    """Whether the file has another path on another machine."""
    value, dataset = flat(config).get(key) or "", config.dataset
    if key == "dataset.added" and dataset.name == "local" and value.startswith(dataset.questions):
        return False  # it is found with the questions
    local = dataset.name == "local" and key in FROM_HERE
    elsewhere = Path(value).expanduser().is_absolute() or ".." in Path(value).parts
    return bool(value) and (local or elsewhere)


def foreign_packages(config: Config) -> list[str]:
    """The generator and importer of a configuration that differ from the dataset's here; both are code that would
    run."""
    here, dataset = _of_file("dataset", config.dataset.name), config.dataset
    named = {"dataset.generator": dataset.generator, "dataset.importer": dataset.importer}
    return [f"{key}={name}" for key, name in named.items() if name and name != here.get(key.partition(".")[2])]


def _of_file(group: str, name: str) -> dict[str, Any]:
    """The contents of the file of a choice, with this machine's variables; empty if there is no such file."""
    if name not in files_of(group):
        return {}
    loaded = cast(DictConfig, OmegaConf.load(files_of(group)[name]))
    written = cast(dict[str, Any], OmegaConf.to_container(loaded))
    return {key: loaded[key] if str(value).startswith("${oc.env:") else value for key, value in written.items()}
