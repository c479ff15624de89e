"""The paragraphs of a proof's README, and how they are set.

They are in text files beside this module, one for each kind of proof. Each paragraph, or several
that belong together, stands below a line `== NAME`; what depends on the question is in braces.

    >>> paragraphs("formulas")["better answer"]
    'The last clauses require a better answer than the best one found.'
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from functools import cache
from pathlib import Path
from textwrap import fill

WIDTH = 80
"""Columns of a README."""


@cache
def paragraphs(kind: str) -> Mapping[str, str]:
    """The paragraphs about a kind of proof, by their names."""
    text = Path(__file__).with_name(f"{kind}.txt").read_text(encoding="utf-8")
    _, *pieces = re.split(r"^== (.+)\n", text, flags=re.MULTILINE)
    return {name: piece.strip("\n") for name, piece in zip(pieces[::2], pieces[1::2], strict=True)}


def typeset(text: str, titles: Collection[str] = ()) -> str:
    """Paragraphs in lines of equal length; indented ones stay, titles are underlined."""

    def paragraph(text: str) -> str:
        if text in titles:
            return f"{text}\n{'-' * len(text)}"
        return text if text.startswith(" ") else fill(" ".join(text.split()), WIDTH)

    return "\n\n".join(map(paragraph, text.rstrip().split("\n\n")))
