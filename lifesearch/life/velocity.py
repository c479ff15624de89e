"""Velocities as people write them: c/3, 2c/5, (2,1)c/6, c/4 diagonal.

A velocity (m,n)c/p means m cells one way and n cells across in p generations. Here the
first number counts along the height and the second along the width; ships travel up,
and those that travel across too go left. If one of the two is 0, the other counts along the height.

    >>> Velocity.parse("2c/5"), Velocity.parse("c/4 diagonal")
    (Velocity(up=2, left=0, period=5), Velocity(up=1, left=1, period=4))
    >>> Velocity.parse("c/4 diag") == Velocity.parse("c/4d") == Velocity.parse("(1,1)c/4")
    True
    >>> str(Velocity.parse("(0,3) c/7")), str(Velocity.parse("(2,1)c/6"))
    ('3c/7', '(2,1)c/6')

The speed of light may be written without its period, which is 1:

    >>> Velocity.parse("c") == Velocity.parse("c/1")
    True
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from lifesearch.common.errors import InputError
from lifesearch.common.limits import LONGEST_PERIOD
from lifesearch.life.rules.partial import PartialRule
from lifesearch.life.rules.rule import LIFE, Rule
from lifesearch.life.simulate.evolve import velocity

LONGEST_TEXT = 60
"""Letters of a velocity: those of known patterns are far shorter."""
_SIMPLE = re.compile(
    r"([0-9]*)\s*c\s*(?:/\s*([0-9]+))?\s*(orthogonal|orth|o|diagonal|diag|d)?", re.IGNORECASE
)
_PAIR = re.compile(r"\(\s*([0-9]+)\s*,\s*([0-9]+)\s*\)\s*c\s*(?:/\s*([0-9]+))?", re.IGNORECASE)


@dataclass(frozen=True)
class Velocity:
    """Cells up and left, and in how many generations."""

    up: int
    left: int
    period: int

    @classmethod
    def parse(cls, text: str) -> Velocity:
        cleaned = text.strip()
        if len(cleaned) > LONGEST_TEXT:
            raise _unreadable(f"{cleaned[:20]}...")
        if pair := _PAIR.fullmatch(cleaned):
            up, left, period = (int(number or 1) for number in pair.groups())
            # (0,k) and (k,0) are both k cells along the height. (0,0) is refused by `_checked`.
            return cls(up or left, left if up else 0, period)._checked(cleaned)
        if simple := _SIMPLE.fullmatch(cleaned):
            speed, period = int(simple[1] or 1), int(simple[2] or 1)
            slanted = (simple[3] or "o").lower().startswith("d")
            return cls(speed, speed if slanted else 0, period)._checked(cleaned)
        raise _unreadable(cleaned)

    def _checked(self, text: str) -> Velocity:
        if not self.period:
            raise InputError(f"'{text}' has period 0: a period is at least 1, as in c/3")
        if self.period > LONGEST_PERIOD:
            raise InputError(f"the period of '{text}' is too long: at most {LONGEST_PERIOD:,}")
        if not self.up:
            raise InputError(f"'{text}' does not move: search for an oscillator instead")
        return self

    def __str__(self) -> str:
        return velocity(self.left, self.up, self.period)

    def require_possible(self, rule: Rule | PartialRule) -> None:
        """Refuse a speed that no pattern of the rule can have, with the theorem."""
        if max(self.up, self.left) > self.period:
            raise InputError(
                f"no pattern travels at {self}: influence spreads by at most one cell per "
                "generation, so (m,n)c/p needs m <= p and n <= p"
            )
        if rule == LIFE and self.period < 2 * (self.up + self.left):
            raise InputError(
                f"no spaceship of {rule} travels at {self}: an (m,n)c/p ship needs "
                f"p >= 2m + 2n, here {2 * (self.up + self.left)} generations"
            )


def _unreadable(text: str) -> InputError:
    return InputError(f"'{text}' is not a velocity: write c/3, 2c/5, (2,1)c/6 or c/4 diagonal")
