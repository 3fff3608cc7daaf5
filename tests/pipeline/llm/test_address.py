from importlib import import_module

import pytest

from ragatta.pipeline.index.embedder import EMBEDDERS
from ragatta.pipeline.llm.address import printable
from ragatta.pipeline.llm.backend import BACKENDS
from ragatta.pipeline.plugins.checks import address_problems
from ragatta.pipeline.retrieval.reranker import RERANKERS


@pytest.mark.parametrize(
    ("url", "seen"),
    [
        ("http://127.0.0.1:11434", "127.0.0.1:11434"),
        ("https://user:secret@host:8080/v1?key=secret", "host:8080"),
        ("https://api.openai.com/v1", "api.openai.com"),
        ("localhost:1234", "localhost:1234"),
    ],
)
def test_only_host_and_port_are_shown(url, seen):
    assert printable(url) == seen


def test_the_address_of_a_server_that_nobody_set_is_one_that_could_be_set() -> None:
    parts = [kind.load(name) for kind in (BACKENDS, EMBEDDERS, RERANKERS) for name in kind.names()]
    modules = {part.__module__ for part in parts}
    usual = {name: url for name in modules if (url := getattr(import_module(name), "DEFAULT_URL", ""))}
    assert len(usual) >= 7
    assert [problem for name, url in usual.items() for problem in address_problems(name, url)] == []
