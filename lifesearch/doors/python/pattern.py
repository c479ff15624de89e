"""Patterns with their rule, and the facts that identify them.

>>> glider = Pattern.from_rle("bo$2bo$3o!")
>>> print(glider)
.O.
..O
OOO
>>> glider
<Pattern bo$2bo$3o!>
>>> glider.after(4)
<Pattern bo$2bo$3o! at (1, 1)>
>>> glider.after(4).identify().name
'glider'
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from operator import index
from typing import TYPE_CHECKING, Any, Self

from lifesearch.common.errors import InputError
from lifesearch.common.facts import CARD, Detail
from lifesearch.common.limits import FARTHEST, LARGEST_TORUS, MOST_SIMULATED_GENERATIONS
from lifesearch.core.facts import PatternFacts, details_of, line_of_card, record_of
from lifesearch.core.options import readers
from lifesearch.core.options.patterns import cells_of
from lifesearch.doors.python.records import NamedFacts
from lifesearch.life.pattern import Box, Cell
from lifesearch.life.pattern import Pattern as Cells
from lifesearch.life.rules.generations import MOST_STATES
from lifesearch.life.rules.rule import LIFE, Rule
from lifesearch.life.simulate.any_rule import require_states

if TYPE_CHECKING:
    from lifesearch.core.report import PatternReport
    from lifesearch.formats.common import PatternFile

LONGEST_REPR = 60
"""Cells, and characters of RLE, in the repr of a pattern; of a larger one the size is shown."""
LONGEST_IDENTITY = 100
"""Characters of the repr of an identity."""
MOST_FRAMES = 60
"""Generations in an animated picture; of a longer period only the first ones are shown."""
CELL_PIXELS = 12
"""Pixels of a cell in a picture that is not small."""
SMALL_PICTURE = 240
"""Pixels of the longer side of a small picture."""


@dataclass(frozen=True, repr=False)
class Pattern:
    """An immutable set of live cells (x, y), x to the right and y down, and their rule.

    Two patterns are equal if they have the same cells, in the same states, the same rule and the
    same torus, or none. On a torus all cells lie in columns 0 to width - 1 and rows 0 to
    height - 1.

    >>> blinker = Pattern([(0, 0), (1, 0), (2, 0)])
    >>> blinker.population, blinker.width, blinker.height, blinker.rule
    (3, 3, 1, 'B3/S23')
    >>> (1, 0) in blinker, list(blinker.after(1))
    (True, [(1, -1), (1, 0), (1, 1)])

    In rules with several states, cells may be given as (x, y, state). Then `cells` are all cells
    that are not dead, and `dying` are those in states from 2 on, as (x, y, state).

    >>> photon = Pattern([(0, 0), (1, 0), (0, 1, 2), (1, 1, 2)], rule="Brian's Brain")
    >>> photon.after(1) == photon.translate(0, -1), photon.states[0, 1]
    (True, 2)
    """

    cells: frozenset[Cell]
    rule: str
    torus: tuple[int, int] | None
    dying: frozenset[tuple[int, int, int]]

    def __init__(
        self,
        cells: Iterable[Cell | tuple[int, int, int]] = (),
        rule: str | Rule = LIFE,
        torus: readers.Size | None = None,
    ) -> None:
        checked, checked_rule = _read_cells(cells), readers.rule(rule)
        require_states(checked, checked_rule)
        size = readers.box(torus)
        if size is not None and size[0] * size[1] > LARGEST_TORUS:
            raise InputError(
                f"a torus of {size[0]:,} x {size[1]:,} cells is too large to simulate: at most "
                f"{LARGEST_TORUS:,} cells fit"
            )
        if size is not None and not all(map(Box(0, 0, *size).holds, checked.cells)):
            raise InputError(f"a cell lies outside the torus of {size[0]}x{size[1]} cells")
        # The class is frozen: attributes cannot be assigned.
        vars(self).update(
            cells=checked.cells, rule=str(checked_rule), torus=size, dying=checked.dying
        )

    @classmethod
    def parse(cls, picture: str, rule: str | Rule = LIFE) -> Self:
        """Read a picture: `.` is dead, `O`, `o` or `*` alive; its upper left corner is (0, 0).

        In rules with several states a picture without these letters has A for state 1 (alive), B
        for state 2, and so on.

        >>> Pattern.parse("OO\\nOO").identify().name
        'block'
        """
        text, checked_rule = readers.text(picture, "a picture"), readers.rule(rule)
        if checked_rule.states > 2 and not set(text) & set("Oo*"):
            return cls(_with_states(Cells.parse_states(text)), checked_rule)
        return cls(Cells.parse(text).cells, rule)

    @classmethod
    def from_rle(cls, text: str, rule: str | Rule | None = None) -> Self:
        """Read RLE, with or without a header; a rule given here overrides that of the header."""
        from lifesearch.formats.rle import read_rle

        return cls._from(read_rle(readers.text(text, "RLE")), rule)

    @classmethod
    def from_text(cls, text: str, rule: str | Rule | None = None) -> Self:
        """Read the text of a pattern file, such as RLE or plaintext: the content says which."""
        from lifesearch.formats.detect import read

        return cls._from(read(readers.text(text, "the text of a file")), rule)

    @classmethod
    def from_file(cls, path: readers.Path, rule: str | Rule | None = None) -> Self:
        """Read a pattern file, such as RLE or plaintext: the content says which."""
        from lifesearch.formats.detect import read_path

        return cls._from(read_path(readers.path(path)), rule)

    @classmethod
    def from_apgcode(cls, code: str, rule: str | Rule = LIFE) -> Self:
        """Read an apgcode; the code does not contain the rule.

        >>> Pattern.from_apgcode("xq4_153").identify().name
        'glider'
        """
        from lifesearch.life.apgcode import decode

        return cls(decode(readers.text(code, "an apgcode")).cells, rule)

    @classmethod
    def named(cls, name: str) -> Self:
        """Return the pattern with this name in the catalogues.

        >>> Pattern.named("pulsar").population
        48
        """
        from lifesearch.catalogue.catalogue import pattern_of
        from lifesearch.catalogue.user import all_entries

        return cls._from(pattern_of(all_entries().by_name(readers.text(name, "a name"))), None)

    @classmethod
    def _from(cls, file: PatternFile, rule: str | Rule | None) -> Self:
        pattern = file.pattern.wrapped(*file.torus) if file.torus else file.pattern
        rule = file.rule or LIFE if rule is None else rule
        return cls(_with_states(pattern), rule, file.torus)

    @property
    def states(self) -> dict[Cell, int]:
        """The state of each cell that is not dead: 1 (alive), or from 2 on (dying)."""
        return cells_of(self).states

    @property
    def population(self) -> int:
        """The number of live cells, and of dying ones."""
        return len(self.cells)

    @property
    def box(self) -> Box:
        """The smallest box around all cells that are not dead, as (x, y, width, height)."""
        return Cells(self.cells).box

    @property
    def width(self) -> int:
        """The number of columns of the box."""
        return self.box.width

    @property
    def height(self) -> int:
        """The number of rows of the box."""
        return self.box.height

    @property
    def rle(self) -> str:
        """RLE with a header; reading it gives the same pattern at the same position.

        A pattern more than 1,000,000,000 cells away from (0, 0) is written, but not read again.
        """
        from lifesearch.formats.rle import write_rle

        return write_rle(cells_of(self), readers.rule(self.rule), torus=self.torus)

    def translate(self, dx: int, dy: int) -> Pattern:
        """Return the pattern moved dx to the right and dy down; on a torus, cells wrap around."""
        right = readers.whole(dx, "dx", -FARTHEST, FARTHEST)
        down = readers.whole(dy, "dy", -FARTHEST, FARTHEST)
        return self._wrapped(cells_of(self).translate(right, down), self.torus)

    def transform(self, name: str) -> Pattern:
        """Return the pattern rotated or reflected: R90, R180, R270, F|, F-, F\\ or F/.

        The upper left corner of its box does not move. If width and height are exchanged, those of
        the torus are, too.
        """
        x, y, *_ = self.box
        orientation = readers.transform(name)
        turned = cells_of(self).transform(orientation).normal().translate(x, y)
        torus = self.torus
        if torus and orientation.apply(1, 0)[0] == 0:  # width and height are exchanged
            torus = torus[1], torus[0]
        return self._wrapped(turned, torus)

    def after(self, generations: readers.Whole) -> Pattern:
        """Return the pattern after this number of generations.

        On the plane, under a rule with B0 and without S8, the cells of odd generations are the dead
        ones (see `lifesearch help rules`): such a pattern cannot be continued from there.
        """
        return self.history(generations)[-1]

    def history(self, generations: readers.Whole) -> tuple[Pattern, ...]:
        """Return generations 0 to this one, both included; with B0 see `after`.

        >>> [phase.population for phase in Pattern.parse("OOOO").history(2)]
        [4, 6, 6]
        """
        from lifesearch.life.simulate.universe import Universe

        count = readers.whole(
            generations, "the number of generations", 0, MOST_SIMULATED_GENERATIONS
        )
        phases = Universe(readers.rule(self.rule), self.torus).history(cells_of(self), count)
        return tuple(map(self._with, phases))

    def identify(self, generations: readers.Whole = 1000) -> Identity:
        """Identify the pattern, following it for at most this number of generations.

        >>> print(Pattern.parse("OOO").identify())
        blinker: oscillator of period 2; 3 cells, D4_+1
        """
        from lifesearch.core.answer import Answer as Found
        from lifesearch.core.answer_report import AnswerReport
        from lifesearch.core.report import PatternReport
        from lifesearch.life.simulate.universe import Universe

        limit = readers.whole(
            generations, "the number of generations", 1, MOST_SIMULATED_GENERATIONS
        )
        cells, rule = cells_of(self), Rule.parse(self.rule)
        if self.torus is None:
            return Identity(self, PatternReport(cells, rule, limit=limit))
        period = Universe(rule, self.torus).behaviour(cells, limit).period
        # One that does not recur within the limit is a film of one generation. `placed`: its cells
        # must stay on the torus.
        what = "" if period else f"pattern on a torus of {self.torus[0]}x{self.torus[1]}"
        found = Found(cells, period or 1, rule, self.torus, what, returns=bool(period))
        return Identity(self, AnswerReport.of(found, placed=True))

    def _with(self, cells: Cells) -> Pattern:
        return of_cells(cells, self.rule, self.torus)

    def _wrapped(self, cells: Cells, torus: tuple[int, int] | None) -> Pattern:
        return of_cells(cells.wrapped(*torus) if torus else cells, self.rule, torus)

    def __len__(self) -> int:
        return len(self.cells)

    def __bool__(self) -> bool:
        return bool(self.cells)

    def __contains__(self, cell: object) -> bool:
        try:
            return cell in self.cells
        except TypeError:  # not hashable, so in no set
            return False

    def __iter__(self) -> Iterator[Cell]:
        """Go through all cells that are not dead, in reading order."""
        return iter(Cells(self.cells))

    def __str__(self) -> str:
        return cells_of(self).picture(Box(0, 0, *self.torus) if self.torus else None)

    def __repr__(self) -> str:
        from lifesearch.formats.rle import write_runs

        box = self.box
        what = f"of {len(self)} cells in {box.width}x{box.height}"
        if len(self) <= LONGEST_REPR:
            runs = write_runs(cells_of(self))
            what = runs if len(runs) <= LONGEST_REPR else what
        place = f" at ({box.x}, {box.y})" if (box.x, box.y) != (0, 0) else ""
        rule = "" if self.rule == str(LIFE) else f" in {self.rule}"
        torus = f" on a torus of {self.torus[0]}x{self.torus[1]}" if self.torus else ""
        return f"<Pattern {what}{place}{rule}{torus}>"

    def svg(self, *, small: bool = False) -> str | None:
        """A picture as SVG, animated if the pattern recurs; None if it would be too large."""
        return svg(self, small=small)

    def _repr_svg_(self) -> str | None:
        """What a notebook shows: animated, if the pattern recurs."""
        return self.svg()


class Identity(PatternFacts, NamedFacts):
    """The facts about a pattern: its behaviour, apgcode, name, symmetry and others.

    All of `facts()` are attributes, too.

    >>> glider = Pattern.from_rle("bo$2bo$3o!").identify()
    >>> glider.kind, glider.period, glider.velocity, glider.displacement
    ('spaceship', 4, 'c/4 diagonal', (1, 1))
    >>> glider.name, glider.apgcode, glider.symmetry, glider.population
    ('glider', 'xq4_153', 'C1', 5)
    """

    def __init__(self, pattern: Pattern, report: PatternReport) -> None:
        super().__init__(report)
        self._pattern = pattern

    @property
    def pattern(self) -> Pattern:
        """The pattern, in generation 0."""
        return self._pattern

    @property
    def name(self) -> str:
        """Its name in the catalogues or, if it has none, a description."""
        return self._report.title()

    @property
    def displacement(self) -> tuple[int, int]:
        """How far to the right and down it has moved after its period."""
        return self.dx, self.dy

    @property
    def summary(self) -> str:
        """Name, behaviour, size and symmetry in one line, as the command line prints them."""
        line, name = self._report.summary(), self._report.name
        return line if name is None or line.startswith(f"{name}: ") else f"{name}: {line}"

    @property
    def line(self) -> str:
        """The most important facts in a few words, without those that are in its name."""
        return line_of_card(self._report, self.name)

    def details(self) -> list[Detail]:
        """Its facts for people: each with a `label` and in `words`."""
        return details_of(self._report, CARD)

    def facts(self) -> dict[str, Any]:
        """All facts by name, as `--format json` prints them."""
        return record_of(self._report)

    def __str__(self) -> str:
        return self.summary

    def __repr__(self) -> str:
        line = f"<{type(self).__name__} {self.summary}>"
        return line if len(line) <= LONGEST_IDENTITY else f"{line[: LONGEST_IDENTITY - 4]}...>"

    def svg(self, *, small: bool = False) -> str | None:
        """A picture as SVG, animated if the pattern recurs; None if it would be too large."""
        return self._pattern.svg(small=small)

    def _repr_svg_(self) -> str | None:
        return self.svg()


def svg(pattern: Pattern, frames: int = 0, *, small: bool = False) -> str | None:
    """An animated picture of `frames` generations, or of one period if that is 0.

    A pattern that does not recur has one generation then.
    None if the pattern is too large. Generation 0, with a ring of dead cells, is SMALL_PICTURE
    pixels long at most in a small picture, if cells are not smaller than a pixel then; other
    generations may need more.
    """
    from lifesearch.show.animation import Subject
    from lifesearch.show.pictures.svg import picture
    from lifesearch.show.pictures.svg import svg as drawn

    try:
        subject = Subject(cells_of(pattern), Rule.parse(pattern.rule), pattern.torus)
        count = min(frames or subject.behaviour.period or 1, MOST_FRAMES)
        side = max(pattern.torus or (pattern.width + 2, pattern.height + 2))
        most = SMALL_PICTURE // side if small else CELL_PIXELS
        scale = max(1, min(CELL_PIXELS, most))
        return drawn(picture(subject, count, "age", moving=True, scale=scale))
    except InputError:
        return None


def of_cells(cells: Cells, rule: str | Rule, torus: tuple[int, int] | None = None) -> Pattern:
    """A pattern of cells that are known to be valid, without checking them again."""
    made = object.__new__(Pattern)
    vars(made).update(cells=cells.cells, rule=str(rule), torus=torus, dying=cells.dying)
    return made


def _read_cells(cells: Iterable[Cell | tuple[int, int, int]]) -> Cells:
    states: dict[Cell, int] = {}
    try:
        for x, y, *state in cells:
            # More than one state is a ValueError.
            (states[index(x), index(y)],) = map(index, state or (1,))
    except (TypeError, ValueError):
        raise InputError(
            "the cells of a pattern are pairs (x, y) of whole numbers, or (x, y, state)"
        ) from None
    if any(not 0 <= state < MOST_STATES for state in states.values()):
        raise InputError(f"a cell has a state from 0 to {MOST_STATES - 1}")
    return Cells.of_states(states)


def _with_states(pattern: Cells) -> Iterable[tuple[int, int, int]]:
    return ((*cell, state) for cell, state in pattern.states.items())
