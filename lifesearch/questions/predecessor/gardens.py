"""Gardens of Eden: patterns in dead surroundings that no pattern becomes, finite or infinite.

An orphan is a finite part of the plane, with its live and dead cells, that no pattern becomes,
whatever is around it.

Ville Salo and Ilkka Törmä, Gardens of Eden in the Game of Life (arXiv:1912.00692): "in the Game of
Life, if the thickness-four zero-padding of a rectangular pattern is not an orphan, then the
corresponding finite-support configuration is not a Garden of Eden". So one question decides: is the
pattern's bounding box, with dead cells around it, four on every side, an orphan?

If it is, the pattern is a Garden of Eden, in any rule: a predecessor of the whole pattern would
become this part, too. If it is not, the theorem gives a predecessor in B3/S23. What the solver
found becomes the padded box only; the whole predecessor may be infinite.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from lifesearch.common.errors import InputError, OptionError
from lifesearch.life.motion import Target
from lifesearch.life.rules.rule import LIFE, Rule

if TYPE_CHECKING:
    from lifesearch.running.option_table import Options

PADDING = 4
"""The rings of dead cells in the theorem."""
GARDEN_OF_EDEN = f"a Garden of Eden: with {PADDING} dead cells around it, it is an orphan"
HINT = "<garden_of_eden> decides whether any pattern becomes it"
# Options with which the question would be another one.
REFUSED = (
    "box", "pad", "orphan", "torus", "cylinder", "restore", "population", "minimise", "maximise",
    "max_change", "max_growth", "max_decay", "project",
)  # fmt: skip


def not_a_garden_of_eden(rule: Rule) -> str:
    """The sentence for a padded box that has a predecessor."""
    if rule == LIFE:
        return "it has a predecessor, perhaps an infinite one (arXiv:1912.00692)"
    return (
        f"not decided: with {PADDING} dead cells around it it is not an orphan, which says that "
        "there is a predecessor in B3/S23 only"
    )


def padded(target: Target) -> Target:
    """The box around all that is given, with dead cells around it."""
    own = target.box
    return Target(target.alive, target.dont_care, own.grown(PADDING))


def check_options(options: Options, torus: tuple[int, int] | None) -> None:
    """Refuse options with which the question would be another one."""
    if name := options.any_of(*REFUSED):
        raise OptionError(
            f"<garden_of_eden> is about a pattern in dead surroundings: leave out <{name}>"
        )
    if torus:
        raise InputError(
            "a Garden of Eden lies on the plane: give a pattern that is not on a torus"
        )
    if options.generations != 1:
        raise OptionError(
            "a Garden of Eden has no predecessor one generation back: leave out <generations>"
        )


def check_rule(rule: Rule) -> None:
    """Refuse rules in which dead surroundings do not stay dead."""
    if rule.births_from_nothing:
        raise InputError(
            f"under {rule} the empty plane comes to life: Gardens of Eden are decided in rules "
            "without B0"
        )


def check_padding(target: Target, rule: Rule, *, whole: bool) -> None:
    """Refuse targets and rules to which the arguments above do not apply.

    `whole` is whether the question is about one generation back with free surroundings, without
    conditions.
    """
    check_rule(rule)
    if not whole or target.region != target.box.grown(PADDING):
        raise InputError(f"a Garden of Eden needs {PADDING} dead cells around, and no conditions")
