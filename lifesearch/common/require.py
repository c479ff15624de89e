"""Small checks of values that may come from anywhere, such as a file.

Classes of questions call these functions in `__post_init__`. Each raises an InputError unless the
value is right.

Types are checked as well: where a number belongs, JSON may have brought a string, a truth value
or infinity.
"""

from __future__ import annotations

from lifesearch.common.errors import InputError, OptionError
from lifesearch.common.limits import LARGEST_VOLUME
from lifesearch.common.text import plural, size_with_article


def whole(value: object, name: str, least: int, most: int) -> None:
    """Raise an InputError unless the value is an integer from `least` to `most`."""
    if not isinstance(value, int) or isinstance(value, bool):
        raise OptionError(f"{name} must be a whole number, not {{}}", shown(value))
    if value < least:
        raise OptionError(f"{name} must be at least {least:,}, not {{}}", shown(value))
    if value > most:
        raise OptionError(f"{name} must be at most {most:,}, not {{}}", shown(value))


def instance(value: object, name: str, wanted: type, *, optional: bool = False) -> None:
    """Raise an error unless the value is of the wanted type; None is allowed if `optional`."""
    if not (isinstance(value, wanted) or (optional and value is None)):
        raise OptionError(f"{name} must be of type {wanted.__name__}, not {{}}", shown(value))


def flags(**values: object) -> None:
    """Raise an error unless all values are True or False; their names stand in the message."""
    for name, value in values.items():
        instance(value, name, bool)


def each(values: object, name: str, wanted: type) -> None:
    """Raise an error unless the value is a tuple of values of the wanted type."""
    instance(values, name, tuple)
    assert isinstance(values, tuple)
    for value in values:
        instance(value, f"each of {name}", wanted)


def box(size: object, generations: int) -> None:
    """Refuse a box without cells, or with more than fit in memory."""
    if not isinstance(size, tuple) or len(size) != 2:
        raise InputError(f"a box has a width and a height, and is not {shown(size)}")
    for side, name in zip(size, ("width", "height"), strict=True):
        if not isinstance(side, int) or isinstance(side, bool):
            raise InputError(f"the {name} of a box is a whole number, not {shown(side)}")
    width, height = size
    if width < 1 or height < 1:
        raise InputError(f"{size_with_article(width, height)} box has no cells: give at least 1x1")
    volume = width * height * generations
    if volume > LARGEST_VOLUME:
        raise InputError(
            f"{size_with_article(width, height)} box for {plural(generations, 'generation')} has "
            f"{volume:,} cells; lifesearch stops at {LARGEST_VOLUME:,}"
        )


def shown(value: object) -> str:
    """A value in a message: short and on one line, whatever its type."""
    try:
        text = f"{value:,}" if type(value) is int else " ".join(repr(value).split())
    except ValueError:  # Python writes no integers of thousands of digits
        text = "a number of very many digits"
    return text if len(text) <= 40 else f"{text[:40]}..."
