"""Hydra's own composition over conf/, and over a folder of the user's own that `--config-dir` names."""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from copy import deepcopy
from functools import cached_property, partial
from pathlib import Path
from typing import Any

from hydra import version
from hydra._internal.config_loader_impl import ConfigLoaderImpl
from hydra._internal.config_repository import IConfigRepository
from hydra._internal.utils import create_config_search_path, get_args_parser
from hydra.core.config_loader import ConfigLoader
from hydra.core.config_search_path import SearchPathQuery
from hydra.core.config_store import ConfigStore
from hydra.core.object_type import ObjectType
from hydra.core.override_parser.overrides_parser import OverridesParser
from hydra.core.override_parser.types import Override
from hydra.core.utils import setup_globals
from hydra.errors import HydraException
from hydra.types import RunMode
from omegaconf import DictConfig, OmegaConf, open_dict
from omegaconf.errors import OmegaConfBaseException

from ragatta.conf.schema import Config
from ragatta.experiments.extras import is_here, missing
from ragatta.experiments.faults import Fault
from ragatta.experiments.options import refuse
from ragatta.experiments.paths import CONF
from ragatta.pipeline import plugins
from ragatta.pipeline.settings.llm import LLM

ConfigStore.instance().store(name="schema", node=Config(llm=LLM()))  # llm=... says the rest


def _cross_encoders(folder: str | None, address: str, model: str) -> str:
    """What a grid of rerankers has besides, as more values: the cross-encoder whose folder or server is configured."""
    found = ["cross_encoder"] if folder else []
    if address or model:  # a model has to be named for a server of Cohere's form alone
        found.append("cohere" if model else "tei")
    return "".join(f",{name}" for name in found)


OmegaConf.register_new_resolver("cross_encoders", _cross_encoders, replace=True)

VERSION = "1.3"  # of Hydra, whose habits are followed
PRIMARY = "config"
# Below these stand names that no schema can list: of files, and of a server's own options.
OPEN = (
    "dataset.passwords", "prompts.", "llm.options", "llm.models", "scoring.judge_llm.options",
    "architecture.service.options", "architecture.external.request", "architecture.options", "embedder.options",
)  # fmt: skip
TWICE = "appears more than once in the final defaults list"
WANTED = {"Integer": "an integer", "Float": "a number", "Boolean": "true or false"}


def hydra_words(words: Sequence[str]) -> argparse.Namespace:
    """The words after a Hydra program: its flags, and `overrides`."""
    parser = get_args_parser()
    parser.error = partial(refuse, parser)  # type: ignore[method-assign]
    return parser.parse_intermixed_args(list(words))


class Composer:
    """Composes configurations. `loader` is Hydra's, `primary` the name of the file that it begins with."""

    def __init__(self, loader: ConfigLoader, primary: str = PRIMARY) -> None:
        self.loader, self.primary = loader, primary
        self._composed: dict[tuple[str, ...], DictConfig] = {}  # by the overrides that choose files
        self._words: dict[str, Override] = {}

    @classmethod
    def of(cls, words: argparse.Namespace) -> Composer:
        """Over the folders that the words name. Raises Fault for one that is not there."""
        version.setbase(VERSION)
        setup_globals()
        if words.config_path and not Path(words.config_path).is_dir():
            raise Fault(f"--config-path {words.config_path}: no such folder")
        search = create_config_search_path(str(Path(words.config_path or CONF).resolve()))
        if words.config_dir:
            own = Path(words.config_dir).resolve()
            if not own.is_dir():
                raise Fault(f"--config-dir {words.config_dir}: no such folder")
            plugins.add_folder(own)
            search.prepend("command-line", f"file://{own}", SearchPathQuery(provider="schema"))
        return cls(ConfigLoaderImpl(config_search_path=search), words.config_name or PRIMARY)

    @cached_property
    def groups(self) -> Mapping[str, tuple[str, ...]]:
        """The files of each group of choices."""
        repository = self._repository
        names = sorted(repository.get_group_options("", ObjectType.GROUP))
        return {name: tuple(repository.get_group_options(name, ObjectType.CONFIG)) for name in names if name != "hydra"}

    def parsed(self, arguments: Sequence[str]) -> list[Override]:
        """Raises Fault for what Hydra's grammar does not know."""
        parser = OverridesParser.create(config_loader=self.loader)
        return [parsed(parser, argument) for argument in arguments]

    def config(self, overrides: Sequence[str]) -> Config:
        """Raises Fault where they do not compose."""
        whole = self._loaded(overrides)
        with open_dict(whole):
            del whole["hydra"]
        return _typed(whole, overrides)

    def hydra(self, overrides: Sequence[str]) -> DictConfig:
        """Hydra's own node. Raises Fault where they do not compose."""
        node: DictConfig = self._loaded(overrides).hydra  # kept in the whole, which its interpolations refer to
        return node

    def _loaded(self, overrides: Sequence[str]) -> DictConfig:
        with _faults(overrides):
            read = [self._read(word) for word in overrides]
            chosen = tuple(word for word, one in zip(overrides, read, strict=True) if self._chooses(one))
            if chosen not in self._composed:
                self._composed[chosen] = self.loader.load_configuration(self.primary, list(chosen), RunMode.RUN)
            # As in Hydra, values are set last, so points of a grid that differ only in values share one composition.
            whole = deepcopy(self._composed[chosen])
            ConfigLoaderImpl._apply_overrides_to_config([one for one in read if not self._chooses(one)], whole)
        return whole

    def _read(self, word: str) -> Override:
        if word not in self._words:
            self._words[word] = OverridesParser.create().parse_override(word)
        return self._words[word]

    def _chooses(self, override: Override) -> bool:
        """Whether it decides which files are composed, or is Hydra's own; all others set a value."""
        chosen = override.is_hydra_override() or self._repository.group_exists(override.key_or_group)
        return chosen and not isinstance(override.value(), dict)

    def file(self, group: str, name: str) -> Mapping[str, Any]:
        """What the file of a choice holds."""
        found = self._repository.load_config(f"{group}/{name}")
        held: Any = OmegaConf.to_container(found.config) if found else None
        return held if isinstance(held, dict) else {}

    @property
    def _repository(self) -> IConfigRepository:
        assert isinstance(self.loader, ConfigLoaderImpl)
        return self.loader.repository


def parsed(parser: OverridesParser, argument: str) -> Override:
    """One override. Raises Fault for what Hydra's grammar does not know."""
    try:
        (found,) = parser.parse_overrides([opened(argument)])  # which hands on the loader that glob() needs
    except HydraException as fault:
        raise Fault(f"{argument!r} is not of the form key=value or key=a,b,c ({str(fault).splitlines()[0]})") from fault
    return found


def opened(argument: str) -> str:
    """The word with ++ before a key of which no schema can know the name: Hydra adds no key without it."""
    return f"++{argument.lstrip('+')}" if argument.lstrip("+").startswith(OPEN) else argument


def as_launched(overrides: Sequence[str]) -> tuple[str, ...]:
    """The overrides of a point as Hydra's basic sweeper writes them for a job."""
    parser = OverridesParser.create()
    found = ((word, parser.parse_override(word)) for word in overrides)
    return tuple(
        word if one.is_delete() else f"{one.get_key_element()}={one.get_value_element_as_str()}" for word, one in found
    )


@contextmanager
def _faults(overrides: Sequence[str]) -> Iterator[None]:
    try:
        yield
    except (HydraException, OmegaConfBaseException, AttributeError, ValueError) as fault:
        raise _fault(fault, overrides) from fault  # the last two: Hydra does not catch all that is wrong


def _typed(composed: DictConfig, overrides: Sequence[str]) -> Config:
    try:
        config = OmegaConf.to_object(composed)
    except (HydraException, OmegaConfBaseException) as fault:
        raise _fault(fault, overrides) from fault
    if not isinstance(config, Config):
        raise Fault(f"the primary configuration must begin with the default `schema` (in {' '.join(overrides)})")
    return config


def _fault(fault: Exception, overrides: Sequence[str]) -> Fault:
    cause = fault.__cause__ or fault
    detail = " ".join(_lines(str(cause)))
    wrong = re.search(r"Value (.+) of type .* could not be converted to (\w+) full_key: (\S+)", detail)
    if wrong:
        value, wanted, key = wrong.groups()
        return Fault(f"{key}: {value} must be {WANTED.get(wanted, wanted)}")
    if empty := re.search(r"(?:value 'None' for field of type \S+|is not Optional) full_key: (\S+)", detail):
        return Fault(f"{empty[1]}: null is no value of this setting; give one, or leave the key out")
    if TWICE in detail:
        detail += "; leave out the + before it"
    hint = f"; {missing('submitit')}" if "'hydra/launcher/submitit" in detail and not is_here("submitit") else ""
    return Fault(f"{detail} (in {' '.join(overrides)}){hint}")


def _lines(text: str) -> Iterator[str]:
    return (line.strip() for line in text.splitlines() if line.strip() and "object_type" not in line)
