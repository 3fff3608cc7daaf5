"""The likeliest encoding of European text that names none, by the frequency of its letters.

Each encoding is tried with each language that is written in it. Only words with a byte beyond ASCII count, since markup
and figures tell nothing. A letter scores the logarithm of its share in the language, estimated from its rank; what is
where no text has it costs more. Source: Li and Momoi, "A composite approach to language/encoding detection" (2001), the
character distribution method; the ranks are those of charset-normalizer.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cache
from math import exp, inf, log

WESTERN = ("English", "German", "French", "Spanish", "Portuguese", "Italian", "Dutch", "Swedish", "Norwegian", "Danish",
           "Finnish", "Estonian", "Icelandic")  # fmt: skip
CENTRAL = ("Polish", "Czech", "Hungarian", "Slovak", "Romanian", "Croatian", "Slovene")
CYRILLIC = ("Russian", "Ukrainian", "Bulgarian")
LANGUAGES: Mapping[str, Sequence[str]] = {  # by encoding; of equals the first counts
    "cp1252": WESTERN, "cp1250": CENTRAL, "iso8859-2": CENTRAL, "cp1254": ("Turkish",), "cp1251": CYRILLIC,
    "koi8-u": CYRILLIC, "iso8859-5": CYRILLIC, "cp866": ("Russian",), "cp1253": ("Greek",), "iso8859-7": ("Greek",),
    "cp1255": ("Hebrew",), "cp1256": ("Arabic",),
}  # fmt: skip
# Further letters, which follow those that charset-normalizer ranks.
RARER = {
    "English": "éèêïöüçñ", "German": "ß", "French": "êçâîùôûœëïæü", "Spanish": "éñúü", "Portuguese": "õóúêâôà",
    "Italian": "ùìéó", "Dutch": "éïèóü", "Swedish": "é", "Norwegian": "éòô", "Danish": "é", "Finnish": "å",
    "Estonian": "šž", "Icelandic": "arnieustðglmkvhfdáþoóíöæbjúéýpyxcw", "Polish": "żśćńźv", "Czech": "čšžůúóťďňgfwxöü",
    "Hungarian": "őíüúűxwq", "Slovak": "čšžúľťôňóäďĺŕégfwxö", "Romanian": "şţkw", "Croatian": "đwy", "Slovene": "ćđwyx",
    "Turkish": "ğöfâîûjwxq", "Russian": "шющэфцъё", "Ukrainian": "шжюіїщєфґ", "Bulgarian": "шюфьэы",
    "Greek": "γφάβξύζψϊώϋΐΰς",
}  # fmt: skip
LATIN = {*WESTERN, *CENTRAL, "Turkish"}
DECAY = 7.0  # ranks over which a letter's share falls to 1/e
SIGNS = {"“”‘’„‚–—…§°€£«»·©®™²³µ№¿¡\xa0": -5.0, "½¼¾±×÷¹ªº": -7.0, " 0123456789": 0.0}  # their scores
FOREIGN, BESIDE = -7.5, -4.5  # of an ASCII letter that a Latin language has not, and of one in another script's text
UNKNOWN = -10.0  # of any other character
ODD = -4.0  # further, for a character in an odd place
INSIDE, OPENING, CLOSING = "’‘·–—…", "“„«»‚£©§€¡¿", "”«»²³™®ªº°€"  # signs between letters, before one, and after one
ALONE = frozenset("аивкосуяő")  # words of one letter, of those beyond Latin-1
# Further, for what is less usual than cp1252: measured so that no Western text is read in another encoding for it.
LESS_USUAL = {
    "cp1252": 0.0, "cp1250": -2.0, "cp1254": -2.0, "cp1251": -2.0, "koi8-u": -2.5, "iso8859-2": -3.0, "iso8859-5": -3.0,
    "cp866": -5.0, "Icelandic": -2.5,
}  # fmt: skip
OTHERS = -4.0
EVIDENCE = 4000  # bytes of words, more than enough
_WORDS = re.compile(rb"(?:[A-Za-z]+ )?[0-9A-Za-z]*[\x80-\xff][0-9A-Za-z\x80-\xff]*(?: [A-Za-z]+(?![A-Za-z\x80-\xff]))?")


def guessed(data: bytes) -> tuple[str, float]:
    """The likeliest encoding, and the mean score of a letter in it."""
    words = b" ".join(_WORDS.findall(data))[:EVIDENCE]
    best, found = -inf, ""
    for encoding, languages in LANGUAGES.items():
        text = words.decode(encoding, "replace")
        usual = ODD * sum(map(_is_odd, f" {text}", text, f"{text[1:]} ")) + LESS_USUAL.get(encoding, OTHERS)
        counts = Counter(text.lower())
        for language in languages:
            score = usual + LESS_USUAL.get(language, 0.0) + _score(counts, language)
            if score > best:
                best, found = score, encoding
    return found, best / max(1, len(re.sub(rb"[ 0-9]", b"", words)))


def _is_odd(before: str, char: str, after: str) -> bool:
    """Whether a character beyond ASCII, or the one before it, is where such a character is not in a text."""
    if char.isascii() and before.isascii():
        return False
    if not char.isalpha():
        if char.isascii() or char in INSIDE:
            return False
        return (before.isalpha() and char not in CLOSING) or (after.isalpha() and char not in OPENING)
    if before.isalpha():
        return (before.islower() and char.isupper()) or (before < "\u0250") != (char < "\u0250")
    if before.isdecimal() or after.isdecimal():
        return True
    return char > "\xff" and not after.isalpha() and char.lower() not in ALONE


def _score(counts: Mapping[str, int], language: str) -> float:
    scores, other = _scores(language), FOREIGN if language in LATIN else BESIDE
    return sum(count * scores.get(char, other if char.isascii() else UNKNOWN) for char, count in counts.items())


@cache
def _scores(language: str) -> Mapping[str, float]:
    from charset_normalizer.constant import FREQUENCIES

    letters = dict.fromkeys([*FREQUENCIES.get(language, ()), *RARER.get(language, "")])
    shares = [exp(-rank / DECAY) for rank in range(len(letters))]
    ranked = {letter: log(share / sum(shares)) for letter, share in zip(letters, shares, strict=True)}
    return {**{sign: score for signs, score in SIGNS.items() for sign in signs}, **ranked}
