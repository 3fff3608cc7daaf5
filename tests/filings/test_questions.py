"""The gold questions: how many, of which kinds, and the four founding ones worked out anew from the pages."""

from __future__ import annotations

import re
from collections import Counter
from decimal import ROUND_HALF_UP, Decimal
from typing import Any

from filings.documents.library import write_library
from filings.facts import draw_facts
from filings.questions.collection import all_questions

PLAIN = {"list": 30, "number": 110, "text": 75, "unanswerable": 36}  # at least
LEAST = {"multi": 36, "compare": 36, "filter": 36, "clarify": 36, "unsafe": 36, "safe": 12, "injection": 36}
WITHOUT_ANSWER = ("unanswerable", "clarify", "unsafe")


def family(record: dict[str, Any]) -> str:
    return str(record["id"]).rsplit("_", 1)[0]


def test_counts_ids_and_splits(questions: list[dict[str, Any]]) -> None:
    families = Counter(family(record) for record in questions)
    assert all(families[name] >= least for name, least in {**PLAIN, **LEAST}.items()), families
    assert 500 <= len(questions) <= 600
    assert set(families) == {"EF", *PLAIN, *LEAST}
    assert len({record["id"] for record in questions}) == len(questions)
    assert len({record["question"] for record in questions}) == len(questions)
    splits = Counter((family(record), record["split"]) for record in questions)
    names = [name for name in families if name not in ("EF", "safe")]
    assert all(splits[name, split] >= 9 for name in names for split in ("dev", "test"))
    dev = sum(count for (_, split), count in splits.items() if split == "dev")
    assert 0.3 <= dev / len(questions) <= 0.5


def test_records_have_what_their_kind_needs(questions: list[dict[str, Any]]) -> None:
    for record in questions:
        if record["kind"] in WITHOUT_ANSWER:
            assert not {"expected", "evidence", "filters", "forbidden"} & set(record)
        else:
            assert record["expected"]
            assert record["evidence"]
            assert isinstance(record["expected"], list) == (record["kind"] in ("list", "multi", "compare"))
        assert ("sub_questions" in record) == (record["kind"] in ("multi", "compare"))
        assert ("filters" in record) == (family(record) == "filter")
        assert ("forbidden" in record) == (family(record) == "injection")


def test_rating_rules_break_over_two_pages_of_the_contents(founding: dict[str, dict[str, Any]], parsed: Any) -> None:
    record = founding["EF_1"]
    assert record["question"] == "List all rating plan rules"
    assert len(set(record["expected"])) == 35
    pages = sorted({number for evidence in record["evidence"] for number in evidence["pages"]})
    assert len(pages) == 2
    file = record["evidence"][0]["file"]
    first, second = (parsed.page("pdfium", file, number) for number in pages)
    assert first.index("RATING PLAN") < first.index("C-1 ")
    assert second.index("Rule No.") < second.index("C-35 ")
    assert re.findall(r"\bC-\d+ ", first + second) == [f"C-{number} " for number in range(1, 36)]


def row(evidence: dict[str, Any]) -> list[str]:
    return str(evidence["quote"]).split()


def heads(record: dict[str, Any], parsed: Any) -> list[str]:
    """The perils in the order of the page that lists them."""
    file = next(evidence["file"] for evidence in record["evidence"] if "Rules Manual" in evidence["file"])
    pages = [parsed.page("pdfium", file, number) for number in range(5, len(parsed.document(file)) + 1)]
    text = next(page for page in pages if "built up from the following perils:" in page)
    return [item.strip() for item in text.split("perils:")[1].split("•")[1:]]


def whole(amount: Decimal) -> int:
    return int(amount.quantize(Decimal(1), ROUND_HALF_UP))


def test_hurricane_premium_follows_from_its_evidence(founding: dict[str, dict[str, Any]], parsed: Any) -> None:
    record = founding["EF_2"]
    base, factor, rule = record["evidence"]
    distance = int(re.search(r"located ([\d,]+) feet", record["question"])[1].replace(",", ""))  # type: ignore[index]
    limit = re.search(r"threshold|(?:than )?([\d,]+) feet", rule["quote"])[1].replace(",", "")  # type: ignore[index]
    assert (distance < int(limit)) == ("less than" in rule["quote"])
    assert row(factor)[2] == re.search(r"the (\d%) Mandatory", rule["quote"])[1]  # type: ignore[index]
    at = next(number for number, peril in enumerate(heads(record, parsed)) if peril.startswith("Hurricane"))
    assert row(base)[at] == base["value"]
    assert row(factor)[3 + at] == factor["value"]
    premium = whole(Decimal(base["value"].strip("$")) * Decimal(factor["value"]))
    assert record["expected"] == f"${premium:,}"


def test_calculations_name_the_facts_they_rest_on(questions: list[dict[str, Any]]) -> None:
    with_components = {record["id"]: record for record in questions if "components" in record}
    assert {"EF_2", "EF_4"} < set(with_components)
    for record in with_components.values():
        documents, *facts, result = record["components"]
        assert documents["files"] == list(dict.fromkeys(evidence["file"] for evidence in record["evidence"]))
        assert (result["name"], result["match"]) == ("result", record["expected"])
        values = {evidence.get("value") for evidence in record["evidence"]}
        assert {fact["match"] for fact in facts} <= values
    names = [component["name"] for component in with_components["EF_2"]["components"]]
    assert names == ["right documents", "deductible", "base rate", "factor", "result"]
    assert {component["weight"] for component in with_components["EF_2"]["components"]} == {20}


def test_the_hurricane_factor_stands_in_another_exhibit_too(founding: dict[str, dict[str, Any]], parsed: Any) -> None:
    factor = founding["EF_2"]["evidence"][1]
    pages = range(1, len(parsed.document(factor["file"])) + 1)
    found = [number for number in pages if factor["value"] in parsed.page("pdfium", factor["file"], number)]
    assert any("Amount of Insurance" in parsed.page("pdfium", factor["file"], number) for number in found)


def test_ineligible_risk_is_spread_over_sections(founding: dict[str, dict[str, Any]]) -> None:
    record = founding["EF_3"]
    assert record["question"] == "What are the rules for an ineligible risk?"
    assert len({number for evidence in record["evidence"] for number in evidence["pages"]}) >= 3


def test_key_premium_follows_from_its_evidence(founding: dict[str, dict[str, Any]]) -> None:
    record = founding["EF_4"]
    _, _, base, tier, amount, protection = record["evidence"]
    assert len({evidence["file"] for evidence in record["evidence"]}) == 3
    total = 0
    for rate, size, fire in zip(row(base), row(amount)[3:], row(protection)[2:], strict=True):
        product = Decimal(rate.strip("$")) * Decimal(tier["value"]) * Decimal(size) * Decimal(fire)
        total += whole(product)
    assert record["expected"] == f"${total:,}"


def test_another_seed_has_other_answers_and_enough_questions(founding: dict[str, dict[str, Any]]) -> None:
    facts = draw_facts(8)
    golds = all_questions(facts, write_library(facts))
    other = {gold.id: gold for gold in golds[:4]}
    assert list(other["EF_1"].expected) != founding["EF_1"]["expected"]
    assert other["EF_2"].expected != founding["EF_2"]["expected"]
    assert other["EF_4"].expected != founding["EF_4"]["expected"]
    families = Counter(family(gold.record()) for gold in golds)
    assert all(families[name] >= least for name, least in {**PLAIN, **LEAST}.items()), families
