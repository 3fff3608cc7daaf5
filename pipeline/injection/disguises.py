"""How the words of an order are hidden from one who searches for them, undone.

`plain` undoes what changes characters: case, full-width and mathematical letters, accents, look-alikes of other
alphabets, invisible characters, HTML entities, URL-encoding and escapes. `spelled` is a pattern that also finds words
whose letters are set apart by spaces or punctuation, run together, or replaced by digits and signs.
Look-alikes: Unicode Technical Standard 39 (confusables), the letters of Cyrillic, Greek, Armenian and Cherokee that
stand for a Latin one; Latin variants are known by their Unicode names.
"""

from __future__ import annotations

import html
import re
import unicodedata
from functools import lru_cache

_LAYERS = 3  # of encodings put over one another
_ESCAPE = re.compile(r"\\u\{?([0-9a-f]{4,6})\}?|\\x([0-9a-f]{2})", re.IGNORECASE)
_BLANK = re.compile(r"\\[tnr]")
_PERCENT = re.compile(r"(?:%[0-9a-f]{2})+", re.IGNORECASE)
_CYRILLIC = re.compile(r"[\u0400-\u04ff]")
_WRAPPED = re.compile(r"(?m)^(.{40,}[^\s.!?:;])[ \t]*\n[ \t]*(?=[a-z])")
_LATIN = re.compile(r"LATIN (?:SMALL |CAPITAL )?LETTER (?:[A-Z]+ )*?([A-Z])(?: |$)|SYMBOL LETTER ([A-Z])$")
_INVISIBLE = frozenset({"Cf", "Mn", "Me"})
_FILLERS = frozenset("\u115f\u1160\u3164\uffa0\u2800")
_TAGS = range(0xE0020, 0xE007F)  # an invisible copy of ASCII

_LOOK_ALIKES = {
    look: letter
    for letter, looks in {
        "a": "аαꭺ", "b": "ьвβ", "c": "сϲꮯ", "d": "ԁꮷ", "e": "еєεҽꭼ", "f": "ϝք", "g": "ցԍ", "h": "һнհ",
        "i": "іιӏւꭵ", "j": "јϳյ", "k": "кκ", "l": "ⅼӏ", "m": "мϻ", "n": "пηոռ", "o": "оοσօ",
        "p": "рρ", "q": "ԛգ", "r": "гꮁ", "s": "ѕꮪտ", "t": "тτ", "u": "υսц", "v": "ѵνꮩ", "w": "ԝωաш",
        "x": "хχ", "y": "уүγყ", "z": "ᴢζ", "<": "‹〈", ">": "›〉",
    }.items()
    for look in looks
}  # fmt: skip

# What a Cyrillic letter sounds like, where its look does not tell: "ігноре" for "ignore".
_SOUNDS = str.maketrans(
    dict(zip("абвгдезийіклмнопрстуфхыэ", "abvgdeziiiklmnoprstufhye", strict=True))
    | {"ж": "zh", "ц": "c", "ч": "ch", "ш": "sh", "ю": "yu", "я": "ya", "ь": "", "ъ": "", "є": "e", "ґ": "g"}
)

# A letter and the signs that are written for it. As whole phrases have to match, they cost no false alarm.
_SIGNS = {"a": "a4@", "e": "e3", "g": "g96", "i": "i1!|", "l": "l1|", "o": "o0", "s": "s5$", "t": "t7", "b": "b8"}
_APART = r"[\W_]{0,3}"  # between two letters of a word
GAP = r"[\W_]{0,8}"  # between two words
_ROUND = r"(?:[o0]|\(\))"  # an "o", also made of brackets
STARTS, ENDS = r"(?<![^\W_])", r"(?![^\W_])"


class _Folded(dict[int, str]):
    """A character's plain form, found out when the character is first met."""

    def __missing__(self, code: int) -> str:
        self[code] = _fold(chr(code))
        return self[code]


_FOLDED = _Folded()


def readings(text: str) -> tuple[str, ...]:
    """The plain text, and what else it may be read as: "%" and backslashes as mere signs between words or letters
    ("disregard%above", which decodes to a letter), Cyrillic letters by their sound."""
    found = [plain(text)]
    if "%" in text or "\\" in text or "\uff05" in text:
        found.append(plain(text, signs=True))
    if _CYRILLIC.search(text):
        found.append(plain(text.lower().translate(_SOUNDS)))
    return tuple(dict.fromkeys(found))


def plain(text: str, signs: bool = False) -> str:
    """The text in lower case and without disguises; with `signs`, "%41" and "\\n" stay as they are. Lines stay lines,
    but a line of prose that goes on in the next one, with a small letter, is one with it."""
    text = text.translate(_FOLDED)
    for _ in range(_LAYERS):
        decoded = html.unescape(text)
        decoded = decoded if signs else _BLANK.sub(_blank, _PERCENT.sub(_decoded, decoded))
        decoded = _ESCAPE.sub(_unescaped, decoded).translate(_FOLDED)
        if decoded == text:
            break
        text = decoded
    return _WRAPPED.sub(r"\1 ", text).lower()


def spelled(phrase: str) -> str:
    """The pattern of a phrase of plain letters, in all its spellings."""
    return GAP.join(_APART.join(map(_letter_pattern, word)) for word in phrase.split())


def set_apart(word: str) -> str:
    """The pattern of a word whose letters all stand apart, as no ordinary text writes it."""
    return r"[\W_]{1,3}".join(map(_letter_pattern, word))


def either(phrases: str) -> str:
    """The pattern of one of the phrases, which "|" sets apart, the longest that fits."""
    written = sorted((" ".join(phrase.split()) for phrase in phrases.split("|")), key=len, reverse=True)
    return f"(?:{'|'.join(map(spelled, written))})"


def compiled(pattern: str) -> re.Pattern[str]:
    """Where the pattern begins, between the ends of words; a match is empty, so that none hides another in it."""
    return re.compile(f"{STARTS}(?=(?:{pattern}){ENDS})")


def _letter_pattern(letter: str) -> str:
    return _ROUND if letter == "o" else f"[{re.escape(_SIGNS.get(letter, letter))}]"


@lru_cache(maxsize=4096)
def _fold(char: str) -> str:
    if ord(char) in _TAGS:
        return chr(ord(char) - 0xE0000)
    control = unicodedata.category(char) == "Cc" and not char.isspace()
    if char in _FILLERS or control or unicodedata.category(char) in _INVISIBLE:
        return ""
    if char == "\r" or unicodedata.category(char) in ("Zl", "Zp"):
        return "\n"
    parts = (_letter(part) for part in unicodedata.normalize("NFKD", char))
    return "".join(part for part in parts if unicodedata.category(part) not in _INVISIBLE)


def _letter(char: str) -> str:
    """The Latin letter that a character stands for; the character itself where it is none."""
    if char.isascii():
        return char
    if (digit := unicodedata.digit(char, None)) is not None:
        return str(digit)
    named = _LATIN.search(unicodedata.name(char, ""))
    return _LOOK_ALIKES.get(char.lower()) or ((named[1] or named[2]).lower() if named else char)


def _blank(escape: re.Match[str]) -> str:
    return "\t" if escape[0] == "\\t" else "\n"


def _decoded(escapes: re.Match[str]) -> str:
    """What "%.." stands for, where it is text in UTF-8, its characters printable or invisible; else as it is."""
    try:
        text = bytes.fromhex(escapes[0].replace("%", "")).decode("utf-8")
    except UnicodeDecodeError:
        return escapes[0]
    return text if all(map(_is_text, text)) else escapes[0]


def _is_text(char: str) -> bool:
    return char.isprintable() or char.isspace() or unicodedata.category(char) in _INVISIBLE


def _unescaped(escape: re.Match[str]) -> str:
    code = int(escape[1] or escape[2], 16)
    return chr(code) if code <= 0x10FFFF else escape[0]
