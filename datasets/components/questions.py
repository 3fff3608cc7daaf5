"""The gold questions, whose forms stand in questions.yaml; places of evidence are the marks of the printed pages."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import asdict, dataclass, replace
from decimal import Decimal
from operator import ge, gt, le, lt
from random import Random
from typing import Any

from components.facts import Certificate, Facts, Product, Row, listed
from generating.gold import Evidence, Gold, components
from generating.layout import Document

HOLDS = {"<": lt, "<=": le, ">": gt, ">=": ge}
Form = Mapping[str, Any]


@dataclass(frozen=True)
class Asker:
    facts: Facts
    documents: Mapping[str, Document]
    rng: Random

    def all(self) -> list[Gold]:
        """Every question, its id the name of its forms and a number."""
        found = []
        for name, forms in listed("questions").items():
            golds = [gold for form in forms for gold in getattr(self, name)(form)]
            found += [replace(gold, id=f"{name}_{number}") for number, gold in enumerate(golds, 1)]
        return found

    def at(self, file: str, key: str, value: str = "") -> Evidence:
        mark = self.documents[file].marks[key]
        found: Evidence = {"file": file, "pages": [mark.page], "quote": mark.quote}
        return found | ({"value": value} if value else {})

    def draw(self, form: Form) -> list[Product]:
        """As many products as the form asks about; for pairs two each, all of different values."""
        known = [product for product in self.facts.products if product.kind == form["kind"]]
        if "part" not in form:
            return self.rng.sample(known, form["times"])
        apart = {self.cell(form, product)[0]: product for product in known}
        return self.rng.sample([*apart.values()], form["times"] * 2)

    def properties(self, form: Form) -> Iterator[Gold]:
        for product in self.draw(form):
            expected, place = self.cell(form, product)
            yield Gold(form["question"].format(name=product.name), "number", expected, (place,), ("property",))

    def cell(self, form: Form, product: Product) -> tuple[str, Evidence]:
        """The value with its unit, and where it stands."""
        row = row_of(product, form["table"], form["row"])
        value = row[form["cell"]]
        return f"{value} {row[-1]}".removesuffix(" –"), self.at(product.file, f"{form['table']}/{form['row']}", value)

    def footnotes(self, form: Form) -> Iterator[Gold]:
        for product in self.draw(form):
            value = re.findall(r"\d[\d.]*", product.footnotes[form["note"]])[1]
            place, question = self.at(product.file, f"note/{form['note']}"), form["question"].format(name=product.name)
            yield Gold(question, "number", f"{value} {form['unit']}", (place,), ("property", "footnote"))

    def certificates(self, form: Form) -> Iterator[Gold]:
        known = [one for one in self.facts.certificates if one.product.kind == form["kind"]]
        for one in self.rng.sample(known, form["times"]):
            asked, label = form["question"].format(number=one.number), form["line"]
            if form["answer"] == "number":
                row = row_of(one, "results", label)
                place = self.at(one.file, f"results/{label}", row[2])
                yield Gold(asked, "number", f"{row[2]} {row[3]}", (place,), ("property",))
            else:
                place = self.at(one.file, label)
                yield Gold(asked, "text", str(place["quote"]).split(": ")[1], (place,), ("head",))

    def papers(self, form: Form) -> Iterator[Gold]:
        for number in form["of"]:
            paper = self.facts.papers[number]
            places = tuple(self.at(paper.file, key) for key in form["at"])
            expected: Any = form.get("answer", "").format_map(paper.values)
            if form["kind"] == "summary":
                expected = " ".join(str(place["quote"]) for place in places)
            if "answers" in form:
                expected = tuple(answer.format_map(paper.values) for answer in form["answers"])
            yield Gold(form["question"].format_map(paper.values), form["kind"], expected, places, tags(form, "clause"))

    def meeting(self, form: Form, certified: Callable[[Product], bool] = lambda _: True) -> tuple[str, list[Product]]:
        """A bound that some of the certified products meet and others do not, and those that meet it."""
        known = (product for product in self.facts.products if product.kind == form["kind"])
        where = [one for one in known if form["where"].items() <= asdict(one).items() and certified(one)]
        values = [Decimal(row_of(one, form["table"], form["row"])[form["cell"]]) for one in where]
        holds, bounds = HOLDS[form["op"]], sorted(set(values))
        self.rng.shuffle(bounds)
        answers = [(b, [one for one, value in zip(where, values, strict=True) if holds(value, b)]) for b in bounds]
        for least, most in ((2, len(where) - 1), (1, len(where))):  # the second where a seed has no better one
            for bound, found in answers:
                if least <= len(found) <= most:
                    return str(bound), found
        raise ValueError(f"no product meets {form['question']!r}: try another seed")

    def filters(self, form: Form) -> Iterator[Gold]:
        bound, found = self.meeting(form)
        filters, own = {}, ["filter", "table_property"]
        if "field" in form:
            family = {"family": "solvent"} if form["kind"] == "solvent" else {}
            filters = {"bucket": "datasheets", **family, **form["where"], form["field"]: {form["op"]: int(bound)}}
            own = ["filter"]
        places = tuple(self.cell(form, product)[1] for product in found)
        asked, names = form["question"].format(x=bound), tuple(product.name for product in found)
        if form.get("count"):
            yield Gold(asked, "number", str(len(found)), places, (*own, "count"), filters=filters)
        else:
            yield Gold(asked, "list", names, places, tags(form, *own), filters=filters)

    def tables(self, form: Form) -> Iterator[Gold]:
        (plain,) = self.filters(form)
        places, facts = list(plain.evidence), {}
        for name in plain.expected:
            product = next(one for one in self.facts.products if one.name == name)
            for row, where in form["columns"].items():
                value, place = self.cell({"row": row, **where}, product)
                places += [] if place in places else [place]
                facts[f"{name}: {row}"] = value
        yield replace(plain, kind="table", evidence=tuple(places), components=components(places, facts))

    def joins(self, form: Form) -> Iterator[Gold]:
        test, holds = form["result"], HOLDS[form.get("holds", ">=")]
        known = [product for product in self.facts.products if product.kind == form["kind"]]
        own = {one.name: self.facts.last(one, "issued" if test else "valid_until") for one in known}
        values = {n: Decimal(row_of(one, "results", test)[2]) if test else one.valid_until for n, one in own.items()}
        limit = sorted(values.values())[len(values) // 2 if test else len(values) // 3]
        bound, found = self.meeting(form, lambda product: holds(values[product.name], limit))
        places = [self.cell(form, product)[1] for product in found]
        places += [self.at(own[one.name].file, f"results/{test}" if test else "Valid Until") for one in found]
        asked = form["question"].format(x=bound, y=limit)
        yield Gold(asked, "list", tuple(product.name for product in found), tuple(places), tags(form, "join"))

    def makers(self, form: Form) -> Iterator[Gold]:
        contract = self.rng.choice(self.facts.papers[:3])
        known = [product for product in self.facts.products if product.maker == contract.values["supplier"]]
        product, expected = self.rng.choice(known), form["answer"].format_map(contract.values)
        places = (self.at(product.file, "Manufacturer"), self.at(contract.file, form["at"]))
        yield Gold(form["question"].format(product=product.name), "number", expected, places, ("join", "hop"))

    def compare(self, form: Form) -> Iterator[Gold]:
        drawn = self.draw(form)
        for one, other in zip(drawn[::2], drawn[1::2], strict=True):
            (first, here), (second, there) = self.cell(form, one), self.cell(form, other)
            asked = form["question"].format(one=one.name, other=other.name)
            parts = tuple(form["part"].format(name=each.name) for each in (one, other))
            yield Gold(asked, "compare", (first, second), (here, there), ("compare",), sub_questions=parts)

    def unanswerable(self, form: list[str]) -> Iterator[Gold]:
        products = self.rng.sample(self.facts.products, len(self.facts.products))
        yield Gold(
            form[1].format_map({product.kind: product.name for product in products}), "unanswerable", entity=form[0]
        )

    def clarify(self, form: list[Any]) -> Iterator[Gold]:
        tag, sought, asked = form
        yield Gold(asked, "clarify", tags=(tag,), sought=sought)


def tags(form: Form, *own: str) -> tuple[str, ...]:
    """With the worked example of the architecture's source that the form is of the kind of."""
    return (*own, f"example_{form['example']}") if "example" in form else own


def row_of(one: Product | Certificate, table: str, name: str) -> Row:
    """The row of a table (limits, typical, results) with that first cell."""
    return next(row for row in getattr(one, table) if row[0] == name)
