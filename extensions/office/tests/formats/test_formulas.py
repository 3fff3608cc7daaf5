"""Formulas on one line."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

from ragatta.extensions.office.formats._formulas import DEEPEST, LOWERED, RAISED, linear, shifted

M = "http://schemas.openxmlformats.org/officeDocument/2006/math"


def power(base: str, exponent: str) -> str:
    return f"<msup><mrow>{base}</mrow><mrow>{exponent}</mrow></msup>"


@pytest.mark.parametrize(
    ("formula", "line"),
    [
        ("<mn>3</mn><mo>\u00d7</mo>" + power("<mn>10</mn>", "<mn>6</mn>"), "3\u00d710^6"),
        ("<mn>3</mn><mo>\u2062</mo>" + power("<mn>10</mn>", "<mo>-</mo><mn>6</mn>"), "3 10^-6"),
        (power("<mi>x</mi>", "<mi>n</mi><mo>+</mo><mn>1</mn>"), "x^(n+1)"),
        (power("<mi>a</mi><mo>+</mo><mi>b</mi>", "<mn>2</mn>"), "(a+b)^2"),
        ("<mn>3</mn><mfrac><mn>1</mn><mn>2</mn></mfrac>", "3 1/2"),
        ("<msub><mi>x</mi><mn>1</mn></msub><mo>=</mo><msqrt><mn>2</mn><mi>y</mi></msqrt>", "x_1=\u221a(2y)"),
        ("<mroot><mi>x</mi><mn>3</mn></mroot>", "3\u221ax"),
        ("<munderover><mo>\u2211</mo><mn>1</mn><mi>n</mi></munderover><mi>k</mi>", "\u2211_1^nk"),
        ("<mtable><mtr><mtd>a</mtd><mtd>b</mtd></mtr><mtr><mtd>c</mtd></mtr></mtable>", "a b; c"),
        ("<semantics><mi>x</mi><annotation>\\hat x</annotation></semantics><mphantom>no</mphantom>", "x"),
        ("<mrow>" * (DEEPEST + 9) + "<mi>x</mi>" + "</mrow>" * (DEEPEST + 9), "x"),
    ],
)
def test_mathml(formula: str, line: str) -> None:
    assert linear(ElementTree.fromstring(f"<math>{formula}</math>")) == line


def run(text: str) -> str:
    return f"<m:r><m:t>{text}</m:t></m:r>"


@pytest.mark.parametrize(
    ("formula", "line"),
    [
        (run("3\u00d7") + f"<m:sSup><m:e>{run('10')}</m:e><m:sup>{run('6')}</m:sup></m:sSup>", "3\u00d710^6"),
        (f"<m:sSub><m:sSubPr/><m:e>{run('v')}</m:e><m:sub>{run('max')}</m:sub></m:sSub>", "v_max"),
        (f"<m:f><m:num>{run('a+b')}</m:num><m:den>{run('2')}</m:den></m:f>", "(a+b)/2"),
        (f"<m:rad><m:deg/><m:e>{run('x')}</m:e></m:rad>", "\u221ax"),
        (
            f'<m:nary><m:naryPr><m:chr m:val="\u2211"/></m:naryPr><m:sub>{run("i=1")}</m:sub><m:sup>{run("n")}</m:sup>'
            f"<m:e>{run('x')}</m:e></m:nary>",
            "\u2211_(i=1)^nx",
        ),
        (f'<m:d><m:dPr><m:begChr m:val="["/><m:endChr m:val=""/></m:dPr><m:e>{run("x")}</m:e></m:d>', "[x"),
        (f"<m:d><m:e>{run('x')}</m:e><m:e>{run('y')}</m:e></m:d>", "(x|y)"),
        ("<m:m><m:mr><m:e>a</m:e><m:e>b</m:e></m:mr><m:mr><m:e>c</m:e></m:mr></m:m>", "a b; c"),
    ],
)
def test_office_mathml(formula: str, line: str) -> None:
    assert linear(ElementTree.fromstring(f'<m:oMath xmlns:m="{M}">{formula}</m:oMath>')) == line


@pytest.mark.parametrize("sign", [RAISED, LOWERED])
def test_only_a_figure_behind_a_figure_is_marked(sign: str) -> None:
    pairs = [("$320", "1"), ("10", "\u22126"), ("1", "st"), ("m", "2"), ("", "2")]
    assert [shifted(*pair, sign) for pair in pairs] == [f"{sign}1", f"{sign}\u22126", "st", "2", "2"]
