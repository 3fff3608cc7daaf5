"""Which part from outside an exception comes from (pipeline/plugins/registry.py)."""

from __future__ import annotations

import traceback

from ragatta.pipeline.plugins.reach import reached
from ragatta.pipeline.plugins.registry import LOADED, PACKAGE, BrokenPart, Kind, one_line, package_of, place_in


def blamed(error: BaseException) -> BrokenPart | None:
    """The fault of the part whose code raised the exception, or called what raised it. None for an exception of
    Ragatta's own types, whose words say what is wrong, and for one that no part from outside is concerned with."""
    if isinstance(error, BrokenPart):
        return error
    if type(error).__module__.partition(".")[0] == PACKAGE:
        return None
    packages = {module.partition(".")[0] for module in LOADED}
    frames = [at for at, _ in traceback.walk_tb(error.__traceback__) if package_of(at) in packages]
    if not frames:
        return None
    package = package_of(frames[-1])
    named = [str(at.f_globals["__name__"]) for at in reversed(frames)]
    kind, name = next((LOADED[one] for one in named if one in LOADED), None) or _user(named[0], package)
    return kind.broken(name, one_line(error), place=place_in(error, package))


def _user(module: str, package: str) -> tuple[Kind, str]:
    """A part of the package that imports a module of it, the first that does."""
    among = sorted(one for one in LOADED if one.partition(".")[0] == package)
    try:
        own = {*reached(module)}
        return LOADED[next(one for one in among if own <= {*reached(one)})]
    except (StopIteration, ValueError):  # made as it runs
        return LOADED[among[0]]
