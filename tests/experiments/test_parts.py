"""ragatta parts lists every part, those of installed packages too, with what each needs."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace

import pytest

from ragatta.experiments.command_line.commands import run
from ragatta.experiments.commands.parts import KINDS, first_sentence, ready
from ragatta.experiments.faults import Fault
from ragatta.pipeline.plugins import registry
from standins.commands import Command
from standins.plug_in import install


def test_every_kind_is_listed() -> None:
    of_the_core = {*registry.ROOMS} - {"commands"}
    assert of_the_core <= {kind.kind for kind, _ in KINDS.values()} <= of_the_core | {"detectors", "histories"}


def test_parts_of_packages_are_listed_with_their_distribution(command: Command, tmp_path: Path) -> None:
    broken = install(tmp_path / "site", changed={"acme_parts/deep.py": "DEPTH = 6\n"})
    listed = command("parts", PYTHONPATH=str(broken)).stdout
    assert "\n  letters               Counts of letters, as vectors (acme-parts 1.0)\n" in listed
    assert "needs nothing [by settings]" in listed
    assert "\n  pdfium                pdfium through pypdfium2" in listed
    assert "deep (acme-parts 1.0): cannot be used: acme_parts.deep defines 0 classes of Architecture, not one" in listed


def test_a_folders_part_that_ends_the_process_hides_no_other(command: Command, tmp_path: Path) -> None:
    (tmp_path / "ragatta_parts/rerankers").mkdir(parents=True)
    (tmp_path / "ragatta_parts/rerankers/ends.py").write_text("raise SystemExit('over')\n")
    listed = command("parts", f"--config-dir={tmp_path}", "rerankers").stdout
    assert "ends.py): cannot be used: ragatta_parts.rerankers.ends cannot be imported: SystemExit: over\n" in listed
    assert "\n  mmr " in listed


def test_what_is_missing_is_named() -> None:
    assert ready(SimpleNamespace(NEEDS="x", PACKAGES=("json",))) == "here"
    assert ready(SimpleNamespace(NEEDS="x", PACKAGES=("no_such_package",))) == "no_such_package missing here"
    assert ready(SimpleNamespace(NEEDS="x", PROGRAMS=("no-such-program",))) == "no-such-program missing here"
    assert ready(SimpleNamespace(NEEDS="a server")) == "by settings"
    assert ready(SimpleNamespace()) == "here"


def test_a_description_is_one_sentence() -> None:
    assert first_sentence("Reads pages\nquickly (after Doe et al. 2020). And more.\n\nMuch more.") == (
        "Reads pages quickly (after Doe et al. 2020)"
    )
    assert len(first_sentence("word " * 100)) <= 110


def test_an_unknown_kind_is_refused() -> None:
    with pytest.raises(Fault, match="no kind of parts 'parser'; did you mean parsers"):
        run(["parts", "parser"])
    with pytest.raises(Fault, match="--config-dir nowhere: no such folder"):
        run(["parts", "--config-dir", "nowhere"])
