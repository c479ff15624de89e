"""A report on a pattern: its period, symmetry, fate and name, from simulation and the catalogues.

Each property is computed when it is first read: a report that is only written as Life 1.06
simulates nothing. `core.facts` lists the properties that JSON, CSV and the terminal show.

    >>> report = PatternReport(Pattern.parse("OOO"))
    >>> report.kind, report.period, report.apgcode, report.name
    ('oscillator', 2, 'xp2_7', 'blinker')
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, ClassVar

from lifesearch.common.facts import IDENTIFIED, Output
from lifesearch.common.text import size_with_article
from lifesearch.formats.common import PatternFile
from lifesearch.life.identify import Identified, identify_known
from lifesearch.life.pattern import Box, Pattern
from lifesearch.life.rules.rule import LIFE, Rule
from lifesearch.life.simulate.evolve import Behaviour, velocity
from lifesearch.life.simulate.universe import Universe
from lifesearch.life.state_code import code_label

if TYPE_CHECKING:
    from lifesearch.core.answer import Answer
    from lifesearch.life.simulate.ash import AshObject
    from lifesearch.life.simulate.long_run import LongRun
    from lifesearch.life.simulate.settling import Settling

WHOLE_LIMIT = 1000
"""Generations simulated as a whole; after them, each object is simulated by itself.

The usual `limit` is the same: with it, a pattern is also followed as a whole to the end.
"""


@dataclass(frozen=True)
class PatternReport:
    """A report on a pattern under a rule, on the plane or on a torus.

    The pattern is simulated for at most `limit` generations, with limit 0 not at all. With
    `settle` it is followed until any generation repeats, otherwise until generation 0 does.
    `source` is the file that the pattern was read from, and `given_name` its name there.
    """

    pattern: Pattern
    rule: Rule = LIFE
    torus: tuple[int, int] | None = None
    limit: int = 1000
    settle: bool = True
    source: str = ""
    given_name: str | None = None

    output: ClassVar[Output] = IDENTIFIED
    """The output for which facts are chosen: see `common.facts`."""

    @classmethod
    def of_file(
        cls, file: PatternFile, source: str, rule: Rule | None = None, limit: int = 1000
    ) -> PatternReport:
        """The report on a pattern in a file, under the given rule or, without one, the file's."""
        chosen = rule or file.rule or LIFE
        return cls(file.pattern, chosen, file.torus, limit, source=source, given_name=file.name)

    @cached_property
    def box(self) -> Box:
        return self.pattern.box

    @cached_property
    def outcome(self) -> Settling | None:
        """The fate of a pattern on the plane, followed as a whole."""
        first = self._first_outcome
        if first is None or first.known or self.limit <= WHOLE_LIMIT or self.future:
            return first
        from lifesearch.life.simulate.settling import run_until_periodic

        return run_until_periodic(self.pattern, self.rule, self.limit)

    @cached_property
    def _first_outcome(self) -> Settling | None:
        """The fate within the first `WHOLE_LIMIT` generations."""
        if self.torus:
            return None
        from lifesearch.life.simulate.settling import run_until_periodic

        return run_until_periodic(self.pattern, self.rule, min(self.limit, WHOLE_LIMIT))

    @cached_property
    def future(self) -> LongRun | None:
        """The fate of its objects, followed one by one if the whole does not settle soon.

        None unless the fate of all of them was determined.
        """
        first = self._first_outcome
        if not self.settle or not self.limit or first is None or first.known:
            return None
        if not self.rule.plain:  # the simulator of single objects has one table of two states
            return None
        from lifesearch.life.simulate.long_run import long_run

        run = long_run(self.pattern, self.rule, self.limit)
        return None if run.kind == "unknown" else run

    @cached_property
    def behaviour(self) -> Behaviour:
        """Whether the pattern itself recurs or dies."""
        if self.settle and self.outcome:
            # A pattern that becomes periodic later does not recur itself.
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
        """The periodic pattern that this one becomes, if it is not periodic from the start."""
        later = self.settle and self.outcome and self.outcome.periodic_from
        return self.outcome.settled if later and self.outcome else None

    @cached_property
    def settled_identity(self) -> Identified | None:
        if self.settled is None or self.outcome is None:
            return None
        return identify_known(self.settled, self.rule, self.outcome.behaviour)

    @property
    def since(self) -> int | None:
        """The generation from which on the pattern, or each of its objects, is periodic."""
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

        Or 'gun', 'puffer' or 'rake', for patterns that grow for ever in a regular way.
        """
        if self.settle and self.future:
            return self.future.kind
        return "settles" if self.settled else self.behaviour.kind

    @property
    def period(self) -> int | None:
        return self.behaviour.period

    @property
    def found(self) -> Answer | None:
        """The answer of a search, if the report is on one: see `AnswerReport`."""
        return None

    @property
    def one_of_many(self) -> bool:
        """Whether reports on rotated or translated copies of the pattern are likely to follow.

        Then `core.known_facts` keeps its facts for these copies.
        """
        return False

    @property
    def greatest_rule(self) -> Rule | None:
        """The greatest rule in which the pattern evolves as in `rule`, if the rule was unknown."""
        return None

    @property
    def velocity(self) -> str | None:
        """The velocity of a spaceship, such as 'c/4 diagonal'."""
        motion = self.behaviour
        moving = motion.kind == "spaceship"
        return velocity(motion.dx, motion.dy, motion.period or 1) if moving else None

    @property
    def populations(self) -> tuple[int, ...]:
        """The number of live cells in each phase, or in generation 0 alone if it does not recur."""
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
        from lifesearch.catalogue.names import builtin_name

        if self.name is None:
            return None
        return "built-in" if builtin_name(self.apgcode, self.rule) else "own"

    def name_of(self, code: str | None) -> str | None:
        """The name of the object with an apgcode, in either catalogue."""
        from lifesearch.catalogue.names import name_of  # what is merely drawn needs no name

        return name_of(code, self.rule)

    @property
    def objects(self) -> tuple[str, ...]:
        """The objects left when the pattern has settled, as `apgcode*number`."""
        return self.counted(self.future.ash.objects if self.future else ())

    @property
    def emits(self) -> tuple[str, ...]:
        """The objects that a gun or puffer emits in each period, as `apgcode*number`."""
        return self.counted(self.future.emitted if self.future else ())

    def counted(self, objects: Iterable[AshObject], *, named: bool = False) -> tuple[str, ...]:
        """Each object with its number, the most frequent first; if `named`, by names, not codes."""
        counts = Counter[str]()
        for each in objects:
            if each.periodic:
                whole = identify_known(each.pattern, self.rule, each.behaviour)
                for object_report in whole.parts or (whole,):
                    name = self.name_of(object_report.apgcode) if named else None
                    counts[name or object_report.apgcode or object_report.behaviour.describe()] += 1
        ordered = sorted(counts.items(), key=lambda item: (-item[1], item[0]))
        if named:
            return tuple(name if n == 1 else f"{n} x {name}" for name, n in ordered)
        return tuple(f"{name}*{n}" for name, n in ordered)

    def describe(self) -> str:
        """A description of the pattern in a few words; of a composite, the names of its pieces."""
        if self.torus:
            kind = self.kind if self.period else "pattern"
            return f"{kind} on {size_with_article(*self.torus)} torus"
        if self.settle and self.outcome and not self.period:
            run = self.future
            if run is not None and run.kind == "settles" and not run.generation:
                run = None  # what was settled from the beginning settles in no generation
            return (run or self.outcome).describe()
        if self.identity is None or self.kind == "unknown":
            return "pattern"
        return self.identity.name(self.name_of)

    def headline(self) -> str:
        """The name, if it has one, with the description; else the description."""
        return f"{self.name}: {self.describe()}" if self.name else self.describe()

    def title(self) -> str:
        """A name: that of a catalogue, the given one, or else what the pattern is."""
        return self.name or self.given_name or self.describe()

    def summary(self) -> str:
        """What the pattern is, its cells and its symmetry, as far as they are known."""
        if self.identity is None or (self.settle and not self.period):
            return self.headline()
        return self.identity.summary(self.name_of)

    def stem(self) -> str:
        """The beginning of a file's name: 'oscillator-p3', 'spaceship-p4'."""
        stem = self.kind.replace(" ", "-").replace("unknown", "pattern")
        return f"{stem}-p{self.period}" if self.period else stem

    def heading(self) -> tuple[str | None, list[str]]:
        """The name, if there is one, and the lines below it: the summary, and the apgcode."""
        code = [f"{code_label(self.apgcode)} {self.apgcode}"] if self.apgcode else []
        return self.name or self.given_name or None, [self.summary(), *code]
