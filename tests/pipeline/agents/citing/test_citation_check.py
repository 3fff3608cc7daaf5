"""No citation outside the evidence survives, whatever the names of the files."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ragatta.pipeline.agents.citing.citation_check import verify
from standins.scripted import chunk, hit

KNOWN = ("a.pdf", "orders/order [A-1] copy.pdf", "b (2).pdf", "with, comma.pdf")
EVIDENCE = [hit(chunk(name, 0, f"The answer of {name} is twelve.")) for name in KNOWN]
INVENTED = ("c.pdf", "doc_123", "orders/order [A-9] copy.pdf", "d e f.pdf", "Source 3", "x/y z (1).PDF", "g, h.pdf")
words = st.sampled_from(["It is 12", "twelve", "-", "see", "\n", ".", "[", "]", "(", ")"])
marks = st.sampled_from([*KNOWN, *INVENTED]).map(lambda name: f"[{name}]")
texts = st.lists(st.one_of(words, marks), max_size=12).map(" ".join)


@given(texts)
def test_what_is_cited_is_in_the_evidence(text: str) -> None:
    checked = verify(text, EVIDENCE)
    assert {citation.source_file for citation in checked.citations} <= set(KNOWN)
    assert {citation.chunk_id for citation in checked.citations} <= {one.chunk.id for one in EVIDENCE}


@given(texts)
def test_no_invented_mark_is_left_in_the_text(text: str) -> None:
    checked = verify(text, EVIDENCE)
    assert not [name for name in INVENTED if f"[{name}]" in checked.text]


@given(texts)
def test_what_was_verified_stays_so(text: str) -> None:
    checked = verify(text, EVIDENCE)
    again = verify(checked.text, EVIDENCE)
    assert (again.text, again.citations, again.unknown) == (checked.text, checked.citations, ())


@pytest.mark.parametrize("name", KNOWN)
def test_a_name_is_found_whatever_stands_in_it(name: str) -> None:
    checked = verify(f"It is twelve [{name}].", EVIDENCE)
    assert [citation.source_file for citation in checked.citations] == [name]
    assert checked.text == f"It is twelve [{name}]."


def test_a_mark_cites_the_page_that_says_so() -> None:
    pages = [hit(chunk("m.pdf", 0, "Winter storage is dry.", 1)), hit(chunk("m.pdf", 1, "Seals last 600 hours.", 7), 2)]
    checked = verify("The seals last 600 hours [m.pdf]. Storage in winter is dry [m.pdf].", pages)
    assert [citation.first_page for citation in checked.citations] == [7, 1]


def test_what_was_invented_is_taken_out_and_told() -> None:
    checked = verify("Twelve [a.pdf] or thirteen [c.pdf].", EVIDENCE)
    assert checked.text == "Twelve [a.pdf] or thirteen."
    assert checked.unknown == ("[c.pdf]",)
