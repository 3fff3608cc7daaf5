from __future__ import annotations

import hashlib
from pathlib import Path
from types import MappingProxyType

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ragatta.pipeline.plugins import identity
from ragatta.pipeline.types import AskedQuestion

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
    max_leaves=8,
)


@given(st.dictionaries(st.text(max_size=3), JSON, max_size=4))
def test_a_digest_does_not_depend_on_the_order_of_keys(value: dict) -> None:
    assert identity.digest(value) == identity.digest(dict(reversed(list(value.items()))))
    assert identity.digest(MappingProxyType(value)) == identity.digest(value)


@given(st.lists(st.text(max_size=4), max_size=4), st.lists(st.text(max_size=4), max_size=4))
def test_different_lists_have_different_digests(first: list[str], second: list[str]) -> None:
    assert (identity.digest(first) == identity.digest(second)) == (first == second)


def test_what_has_no_canonical_form_is_refused() -> None:
    with pytest.raises(TypeError, match="set has no canonical form"):
        identity.digest({"a": {1, 2}})


def test_a_digest_is_stable_across_releases() -> None:
    assert identity.digest({"b": [1, "é"], "a": None}) == hashlib.sha256('{"a":null,"b":[1,"é"]}'.encode()).hexdigest()


def test_the_corpus_is_a_set_of_names_and_bytes() -> None:
    files = [("a.pdf", "1"), ("b.pdf", "2")]
    assert identity.corpus_digest(files) == identity.corpus_digest(reversed(files))
    assert identity.corpus_digest(files) != identity.corpus_digest([("a.pdf", "2"), ("b.pdf", "1")])


def test_a_question_key_covers_all_that_the_pipeline_sees() -> None:
    asked = AskedQuestion("q", ("a.pdf",), ("2024",))
    others = [
        AskedQuestion("p", ("a.pdf",), ("2024",)),
        AskedQuestion("q", (), ("2024",)),
        AskedQuestion("q", ("a.pdf",)),
    ]
    assert len({identity.question_key(one) for one in [asked, *others]}) == 4
    assert identity.question_key(AskedQuestion("q", ("a.pdf",), ("2024",))) == identity.question_key(asked)


def test_a_file_digest_is_the_sha256_of_its_bytes(tmp_path: Path) -> None:
    (tmp_path / "a.bin").write_bytes(b"\x00\xff" * 70_000)
    assert identity.file_digest(tmp_path / "a.bin") == hashlib.sha256(b"\x00\xff" * 70_000).hexdigest()
    assert identity.short("0123456789abcdef") == "0123456789ab"


def test_a_library_that_is_not_here_has_no_version() -> None:
    assert [identity.version_of(name) for name in ("", "no-such-library")] == ["", ""]
    assert identity.version_of("pytest") == pytest.__version__
