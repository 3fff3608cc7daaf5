"""How other tools shape a test case: where its question, its answer and its passages are."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ragatta.eval.gold.written_jsonl import CONTEXTS, FIELD_OF

# What they call a gold question's field, in small letters.
NAMES = {**FIELD_OF, "prompt": "question", "text": "question", "messages": "question", "_id": "id", "query_id": "id",
         "example_id": "id", "ground_truths": "expected", "answers": "expected", "expectedoutput": "expected",
         "expected_response": "expected", "reference_answer": "expected", "__expected": "expected"}  # fmt: skip
PASSAGES = ("contexts", *CONTEXTS, "expected_chunks", "retrieval_ground_truth")
# Where an object holds its fields: promptfoo's variables, LangSmith's inputs, MLflow's request.
INPUTS, EXPECTED = (
    ("vars", "inputs", "input", "request"),
    ("expectations", "expectedOutput", "expected_output", "expected"),
)
OUTPUTS = "outputs"  # LangSmith's reference, if the object is an example of a dataset; else what a run answered
EXAMPLE = frozenset(("dataset_id", "dataset_name", "source_run_id"))
WITHIN = (
    "tests", "goldens", "examples", "traces", "items", "records", "rows", "results", "data", "questions", "queries",
)  # fmt: skip
# promptfoo's assertions that name the answer, and such a one in a cell.
STATES = re.compile(r"(?:equals|i?contains(?:-any|-all)?|starts-with|similar)(?:\([\d.]+\))?(?::\s*|$)")
ASKED = ("question", "query", "input", "user_input", "prompt", "text", "content", "messages", "message", "parts",
         "contents", "query_str", "user_query", "user_message", "human_input", "kwargs", "inputs")  # fmt: skip
ANSWERED = ("expected", "answer", "output", "expected_response", "response", "text", "content", "reference")
USERS = ("user", "human", "HumanMessage")
DEEPEST = 6


def objects(whole: Any) -> list[Any]:
    """The objects of a JSON or YAML file: a list, the list that an object holds, the rows of a table that pandas wrote
    column by column, or the questions of LlamaIndex's pairs with their passages."""
    if isinstance(whole, list):
        return whole
    if not isinstance(whole, dict):
        return []
    if isinstance(whole.get("queries"), dict):
        return [*_pairs(whole)]
    for name in WITHIN:
        if isinstance(whole.get(name), list):
            return list(whole[name])
    columns = [*whole.values()]
    if columns and all(isinstance(one, dict) and [*one] == [*columns[0]] for one in columns):
        return [{name: column[row] for name, column in whole.items()} for row in columns[0]]
    return [whole] if whole else []


def _pairs(whole: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    texts, right = whole.get("corpus") or {}, whole.get("relevant_docs") or {}
    for name, question in whole["queries"].items():
        yield {"question": question, "contexts": [texts[one] for one in right.get(name, ()) if one in texts]}


def flat(one: Mapping[str, Any]) -> dict[str, Any]:
    """The object with the fields that it holds inside, its own first."""
    inside = [*INPUTS, *EXPECTED, *([OUTPUTS] if EXAMPLE & {*one} else [])]
    found: dict[str, Any] = {str(name).lower(): value for name, value in one.items() if name not in inside}
    for name in inside:
        value = _read(one.get(name))
        if isinstance(value, dict):
            found = {**{str(key).lower(): part for key, part in value.items()}, **found}
    if question := asked(next((one[name] for name in INPUTS if name in one), None)):
        found.setdefault("question", question)
    for name in (*EXPECTED, OUTPUTS):
        if name in one and name in inside and not (found.keys() & {"expected", "expected_response", "answer"}):
            found["expected"] = answered(one[name])
    return found


def asked(value: Any, depth: int = DEEPEST) -> str:
    """The question of an input: a text, an object with one, or the last message of the user; "" if there is none."""
    value = _read(value)
    if isinstance(value, str) or not depth:
        return value.strip() if isinstance(value, str) else ""
    if isinstance(value, list):
        return _said(value, depth - 1)
    if not isinstance(value, dict):
        return ""
    found = next((text for name in ASKED if name in value and (text := asked(value[name], depth - 1))), "")
    texts = [part for part in value.values() if isinstance(part, str)]
    return found or (texts[0].strip() if len(texts) == 1 else "")


def _said(messages: Sequence[Any], depth: int) -> str:
    """The last thing that the user said, or the text of a message's parts."""
    if messages and isinstance(messages[0], list):
        return _said(messages[0], depth)
    of_user = [one for one in messages if isinstance(one, dict) and {one.get("role"), one.get("type")} & {*USERS}]
    if of_user:
        return asked({name: part for name, part in of_user[-1].items() if name not in ("role", "type")}, depth)
    parts = [one for one in messages if isinstance(one, dict) and not one.get("role")]
    return " ".join(filter(None, (asked(one.get("text") or one.get("content"), depth) for one in parts)))


def answered(value: Any) -> Any:
    """The answer of what is expected: a text, a figure, a list, or the one that an object holds."""
    value = _read(value)
    if not isinstance(value, dict):
        return value
    named = [value[name] for name in ANSWERED if name in value]
    alone = [one for one in value.values() if isinstance(one, str | int | float)] if len(value) == 1 else []
    return next((answered(one) for one in (*named, *alone)), None)


def stated(assertions: Any) -> Any:
    """The answer that promptfoo's assertions state, if one does."""
    for one in assertions if isinstance(assertions, list) else ():
        if isinstance(one, dict) and STATES.fullmatch(str(one.get("type"))):
            return one.get("value")
    return None


def in_cell(text: str) -> str:
    """The answer of an assertion in a cell ("contains: 25"); "" where it is checked by other means."""
    match = STATES.match(text)
    return text[match.end() :] if match else "" if re.match(r"[a-z-]+(?:\([\d.]+\))?:", text) else text


def _read(value: Any) -> Any:
    """A text that is JSON, or an object as Python prints it, is what it says."""
    if not isinstance(value, str) or value.lstrip()[:1] not in ("{", "[", '"'):
        return value
    try:
        return json.loads(value)
    except (ValueError, RecursionError):
        pass
    try:
        found = ast.literal_eval(value.strip())
    except (ValueError, SyntaxError, MemoryError, RecursionError):
        return value
    return found if isinstance(found, dict | list) else value
