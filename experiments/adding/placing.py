"""Evidence of questions that other tools wrote: where given passages stand, the page that is named, or the answer."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from ragatta.eval.gold.shapes import Case
from ragatta.eval.matching.evidence import Corpus, is_statement
from ragatta.eval.matching.places import Place, places
from ragatta.experiments.adding.draft import FOUND_BY_ANSWER, joined
from ragatta.experiments.adding.writing import offered, written
from ragatta.experiments.faults import Fault
from ragatta.pipeline.documents.names import composed
from ragatta.pipeline.text.words import terms

QUOTE = 40  # words of a passage that is a quote itself; a chunk of text is longer


def placed(case: Case, corpus: Corpus, language: str) -> list[dict[str, Any]]:
    """The evidence of what a case gives: its own, that of its passages, or that on the page that it names."""
    return (
        case.fields.get("evidence")
        or _of_passages(case.passages, case.fields, corpus, language)
        or _of_pages(case, corpus, language)
    )


def _of_pages(case: Case, corpus: Corpus, language: str) -> list[dict[str, Any]]:
    """The words of the answer on one of the named pages, or, for a tool that counts from 0, on one after them."""
    name = composed(case.file)
    files = [file for file in corpus if name and name in (file, file.rpartition("/")[2], file.rpartition(".")[0])]
    for pages in (case.pages, [page + 1 for page in case.pages]) if len(files) == 1 else ():
        if found := of_answer(case.fields, _only(corpus, {(files[0], page) for page in pages}), language):
            return found
    return []


def _only(corpus: Corpus, given: set[tuple[str, int]]) -> Corpus:
    """These pages. The others stay, empty: a page's number is its place in its document."""
    return {
        file: tuple(page if (file, page.number) in given else replace(page, text="") for page in corpus[file])
        for file, _ in given
    }


def _of_passages(
    texts: Sequence[str], record: Mapping[str, Any], corpus: Corpus, language: str
) -> list[dict[str, Any]]:
    """The pages of given passages, each that stands in one document; of these the one where the answer stands, if it
    does at one place of them, with its words. A passage that is as short as a quote is one."""
    found: dict[Place, list[str]] = {}
    for text in texts:
        if len(standing := joined(_standing(text, corpus))) == 1:
            found.setdefault(standing[0], []).append(_quoted(text, standing[0], corpus))
    given = {(place.file, page) for place in found for page in place.pages}
    answer = of_answer(record, _only(corpus, given), language) if given else []
    pieces: list[dict[str, Any]] = []
    for place, quotes in found.items():
        of_place = [one for one in answer if one["file"] == place.file and {*one["pages"]} <= {*place.pages}]
        known = dict.fromkeys(quotes if all(quotes) else [""])  # a longer passage may hold what the others do not say
        pieces += of_place[:1] or [{"file": place.file, "pages": [*place.pages], "quote": quote} for quote in known]
    return pieces


def _quoted(passage: str, place: Place, corpus: Corpus) -> str:
    is_quote = len(passage.split()) <= QUOTE and place in joined(places(passage, corpus, [place.file]))
    return " ".join(passage.split()) if is_quote else ""


def _standing(passage: str, corpus: Corpus) -> list[Place]:
    """The places of a passage, or of all but its first and last word: a chunk may begin and end within one."""
    within = " ".join(passage.split()[1:-1])
    return places(passage, corpus) or (places(within, corpus) if is_statement(within) else [])


def of_answer(record: Mapping[str, Any], corpus: Corpus, language: str) -> list[dict[str, Any]]:
    """The evidence that the answer's words are, if they stand at one place alone; of a figure, in a row with a word of
    the question, since a computed one may stand anywhere by chance."""
    try:
        draft = written({**record, "evidence": []}, [], language, "test").draft
        kind = draft.answer()[0] if draft.expected else ""
    except (ValueError, Fault):
        return []
    if kind not in FOUND_BY_ANSWER:
        return []
    found = [
        place["evidence"] for place in offered(draft, kind, corpus) if place["evidence"] and not place["elsewhere"]
    ]
    if len(found) != 1 or (kind == "number" and not {*terms(draft.question)} & {*terms(found[0]["quote"])}):
        return []
    return found
