"""The filing's supporting exhibits: factors that no model gave, deviations, expenses, and the road map to them all."""

from __future__ import annotations

from random import Random

from filings.documents.manual import print_sentences
from filings.facts import Facts, short_date
from filings.rates import FORMS, factor
from generating.layout import LANDSCAPE, Document, Paper, Style
from generating.tables import Grid, draw_cells, draw_head, draw_row

TITLE = Style("Helvetica-Bold", 10)
TEXT = Style("Helvetica", 9.5)
CELL = Style("Helvetica", 8)


def titles(doc: Document, facts: Facts, *lines: str) -> None:
    names = facts.names
    doc.new_page()
    for line in (names.group, names.company, f"{names.state} Homeowners Rate Filing", *lines):
        doc.line(line, TITLE, "centre")
    doc.line(f"Proposed Effective Date {short_date(facts.dates.effective)}", TITLE, "centre")
    doc.skip(14)


def small_table(doc: Document, grid: Grid, width: float = 62) -> None:
    edges = [width * (number + 1) for number in range(len(grid.columns))]
    left = (doc.left + doc.right - edges[-1]) / 2
    draw_head(doc, grid, left, edges)
    for row in grid.rows:
        draw_row(doc, grid, row, (left, edges), CELL)
    doc.skip(16)


def nonmodeled(facts: Facts, file: str) -> Document:
    """A page of figures for each factor chosen without a model, its reason in the note."""
    rng = Random(f"{facts.seed}:nonmodeled")
    doc = Document(file, Paper(left=48, right=48))
    for rule in facts.prose["nonmodeled"]:
        titles(doc, facts, rule.name)
        for part in ("Indicated", "Selected"):
            rows = [(form, *(factor(rng.randrange(700, 1400)) for _ in range(6))) for form in FORMS]
            heads = ("Form", f"{part}\n2019", "2020", "2021", "2022", "2023", f"{part}\nAverage")
            small_table(doc, Grid(heads, rows, f"{rule.number}/{part}"))
        shares = [(form, *(f"{rng.randrange(2, 300) / 10}%" for _ in facts.rates.perils)) for form in FORMS]
        perils = ("Policy\nType", *(peril.upper().replace(" ", "").replace("-", "") for peril in facts.rates.perils))
        doc.line("Rate Distribution By Peril", CELL, "centre")
        small_table(doc, Grid(perils, shares, f"{rule.number}/shares"), 57)
        doc.line("Notes:", TEXT)
        print_sentences(doc, rule, TEXT, str(rule.number))
    return doc


def selected(facts: Facts, file: str) -> Document:
    """What was done where a selected factor leaves the modelled one, then the two side by side."""
    rng = Random(f"{facts.seed}:selected")
    doc = Document(file, Paper(left=48, right=48))
    titles(doc, facts, "Exhibit II", "Modeled vs Selected Factors")
    for rule in facts.prose["selected"]:
        doc.line(f"{rule.name} Factor", TITLE)
        print_sentences(doc, rule, TEXT, str(rule.number))
    for rule in facts.prose["selected"]:
        titles(doc, facts, "Exhibit II", "Modeled vs Selected", rule.name)
        rows = []
        at = 5.0
        for step in range(44):
            at += 0.06 - step * 0.0016
            kept = max(at, 6.3) if step > 30 else at
            rows.append(
                ("HO3", f"{1_000_000 + step * 10_000:,}", "500", f"{at + rng.random() / 99:.3f}", f"{kept:.3f}")
            )
        columns = ("Policy Form", "Level", "Deductible", "Modeled", "Selected")
        small_table(doc, Grid(columns, rows, f"level/{rule.number}", 2), 80)
    return doc


def relativities(facts: Facts, file: str) -> Document:
    rng = Random(f"{facts.seed}:relativities")
    doc = Document(file, LANDSCAPE)
    titles(doc, facts, "Exhibit III", "Pure Premium vs Proposed Premium Relativity Comparison")
    rows = [(str(n), f"{0.3 + n * 0.17 + rng.random() / 20:.2f}", f"{0.32 + n * 0.165:.2f}") for n in range(1, 11)]
    small_table(doc, Grid(("Decile", "Pure Premium\nRelativity", "Premium\nRelativity"), rows, "decile"), 90)
    doc.line("Losses are capped at a quarter of Coverage A.", TEXT, key="cap")
    doc.line("Deciles are sorted by the average proposed premium.", TEXT)
    return doc


EXPENSES = ("Commissions", "Other Acq. Expense", "General Expense", "Taxes, Licenses & Fees")


def expense_rows(facts: Facts) -> list[tuple[str, ...]]:
    """Ratios to premium in percent: five years, two averages, the selected one."""
    rng = Random(f"{facts.seed}:expenses")
    rows = []
    for name, middle in zip(EXPENSES, (16, 4, 8, 2), strict=True):
        years = [round(middle + rng.uniform(-1.2, 1.2), 1) for _ in range(5)]
        means = [f"{sum(years[-n:]) / n:.1f}%" for n in (5, 3)]
        rows.append((name, *(f"{year:.1f}%" for year in years), *means, means[1]))
    return rows


def expenses(facts: Facts, file: str) -> Document:
    """The row of an expense is marked `expense/name`."""
    doc = Document(file, LANDSCAPE)
    titles(doc, facts, "Expected Expense Exhibit")
    heads = (
        "Calendar Year",
        "2019",
        "2020",
        "2021",
        "2022",
        "2023",
        "Average\n2019 to 2023",
        "Average\n2021 to 2023",
        "Selected\nRatio",
    )
    small_table(doc, Grid(heads, expense_rows(facts), "expense"), 78)
    doc.line("Source: statutory annual statement, page 14, and insurance expense exhibit, part III", TEXT, key="source")
    return doc


SOURCES = ("GLM", "GLM", "Judgmentally selected", "See updated Exhibit I - Non-Modeled Factors", "N/A")


def road_map(facts: Facts, file: str) -> Document:
    """Where each factor comes from, by form. Of exhibit n the row is marked `map/n/row`, its cells `map/n/0/1` and so
    on."""
    rng = Random(f"{facts.seed}:road_map")
    doc = Document(file, Paper(left=48, right=48))
    titles(doc, facts, "Filing Road Map")
    head = ("Factor/Endorsement", "HO3 Source or Support Exhibit", "HO4/HO6 Source or Support Exhibit")
    draw_cells(doc, [head], (3, 3, 3), TITLE)
    for exhibit in facts.exhibits:
        earlier = f"{facts.names.tracking[:4]}-{rng.randrange(131_000_000, 131_999_999)}"
        sources = [rng.choice((*SOURCES, earlier, earlier)) for _ in range(2)]
        draw_cells(doc, [(exhibit.title, *sources)], (3, 3, 3), CELL, f"map/{exhibit.number}")
        doc.mark(f"map/{exhibit.number}/row", " ".join((exhibit.title, *sources)))
    return doc


def support(facts: Facts, file: str) -> Document:
    rng = Random(f"{facts.seed}:support")
    doc = Document(file, LANDSCAPE)
    titles(doc, facts, "Support", "Homeowners HO3")
    rows = []
    for name in ("Yes", "None", "Total"):
        count, ratio = rng.randrange(1_100, 42_000), rng.randrange(480, 1700)
        rows.append((name, f"{count:,}", f"{count * 2031:,}", f"{count * 2031 * ratio // 1000:,}", f"{ratio / 10}%"))
    heads = ("Trampoline", "Earned\nExposures", "Earned\nPremium", "Incurred\nLosses", "Incurred\nLoss Ratio")
    small_table(doc, Grid(heads, rows, "support"), 90)
    doc.line("Notes", TEXT)
    for rule in facts.prose["support"]:
        print_sentences(doc, rule, TEXT, str(rule.number))
    return doc
