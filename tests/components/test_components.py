"""The generated data sheets, certificates, contracts and manuals: gold stands on its pages, and follows from what the
pages print, as a reader of its own reads it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from decimal import Decimal
from operator import ge, gt, le
from pathlib import Path
from random import Random
from typing import Any

import pytest
import yaml

from components.build import generate
from components.documents import documents
from components.facts import draw
from components.questions import HOLDS, Asker
from generating.gold import Gold
from ragatta.eval.gold.questions import check_evidence, load_questions
from ragatta.experiments.paths import ROOT
from ragatta.pipeline.annotations.extraction import labelled
from ragatta.pipeline.annotations.schema import bucket_of, read_buckets
from ragatta.pipeline.documents.pages import read_pages
from ragatta.pipeline.documents.parser import PARSERS
from ragatta.pipeline.types import Page
from tests.filings.conftest import Parsed
from tests.standins.once import made_once

SEED, OTHERS = 7, (1, 2, 3, 11)
BUCKETS = read_buckets(ROOT / "datasets/components/buckets.yaml")
EXAMPLES = {"example_contract", "example_transistors", "example_solvents"}


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return made_once(tmp_path_factory, "components", lambda folder: generate(SEED, folder))


@pytest.fixture(scope="module")
def parsed(written: Path) -> Parsed:
    return Parsed(written)


@pytest.fixture(scope="module")
def golds() -> list[Gold]:
    return asked(SEED)


@pytest.fixture(scope="module")
def fields(parsed: Parsed) -> dict[str, dict[str, Any]]:
    """What the labelled lines and tables of each document say of its bucket's fields, by file."""
    found = {}
    for file in parsed.files():
        bucket = next(bucket for bucket in BUCKETS if bucket.name == bucket_of(file, BUCKETS))
        pages = [Page(file, at + 1, parsed.read("pdfium", file, at + 1)) for at in range(len(parsed.document(file)))]
        found[file] = {"bucket": bucket.name, **labelled(pages, bucket.fields)}
    return found


def asked(seed: int) -> list[Gold]:
    facts = draw(seed)
    return Asker(facts, documents(facts), Random(f"{seed}:questions")).all()


def test_a_seed_gives_the_same_files(written: Path, tmp_path: Path) -> None:
    again = generate(SEED, tmp_path / "again")
    files = sorted(path.relative_to(written) for path in written.rglob("*") if path.is_file())
    assert len(files) == 141
    assert [(written / name).read_bytes() for name in files] == [(again / name).read_bytes() for name in files]
    assert (generate(8, tmp_path / "other") / "questions.yaml").read_bytes() != (again / "questions.yaml").read_bytes()


@pytest.mark.parametrize("parser", ["pdfium", "pypdf"])
def test_evidence_stands_on_its_pages_in_every_parser(parser: str, written: Path, tmp_path: Path) -> None:
    pages = read_pages(written / "pdfs", PARSERS.load(parser)(), tmp_path).pages
    assert check_evidence(load_questions(written / "questions.yaml"), pages) == []


def test_evidence_of_properties_stands_in_no_other_document(parsed: Parsed, golds: list[Gold]) -> None:
    """Else a search would be credited with what it found elsewhere."""
    texts = {file: parsed.page("pdfium", file, 1) + " " + last_page(parsed, file) for file in parsed.files()}
    for gold in golds:
        for place in gold.evidence:
            quote = re.escape(str(place["quote"]))
            holding = [file for file, text in texts.items() if re.search(rf"{quote}(?![.\d])", text)]
            if not str(place["quote"]).startswith(("Valid Until:", "Manufacturer:", "Product:")):
                assert holding == [place["file"]], gold.id


def last_page(parsed: Parsed, file: str) -> str:
    return parsed.page("pdfium", file, len(parsed.document(file)))


def test_the_table_of_a_transistor_goes_on_over_the_page(parsed: Parsed) -> None:
    head = "Parameter Symbol Condition Min Typ Max Unit"
    sheets = [file for file in parsed.files() if "/KT" in file]
    assert len(sheets) == 18
    for file in sheets:
        assert head in parsed.page("pdfium", file, 1)
        assert parsed.page("pdfium", file, 2).startswith(f"Characteristics (continued) {head}")


@pytest.mark.parametrize("seed", [SEED, *OTHERS])
def test_every_kind_is_asked(seed: int) -> None:
    found = asked(seed)
    tags = Counter(tag for gold in found for tag in gold.tags)
    assert len({gold.question for gold in found}) == len(found) >= 80
    assert tags.keys() >= EXAMPLES
    kinds = Counter(gold.kind for gold in found)
    assert kinds.keys() == {
        "number", "list", "text", "table", "summary", "compare", "unanswerable", "clarify"
    }  # fmt: skip
    for name, least in {"property": 20, "filter": 13, "join": 8, "no_results": 6, "overload": 5}.items():
        assert tags[name] >= least, name
    assert kinds["unanswerable"] >= 8


def test_filters_and_clarifications_follow_from_the_pages(fields: dict[str, dict[str, Any]], golds: list[Gold]) -> None:
    for gold in golds:
        if gold.filters:
            assert meeting(gold.filters, fields) == {str(place["file"]) for place in gold.evidence}, gold.id
        if gold.kind == "clarify":
            found = meeting(gold.sought, fields)
            assert len(found) >= 100 if "overload" in gold.tags else not found, gold.id


def meeting(filters: Any, fields: dict[str, dict[str, Any]]) -> set[str]:
    return {file for file, known in fields.items() if all(fits(known.get(name), to) for name, to in filters.items())}


def fits(said: Any, wanted: Any) -> bool:
    if isinstance(wanted, dict):
        return said is not None and all(HOLDS[sign](said, to) for sign, to in wanted.items())
    return bool(said == wanted)


@pytest.mark.parametrize(
    ("asked_for", "row", "meets"),
    [
        (r"transition frequency of at least (\S+) MHz", r"Transition frequency fT IC = 10 mA (\S+) – – MHz", ge),
        (
            r"TO-92 .* noise figure of (\S+) dB or less",
            r"Package: TO-92 .*Noise figure .* – \S+ (\S+) dB",
            le,
        ),
        (r"guaranteed purity above (\S+)%", r"Purity w by area (\S+) \S+ – %", gt),
    ],
)
def test_properties_of_no_field_are_asked_of_the_tables(
    asked_for: str, row: str, meets: Callable[[Any, Any], bool], parsed: Parsed, golds: list[Gold]
) -> None:
    (gold,) = (gold for gold in golds if "table_property" in gold.tags and re.search(asked_for, gold.question))
    bound = Decimal(re.findall(asked_for, gold.question)[0])
    values = {
        file: Decimal(found[1])
        for file in parsed.files()
        if file.startswith("datasheets/")
        and (found := re.search(row, parsed.page("pdfium", file, 1) + " " + last_page(parsed, file)))
    }
    expected = {file for file, value in values.items() if meets(value, bound)}
    assert expected == {place["file"] for place in gold.evidence}
    assert len(expected) < len(values)


def test_a_certificate_that_is_valid_on_a_day_may_be_an_older_one(parsed: Parsed, golds: list[Gold]) -> None:
    gold = next(gold for gold in golds if gold.id == "joins_3")
    purity, day = re.findall(r"at least (\S+)% .* valid on (\S+)\?", gold.question)[0]
    texts = {file: parsed.page("pdfium", file, 1) for file in parsed.files()}
    certified = {
        found[1]
        for file, text in texts.items()
        if file.startswith("certificates/CA")
        and (found := re.search(r"Product: (.+?) Lot: .*Valid Until: (\S+)", text))
        if found[2] >= day
    }
    pure = {
        found[1]
        for text in texts.values()
        if (found := re.search(r"Product: (.+?) Product Family: .*Purity w by area (\S+)", text))
        if Decimal(found[2]) >= Decimal(purity)
    }
    assert certified & pure == set(gold.expected)
    assert certified - pure
    assert pure - certified


def test_every_product_of_a_join_meets_both_conditions_and_no_other_does(parsed: Parsed, golds: list[Gold]) -> None:
    """Read from the pages: the flash point of the data sheet, the purity of the latest certificate."""
    gold = next(gold for gold in golds if gold.id == "joins_1")
    found = re.search(r"at least (-?\d+) °C .* at least ([\d.]+)%", gold.question)
    assert found
    latest: dict[str, tuple[str, str]] = {}
    for file in parsed.files():
        text = parsed.page("pdfium", file, 1)
        if file.startswith("certificates/CA"):
            product, day, purity = re.findall(r"Product: (.+?) Lot: .*Issued: (\S+) .*Purity min \S+ (\S+) %", text)[0]
            latest[product] = max(latest.get(product, ("", "")), (day, purity))
    meets = set()
    for product, (_, purity) in latest.items():
        sheet = parsed.page("pdfium", f"datasheets/{product.replace(' ', '_')}.pdf", 1)
        flash = Decimal(re.findall(r"Flash point Tf (\S+) °C", sheet)[0])
        if flash >= Decimal(found[1]) and Decimal(purity) >= Decimal(found[2]):
            meets.add(product)
    assert meets == set(gold.expected)


def test_unanswerable_questions_ask_about_what_no_page_names(parsed: Parsed, golds: list[Gold]) -> None:
    everything = parsed.everything()
    for gold in golds:
        if gold.kind == "unanswerable":
            assert gold.entity.lower() not in everything
            assert gold.entity.lower() in gold.question.lower()


def test_the_questions_are_those_of_the_facts(written: Path, golds: list[Gold]) -> None:
    assert yaml.safe_load((written / "questions.yaml").read_text(encoding="utf-8")) == [gold.record() for gold in golds]
