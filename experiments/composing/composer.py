"""Hydra's own composition over conf/, and over a folder of the user's own that `--config-dir` names."""

from __future__ import annotations

import argparse
import os
import pickle
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cached_property
from pathlib import Path
from typing import Any

from hydra import compose, initialize_config_dir
from hydra.core.global_hydra import GlobalHydra
from hydra.core.override_parser.overrides_parser import OverridesParser
from hydra.core.override_parser.types import Override
from hydra.errors import HydraException, MissingConfigException
from omegaconf import DictConfig, OmegaConf, open_dict, read_write
from omegaconf.errors import OmegaConfBaseException
from yaml import YAMLError

from ragatta.conf.schema import Config
from ragatta.experiments.composing.choices import folders
from ragatta.experiments.composing.config import flat
from ragatta.experiments.composing.former import former_keys
from ragatta.experiments.composing.kinds import TECHNIQUES, register, register_one, trimmed
from ragatta.experiments.composing.kinds import keys as technique_keys
from ragatta.experiments.composing.words import quoted
from ragatta.experiments.extras import is_here, missing
from ragatta.experiments.faults import Fault
from ragatta.experiments.paths import CONF
from ragatta.pipeline.machine.kept import kept
from ragatta.pipeline.plugins import registry
from ragatta.pipeline.plugins.identity import digest


def _cross_encoders(*, _root_: DictConfig) -> str:
    """What a grid of rerankers has besides, as more values: the cross-encoder whose folder or server is configured."""
    folder, address, model = (
        OmegaConf.select(_root_, f"reranker.{key}") for key in ("model", "server.base_url", "server.model")
    )
    found = ["cross_encoder"] if folder else []
    if address or model:  # a model has to be named for a server of Cohere's form alone
        found.append("cohere" if model else "tei")
    return "".join(f",{name}" for name in found)


OmegaConf.register_new_resolver("cross_encoders", _cross_encoders, replace=True)

VERSION = "1.3"  # of Hydra, whose habits are followed
PRIMARY = "config"
VARIATION = "variation"  # the group, and the key of its name
EXPERIMENT = "experiment"  # the group whose files hold grids
# Below these stand names that no schema can list: of files, and of a server's own options.
OPEN = re.compile(r"dataset\.passwords|prompts\.|agents\b|[\w.]+\.(?:options|models|request)\b")
TWICE = "appears more than once in the final defaults list"
WANTED = {"Integer": "an integer", "Float": "a number", "Boolean": "true or false"}


class Composer:
    """Composes configurations from the files of conf/, or of `config_path` in its place, and of `config_dir`, beginning
    with the one that is called `config_name`. Raises Fault for a folder that is not there."""

    def __init__(self, config_dir: str = "", config_path: str = "", config_name: str = "") -> None:
        self.primary = config_name or PRIMARY
        _, *extensions = folders()
        self._folders = []
        for option, folder in (("--config-path", config_path or str(CONF)), ("--config-dir", config_dir)):
            if folder and not Path(folder).is_dir():
                raise Fault(f"{option} {folder}: no such folder; name the folder of your own settings")
            self._folders += [Path(folder).resolve()] if folder else []
        self._searched = [*self._folders, *extensions]  # which Hydra looks through besides (hydra_plugins/ragatta.py)
        if config_dir:
            registry.add_folder(self._folders[-1])
        self._composed: dict[tuple[str, ...], bytes] = {}  # by the overrides that choose files; a copy is made of each
        self._words: dict[str, Override] = {}
        self._grids: dict[str, bool] = {}  # experiments by name, see _varies_alone

    @cached_property
    def _own(self) -> Mapping[str, str] | None:
        """The texts of the user's own files, in the folders that are named in words; None where one is not readable."""
        files = (file for folder in self._folders if folder != CONF.resolve() for file in folder.rglob("*.yaml"))
        try:
            return {str(file): file.read_text(encoding="utf-8", errors="replace") for file in sorted(files)}
        except OSError:
            return None

    @property
    def sets_hydra(self) -> bool:
        """Whether a file of the user's own may say something of Hydra's own settings."""
        return self._own is None or any("hydra" in text for text in self._own.values())

    @classmethod
    def of(cls, arguments: Sequence[str]) -> tuple[Composer, list[str]]:
        """The composer that words name, and their overrides."""
        parser = argparse.ArgumentParser(add_help=False, allow_abbrev=False)
        for option in ("--config-dir", "--config-path", "--config-name"):
            parser.add_argument(option, default="")
        named, overrides = parser.parse_known_args([*arguments])
        return cls(named.config_dir, named.config_path, named.config_name), overrides

    @cached_property
    def groups(self) -> Mapping[str, tuple[str, ...]]:
        """The files of each group of choices."""
        found: dict[str, set[str]] = {group: {*kind.names()} for group, kind in TECHNIQUES.items()}
        for folder in self._searched:
            for file in folder.rglob("*.yaml"):
                group = file.parent.relative_to(folder).as_posix()
                found.setdefault(group, set()).add(file.stem)
        return {
            group: tuple(sorted(found[group])) for group in sorted(found) if group.split("/")[0] not in (".", "hydra")
        }

    def config(self, overrides: Sequence[str]) -> Config:
        """Raises Fault where they do not compose."""
        whole = self._loaded([word for word in overrides if not self._varies_alone(word)])
        with open_dict(whole):
            del whole["hydra"]
        trimmed(whole)
        return _typed(whole, overrides)

    def hydra(self, overrides: Sequence[str]) -> DictConfig:
        """Hydra's own node. Raises Fault where they do not compose."""
        node: DictConfig = self._loaded(overrides).hydra  # kept in the whole, which its interpolations refer to
        return node

    def _loaded(self, overrides: Sequence[str]) -> DictConfig:
        with _faults(overrides):
            read = [self._read(word) for word in overrides]
            values = [one for one in read if self._sets_a_value(one)]
            chosen = tuple(word for word, one in zip(overrides, read, strict=True) if not self._sets_a_value(one))
            if chosen not in self._composed:
                self._composed[chosen] = self._kept(chosen)
            # As in Hydra, values are set last, so points of a grid that differ only in values share one composition.
            whole: DictConfig = pickle.loads(self._composed[chosen])
            with read_write(whole.hydra):
                whole.hydra.runtime.cwd = os.getcwd()
            for one in values:
                OmegaConf.update(whole, one.key_or_group, one.value(), merge=True, force_add=one.is_force_add())
        return whole

    def _kept(self, overrides: Sequence[str]) -> bytes:
        """What `_compose` makes of them, pickled. Hydra takes an eighth of a second for it, so that it is kept where
        the words are choices and no part is from outside: there it follows from Ragatta's files and the user's."""

        def made() -> bytes:
            return pickle.dumps(self._compose(overrides))

        outside = any(map(registry.outside, {kind.kind for kind in TECHNIQUES.values()}))
        if outside or not all(self._chooses(self._read(word)) for word in overrides):
            return made()
        if self._own is None or any("${" in text for text in self._own.values()):
            return made()  # the environment may decide which files are composed
        return kept(f"composition {digest([self.primary, [*map(str, self._folders)], self._own, overrides])}", made)

    def _compose(self, overrides: Sequence[str]) -> DictConfig:
        first, *others = self._folders
        if others and not (first / f"{self.primary}.yaml").is_file():
            first, others = others[0], [first]
        searched = ",".join(quoted(f"file://{folder}") for folder in others)
        register()
        with _no_other(), initialize_config_dir(str(first), version_base=VERSION):
            for one in map(self._read, overrides):
                register_one(one.key_or_group, str(one.value()))
            words = [*([f"hydra.searchpath=[{searched}]"] if others else []), *map(lettered, overrides)]
            while True:
                try:
                    return self._named(compose(self.primary, words, return_hydra_config=True))
                except MissingConfigException as missing:  # of a technique that a file chooses
                    group, _, name = (missing.missing_cfg_file or "").rpartition("/")
                    if not register_one(group.removeprefix("technique/"), name):
                        raise

    def _named(self, whole: DictConfig) -> DictConfig:
        """A variation whose file does not name it is called after the file. Raises Fault for a choice that a folder of
        the user's own has, and that is another's too."""
        chosen = {group: name for group, name in whole.hydra.runtime.choices.items() if isinstance(name, str)}
        for group, name in chosen.items():
            files = self._files(group, name)
            if len({file.read_bytes() for file in files}) > 1:
                raise Fault(f"{group}={name}: {' and '.join(map(str, files))} have the same name; give yours another")
        name = chosen.get(VARIATION, "")
        if VARIATION not in self.file(VARIATION, name) and whole.get(VARIATION) == Config().variation:
            whole[VARIATION] = name or whole[VARIATION]
        return whole

    def _read(self, word: str) -> Override:
        if word not in self._words:
            self._words[word] = OverridesParser.create().parse_override(lettered(word))
        return self._words[word]

    def _sets_a_value(self, override: Override) -> bool:
        """Whether it does no more than that: it neither decides which files are composed, nor is it Hydra's own."""
        plain = override.package is None and not (override.is_delete() or override.is_add())
        return plain and not self._chooses(override) and not override.is_hydra_override()

    def _chooses(self, override: Override) -> bool:
        return override.key_or_group in self.groups and not isinstance(override.value(), dict)

    def _varies_alone(self, word: str) -> bool:
        """Whether it chooses an experiment that says what a grid varies and sets nothing else. Its points then share
        their compositions with those of other grids."""
        group, _, name = word.partition("=")
        if group == EXPERIMENT and name not in self._grids:
            found = [OmegaConf.to_container(OmegaConf.load(file), resolve=False) for file in self._files(group, name)]
            self._grids[name] = bool(found) and all(isinstance(one, dict) and [*one] == ["hydra"] for one in found)
        return group == EXPERIMENT and self._grids[name]

    def refers(self, word: str) -> bool:
        """Whether it, or a file that it chooses, may refer to other settings."""
        one = self._read(word)
        names: Any = one.value()  # several of experiment=[a,b]
        names = names if isinstance(names, list) else [names]
        files = (file for name in names for file in self._files(one.key_or_group, str(name)))
        return "${" in word or any("${" in file.read_text(encoding="utf-8", errors="replace") for file in files)

    def file(self, group: str, name: str) -> Mapping[str, Any]:
        """The settings that the file of a choice holds."""
        files = self._files(group, name)
        with _faults([f"{group}={name}"]):
            loaded: Any = OmegaConf.to_container(OmegaConf.load(files[0])) if files else None
        return {key: value for key, value in loaded.items() if key != "defaults"} if isinstance(loaded, dict) else {}

    def _files(self, group: str, name: str) -> list[Path]:
        return [file for folder in self._searched if (file := folder / group / f"{name}.yaml").is_file()]


def parsed(argument: str) -> Override:
    """One override. Raises Fault for what Hydra's grammar does not know."""
    try:
        return OverridesParser.create().parse_override(lettered(opened(argument)))
    except HydraException as fault:
        printable = re.sub(r"(?<=://)\S+", "...", argument)  # an address may hold a key, in whatever form
        raise Fault(f"{printable!r} is not of the form key=value or key=a,b,c{_mended(printable)}") from fault


def _mended(argument: str) -> str:
    """What is to be written in place of a word that is no override, as far as that can be told."""
    key, equals, value = argument.partition("=")
    if not key.isascii():
        return f": there is no key {key!r}; ragatta sweep --help lists the groups of keys"
    if not equals:
        return f": it has no value; write {key}=VALUE, without spaces"
    if value.endswith(",") or value.startswith(",") or ",," in value:
        values = ",".join(one for one in value.split(",") if one)
        return f": a value is missing beside a comma; write {key}={values} (several values: {key}=a,b without a space)"
    if any(value.count(quote) % 2 for quote in "'\""):
        return ": a quote is not closed; close it, and put the whole word in quotes of the other kind for the shell"
    if any(value.count(left) != value.count(right) for left, right in ("[]", "()", "{}")):
        return ": a bracket is not closed"
    return f"; quote a value with other signs: {key}='\"...\"'"


def opened(argument: str) -> str:
    """The word with ++ before a key of which no schema can know the name: Hydra adds no key without it."""
    return f"++{argument.lstrip('+')}" if OPEN.match(argument.lstrip("+")) else argument


def lettered(argument: str) -> str:
    """The word with quotes around values that have letters beyond ASCII, which Hydra's grammar knows only there."""
    key, equals, value = argument.partition("=")
    if value.isascii() or {*value} & {*"'\""}:
        return argument
    ends = ",()[]{}:" if {*value} & {*"()[]{}"} else ","
    part = f"[^{re.escape(ends)}]*"
    return key + equals + re.sub(rf"{part}[^\x00-\x7f]{part}", lambda found: f'"{found[0].strip()}"', value)


def as_launched(overrides: Sequence[str]) -> tuple[str, ...]:
    """The overrides of a point as Hydra's basic sweeper writes them for a job."""
    parser = OverridesParser.create()
    found = ((word, parser.parse_override(word)) for word in overrides)
    return tuple(
        word if one.is_delete() else f"{one.get_key_element()}={one.get_value_element_as_str()}" for word, one in found
    )


@contextmanager
def _no_other() -> Iterator[None]:
    """Sets the Hydra aside within whose run this is, if there is one."""
    around = GlobalHydra.instance().hydra
    GlobalHydra.instance().clear()
    try:
        yield
    finally:
        GlobalHydra.instance().hydra = around


@contextmanager
def _faults(overrides: Sequence[str]) -> Iterator[None]:
    try:
        yield
    except YAMLError as fault:  # its words name the file and the line
        raise Fault(f"no YAML: {' '.join(str(fault).split())}") from fault
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
    if nowhere := re.search(r"Interpolation key '([^']*)' not found full_key: (\S+)", detail):
        name, key = nowhere.groups()
        known = sorted({*flat(Config())} | technique_keys())
        return Fault(f"{key}: no key {name!r} that ${{{name}}} would stand for; {registry.suggestion(name, known)}")
    if empty := re.search(r"(?:value 'None' for field of type \S+|is not Optional) full_key: (\S+)", detail):
        return Fault(f"{empty[1]}: null is no value of this setting; give one, or leave the key out")
    if unfit := re.search(r"In '([^']+)': .*Cannot merge DictConfig with ListConfig", detail):
        return Fault(f"{unfit[1]}.yaml: must hold keys with values, not a list")
    if (unknown := re.search(r"full_key: (\S+)", detail)) and unknown[1] in former_keys():
        return Fault(f"unknown key {unknown[1]!r}; {former_keys()[unknown[1]]}")
    if TWICE in detail:
        detail += "; leave out the + before it"
    hint = f"; {missing('submitit')}" if "'hydra/launcher/submitit" in detail and not is_here("submitit") else ""
    return Fault(f"{detail} (in {' '.join(overrides)}){hint}")


def _lines(text: str) -> Iterator[str]:
    return (line.strip() for line in text.splitlines() if line.strip() and "object_type" not in line)
