"""Normalized names, titles and lines of chat, which cannot deceive or break a page (A-06, A-07)."""

import unicodedata

from ilos.server.refusal import Refusal

MAX_NAME = 24
MAX_TITLE = 60
MAX_LINE = 300
_MARKS = {"Mn", "Me", "Mc"}
_MAX_MARKS = 2  # on one letter; more would cover the letters around it
_FORBIDDEN_CATEGORIES = {
    "Cc",
    "Cf",
    "Cs",
    "Co",
    "Cn",
    "Zl",
    "Zp",
}  # control, bidi and zero width, surrogates

# Letters that look like Latin ones, folded for comparing names; beyond what NFKC does already.
_LOOKALIKES = str.maketrans(
    "аеорсхуіјѕԁһкмтвнАЕОРСХУІЈЅΑΒΕΖΗΙΚΜΝΟΡΤΥΧαορνυıǀ|10",
    "aeopcxyijsdhkmtbhaeopcxyijsabezhikmnoptyxaopvuilllo",
)


def clean_name(text: str) -> str:
    """Return a person's name as it is shown; raise Refusal if it cannot be used."""
    name = _clean(text, MAX_NAME)
    if not any(unicodedata.category(letter)[0] in "LN" for letter in name):
        raise Refusal("bad_name", f"a name needs a letter or digit, and at most {MAX_NAME}")
    return name


def clean_title(text: str) -> str:
    """Return a table's title as it is shown; may be empty."""
    return _clean(text, MAX_TITLE) if text.strip() else ""


def clean_line(text: str) -> str:
    """Return a line of chat as it is shown; raise Refusal if nothing is left."""
    line = _clean(text, MAX_LINE)
    if not line:
        raise Refusal("bad_text", "this line is empty")
    return line


def folded(name: str) -> str:
    """Return the form in which two names at one table must differ: look-alike letters are equal."""
    bare = unicodedata.normalize("NFKD", name.translate(_LOOKALIKES).casefold())
    letters = (letter for letter in bare if unicodedata.category(letter) not in _MARKS)
    return "".join("".join(letters).translate(_LOOKALIKES).replace("i", "l").split())


def _clean(text: str, longest: int) -> str:
    try:
        normal = unicodedata.normalize("NFKC", text.encode("utf-8").decode("utf-8"))
    except UnicodeError:
        raise Refusal("bad_text", "this text has broken characters") from None
    kept = [" " if letter.isspace() else letter for letter in normal]
    kept = [letter for letter in kept if unicodedata.category(letter) not in _FORBIDDEN_CATEGORIES]
    tidy = " ".join(_limit_marks("".join(kept)).split())
    length = sum(unicodedata.category(letter) not in _MARKS for letter in tidy)
    if length > longest:
        raise Refusal("bad_text", f"at most {longest} characters, please; these are {length}")
    return tidy


def _limit_marks(text: str) -> str:
    kept: list[str] = []
    marks = 0
    for letter in text:
        marks = marks + 1 if unicodedata.category(letter) in _MARKS else 0
        if marks <= _MAX_MARKS:
            kept.append(letter)
    return "".join(kept)
