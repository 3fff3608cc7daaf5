"""Answers in other languages that deny, or decline."""

from __future__ import annotations

import pytest

from tests.eval.answers.test_kinds_of_form import judged


@pytest.mark.parametrize(
    ("language", "asked", "expected", "text"),
    [
        ("de", "Was darf nicht an Deck liegen?", ("Seile", "Farbe"), "Seile und Farbe dürfen nicht an Deck liegen."),
        ("de", "Welche Güter sind nicht versichert?", ("Glas", "Salz"), "Nicht versichert sind Glas und Salz."),
        ("fr", "Qu'est-ce qui n'est pas assuré ?", ("verre", "sel"), "Le verre et le sel ne sont pas assurés."),
        (
            "es", "¿Qué no se puede dejar en cubierta?", ("cuerda", "pintura"),
            "No se puede dejar cuerda ni pintura en cubierta.",
        ),
        (
            "it", "Che cosa non si può lasciare sul ponte?", ("corda", "vernice"),
            "Non si può lasciare corda né vernice sul ponte.",
        ),
        ("pt", "O que não pode ficar no convés?", ("corda", "tinta"), "Corda e tinta não podem ficar no convés."),
        ("nl", "Wat mag nooit aan dek liggen?", ("touw", "verf"), "Touw en verf mogen nooit aan dek liggen."),
        ("nl", "Welke goederen zijn niet verzekerd?", ("glas", "zout"), "Glas en zout zijn niet verzekerd."),
        ("ja", "甲板に置いてはいけないものは何ですか。", ("縄", "塗料"), "縄と塗料は甲板に置いてはいけません。"),
        ("zh", "甲板上不能放什么？", ("绳子", "油漆"), "甲板上不能放绳子和油漆。"),
    ],
)  # fmt: skip
def test_a_denial_that_the_question_has_too_denies_nothing(
    language: str, asked: str, expected: tuple[str, ...], text: str
) -> None:
    found = judged(asked, expected, text, language=language)
    assert found.undecided or found.score == 1, found


WHO = {
    "de": "Wer hat den Leuchtturm entworfen?",
    "fr": "Qui a conçu le phare ?",
    "es": "¿Quién diseñó el faro?",
    "it": "Chi ha progettato il faro?",
    "pt": "Quem projetou o farol?",
    "nl": "Wie heeft de vuurtoren ontworpen?",
    "ja": "灯台を設計したのは誰ですか。",
    "zh": "灯塔是谁设计的？",
}


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("de", "Darüber enthalten die Dokumente nichts."),
        ("de", "Das kann ich anhand der Unterlagen nicht sagen."),
        ("de", "Der Name wird in keinem der Texte genannt."),
        ("de", "Es liegen mir keine entsprechenden Angaben vor."),
        ("de", "Tut mir leid, dazu finde ich nichts."),
        ("de", "Diese Frage lässt sich mit dem Kontext nicht beantworten."),
        ("fr", "Je ne trouve pas cette information dans les documents."),
        ("fr", "Les textes fournis ne permettent pas de répondre."),
        ("fr", "Désolé, je ne peux pas répondre à cette question."),
        ("fr", "Le document n'en parle pas."),
        ("fr", "Il n'est fait aucune mention de l'architecte."),
        ("es", "No encuentro esa información en los documentos."),
        ("es", "El documento no menciona quién lo hizo."),
        ("es", "No dispongo de datos suficientes."),
        ("es", "En los textos no aparece el nombre."),
        ("es", "No se ha especificado."),
        ("it", "I documenti non contengono queste informazioni."),
        ("it", "Non ho trovato alcuna informazione al riguardo."),
        ("it", "Non è possibile rispondere in base al testo."),
        ("it", "Il testo non lo dice."),
        ("it", "Purtroppo non sono in grado di rispondere."),
        ("pt", "Os documentos não contêm essa informação."),
        ("pt", "Não encontrei essa informação."),
        ("pt", "Não é possível responder com base no texto."),
        ("pt", "O texto não diz quem foi."),
        ("pt", "Não tenho informações suficientes."),
        ("nl", "Ik kan deze vraag niet beantwoorden."),
        ("nl", "De documenten bevatten deze informatie niet."),
        ("nl", "Dat staat niet in de tekst."),
        ("nl", "Hierover heb ik niets gevonden."),
        ("nl", "Er wordt niet vermeld wie het was."),
        ("ja", "資料にはその情報がありません。"),
        ("ja", "申し訳ありませんが、お答えできません。"),
        ("zh", "文件中没有提到这一点。"),
        ("zh", "抱歉，我无法回答这个问题。"),
    ],
)  # fmt: skip
def test_a_refusal_in_any_language(language: str, text: str) -> None:
    found = judged(WHO[language], "", text, "unanswerable", language)
    assert (found.score, found.undecided) == (1, ""), found


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("de", "Die Pläne nennen es nicht, aber laut Chronik war es Edda Holm."),
        ("de", "Edda Holm. Mehr steht nicht in den Unterlagen."),
        ("fr", "Le plan ne le précise pas, mais la chronique nomme Edda Holm."),
        ("es", "No se indica en el plano, pero fue Edda Holm."),
        ("it", "Fu Edda Holm; la data non è indicata."),
        ("pt", "Foi Edda Holm, embora a planta não o diga."),
        ("nl", "Het staat niet op de tekening, maar het was Edda Holm."),
    ],
)  # fmt: skip
def test_a_refusal_that_then_answers_is_an_answer(language: str, text: str) -> None:
    found = judged(WHO[language], "Edda Holm", text, language=language)
    assert found.undecided or found.score >= 0.5, found
