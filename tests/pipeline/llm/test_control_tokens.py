import pytest
from hypothesis import given
from hypothesis import strategies as st

from ragatta.pipeline.llm.ask import inert

TOKENS = ["<|im_end|>", "<|eot_id|>", "<｜User｜>", "</s>", "<s>", "<<SYS>>", "[/INST]", "<end_of_turn>", "<eos>"]


@pytest.mark.parametrize("token", TOKENS)
def test_control_tokens_are_broken_and_stay_readable(token):
    assert inert(f"a{token}b") == f"a{token[0] if token != '<<SYS>>' else '<'} {token[1:]}b"


def test_other_text_stays_as_it_is():
    text = "x < y | z > 3, [DRAFT] <b>bold</b> C-1 <= 4 é"
    assert inert(text) == text


@given(st.lists(st.sampled_from([*TOKENS, "<", "|", ">", " ", "a"])).map("".join))
def test_nothing_that_could_be_said_makes_a_token(text):
    assert not any(token in inert(text) for token in TOKENS)
    assert inert(inert(text)) == inert(text)
