"""No draft rests on what its page strikes out."""

from __future__ import annotations

from pathlib import Path

from reportlab.pdfgen.canvas import Canvas

from ragatta.experiments.adding.gold import Gold
from ragatta.extensions.studio.drafting.corpus import Corpus
from ragatta.extensions.studio.drafting.drafting import Drafting
from ragatta.extensions.studio.drafting.forms import candidates
from ragatta.pipeline.documents.parsers.pdfium import Pdfium
from ragatta.pipeline.tables.striking import Striking


def test_no_draft_rests_on_what_is_struck_out(gold: Gold, corpus: Corpus, folder: Path) -> None:
    pdfs = folder / "pdfs"
    every = [*candidates(corpus)]
    with Striking({one.name: one for one in pdfs.iterdir()}, {}, Pdfium()) as striking:
        plain = [one.record["question"] for one in Drafting(gold.corpus, [], []).chosen(every, 100)]
        drafting = Drafting(gold.corpus, [], [], striking=striking)
        assert [one.record["question"] for one in drafting.chosen(every, 100)] == plain  # their tables are ruled
    (field,) = [one for one in every if one.form == "field"]
    with Striking({"Lease.pdf": pdfs / "fees.pdf"}, {}, Pdfium()) as striking:
        canvas = Canvas(str(pdfs / "fees.pdf"))
        canvas.drawString(72, 700, field.quotes[0])
        canvas.line(72, 703.5, 472, 703.5)
        canvas.save()
        assert not [*Drafting(gold.corpus, [], [], striking=striking).chosen([field], 1)]
