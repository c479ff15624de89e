"""Motions, symmetries and rules in words, for titles of questions (`describe`) and a hint."""

from __future__ import annotations

from math import gcd
from typing import TYPE_CHECKING

from lifesearch.common.text import plural
from lifesearch.life.motion import Motion, heading
from lifesearch.life.orientation import Orientation
from lifesearch.life.rules.rule import LIFE, Rule
from lifesearch.life.simulate.evolve import velocity
from lifesearch.life.symmetry import Symmetry

if TYPE_CHECKING:
    from lifesearch.life.rules.partial import PartialRule

ANY_RULE = {
    "any": "isotropic rule",
    "any-outer": "outer-totalistic rule",
    "any-hex": "hexagonal rule",
    "any-phoenix": "isotropic rule without survival",
    "any-b0": "isotropic rule with B0",
    "any-outer-b0": "outer-totalistic rule with B0",
}
WITH_CELLS = "with the given cells"
"""The words after 'pattern' in the title of a completion."""


def recurring(motion: Motion, rule: Rule, *, any_period: bool = False) -> str:
    """Name the kind of pattern with this motion: 'still life', or 'c/3 spaceship of period 3'."""
    turned = ""
    if motion.order > 1:
        time = plural(motion.period, "generation")
        turned = f" {_turned(motion.orientation)} after {time}"
    if motion.travels:
        speed = velocity(motion.dx, motion.dy, motion.period)
        exact = "whose period divides" if any_period else "of period"
        ship = f"{speed} spaceship {exact} {motion.full_period}"
        return f"{ship}{heading(motion.dx, motion.dy, rule)}{turned}"
    if turned:
        return f"oscillator{turned}"
    if motion.period == 1:
        return "still life"
    if any_period:
        return f"pattern whose period divides {motion.period}"
    return f"oscillator of period {motion.period}"


def symmetric(symmetry: Symmetry) -> str:
    """A symmetry as a condition in words; empty if there is none."""
    return f" with symmetry {symmetry.name}" if len(symmetry.group) > 1 else ""


def in_rule(rule: Rule | PartialRule) -> str:
    """A rule as a condition in words; empty for Life."""
    name, _, states = str(rule).partition("/")
    if name in ANY_RULE:
        return f" in any {ANY_RULE[name]}" + (f" of {states} states" if states else "")
    return "" if rule == LIFE else f" in {rule}"


def returning(motion: Motion, *, any_period: bool) -> str:
    """A relative clause: after how many generations a pattern recurs, rotated or moved how.

    The motion must not be that of an oscillator which recurs unturned.
    """
    changes = list[str]()
    if motion.order > 1:
        turned = _turned(motion.orientation)
        changes.append(turned if any_period else f"{turned} (not un{turned.split()[0]})")
    if motion.travels:
        changes.append(f"moved by {motion.dx},{motion.dy}")
    recurs = "recurs" if any_period else "first recurs"
    return f"that {recurs} after {plural(motion.period, 'generation')}, {' and '.join(changes)}"


def _turned(orientation: Orientation) -> str:
    symbol = orientation.symbol
    return f"rotated by {symbol}" if symbol.startswith("R") else f"flipped by {symbol}"


def other_period(motion: Motion, rule: Rule) -> str:
    """A hint for a search for ships: the command for equally fast ones of twice the period.

    Empty for speeds such as 2c/4, which are not in lowest terms, and for ships that recur turned.

    >>> other_period(Motion(4, dx=-1, dy=-1), LIFE)
    'c/4 diagonal means period 4 exactly; for period 8: lifesearch spaceship 2c/8 diagonal'
    """
    if not motion.travels or motion.order > 1 or gcd(motion.period, motion.dx, motion.dy) > 1:
        return ""
    from lifesearch.common.shell import command

    period = motion.period
    speed, doubled = (velocity(n * motion.dx, n * motion.dy, n * period) for n in (1, 2))
    by_rule = () if rule == LIFE else ("--rule", rule)
    search = command("spaceship", *doubled.split(), *by_rule)
    ships = f"for period {2 * period}: {search}"
    if (rule, speed) == (LIFE, "c/2"):
        ships = f"ships such as the lightweight spaceship are 2c/4: {search}"
    return f"{speed} means period {period} exactly; {ships}"
