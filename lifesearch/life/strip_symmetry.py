"""How a pattern in a strip may be its own image: from side to side, and lengthwise.

An oscillator may be its own mirror image lengthwise, or its own half turn. Then half of its rows
determine it: a search can end in the middle. Let a and b be the last two layers (the rows y of all
p generations). The middle may be

- a row (*odd*): the next layer is the image of a, and b is its own image;
- between two rows (*even*): the next layer is the image of b.

It remains to be tested that the rule is met in b. A mirror keeps each row as it is, and a half turn
mirrors it.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum

from lifesearch.life.orientation import Orientation


class Mirror(StrEnum):
    """Whether the strip is its own mirror image, and whether its middle is then empty."""

    NONE = "none"
    MIRRORED = "mirrored"
    GUTTER = "gutter"


class Fold(StrEnum):
    """A lengthwise symmetry of a pattern in a strip."""

    ODD_MIRROR = "odd mirror"
    EVEN_MIRROR = "even mirror"
    ODD_TURN = "odd turn"
    EVEN_TURN = "even turn"

    @property
    def odd(self) -> bool:
        return self in (Fold.ODD_MIRROR, Fold.ODD_TURN)

    @property
    def turns(self) -> bool:
        """Whether it is a half turn, which mirrors each row."""
        return self in (Fold.ODD_TURN, Fold.EVEN_TURN)

    @property
    def orientation(self) -> Orientation:
        return Orientation.R180 if self.turns else Orientation.FLIP_Y

    @property
    def bit(self) -> int:
        return 1 << list(Fold).index(self)


def mask(folds: Sequence[Fold]) -> int:
    """Folds as a number for the kernel."""
    return sum(fold.bit for fold in set(folds))
