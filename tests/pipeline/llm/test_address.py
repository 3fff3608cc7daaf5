import pytest

from ragatta.pipeline.llm.address import printable


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
