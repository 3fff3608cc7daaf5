"""Form XObjects of a PDF page: drawings that are placed as a whole, and may be nested (ISO 32000-1, section 8.10)."""

from __future__ import annotations

from typing import Any


def forms_of(thing: Any) -> Any:
    """The PdfMatrix from the coordinates of an object's container (pypdfium2's PdfObject) to those of the page, through
    all surrounding forms."""
    import pypdfium2

    matrix, form = pypdfium2.PdfMatrix(), thing.container
    while form is not None:
        matrix = matrix.multiply(form.get_matrix())
        form = form.container
    return matrix
