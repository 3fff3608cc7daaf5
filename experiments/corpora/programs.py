"""Runs a dataset's own program, a package below datasets/, unless its output exists."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from ragatta.experiments.extras import missing
from ragatta.experiments.faults import Fault
from ragatta.experiments.paths import HOME
from ragatta.pipeline.documents.child_environment import child_environment
from ragatta.pipeline.machine.files import write_whole
from ragatta.pipeline.machine.locks import locked
from ragatta.pipeline.plugins.identity import digest, file_digest
from ragatta.pipeline.types import Progress

# What a program wrote, or was brought for it, lies below it too and is not its code, nor are questions added later.
NOT_CODE = ("summaries", "__pycache__", "pdfs", "imported", "seed_", "added", "verdicts")
# What a program needs of the environment beyond a reader of documents: data and models, and what it fetches them by.
VARIABLES = (
    "PYTHONPATH", "RAGATTA_DATA", "RAGATTA_MODELS", "RAGATTA_OFFLINE", "TESSDATA_PREFIX", "SSL_CERT_FILE",
    "SSL_CERT_DIR", "REQUESTS_CA_BUNDLE", "CURL_CA_BUNDLE",
    *(case(name) for name in ("http_proxy", "https_proxy", "all_proxy", "no_proxy") for case in (str.lower, str.upper)),
)  # fmt: skip


@dataclass(frozen=True)
class Program:
    """The package `name` below the folder `datasets`, which the key `key` names (dataset.generator, say)."""

    key: str
    name: str
    datasets: Path

    def code(self) -> str:
        """Hash of the files of the program and of the packages beside it that it imports; if it changes, the output is
        written again. Raises Fault if there is none."""
        files = [file for name in self.packages() for file in self._files(name)]
        if not any(path.suffix == ".py" for path in self._files(self.name)):
            raise Fault(f"{self.key}={self.name}: no package datasets/{self.name}/")
        return digest([[path.relative_to(self.datasets).as_posix(), file_digest(path)] for path in files])

    def packages(self) -> list[str]:
        """Its own name, then those of the packages below `datasets` that it imports, directly or not."""
        found = [self.name]
        for name in found:  # which grows
            trees = (ast.parse(file.read_bytes()) for file in self._files(name) if file.suffix == ".py")
            imported = {top for tree in trees for node in ast.walk(tree) for top in _imported(node)}
            found += sorted(top for top in imported.difference(found) if (self.datasets / top).is_dir())
        return found

    def _files(self, package: str) -> list[Path]:
        folder = self.datasets / package
        return sorted(
            path
            for suffix in ("py", "yaml")
            for path in folder.rglob(f"*.{suffix}")
            if not any(part.startswith(NOT_CODE) for part in path.relative_to(folder).parts)
        )

    def has_written(self, out: Path, made_from: str) -> bool:
        """Whether the folder `out` exists for the same `made_from`."""
        stamp = self._stamp(out)
        return stamp.exists() and stamp.read_text(encoding="utf-8") == made_from

    def write(
        self, out: Path, made_from: str, arguments: Sequence[str], progress: Progress | None = None, what: str = ""
    ) -> None:
        """Lets the program write the folder `out`, unless it exists for the same `made_from` (a hash).

        It is run as `python -m <name> <arguments> --out <out>` in `datasets` and writes the folder atomically.
        Raises Fault with its last words if it fails.
        """
        out.parent.mkdir(parents=True, exist_ok=True)
        with locked(out.parent / f".{out.name}.lease"):  # two sweeps begun at once write it once
            if self.has_written(out, made_from):
                return
            if progress:
                progress(what, 0, 1)
            done = self.run(*arguments, "--out", str(out))
            if done.returncode:
                last = (done.stderr.strip().splitlines() or ["no message"])[-1]
                package = re.search(r"No module named '([\w.]+)'", last)
                raise Fault(f"{self.key}={self.name} failed: {(package and missing(package[1])) or last}")
            write_whole(self._stamp(out), made_from)
            if progress:
                progress(what, 1, 1)

    def _stamp(self, out: Path) -> Path:
        return out / f"{self.key.removeprefix('dataset.')}.sha256"

    def run(self, *arguments: str, module: str = "") -> subprocess.CompletedProcess[str]:
        """Runs the package, or a module of it, on these arguments; it may import what is in the clone. Of the
        environment it is given that of a child (pipeline/documents/child_environment.py) and VARIABLES, so no key."""
        return subprocess.run(
            [sys.executable, "-m", module or self.name, *arguments],
            cwd=self.datasets,
            env={**child_environment(VARIABLES), "RAGATTA_HOME": str(HOME)},
            capture_output=True,
            text=True,
            check=False,
        )


def _imported(node: ast.AST) -> list[str]:
    """The top-level names of an import."""
    if isinstance(node, ast.ImportFrom):
        return [(node.module or "").partition(".")[0]] if not node.level else []
    return [alias.name.partition(".")[0] for alias in node.names] if isinstance(node, ast.Import) else []
