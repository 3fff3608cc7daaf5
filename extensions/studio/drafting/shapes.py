"""How other tools shape a test case: where its question, its answer and its passages are."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import zip_longest
from typing import Any

from ragatta.eval.gold.written_jsonl import CONTEXTS, FIELD_OF, passages

# What they call a gold question's field, in small letters.
NAMES = {**FIELD_OF, "prompt": "question", "text": "question", "messages": "question", "turns": "question", "_id": "id",
         "query_id": "id", "example_id": "id", "ground_truths": "expected", "answers": "expected", "ideal": "expected",
         "expectedoutput": "expected", "expected_response": "expected", "reference_answer": "expected",
         "ground_truth_answer": "expected"}  # fmt: skip
QUESTIONS = ("question", *(name for name, field in NAMES.items() if field == "question"))
# Names that mean something else beside a surer one: a system's answer, a source, a chat, a template, a passage.
UNSURE = ("answer", "reference", "messages", "prompt", "text", "turns")
PASSAGES = ("contexts", *CONTEXTS, "reference_context", "expected_chunks", "retrieval_ground_truth")
NO_QUESTIONS = (*PASSAGES, "passage", "passages", "document", "documents")  # variables, even those that stand alone
# Where an object holds its fields: promptfoo's variables, LangSmith's inputs, MLflow's request.
INPUTS, EXPECTED = (
    ("vars", "inputs", "input", "request"),
    ("expectations", "expectedOutput", "expected_output", "expected"),
)
# The reference of LangSmith and Phoenix, if the object is an example of a dataset; else what a run answered.
OUTPUTS = ("outputs", "output")
EXAMPLE = frozenset(("dataset_id", "dataset_name", "source_run_id", "node_id", "example_id"))
RESULT = "testCase"  # of promptfoo, in what an evaluation returned
WITHIN = (
    "tests", "goldens", "examples", "traces", "items", "records", "rows", "results", "data", "questions", "queries",
)  # fmt: skip
# promptfoo's assertions that name the answer, and an assertion in a cell.
STATES = re.compile(r"equals|i?contains(?:-any|-all)?|starts-with|similar")
CELL = re.compile(r"([a-z-]+)(?:\([\d.]+\)(?::|$)|:)\s*(.*)|(?:not-)?(?:is|contains)-[\w-]+", re.DOTALL)
ASKED = ("question", "query", "input", "user_input", "prompt", "text", "content", "messages", "message", "parts",
         "contents", "query_str", "user_query", "user_message", "human_input", "kwargs", "inputs")  # fmt: skip
ANSWERED = ("expected", "answer", "output", "expected_response", "response", "text", "content", "reference")
USERS = ("user", "human", "HumanMessage")
PARTS = ("text", "input_text")
CHUNK = ("text", "content", "page_content")
NUMBERED = re.compile(r"(?:^|\n\n)Document [\w-]+: ")  # Giskard's passages in one text
DEEPEST = 6


def objects(whole: Any) -> list[Any]:
    """The objects of a JSON or YAML file: a list, the list that an object holds, the rows of a table that pandas wrote
    column by column, lists of one length such as Haystack reports, the questions of LlamaIndex's pairs with their
    passages, or the results of promptfoo."""
    if isinstance(whole, list):
        return whole
    if not isinstance(whole, dict):
        return []
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
    inside = [*INPUTS, *EXPECTED, RESULT, *(OUTPUTS if EXAMPLE & {*one} else ())]
    found: dict[str, Any] = {str(name).lower(): value for name, value in one.items() if name not in inside}
    for name in inside:
        value = read(one.get(name))
        if isinstance(value, dict):
            found = {**{str(key).lower(): part for key, part in value.items()}, **found}
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


def asked(value: Any, depth: int = DEEPEST) -> str:
    """The question of an input: a text, an object with one, or the last message of the user; "" if there is none."""
    value = read(value)
    if isinstance(value, str) or not depth:
        return value.strip() if isinstance(value, str) else ""
    if isinstance(value, list):
        return _said(value, depth - 1)
    if not isinstance(value, dict):
        return ""
    found = next((text for name in ASKED if name in value and (text := asked(value[name], depth - 1))), "")
    texts = {str(name).lower(): part for name, part in value.items() if isinstance(part, str)}
    return found or ("".join(texts.values()).strip() if len(texts) == 1 and not {*texts} & {*NO_QUESTIONS} else "")


def _said(messages: Sequence[Any], depth: int) -> str:
    """The last thing that the user said, or the text of a message's parts."""
    if messages and isinstance(messages[0], list):
        return _said(messages[0], depth)
    messages = [
        one["kwargs"] if isinstance(one, dict) and isinstance(one.get("kwargs"), dict) else one for one in messages
    ]
    of_user = [one for one in messages if isinstance(one, dict) and {one.get("role"), one.get("type")} & {*USERS}]
    if of_user:
        return asked({name: part for name, part in of_user[-1].items() if name not in ("role", "type")}, depth)
    parts = [
        one for one in messages if isinstance(one, dict) and one.get("type", PARTS[0]) in PARTS and "role" not in one
    ]
    return " ".join(filter(None, (asked(one.get("text") or one.get("content"), depth) for one in parts)))


def answered(value: Any) -> Any:
    """The answer of what is expected: a text, a figure, a list, or the one that an object holds."""
    value = read(value)
    if not isinstance(value, dict):
        return value
    named = [value[name] for name in ANSWERED if name in value]
    alone = [one for one in value.values() if isinstance(one, str | int | float | dict)] if len(value) == 1 else []
    return next((answer for one in (*named, *alone) if (answer := answered(one)) is not None), None)


def marked(value: Any) -> list[str]:
    """SQuAD's answers to a question: what each person marked, each once."""
    value = read(value)
    texts = value.get("text") if isinstance(value, dict) else None
    if isinstance(value, list):
        texts = [one.get("text") for one in value if isinstance(one, dict)]
    return [*dict.fromkeys(one for one in texts if isinstance(one, str))] if isinstance(texts, list) else []


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


def chunks(value: Any) -> list[str]:
    """The passages of a field: texts, objects with a text, or one text with all."""
    value = read(value)
    if isinstance(value, str) and NUMBERED.match(value):
        value = NUMBERED.split(value)
    if isinstance(value, list):
        value = [
            next((one[name] for name in CHUNK if name in one), "") if isinstance(one, dict) else one for one in value
        ]
    return passages(value)


def read(value: Any) -> Any:
    """A text that is JSON, or an object as Python and numpy print it, is what it says."""
    if not isinstance(value, str) or value.lstrip()[:1] not in ("{", "[", '"'):
        return value
    try:
        return json.loads(value)
    except (ValueError, RecursionError):
        pass
    try:
        found = ast.literal_eval(_Arrays().visit(ast.parse(value.strip(), mode="eval")))
    except (ValueError, SyntaxError, MemoryError, RecursionError):
        return value
    return found if isinstance(found, dict | list) else value


class _Arrays(ast.NodeTransformer):
    """`array(['a', 'b'], dtype=object)` is the list."""

    def visit_Call(self, node: ast.Call) -> ast.expr:
        self.generic_visit(node)
        return node.args[0] if isinstance(node.func, ast.Name) and node.func.id == "array" and node.args else node
