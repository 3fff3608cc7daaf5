"""The groups of a configuration whose choices are techniques."""

from __future__ import annotations

import pickle
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import fields, is_dataclass
from functools import cache
from typing import Any, cast

from hydra.core.config_store import ConfigStore
from hydra.core.override_parser.types import Override
from omegaconf import DictConfig, OmegaConf, open_dict

from ragatta.conf.schema import Config
from ragatta.eval.scorers import SCORERS
from ragatta.experiments.composing.choices import files_of
from ragatta.experiments.composing.former import former_keys
from ragatta.experiments.composing.groups import groups, section_of, usual
from ragatta.experiments.faults import Fault
from ragatta.pipeline.core_settings import CoreSettings
from ragatta.pipeline.documents.format import FORMATS
from ragatta.pipeline.plugins.registry import Kind, suggestion
from ragatta.pipeline.plugins.technique import VARIABLE, Technique, Techniques
from ragatta.pipeline.text.languages import LANGUAGES

TECHNIQUES: Mapping[str, Techniques[Any]] = groups()
# Every kind of part, and how a configuration names one.
KINDS: Mapping[str, tuple[Kind, str]] = {
    **{kind.kind: (kind, group) for group, kind in reversed([*TECHNIQUES.items()])},
    "formats": (FORMATS, "by the ends of file names"),
    "scorers": (SCORERS, "all are computed"),
    "languages": (LANGUAGES, "dataset.language"),
}


@cache
def register() -> None:
    """Makes the schema known to Hydra, and the choices that count where nothing is chosen. Others are made known as
    they are needed, because each imports its module, and an architecture all of its agents."""
    ConfigStore.instance().store(name="schema", node=schema())
    core = {each.name for each in fields(CoreSettings)}  # whose defaults are those of conf/config.yaml
    others = [{group: technique.name} for group, technique in usual().items() if group not in core]
    ConfigStore.instance().store(name="of_extensions", node={"defaults": others})
    for group, technique in usual().items():
        register_one(group, technique.name)


def register_all() -> None:
    """Makes all techniques known to Hydra, for what lists them or chooses by itself."""
    register()
    for group, kind in TECHNIQUES.items():
        for name in kind.names():
            register_one(group, name)


def named(override: Override) -> str:
    """The fault of a key that would name a choice; empty for any other key."""
    group = next((one for one in TECHNIQUES if override.key_or_group == f"{section_of(one)}.name"), "")
    fix = f"{group}={(override.input_line or '').partition('=')[2]}"
    return f"{override.key_or_group}: a choice has its name from its group; write {fix}" if group else ""


_registered: set[tuple[str, str]] = set()


def register_one(group: str, name: str) -> bool:
    """Makes a technique known to Hydra, as a choice of its group. Its settings stand below the group's name; what else
    is written there is taken away by `trimmed`. Returns whether this was needed: there is one, and Hydra did not know
    it."""
    if group not in TECHNIQUES or (group, name) in _registered or not TECHNIQUES[group].knows(name):
        return False
    _registered.add((group, name))
    _store(group, TECHNIQUES[group], name)
    return True


def _store(group: str, kind: Techniques[Any], name: str) -> None:
    # A file of the same name builds on it: `defaults: [/technique/architecture@architecture: multi_query]`.
    place = f"technique/{group}" if name in files_of(group) else group
    with suppress(ValueError):  # of a package: it is said where it is chosen
        ConfigStore.instance().store(group=place, name=name, node=_node(kind.load(name)))


def usable(kind: Techniques[Any]) -> dict[str, type[Technique]]:
    """The techniques of a kind by name, but broken ones from outside: such a one is refused where it is chosen."""
    found = {}
    for name in kind.names():
        with suppress(ValueError):
            found[name] = kind.load(name)
    return found


def schema(names: Mapping[str, str] | None = None) -> DictConfig:
    """All settings with their defaults, of the techniques that are named by group; of other groups any choice fits.
    Raises ValueError for a name that there is not."""
    chosen = tuple(kind.load(names[group]) if names else kind.base for group, kind in TECHNIQUES.items())
    whole: DictConfig = pickle.loads(_schema(chosen))
    return whole


@cache
def _schema(techniques: tuple[type[Technique], ...]) -> bytes:
    """Pickled, because to load it is much faster than to make it."""
    root: DictConfig = OmegaConf.structured(Config())
    for group, technique in zip(TECHNIQUES, techniques, strict=True):
        OmegaConf.update(root, section_of(group), _node(technique), merge=False)
        _opened(OmegaConf.select(root, section_of(group)))  # assigned, it has the flags of the root
    return pickle.dumps(root)


def _node(technique: type[Technique]) -> DictConfig:
    """The settings, to which files and overrides may add any."""
    node: DictConfig = OmegaConf.structured(technique)
    _writable(node)  # of a frozen class
    _opened(node)
    for name in technique.handed():
        del node[name]
    for each in fields(technique):
        if VARIABLE in each.metadata:
            variable, usual = each.metadata[VARIABLE]
            node[each.name] = f'${{oc.env:{variable},"{usual}"}}'
    return node


def _writable(node: DictConfig) -> None:
    OmegaConf.set_readonly(node, False)
    for name in node:
        if isinstance(node._get_node(name), DictConfig):
            _writable(node[name])


def _opened(node: DictConfig) -> DictConfig:
    OmegaConf.set_struct(node, False)
    return node


def trimmed(whole: DictConfig) -> None:
    """Takes away the settings that belong to another choice of their group: a grid over choices gives each its own.
    Raises Fault for those that belong to none."""
    problems = []
    for group, kind in TECHNIQUES.items():
        node = OmegaConf.select(whole, section_of(group))
        settings = own_settings(cast(Any, OmegaConf.get_type(node)))
        with open_dict(node):
            for name in [str(name) for name in node if name not in settings]:
                if name not in (known := settings_of(kind)):
                    key = f"{section_of(group)}.{name}"
                    problems.append(f"unknown key '{key}'; {former_keys().get(key) or suggestion(name, sorted(known))}")
                del node[name]
    if problems:
        raise Fault(problems)


def settings_of(kind: Techniques[Any]) -> set[str]:
    """The settings of all techniques of a kind."""
    return {name for technique in usable(kind).values() for name in own_settings(technique)}


def own_settings(technique: type[Technique]) -> set[str]:
    """The settings that stand below a technique's key."""
    return {each.name for each in fields(technique)} - {*technique.handed()}


def keys() -> set[str]:
    """The dotted keys of the settings of all techniques."""
    made = [(group, one()) for group, kind in TECHNIQUES.items() for one in usable(kind).values()]
    return {key for group, technique in made for key in _dotted(technique.own(), f"{section_of(group)}.")}


def _dotted(settings: Mapping[str, Any], prefix: str) -> set[str]:
    found: set[str] = set()
    for name, value in settings.items():
        key = f"{prefix}{name}"
        found |= _dotted(vars(value), f"{key}.") if is_dataclass(value) else {key}
    return found
