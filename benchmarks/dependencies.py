"""Names each dependency of Ragatta with the release that is installed and its own size on disk.

    python -m benchmarks.dependencies

The size is that of the files that pip has installed, without those of what the package itself depends on.
"""

from __future__ import annotations

import re
from importlib.metadata import Distribution, PackageNotFoundError, distribution, requires
from pathlib import Path

from ragatta.experiments.command_line.process import run_command


def main(arguments: list[str]) -> int:  # noqa: ARG001 - it takes none
    """Prints a row a dependency, those of the default installation first."""
    print("| package | release | MB |\n| --- | --- | --- |")
    for line in requires("ragatta") or ():
        name = line[: re.match(r"[\w.-]+", line).end()]  # type: ignore[union-attr]
        try:
            found = distribution(name)
        except PackageNotFoundError:
            print(f"| {name} | not installed | |")
        else:
            print(f"| {name} | {found.version} | {size(found) / 1e6:.1f} |")
    return 0


def size(found: Distribution) -> int:
    """Bytes."""
    files = (Path(str(file.locate())) for file in found.files or ())
    return sum(file.stat().st_size for file in files if file.exists())


if __name__ == "__main__":
    run_command(main)
