"""EF_1 to EF_4, the questions that the architecture was designed around."""

from __future__ import annotations

from filings.documents.library import Library
from filings.documents.manual import heading
from filings.facts import Facts
from filings.rates import dollars, factor
from filings.rules import BULLET
from generating.gold import Gold, components


def founding_questions(facts: Facts, library: Library) -> list[Gold]:
    return [
        rating_rules(facts, library),
        hurricane_premium(facts, library),
        ineligible(facts, library),
        key_premium(facts, library),
    ]


def rating_rules(facts: Facts, library: Library) -> Gold:
    rules = facts.section("C").rules
    return Gold(
        question="List all rating plan rules",
        kind="list",
        expected=tuple(rule.name for rule in rules),
        evidence=tuple(library.evidence("manual", f"toc/{rule.label}") for rule in rules),
        tags=("manual", "toc", "founding"),
        also_accepted=tuple(heading(rule) for rule in rules if heading(rule) != rule.name),
        id="EF_1",
    )


def hurricane_premium(facts: Facts, library: Library) -> Gold:
    """Base rate x mandatory deductible factor; the distance decides the deductible."""
    case, rule = facts.hurricane, facts.rule("hurricane")
    near = case.distance < int(rule.values["threshold"].replace(",", ""))
    base, table = facts.exhibit("base"), facts.exhibit("hurricane")
    evidence = (
        library.evidence("rate_pages", base.mark(*base.rows[0]), value=dollars(case.base)),
        library.evidence(
            "rate_pages", table.mark("HO3", dollars(case.limit), case.deductible), value=factor(case.factor)
        ),
        library.evidence("manual", f"{rule.label}/{3 if near else 4}", value=case.deductible),
    )
    rests_on = {
        "deductible": case.deductible,
        "base rate": dollars(case.base),
        "factor": factor(case.factor),
        "result": dollars(case.premium),
    }
    return Gold(
        question="Using the Base Rate and the applicable Mandatory Hurricane Deductible Factor, calculate the "
        f"unadjusted Hurricane premium for an HO3 policy with a {dollars(case.limit)} Coverage A limit located "
        f"{case.distance:,} feet from the coast in a Coastline Neighborhood.",
        kind="number",
        expected=dollars(case.premium),
        evidence=evidence,
        tags=("calculation", "several_documents", "founding"),
        id="EF_2",
        components=components(evidence, rests_on),
    )


def ineligible(facts: Facts, library: Library) -> Gold:
    """Every bullet of the manual that says what becomes of an ineligible risk, whatever its section."""
    items, evidence = [], []
    for rule in facts.rules:
        for number, sentence in enumerate(rule.spoken()):
            said = sentence.removeprefix(BULLET)
            if sentence.startswith(BULLET) and ("ineligible" in said):
                items.append(said)
                evidence.append(library.evidence("manual", f"{rule.label}/{number}"))
    return Gold(
        question="What are the rules for an ineligible risk?",
        kind="list",
        expected=tuple(items),
        evidence=tuple(evidence),
        tags=("manual", "several_sections", "founding"),
        id="EF_3",
    )


def key_premium(facts: Facts, library: Library) -> Gold:
    case, rule = facts.key, facts.rule("key")
    base, amount, protection = (facts.exhibit(id) for id in ("base", "amount", "protection"))
    tier, limit = str(case.tier), dollars(case.limit)
    tier_factor = f"{facts.rates.tier[case.tier] / 100:.2f}"
    evidence = (
        library.evidence("manual", f"{rule.label}/1"),
        library.evidence("manual", f"{rule.label}/2"),
        library.evidence("rate_pages", base.mark(*base.rows[0])),
        library.evidence("tier_pages", facts.exhibit("tiers").mark(tier), value=tier_factor),
        library.evidence("rate_pages", amount.mark("HO3", limit, case.deductible)),
        library.evidence("rate_pages", protection.mark("HO3", case.protection_class)),
    )
    return Gold(
        question=f"What is the premium for Tier {tier}, PC {case.protection_class}, ${case.limit // 1000}k, "
        f"{case.deductible} deductible?",
        kind="number",
        expected=dollars(case.premium),
        evidence=evidence,
        tags=("calculation", "several_documents", "founding"),
        id="EF_4",
        components=components(evidence, {"tier factor": tier_factor, "result": dollars(case.premium)}),
    )
