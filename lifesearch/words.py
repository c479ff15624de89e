"""Small matters of language."""


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
