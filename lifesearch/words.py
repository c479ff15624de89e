"""Small matters of language."""

import re
from unicodedata import category

_INVISIBLE = re.compile(r"[^\n\t\x20-\x7e]")


def sized(width: int, height: int) -> str:
    """A size with its article.

    >>> sized(7, 6), sized(8, 6), sized(11, 2), sized(80, 1), sized(110, 1)
    ('a 7x6', 'an 8x6', 'an 11x2', 'an 80x1', 'a 110x1')
    """
    spoken = str(width)
    article = "an" if spoken[0] == "8" or width in (11, 18) else "a"
    return f"{article} {width}x{height}"


def plural(count: int, thing: str) -> str:
    """A number of things.

    >>> plural(1, "cell"), plural(1200, "cell"), plural(2, "still life")
    ('1 cell', '1,200 cells', '2 still lifes')
    """
    return f"{count:,} {thing}{'' if count == 1 else 's'}"


def visible(text: str) -> str:
    r"""Replace control characters by their escapes; line breaks and tabs stay.

    Escape sequences would let a file's name or comment command the terminal, and marks that
    change the direction of writing would let it pose as something else.

    >>> visible("\x1b[31mred\x9b\u202e\n")
    '\\x1b[31mred\\x9b\\u202e\n'
    """
    return text if text.isprintable() else _INVISIBLE.sub(_escape, text)


def visible_line(text: str) -> str:
    r"""Replace line breaks, too, so that a text stays one line.

    >>> visible_line("a\r\nb")
    'a\\r\\nb'
    """
    return text if text.isprintable() else "".join(map(_escape_all, text))


def _escape_all(letter: str) -> str:
    shown = letter.isprintable() or category(letter) == "Zs"
    return letter if shown else letter.encode("unicode_escape").decode("ascii")


def _escape(found: re.Match[str]) -> str:
    return _escape_all(found[0])
