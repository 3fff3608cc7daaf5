"""CITATION.cff is what tools that read it expect, and of this version."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import yaml

ROOT = Path(__file__).resolve().parent.parent
CITATION = yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]


def test_what_the_format_requires() -> None:
    # Citation File Format 1.2.0, schema guide: required keys; an entity author has a name; references need a type
    assert CITATION["cff-version"] == "1.2.0"
    assert CITATION["message"]
    assert CITATION["title"].startswith("Ragatta")
    assert CITATION["authors"]
    for reference in CITATION["references"]:
        assert reference["type"] == "data"
        assert reference["title"]
        assert all(author["name"] for author in reference["authors"])


def test_it_is_of_this_version_and_licence() -> None:
    assert CITATION["version"] == PROJECT["version"]
    assert CITATION["license"] == PROJECT["license"]


def test_the_changelog_begins_with_this_version_and_its_day() -> None:
    newest = re.search(r"^## \[(.+)\] - (.+)$", (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), re.MULTILINE)
    assert newest
    assert newest.groups() == (CITATION["version"], str(CITATION["date-released"]))


def test_every_dataset_is_cited() -> None:
    named = {reference["title"].split(":")[0] for reference in CITATION["references"]}
    assert named == {path.parent.name for path in (ROOT / "datasets").glob("*/README.md")}
