"""Forms of a PDF page: drawings that it places as a whole, one in another (ISO 32000-1, section 8.10)."""

from __future__ import annotations

from typing import Any


def forms_of(thing: Any) -> Any:
    """The PdfMatrix from the measures of what holds an object of a page (pypdfium2's PdfObject) to those of the page:
    the forms around it, from the inside out."""
    import pypdfium2

    matrix, form = pypdfium2.PdfMatrix(), thing.container
    while form is not None:
        matrix = matrix.multiply(form.get_matrix())
        form = form.container
    return matrix
