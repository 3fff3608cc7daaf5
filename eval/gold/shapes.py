"""Test cases as other tools write them: whose an object is, and what it holds of a gold question.

Read in the repositories, documentation and published files of these tools. An object that has the marks of none is in
Ragatta's own form.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import Any, get_args

from ragatta.eval.gold.spoken import PASSAGES, answered, asked, exchanges, has_speakers, read
from ragatta.pipeline.types import Kind

# By tool: the fields by which an object is known as its, each with those that must stand beside it. * is any ending.
MARKS: Mapping[str, Sequence[str]] = {
    "promptfoo": ("vars", "testcase", "assert", "__expected*"),
    "MLflow": ("inputs expectations", "request trace_id"),
    "LangSmith": ("inputs",),
    "Langfuse": ("expectedoutput", "datasetname", "input name output"),
    "Phoenix": ("input.*", "node_id"),
    "AutoRAG": ("generation_gt", "retrieval_gt"),
    "FlashRAG": ("golden_answers",),
    "RAGChecker": ("gt_answer",),
    "CoQA": ("story",),
    "MTRAG": ("targets input",),
    "QReCC": ("conversation_no turn_no",),
    "Giskard": ("reference_context",),
    "LlamaIndex": ("query reference_answer", "ground_truth_answer", "query_by"),
    "Haystack": ("predicted_answer",),
    "TruLens": ("record_json", "expected_response", "expected_chunks"),
    "RAGAS": ("user_input", "reference_contexts", "retrieved_contexts", "ground_truths", "contexts ground_truth"),
    "Azure AI Evaluation": ("query response", "query context"),
    "DeepEval": ("input expected_output", "input context", "actual_output", "scenario"),
    "FinanceBench": ("financebench_id",),
    "MMLongBench-Doc": ("evidence_pages",),
    "MultiHop-RAG": ("evidence_list",),
    "SQuAD": ("answers", "is_impossible"),
    "BEIR": ("_id text",),
    "OpenAI Evals": ("ideal",),
    "Braintrust": ("input expected",),
    "a chat log": ("messages", "turns"),
    "a list with passages": ("context", "contexts"),
}
TRACES, WRAPPED, PAGED = "traces", "a list within an object", "a table with pages"
# What they call a gold question's field, in small letters. Those of the first list may stand in an own file too.
ALSO_CALLED = {
    "id": ("question_id", "qid"),
    "question": ("query", "input", "user_input"),
    "expected": ("expected_output", "expected_answer", "answer", "ground_truth", "reference"),
}
FIELD_OF = {other: name for name, others in ALSO_CALLED.items() for other in others}
NAMES = {**FIELD_OF, "prompt": "question", "text": "question", "messages": "question", "turns": "question", "_id": "id",
         "query_id": "id", "example_id": "id", "task_id": "id", "financebench_id": "id", "ground_truths": "expected",
         "answers": "expected", "ideal": "expected", "expectedoutput": "expected", "expected_response": "expected",
         "reference_answer": "expected", "ground_truth_answer": "expected", "generation_gt": "expected",
         "golden_answers": "expected", "gt_answer": "expected", "targets": "expected",
         "truth_answer": "expected", "rewrite": "standalone", "truth_rewrite": "standalone",
         "multi-turn": "dependence"}  # fmt: skip
# A list under one of these names is of answers of which each is right, the first one the expected.
EACH_RIGHT = ("answers", "generation_gt", "golden_answers", "ground_truths", "ideal")
QUESTIONS = ("question", *(name for name, field in NAMES.items() if field == "question"))
# Names that mean something else beside a surer one: a system's answer, a source, a chat, a template, a passage.
UNSURE = ("answer", "reference", "messages", "prompt", "text", "turns")
# Where a list or table says the document and the page of an answer.
FILES = ("source", "file", "file_name", "filename", "document", "doc_name", "doc_id", "metadata.source")
PAGES = ("page", "pages", "page_number", "page_label", "evidence_pages", "metadata.page")
# Where an object holds its fields: promptfoo's variables, LangSmith's inputs, MLflow's request.
INPUTS, EXPECTED = (
    ("vars", "inputs", "input", "request"),
    ("expectations", "expectedOutput", "expected_output", "expected"),
)
SPOKEN = (*INPUTS, "user_input", "messages", "turns", "context")  # what may be a chat, the last question its end
# The reference of LangSmith and Phoenix, if the object is an example of a dataset; what a run answered, if it is one.
OUTPUTS = ("outputs", "output")
EXAMPLE = frozenset(("dataset_id", "dataset_name", "source_run_id", "node_id", "example_id"))
RUN = frozenset(("run_type", "trace_id", "session_id", "start_time", "parent_run_id", "expectations", "name"))
RESULT = "testCase"  # of promptfoo, in what an evaluation returned
WITHIN = (
    "tests", "goldens", "examples", "traces", "items", "records", "rows", "results", "data", "questions", "queries",
)  # fmt: skip
# promptfoo's assertions that name the answer, and an assertion in a cell.
STATES = re.compile(r"equals|i?contains(?:-any|-all)?|starts-with|similar")
CELL = re.compile(r"([a-z-]+)(?:\([\d.]+\)(?::|$)|:)\s*(.*)|(?:not-)?(?:is|contains)-[\w-]+", re.DOTALL)
CHUNK = ("text", "content", "page_content", "evidence_text", "fact")
NUMBERED = re.compile(r"(?:^|\n\n)Document [\w-]+: ")  # Giskard's passages in one text
TAKEN = ("id", "question", "expected", "kind", "also_accepted", "documents", "tags", "split", "evidence", "after",
         "standalone", "dependence")  # fmt: skip
OF_QRECC = frozenset(("conversation_no", "turn_no"))  # whose context is the turns before, in turns
NO_DEPENDENCE = ("n/a", "nan")  # of a first turn, in MTRAG
LISTS = ("also_accepted", "documents", "tags")


@dataclass(frozen=True)
class Case:
    """What an object holds: fields of a gold question, passages that show the answer, a document with pages of it, and
    why a person has to look whether it is gold."""

    fields: dict[str, Any]
    passages: tuple[str, ...] = ()
    file: str = ""
    pages: tuple[int, ...] = ()
    doubt: str = ""


def shape_of(fields: Mapping[str, Any]) -> str:
    """The tool that wrote an object with these fields; "" if it is in Ragatta's own form, or in none that is known."""
    names = {_name(name) for name in fields}
    if "question" in names and not has_speakers(fields.get("turns")):
        names -= {"turns"}  # those of a gold question, with `user` and `assistant`

    def has(mark: str) -> bool:
        if mark.endswith("*"):
            return any(name.startswith(mark[:-1]) for name in names)
        return {*mark.split()} <= names

    found = next((tool for tool, marks in MARKS.items() if any(map(has, marks))), "")
    return found or (PAGED if names & {*FILES} and names & {*PAGES} else "")


def case_of(one: Mapping[str, Any]) -> Case:
    """What an object of any form holds."""
    fields = flat(one)
    given = _fields(fields)
    turns, is_whole = _turns(one, fields, given.get("question", ""))
    given |= {"turns": turns} if turns else {}
    if fields.keys() >= OF_QRECC:
        given.setdefault("id", f"{fields['conversation_no']}_{fields['turn_no']}")
        fields.pop("context", None)
    pages = tuple(
        int(page)
        for page in _listed(next((read(fields[name]) for name in PAGES if name in fields), []))
        if str(page).isdecimal()
    )
    file = next((fields[name] for name in FILES if isinstance(fields.get(name), str)), "")
    return Case(
        given,
        tuple(text for name in PASSAGES if name not in given for text in chunks(fields.get(name), name == "evidence")),
        file if pages else "",
        pages,
        _doubt(one, fields, is_whole),
    )


def _turns(one: Mapping[str, Any], fields: Mapping[str, Any], question: str) -> tuple[list[dict[str, str]], bool]:
    """The turns before the question, and whether each has an answer."""
    if fields.keys() >= OF_QRECC and isinstance(said := read(fields.get("context")), list) and not has_speakers(said):
        pairs = [(str(user), str(answer)) for user, answer in zip_longest(said[::2], said[1::2], fillvalue="")]
        turns = [{"user": user, "assistant": answer} for user, answer in pairs if answer.strip()]
        return turns, len(turns) == len(pairs)
    said = next((read(one[name]) for name in SPOKEN if name in one), None)
    said = said.get("messages") if isinstance(said, dict) else said
    if not isinstance(said, list):
        return [], True
    if said and all(isinstance(turn, dict) and turn.keys() == {"user", "assistant"} for turn in said):
        return said, True  # in Ragatta's own form
    return exchanges(said, question)


def _doubt(one: Mapping[str, Any], fields: Mapping[str, Any], is_whole: bool) -> str:
    if {*OUTPUTS} & {*one} and not EXAMPLE & {*one} and not fields.keys() & {*NAMES} - {*UNSURE, *QUESTIONS, "id"}:
        return "an answer that a system may have given"
    return "" if is_whole else "a question within a conversation of which answers are missing"


def _name(name: Any) -> str:
    return str(name).strip().lower().replace(" ", "_")


def _fields(fields: Mapping[str, Any]) -> dict[str, Any]:
    """The fields of a gold question; of promptfoo what is asserted."""
    given: dict[str, Any] = {}
    surely = {NAMES.get(name, name) for name in fields if name not in UNSURE}
    for name, value in fields.items():
        field = NAMES.get(name, name)
        if field not in TAKEN or field in given or (name in UNSURE and field in surely):
            continue
        if field == "expected" and (same := marked(value) or (name in EACH_RIGHT and _texts(value))):
            given |= {"expected": same[0], "also_accepted": same[1:]}
        elif plain := _plain({"question": asked, "expected": answered}.get(field, read)(value)):
            given[field] = re.sub(r"[^\w.-]+", "_", plain) if name == "task_id" else plain  # MTRAG's "c<::>2"
    if "expected" not in given:
        given |= {name: _plain(value) for name, value in stated(fields).items()}
    if _is_unanswerable(fields):
        given = {name: value for name, value in given.items() if name not in ("expected", "also_accepted")}
        given["kind"] = "unanswerable"
    return {name: value for name, text in given.items() if (value := _fitting(name, text))}


def _is_unanswerable(fields: Mapping[str, Any]) -> bool:
    """As SQuAD, MMLongBench-Doc and MTRAG say it."""
    return (
        str(fields.get("is_impossible")).lower() in ("true", "yes")
        or ("evidence_pages" in fields and fields.get("answer_format") == "None")
        or "UNANSWERABLE" in _listed(fields.get("answerability"))
    )


def _fitting(name: str, value: Any) -> Any:
    """A field's value as a gold question has it; None for one of another form, which a person then writes."""
    if name in LISTS:
        return [value] if isinstance(value, str) else [part for part in value if isinstance(part, str)]
    if name == "evidence":
        return value if isinstance(value, list) and all(map(_is_evidence, value)) else None
    if name == "kind":
        return value if value in get_args(Kind) else None
    if name == "dependence":
        return value if isinstance(value, str) and value.casefold() not in NO_DEPENDENCE else None
    if name == "expected" and isinstance(value, list):
        return [part for part in value if isinstance(part, str)]
    return value if isinstance(value, str) else None


def _is_evidence(one: Any) -> bool:
    return isinstance(one, dict) and isinstance(one.get("file"), str) and isinstance(one.get("pages", []), list)


def _plain(value: Any) -> Any:
    """A value as gold records have it: texts, and lists of them; a list of one answer is that answer."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int | float):
        return str(value)
    if isinstance(value, list):
        parts = [part if isinstance(part, dict) else _plain(part) for part in value]
        return parts[0] if len(parts) == 1 and isinstance(parts[0], str) else [part for part in parts if part]
    return value.strip() if isinstance(value, str) else None


def _listed(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [] if value is None else [value]


def _texts(value: Any) -> list[str]:
    """The texts of a list, each once."""
    parts = [_plain(part) for part in _listed(read(value))]
    return [*dict.fromkeys(part for part in parts if part and isinstance(part, str))]


def objects(whole: Any) -> list[Any]:
    """The objects of a JSON or YAML file: a list, the list that an object holds, the rows of a table that pandas wrote
    column by column, lists of one length such as Haystack reports, the questions of LlamaIndex's pairs with their
    passages, or the results of promptfoo."""
    if isinstance(whole, list):
        return whole
    if not isinstance(whole, dict):
        return []
    if "story" in whole:  # CoQA's, of which the questions are turns
        return [whole]
    if isinstance(whole.get("queries"), dict):
        return [*_pairs(whole)]
    if isinstance(results := whole.get("results"), dict) and isinstance(results.get("results"), list):
        return list(results["results"])
    lists = {name: one for name, one in whole.items() if isinstance(one, list)}
    if any(NAMES.get(name, name) == "question" and {*map(type, one)} == {str} for name, one in lists.items()):
        return [dict(zip(lists, row, strict=True)) for row in zip_longest(*lists.values())]
    for name in WITHIN:
        if isinstance(whole.get(name), list):
            return [part for one in whole[name] for part in _of_article(one)]
    columns = [*whole.values()]
    if columns and all(isinstance(one, dict) and [*one] == [*columns[0]] for one in columns):
        return [{name: column[row] for name, column in whole.items()} for row in columns[0]]
    return [whole] if whole else []


def _of_article(one: Any) -> list[Any]:
    """The questions of an article in SQuAD's own files, each with its paragraph; else the object itself."""
    if not isinstance(one, dict) or not isinstance(one.get("paragraphs"), list):
        return [one]
    paragraphs = [part for part in one["paragraphs"] if isinstance(part, dict) and isinstance(part.get("qas"), list)]
    return [{"context": part.get("context"), **qa} for part in paragraphs for qa in part["qas"] if isinstance(qa, dict)]


def _pairs(whole: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    texts, right = whole.get("corpus") or {}, whole.get("relevant_docs") or {}
    for name, question in whole["queries"].items():
        yield {"question": question, "contexts": [texts[one] for one in right.get(name, ()) if one in texts]}


def flat(one: Mapping[str, Any]) -> dict[str, Any]:
    """The object with the fields that it holds inside, its own first."""
    one = _nested(one)
    reference = EXAMPLE & {*one} or ("inputs" in one and not RUN & {*one})
    inside = [*INPUTS, *EXPECTED, RESULT, *(OUTPUTS if reference else ())]
    found: dict[str, Any] = {_name(name): value for name, value in one.items() if name not in inside}
    for name in inside:
        value = read(one.get(name))
        if isinstance(value, dict):
            found = {**{_name(key): part for key, part in value.items()}, **found}
    if question := asked(next((one[name] for name in INPUTS if name in one), None)):
        found.setdefault("question", question)
    for name in (*EXPECTED, *OUTPUTS):
        known = found.keys() & {"expected", "expected_response", "answer"}
        if name in inside and not known and (answer := answered(one.get(name))) not in (None, ""):
            found["expected"] = answer
    return found


def _nested(one: Mapping[str, Any]) -> dict[str, Any]:
    """The object with columns such as "input.question" as fields of an object "input"."""
    found: dict[str, Any] = {}
    for name, value in one.items():
        whole, _, part = str(name).partition(".")
        if part and whole in (*INPUTS, *EXPECTED, *OUTPUTS) and isinstance(held := found.setdefault(whole, {}), dict):
            found[whole] = {**held, part: value}
        else:
            found[str(name)] = value
    return found


def marked(value: Any) -> list[str]:
    """SQuAD's answers to a question: what each person marked, each once."""
    value = read(value)
    texts = value.get("text") if isinstance(value, dict) else None
    if isinstance(value, list):
        texts = [one.get("text") for one in value if isinstance(one, dict)]
    return [*dict.fromkeys(one for one in texts if isinstance(one, str))] if isinstance(texts, list) else []


def passages(value: Any) -> list[str]:
    """The passages of a field or cell: a list, one as Python or JSON prints it, or texts with | between (DeepEval)."""
    if isinstance(value, str) and value.strip().startswith("["):
        try:
            value = ast.literal_eval(value.strip())
        except (ValueError, SyntaxError, MemoryError, RecursionError):
            value = [value]
    found = value if isinstance(value, list) else str(value or "").split("|")
    return [text.strip() for text in found if isinstance(text, str) and text.strip()]


def stated(fields: Mapping[str, Any]) -> dict[str, Any]:
    """The answer that one of promptfoo's assertions states, with those that it accepts too; nothing if none does. In a
    table they stand in columns "__expected", "__expected1" and so on."""
    given = fields.get("assert")
    found = [(str(one.get("type")), one.get("value")) for one in given or () if isinstance(one, dict)]
    for name, cell in fields.items():
        if name.startswith("__expected") and cell:
            match = CELL.fullmatch(str(cell))
            found.append((str(match[1]), match[2]) if match else ("equals", cell))
    for kind, value in found:
        if STATES.fullmatch(kind):
            if kind.endswith(("-all", "-any")) and isinstance(value, str):
                value = [part.strip() for part in value.split(",")]
            if kind.endswith("-any") and isinstance(value, list):
                return {"expected": next(iter(value), ""), "also_accepted": value[1:]}
            return {"expected": value}
    return {}


def chunks(value: Any, listed: bool = False) -> list[str]:
    """The passages of a field: texts, objects with a text, or, unless they are `listed`, one text with all."""
    value = read(value)
    if listed and not isinstance(value, list):
        return []
    if isinstance(value, str) and NUMBERED.match(value):
        value = NUMBERED.split(value)
    if isinstance(value, list):
        value = [
            next((one[name] for name in CHUNK if name in one), "") if isinstance(one, dict) else one for one in value
        ]
    return passages(value)
