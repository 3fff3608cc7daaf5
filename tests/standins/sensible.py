"""A stand-in for a model, whatever server it is behind: does every task sensibly from the words of the request."""

from __future__ import annotations

import json
import re
from typing import Any

from tests.standins import sensible_agentic
from tests.standins.loopback import Said
from tests.standins.tool_calling import is_conversation, next_turn

_NUMBER = re.compile(r"\$?\d[\d.,]*\d|\$?\d")


def sensible(body: Any) -> Said:
    """The reply to one chat request of Ollama's or OpenAI's wire format, a turn of a conversation among them."""
    if is_conversation(body):
        return next_turn(body)
    reply = TASKS[task_of(body)](body["messages"][1]["content"], schema_of(body))
    return Said(json.dumps(reply))


def schema_of(body: Any) -> Any:
    return body.get("format") or body["response_format"]["json_schema"]["schema"]


def task_of(body: Any) -> str:
    """The name of the task that the wanted fields belong to."""
    fields = schema_of(body)["properties"]
    tasks = {
        "use_for": "summarize",
        "analysis": "analyse",
        "documents": "select",
        "steps": "plan",
        "sources": "answer",
        "sub_questions": "decompose",
        "answers": "answers",
        **sensible_agentic.FIELDS,
        "missing": "compose",  # an answer without sources of its own
    }
    return next((task for field, task in tasks.items() if field in fields), "annotate")  # it has a schema's fields


def question_of(body: Any) -> str:
    """The question that a request is about; "" for a summary."""
    return _question(body["messages"][1]["content"])


def _question(user: str) -> str:
    """The question of a prompt: in quotes behind the word, or the last line of a prompt that asks for an answer."""
    found = re.findall(r'question "(.+?)"|Answer this question now: (.+)\Z', user)
    return "".join(found[-1]) if found else ""


def _summarize(user: str, _schema: Any) -> dict[str, Any]:
    pages = user.split("\n\n")[1:-1]
    return {
        "document_type": "document",
        "summary": " ".join(" ".join(pages).split())[:300],
        "key_topics": [page.split("\n")[0] for page in pages],
        "use_for": "questions about it",
    }


def _analyse(user: str, _schema: Any) -> dict[str, Any]:
    return {"analysis": f"Most words in common first: {' | '.join(_best_files(user))}"}


def _select(user: str, schema: Any) -> dict[str, Any]:
    named = schema["properties"]["documents"]["items"]["enum"]
    ranked = user.partition("Most words in common first: ")[2].partition("\n")[0].split(" | ")
    return {"documents": [name for name in ranked if name in named]}


def _plan(user: str, _schema: Any) -> dict[str, Any]:
    documents = re.findall(r"^- (.+)$", user, re.MULTILINE)
    step = {"description": "look", "target_documents": documents, "query": _question(user), "expected_output": ""}
    return {"strategy": "one search", "steps": [step], "requires_combination": False}


def _answer(user: str, _schema: Any) -> dict[str, Any]:
    question = _question(user)
    given = re.split(r"\n\n(?:Take your answer|Answer the question)", user)[0]
    sources = re.findall(r"\[Source (\d+)\] [^\n]+\n(.*?)(?=\n\n\[Source|\Z)", given, re.DOTALL)
    said = [(s, int(n)) for n, text in sources for s in re.split(r"(?<=\.)\s|\n", text)]
    sentence, source = max(said, key=lambda pair: _shared(pair[0], question))
    listed = question.lower().startswith("list")
    items = re.findall(r"^\d+-\d+ ([A-Za-z ]+?) *\.", given, re.MULTILINE) if listed else []
    return {
        "status": "answered",
        "text": f"{', '.join(items) or sentence} [Source {source}]",
        "items": items,
        "value": "" if listed else (_NUMBER.findall(sentence) or [""])[-1],
        "sources": [source],
        "missing": "",
    }


def _decompose(user: str, _schema: Any) -> dict[str, Any]:
    parts = re.findall(r"[^?]+\?", _question(user))
    asked = [{"id": number, "question": part.strip()} for number, part in enumerate(parts)]
    return {"needs_decomposition": len(asked) > 1, "sub_questions": asked}


def _answers(user: str, _schema: Any) -> dict[str, Any]:
    asked = re.findall(r"^(\d+)\. (.+)$", user.partition("Its sub-questions:\n")[2].partition("\n\n")[0], re.MULTILINE)
    blocks = re.findall(r"### Context Block (\d+)\n.*?\n\n(.*?)\n---", user, re.DOTALL)
    given = "\n\n".join(f"[Source {number}] block\n{text}" for number, text in blocks)
    prompts = {number: f'Answer the question "{one}"\n\n{given}\n\nTake your answer' for number, one in asked}
    return {"answers": [{"number": int(number), **_answer(prompt, None)} for number, prompt in prompts.items()]}


def _best_files(user: str) -> list[str]:
    files = re.findall(r"File: (\S+)\n(.*)", user)
    return [name for name, _ in sorted(files, key=lambda file: -_shared(file[1], _question(user)))]


def _shared(text: str, question: str) -> int:
    return len(set(re.findall(r"\w+", text.lower())) & set(re.findall(r"\w+", question.lower())))


TASKS = {
    "summarize": _summarize,
    "analyse": _analyse,
    "select": _select,
    "plan": _plan,
    "answer": _answer,
    "decompose": _decompose,
    "answers": _answers,
    **sensible_agentic.TASKS,
}
