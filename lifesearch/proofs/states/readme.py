"""The README of a certificate of states (see `certificate`): what it proves, why, and its format.

It is meant for a reader who does not trust us and writes a checker of their own. The text is in
`prose/states.txt`; here its braces are filled in with what depends on the strip. Each function
below returns values for some of the names in braces.
"""

from __future__ import annotations

from math import gcd
from typing import Any

from lifesearch.proofs.layout import Manifest
from lifesearch.proofs.prose import paragraphs, typeset
from lifesearch.proofs.states.certificate import TABLES_LOOK_AHEAD, entry_bytes, rows_of
from lifesearch.proofs.states.strip_rows import GUTTER, NO_MIRROR, StripRows

TITLES = ("What is proved", "Rows", "States", "What is to be checked", "The file")


def explanation(query: Any, manifest: Manifest) -> str:
    """The paragraphs below the claim, with which `proofs.readme` begins."""
    rows, part = rows_of(query), manifest.parts[0]  # a strip is the only part
    size = entry_bytes(rows.bits)
    text = paragraphs("states")["explanation"].format(
        ahead=TABLES_LOOK_AHEAD,
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
    """The words about how the pattern recurs, and what that means for rows."""
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
    """The words about the symmetry of the strip, shorter periods and the bounded population."""
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
    """The words about states: what belongs to one, where patterns begin, and when they end."""
    more = [] if rows.places == 1 else ["the number of the next row modulo p"]
    if rows.shorter:
        demands = ", or ".join(map(_demand, rows.shorter))
        more.append(f"for each shorter period, whether all rows so far allow it ({demands})")
    if rows.most is not None:
        more.append("how many live cells generation 0 has so far")
    prose = paragraphs("states")
    starts = prose["first generation" if rows.starts == 1 else "any first row"]
    return {
        "more": "".join(f", and {each}" for each in more),
        "starts": starts.format(last_start=rows.starts - 1),
        "images": f" {prose['mirror images']}" if rows.reversible else "",
        "image": ", or its mirror image is" if rows.reversible else "",
        "each": "" if rows.starts == 1 else " with each number of the next row modulo p",
        "ends": ", or a shorter period is still possible" if rows.shorter else "",
        "derived": "; what else belongs to a state follows from its rows" if more else "",
    }


def _demand(shorter: tuple[int, int, int, bool]) -> str:
    """The condition on rows that a shorter period (of `StripRows.shorter`) implies, in words."""
    first, back, dx, mirrored = shorter
    if back == 0:
        return "each is its own mirror image"
    other = f"R[i-{back}]"
    if dx:
        other += f" moved by {dx} columns"
    if mirrored:
        other = f"the mirror image of {other}"
    return f"R[i] is {other} if its generation is {first} or later"
