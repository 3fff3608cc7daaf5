"""Pages are drawn with their words where the text has them, kept, and drawn again if they change."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from PIL import Image
from reportlab.pdfgen.canvas import Canvas

from extensions.studio.tests.page.conftest import Started
from ragatta.extensions.studio.api import Api
from ragatta.pipeline.drawing.pages import Undrawn, located


def test_the_words_of_a_page_have_their_spans_and_boxes(api: Api) -> None:
    page = api.call("page", {"file": "prices.pdf", "page": 1})
    assert page["picture"]
    words = " ".join(page["text"][start:end] for start, end, *_ in page["words"])
    assert words == "Price List Article Price Big pump $120 Small pump $80 Garden hose $19"
    assert all(0 <= left < right <= page["width"] and top < bottom for _, _, left, top, right, bottom in page["words"])


def test_the_picture_is_turned_as_its_words_are(started: Started, documents: Path) -> None:
    canvas = Canvas(str(documents / "pdfs" / "turned.pdf"), pagesize=(300, 500))
    canvas.rotate(90)
    canvas.setFontSize(30)
    canvas.drawString(100, -200, "sideways")
    canvas.showPage()
    canvas.save()
    api = started()
    page = api.call("page", {"file": "turned.pdf", "page": 1})
    picture = Image.open(io.BytesIO(api.pages.picture("turned.pdf", 1))).convert("L")
    assert picture.width > picture.height
    assert (page["width"], page["height"]) == (500, 300)
    ((_, _, *box),) = page["words"]
    scale = picture.width / page["width"]
    inside = picture.crop(tuple(round(at * scale) for at in box))
    assert min(inside.get_flattened_data()) < 100
    left, top, right, bottom = (round(at * scale) for at in box)
    picture.paste(255, (left - 2, top - 2, right + 2, bottom + 2))
    assert min(picture.get_flattened_data()) > 200  # all ink was in the box


def test_a_picture_is_kept_and_a_changed_document_is_not_shown(api: Api, documents: Path) -> None:
    first = api.pages.picture("prices.pdf", 1)
    assert api.pages.picture("prices.pdf", 1) == first
    (documents / "pdfs" / "prices.pdf").write_bytes(b"%PDF-1.4 other")
    assert api.pages.picture("prices.pdf", 1) == first
    (documents / "pdfs" / "letter.pdf").write_bytes(b"%PDF-1.4 other")
    with pytest.raises(Undrawn, match="has changed"):
        api.pages.picture("letter.pdf", 1)


def test_a_document_without_pages_to_draw_is_shown_as_text(started: Started, documents: Path) -> None:
    (documents / "pdfs" / "notes.txt").write_text("Pumps rest in winter.")
    page = started().call("page", {"file": "notes.txt", "page": 1})
    assert not page["picture"]
    assert page["text"] == "Pumps rest in winter."


def test_words_are_found_at_the_nearest_place_and_none_where_the_text_lacks_them() -> None:
    box = [0.0, 0.0, 1.0, 1.0]
    line = [["the", *box, 0], ["end", *box, 3]]
    text = "of the fee: the end; the fee"
    assert [text[int(start) : int(end)] for start, end, *_ in located([line], text)] == ["the", "end"]
    assert located([line], text)[0][0] == text.index("the end")
    assert located([[["gone", *box, 0]]], text) == []
    (word,) = located([[["end.", *box, 3]]], "the end.")
    assert word[:2] == [4, 8]
    assert located([[["inter-", *box, 0]]], "interest")[0][:2] == [0, 5]
