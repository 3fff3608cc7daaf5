"""Zero bytes tell the order of UTF-16."""

from __future__ import annotations

import pytest

from ragatta.pipeline.text.byte_order import unmarked_utf16


@pytest.mark.parametrize("order", ["utf-16-le", "utf-16-be"])
@pytest.mark.parametrize("text", ["a", "fee: 31 €", "料金は 31 ドル\n"])
def test_an_order_is_told(text: str, order: str) -> None:
    assert unmarked_utf16(text.encode(order)) == order


@pytest.mark.parametrize("data", [b"", b"fee", b"\0\0\0\0", b"fee\0" + b" 31" * 30 + b"!!", "料金".encode("utf-16-le")])
def test_other_bytes_are_none(data: bytes) -> None:
    assert unmarked_utf16(data) == ""
