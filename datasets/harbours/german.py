"""German: the pages of a marina's rules, and its questions, which inflect what the rules say."""

from __future__ import annotations

from typing import Any

from harbours.facts import BERTHS, Marina

CODE, FONT, WIDTH = "de", "Helvetica", 88
NAMES = (
    "Norderwiek", "Altenfleth", "Rohrsand", "Grauholm", "Petersiel", "Wiesenort", "Lachsende", "Moorbrück",
    "Steinwarder", "Fischhude", "Kiebitzau", "Seegard", "Birkenkoog", "Tönnisbüll", "Falkenpriel", "Hasselhörn",
)  # fmt: skip
MASTERS = (
    "Jutta Behrends", "Harm Oltmann", "Silke Quandt", "Uwe Friesen", "Antje Lührs", "Dierk Paulsen", "Frauke Hinz",
    "Gerd Momsen", "Heike Thaden", "Ingo Wilts", "Karen Bödeker", "Lars Jessen", "Meike Voss", "Nils Carstens",
    "Okka Reimers", "Piet Sönksen",
)  # fmt: skip
PAPERS = (
    "Kaufvertrag", "Versicherungsnachweis", "Messbrief", "Personalausweis", "Sportbootführerschein", "Funkzeugnis",
    "Gasprüfbescheinigung", "Vollmacht des Eigners",
)  # fmt: skip
BANNED = (
    "Schweißarbeiten", "Sandstrahlen", "Angeln", "Drachensteigen", "das Waschen von Fahrzeugen", "Lagerfeuer",
    "das Tauchen ohne Erlaubnis", "Modellbootrennen",
)  # fmt: skip
MONTHS = (
    "Januar", "Februar", "März", "April", "Mai", "Juni", "Juli", "August", "September", "Oktober", "November",
    "Dezember",
)  # fmt: skip


def money(cents: int) -> str:
    return f"{cents // 100:,}".replace(",", ".") + f",{cents % 100:02} €"


def pages(one: Marina) -> list[list[str]]:
    """The paragraphs of each page."""
    name, founded = f"Hafen {NAMES[one.at]}", f"{one.founded.day}. {MONTHS[one.founded.month - 1]} {one.founded.year}"
    fees = [
        f"Für ein Boot von {low} bis {high} Metern Länge beträgt die jährliche Gebühr {money(fee)}."
        if one.style
        else f"Ein Liegeplatz für Boote zwischen {low} und {high} Metern kostet {money(fee)} im Jahr."
        for (low, high), fee in zip(BERTHS, one.fees, strict=True)
    ]
    return [
        [
            f"{name}: Hafenordnung",
            f"Der {name} wurde am {founded} eröffnet. Die Aufsicht führt {MASTERS[one.master]}.",
            "Die Ordnung gilt für alle Eigner, Gäste und Besucher. Wer den Hafen nutzt, erkennt sie an.",
        ],
        [
            f"{name}: Gebühren",
            *fees,
            f"Bei der Anmeldung ist eine Kaution von {money(one.deposit)} zu hinterlegen.",
            f"Mitglieder des Segelvereins erhalten einen Nachlass von {one.discount / 10:.1f}".replace(".", ",")
            + " Prozent auf die Gebühr.",
        ],
        [
            f"{name}: Anmeldung und Versicherung",
            "Zur Anmeldung sind vorzulegen:",
            *(f"- {PAPERS[at]}" for at in one.papers),
            "Jedes Boot braucht eine Haftpflichtversicherung mit einer Deckungssumme von mindestens "
            f"{one.sum_insured / 100:.2f}".replace(".", ",")
            + " Mio. Euro.",
            f"Der Vertrag kann mit einer Frist von {one.notice_weeks} Wochen gekündigt werden.",
        ],
        [
            f"{name}: Verhalten im Hafen",
            f"Verboten sind {BANNED[one.banned[0]]}, {BANNED[one.banned[1]]} und {BANNED[one.banned[2]]}.",
            "Hunde dürfen auf die Stege mitgenommen werden, wenn sie angeleint sind."
            if one.dogs
            else "Hunde dürfen nicht auf die Stege mitgenommen werden.",
            "Boote dürfen den Winter über im Wasser liegen bleiben."
            if one.winter
            else "Boote müssen vor dem Winter an Land gebracht werden und dürfen nicht im Wasser bleiben.",
        ],
    ]


def questions(one: Marina) -> list[dict[str, Any]]:
    """Gold records without id and file; `page` is where the evidence is, `quote` a part of it."""
    name = NAMES[one.at]
    low, high = BERTHS[1]
    return [
        {
            "kind": "number",
            "question": f"Wie hoch sind in {name} die jährlichen Gebühren eines Boots von {low} bis {high} Metern?",
            "expected": money(one.fees[1]),
            "page": 2,
            "quote": money(one.fees[1]),
        },
        {
            "kind": "number",
            "question": f"Welchen Nachlass in Prozent bekommt ein Mitglied der Segelvereine im Hafen von {name}?",
            "expected": f"{one.discount / 10:.1f} %".replace(".", ","),
            "page": 2,
            "quote": f"Nachlass von {one.discount / 10:.1f} Prozent".replace(".", ","),
        },
        {
            "kind": "list",
            "question": f"Welche Unterlagen müssen Eigner bei Anmeldungen im Hafen {name} vorlegen?",
            "expected": [PAPERS[at] for at in one.papers],
            "page": 3,
        },
        {
            "kind": "list",
            "question": f"Was ist nach den Verhaltensregeln des Hafens {name} verboten?",
            "expected": [BANNED[at] for at in one.banned],
            "page": 4,
        },
        {
            "kind": "yes_no",
            "question": f"Darf man im Hafen {name} einen Hund auf den Steg mitnehmen?",
            "expected": "ja" if one.dogs else "nein",
            "page": 4,
            "quote": "auf die Stege mitgenommen",
        },
        {
            "kind": "text",
            "question": f"Wer hat die Aufsicht im Hafen {name}?",
            "expected": MASTERS[one.master],
            "page": 1,
            "quote": MASTERS[one.master],
        },
    ]


UNANSWERABLE = tuple(f"Wie tief ist das Hafenbecken in {name}?" for name in NAMES[:2])
