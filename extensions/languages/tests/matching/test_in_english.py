"""Right answers score 1 and wrong ones 0 in each language, in the ways that a model words them."""

from __future__ import annotations

from unicodedata import normalize

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from ragatta.eval.answers.status import status_of
from ragatta.eval.matching.foreign import in_language, language_of
from ragatta.eval.matching.in_english import in_english
from ragatta.eval.scorers import exact_match, partial_match
from ragatta.eval.scorers.score import ruled
from ragatta.pipeline.text.languages import LANGUAGES
from ragatta.pipeline.types import Answer, Kind, Question
from tests.pipeline.test_hostile_texts import at_once

DECLINES = {
    "de": "Dazu enthält das Dokument keine Angaben.",
    "es": "El documento no especifica ese importe.",
    "fr": "Le document ne précise pas ce montant.",
    "it": "L'importo non è indicato nel documento.",
    "ja": "この文書には記載がありません。",
    "nl": "Het bedrag wordt niet vermeld in het document.",
    "pt": "O valor não é informado no documento.",
    "zh": "文件中没有提及该金额。",
}
YES_NO = {
    "de": (
        "Deckt die Police Sturmschäden?",
        "Ja, sie sind gedeckt.",
        "Nein, Sturmschäden sind nicht gedeckt.",
    ),
    "es": ("¿La póliza cubre las tormentas?", "Sí, las cubre.", "No, la póliza no cubre las tormentas."),
    "fr": ("La police couvre-t-elle les tempêtes ?", "Oui, elle les couvre.", "Non, elle ne les couvre pas."),
    "it": ("La polizza copre le tempeste?", "Sì, le copre.", "No, la polizza non copre le tempeste."),
    "ja": ("台風は補償の対象ですか。", "はい、対象です。", "いいえ、対象になりません。"),
    "nl": ("Dekt de polis stormschade?", "Ja, dat is gedekt.", "Nee, stormschade is niet gedekt."),
    "pt": ("A apólice cobre tempestades?", "Sim, cobre.", "Não, a apólice não cobre tempestades."),
    "zh": ("保单承保台风吗？", "是的，承保。", "否，不承保台风。"),
}
ONLY = {"de": ("ja", "nein"), "es": ("sí", "no"), "fr": ("oui", "non"), "it": ("sì", "no"), "ja": ("はい", "いいえ"),
        "nl": ("ja", "nee"), "pt": ("sim", "não"), "zh": ("是", "否")}  # fmt: skip
LISTS = {
    "de": (("Hagel", "Sturm", "Blitzschlag"), "Versichert sind Hagel, Sturm und Blitzschlag.", "Feuer"),
    "es": (("granizo", "tormenta", "rayo"), "Los riesgos incluyen granizo, tormenta y rayo.", "incendio"),
    "fr": (("grêle", "tempête", "foudre"), "Les risques sont : grêle, tempête et foudre.", "incendie"),
    "it": (("grandine", "tempesta", "fulmine"), "I rischi sono: grandine, tempesta e fulmine.", "incendio"),
    "ja": (("ひょう", "台風", "落雷"), "対象はひょう、台風および落雷です。", "火災"),
    "nl": (("hagel", "storm", "bliksem"), "De risico's zijn: hagel, storm en bliksem.", "brand"),
    "pt": (("granizo", "tempestade", "raio"), "Os riscos são: granizo, tempestade e raio.", "incêndio"),
    "zh": (("冰雹", "台风", "雷击"), "包括冰雹、台风和雷击。", "火灾"),
}
NUMBERED = {
    "ja": ("①台風 ②落雷", "(1)台風(2)落雷", "一、台風\n二、落雷", "台風と落雷の2つです。"),
    "zh": ("①台風 ②落雷", "（1）台風（2）落雷", "一、台風\n二、落雷", "台風和落雷2种。"),
}
FALLS = {
    "de": ("ein Rückgang von 5,2 %", "Der Umsatz ging um 5,2 % zurück.", "Er ist um 5,2 % gesunken."),
    "es": ("un descenso de 5,2 %", "Bajó un 5,2 %."),
    "fr": ("une baisse de 5,2 %", "Il a diminué de 5,2 %."),
    "it": ("un calo del 5,2 %", "È diminuito del 5,2 %."),
    "ja": ("5.2%の減少", "▲5.2%", "5.2%減少しました。"),
    "nl": ("een daling van 5,2 %", "De omzet daalde met 5,2 %."),
    "pt": ("uma queda de 5,2 %", "Caiu 5,2 %."),
    "zh": ("下降了5.2%",),
}
LANGUAGES_BUT_ENGLISH = [code for code in LANGUAGES.names() if code != "en"]


def asked(code: str, kind: Kind, expected: str | tuple[str, ...], question: str = "?") -> Question:
    return in_language(Question("q", question, kind, expected), code)


def scored(question: Question, text: str) -> float:
    status = status_of(text, question.kind, language_of(question))
    return ruled(question, Answer(status, text)).score


def test_there_are_examples_for_every_language() -> None:
    for examples in (DECLINES, YES_NO, ONLY, LISTS):
        assert sorted(examples) == LANGUAGES_BUT_ENGLISH


@pytest.mark.parametrize(("code", "text"), [(code, text) for code, texts in NUMBERED.items() for text in texts])
def test_a_list_that_is_numbered_within_a_line(code: str, text: str) -> None:
    assert scored(asked(code, "list", ("台風", "落雷")), text) == 1


def test_decomposed_accents_are_accents() -> None:
    assert scored(asked("de", "list", ("Häfen", "Größe")), normalize("NFD", "Häfen und Größe")) == 1
    assert scored(asked("fr", "text", "Hélène"), normalize("NFD", "Hélène")) == 1


@pytest.mark.parametrize(("code", "text"), [(code, text) for code, texts in FALLS.items() for text in texts])
def test_words_give_the_sign(code: str, text: str) -> None:
    sign = "." if code in ("ja", "zh") else ","
    assert scored(asked(code, "number", f"-5{sign}2 %"), text) == 1


@pytest.mark.parametrize("code", LANGUAGES_BUT_ENGLISH)
def test_a_text_that_declines_has_no_information(code: str) -> None:
    assert status_of(DECLINES[code], "number", code) == "no_information"
    assert status_of(DECLINES[code], "unsafe", code) == "refused"
    assert scored(asked(code, "unanswerable", ""), DECLINES[code]) == 1
    assert status_of(DECLINES[code], "number") == "answered"  # read as English


@pytest.mark.parametrize("code", LANGUAGES_BUT_ENGLISH)
def test_yes_and_no(code: str) -> None:
    question, *said = YES_NO[code]
    for right in (0, 1):
        gold = asked(code, "yes_no", ONLY[code][right], question)
        for text in (said[right], ONLY[code][right], f"**{ONLY[code][right]}**"):
            assert scored(gold, text) == 1, text
            assert exact_match.score(gold, Answer("answered", text)) == 1
        assert scored(gold, said[1 - right]) == scored(gold, DECLINES[code]) == 0


@pytest.mark.parametrize("code", LANGUAGES_BUT_ENGLISH)
def test_lists(code: str) -> None:
    items, sentence, wrong = LISTS[code]
    gold = asked(code, "list", items)
    bullets = "\n".join(f"- {item}" for item in items)
    for text in (sentence, bullets, bullets.replace("- ", "・") if code == "ja" else bullets.replace("- ", "• ")):
        assert scored(gold, text) == 1, text
        assert partial_match.score(gold, Answer("answered", text)) == 1
    assert scored(gold, f"{bullets}\n- {wrong}") == pytest.approx(2 * 3 / (2 * 3 + 1))
    assert scored(gold, sentence.replace(items[1], wrong)) == pytest.approx(2 / 3)


@pytest.mark.parametrize(
    ("code", "expected", "right", "wrong"),
    [
        ("de", "1.234", "Es sind 1234 Stück.", "Es sind 1,234 Stück."),
        ("de", "0,05 %", "Der Satz beträgt 0,05 Prozent.", "Der Satz beträgt 0,05."),
        ("de", "12 Mio. Euro", "Nicht 11 Mio., sondern 12 Millionen Euro.", "Nicht 12 Mio., sondern 11 Mio. Euro."),
        ("fr", "1 234,56 €", "La prime s'élève à 1234,56 euros.", "La prime s'élève à 1,23456 €."),
        ("es", "1.250,50 €", "El total asciende a 1250,5 euros.", "El total asciende a 1.250 euros."),
        ("it", "2,5 milioni", "Sono 2.500.000.", "Sono 25 milioni."),
        ("ja", "3億2,000万円", "保険金額は320,000,000円です。", "保険金額は3億円です。"),
        ("ja", "12％", "割引は十二パーセントになります。", "割引は20％です。"),
        ("zh", "12,000元", "费用为一万二千元。", "费用不是12,000元，而是13,000元。"),
    ],
)
def test_numbers(code: str, expected: str, right: str, wrong: str) -> None:
    gold = asked(code, "number", expected)
    assert scored(gold, right) == 1
    assert scored(gold, wrong) == scored(gold, DECLINES[code]) == 0


@pytest.mark.parametrize(
    ("code", "expected", "right", "wrong"),
    [
        ("de", "Silke Quandt", "Die Aufsicht führt Silke Quandt.", "Die Aufsicht führt Uwe Friesen."),
        ("de", "12. März 2024", "Er begann am 12.03.2024.", "Er begann am 13.03.2024."),
        ("de", "schriftliche Kündigungen", "Nur eine schriftliche Kündigung.", "Nur eine mündliche Kündigung."),
        ("fr", "le 1er août 2023", "C'était le 01/08/2023.", "C'était le 02/08/2023."),
        ("ja", "田所 修", "港長は田所修です。", "港長は佐伯健一です。"),
        ("ja", "2024年3月5日", "契約日は令和6年3月5日です。", "契約日は2024年3月6日です。"),
        ("zh", "北京总部", "由北京总部负责。", "由上海分部负责。"),
    ],
)
def test_texts(code: str, expected: str, right: str, wrong: str) -> None:
    gold = asked(code, "text", expected)
    assert scored(gold, right) == 1
    assert scored(gold, wrong) < 0.6


@pytest.mark.parametrize("code", LANGUAGES_BUT_ENGLISH)
@pytest.mark.parametrize("unit", [" ", "1,", "1.234.", "三", "nicht ", "、", "\n- ", "n'est ", "ist wort-"])
def test_long_texts_are_read_in_linear_time(code: str, unit: str) -> None:
    with at_once():
        in_english(unit * (10_000 // len(unit)) + "x", code)


@pytest.mark.parametrize("code", LANGUAGES_BUT_ENGLISH)
@given(text=st.text(), item=st.text(min_size=1))
@example(text="0", item="ぁ")  # no word tells it from another text
def test_any_text_can_be_scored(code: str, text: str, item: str) -> None:
    assert 0 <= scored(asked(code, "list", (item,)), text) <= 1
    assert 0 <= scored(asked(code, "text", item), text) <= 1
