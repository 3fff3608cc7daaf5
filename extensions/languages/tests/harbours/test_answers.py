"""The generated datasets in German and Japanese: their evidence stands on its pages, BM25 finds it, and answers in
several wordings are scored right."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from extensions.languages.tests.harbours.wordings import EXTRA, LISTS, NO_INFORMATION, RIGHT, WRONG
from harbours.build import generate
from ragatta.eval.answers.status import status_of
from ragatta.eval.gold.questions import check_evidence, load_questions
from ragatta.eval.matching.foreign import language_of
from ragatta.eval.scorers.score import ruled
from ragatta.eval.verdict import Verdict
from ragatta.pipeline.documents.pages import read_pages
from ragatta.pipeline.documents.parser import PARSERS
from ragatta.pipeline.documents.parsers.pdfium import Pdfium
from ragatta.pipeline.retrieval import analyser
from ragatta.pipeline.retrieval.bm25 import Bm25
from ragatta.pipeline.types import Answer, Question

OPPOSITE = {"ja": "nein", "nein": "ja", "はい": "いいえ", "いいえ": "はい"}
CODES = ("de", "ja")


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return generate(7, tmp_path_factory.mktemp("generated") / "harbours")


@pytest.fixture(scope="module")
def questions(written: Path) -> dict[str, list[Question]]:
    return {code: load_questions(written / code / "questions.yaml", language=code) for code in CODES}


def test_a_seed_gives_the_same_files(written: Path, tmp_path: Path) -> None:
    again = generate(7, tmp_path / "again")
    files = sorted(path.relative_to(written) for path in written.rglob("*") if path.is_file())
    assert len(files) == 34
    assert [(written / name).read_bytes() for name in files] == [(again / name).read_bytes() for name in files]
    other = generate(8, tmp_path / "other")
    assert (other / files[0]).read_bytes() != (written / files[0]).read_bytes()


@pytest.mark.parametrize("parser", ["pdfium", "pypdf"])
@pytest.mark.parametrize("code", CODES)
def test_evidence_stands_on_its_pages_in_every_parser(
    code: str, parser: str, written: Path, questions: dict[str, list[Question]], tmp_path: Path
) -> None:
    pages = read_pages(written / code / "pdfs", PARSERS.load(parser)(), tmp_path).pages
    assert len(pages) == 16
    assert check_evidence(questions[code], pages) == []


@pytest.mark.parametrize(("code", "name", "least"), [("de", "de", 0.7), ("ja", "ja", 0.75)])
def test_bm25_finds_the_page_with_the_evidence(
    code: str, name: str, least: float, written: Path, questions: dict[str, list[Question]], tmp_path: Path
) -> None:
    pages = read_pages(written / code / "pdfs", Pdfium(), tmp_path).pages
    texts = {(file, page.number): page.text for file, own in pages.items() for page in own}

    def first(analyse: Callable[[str], list[str]]) -> float:
        """The share of questions whose best page has the evidence."""
        index, places = Bm25([*texts.values()], analyse), [*texts]
        asked = [q for q in questions[code] if q.evidence]
        best = {q.id: places[int(np.argmax(index.scores(q.question)[0]))] for q in asked}
        return sum(best[q.id] == (q.evidence[0].file, q.evidence[0].pages[0]) for q in asked) / len(asked)

    assert first(analyser.load(name)) >= least
    assert first(analyser.load(name)) > first(analyser.english) + 0.1


def scored(question: Question, text: str) -> float:
    return judged(question, text).score


def judged(question: Question, text: str) -> Verdict:
    return ruled(question, Answer(status_of(text, question.kind, language_of(question)), text))


def another(question: Question, among: list[Question]) -> str:
    """A wrong answer of the right kind."""
    if question.kind == "yes_no":
        return OPPOSITE[str(question.expected)]
    same = [q for q in among if q.id.rpartition("_")[2] == question.id.rpartition("_")[2]]
    return next(str(q.expected) for q in same if q.expected != question.expected)


@pytest.mark.parametrize("kind", ["number", "yes_no", "text"])
@pytest.mark.parametrize("code", CODES)
def test_right_answers_score_1_or_are_undecided_and_wrong_ones_score_0(
    code: str, kind: str, questions: dict[str, list[Question]]
) -> None:
    asked = [q for q in questions[code] if q.kind == kind]
    for question in asked:
        right, wrong = str(question.expected), another(question, asked)
        if kind == "yes_no":
            right, wrong = right.capitalize(), wrong.capitalize()
        for form in RIGHT[code][kind]:
            found = judged(question, form.format(right, wrong))
            assert found.score == 1 or found.undecided, (question.question, form.format(right, wrong))
        for form in WRONG[code][kind]:
            assert scored(question, form.format(right, wrong)) < 0.6, (question.question, form.format(right, wrong))


@pytest.mark.parametrize("code", CODES)
def test_lists_are_scored_by_their_items(code: str, questions: dict[str, list[Question]]) -> None:
    for question in (q for q in questions[code] if q.kind == "list"):
        items = list(question.expected)
        for form in LISTS[code]:
            assert scored(question, form(items)) == 1, form(items)
            some = [*items[1:], EXTRA[code]]
            assert scored(question, form(some)) == pytest.approx((len(items) - 1) / len(items)), form(some)


@pytest.mark.parametrize("code", CODES)
def test_no_information_is_inferred_from_the_words(code: str, questions: dict[str, list[Question]]) -> None:
    for question in (q for q in questions[code] if q.kind == "unanswerable"):
        assert all(scored(question, text) == 1 for text in NO_INFORMATION[code])
        assert scored(question, {"de": "Es ist 3,50 m tief.", "ja": "水深は3.5メートルです。"}[code]) == 0
