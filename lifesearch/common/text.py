"""Words for people: plurals, articles, durations, suggestions for misspelt names, escapes."""

import re
from collections.abc import Sequence
from difflib import get_close_matches
from unicodedata import category

_PERHAPS_INVISIBLE = re.compile(r"[^\n\t\x20-\x7e]")


def close_matches(
    word: str, choices: Sequence[str], most: int = 3, cutoff: float = 0.5
) -> list[str]:
    """The names most similar to the word, the nearest first; none if none is near.

    There are at most `most`. Nearness is difflib's ratio, from 0 to 1, and `cutoff` the least one:
    0.5 still takes 'Blnker' for 'block', so long lists need more.

    >>> close_matches("Blnker", ["block", "blinker", "beacon"])
    ['blinker', 'block']
    """
    names = {name.lower(): name for name in choices}
    return [names[name] for name in get_close_matches(word.lower(), names, most, cutoff)]


def suggestion(word: str, choices: Sequence[str], otherwise: str = "") -> str:
    """A question whether one of the nearest names was meant; if none is near, `otherwise`.

    By default that is a list of all names.

    >>> suggestion("cadcial", ["cadical", "glucose"])
    "did you mean 'cadical'?"
    >>> suggestion("banana", ["cadical", "glucose"])
    'choose cadical or glucose'
    """
    if near := close_matches(word, choices):
        return did_you_mean(near)
    return otherwise or f"choose {alternatives(choices)}"


def did_you_mean(names: Sequence[str]) -> str:
    """A question whether one of these names, of which there is at least one, was meant.

    >>> print(did_you_mean(["Life", "Conway's Life"]))
    did you mean 'Life' or "Conway's Life"?
    """
    quoted = [f'"{name}"' if "'" in name else f"'{name}'" for name in names]
    return f"did you mean {alternatives(quoted)}?"


def alternatives(names: Sequence[str]) -> str:
    """Names to choose from, in a sentence.

    >>> alternatives(["sat", "dimacs", "solve"]), alternatives(["population"])
    ('sat, dimacs or solve', 'population')
    """
    *others, last = names
    return f"{', '.join(others)} or {last}" if others else last


def size_with_article(width: int, height: int) -> str:
    """A size with its article.

    >>> size_with_article(7, 6), size_with_article(8, 6), size_with_article(110, 1)
    ('a 7x6', 'an 8x6', 'a 110x1')
    """
    spoken = str(width)
    article = "an" if spoken[0] == "8" or width in (11, 18) else "a"
    return f"{article} {width}x{height}"


def plural(count: int, noun: str, ending: str = "s") -> str:
    """A number and its noun, with an ending for all numbers but 1.

    >>> plural(1, "cell"), plural(1200, "cell"), plural(2, "still life"), plural(2, "box", "es")
    ('1 cell', '1,200 cells', '2 still lifes', '2 boxes')
    """
    return f"{count:,} {noun}{'' if count == 1 else ending}"


def duration(seconds: float) -> str:
    """A time in words, rounded down: '0.2 s', '12 s', '3 min 20 s', '2 h 5 min'."""
    if 0.01 <= seconds < 1:
        steps = 10 if seconds >= 0.1 else 100  # in a second: one digit is shown that is not 0
        return f"{int(seconds * steps) / steps} s"
    whole = int(seconds)
    if whole < 60:
        return f"{whole} s"
    if whole < 3600:
        return f"{whole // 60} min {whole % 60} s"
    return f"{whole // 3600} h {whole % 3600 // 60} min"


def visible(text: str) -> str:
    r"""Replace control characters by their escapes; line breaks and tabs stay.

    Escape sequences would let a file's name or comment command the terminal, and marks that
    change the direction of writing would let it pose as something else.

    >>> visible("\x1b[31mred\x9b\u202e\n")
    '\\x1b[31mred\\x9b\\u202e\n'
    """
    return (
        text
        if text.isprintable()
        else _PERHAPS_INVISIBLE.sub(lambda found: _escaped(found[0]), text)
    )


def visible_line(text: str) -> str:
    r"""Replace line breaks and tabs, too, so that a text stays one line.

    >>> visible_line("a\r\nb")
    'a\\r\\nb'
    """
    return text if text.isprintable() else "".join(map(_escaped, text))


def _escaped(letter: str) -> str:
    shown = letter.isprintable() or category(letter) == "Zs"
    return letter if shown else letter.encode("unicode_escape").decode("ascii")
