"""What a value in a test case of another tool says: a question, an answer, or a chat with the turns before a
question."""

from __future__ import annotations

import ast
import json
from collections.abc import Mapping, Sequence
from typing import Any

# Passages that show the answer, without file and page.
PASSAGES = ("reference_contexts", "context", "contexts", "reference_context", "expected_chunks",
            "retrieval_ground_truth", "evidence", "evidence_list")  # fmt: skip
NO_QUESTIONS = (*PASSAGES, "passage", "passages", "document", "documents")  # variables, even those that stand alone
ASKED = ("question", "query", "input", "user_input", "prompt", "text", "content", "messages", "message", "parts",
         "contents", "query_str", "user_query", "user_message", "human_input", "kwargs", "inputs")  # fmt: skip
ANSWERED = ("expected", "answer", "output", "expected_response", "response", "text", "content", "reference")
SPEAKER = ("role", "type", "speaker")
USERS = ("user", "human", "HumanMessage")
ASSISTANTS = ("assistant", "agent", "ai", "AIMessage", "model", "bot")
SAYS = ("content", "text", "message", "parts", "contents")  # where a message has its words
PARTS = ("text", "input_text")
DEEPEST = 6


def asked(value: Any, depth: int = DEEPEST) -> str:
    """The question of an input: a text, an object with one, or the last message of the user; "" if there is none."""
    value = read(value)
    if isinstance(value, str) or not depth:
        return value.strip() if isinstance(value, str) and any(map(str.isalpha, value)) else ""
    if isinstance(value, list):
        return _said(value, depth - 1)
    if not isinstance(value, dict):
        return ""
    found = next((text for name in ASKED if name in value and (text := asked(value[name], depth - 1))), "")
    texts = {str(name).lower(): part for name, part in value.items() if isinstance(part, str)}
    return found or (asked("".join(texts.values()), 0) if len(texts) == 1 and not {*texts} & {*NO_QUESTIONS} else "")


def _said(messages: Sequence[Any], depth: int) -> str:
    """The last thing that the user said, or the text of a message's parts."""
    if messages and isinstance(messages[0], list):
        return _said(messages[0], depth)
    messages = [
        one["kwargs"] if isinstance(one, dict) and isinstance(one.get("kwargs"), dict) else one for one in messages
    ]
    if of_user := _of_user(messages):
        return asked({name: part for name, part in of_user[-1].items() if name not in SPEAKER}, depth)
    parts = [
        one for one in messages if isinstance(one, dict) and one.get("type", PARTS[0]) in PARTS and "role" not in one
    ]
    return " ".join(filter(None, (asked(one.get("text") or one.get("content"), depth) for one in parts)))


def _of_user(messages: Sequence[Any]) -> list[Mapping[str, Any]]:
    return [one for one in messages if _speaks(one, USERS)]


def _speaks(one: Any, sides: Sequence[str]) -> bool:
    return isinstance(one, dict) and any(one.get(name) in sides for name in SPEAKER)


def has_speakers(turns: Any) -> bool:
    """Whether each of them says whose it is, as those of a chat log do."""
    return isinstance(turns, list) and any(isinstance(one, dict) and {*SPEAKER} & {*one} for one in turns)


def exchanges(messages: Sequence[Any], question: str) -> tuple[list[dict[str, str]], bool]:
    """The turns of a chat before its last question, or all of them where that is asked elsewhere; and whether each has
    an answer. What one side says in several messages is one text, and a greeting before the first question is none."""
    held = [one["kwargs"] if isinstance(one, dict) and isinstance(one.get("kwargs"), dict) else one for one in messages]
    last = max((at for at, one in enumerate(held) if _speaks(one, USERS)), default=len(held))
    found, waiting, is_its_end = list[dict[str, str]](), list[str](), _said(held, DEEPEST) == question
    for one in held[:last] if is_its_end else held:
        words = _words(one) if isinstance(one, dict) else ""
        if words and _speaks(one, USERS):
            waiting.append(words)
        elif words and _speaks(one, ASSISTANTS) and waiting:
            found.append({"user": "\n".join(waiting), "assistant": words})
            waiting = []
        elif words and _speaks(one, ASSISTANTS) and found:
            found[-1]["assistant"] += f"\n{words}"
    return found, not (waiting and is_its_end)


def _words(message: Mapping[str, Any]) -> str:
    held = next((message[name] for name in SAYS if message.get(name)), "")
    parts = held if isinstance(held, list) else [held]
    texts = (part if isinstance(part, str) else answered(part) for part in parts)
    return " ".join(text.strip() for text in texts if isinstance(text, str) and text.strip())


def answered(value: Any) -> Any:
    """The answer of what is expected: a text, a figure, a list, or the one that an object holds."""
    value = read(value)
    if not isinstance(value, dict):
        return value
    named = [value[name] for name in ANSWERED if name in value]
    alone = [one for one in value.values() if isinstance(one, str | int | float | dict)] if len(value) == 1 else []
    return next((answer for one in (*named, *alone) if (answer := answered(one)) is not None), None)


def read(value: Any) -> Any:
    """A text that is JSON, or an object as Python and numpy print it, is what it says."""
    if not isinstance(value, str) or value.lstrip()[:1] not in ("{", "[", '"'):
        return value
    try:
        return json.loads(value, parse_int=str, parse_float=str)
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
