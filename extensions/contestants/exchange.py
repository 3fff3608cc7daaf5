"""What a system outside is sent, and where in its reply the answer and the passages are: the templates and expressions
of `architecture.external`."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, get_args

from ragatta.extensions.contestants.alignment.passages import OutsidePassage
from ragatta.pipeline.agents.agent import Agent
from ragatta.pipeline.llm.failures import check_encodable
from ragatta.pipeline.llm.seam import InvalidReply, UnusableReply
from ragatta.pipeline.types import AskedQuestion, Status

USUAL = {"question": "{question}"}  # the request of an endpoint unless something else is written
STATUSES: tuple[str, ...] = get_args(Status)
SHOWN = 12  # keys of a reply that an error lists
BLANK_LINES = re.compile(r"\n[^\S\n]*\n")
LONGEST_ANSWER = 50_000  # characters: a whole document is not an answer, and scoring it would take minutes
LONGEST_PAGE = 40  # characters of a page's number as it is written
LONGEST_NAME = 4_096  # characters of a file's name
MISSING = ("nan", "<na>", "nat")  # what pandas writes for an answer that is not there
IN_ADDRESS = re.compile(r"(?:^|&)page=(\d{1,6})(?:&|$)")  # after the # of a PDF's address; pages count from 1 there
PARTS = ("text", "output_text", "refusal")  # types of the parts of a message; a refusal has no text
REFUSALS = (  # of OpenAI's APIs and what speaks like them, where the reply has no answer
    "refusal", "choices[0].message.refusal", "output[].content[] | [?type=='refusal'].refusal | [0]",
)  # fmt: skip
PAGE = re.compile(r"\s*(?:[^\W\d_]+[.:]?)?\s*#?(\d{1,6})(?:\s*(?:[-–/]|of|von)\s*\d+)?\s*")


# Where services, LangChain, LlamaIndex and Haystack say what they say, and files of RAGAS, DeepEval, LangSmith,
# promptfoo and AutoRAG; the first counts that the reply has. `context` is late: DeepEval writes the gold's there.
COMMON: Mapping[str, Sequence[str]] = {
    "answer": (
        "answer", "result", "response", "output", "text", "content", "answer_builder.answers[0].data",
        "llm.replies[0]", "generator.replies[0]", "actual_output", "actualOutput", "outputs", "generated_texts",
    ),
    "passages": (
        "passages", "retrieved_contexts", "retrieval_context", "retrievalContext", "retrieved_contents",
        "source_documents", "sources", "contexts", "context", "source_nodes[].node",
        "answer_builder.answers[0].documents", "retriever.documents", "documents", "outputs.contexts",
        "outputs.context", "outputs.documents", "outputs.source_documents", "response.metadata.context",
    ),
    "citations": ("citations", "cited", "references", "outputs.citations"),
    "text": ("text", "page_content", "content", "text_resource.text", "passage", "snippet", "quote", "cited_text"),
    "file": (
        "file", "filename", "file_name", "source", "metadata.file_name", "metadata.source", "meta.file_path",
        "document_title",
    ),
    "page": (
        "page", "page_number", "metadata.page_label", "metadata.page_number", "meta.page_number", "pages",
        "page_numbers", "metadata.pages", "metadata.page_numbers", "start_page_number",
        "metadata.dl_meta.doc_items[].prov[].page_no",
    ),
}  # fmt: skip
IDS = "[id, chunk_id, passage_id, source_id, document_id, doc_id, document_ids, metadata.id, metadata.chunk_id][]"
MOST_PAGES = 100  # of one passage: a list of more pages says little
FEWEST_LETTERS = 20  # of a citation's text without a file: a shorter one stands anywhere


@dataclass(frozen=True)
class External(Agent):
    """Of the architectures http, python and predictions. Where things are in the reply is said by
    JMESPath expressions; an empty one stands for the usual places, COMMON."""

    request: Any = (
        "{question}"  # what is sent, with {question}, {documents} (the question's scope) and {messages} (as a
    )
    # chat has the turns and the question) filled in; empty, as for architecture=http: {question: "{question}"}
    answer: str = ""  # a text, a number, yes or no, or a list of texts
    status: str = ""  # answered, no_information, refused or clarify; empty: as the words of the answer say
    passages: str = ""  # what the answer was written from: texts, or objects
    citations: str = ""  # likewise, or by the file or the id of a passage; where none is found all passages are cited
    text: str = ""  # of a passage that is an object
    file: str = ""
    page: str = ""
    pages_from_zero: bool = False  # whether the system numbers pages from 0

    def expressions(self, name: str) -> Sequence[str]:
        """Where one of these things is looked for, in their order."""
        expression = getattr(self, name)
        return (expression,) if expression else COMMON.get(name, ())

    def problems(self, key: str) -> list[str]:
        """As Settings says."""
        import jmespath

        found = super().problems(key)
        for name in (*COMMON, "status"):
            for expression in self.expressions(name):
                try:
                    jmespath.compile(expression)
                except jmespath.exceptions.JMESPathError as fault:
                    reason = str(fault).splitlines()[0]
                    found.append(f"{key}.{name} ({expression}) must be a JMESPath expression: {reason}")
        return found


@dataclass(frozen=True)
class Reply:
    """What a system answered. `status` is "", and `passages` and `cited` are None, where it does not say; `unread` is
    how many citations name none of its passages, and no place of a document."""

    text: str
    items: tuple[str, ...] = ()
    status: str = ""
    passages: tuple[OutsidePassage, ...] | None = None
    cited: tuple[OutsidePassage, ...] | None = None
    unread: int = 0


def request_of(settings: External, asked: AskedQuestion) -> str:
    """The request as JSON text: the template with the question, the documents of its scope and the turns filled in."""
    return json.dumps(_filled(settings.request or USUAL, asked), ensure_ascii=False)


def _filled(template: Any, asked: AskedQuestion) -> Any:
    if template == "{messages}":
        said = [one for turn in asked.turns for one in (("user", turn.user), ("assistant", turn.assistant))]
        return [{"role": role, "content": words} for role, words in (*said, ("user", asked.question))]
    if template == "{documents}":
        return list(asked.documents)
    if isinstance(template, str):
        return template.replace("{question}", asked.question).replace("{documents}", ", ".join(asked.documents))
    if isinstance(template, Mapping):
        return {name: _filled(value, asked) for name, value in template.items()}
    return [_filled(value, asked) for value in template] if isinstance(template, list) else template


def read_reply(settings: External, reply: str) -> Reply:
    """What the reply, a JSON text, says. Raises InvalidReply, naming the setting, where it has no answer, an empty
    one, or another form than the expressions expect."""
    found = json.loads(reply)
    if "\\ud" in reply.lower():
        check_encodable(json.dumps(found, ensure_ascii=False))
    bare = found is not None and not isinstance(found, dict | list) and settings.answer in ("", "@")
    answer = found if bare else _found(settings, "answer", found)
    refusal = _refusal(found)
    if answer is None and not refusal:
        keys = type(found).__name__
        if isinstance(found, dict):
            keys = ", ".join(f"{key} (null)" if found[key] is None else key for key in list(found)[:SHOWN])
        is_null = found is None or (isinstance(found, dict) and None in found.values())
        raise (UnusableReply if is_null else InvalidReply)(
            f"architecture.external.answer finds no answer in the reply, which has: {keys or 'nothing'}; set it to a "
            "JMESPath expression that does"
        )
    status = _found(settings, "status", found)
    if status not in (None, *STATUSES):
        raise UnusableReply(f"architecture.external.status finds none of {', '.join(STATUSES)} in the reply")
    answer = _inside(answer)
    items = tuple(_text(_inside(item)) for item in answer) if isinstance(answer, list) else ()
    text = _text(list(items)) if items else _text(answer)
    if refusal and not any(part.strip() for part in items or (text,)):
        items, text, status = (), refusal, status or "refused"
    _check_answer(items or (text,), status in (None, "answered"))
    passages = _passages(settings, found)
    cited, unread = _cited(settings, found, passages)
    read = None if passages is None else tuple(one for each in passages for one in each.read)
    return Reply(text, items, status or "", read, cited, unread)


def _refusal(reply: Any) -> str:
    """What the reply says in a field for refusals; "" if nothing."""
    import jmespath

    found = (jmespath.search(expression, reply) for expression in REFUSALS)
    return next((words for words in found if isinstance(words, str) and words.strip()), "")


def _inside(answer: Any) -> Any:
    """An answer that is an object: what it holds under one of the usual names, or the text of a message's parts. Raises
    InvalidReply where it holds none."""
    while isinstance(answer, dict):
        if (inner := _found(External(), "answer", answer)) is None:
            raise InvalidReply(
                f"architecture.external.answer finds {_kind(answer)}; set it to a JMESPath expression that finds a "
                "text, a number or a list of texts"
            )
        answer = inner
    if (
        isinstance(answer, list)
        and answer
        and all(isinstance(part, dict) and part.get("type") in PARTS for part in answer)
    ):
        return "".join(str(part.get("text", "")) for part in answer)
    return answer


def _check_answer(parts: Sequence[str], answered: bool) -> None:
    if (size := sum(map(len, parts))) > LONGEST_ANSWER:
        raise UnusableReply(f"the answer in the reply has {size} characters; at most {LONGEST_ANSWER} are read")
    if answered and not any(part.strip() for part in parts):
        raise UnusableReply(
            "the answer in the reply is empty; where that has a reason set architecture.external.status"
        )
    if answered and len(parts) == 1 and parts[0].strip().casefold() in MISSING:
        raise UnusableReply(f"the answer in the reply is {parts[0].strip()}, which stands for a missing one")


def readable(settings: External, reply: str) -> bool:
    """Whether `read_reply` reads it."""
    try:
        read_reply(settings, reply)
    except InvalidReply:
        return False
    return True


def _found(settings: External, name: str, reply: Any) -> Any:
    """What the first expression finds that finds anything; None if none does. Something empty counts where no other
    has more, but for the answer: an empty one is an answer's failure."""
    import jmespath

    empty = None
    for expression in settings.expressions(name):
        try:
            value = jmespath.search(expression, reply)
        except jmespath.exceptions.JMESPathError as fault:  # of a function, over values of another type
            raise InvalidReply(f"architecture.external.{name} ({expression}): {str(fault).splitlines()[0]}") from fault
        if value is not None and (name == "answer" or value not in ("", [], {})):
            return value
        empty = value if empty is None else empty
    return empty


def _text(value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list):
        return "\n".join(f"* {_text(item)}" for item in value)
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


@dataclass(frozen=True)
class _Given:
    """A passage as it was given, and as it is read: without a text one for each page that it names."""

    raw: Any
    read: tuple[OutsidePassage, ...]

    @property
    def ids(self) -> list[str]:
        """By which a citation may name it."""
        return _ids(self.raw)


def _passages(settings: External, reply: Any) -> list[_Given] | None:
    found = _listed(settings, "passages", reply)
    return None if found is None else [_Given(one, _passage(settings, one)) for one in found]


def _cited(
    settings: External, reply: Any, passages: Sequence[_Given] | None
) -> tuple[tuple[OutsidePassage, ...] | None, int]:
    """What is cited, and how many citations are not read. Those of a usual place count beside passages alone, and where
    any of them is read."""
    found = _listed(settings, "citations", reply)
    if found is None or not (settings.citations or (found and passages)):
        return None, 0
    read = [_citation(settings, one, passages or ()) for one in found]
    unread = sum(not each for each in read)
    if unread == len(read) and not settings.citations:
        return None, unread
    return tuple(one for each in read for one in each), unread


def _citation(settings: External, citation: Any, passages: Sequence[_Given]) -> tuple[OutsidePassage, ...]:
    """The passages that it names by an id or a file, else the place that it is itself; none where it is neither."""
    named = _ids(citation) if isinstance(citation, dict) else [str(citation)]
    if by_id := [one for each in passages if not {*each.ids}.isdisjoint(named) for one in each.read]:
        return tuple(by_id)
    if not isinstance(citation, dict | str):
        return ()
    read = _passage(settings, citation)
    if read[0].page is not None or sum(map(str.isalnum, read[0].text)) >= FEWEST_LETTERS:
        return read
    file = read[0].file or read[0].text
    by_file = tuple(one for each in passages for one in each.read if file and one.file == file)
    return by_file or (read if settings.citations else ())


def _ids(given: Any) -> list[str]:
    import jmespath

    found = jmespath.search(IDS, given) if isinstance(given, dict) else []
    return [str(one) for one in found if isinstance(one, str | int) and one != ""]


def _listed(settings: External, name: str, reply: Any) -> list[Any] | None:
    """What stands there as a list; None where nothing does."""
    found = _found(settings, name, reply)
    if found is None or isinstance(reply, str):
        return None
    if isinstance(found, str):  # as a prompt holds them
        found = [part for part in BLANK_LINES.split(found) if part.strip()]
    if not isinstance(found, list):
        if name == "citations" and not settings.citations:  # of an unknown form, in a usual place
            return [found]
        raise InvalidReply(
            f"architecture.external.{name} must find a list of passages, or a text, and finds {_kind(found)}; set it "
            "to a JMESPath expression that does"
        )
    return found


def _passage(settings: External, passage: Any) -> tuple[OutsidePassage, ...]:
    """One, but for a passage without a text that names several pages: one each."""
    if not isinstance(passage, dict):
        return (OutsidePassage(text=passage if isinstance(passage, str) else ""),)
    text, file = (_found(settings, name, passage) for name in ("text", "file"))
    text = text if isinstance(text, str) else ""
    name = file[-LONGEST_NAME:] if isinstance(file, str) else ""
    pages = _pages(settings, _found(settings, "page", passage))
    if not pages and (address := IN_ADDRESS.search(name.rpartition("#")[2])) and "#" in name:
        pages = [int(address[1])]
    if text.strip() or not pages:
        return (OutsidePassage(text, name, next(iter(pages), None)),)
    return tuple(OutsidePassage("", name, page) for page in pages)


def _pages(settings: External, value: Any) -> list[int]:
    """Of one page or a list of them, in its order."""
    every = value[:MOST_PAGES] if isinstance(value, list) else [value]
    return [*dict.fromkeys(page for one in every if (page := _page(settings, one)) is not None)]


def _page(settings: External, value: Any) -> int | None:
    """5 of 5, 5.0, "5", "p. 5", "page 5 of 9" and "5-6"; None of anything else."""
    if isinstance(value, bool) or not isinstance(value, int | float | str):
        return None
    text = f"{value:g}" if isinstance(value, float) else str(value)
    written = PAGE.fullmatch(text) if len(text) <= LONGEST_PAGE else None
    return int(written[1]) + settings.pages_from_zero if written else None


def _kind(value: Any) -> str:
    if isinstance(value, dict):
        return f"an object, which has: {', '.join(list(value)[:SHOWN])}"
    return f"a {type(value).__name__}"
