"""What a survey is about: a rule, and which kinds of patterns are looked for."""

from __future__ import annotations

from dataclasses import dataclass

from lifesearch import require
from lifesearch.errors import InputError, OptionError
from lifesearch.life.motion import Motion
from lifesearch.life.rules.rule import LIFE, Rule
from lifesearch.life.velocity import Velocity
from lifesearch.limits import LONGEST_PERIOD, MOST_WANTED
from lifesearch.queries.validate import whole_turns
from lifesearch.surveys.kinds import Kind, kind_of
from lifesearch.text import suggestion

FAMILIES = ("still-lifes", "oscillators", "spaceships")


@dataclass(frozen=True)
class SurveyQuestion:
    """A rule, families of patterns (all if there are none), periods and speeds (the same).

    Periods are those of oscillators. The same seed gives the same soups.
    """

    rule: Rule = LIFE
    families: tuple[str, ...] = ()
    periods: tuple[int, ...] = ()
    speeds: tuple[Velocity, ...] = ()
    seed: int = 0

    def __post_init__(self) -> None:
        require.kind(self.rule, "the rule", Rule)
        require.whole(self.seed, "the seed", 0, MOST_WANTED)
        for name in self.families:
            if name not in FAMILIES:
                raise InputError(f"a survey has no '{name:.20}'; {suggestion(name, FAMILIES)}")
        for period in self.periods:
            require.whole(period, "a period", 2, LONGEST_PERIOD)
            whole_turns(Motion(period), self.rule)
        require.each(self.speeds, "the speeds", Velocity)
        for speed in self.speeds:
            speed.require_possible(self.rule)
            whole_turns(Motion(speed.period), self.rule)
        if self.periods and not self.asks("oscillators"):
            raise OptionError("<periods> are periods of oscillators, which are excluded by <kinds>")
        if self.speeds and not self.asks("spaceships"):
            raise OptionError("<speeds> are speeds of spaceships, which are excluded by <kinds>")

    def asks(self, family: str) -> bool:
        """Whether patterns of a family are looked for."""
        if self.families:
            return family in self.families
        named = {"oscillators": bool(self.periods), "spaceships": bool(self.speeds)}
        return named.get(family, False) or not any(named.values())

    def wants(self, kind: Kind) -> bool:
        """Whether patterns of a kind are looked for."""
        if not self.asks(kind.family):
            return False
        if kind.family == "oscillators":
            return not self.periods or kind.period in self.periods
        return kind.family == "still-lifes" or not self.speeds or kind in self.kinds_of_ships

    @property
    def kinds_of_ships(self) -> tuple[Kind, ...]:
        return tuple(
            kind_of(speed.period, -speed.left, -speed.up, self.rule) for speed in self.speeds
        )
