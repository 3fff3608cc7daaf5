"""What Hydra makes of command-line overrides: the points of a grid, composed and checked.

`a=1,2 b=3` is a grid of two points, as in a Hydra multirun; an experiment file has its grid in `hydra.sweeper.params`.
Every fault of every point is found before any work.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from functools import partial
from typing import Any

from hydra.core.override_parser.types import Glob, Override

from ragatta.conf.schema import Config
from ragatta.experiments.composing.composer import EXPERIMENT, OPEN, Composer, parsed
from ragatta.experiments.composing.config import Point, flat
from ragatta.experiments.composing.former import former_keys
from ragatta.experiments.composing.groups import section_of
from ragatta.experiments.composing.kinds import TECHNIQUES, named
from ragatta.experiments.composing.kinds import keys as technique_keys
from ragatta.experiments.composing.labels import OF_A_VARIATION, label
from ragatta.experiments.composing.twins import asked_alike, distinct
from ragatta.experiments.faults import Fault
from ragatta.pipeline.llm.call_options import KNOWN
from ragatta.pipeline.plugins.registry import outside, suggestion

NAMES = {f"{section_of(group)}.name" for group in TECHNIQUES}  # which are chosen by their groups
SCORERS = "scorers"
OF_ALL_VALUES = "hydra._internal.core_plugins.basic_sweeper.BasicSweeper"  # its points are known beforehand


@dataclass(frozen=True)
class Grid:
    """The points that a command line spans. `hydra` is Hydra's own node of it, such as mode and launcher; `spans`
    whether a key has several values. Of a sweeper that chooses as it goes, the one point is what it begins from."""

    points: list[Point]
    hydra: Any
    spans: bool

    @property
    def is_known(self) -> bool:
        """Whether the points are all that will be run."""
        return str(self.hydra.sweeper._target_) == OF_ALL_VALUES


def compose_grid(arguments: Sequence[str]) -> list[Point]:
    """Every point of the grid that the words after a Hydra program span, in their order. Raises Fault with all that is
    wrong."""
    return composed_grid(arguments).points


def one_point(arguments: Sequence[str], command: str) -> Point:
    """The one point of a command that takes no grid. Raises Fault."""
    points = compose_grid(arguments)
    if len(points) > 1:
        raise Fault(f"ragatta {command} takes one configuration, not a grid")
    return points[0]


def composed_grid(arguments: Sequence[str]) -> Grid:
    """As compose_grid, with what Hydra's own settings are."""
    composer, overrides_given = Composer.of(arguments)
    parsed_overrides = [*map(parsed, overrides_given)]
    problems = [problem for override in parsed_overrides for problem in _key_problems(override, composer)]
    if problems:
        raise Fault(problems)
    _check_experiments(composer, parsed_overrides)
    hydra = _hydra(composer, parsed_overrides)
    known = str(hydra.sweeper._target_) == OF_ALL_VALUES
    params = _params(hydra)
    overrides = _merged(params, parsed_overrides)
    if problems := [problem for override in params for problem in _key_problems(override, composer)]:
        raise Fault(problems)
    if not known:  # the sweeper chooses among the values as it goes
        overrides = [override for override in parsed_overrides if not override.is_sweep_override()]
    points = _checked(overrides, composer)
    return Grid(points, hydra, any(override.is_sweep_override() for override in (*params, *parsed_overrides)))


def space_of(name: str, arguments: Sequence[str]) -> dict[str, list[str]]:
    """The values of each key in hydra.sweeper.params of conf/space/<name>.yaml, or of one in --config-dir among the
    arguments. Raises Fault for an unknown name, key or value."""
    composer, _ = Composer.of(arguments)
    known = composer.groups.get("space", ())
    if name not in known:
        raise Fault(f"--space {name}: no such file in conf/space/; {suggestion(name, known)}")
    params = _params(composer.hydra([f"+space={name}"]))
    if problems := [problem for override in params for problem in _key_problems(override, composer)]:
        raise Fault(problems)
    return {
        one.get_key_element(): [value.split("=", 1)[1] for value in _values(one, composer.groups)] for one in params
    }


def point_of(composer: Composer, overrides: Sequence[str], fixed: Collection[str]) -> Point:
    """The point of these overrides; those that are not `fixed` are what a grid varies. Raises Fault."""
    read = [parsed(word) for word in overrides if not word.startswith(("hydra.", "hydra/"))]
    return _point(composer, [(one, one.input_line or "", one.input_line not in fixed) for one in read])


def spans(argument: str) -> bool:
    """Whether an override has several values; False for one that is malformed, which composing says."""
    try:
        return parsed(argument).is_sweep_override()
    except Fault:
        return False


def _hydra(composer: Composer, overrides: Sequence[Override]) -> Any:
    """Hydra's own node. It follows from Hydra's words and the experiment alone, unless these refer to other settings or
    the user's files may set it. A single point without such words shares its composition with the node."""
    single = [override for override in overrides if not override.is_sweep_override()]
    decide = [one.input_line or "" for one in single if one.is_hydra_override() or one.key_or_group == EXPERIMENT]
    whole = composer.sets_hydra or any(map(composer.refers, decide)) or not (decide or len(single) < len(overrides))
    try:
        return composer.hydra([override.input_line or "" for override in single] if whole else decide)
    except Fault:  # values that do not compose are found with the points
        return composer.hydra(decide)


def _check_experiments(composer: Composer, overrides: Sequence[Override]) -> None:
    """Raises Fault for several experiments with grids: Hydra reads what a sweeper varies before it takes up any."""
    for override in overrides:
        if override.key_or_group == EXPERIMENT and override.is_sweep_override():
            names = [_plain_choice(value) for value in _values(override, composer.groups)]
            files = {name: composer.file(EXPERIMENT, name) for name in names}
            if grids := [name for name, content in files.items() if _holds_grid(content)]:
                raise Fault(
                    f"{override.input_line}: Hydra reads hydra.sweeper.params of one experiment alone, and that of "
                    f"{' and '.join(grids)} would be left out; run a sweep with each, experiment={grids[0]} first"
                )


def _holds_grid(experiment: Mapping[str, Any]) -> bool:
    return bool(((experiment.get("hydra") or {}).get("sweeper") or {}).get("params"))


def _params(hydra: Any) -> list[Override]:
    """What a file of conf/ says that a sweeper is to vary."""
    return [parsed(f"{key}={value}") for key, value in (hydra.sweeper.get("params") or {}).items()]


def _merged(params: Sequence[Override], overrides: Sequence[Override]) -> list[Override]:
    """As Hydra's basic sweeper merges them: an override takes the place of the experiment's with its key."""
    by_key = {override.get_key_element(): override for override in overrides}
    names = {override.get_key_element() for override in params}
    rest = [override for override in overrides if override.get_key_element() not in names]
    return [*(by_key.get(override.get_key_element(), override) for override in params), *rest]


def _checked(overrides: Sequence[Override], composer: Composer) -> list[Point]:
    """Every point. Raises Fault with all that is wrong with any."""
    overrides = [override for override in overrides if not override.is_hydra_override()]
    points: list[Point] = []
    problems: dict[str, str] = {}  # by what is wrong, which need not be said of each point
    for choice in itertools.product(*(_values(override, composer.groups) for override in overrides)):
        parts = [(one, value, one.is_sweep_override()) for one, value in zip(overrides, choice, strict=True)]
        try:
            points.append(_point(composer, parts))
            own = (_in_its_file(problem, choice) for problem in points[-1].config.problems())
            found = [*_overruled(points[-1].config, choice, composer), *own]
        except Fault as fault:
            found = fault.problems
        for problem in found:
            problems.setdefault(problem.partition(" (in ")[0], problem)
    written = {override.key_or_group for override in overrides}
    unasked = [] if problems or "llm.model" not in written else _unasked(points)
    if found := [*problems.values(), *unasked, *_scorer_problems()]:
        raise Fault(found)
    return asked_alike(distinct(points))


def _unasked(points: Sequence[Point]) -> list[str]:
    """That a model is written, and all backends are rules, which ask none."""
    llms = {point.config.llm.name: point.config.llm for point in points}
    if any(llm.ASKS_A_MODEL for llm in llms.values()):
        return []
    model = points[0].config.llm.model
    chosen = f"choose a backend that does, such as llm=ollama llm.model={model}"
    return [f"llm.model={model}: llm={' and '.join(sorted(llms))} asks no model; {chosen}"]


def _in_its_file(problem: str, choice: Sequence[str]) -> str:
    """A fault of a prompt with the choice that names its file."""
    files = [word for word in choice if word.startswith("prompts=")] if problem.startswith("prompts.") else []
    return f"{' '.join(files)}: {problem}" if files else problem


def _scorer_problems() -> list[str]:
    """What is wrong with scorers of packages and folders. All of them are used, and only after the last question."""
    if not (names := outside(SCORERS)):
        return []
    from ragatta.eval.scorers import declared, scorer  # slow: numpy

    checks: list[Callable[[], object]] = [*(partial(scorer, name) for name in names), declared]
    found = []
    for check in checks:
        try:
            check()
        except ValueError as fault:
            found.append(str(fault))
    return list(dict.fromkeys(found))


def _point(composer: Composer, parts: Sequence[tuple[Override, str, bool]]) -> Point:
    choice = tuple(value for _, value, _ in parts)
    config = composer.config(choice)
    return Point(label(config, parts), choice, config)


def _key_problems(override: Override, composer: Composer) -> list[str]:
    groups, key = composer.groups, override.key_or_group
    keys = {name: value for name, value in flat(Config()).items() if name not in NAMES}
    if key not in keys and key not in groups:  # to know the settings of all techniques, each has to be imported
        keys = {**dict.fromkeys(technique_keys()), **keys}
    if override.is_hydra_override() or override.package is not None:
        return []  # Hydra says what is wrong with them
    if problem := named(override):
        return [problem]
    if override.is_delete() and key in TECHNIQUES:
        return [f"~{key}: there is always one; write {key}=NAME with one of {', '.join(groups[key])}"]
    if override.is_delete() and (key in groups or key in keys):
        return [] if key in groups else [f"~{key}: a setting always has a value; write {key}=value"]
    if key in groups:
        chosen = [name.strip(" '\"") for value in _values(override, groups) for name in _choices(value)]
        return [
            f"{key}={name}: {_nothing(key, name)}; {suggestion(name, groups[key])}"
            for name in chosen
            if name not in groups[key]
        ] + [problem for name in chosen for problem in _broken(key, name)]
    if isinstance(keys.get(key), list):
        return _unlisted(override, _values(override, groups))
    parents = {known.rsplit(".", 1)[0] for known in keys if "." in known}
    if key in keys or key in parents or OPEN.match(key):
        return []
    return [f"unknown key {key!r}; {_instead(key, [*keys], [*groups])}"]


def _instead(key: str, keys: Sequence[str], groups: Sequence[str]) -> str:
    """What may be meant by a key that there is not."""
    if key in former_keys():
        return former_keys()[key]
    part, _, name = key.rpartition(".")
    if name in KNOWN and name != "model":
        return f"an agent has it: agents.<agent>.{name}, such as agents.orchestrator.{name}"
    own = sorted(known.removeprefix(f"{part}.") for known in keys if part and known.startswith(f"{part}."))
    if own and not get_close_matches(name, own):  # of the whole key others are near by their beginning alone
        return f"{part} has {', '.join(own)}"
    if part:
        return suggestion(key, [*keys, *groups])
    # Of two keys with the same last name the one at the top is meant: llm.model, not scoring.judge_llm.model.
    last = {known.rsplit(".", 1)[-1]: known for known in sorted(keys, key=lambda known: -known.count("."))}
    near = suggestion(key, [*groups, *last])
    for short, known in last.items():
        near = near.replace(f" {short}?", f" {known}?").replace(f" {short} or", f" {known} or")
    return near


def _nothing(group: str, name: str) -> str:
    return f"no {TECHNIQUES[group].noun} of that name" if group in TECHNIQUES else f"no conf/{group}/{name}.yaml"


def _broken(group: str, name: str) -> list[str]:
    """What is wrong with the code of a technique that is chosen."""
    if group not in TECHNIQUES or not TECHNIQUES[group].knows(name):
        return []
    try:
        TECHNIQUES[group].load(name)
    except ValueError as fault:
        return [str(fault)]
    return []


def _unlisted(override: Override, values: Sequence[str]) -> list[str]:
    """A key that takes a list was given something else: `a` or `a,b`, where `[a,b]` is meant."""
    elements = [value.split("=", 1)[1] for value in values]
    if all(value.startswith(("[", "$")) for value in elements):  # lists, or where one stands
        return []
    key = override.key_or_group
    return [f"{key}: takes a list; give {key}=[{','.join(value.strip('[]') for value in elements)}]"]


def _values(override: Override, groups: Mapping[str, Sequence[str]]) -> list[str]:
    """The override as one `key=value` a value; of a pattern those files of the group that it fits. Raises Fault for
    values without end."""
    key = override.get_key_element()
    value: Any = override.value()
    if isinstance(value, Glob):
        names = groups.get(override.key_or_group, ())
        if not (fitting := value.filter([*names])):
            raise Fault(f"{override.input_line}: no choice fits; known: {', '.join(names) or 'none of a setting'}")
        return [f"{key}={name}" for name in fitting]
    if override.is_sweep_override():
        if not override.is_discrete_sweep():
            raise Fault(f"{override.input_line}: Hydra's basic sweeper takes no interval; give values, {key}=a,b,c")
        return [f"{key}={one}" for one in override.sweep_string_iterator()]
    return [override.input_line or ""]


def _plain_choice(assignment: str) -> str:
    return assignment.partition("=")[2].strip("'\"")


def _choices(assignment: str) -> list[str]:
    """The files that a choice names: one, or several in brackets."""
    return _plain_choice(assignment).strip("[]").split(",")


def _overruled(config: Config, choice: Sequence[str], composer: Composer) -> list[str]:
    """Groups that are chosen in vain, as the variation sets a key of theirs otherwise: Hydra composes it after them."""
    written = {key.lstrip("+"): value for key, _, value in (word.partition("=") for word in choice)}
    settings, found = flat(config), []
    for group in {*written} & {*OF_A_VARIATION}:
        for key, value in _keys(group, composer.file(group, written[group]), settings):
            if settings[key] != value and key not in written:
                found.append(
                    f"{group}={written[group]}: variation={config.variation} sets {key}={settings[key]}; write "
                    f"{key}={value}, or choose another variation"
                )
    return found


def _keys(prefix: str, values: Mapping[str, Any], settings: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    """The settings that the values of a file stand for, by their dotted keys."""
    for name, value in values.items():
        key = f"{prefix}.{name}"
        if isinstance(value, Mapping) and key not in settings:
            yield from _keys(key, value, settings)
        else:
            yield key, value
