from __future__ import annotations

import json

import pytest

from ragatta.pipeline.machine.input_limits import DEEPEST, check_depth, plain_yaml

BOMB = "a0: &a0 [x, x]\n" + "".join(f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 10)}]\n" for n in range(1, 10))


def test_a_bomb_of_aliases_is_refused_at_its_line() -> None:
    assert len(BOMB) < 1000
    with pytest.raises(ValueError, match="line 2: an alias; write out"):
        plain_yaml(BOMB)
    with pytest.raises(ValueError, match="line 6: aliases stand for more than 100000 values"):
        plain_yaml(BOMB, aliases=True)
    plain_yaml("a: &a [x]\nb: *a\n", aliases=True)


def test_depth_is_bounded_and_nothing_of_the_text_is_said() -> None:
    for deep in ("[" * 100, "[" * 100_000, "a:\n" + "".join(" " * n + "- \n" for n in range(1, 100))):
        with pytest.raises(ValueError, match=r"nested more than 50 deep|not YAML"):
            plain_yaml(deep)
    with pytest.raises(ValueError, match=r"^line 3: not YAML \(did not find") as caught:
        plain_yaml("a: 1\nsecret: [\n")
    assert "secret" not in str(caught.value)
    check_depth(json.loads("[" * (DEEPEST - 1) + "]" * (DEEPEST - 1)))
    with pytest.raises(ValueError, match="nested more than 50"):
        check_depth(json.loads("[" * 60 + "]" * 60))


@pytest.mark.parametrize(
    "text",
    [
        "a: !vault hunter2",
        "hunter2: 1\nhunter2: 2",
        "a: 1\n---\nb: hunter2",
        "{hunter2: x}: b",
        "a: !!timestamp hunter2",
    ],
)
def test_a_configuration_is_plain_and_nothing_of_another_file_is_said(text: str) -> None:
    with pytest.raises(ValueError, match="line") as said:
        plain_yaml(text)
    assert "hunter2" not in str(said.value)


def test_long_texts_count_for_more_than_one() -> None:
    with pytest.raises(ValueError, match="aliases stand for more"):
        plain_yaml("- &a '" + "x" * 100_000 + "'\n" + "- *a\n" * 2_999, aliases=True)


@pytest.mark.parametrize(
    ("text", "said"), [("a: &a {b: *a}", "line 1: an alias of itself"), ("- 1\n---\n- 2", "line 2: a second document")]
)
def test_aliases_end_and_a_file_is_one_document(text: str, said: str) -> None:
    with pytest.raises(ValueError, match=said):
        plain_yaml(text, aliases=True)
