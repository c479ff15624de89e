"""What a survey has proved not to exist, in sentences; each is made of the record alone.

A sentence that a pattern contradicts is not made. Each can be asked alone, too: boxes by
`lifesearch oscillator P --max-area N`, strips by `--width W`.
"""

from __future__ import annotations

from dataclasses import dataclass

from lifesearch.life.rules.rule import Rule
from lifesearch.queries.answer import Answer
from lifesearch.queries.strips.widening import WORDS, Widening
from lifesearch.surveys.kinds import Kind, is_sought, sides, speeds, survives
from lifesearch.surveys.record import SurveyRecord
from lifesearch.surveys.tasks.one_kind import BoxTask, Strips, proving


@dataclass(frozen=True)
class Empty:
    """No pattern of a kind is in a box of up to `area` cells, or in strips, whatever their length.

    Of strips the symmetry is given, and up to which width there is none.

    If nothing smaller than what was found can exist, `area` is one less than that of its box.
    """

    kind: Kind
    area: int = 0
    strips: tuple[tuple[str, int], ...] = ()

    def words(self) -> list[str]:
        """What is proved of strips, in a few words.

        >>> Empty(Kind(3), 0, (("none", 5), ("mirrored", 7))).words()
        ['none up to 5 wide', 'no mirror-symmetric one up to 7 wide']
        """
        return [
            f"no {WORDS[symmetry]}one up to {width} wide"
            if WORDS[symmetry]
            else f"none up to {width} wide"
            for symmetry, width in self.strips
        ]


def proved_empty(kind: Kind, record: SurveyRecord) -> Empty:
    return Empty(kind, _empty_area(kind, record), _empty_strips(kind, record))


def smallest_box_proved(kind: Kind, record: SurveyRecord) -> bool:
    """Whether the smallest box of a kind is known: all smaller ones are empty."""
    tightest = record.tightest.get(kind)
    return tightest is not None and _empty_area(kind, record) == tightest.area - 1


def _empty_area(kind: Kind, record: SurveyRecord) -> int:
    """Up to which area all boxes are empty, that of the smallest pattern left out."""
    parts = record.empty_parts(BoxTask(0.0, 0.0, kind=kind).name)
    tightest = record.tightest.get(kind)
    if not parts:
        return 0
    area = 0
    for part in proving(kind, record.rule).parts(0):
        size = part.box[0] * part.box[1]
        if tightest is not None and size >= tightest.area:
            return tightest.area - 1
        if part not in parts:
            break
        area = size
    else:
        return area
    # The box that is not searched may have the same area as others that are.
    return min(area, size - 1)


def _empty_strips(kind: Kind, record: SurveyRecord) -> tuple[tuple[str, int], ...]:
    parts = record.empty_parts(Strips(0.0, 0.0, kind=kind).name)
    if not parts:
        return ()
    answers = [Answer(thing.pattern, kind.period, record.rule) for thing in record.found(kind)]
    return tuple(Widening(kind.motion, record.rule).empty_widths(parts, answers))


def no_still_lifes(rule: Rule) -> str:
    """Why there are no still lifes at all, in a sentence; empty if there may be some."""
    return "" if survives(rule) else "there are no still lifes: under this rule no cell survives"


def even_periods(rule: Rule) -> str:
    """That all periods are even, in a sentence, where the empty plane blinks."""
    if len(rule.steps) == 1:
        return ""
    return (
        f"all periods are even: under {rule} the empty plane comes to life (B0) and dies again "
        "(no S8)"
    )


def not_sought(rule: Rule) -> str:
    """Which ways of ships are left to soups, in a sentence; empty if none is."""
    if all(map(is_sought, speeds(1, rule))):
        return ""
    return (
        "boxes and strips are searched for ships that move up, or up and left; ships in other "
        "directions, which this rule distinguishes, are found by soups alone"
    )


def no_ships(rule: Rule) -> str:
    """Why there are no ships at all, in a sentence; empty if there may be some."""
    if sides(rule):
        return ""
    return (
        "there are no spaceships: under this rule no pattern ever leaves the box around it, "
        "because no cell is born whose live neighbours are all in one row or one column"
    )
