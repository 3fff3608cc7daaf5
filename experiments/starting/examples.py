"""Gold questions out of the user's own documents, by rule: a figure with its unit, or what a sentence says of a term
that the document has in one place. In the document's language, by templates."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from itertools import pairwise
from pathlib import PurePosixPath

from ragatta.eval.matching.foreign import in_language
from ragatta.pipeline.retrieval.analyser import plain
from ragatta.pipeline.text.languages import ENGLISH, LANGUAGES, language
from ragatta.pipeline.text.scripts import HAN, HIRAGANA, KATAKANA, RUN
from ragatta.pipeline.text.words import STOP, sentences
from ragatta.pipeline.types import Evidence, Page, Question

# With its unit: a currency before it, a percent sign or a plural behind it. "Section 2.1 Fees" has none.
NUMBER = r"\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?"
UNIT_ENDS = r"\s(?:of|in|for|to|from|at|after|before|and|or|per|on|with|is|are|was|were)\b"  # not "100 sales managers"
FIGURE = re.compile(
    rf"(?<![\w.,/–-])(?:[$€£](?:{NUMBER})(?![\d,]*\d)|(?:{NUMBER})\s?%|(?:{NUMBER})(?=\s(?P<unit>[a-z]{{3,}}s)(?:[.,;]|{UNIT_ENDS})))"
    r"(?![\w/–-])"
)
LAST_WORD = re.compile(r"[^\W\d_]{3,}\.$")  # or it may end with an abbreviation
HEADING = re.compile(r"^(?:\S+ ){0,5}\S*[^\s.,;:!?]\n(?=[A-Z])", re.MULTILINE)  # no part of the sentence below it
SHORTEST, LONGEST = 8, 30  # words of a sentence
LETTERS = 0.75  # the least share of letters: less is a table, or a line of signs
CLEARLY = 1.5
SHORTEST_TERM = 5  # letters
READ = 20_000  # characters that tell the language
WORD = re.compile(r"[^\W\d_][\w'’-]*|\S")
# A term is named by its document in English between these, so that it ends with a noun and not with a verb.
BEFORE = frozenset(("the", "a", "an", "each", "every", "any"))
BEHIND = re.compile(
    r"is|are|was|were|shall|may|must|will|can|of|for|in|on|at|by|from|to|with|and|or|after|before|[.,;]"
)
UNSPACED_TERM = re.compile(f"[{HAN}{KATAKANA}]{{2,}}")  # without the particles and endings of Hiragana
ABOUT = {
    "en": "What does {} say about “{}”?", "de": "Was sagt {} über „{}“?", "fr": "Que dit {} sur « {} » ?",
    "es": "¿Qué dice {} sobre «{}»?", "it": "Che cosa dice {} su «{}»?", "pt": "O que diz {} sobre «{}»?",
    "nl": "Wat zegt {} over ‘{}’?", "ja": "{}は「{}」について何と述べていますか。", "zh": "{}对“{}”是怎么说的？",
}  # fmt: skip
AMOUNT, PERCENTAGE = "Which amount does {} give for “{}”?", "Which percentage does {} give for “{}”?"

Form = Callable[["Document"], Iterator[tuple[str, Question]]]  # a term and the question about it


class Document:
    """The pages of a document, its language, and how questions name it."""

    def __init__(self, file: str, pages: Sequence[Page]) -> None:
        self.name, self.pages = PurePosixPath(file).name, pages

    @cached_property
    def words(self) -> str:
        return " ".join(" ".join(page.text.split()) for page in self.pages).casefold()

    @cached_property
    def language(self) -> str:
        """The code of the language with most stop words in the text, clearly more than English has; else English."""
        read = self.words[:READ]
        if sum(map(len, RUN.findall(read))) > len(read) / 4:
            return "ja" if re.search(f"[{HIRAGANA}]", read) else "zh"
        counts = Counter(plain(read))
        stop_words = {code: sum(counts[word] for word in language(code).stop_words) for code in LANGUAGES.names()}
        best = max((code for code in stop_words if code in ABOUT), key=stop_words.__getitem__)
        return best if stop_words[best] > CLEARLY * stop_words[ENGLISH] else ENGLISH

    def question(self, page: int, text: str, asked: str, expected: str, kind: str = "text") -> Question:
        evidence = Evidence(self.pages[0].source_file, (page,), text)
        return in_language(Question("", asked, kind, expected, evidence=(evidence,)), self.language)  # type: ignore[arg-type]

    def sentences(self) -> Iterator[tuple[int, str]]:
        """The sentences of prose, with their pages."""
        for page in self.pages:
            for part in HEADING.split(page.text):
                yield from ((page.number, one) for one in sentences(" ".join(part.split())) if _is_prose(one))

    def terms(self, text: str, strictly: bool = True) -> Iterator[str]:
        """The terms of a text that the document has once, the longest first; strictly: those that look like nouns."""
        runs = _runs(text, STOP if self.language == ENGLISH else language(self.language).stop_words)
        if strictly and self.language == ENGLISH:
            nouns = [run for run in runs if run[0] in BEFORE and BEHIND.fullmatch(run[2])]
            runs = [run for run in nouns if not re.search(r"[^s]s$", run[1])]  # it may be a verb: "the cook serves it"
        elif strictly and language(self.language).capitals:
            runs = [run for run in runs if all(word[0].isupper() for word in run[1].split())]
        found = (
            [term for _, term, _ in runs if "-" not in term]
            if language(self.language).spaced
            else UNSPACED_TERM.findall(text)
        )
        for term in sorted(found, key=len, reverse=True):
            if (
                len(term) >= (SHORTEST_TERM if language(self.language).spaced else 2)
                and self.words.count(term.casefold()) == 1
            ):
                yield term


def examples(
    pages: Mapping[str, Sequence[Page]], is_sound: Callable[[Question], bool] = lambda _: True, most: int = 2
) -> list[Question]:
    """Up to `most` questions with evidence, on different documents and of different forms where there are; fewer where
    the documents have fewer. `is_sound`: whether a question may be written."""
    documents = [Document(file, own) for file, own in sorted(pages.items()) if own]
    if len(documents) == 1:
        documents[0].name = {ENGLISH: "the document", "de": "das Dokument"}.get(
            documents[0].language, documents[0].name
        )
    found: list[Question] = []
    terms: set[str] = set()
    for number in range(most):
        forms = FORMS if number % 2 == 0 else (_of_sentence, _of_figure, _of_line)
        used = {question.evidence[0].file for question in found}
        order = sorted(documents, key=lambda one: one.pages[0].source_file in used)
        for term, question in (one for form in forms for document in order for one in form(document)):
            if term.casefold() in terms or _overlap(question, found) or not is_sound(question):
                continue
            terms.add(term.casefold())
            found.append(question)
            break
    return [replace(question, id=f"Q_{number}") for number, question in enumerate(found, 1)]  # the user's own: Q_3


def _overlap(question: Question, found: Sequence[Question]) -> bool:
    """Whether its quote is part of an earlier one's, or the other way round."""
    own = question.evidence[0].quote
    return any(own in one.evidence[0].quote or one.evidence[0].quote in own for one in found)


def _of_figure(document: Document) -> Iterator[tuple[str, Question]]:
    """A sentence with one figure, in English: its templates need a unit that agrees with them."""
    for page, sentence in document.sentences() if document.language == ENGLISH else ():
        if figure := _only_figure(sentence):
            unit, written = figure["unit"], figure.group()
            template = (
                f"How many {unit} does {{}} give for “{{}}”?" if unit else PERCENTAGE if "%" in written else AMOUNT
            )
            for term in document.terms(sentence):
                if unit not in term.split():
                    yield (
                        term,
                        document.question(page, sentence, template.format(document.name, term), written, "number"),
                    )


def _of_sentence(document: Document) -> Iterator[tuple[str, Question]]:
    yield from _about(document, document.sentences(), strictly=True)


def _of_line(document: Document) -> Iterator[tuple[str, Question]]:
    """Any line: forms, tables and lists have no sentences."""
    lines = ((page.number, " ".join(line.split())) for page in document.pages for line in page.text.split("\n"))
    yield from _about(document, ((page, line) for page, line in lines if '"' not in line), strictly=False)


def _about(document: Document, texts: Iterator[tuple[int, str]], strictly: bool) -> Iterator[tuple[str, Question]]:
    for page, text in texts:
        for term in document.terms(text, strictly):
            if len(term) < len(text) and document.words.count(text.casefold()) == 1:
                asked = ABOUT[document.language].format(document.name, term)
                yield term, document.question(page, text, asked, text)


FORMS: tuple[Form, ...] = (_of_figure, _of_sentence, _of_line)  # the clearest first


def _is_prose(sentence: str) -> bool:
    visible = sentence.replace(" ", "")
    is_whole = SHORTEST <= len(sentence.split()) <= LONGEST and sentence[0].isupper() and LAST_WORD.search(sentence)
    return (
        bool(is_whole) and not re.search('["•]', sentence) and sum(map(str.isalpha, visible)) >= LETTERS * len(visible)
    )


def _runs(text: str, stop: frozenset[str]) -> list[tuple[str, str, str]]:
    """One to three words in a row that are no stop words, with what stands before and behind them."""
    tokens = ["", *WORD.findall(text), "."]
    bounds = [at for at, token in enumerate(tokens) if not token[:1].isalpha() or token.casefold() in stop]
    return [
        (tokens[left].casefold(), " ".join(tokens[left + 1 : right]), tokens[right].casefold())
        for left, right in pairwise(bounds)
        if 1 < right - left <= 4
    ]


def _only_figure(sentence: str) -> re.Match[str] | None:
    """The one figure of a sentence; none where there is another digit beside it, or it may be a year or the number of
    a section."""
    found = list(FIGURE.finditer(sentence))
    if len(found) != 1 or re.search(r"\d", sentence[: found[0].start()] + sentence[found[0].end() :]):
        return None
    names_a_place = re.search(r"[A-Z]\w*\s$", sentence[: found[0].start()]) and found[0].group()[0].isdigit()
    return None if names_a_place or re.fullmatch(r"\d|(19|20)\d\d", found[0].group()) else found[0]
