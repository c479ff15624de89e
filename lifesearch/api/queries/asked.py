"""What is asked, for every interface: one function from options to a query and wishes.

The command line, Python and the studio all come here with a kind of search and its options, and
give what they get to `planning.choose`.

>>> from lifesearch.options.table import read
>>> question = asked("oscillator", 3, read("oscillator", {"box": "7x7", "symmetry": "D8"}))
>>> question.query.describe(), question.wishes.only
('oscillator of period 3 with symmetry D8', ())
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from dataclasses import dataclass, replace
from random import randrange
from typing import TYPE_CHECKING, Any

from lifesearch.api.queries import periodic
from lifesearch.api.queries.run_options import run_options, with_proof
from lifesearch.errors import InputError, OptionError
from lifesearch.life.rules.rule import Rule
from lifesearch.life.symmetry import Symmetry
from lifesearch.limits import LONGEST_PERIOD, WIDEST_STRIP
from lifesearch.options.option import ROWS, WHAT, WHERE
from lifesearch.options.readers import Size, box, whole
from lifesearch.options.spent import ROTOR_PROOF
from lifesearch.options.table import Options, options_of
from lifesearch.planning.choose import NO_WISHES, Wishes, choose, in_boxes
from lifesearch.planning.plan import Plan, how_many
from lifesearch.queries.base import PatternQuery
from lifesearch.queries.rotors import Rotors
from lifesearch.queries.soups import SEEDS, SoupQuery
from lifesearch.running.options import RunOptions

if TYPE_CHECKING:
    from lifesearch.session.file import Session

USUAL_SOUPS = 100_000
ROWS_ONLY = ("max_length", "look_ahead", "front", "partials")


@dataclass(frozen=True)
class Asked:
    """A query, the options with what may be spent on it, and what is wished of its search.

    Its answers are moved by the `offset`, or without one to the corner (0, 0).
    """

    query: PatternQuery
    options: Options
    wishes: Wishes = NO_WISHES
    offset: tuple[int, int] | None = None

    def but(self, **changes: Any) -> Asked:
        return replace(self, options=self.options.but(**changes))

    def plan(self, how: RunOptions) -> Plan[PatternQuery]:
        """What will be done; with a raw query, where every solution counts."""
        return choose(self.query, how, self.wishes)

    def formula(
        self, say: Callable[[str], None] | None = None
    ) -> tuple[PatternQuery, Iterator[str]]:
        """The query in boxes, and the clauses that a solver would get of it, in DIMACS."""
        fixed = run_options(self.options, 1, self.query, say).fixed
        query = in_boxes(self.query, self.wishes)
        return query, query.dimacs(None, fixed.applied(query.configurations()[0]))

    def wanted(self) -> int | None:
        """How many answers are wanted; None is all, or better and better ones."""
        count, everything = self.options.count, self.options.everything
        return how_many(self.query, count, everything=everything, raw=self.query.raw)

    def planned(
        self, say: Callable[[str], None] | None = None
    ) -> tuple[Plan[PatternQuery], RunOptions]:
        """What will be done, and what may be spent on it; a folder for a proof is made last."""
        how = run_options(self.options, self.wanted(), self.query, say)
        plan = self.plan(how)
        return plan, with_proof(self.query, how, self.options)


def asked(command: str, what: Any, options: Options) -> Asked:
    """What a command asks of `what`, such as a period or a pattern, with these options."""
    options = _wanting(command, options)
    match command:
        case "soup":
            return Asked(_soups(options), options)
        case "rotors":
            return Asked(_all_rotors(what, options), options)
        case "catalyse":
            from lifesearch.api.queries.catalysts import catalysts

            return Asked(catalysts(what, options), options)
        case "complete":
            from lifesearch.api.queries.given_cells import completion

            return Asked(completion(what, options), options, offset=(0, 0))
        case "predecessor":
            from lifesearch.api.queries.given_cells import predecessor

            query, (dx, dy) = predecessor(what, options)
            return Asked(query, options, offset=(-dx, -dy))
    return _recurring(command, what, options)


def _recurring(kind: str, what: Any, options: Options) -> Asked:
    """Patterns that recur after a period, or move at a velocity."""
    _check_rows(kind, options)
    if kind == "still-life":
        return Asked(periodic.still_life(options), options)
    composite, only = False, () if options.only is None else (options.only,)
    if options.attach is None:  # with it, it is a condition
        composite, options = options.composite, options.but(composite=False)
    if options.rotor is not None:
        return Asked(rotors_of(what, options.but(composite=composite)), options)
    if kind == "oscillator":
        return Asked(periodic.oscillator(what, options), options, Wishes(only, composite))
    plain, symmetry = periodic.of_any_width(_as_wide_as_the_box(options))
    return Asked(periodic.spaceship(what, plain), options, Wishes(only, composite, symmetry))


def rotors_of(period: Any, options: Options) -> PatternQuery:
    """Oscillators of a period whose rotors fit in a window."""
    own = {"rule", "symmetry", "rotor", "composite"}
    for key, option in options_of("oscillator").items():
        asks = option.heading in (WHAT, WHERE, ROWS) or key in ("only", "raw", "dimacs")
        left_out = getattr(options, key) in (None, False, (), option.left_out)
        if asks and key not in own and not left_out:
            raise OptionError(f"<rotor> goes with <rule> and <symmetry> only: leave out <{key}>")
    if options.proof is not None:
        raise OptionError(f"<rotor> and <proof> do not go together: {ROTOR_PROOF}")
    if not isinstance(options.rule, Rule):
        raise OptionError("<rotor> needs a rule that is known: give it by <rule>")
    period = whole(period, "the period", 1, LONGEST_PERIOD)
    if period == 1:
        raise OptionError("a still life has no rotor: give a period of 2 or more, or no <rotor>")
    symmetry = Symmetry.parse(options.symmetry)
    return Rotors(options.rotor, symmetry, options.rule, period, period, options.composite)


def _all_rotors(window: Size, options: Options) -> Rotors:
    size = box(window)
    if size is None:
        raise InputError("give a window, width x height, such as 4x3")
    return Rotors(size, options.symmetry, options.rule, options.least)


def _soups(options: Options) -> SoupQuery:
    """Soups of some symmetries; without a seed, of one drawn at random."""
    seed = randrange(SEEDS) if options.seed is None else options.seed
    return SoupQuery(options.rule, options.symmetry or (), seed, options.density, *options.size)


def _wanting(command: str, options: Options) -> Options:
    """The options with how many answers are wanted where one is not the usual number."""
    count, everything = options.count, options.everything
    match command:
        case "soup":
            count = options.soups or (None if options.time_limit else USUAL_SOUPS)
            everything = count is None
        case "catalyse":
            everything = count is None and options.minimise is None
        case "rotors":
            everything = True
    return options.but(count=count, everything=everything)


def session_of(
    query: PatternQuery, how: RunOptions, options: Options
) -> AbstractContextManager[Session]:
    """Open the session of a search; it keeps to what was excluded, or drawn by lot, at first."""
    from lifesearch.session.file import Session

    kept = options.new or (isinstance(query, SoupQuery) and options.seed is None)
    return Session.start(options.session, query, how, growing=kept)


def _check_rows(kind: str, options: Options) -> None:
    width, box, engine = options.width, options.box, options.engine
    ships, around = kind == "spaceship", options.cylinder is not None
    if width is not None and box is not None:
        raise OptionError("<width> is for strips, <box> for boxes: give one of them")
    if engine == "box" and width is not None:
        raise OptionError("<engine> box needs <box WxH>, not <width>")
    by_rows = engine == "rows" or (engine == "tables" and (box is None or ships))
    if around and by_rows and box is not None:
        raise OptionError("<box> is searched by SAT: leave it out, or else <engine>")
    if engine in ("tables", "box") and options.look_ahead is not None:
        raise OptionError("<look_ahead> is for SAT, row by row: leave out <engine> {}", engine)
    if width is not None or by_rows or (around and box is None):
        return
    if name := options.any_of(*ROWS_ONLY):
        instead = "" if box is None else " instead of <box>"
        raise OptionError(f"<{name}> is for strips of one width: give <width W>{instead}")


def _as_wide_as_the_box(options: Options) -> Options:
    """The options of a strip, whose width a box may give if it is searched row by row."""
    size, by_rows = options.box, options.engine in ("rows", "tables")
    if size is None or not by_rows:
        return options
    if size[0] > WIDEST_STRIP:
        raise OptionError("row by row a <box> is at most {} wide, not {:,}", WIDEST_STRIP, size[0])
    return options.but(width=size[0], box=None)
