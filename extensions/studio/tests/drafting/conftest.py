"""Two annual reports and a contract, with their tables."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
from reportlab.lib import colors
from reportlab.lib.styles import getSampleStyleSheet
from reportlab.platypus import Flowable, PageBreak, Paragraph, SimpleDocTemplate, Spacer, Table

from ragatta.experiments.adding.gold import Gold, open_gold
from ragatta.experiments.composing.overrides import one_point
from ragatta.experiments.progress.bars import Bars
from ragatta.extensions.studio.commands.draft import read
from ragatta.extensions.studio.drafting.corpus import Corpus

STYLE = getSampleStyleSheet()["Normal"]
ASSETS = ("Cash in hand", "Trade receivables", "Finished goods")


def statement(*years: Sequence[object]) -> list[list[object]]:
    """Rows of assets by year, with their total."""
    body = [[name, *(f"{year[at]:,}" for year in years)] for at, name in enumerate(ASSETS, 1)]  # type: ignore[str-format]
    total = ["Total current assets", *(f"{sum(year[1:]):,}" for year in years)]  # type: ignore[arg-type]
    return [["Current assets", *(str(year[0]) for year in years)], *body, total]


def ruled(rows: Sequence[Sequence[object]]) -> Table:
    return Table([[*row] for row in rows], style=[("GRID", (0, 0), (-1, -1), 0.5, colors.black)])


def write(path: Path, *parts: Flowable | str) -> None:
    flow = [Paragraph(part, STYLE) if isinstance(part, str) else part for part in parts]
    SimpleDocTemplate(str(path), invariant=1).build([one for part in flow for one in (part, Spacer(1, 12))])


@pytest.fixture(scope="session")
def written(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The PDFs, and what is read of them: a cache by their bytes."""
    base = tmp_path_factory.mktemp("drafting")
    (pdfs := base / "pdfs").mkdir()
    write(
        pdfs / "Alder Mills 2020.pdf",
        "Alder Mills weaves cloth in two mills. Its cash in hand lasts for long.",
        ruled(statement((2019, 1210, 3340, 4150), (2020, 1530, 2980, 5260))),
        PageBreak(),
        "The looms were inspected. Reported again: Finished goods 5,260 at the end of 2020.",
        ruled([["Loom", "Speed", "Maker"], ["Aurora broad loom", "310", "Vester Works"],
               ["Borealis narrow loom", "275", "Vester Works"], ["Corona hand loom", "140", "Tarn and Sons"],
               ["Delta jacquard loom", "220", "Tarn and Sons"]]),
    )  # fmt: skip
    write(
        pdfs / "Birch Foundry 2020.pdf",
        "Birch Foundry casts bells. Trade receivables are insured.",
        ruled(statement((2019, 915, 2205, 3125), (2020, 1045, 2415, 2890))),
    )
    write(
        pdfs / "Lease.pdf",
        "“Premises” means the second floor of the building at the harbour with its two balconies.",
        "“Rent” means the sum set forth in Schedule A.",
        "Commencement Date: 1 March 2021",
        "The tenant keeps these parts in repair:<br/>(a) the windows<br/>(b) the heating<br/>(c) the balcony doors",
        "By: J. Marsh 2021",
    )
    return base


@pytest.fixture
def folder(written: Path, tmp_path: Path) -> Path:
    shutil.copytree(written / "pdfs", tmp_path / "pdfs")
    return tmp_path


@pytest.fixture
def retell(folder: Path) -> Callable[[str], None]:
    """Puts a text above the assets of Alder Mills."""
    rows = statement((2019, 1210, 3340, 4150), (2020, 1530, 2980, 5260))
    return lambda text: write(folder / "pdfs" / "Alder Mills 2020.pdf", text, ruled(rows))


@pytest.fixture
def gold(folder: Path, written: Path, monkeypatch: pytest.MonkeyPatch) -> Gold:
    for module in ("experiments.adding.gold", "extensions.studio.commands.draft"):
        monkeypatch.setattr(f"ragatta.{module}.CACHE", written / "cache")
    words = ["dataset=local", f"dataset.pdfs={folder}/pdfs", f"dataset.questions={folder}/gold.yaml"]
    config = one_point(words, "draft").config
    return open_gold(config.dataset, config.parser, lambda *_: None)


@pytest.fixture
def corpus(gold: Gold) -> Corpus:
    config = one_point(
        ["dataset=local", f"dataset.pdfs={gold.dataset.pdfs}", "dataset.questions=x.yaml"], "draft"
    ).config
    return read(gold, config.parser, Bars())
