"""Make entries of a catalogue, and names for them.

`user` and `build_index` call `make_entry`.

These entries are still lifes, oscillators and spaceships. All that they say comes from the
simulator, except for the name. For the other kinds of the built-in catalogue see `build_index`.

    >>> from lifesearch.life.identify import identify
    >>> boat = Pattern.parse("OO.\\nO.O\\n.O.")
    >>> entry = make_entry(boat, LIFE, identify(boat))
    >>> entry.name, entry.kind, entry.cells, entry.apgcode
    ('still life of 5 cells (xs5_253)', 'still life', 5, 'xs5_253')
    >>> make_entry(Pattern.parse("OOOO"), LIFE, identify(Pattern.parse("OOOO"))) is None
    True

Patterns without a name are called by what they are and by their apgcode. Of a long code
only the beginning is used; if two begin alike the second one gets a number.

    >>> generated_name("oscillator", 3, "", 13, "xp3_" + 40 * "a", "B3/S23")
    'p3 of 13 cells (xp3_aaaaaaaaaaaaaaaaaaaa...)'
    >>> generated_name("spaceship", 4, "c/4 diagonal", 5, "xq4_153", "B36/S23")
    'c/4 diagonal ship of 5 cells (xq4_153 in B36/S23)'
"""

from __future__ import annotations

from functools import partial
from unicodedata import normalize

from lifesearch.catalogue.catalogue import Entry
from lifesearch.catalogue.names import builtin_name
from lifesearch.common.errors import InputError
from lifesearch.common.limits import LONGEST_NAME
from lifesearch.common.text import plural
from lifesearch.formats.detect import PatternFile, write_rle
from lifesearch.life.identify import Identified
from lifesearch.life.pattern import Pattern
from lifesearch.life.rules.rule import LIFE, Rule
from lifesearch.life.simulate.evolve import velocity
from lifesearch.life.state_code import is_object_code

LONGEST_CODE = 24
"""Letters of an apgcode, or of a rule, in a generated name: with the other words, a short line.

A longer code is cut off, and a longer rule left out.
"""


def make_entry(
    pattern: Pattern, rule: Rule, identified: Identified, name: str = ""
) -> Entry | None:
    """The entry of a pattern; None if it is empty, not periodic, or has no apgcode."""
    cycle = identified.behaviour
    if not cycle.period or not pattern or identified.apgcode is None:
        return None
    speed = velocity(cycle.dx, cycle.dy, cycle.period) if cycle.kind == "spaceship" else ""
    least, most, code = min(identified.populations), max(identified.populations), identified.apgcode
    name = name or generated_name(cycle.kind, cycle.period, speed, least, code, str(rule))
    text = write_rle(pattern.normal(), rule)
    return Entry(
        name, cycle.kind, cycle.period, speed, least, most, code, "", rule=str(rule), rle=text
    )


def generated_name(kind: str, period: int, speed: str, cells: int, code: str, rule: str) -> str:
    what = {"oscillator": f"p{period}", "spaceship": f"{speed} ship"}.get(kind, kind)
    short = code if len(code) <= LONGEST_CODE else f"{code[:LONGEST_CODE]}..."
    where = "" if rule == str(LIFE) or len(rule) > LONGEST_CODE else f" in {rule}"
    return f"{what} of {plural(cells, 'cell')} ({short}{where})"


def is_generated_name(entry: Entry) -> bool:
    """Whether the name was generated, perhaps with a number at the end."""
    facts = (entry.kind, entry.period, entry.velocity, entry.cells, entry.apgcode, entry.rule)
    made = generated_name(*facts)
    rest = entry.name.removeprefix(made)
    return entry.name.startswith(made) and (not rest or rest.strip().isdigit())


def clean_name(name: str) -> str:
    """A name given by the user, on one line; InputError if it cannot be a name.

    >>> clean_name("  my \\n ship ")
    'my ship'
    """
    cleaned = normalize("NFC", " ".join(name.split()))
    if not cleaned:
        raise InputError("the name is empty: give one such as 'my ship'")
    if len(cleaned) > LONGEST_NAME:
        raise InputError(
            f"a name of {len(cleaned):,} letters is too long: at most {LONGEST_NAME} will do"
        )
    if not cleaned.isprintable():
        raise InputError("the name has characters that cannot be printed: give it without them")
    if is_object_code(cleaned):
        raise InputError(f"'{cleaned}' is an apgcode, not a name: give one such as 'my ship'")
    return cleaned


def name_from_file(file: PatternFile, identified: Identified) -> str:
    """The name that a file gives; empty if it only says what the pattern is, or is no name."""
    try:
        name = clean_name(file.name or "")
    except InputError:
        return ""
    generated = identified.name(), identified.name(partial(builtin_name, rule=file.rule or LIFE))
    return "" if name in generated else name
