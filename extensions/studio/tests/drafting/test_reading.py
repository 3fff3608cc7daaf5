"""What questions call a document."""

from __future__ import annotations

import pytest

from ragatta.extensions.studio.drafting.reading import Document, names
from ragatta.pipeline.types import Page


@pytest.mark.parametrize(
    ("file", "name"),
    [
        ("reports/Acme_2019.pdf", "Acme 2019"),
        ("(215004905-180407973)-Rate Pages.pdf", "Rate Pages"),
        ("AcmeMillsInc_20181001_8-K_EX-2.4_11364532_EX-2.4_License Agreement.pdf", "Acme Mills Inc, License Agreement"),
        ("AcmeMillsInc_20181001_DRSA (on S-1)_EX1A-6 MAT_113645_License Agreement2.pdf",
         "Acme Mills Inc, License Agreement"),
        ("AcmeMillsInc_20181001_DRSA (on S-1)_EX1A-6 MAT_113645_Q2 figures.pdf", "Acme Mills Inc"),
        ("marina 03.pdf", "marina 03"),
        ("ACMEMILLSINC_04_10_2013-EX-10.34-LICENSE AGREEMENT (1).pdf", "ACMEMILLSINC, LICENSE AGREEMENT"),
        ("(215004905-180407973)-Rates of all kinds and of the years that were long ago v2.pdf",
         "Rates of all kinds and of the years that were long ago v2"),
    ],
)  # fmt: skip
def test_a_name_is_what_people_read_of_it(file: str, name: str) -> None:
    assert names([file]) == {file: name}


def test_two_documents_have_two_names() -> None:
    files = [
        "a/AcmeMillsInc_20181001_EX-2.4_11364532_License Agreement.pdf",
        "AcmeMillsInc_20190101_License Agreement.pdf",
    ]
    assert len({*names(files).values()}) == 2
    dated = [f"AcmeMillsInc_{day}_EX-2.4_11364532_License Agreement.pdf" for day in ("20181001", "20190101")]
    assert [*names(dated).values()] == [
        "Acme Mills Inc, License Agreement (20181001)",
        "Acme Mills Inc, License Agreement (20190101)",
    ]
    numbered = [f"AcmeMillsInc_20181001_EX-2.4_11364532_11364532_License Agreement{n}.pdf" for n in (1, 2)]
    assert [*names(numbered).values()] == ["Acme Mills Inc, License Agreement 1", "Acme Mills Inc, License Agreement 2"]


GERMAN = "Die Tür ist aus Stahl und wird mit der Zarge von der Firma geliefert, nicht zu spät."


def test_figures_are_read_in_the_notation_of_the_document() -> None:
    own = Document("a.pdf", [Page("a.pdf", 1, f"{GERMAN}\nStahl 1.204,5 t\nEisen 14,2 t")], None)
    english = Document("a.pdf", [Page("a.pdf", 1, "The door is made of steel.")], None)
    read = [(one.value if (one := own.number(text)) else None) for text in ("14,2", "1.204", "9 812", "3,20 €", "x")]
    assert [str(value) for value in read] == ["14.2", "1204", "9812", "3.20", "None"]
    assert english.number("14,2") is None
    assert own.figures("Eisen 14,2 t") == {"14.2"}
    assert [one.figures for one in own.lines[-2:]] == [{"1204.5"}, {"14.2"}]


def test_a_language_is_told_by_several_of_its_words() -> None:
    def language(text: str) -> str:
        return Document("a.pdf", [Page("a.pdf", 1, text)], None).language

    assert language("Supply voltage 4.5 5.0 V a Optical output 0.8 de 1.0 mW a Wavelength 630 640 nm") == "en"
    assert language(GERMAN) == "de"
    assert language("Fähren der Inseln\nFahrgäste und Plätze\nNachtfähre 140 2,37\nOrding 25 1,05") == "de"
    rows = "Nitrat mg/l 23,7 DIN EN ISO 10304\nBlei µg/l 1,2 DIN EN ISO 17294\n" * 20
    assert language(f"{rows}Das Wasser der Probe hat die Werte nach dem Gesetz und ist für die Nutzung gut.") == "de"
    assert language("Supply 5 µA a Ω de Output 8 µV a Gain 3 µs de 40 °C a") == "en"
