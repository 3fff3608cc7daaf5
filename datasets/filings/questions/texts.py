"""Text questions about the filing itself: who, when, under which number."""

from __future__ import annotations

from collections.abc import Iterator

from filings.documents.library import Library
from filings.facts import Facts, long_date, short_date
from generating.gold import Gold

Field = tuple[str, str, str, str]  # question, answer, document, mark


def letter_fields(facts: Facts) -> tuple[Field, ...]:
    """Names, dates and numbers in the letters, the manual and the rate pages."""
    names, people, dates = facts.names, facts.people, facts.dates
    return (
        ("Who signs the cover letter?", people.manager, "cover", "signer"),
        ("What position does the signer of the cover letter hold?", "Senior Product Manager", "cover", "title"),
        ("To which commissioner is the cover letter addressed?", people.commissioner, "cover", "commissioner"),
        ("On what date was the cover letter written?", long_date(dates.submitted), "cover", "date"),
        ("Who signs the actuarial memorandum?", people.actuary, "memo", "signer"),
        ("When do the new rates take effect?", short_date(dates.effective), "rate_pages", "effective"),
        ("What is the edition date of the rules manual?", long_date(dates.effective), "manual", "edition"),
        ("What does the name of the rating plan stand for?", names.program_in_full, "cover", "1/0"),
        ("Under which tracking number was the filing made?", names.tracking, "cover", "tracking"),
        ("When was the first set of objections dated?", short_date(dates.objections[0]), "objection1", "dated"),
    )  # fmt: skip


def site_fields(facts: Facts) -> tuple[Field, ...]:
    """Fields of the filing site's summary, and notes under the exhibits."""
    names, people, dates = facts.names, facts.people, facts.dates
    return (
        ("By what date must the last objection letter be answered?",
         short_date(dates.responses[2]),
         "summary", "Respond By Date"),
        ("Which advisory organization is named in the filing?", names.bureau, "summary", "Advisory Organization"),
        ("What is the filing type?", "Rate/Rule", "summary", "Filing Type"),
        ("What is the status of the filing in its domicile?", "Not Filed", "summary", "Status of Filing in Domicile"),
        ("What is the filing method of the rate change?", "Prior Approval", "summary", "Filing Method"),
        ("At which address can the company be found?", names.address, "summary", "Company Address"),
        ("Who is the contact for the filing?", people.specialist, "summary", "Filing Contact"),
        ("Which losses are capped in the comparison of relativities, and where?",
         "Losses are capped at a quarter of Coverage A",
         "relativities", "cap"),
        ("What are the sources of the expense ratios?",
         "statutory annual statement, page 14, and insurance expense exhibit, part III",
         "expenses", "source"),
        ("When is a policy's tier found?", "when the policy is first written", "tier_pages", "note/0"),
        ("What deductible is mandatory for a dwelling whose zip code is not in the appendix?",
         "no mandatory deductible",
         "manual", "appendix/none"),
    )  # fmt: skip


def text_questions(facts: Facts, library: Library) -> Iterator[Gold]:
    people = facts.people
    for question, answer, document, key in (*letter_fields(facts), *site_fields(facts)):
        yield Gold(question, "text", answer, (library.evidence(document, key),), (document, "field"))
    for number, name in enumerate(people.modelers):
        career = library.evidence("objection1", f"career/{number}")
        answer = str(career["quote"]).removeprefix(name.split()[0]).strip().rstrip(".")
        yield Gold(f"What is {name}'s career?", "text", answer, (career,), ("objection1", "people"))
    author = people.author
    evidence = library.evidence("paper", "author")
    yield Gold(
        "Who wrote the discussion of the paper on increased limits?",
        "text",
        author,
        (evidence,),
        ("paper", "people"),
        (author.upper(),),
    )
    yield from sources(facts, library)


def sources(facts: Facts, library: Library) -> Iterator[Gold]:
    """Where the road map takes a factor from."""
    for number, exhibit in enumerate(facts.exhibits[::8]):
        form, cell = ("HO3", 1) if number % 2 else ("HO4/HO6", 2)
        evidence = library.evidence("road_map", f"map/{exhibit.number}/0/{cell}")
        if evidence["quote"] == "N/A":
            continue
        question = f"Which source or support does the road map give for {exhibit.title} on {form} policies?"
        yield Gold(question, "text", str(evidence["quote"]), (evidence,), ("road_map", "table"))
