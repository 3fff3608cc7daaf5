"""The table of replies that are almost right in docs/models.md: each form is read, repaired or refused alike over every
backend that asks a server, and what was repaired is counted."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Literal

import pytest
from pydantic import Field

from ragatta.pipeline.llm.ask import Asker
from ragatta.pipeline.llm.backend import BACKENDS
from ragatta.pipeline.llm.seam import Prompt
from ragatta.pipeline.tasks.base import Reply
from ragatta.pipeline.types import Options
from tests.pipeline.llm.conftest import NameColour
from tests.standins.faulty_server import CHATS, MODEL, FaultyServer, Line

DOC = Path(__file__).resolve().parents[4] / "docs" / "models.md"
WIRES = ("ollama", "openai")


class Said(Reply):
    status: Literal["answered", "insufficient"]
    value: str = ""
    items: list[str] = Field(default_factory=list)


RIGHT = Said(status="answered", value="45", items=["a", "b"])
WRITTEN = RIGHT.model_dump_json()
FORMS = {
    "a number for a text": [WRITTEN.replace('"45"', "45")],
    "`null` for what may be left out": [WRITTEN.replace('["a","b"]', "null"), WRITTEN.replace('"45"', "null")],
    "a name in other letters": [WRITTEN.replace("answered", "Answered")],
    "a list of one for the one": [WRITTEN.replace('"45"', '["45"]')],
    "a trailing comma": [WRITTEN[:-1] + ",}", WRITTEN.replace('"b"]', '"b",]')],
    "single quotes": [str(RIGHT.model_dump())],
    "`True` or `None`": [WRITTEN.replace('["a","b"]', "None")],
    "a comment": [f"{{ // the result\n{WRITTEN[1:]}"],
    "no last brace": [WRITTEN[:-1]],
    "bare keys": [WRITTEN.replace('"status":', "status:")],
    "typographic quotes": [WRITTEN.replace('"', "\u201d")],
    "two values for one": [WRITTEN.replace('"45"', '["45","46"]')],
    "a name that is none": [WRITTEN.replace("answered", "done")],
    "a reply that was cut": [WRITTEN[:30], WRITTEN[:-8]],
    "a quote inside a text": [WRITTEN.replace("45", 'the "45"')],
}
READ = {"read": (1, False, False), "repaired": (1, True, False), "refused": (2, False, True)}


def prompt() -> Prompt[Said]:
    return Prompt(
        task=NameColour("the sky"), system="You read.", user="How many?", reply=Said,
        fallback=lambda: Said(status="insufficient"), options=Options(max_tokens=64),
    )  # fmt: skip


def rows() -> dict[str, str]:
    section = DOC.read_text(encoding="utf-8").partition("## Replies that are almost right")[2].partition("\n## ")[0]
    return dict(re.findall(r"^\| (.+?) \| (read|repaired|refused) \|", section, re.MULTILINE))


def test_the_table_has_every_form() -> None:
    assert [*rows()] == [*FORMS]


@pytest.mark.parametrize("wire", WIRES)
@pytest.mark.parametrize("form", FORMS)
def test_a_form_is_read_as_the_table_says(form: str, wire: str) -> None:
    calls, repaired, refused = READ[rows()[form]]
    for text in FORMS[form]:

        def say(line: Line, text: str = text) -> None:
            line.whole(line.good({"role": "assistant", "content": text}, read=400))

        with FaultyServer(wire, say) as server:
            asker = Asker(BACKENDS.load(wire)(model=MODEL, base_url=server.base_url, timeout_s=5.0).connect(), None)
            found = asker.ask(prompt())
            asked = sum(path in CHATS for path in server.paths)
        assert (asked, len(asker.calls)) == (calls, calls), text
        assert [call.repaired for call in asker.calls] == [repaired] * calls, text
        if refused:
            assert found.status == "insufficient", text
            assert asker.calls[-1].fell_back, text
        else:
            assert found.status == "answered", text
            assert found.value in (RIGHT.value, ""), text
            assert found.items in (RIGHT.items, []), text
