"""A configuration that an earlier run saved, unchanged or with key=value overrides."""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import fields
from pathlib import Path
from typing import Any, cast

from hydra.core.override_parser.overrides_parser import OverridesParser
from hydra.core.override_parser.types import Override, OverrideType
from hydra.errors import HydraException
from omegaconf import DictConfig, OmegaConf
from omegaconf.errors import OmegaConfBaseException
from yaml import YAMLError

from ragatta.conf.schema import Config
from ragatta.experiments.composing.choices import files_of
from ragatta.experiments.composing.former import carried
from ragatta.experiments.composing.groups import section_of, usual
from ragatta.experiments.composing.kinds import TECHNIQUES, named, schema, trimmed
from ragatta.experiments.faults import Fault
from ragatta.pipeline.architecture import ARCHITECTURES, is_black_box
from ragatta.pipeline.llm.backend import USUAL
from ragatta.pipeline.machine.files import read_small
from ragatta.pipeline.machine.input_limits import plain_yaml
from ragatta.pipeline.plugins.technique import NAME, Technique

RENAMED = {("window", "page"): "same_page"}  # techniques, since 0.2
# A `${` that is text, or the name of another key.
ALLOWED = re.compile(r"(?<!\\)(?:\\\\)*\\\$\{|\$\{[\w.\[\]]+\}")

OWN_PARTS = (
    "a part of a folder of yours is found with PYTHONPATH=FOLDER before the command, the folder of ragatta_parts; "
    "one of an extension, where its folder is below extensions/"
)


def saved_config(path: Path, changes: Sequence[str] = ()) -> Config:
    """The configuration in `path` with the changes, each key=value. Raises Fault with all that is wrong."""
    try:
        return config_from(read_small(path), str(path), changes)
    except (OSError, UnicodeDecodeError) as fault:
        raise Fault(f"{path}: cannot be read ({fault}); give the config.yaml of a run") from fault


def config_from(text: str, where: str, changes: Sequence[str] = (), values: Mapping[str, Any] | None = None) -> Config:
    """The configuration in a complete YAML `text`, with overrides as in a sweep and literal `values` by key. Raises
    Fault that names its origin, `where`."""
    overrides = _parsed(changes)
    try:
        plain_yaml(text)
        saved = _loaded(text)
        if not {str(key) for key in saved} & {field.name for field in fields(Config)}:
            raise ValueError("it has none of the expected keys")  # and none of its text is shown: it may be any file
        _check_plain(OmegaConf.to_container(saved), where)
        names = _names(saved)
        carried(saved, names, where)
        names |= {one.key_or_group: str(one.value()) for one in overrides if one.key_or_group in TECHNIQUES}
        known = schema(names)
        _without_absent(saved, known, ARCHITECTURES.load(names["architecture"]).handed())
        _without_absent(saved.get("scoring", {}), known.scoring)
        merged = cast(DictConfig, OmegaConf.merge(known, saved))
        for override in overrides:
            if override.key_or_group in TECHNIQUES:
                continue
            OmegaConf.update(merged, override.key_or_group, override.value(), merge=True)
        for key, value in (values or {}).items():
            OmegaConf.update(merged, key, value, merge=False)
        _trim(merged, where)
        config = OmegaConf.to_object(merged)
    except (OmegaConfBaseException, YAMLError, ValueError, TypeError, LookupError, AttributeError) as fault:
        message = " ".join(str(fault).split("full_key")[0].split())
        elsewhere = [f"{where}: {OWN_PARTS}"] if message.startswith("unknown ") else []
        raise Fault([f"{where}: not a configuration of this version of Ragatta ({message})", *elsewhere]) from fault
    if not isinstance(config, Config):
        raise Fault(f"{where}: not a configuration of Ragatta")
    if problems := config.problems():
        elsewhere = [OWN_PARTS] if any(": unknown " in problem for problem in problems) else []
        raise Fault([f"{where}: {problem}" for problem in (*problems, *elsewhere)])
    return config


def _without_absent(saved: Any, known: DictConfig, handed: Collection[str] = ()) -> None:
    """Takes away the settings of extensions that are not here, as far as they change nothing: what is switched off
    ("", 0, false or empty), with the settings that are named after it (judge_llm of judge), and a technique that no
    architecture is handed. The others are refused where they are merged: they were set, or misspelt."""
    unknown = [str(key) for key in saved if key not in known]
    off = [key for key in unknown if not saved[key]]
    for key in unknown:
        value = saved[key]
        is_technique = OmegaConf.is_dict(value) and NAME in value and key not in handed
        if key in off or is_technique or any(key.startswith(f"{switch}_") for switch in off):
            del saved[key]


def _trim(merged: DictConfig, where: str) -> None:
    try:
        trimmed(merged)
    except Fault as fault:
        raise Fault([f"{where}: {problem}" for problem in fault.problems]) from None


def _names(saved: Any) -> dict[str, str]:
    """The techniques by group; their names are taken away, as are those of techniques within an architecture; the usual
    one of a group that an extension has brought since. A black box brings its own backend, in the place of any."""
    if ARCHITECTURES.knows(architecture := str(saved.architecture.name)):
        for key, part in ARCHITECTURES.load(architecture)().own().items():
            if isinstance(part, Technique):
                del saved.architecture[key][NAME]
    if is_black_box(architecture):
        saved.llm = {"name": USUAL, "cache": saved.llm.cache}
    chosen = {group: OmegaConf.select(saved, section_of(group)) for group in TECHNIQUES}
    names = {group: str(one.pop("name")) if one else usual()[group].name for group, one in chosen.items()}
    return {group: RENAMED.get((group, name), name) for group, name in names.items()}


def _loaded(text: str) -> Any:
    try:
        return OmegaConf.create(text)
    except OmegaConfBaseException:  # whose words quote what they did not understand
        raise ValueError("a value has an incomplete interpolation, ${...}") from None


def _parsed(changes: Sequence[str]) -> list[Override]:
    """Parses the overrides with Hydra's grammar, so that `off` is a word, as in a sweep, and not a YAML boolean."""
    parser, found = OverridesParser.create(), []
    for change in changes:
        try:
            override = parser.parse_override(change)
        except HydraException as fault:
            raise Fault(f"{change!r} is not of the form key=value ({str(fault).splitlines()[0]})") from fault
        if override.type != OverrideType.CHANGE or override.is_sweep_override():
            raise Fault(f"{change!r}: only one configuration is run; give one value, key=value")
        if problem := named(override):
            raise Fault(problem)
        if files_of(override.key_or_group) and not _is_technique(override):
            raise Fault(_no_choice(change, override))
        found.append(override)
    return found


def _is_technique(override: Override) -> bool:
    """Whether it names a technique, or nothing that there is: a choice that alone makes the configuration whole."""
    group, name = override.key_or_group, str(override.value())
    if group not in TECHNIQUES:
        return False
    return TECHNIQUES[group].knows(name) or name not in files_of(group)


def _no_choice(change: str, override: Override) -> str:
    file = files_of(override.key_or_group).get(str(override.value()))
    holds = OmegaConf.to_container(OmegaConf.load(file)) if file else {}
    keys = [f"{override.key_or_group}.{key}={json.dumps(value)}" for key, value in dict(cast(Any, holds)).items()]
    such = f", such as {keys[0]}" if keys else ", such as tracking.mlflow=false"
    return f"{change!r} chooses a file of conf/, and a saved configuration is whole already; change its keys{such}"


def _check_plain(value: Any, where: str) -> None:
    """Raises Fault for an interpolation other than another key's name, because a file from elsewhere must not read the
    environment."""
    for part in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        _check_plain(part, where)
    if isinstance(value, str) and "${" in ALLOWED.sub(" ", value):
        raise Fault(f"{where}: {value!r} refers to something other than a key; write the value itself")
