"""A planted world is diagnosed through the commands, and a grid that mends its fault is suggested."""

from __future__ import annotations

import json
import os
import random
from pathlib import Path

import pytest

from benchmarks.planted_stages import PARTS, WORLDS, World, _rows, write
from ragatta.experiments.paths import ROOT
from standins.commands import Commands

USUAL = (
    "--grid", "none", "chunking=page", "chunking.chunk_size=600", "chunking.chunk_overlap=0", "llm=stand_in",
    "tracking=off",
)  # fmt: skip
BY_NAME = {world.name: world for world in WORLDS}


def said(commands: Commands, world: World, folder: Path) -> str:
    """What a diagnosis of the world prints."""
    questions = write(world, folder, random.Random(3))
    environment = {**os.environ, "RAGATTA_HOME": str(folder / "home"), "PYTHONPATH": str(PARTS)}
    own = ["--pdfs", f"{folder}/documents", "--questions", str(questions), *world.plant]
    swept = commands.run("sweep", [*USUAL, *own], ROOT, environment)
    assert swept.returncode == 0, swept.stderr
    (variation,) = json.loads((folder / "home/outputs/latest/sweep.json").read_text(encoding="utf-8"))["variations"]
    done = commands.run("diagnose", ["--run", f"latest:{variation['label']}"], ROOT, environment)
    assert done.returncode == 0, done.stderr
    return str(done.stdout)


def test_a_search_that_is_cut_is_named_with_the_settings_that_mend_it(commands: Commands, tmp_path: Path) -> None:
    found = said(commands, BY_NAME["search cut"], tmp_path / "world")
    assert "Retrieval first: finding the right passages would raise the score by 0." in found
    assert "To try for retrieval, 1 variation:\n  ragatta run --config " in found, "shorter than the grid's command"
    assert "config.yaml retrieval=hybrid retrieval.top_k=10 queries=multi\n" in found


def test_a_row_counts_what_was_named_and_held() -> None:
    world = BY_NAME["router wrong"]
    seeds = [
        {"world": world.name, "named": named, "held": held, "below": True, "said": 0.3, "true": 0.2}
        for named, held in (("routing", True), ("retrieval", False))
    ]
    (row,) = _rows(seeds)
    assert (row["named"], row["held"], row["below"]) == ("1 of 2", "1 of 2", "2 of 2")


@pytest.mark.parametrize("world", WORLDS, ids=lambda world: world.name)
def test_every_quote_stands_on_its_page(world: World, tmp_path: Path) -> None:
    path = write(world, tmp_path, random.Random(5))
    records = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    assert len(records) == 80
    for record in records:
        for piece in record["evidence"]:
            pages = (tmp_path / "documents" / piece["file"]).read_text(encoding="utf-8").split("\f")
            assert piece["quote"] in pages[piece["pages"][0] - 1]
