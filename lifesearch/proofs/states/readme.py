"""The README of a certificate of states: what it proves, why, and what its file contains.

It is meant for somebody who does not trust us, and writes a checker of their own.
"""

from __future__ import annotations

from collections.abc import Collection
from math import gcd
from textwrap import fill
from typing import Any

from lifesearch.proofs.layout import Manifest
from lifesearch.proofs.states.certificate import LOOK_AHEAD, entry_bytes, rows_of
from lifesearch.proofs.states.strip_rows import GUTTER, NO_MIRROR, StripRows

WIDTH = 80
TITLES = ("What is proved", "Rows", "States", "What is to be checked", "The file")

TEXT = """\
This folder has a proof of the sentence above: {file}, a list of {states:,} states of a strip.
To check it with the program that wrote it:

    lifesearch check DIR

That takes the question from proof.json, and the rule's table, and nothing of the search. The
rest of this file says all that is needed to check it with a program of your own.

What is proved

The strip is {width} columns wide and endless up and down{mirror}. All cells outside are dead, in
generations 0 to {last}{sideways}. A pattern recurs after p = {p} generations, k = {k} rows
further up{back}. There is no such pattern that has a finite number of live cells, and at least
one{population}{period}.

A pattern may consist of parts one behind the other: two parts that have two empty rows between
them in every generation do not interact, and each is a pattern by itself. The proof is
about patterns that are not made of such parts{primes}.

Rows

Row y of generation t (0 <= t < p; y grows downwards) has the number

    i = p y + o(t),    o(t) = k t + floor(t / (p / g)),    g = gcd(p, k) = {g}

so o(0), o(1), ... are {numbers}. R[i] is the row with number i. One generation later it becomes
the row R[i + f(t)], where f(t) = o(t+1) - o(t) and o(p) = p k, since generation p is generation
0 again, k rows further up. A sequence of rows is a pattern if and only if for all i

    (C i)  the rows R[i-2p], R[i-p] and R[i], one below the other, make the
           middle one become R[i-p+f(t)], where t is the generation of R[i]

and nothing is born outside the strip{wrap}. A row is a number of {bits} bits: bit x is the cell
of column x, counted from the left{half}.

States

A state is 2p = {window} rows, one after the other in the sequence{more}. A pattern is the way
from the empty state (2p empty rows) to the first empty state after it. {starts}

Adding a row R[j] to a state makes another one: its rows without the first, and R[j]. A row may be
added if condition C j holds, and if some rows to come can meet these conditions together: say that
R[j] is row Y of generation T. For b = 1, 2, ... up to {ahead}, as long as row Y of generation T-b
is among the rows of the state (R[j] included), rows Y to Y+b-1 of generation T-b become what they
are one generation later; this is about rows Y+1 to Y+b of that generation, of which some are in
the state, and the others may be any. And if f(T) <= 0, some row below R[j] makes it become
R[j+f(T)]. To allow fewer rows than that is fine, too, as long as none is left out that can be
part of a pattern.{images}

What is to be checked

1. The empty state is in the list{each}.

2. For each state of the list, and each row that may be added to it{bound}, the new state is in
the list too{image}, unless it is empty.

3. The new state is empty only if the state was empty itself{ends}.

So the states of a pattern would all be in the list, and the last one cannot be.

The file

{file}{packed} begins with two lines of text:

    lifesearch states 1
    {{"width": {width}, "period": {p}, ...}}

The second one is a JSON object and repeats what is said above; "rule" is the rule's table as 128
hexadecimal digits, the first entry first. Entry n of the table is what becomes of the centre of
a block of 3x3 cells with the values 256 128 64 / 32 16 8 / 4 2 1, whose live cells add up to n.
Then {states:,} numbers follow, one for each state, and then again {states:,} numbers, all of them
of {bytes} byte{s} with the lowest first: the last row of each state; and how many states follow it
in this list. State 0 is the empty one. The states that follow state 0 are the next ones, 1, 2,
...; then come those that follow state 1; and so on. A state that follows another has the rows of
that one without the first, and its own last row{derived}.
"""


def explanation(query: Any, manifest: Manifest) -> str:
    """The text, after what is claimed."""
    rows, part = rows_of(query), manifest.parts[0]
    size = entry_bytes(rows.bits)
    text = TEXT.format(
        ahead=LOOK_AHEAD,
        file=part["file"],
        states=part["states"],
        packed=", when unpacked by gzip," if part["file"].endswith(".gz") else "",
        bytes=size,
        s="" if size == 1 else "s",
        **_numbers(rows),
        **_motion(rows),
        **_strip(rows),
        **_states(rows),
    )
    return typeset(text, TITLES)


def typeset(text: str, titles: Collection[str] = ()) -> str:
    """Paragraphs in lines of equal length; what is indented stays, and titles are underlined."""

    def paragraph(text: str) -> str:
        if text in titles:
            return f"{text}\n{'-' * len(text)}"
        return text if text.startswith(" ") else fill(" ".join(text.split()), WIDTH)

    return "\n\n".join(map(paragraph, text.rstrip().split("\n\n")))


def _numbers(rows: StripRows) -> dict[str, Any]:
    return {
        "width": rows.width,
        "last": rows.period - 1,
        "p": rows.period,
        "k": rows.up,
        "g": gcd(rows.period, rows.up),
        "bits": rows.bits,
        "numbers": ", ".join(map(str, rows.numbers[:-1])),
        "window": 2 * rows.period,
    }


def _motion(rows: StripRows) -> dict[str, str]:
    """How the pattern recurs, and what that means for rows."""
    if rows.flipped:
        back = ", and mirrored (left and right)"
        wrap = " (for t = p-1, the middle row becomes the mirror image of that row)"
    elif rows.dx:
        back = f", and {abs(rows.dx)} columns to the {'right' if rows.dx > 0 else 'left'}"
        wrap = " (for t = p-1, the middle row becomes that row moved as much, inside or outside)"
    else:
        back = wrap = ""
    sideways = " (generation p lies in a strip that is moved)" if rows.dx else ""
    return {"back": back, "wrap": wrap, "sideways": sideways}


def _strip(rows: StripRows) -> dict[str, str]:
    """The symmetry of the strip, and what does not count."""
    mirror = "" if rows.mirror == NO_MIRROR else ", and its own mirror image, left and right"
    if rows.mirror == GUTTER:
        mirror += ", with an empty column in the middle"
    return {
        "mirror": mirror,
        "half": "" if rows.mirror == NO_MIRROR else "; the right half is its mirror image",
        "period": ", and no shorter period" if rows.shorter else "",
        "primes": " (together, parts with shorter periods may have the one that is asked for)"
        if len(rows.shorter) > 1
        else "",
        "population": ""
        if rows.most is None
        else f", of which generation 0 has at most {rows.most}",
        "bound": "" if rows.most is None else f" without more than {rows.most} cells",
    }


def _states(rows: StripRows) -> dict[str, str]:
    """What belongs to a state, where patterns begin, and when they end."""
    more = [] if rows.places == 1 else ["the number of the next row modulo p"]
    if rows.shorter:
        demands = ", or ".join(map(_demand, rows.shorter))
        more.append(f"for each shorter period, whether all rows so far allow it ({demands})")
    if rows.most is not None:
        more.append("how many live cells generation 0 has so far")
    choice = (
        "Any generation may be called generation 0; we choose the one whose first live row comes "
        "first (the least y + kt/p), so that R[0] is the first row with a live cell."
    )
    any_place = f"The first row with a live cell may be any of R[0] to R[{rows.starts - 1}]."
    images = (
        " The rule is symmetric under left-right reflection: so a state and its mirror image "
        "are worth the "
        "same, and only one of them need be in the list."
    )
    return {
        "more": "".join(f", and {each}" for each in more),
        "starts": choice if rows.starts == 1 else any_place,
        "images": images if rows.reversible else "",
        "image": ", or its mirror image is" if rows.reversible else "",
        "each": "" if rows.starts == 1 else " with each number of the next row modulo p",
        "ends": ", or a shorter period is still possible" if rows.shorter else "",
        "derived": "; what else belongs to a state follows from its rows" if more else "",
    }


def _demand(shorter: tuple[int, int, int, bool]) -> str:
    """What a shorter period demands of rows."""
    first, back, dx, mirrored = shorter
    if back == 0:
        return "each is its own mirror image"
    other = f"R[i-{back}]"
    if dx:
        other += f" moved by {dx} columns"
    if mirrored:
        other = f"the mirror image of {other}"
    return f"R[i] is {other} if its generation is {first} or later"
