"""From bytes to the text of a pattern: old encodings, and what forums put around patterns.

Files are UTF-8; the comments of old collections are in Latin-1, or in the extension of it that
Windows had (cp1252).

    >>> decoded(b"#O J\\xf6rg\\n3o!")
    '#O Jörg\\n3o!'

Posts have patterns between `[code]` and `[/code]`, or `[rle]` and `[/rle]`: only the text between
these tags is read. It keeps its line numbers, for error messages. Tags that are found in comments
only are part of these.

    >>> unwrapped("Look:\\n[code]x = 3, y = 1\\n3o![/code] Nice?")
    '\\nx = 3, y = 1\\n3o!'

What searches print, and other prose around RLE with headers, is read as the RLE in it.

    >>> unwrapped("block: still life\\nOO\\nOO\\nx = 2, y = 2\\n2o$2o!\\n")
    '\\n\\n\\nx = 2, y = 2\\n2o$2o!\\n'
"""

from __future__ import annotations

import re

_TAG = re.compile(r"\[(/?)(?:code|rle)(?:=[^\]\n]*)?\]", re.IGNORECASE)
_LINE_END = re.compile(r"\r\n?")
_NO_TEXT = re.compile("[\0-\x08\x0e-\x1f]")
_END_OF_FILE = "\x1a"  # as DOS has it
_HEADER = re.compile(r"\s*x\s*=\s*[0-9]+\s*,\s*y\s*=\s*[0-9]", re.IGNORECASE)
# A first line that is prose: it has a character that no run has, and no format begins like it.
_PROSE = re.compile(r"\s*+(?![#!\[]|x\s*=)[0-9A-Zbo.$ \t]*+[^0-9A-Zbo.$!\s]", re.ASCII)


def decoded(data: bytes) -> str | None:
    """The text of some bytes; None if they are no text."""
    try:
        text = data.decode("utf-8-sig").rstrip(_END_OF_FILE)
    except UnicodeDecodeError:
        # Any bytes are Latin-1: those of a picture or a program have control characters, too.
        text = _old(data).rstrip(_END_OF_FILE)
        return None if _NO_TEXT.search(text) else text
    return None if "\0" in text else text


def _old(data: bytes) -> str:
    """The text of bytes in the encoding of Windows, or else in Latin-1, which decodes any bytes."""
    try:
        return data.decode("cp1252")
    except UnicodeDecodeError:
        return data.decode("latin-1")


def unwrapped(text: str) -> str:
    """The text between the tags of a forum, or the RLE in prose; all of it, if there is neither.

    Lines end with a line feed then, on whichever system they were written.
    """
    text = _LINE_END.sub("\n", text)
    tags = list(_TAG.finditer(text))
    if all(tag[1] or _in_comment(text, tag.start()) for tag in tags):
        return _rle_in(text) if _PROSE.match(text) else text
    pieces, start, inside = list[str](), 0, False
    for tag in tags:
        pieces.append(_kept(text[start : tag.start()], inside))
        start, inside = tag.end(), not tag[1]
    return "".join([*pieces, _kept(text[start:], inside)])


def _in_comment(text: str, place: int) -> bool:
    """Whether a place is in a line that begins as comments of patterns do."""
    return text[text.rfind("\n", 0, place) + 1 : place].lstrip()[:1] in ("#", "!")


def _rle_in(text: str) -> str:
    """The RLE of a text, with empty lines for the rest; all of the text if no line is a header."""
    lines = text.split("\n")
    kept, comments, inside = [""] * len(lines), list[int](), False
    for number, line in enumerate(lines):
        comment, header = line.lstrip().startswith("#"), bool(_HEADER.match(line))
        if inside or header:
            for each in (*comments, number):
                kept[each] = lines[each]
            inside, comments = comment or "!" not in line, []
        elif comment:
            comments.append(number)
        else:
            comments = []
    return "\n".join(kept) if any(kept) else text


def _kept(text: str, inside: bool) -> str:
    """A piece of a post: text outside of the tags leaves only its line breaks."""
    return text if inside else re.sub(r"[^\n]", "", text)
