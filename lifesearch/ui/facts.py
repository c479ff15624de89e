"""What is known of a pattern: computed when it is first asked for."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from lifesearch.life.identify import Identified, identify_known
from lifesearch.life.pattern import Box, Pattern
from lifesearch.life.rules.rule import LIFE, Rule
from lifesearch.life.simulate.evolve import Behaviour, velocity
from lifesearch.life.simulate.long_run import LongRun, long_run
from lifesearch.life.simulate.settling import Settling, run_until_periodic
from lifesearch.life.simulate.universe import Universe
from lifesearch.limits import WIDEST_WINDOW

SOON = 1000
"""For this number of generations a pattern is followed as a whole, before its parts are."""


@dataclass(frozen=True)
class PatternFacts:
    """The facts of a pattern under a rule, on the plane or on a torus.

    The pattern is simulated for at most `limit` generations, with limit 0 not at all. With
    `settle` it is followed until any generation repeats, otherwise until generation 0 does.
    """

    pattern: Pattern
    rule: Rule = LIFE
    torus: tuple[int, int] | None = None
    limit: int = 1000
    settle: bool = True

    @cached_property
    def box(self) -> Box:
        return self.pattern.box

    @cached_property
    def outcome(self) -> Settling | None:
        """What becomes of a pattern on the plane, as a whole, in the long run."""
        soon = self._outcome_soon
        if soon is None or soon.known or self.limit <= SOON or self.future:
            return soon
        return run_until_periodic(self.pattern, self.rule, self.limit)

    @cached_property
    def _outcome_soon(self) -> Settling | None:
        if self.torus:
            return None
        return run_until_periodic(self.pattern, self.rule, min(self.limit, SOON))

    @cached_property
    def future(self) -> LongRun | None:
        """What becomes of its parts, if it never recurs as a whole and that is known."""
        soon = self._outcome_soon
        if not self.settle or not self.limit or soon is None or soon.known:
            return None
        if not self.rule.plain:  # its parts are not followed one by one
            return None
        run = long_run(self.pattern, self.rule, self.limit)
        return None if run.kind == "unknown" else run

    @cached_property
    def behaviour(self) -> Behaviour:
        """Whether the pattern itself recurs or dies."""
        if self.settle and self.outcome:
            since = self.outcome.periodic_from
            return Behaviour(since) if since else self.outcome.behaviour
        if not self.limit:
            return Behaviour(0)
        return Universe(self.rule, self.torus).behaviour(self.pattern, self.limit)

    @cached_property
    def identity(self) -> Identified | None:
        """Symmetry, pieces and phases; None on a torus, and if nothing is to be simulated."""
        if self.torus or not self.limit:
            return None
        return identify_known(self.pattern, self.rule, self.behaviour)

    @property
    def settled(self) -> Pattern | None:
        """What a pattern has become that is periodic, but not from generation 0 on."""
        later = self.settle and self.outcome and self.outcome.periodic_from
        return self.outcome.settled if later and self.outcome else None

    @cached_property
    def settled_identity(self) -> Identified | None:
        """Identity of the settled pattern."""
        if self.settled is None or self.outcome is None:
            return None
        return identify_known(self.settled, self.rule, self.outcome.behaviour)

    @property
    def since(self) -> int | None:
        """The generation from which on all is known."""
        if self.future:
            return self.future.generation
        return self.outcome.periodic_from if self.outcome else None

    @property
    def known(self) -> bool:
        """Whether the whole future of the pattern is known."""
        return bool(self.settled) or bool(self.future) or self.behaviour.kind != "unknown"

    @property
    def kind(self) -> str:
        """One of 'still life', 'oscillator', 'spaceship', 'dies', 'settles' and 'unknown'.

        Some that never settle are known, too: 'gun', 'puffer' and 'rake'.
        """
        if self.settle and self.future:
            return self.future.kind
        return "settles" if self.settled else self.behaviour.kind

    @property
    def period(self) -> int | None:
        return self.behaviour.period

    @property
    def velocity(self) -> str | None:
        """The velocity of a spaceship, such as 'c/4 diagonal'."""
        known = self.behaviour
        moving = known.kind == "spaceship"
        return velocity(known.dx, known.dy, known.period or 1) if moving else None

    @property
    def rotor_name(self) -> str | None:
        """The name of an oscillator's rotor, which is the same however it is turned."""
        known = self.identity
        if known is None or self.behaviour.kind != "oscillator" or not self.rule.plain:
            return None
        if not known.phases:
            return None
        from lifesearch.rotor_search.rotor import Rotor

        rotor = Rotor.of(known.phases)
        if max(rotor.size) > WIDEST_WINDOW:
            return None
        return rotor.canonical(self.rule.symmetries).name

    @property
    def populations(self) -> tuple[int, ...]:
        """The number of live cells in each phase that is known."""
        return self.identity.populations if self.identity else (self.pattern.population,)

    @property
    def pieces(self) -> tuple[Pattern, ...]:
        return self.identity.pieces if self.identity else ()

    @property
    def apgcode(self) -> str | None:
        """The apgcode, if the pattern is periodic and not too large for one."""
        return self.identity.apgcode if self.identity else None

    @cached_property
    def name(self) -> str | None:
        """The name in the built-in catalogue or in the user's."""
        return self.name_of(self.apgcode)

    @property
    def catalogue(self) -> str | None:
        """Which catalogue has it, 'built-in' or 'own'."""
        from lifesearch.catalogue import catalogue

        if self.name is None:
            return None
        return "built-in" if catalogue.name_of(self.apgcode, self.rule) else "own"

    def name_of(self, code: str | None) -> str | None:
        """The name of the object with an apgcode, in either catalogue."""
        from lifesearch.catalogue import user  # what is merely drawn needs no name

        return user.name_of(code, self.rule)
