"""Completions: the rest of a spacetime of which some is told.

A film tells what is known of some generations of a box: cells alive or dead, cells that are
equal, cells exempt from the rule. Outside the box there is a background, by default nothing,
which nothing in the box may disturb. The film runs for some generations, or it comes back
after a period, perhaps turned or moved. A completion is all the rest.

Without exempt cells a completion is decided by generation 0; each exempt cell may be a
decision more. So answers are told apart, and blocked, by all these cells.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np

from lifesearch import require
from lifesearch.encoding.clauses import TRUE, Clauses
from lifesearch.encoding.known_cells import (
    KnownCellEncoder,
    differs_from_background,
    not_equal_to_first,
)
from lifesearch.encoding.motion import Motion
from lifesearch.encoding.variable_grid import Spacetime
from lifesearch.encoding.variables import Variables
from lifesearch.errors import InputError, VerificationError
from lifesearch.life.identify import canonical_key
from lifesearch.life.known_cells import CellAt, KnownCells
from lifesearch.life.pattern import Box, Pattern
from lifesearch.life.rules.rule import LIFE, Rule
from lifesearch.life.simulate.background import EMPTY_BACKGROUND, Background
from lifesearch.life.symmetry import C1, Symmetry
from lifesearch.queries import validate
from lifesearch.queries.answer import Answer
from lifesearch.queries.base import PatternQuery, Problem
from lifesearch.queries.completion.free_cells import FreeCells
from lifesearch.queries.completion.symmetries import Likeness, images, query_symmetries
from lifesearch.queries.completion.verify import Boxes, CompletionVerifier
from lifesearch.queries.constraints import NO_CONSTRAINTS, Constraints
from lifesearch.queries.formula import formula_lines
from lifesearch.queries.verify import require_box, require_constraints, require_right
from lifesearch.queries.words import in_rule, recurring, symmetric
from lifesearch.solving.configuration import Configuration
from lifesearch.solving.enumerate import Clause, Enumeration, Goal, Report, cubes
from lifesearch.solving.parts import Part
from lifesearch.text import plural, size_with_article


@dataclass(frozen=True)
class Completed(Answer):
    """A verified completion.

    `film` has the box in all generations before it comes back. If there are exempt cells,
    simulation cannot tell what happens, and `shown` does.
    """

    film: tuple[Pattern, ...] = ()
    shown: tuple[Pattern, ...] = ()

    @property
    def saved(self) -> Any:
        """What determines the answer: the box in all generations before it comes back."""
        return self.film

    def history(self) -> list[Pattern]:
        """All generations."""
        return list(self.shown) or super().history()


@dataclass(frozen=True)
class Completion(PatternQuery):
    """Ask for the rest of a film.

    If it `returns`, the motion tells how; otherwise only for how many generations it runs.
    """

    kind = "completion"

    film: KnownCells
    motion: Motion
    returns: bool = True
    symmetry: Symmetry = C1
    rule: Rule = LIFE
    background: Background = EMPTY_BACKGROUND
    any_period: bool = False
    with_empty: bool = False
    raw: bool = False
    constraints: Constraints = NO_CONSTRAINTS

    def __post_init__(self) -> None:
        require.kind(self.film, "the film", KnownCells)
        require.kind(self.motion, "the motion", Motion)
        require.kind(self.background, "the background", Background)
        require.flags(
            returns=self.returns,
            any_period=self.any_period,
            with_empty=self.with_empty,
            raw=self.raw,
        )
        require.box(self.box, self.motion.period + (not self.returns))
        if not self.returns and (self.motion.travels or self.motion.order > 1):
            raise InputError("only a film that is back can be turned or moved then")
        motion, way = self.motion, (self.motion.dx, self.motion.dy)
        if wrong := next(
            (g for g in (*self.symmetry.group, motion.orientation) if g.apply(*way) != way), None
        ):
            raise InputError(
                f"{wrong.symbol} does not keep the shift {motion.dx},{motion.dy}: choose a "
                f"symmetry and a transform that do"
            )
        validate.turns(motion, self.symmetry, self.rule, self.box)
        self._check_conditions()
        screening = self.screening
        screening.require_fitting_film()
        screening.require_fitting_background(self.symmetry.name)
        if contradiction := self.contradiction():
            t, x, y = contradiction
            raise InputError(
                f"generation {t}, row {y + 1}, column {x + 1} cannot be as told: it is the same "
                f"cell as another one, or one outside, that is told to be different"
            )

    def _check_conditions(self) -> None:
        stays = self.returns and not self.motion.travels
        validate.conditions(self.constraints, self.box, stays=stays)
        validate.no_pieces(self.constraints, "a completion is not taken apart")
        if self.constraints.keep is not None:
            raise InputError("what is to be kept can be drawn in the grids", "keep")
        if self.constraints and self.background != EMPTY_BACKGROUND:
            raise InputError("on a background nothing is counted: there can be no conditions")

    def counted(self, answer: Answer) -> list[Pattern]:
        """The generations in which cells are counted, and one more at the end."""
        if not self.returns:
            history = answer.history()
            return [*history, history[-1]]
        if not self.film.exempt:
            return replace(answer, generations=self.motion.full_period).history()
        boxes, screening = self._array(answer.saved)[None], self.screening
        return [screening.phase(boxes, t) for t in range(self.motion.full_period + 1)]

    @property
    def box(self) -> tuple[int, int]:
        """The size of the film."""
        return self.film.width, self.film.height

    @property
    def screening(self) -> CompletionVerifier:
        """What checks the answers."""
        return CompletionVerifier(
            self.film,
            self.spacetime(),
            self.returns,
            self.rule,
            self.background,
            () if self.any_period or not self.returns else tuple(self.motion.subperiods()),
            self.with_empty,
        )

    def configurations(self) -> tuple[Configuration, ...]:
        """One that is good at proofs, and one that is good at finding."""
        return (Configuration("cadical195"), Configuration("glucose4"))

    def cells(self) -> int:
        """The cells of generation 0 of which nothing is told."""
        unknown = sum(row.count(0) for row in self.film.grids[0])
        return unknown // len(self.symmetry.group)

    def parts(self, depth: int) -> Iterator[Part]:
        """The box, or cubes of it."""
        return (Part(self.box, cube) for cube in cubes(depth) if not self.constraints.impossible)

    def describe(self) -> str:
        """The thing that is looked for, in words."""
        if self.film.is_blank and self.returns:
            what = recurring(self.motion, self.rule, any_period=self.any_period)
            rule = in_rule(self.rule)
            return f"{what}{symmetric(self.symmetry)}{rule}{self.constraints}"
        rule = in_rule(self.rule)
        return f"completion{rule}{self.constraints}"

    def where(self) -> str:
        """The place that is searched, and the rest of the conditions, in words."""
        where = "" if self.background == EMPTY_BACKGROUND else " on this background"
        if self.film.is_blank and self.returns:
            return f" in {size_with_article(*self.box)} box{where}"
        mirrored = symmetric(self.symmetry)
        if self.returns and (self.motion.order > 1 or self.motion.travels):
            return f" of {size_with_article(*self.box)} film{mirrored}{where} {self._back()}"
        how = f"over {plural(self.motion.period, 'generation')}"
        if self.returns:
            divides = "whose period divides" if self.any_period else "of period"
            how = f"{divides} {self.motion.period}"
        return f" of {size_with_article(*self.box)} film {how}{mirrored}{where}"

    def _back(self) -> str:
        """How it is back, in words, if it is back elsewhere or turned."""
        motion, changes, only = self.motion, list[str](), "not sooner"
        if motion.order > 1:
            symbol = motion.orientation.symbol
            verb = "turned" if symbol.startswith("R") else "flipped"
            changes.append(f"{verb} by {symbol}")
            only = f"neither sooner nor un{verb}"
        if motion.travels:
            changes.append(f"moved by {motion.dx},{motion.dy}")
        back = f"that is back after {plural(motion.period, 'generation')}, {' and '.join(changes)}"
        return back if self.any_period else f"{back}, and {only}"

    def spacetime(self) -> Spacetime:
        """The cells that matter."""
        motion = self.motion if self.returns else Motion(self.motion.period + 1)
        return Spacetime(*self.box, motion, self.symmetry.group)

    @property
    def telling(self) -> KnownCellEncoder:
        """What is told, for the clauses."""
        tiles = None
        if self.background != EMPTY_BACKGROUND:
            planes = self.background.planes(self.spacetime().motion.period, self.rule)
            tiles = np.where(planes, TRUE, -TRUE).astype(np.int32)
        return KnownCellEncoder(self.film, self.returns, tiles)

    def dimacs(self, part: Part | None, how: Configuration) -> Iterator[str]:
        """The formula of the box as a DIMACS file."""
        return formula_lines(self, self.problem(part or Part(self.box), how), how)

    def problem(self, part: Part, how: Configuration) -> Problem:
        """The clauses; all parts have the same box."""
        variables = Variables()
        s = self.spacetime()
        layout, wrong = self.telling.assign_variables(s, variables)
        if not variables:
            variables.allocate([0], [0], lambda _, __: "nothing")
        if wrong:
            return Problem(layout, variables, [Clauses(np.zeros((1, 1), np.int32))])
        clauses = layout.transitions(self.rule, how.encoding, variables)
        if not self.with_empty:
            clauses.append(differs_from_background(layout, s.motion.period))
        for t, dx, dy in self.screening.excluded_periods():
            clauses += not_equal_to_first(layout, t, dx, dy, variables)
        # As in `counted`: the last generation counts, too, of what does not come back.
        last = layout.grid if self.returns else np.append(layout.grid, layout.grid[-1:], axis=0)
        counted = replace(layout, grid=last)
        clauses += self.constraints.clauses(counted, variables)
        better_than, counters = self.constraints.better_than(counted, variables)
        return Problem(layout, variables, clauses + counters, better_than)

    def search(
        self, part: Part, how: Configuration, known: Sequence[Answer]
    ) -> Iterator[Report[Answer]]:
        """Search the box, or a cube of it."""
        problem = self.problem(part, how)
        free_cells = FreeCells.of(problem.layout, self.spacetime().motion.period)

        def blocking(film: Boxes) -> Iterator[Clause]:
            for image in self.images(film):
                yield from free_cells.forbidding(image)

        def cost(film: Boxes) -> int:
            return self.cost(self._answer(self.screening, film))

        return Enumeration(
            problem.clauses,
            len(problem.variables),
            free_cells.film,
            blocking,
            self._verified,
            lambda answer: self._array(answer.saved),
            free_cells.cube(part.cube),
            goal=Goal(cost, problem.better_than) if problem.better_than else None,
        ).run(how, known)

    def contradiction(self) -> CellAt | None:
        """A cell of which something impossible is told, given all that is told before it."""
        return self.telling.assign_variables(self.spacetime(), Variables())[1]

    def _verified(self, films: Sequence[Boxes]) -> list[Answer]:
        """Verify completions by simulation and return them as answers."""
        screening, boxes = self.screening, np.array(films)
        answers: list[Answer] = [self._answer(screening, box) for box in boxes]
        what = f"{self.describe()}{self.where()}"
        require_right(answers, screening.check(boxes).tolist(), what)
        require_constraints(answers, self.constraints, what, self.counted)
        return answers

    def _answer(self, screening: CompletionVerifier, box: Boxes) -> Completed:
        film = tuple(map(Pattern.from_array, box))
        exempt, alone = bool(self.film.exempt), self.background == EMPTY_BACKGROUND
        generations = self.motion.period
        if self.returns and not exempt:
            generations = self.motion.full_period
        shown = range(self.motion.period + 1) if exempt else ()
        answer = Completed(
            film[0] if alone else screening.phase(box[None], 0),
            generations,
            self.rule,
            None if alone else screening.torus,
            returns=self.returns,
            film=film,
            shown=tuple(screening.phase(box[None], t) for t in shown),
        )
        # On a background's torus it cannot be seen when a ship is back.
        seen = self.returns and not exempt and (alone or not self.motion.travels)
        if seen and (self.any_period or self.motion.order > 1):
            answer = answer.cycle()
        return answer if alone and not exempt else replace(answer, called=self._called(answer))

    def _called(self, answer: Completed) -> str:
        """What it is, where the simulator cannot tell."""
        what = f"generations 0 to {answer.generations}"
        if self.returns:
            what = recurring(
                self.motion if self.motion.travels else Motion(answer.generations), LIFE
            )
        with_exempt = " with exempt cells" if self.film.exempt else ""
        return (
            what + with_exempt + ("" if self.background == EMPTY_BACKGROUND else " on a background")
        )

    @property
    def saved_type(self) -> Any:
        """Of an answer all generations before it comes back are saved."""
        return tuple[Pattern, ...]

    def answers(
        self, saved: Sequence[tuple[Pattern, ...]], width: int, height: int
    ) -> list[Answer]:
        """Verify completions in the box, given as the generations before they come back."""
        require_box(self.box, width, height)
        generations = self.spacetime().motion.period
        box = Box(0, 0, width, height)
        outside = any(not box.holds(cell) for film in saved for phase in film for cell in phase)
        if outside or any(len(film) != generations for film in saved):
            raise VerificationError(f"these are not {generations} generations of the box")
        return self._verified([self._array(film) for film in saved])

    def _array(self, film: Sequence[Pattern]) -> Boxes:
        return np.stack([phase.to_array(Box(0, 0, *self.box)) for phase in film])

    @cached_property
    def _likenesses(self) -> list[Likeness]:
        return query_symmetries(self.screening)

    def images(self, film: Boxes) -> Iterator[Boxes]:
        """All completions that are not worth telling apart from this one; itself first."""
        return images(self.spacetime(), film, [] if self.raw else self._likenesses)

    def key(self, answer: Answer) -> Hashable:
        """Moved, turned and delayed patterns are one; where there are exempt cells, or something
        around, answers that a symmetry of the question makes one another.
        """
        if self.raw:
            return answer
        if self.returns and not self.film.exempt and self.background == EMPTY_BACKGROUND:
            return canonical_key(answer.history()[:-1], self.rule)
        return min(image.tobytes() for image in self.images(self._array(answer.saved)))
