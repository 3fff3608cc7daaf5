from __future__ import annotations

import os
import sys

from PIL import Image, ImageDraw

from benchmarks.pictures import (
    BLOCK,
    COLUMNS,
    MARGIN,
    PICTURES,
    README,
    SCALE,
    WIDTH,
    cropped,
    printed,
    shown,
    with_block,
)


def test_a_command_prints_as_on_a_terminal() -> None:
    code = "import os, sys; print(sys.stdout.isatty(), os.get_terminal_size(1).columns)"
    assert printed([sys.executable, "-c", code], {**os.environ}) == f"True {COLUMNS}\n"


def test_the_block_is_the_whole_screen() -> None:
    block = shown("6 variations\na  1.000  \n\nTake a.\n")
    assert block == "```\n$ ragatta sweep\n6 variations\na  1.000\n\nTake a.\n```"


def test_a_line_of_the_block_is_no_longer_than_the_terminal() -> None:
    block = shown(f"{'word ' * COLUMNS}\n")
    assert block.count("word") == COLUMNS
    assert max(map(len, block.splitlines())) <= COLUMNS


def test_the_block_of_the_readme_is_replaced_alone() -> None:
    readme = README.read_text(encoding="utf-8")
    before = BLOCK.findall(readme)
    after = with_block(readme, "```\n$ ragatta sweep\nnew\n```")
    assert len(before) == 1
    assert after == readme.replace(before[0], "```\n$ ragatta sweep\nnew\n```")


def test_a_picture_ends_below_what_is_drawn() -> None:
    picture = Image.new("RGB", (40, 400), "white")
    ImageDraw.Draw(picture).line((5, 99, 30, 99), fill="blue")
    assert cropped(picture).size == (40, 100 + MARGIN * SCALE)


def test_the_pictures_of_the_readme_are_small() -> None:
    pictures = [*PICTURES.glob("ranking-*")]
    assert {path.name for path in pictures} == {"ranking-dark.png", "ranking-light.png"}
    for path in pictures:
        assert path.stat().st_size < 300_000
        with Image.open(path) as picture:
            assert picture.width == WIDTH * SCALE
