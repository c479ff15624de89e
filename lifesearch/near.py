"""What somebody may have meant who wrote a name that does not exist."""

from collections.abc import Sequence
from difflib import get_close_matches


def nearest(word: str, known: Sequence[str], most: int = 3, cutoff: float = 0.5) -> list[str]:
    """The names that look most like the word, the nearest first; none if none is near.

    >>> nearest("Blnker", ["block", "blinker", "beacon"])
    ['blinker', 'block']
    """
    names = {name.lower(): name for name in known}
    return [names[name] for name in get_close_matches(word.lower(), names, most, cutoff)]


def suggestion(word: str, known: Sequence[str]) -> str:
    """A few words that help: the nearest names, or all of them.

    >>> suggestion("cadcial", ["cadical", "glucose"])
    "did you mean 'cadical'?"
    >>> suggestion("banana", ["cadical", "glucose"])
    'the names are cadical, glucose'
    """
    if near := nearest(word, known):
        return "did you mean " + " or ".join(f"'{name}'" for name in near) + "?"
    return "the names are " + ", ".join(known)
