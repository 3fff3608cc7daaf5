"""All documents by their short names (a record's is its number), and where each of them put what."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from random import Random

from filings.documents import exhibits, forms, legacy, letters, manual, papers, profile, rate_pages, summary
from filings.documents.records import give_order, record_page
from filings.facts import Facts, short_date
from filings.orders import LONG
from generating.layout import Document, Text

WRITERS: dict[str, Callable[[Facts, str], Document]] = {
    "paper": papers.paper,
    "actuarial_checklist": forms.actuarial_checklist,
    "coastal_checklist": forms.coastal_checklist,
    "rates_checklist": forms.rates_checklist,
    "rules_checklist": forms.rules_checklist,
    "cover": letters.cover,
    "tier_pages": rate_pages.tier_pages,
    "memo": papers.memorandum,
    "profile": profile.rate_profile,
    "nonmodeled": exhibits.nonmodeled,
    "selected": exhibits.selected,
    "relativities": exhibits.relativities,
    "objection1": letters.objection1,
    "expenses": exhibits.expenses,
    "road_map": exhibits.road_map,
    "support": exhibits.support,
    "objection2": letters.objection2,
    "rate_pages": rate_pages.rate_pages,
    "manual": manual.rules_manual,
    "legacy": legacy.redlined_manual,
    "summary": summary.filing_summary,
}


def file_names(facts: Facts) -> dict[str, str]:
    """File names in the manner of a public filing site: ids in parentheses, then whatever the filer called it."""
    rng, names, dates = Random(f"{facts.seed}:files"), facts.names, facts.dates
    state, program = names.abbreviation, names.program
    dotted, slashed = f"{dates.effective:%m.%d.%y}", f"{dates.effective:%m_%d_%y}"
    titles = {
        "paper": "Discussion of ILF paper",
        "actuarial_checklist": "Actuarial Checklist",
        "coastal_checklist": "Checklist - HO Coastal - May 2022",
        "rates_checklist": "Checklist - HO Rates",
        "rules_checklist": "Checklist - HO Rules - May 2022",
        "cover": f"{state} {program} Home Rate.Rule Filing eff {dotted} Cover Letter",
        "tier_pages": f"{state} Homeowners {program} Tier Rate Pages Eff {dotted}",
        "memo": "Actuarial Memorandum v2",
        "profile": f"{state} {program} HO Rate Profile {slashed} v2",
        "nonmodeled": "Exhibit I - Non-Modeled Factors",
        "selected": f"Exhibit II - Price Modeled vs Selected-{dates.submitted:%Y_%m_%d}",
        "relativities": "Exhibit III - Pure Premium vs Proposed Premium Relativity v2",
        "objection1": f"{state} Home Objection Response Public {dates.objections[0]:%Y_%m_%d}",
        "expenses": f"{state} {program} Home {short_date(dates.effective).replace('/', '-')} Expected Expense Exhibit",
        "road_map": "Filing Road Map",
        "support": "Trampoline Support",
        "objection2": f"{state} Homeowner Objection Response {dates.objections[1]:%m.%d.%y}",
        "rate_pages": f"{state} Homeowners {program} Rate Pages Eff {dotted} v3",
        "manual": f"{state} {program} Homeowner Rules Manual eff {dotted} v4",
        "legacy": f"{state} Heritage Homeowner Rules eff {dates.old_effective:%m.%d.%y} mu to {program}"
        f" Homeowner Rules eff {dotted} v3",
    }
    files, first, second = {}, rng.randrange(120_000_000, 210_000_000), rng.randrange(150_000_000, 190_000_000)
    for name, title in titles.items():
        first, second = first + rng.randrange(1, 90_000), second + rng.randrange(1, 900)
        files[name] = f"({first}-{second})-{title}.pdf"
    files["summary"] = f"(summary_document_{names.tracking}_{dates.responses[-1]})-{names.tracking}.pdf"
    return files


@dataclass(frozen=True)
class Library:
    documents: Mapping[str, Document]

    def evidence(self, document: str, key: str, value: str = "") -> dict[str, object]:
        """One piece of gold evidence: file, pages, quote, and the value where a bare figure is meant."""
        doc = self.documents[document]
        mark = doc.marks[key]
        found: dict[str, object] = {"file": doc.file, "pages": [mark.page], "quote": mark.quote}
        return {**found, "value": value} if value else found

    @cached_property
    def text(self) -> str:
        """Everything printed, in lower case, white space as single spaces: to be sure that something is absent."""
        pieces = [
            op.text for doc in self.documents.values() for page in doc.pages for op in page if isinstance(op, Text)
        ]
        return re.sub(r"\s+", " ", " ".join([*pieces, *(doc.file for doc in self.documents.values())])).lower()

    def holds(self, phrase: str) -> bool:
        """Whether the phrase is printed anywhere, as whole words and in whatever case."""
        if phrase.lower() not in self.text:
            return False
        return re.search(rf"(?<![\w.,]){re.escape(phrase.lower())}(?![\w]|[.,]\d)", self.text) is not None


def write_library(facts: Facts) -> Library:
    """Lay out all documents; nothing is saved yet."""
    files = file_names(facts)
    documents = {name: write(facts, files[name]) for name, write in WRITERS.items()}
    for name in LONG:
        give_order(documents[name], facts.orders[name], "end")
    return Library({**documents, **{entry.number: record_page(facts, entry) for entry in facts.entries}})
