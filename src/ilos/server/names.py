"""Names, titles and chat, tidied so that they cannot hide or break a page (A-06, A-07)."""

import unicodedata

from ilos.server.refusal import Refusal

LONGEST_NAME = 24
LONGEST_TITLE = 60
LONGEST_LINE = 300
_MARKS = {"Mn", "Me", "Mc"}
_MOST_MARKS = 2  # on one letter; more is a tower that covers its neighbours
_NEVER = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}  # control, bidi and zero width, surrogates

# Letters that look like Latin ones, folded for comparing names; beyond what NFKC does already.
_LOOKALIKES = str.maketrans(
    "аеорсхуіјѕԁһкмтвнАЕОРСХУІЈЅΑΒΕΖΗΙΚΜΝΟΡΤΥΧαορνυıǀ|10",
    "aeopcxyijsdhkmtbhaeopcxyijsabezhikmnoptyxaopvuilllo",
)


def tidy_name(text: str) -> str:
    """A person's name as it is shown; raises Refusal."""
    name = _tidy(text, LONGEST_NAME)
    if not any(unicodedata.category(letter)[0] in "LN" for letter in name):
        raise Refusal("bad_name", f"a name needs a letter or digit, and at most {LONGEST_NAME}")
    return name


def tidy_title(text: str) -> str:
    """A table's title as it is shown; may be empty."""
    return _tidy(text, LONGEST_TITLE) if text.strip() else ""


def tidy_line(text: str) -> str:
    """A line of chat as it is shown."""
    line = _tidy(text, LONGEST_LINE)
    if not line:
        raise Refusal("bad_text", "there is nothing to say in that line")
    return line


def folded(name: str) -> str:
    """The form in which two names at one table must differ: look-alikes are one."""
    bare = unicodedata.normalize("NFKD", name.translate(_LOOKALIKES).casefold())
    letters = (letter for letter in bare if unicodedata.category(letter) not in _MARKS)
    return "".join("".join(letters).translate(_LOOKALIKES).replace("i", "l").split())


def _tidy(text: str, longest: int) -> str:
    try:
        normal = unicodedata.normalize("NFKC", text.encode("utf-8").decode("utf-8"))
    except UnicodeError:
        raise Refusal("bad_text", "this text has broken characters") from None
    kept = [" " if letter.isspace() else letter for letter in normal]
    kept = [letter for letter in kept if unicodedata.category(letter) not in _NEVER]
    tidy = " ".join(_without_towers("".join(kept)).split())
    length = sum(unicodedata.category(letter) not in _MARKS for letter in tidy)
    if length > longest:
        raise Refusal("bad_text", f"at most {longest} characters, please; these are {length}")
    return tidy


def _without_towers(text: str) -> str:
    kept: list[str] = []
    marks = 0
    for letter in text:
        marks = marks + 1 if unicodedata.category(letter) in _MARKS else 0
        if marks <= _MOST_MARKS:
            kept.append(letter)
    return "".join(kept)
