"""Verifies the `[doc_id]` marks of an answer against the evidence: unknown ones are removed and reported, the others
are resolved to file and pages."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from pathlib import PurePosixPath

from ragatta.pipeline.agents.trace import Stage
from ragatta.pipeline.text.sentences import marked_parts
from ragatta.pipeline.text.words import coverage, terms, weigh
from ragatta.pipeline.types import Citation, Hit

_PAGE = re.compile(r"\b(?:pages?|pp?\.?)\s*(\d+)(?:\s*[-–]\s*\d+)?", re.IGNORECASE)
# What a mark looks like whose document nobody knows: a file, an identifier, a number, "Source 3".
_INVENTED = re.compile(
    r"\S+\.\w{2,4}|\w*(?:_\w+|[A-Za-z]-?\d)[\w./-]*|\d+|(?:source|document|doc)\s*\w*\d+", re.IGNORECASE
)
_FILE = r"\.\w{2,4}"  # what a file's name ends in
_FILE_NAME = re.compile(rf"\S.*{_FILE}", re.DOTALL)
_JOINING = re.compile(r"\b(?:doc_id|and|source|document)\b", re.IGNORECASE)
_LONGEST = 500  # characters of a mark


@dataclass(frozen=True)
class Checked:
    """The text with its valid marks as `[doc_id]`, the citations of these marks (each chunk once, in the order of the
    text), and the invented marks as they were written."""

    text: str
    citations: tuple[Citation, ...]
    unknown: tuple[str, ...]

    @property
    def flags(self) -> tuple[str, ...]:
        """unknown_citation where a mark was removed, uncited where none is left."""
        return (("unknown_citation",) if self.unknown else ()) + (() if self.citations else ("uncited",))

    def tell(self, stage: Stage) -> None:
        """Says in the stage how many citations were verified, and which marks were removed."""
        stage.details.update(citations=len(self.citations), unknown_marks=list(self.unknown))
        if self.unknown:
            stage.note(f"citations of documents that are not in the evidence, removed: {', '.join(self.unknown)}")


def verify(text: str, evidence: Sequence[Hit], named: Collection[str] = ()) -> Checked:
    """Checks the marks of `text` against the hits of the evidence.

    Marks of `named` documents stay without a page: the evidence names them but has no passage of theirs. A mark may
    contain several documents, with pages. A document may be named without folder or extension if that is unambiguous.
    The cited hit is the document's hit that shares most words with the text before the mark. A removed mark may expose
    another one, which is checked too."""
    known = _Names(tuple(dict.fromkeys([*(hit.chunk.source_file for hit in evidence), *named])))
    unknown: tuple[str, ...] = ()
    while (checked := _checked(text, evidence, known)).unknown:
        text, unknown = checked.text, (*unknown, *checked.unknown)
    return Checked(checked.text, checked.citations, unknown)


def without_marks(checked: Checked) -> str:
    """The verified text without its marks."""
    names = sorted({citation.source_file for citation in checked.citations}, key=len, reverse=True)
    return re.sub(rf"[ \t]*\[(?:{_either(names)})\]", "", checked.text).strip()


def _checked(text: str, evidence: Sequence[Hit], known: _Names) -> Checked:
    """One pass over the marks."""
    cited: dict[str, Citation] = {}
    unknown: list[str] = []
    clean, end = "", 0
    for mark in known.mark.finditer(text):
        (documents, rest), page = known.within(mark[1]), _PAGE.search(mark[1])
        if not (_is_invented(rest) if rest else documents):
            continue
        before = text[end : mark.start()]
        claim = _claim(clean + before)
        clean += before if documents else before.rstrip(" ")
        clean += "".join(f"[{name}]" for name in documents)
        end = mark.end()
        if rest:
            unknown.append(f"[{rest}]")
        for name in documents:
            hits = [hit for hit in evidence if hit.chunk.source_file == name]
            if hits:
                citation = cite(_supporting(claim, hits, int(page[1]) if page else None))
                cited.setdefault(citation.chunk_id, citation)
    return Checked((clean + text[end:]).strip(), tuple(cited.values()), tuple(unknown))


class _Names:
    """The documents that may be cited, by every unambiguous name."""

    def __init__(self, documents: Sequence[str]) -> None:
        ways: dict[str, set[str]] = {}
        for name in documents:
            path = PurePosixPath(name)
            for way in (name, str(path.with_suffix("")), path.name, path.stem):
                ways.setdefault(way.casefold(), set()).add(name)
        exact = {name.casefold(): name for name in documents}
        self._meant = {
            way: exact.get(way) or min(meant) for way, meant in ways.items() if way in exact or len(meant) == 1
        }
        longest_first = sorted(self._meant, key=len, reverse=True)
        self._name = re.compile(rf"(?<![\w./-])(?:{_either(longest_first)})(?![\w/\[-]|\.\w)", re.IGNORECASE)
        # A name with brackets, known or not, is one mark and not the one inside it.
        bracketed = _either([way for way in longest_first if re.search(r"[\[\]]", way)])
        bracketed += rf"|[^\[\]\n]*\[[^\[\]\n]*\][^\[\]\n]*{_FILE}(?=\])"
        self.mark = re.compile(rf"\[((?:{bracketed}|[^\[\]\n]){{1,{_LONGEST}}})\]", re.IGNORECASE)

    def within(self, mark: str) -> tuple[tuple[str, ...], str]:
        """The documents that a mark names, without duplicates, and its other words except pages."""
        documents = tuple(dict.fromkeys(self._meant[found.casefold()] for found in self._name.findall(mark)))
        rest = _PAGE.sub("", self._name.sub("", mark))
        if documents:
            rest = _JOINING.sub("", rest)
        return documents, rest.strip(" ,;:.`'\"")


def _either(ways: Sequence[str]) -> str:
    return "|".join(map(re.escape, ways)) or r"(?!)"


def _is_invented(mark: str) -> bool:
    if _FILE_NAME.fullmatch(mark):  # one name, whatever stands in it
        return True
    return all(_INVENTED.fullmatch(part.strip(" `'\"")) for part in re.split(r"[,;]", mark) if part.strip())


def _claim(before: str) -> str:
    """The words before a mark: those of its line since the last mark or sentence."""
    line = before.rpartition("\n")[2].rstrip(" .")
    parts = marked_parts(line.rpartition("]")[2])
    return parts[-1] if parts else line


def _supporting(claim: str, hits: Sequence[Hit], page: int | None) -> Hit:
    on_page = [hit for hit in hits if page is not None and hit.chunk.first_page <= page <= hit.chunk.last_page]
    candidates = on_page or list(hits)
    hit_terms = [frozenset(terms("_ " + hit.chunk.text)) for hit in candidates]
    weights = weigh(terms("_ " + claim), hit_terms)
    shares = [coverage(weights, own) for own in hit_terms]
    return max(zip(shares, candidates, strict=True), key=lambda pair: (pair[0], pair[1].similarity))[1]


def cite(hit: Hit) -> Citation:
    """The hit as a citation, with its cosine similarity to six decimals."""
    chunk = hit.chunk
    return Citation(chunk.source_file, chunk.first_page, chunk.last_page, chunk.id, round(hit.similarity, 6))
