from __future__ import annotations

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ragatta.eval.matching.in_english import in_english
from ragatta.eval.matching.numbers import numbers
from ragatta.pipeline.text.languages import LANGUAGES, language

COMMA = [code for code in LANGUAGES.names() if language(code).decimal == ","]


@pytest.mark.parametrize(
    ("code", "text", "read"),
    [
        ("de", "1.234,56 €", "€1,234.56"),
        ("de", "1 234,56 €", "€1,234.56"),
        ("de", "1'234.56 CHF", "1,234.56 CHF"),
        ("de", "1.234 von 12.345.678", "1,234 of 12,345,678"),
        ("de", "1.5 oder 3,25", "1.5 or 3.25"),
        ("de", "12.03.2024", "12.03.2024"),
        ("de", "am 3. März 2024", "at 3 march 2024"),
        ("de", "3,5 Prozent von 2,5 Mrd. Euro", "3.5 percent of 2.5 billion euros"),
        ("fr", "1 234,5 le 1er août 2023", "1,234.5 the 1 august 2023"),
        ("fr", "05/03/2024", "5 march 2024"),
        ("es", "3 de marzo de 2024", "3 march 2024"),
        ("es", "2 mil millones", "2 billion"),
        ("de", "10 bis 12 %, bis zu 5", "10 to 12 %, up to 5"),
        ("fr", "3,2 millions d'euros", "3.2 million of euros"),
        ("it", "1.234.567,8 e 5 per cento", "1,234,567.8 and 5 percent"),
        ("ja", "１，２３４．５円", "¥1,234.5"),
        ("ja", "3億2,000万円", "¥320000000"),
        ("ja", "1万5千人", "15000 人"),
        ("ja", "三百二十円", "¥320"),
        ("ja", "令和六年四月一日", "1 april 2024"),
        ("ja", "2割5分", "25%"),
        ("ja", "十分な千葉の一部", "十分な千葉の一部"),
        ("ja", "▲1,234円 △5.2% マイナス3", "-¥1,234  -5.2% -3"),
        ("ja", "3〜5日、10円から20円", "3-5 日, 10-¥20"),
        ("ja", "三分の一、1.5万", "1/3, 15000"),
        ("ja", "2024/3/5", "5 march 2024"),
        ("zh", "百分之十二点五，三点五，三点五十分", "12.5%, 3.5, 3 点 50 分"),
        ("zh", "负5，3到5天", "-5,3-5 天"),
        ("zh", "百分之五", "5%"),
        ("zh", "三亿二千万元", "¥320000000"),
        ("zh", "2024年3月5日", "5 march 2024"),
        ("zh", "二〇二四年", "2024 年"),
    ],
)
def test_notations(code: str, text: str, read: str) -> None:
    assert in_english(text, code).strip().lower() == read.lower()


@pytest.mark.parametrize("code", COMMA)
@given(units=st.integers(0, 10**9), cents=st.integers(0, 99), sign=st.sampled_from([".", "\u00a0", "\u202f", "'"]))
def test_a_number_with_a_decimal_comma_is_read_as_it_is_meant(code: str, units: int, cents: int, sign: str) -> None:
    written = f"{units:,}".replace(",", sign)
    assert [one.value for one in numbers(in_english(written, code))] == [units]
    assert [one.value for one in numbers(in_english(f"{written},{cents:02} €", code))] == [
        Decimal(units) + Decimal(cents) / 100
    ]


@given(st.integers(1, 10**16 - 1))
def test_numerals_are_read_as_they_are_written(value: int) -> None:
    written, rest = "", value
    for unit, size in (("兆", 10**12), ("億", 10**8), ("万", 10**4), ("", 1)):
        part, rest = divmod(rest, size)
        written += f"{part}{unit}" if part else ""
    assert [one.value for one in numbers(in_english(f"{written}円です", "ja"))] == [value]
