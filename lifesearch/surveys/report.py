"""The report of a survey, for display: rows of a table, proved statements, statistics of soups.

All of it is made of the record alone. "None" is never said where a pattern contradicts it. Each
such statement can also be proved by a search alone: for boxes by `lifesearch oscillator P
--max-area N`, for strips by `--width W`. Boxes have no pattern in one piece: add `--connected`
where several pieces may have the period together (`tasks.proving`).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from statistics import median_low

from lifesearch.catalogue import names
from lifesearch.common.shell import command
from lifesearch.common.text import plural
from lifesearch.core.answer import Answer
from lifesearch.engines.soups.census import Tally
from lifesearch.life.apgcode import decode
from lifesearch.life.rules.rule import LIFE, Rule
from lifesearch.life.simulate.evolve import phases, velocity
from lifesearch.life.state_code import object_code
from lifesearch.questions.strips.widening import WORDS, Widening
from lifesearch.surveys import tasks
from lifesearch.surveys.kinds import MinimalPattern, MotionKind, is_sought, sides, speeds, survives
from lifesearch.surveys.known import known_elsewhere
from lifesearch.surveys.record import SurveyQuestion, SurveyRecord
from lifesearch.surveys.soup_tasks import COUNTED_TASK, SOUP_SIDE
from lifesearch.surveys.tasks import ProvedOfKind, task_sources

LEAST_REPORTED_AREA = 9
"""The least area of boxes that a line calls empty: into smaller ones not even a blinker fits."""
COMMONEST = 8
"""Objects that are listed as the most common ones: a sentence of two or three lines."""


def name_here_or_in_life(code: str, rule: Rule) -> str | None:
    """The name of an object; if it evolves as in Life, its name in Life.

    >>> highlife, hexagonal = Rule.parse("HighLife"), Rule.parse("B2/S34H")
    >>> name_here_or_in_life("xp2_7", highlife), name_here_or_in_life("xs4_33", hexagonal)
    ('blinker', None)
    """
    name = names.name_of(code, rule)
    if name or rule == LIFE or names.name_of(code, LIFE) is None:
        return name
    pattern, period = decode(code), 1 if code[1] == "s" else int(code[2 : code.index("_")])
    here, there = (phases(pattern, each, period + 1) for each in (rule, LIFE))
    return names.name_of(code, LIFE) if here == there else None


@dataclass(frozen=True)
class NamedPattern:
    """A pattern with its name and apgcode, as far as it has them."""

    minimal: MinimalPattern
    name: str | None
    apgcode: str | None

    @classmethod
    def of(cls, minimal: MinimalPattern, rule: Rule) -> NamedPattern:
        kind = minimal.kind
        code = object_code(phases(minimal.pattern, rule, kind.period), moving=kind.travels)
        return cls(minimal, name_here_or_in_life(code, rule), code)


@dataclass(frozen=True)
class ProvedEmpty:
    """The boxes and strips that are proved to have no pattern of a kind.

    area    all boxes of up to this number of cells are empty; if all that are smaller than the box
            of the tightest pattern are, it is one less than the cells of that box
    strips  symmetries, each with the width up to which strips of any length are empty
    others  statements proved by tasks of other kinds of questions
    """

    area: int = 0
    strips: tuple[tuple[str, int], ...] = ()
    others: tuple[ProvedOfKind, ...] = ()

    def words(self) -> list[str]:
        """The statements proved by other tasks than boxes, in a few words.

        >>> ProvedEmpty(0, (("none", 5), ("mirrored", 7))).words()
        ['none up to 5 wide', 'no mirror-symmetric one up to 7 wide']
        """
        return self._of_strips() + [each.words for each in self.others if each.words]

    def _of_strips(self) -> list[str]:
        return [
            f"no {WORDS[symmetry]}one up to {width} wide"
            if WORDS[symmetry]
            else f"none up to {width} wide"
            for symmetry, width in self.strips
        ]


def proved_empty(kind: MotionKind, record: SurveyRecord) -> ProvedEmpty:
    return ProvedEmpty(
        _empty_area(kind, record),
        _empty_strips(kind, record),
        tuple(each for source in task_sources() for each in source.proved(kind, record)),
    )


def smallest_box_proved(kind: MotionKind, record: SurveyRecord) -> bool:
    """Whether the smallest box of a kind is known: all smaller ones are empty."""
    tightest = record.tightest.get(kind)
    return tightest is not None and _empty_area(kind, record) == tightest.area - 1


def _empty_area(kind: MotionKind, record: SurveyRecord) -> int:
    """The area up to which all boxes are proved empty: less than that of the tightest pattern.

    Boxes come by area, in the order in which the search takes them.
    """
    parts = record.empty_parts(tasks.BoxTask.name_for(kind))
    tightest = record.tightest.get(kind)
    if not parts:
        return 0
    area = 0
    for part in tasks.proving(kind, record.rule).parts(0):
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


def _empty_strips(kind: MotionKind, record: SurveyRecord) -> tuple[tuple[str, int], ...]:
    parts = record.empty_parts(tasks.Strips.name_for(kind))
    if not parts:
        return ()
    answers = [Answer(minimal.pattern, kind.period, record.rule) for minimal in record.found(kind)]
    return tuple(Widening(kind.motion, record.rule).empty_widths(parts, answers))


def rule_sentences(question: SurveyQuestion) -> Iterator[str]:
    """Sentences that follow from a rule's table, before any search."""
    rule, ships = question.rule, question.asks("spaceships")
    if question.asks("still-lifes") and not survives(rule):
        yield "there are no still lifes: under this rule no cell survives"
    if len(rule.steps) > 1:
        yield (
            f"all periods are even: under {rule} the empty plane comes to life (B0) and dies again "
            "(no S8)"
        )
    if ships and not sides(rule):
        yield (
            "there are no spaceships: under this rule no pattern ever leaves the box around it, "
            "because no cell is born whose live neighbours are all in one row or one column"
        )
    if ships and not all(map(is_sought, speeds(1, rule))):
        yield (
            "boxes and strips are searched for ships that move up, or up and left; ships in other "
            "directions, which this rule distinguishes, are found by soups alone"
        )


@dataclass(frozen=True)
class ReportRow:
    """A line of the table: a kind, the pattern with the fewest cells, and what is proved.

    `tightest` is there if another pattern is in a smaller box; `box_proved` if no pattern of the
    kind is in a box that is smaller still.
    """

    kind: MotionKind
    rule: Rule
    title: str
    fewest: NamedPattern | None
    tightest: NamedPattern | None
    empty: ProvedEmpty
    box_proved: bool

    @property
    def proofs(self) -> tuple[str, ...]:
        """What is proved, in words: "smaller" than the box of `tightest`, or else of `fewest`."""
        proofs = []
        if self.box_proved:
            proofs.append("no smaller box has one")
        elif self.empty.area >= LEAST_REPORTED_AREA:
            proofs.append(f"none in a box of up to {self.empty.area:,} cells")
        return (*proofs, *self.empty.words())

    @property
    def command(self) -> str:
        """The command that prints the pattern or, if none was found, searches for one."""
        by_rule = () if self.rule == LIFE else ("--rule", self.rule)
        if self.fewest is not None and self.fewest.apgcode:
            return command("identify", self.fewest.apgcode, *by_rule, "-f", "rle")
        kind = self.kind
        if kind.travels:
            speed = velocity(kind.dx, kind.dy, kind.period)
            return command("spaceship", *speed.split(), *by_rule)
        words = ["still-life"] if kind.period == 1 else ["oscillator", kind.period]
        return command(*words, *by_rule)


@dataclass(frozen=True)
class SoupStatistics:
    """Statistics of soups: how they end, how long they live, and which objects they leave.

    `commonest` has the code, the name and the share of each of the most frequent objects.
    """

    tally: Tally
    lifespans: tuple[int | None, ...]
    commonest: tuple[tuple[str, str, float], ...]

    def sentences(self) -> list[str]:
        return [*self._ends(), *self._lives(), *self._objects()]

    def _ends(self) -> list[str]:
        soups = self.tally.soups
        if not soups:
            return []
        explode = self.tally.border + self.tally.running
        parts = {
            "died out": self.tally.died,
            "settled": self.tally.settled,
            "emit spaceships forever": self.tally.growing,
            "outgrew the board or never settled": explode,
        }
        ends = [f"{_share(number, soups)} {words}" for words, number in parts.items() if number]
        of = f"of {plural(soups, 'soup')} without symmetry, {SOUP_SIDE}x{SOUP_SIDE}"
        sentences = [f"{of}: {', '.join(ends)}"]
        if explode * 2 > soups:
            sentences.append("most soups explode: little can be learned from them")
        if explode or self.tally.growing:
            sentences.append(
                "patterns that outgrow the board are not followed; patterns that grow without end "
                "(guns, puffers, replicators) are not periodic, and not in this table"
            )
        if not self.tally.settled:
            sentences.append("no soup settled: only ships that escaped are counted")
        return sentences

    def _lives(self) -> list[str]:
        measured = [number for number in self.lifespans if number is not None]
        if not self.lifespans:
            return []
        all_of = len(self.lifespans)
        if not measured:
            return [f"none of {plural(all_of, 'soup')} settled while it was followed"]
        half = median_low(measured)
        return [
            f"lifespan: {len(measured)} of {plural(all_of, 'soup')} settled, half of these by "
            f"generation {half:,}, the last in generation {max(measured):,}"
        ]

    def _objects(self) -> list[str]:
        common = [f"{name or code} {share:.1%}" for code, name, share in self.commonest]
        return [f"most common objects: {', '.join(common)}"] if common else []


@dataclass(frozen=True)
class SurveyReport:
    """The patterns and proved statements of a survey, ready for display."""

    record: SurveyRecord
    rows: tuple[ReportRow, ...]
    soup_statistics: SoupStatistics

    @classmethod
    def of(cls, record: SurveyRecord) -> SurveyReport:
        kinds = {*record.fewest, *_kinds_searched(record)}
        rows = [_row(kind, record) for kind in sorted(kinds, key=lambda kind: kind.order)]
        shown = tuple(row for row in rows if row.fewest or row.proofs)
        return cls(record, shown, _soup_statistics(record))

    def still_lifes(self) -> str:
        """A sentence: up to how many cells all still lifes are known, and how many there are."""
        up_to = self.record.listed_up_to()
        if not up_to:
            return ""
        counts = {cells: len(self.record.still_lifes[cells]) for cells in range(1, up_to + 1)}
        size = f"of up to {plural(up_to, 'cell')}"
        listed = [(number, cells) for cells, number in counts.items() if number]
        if not listed:
            return f"proved: there is no still life {size}"
        (number, cells), *more = listed
        first = f"{number} with {plural(cells, 'cell')}"
        others = (f"{number} with {cells}" for number, cells in more)
        return f"all still lifes {size} (proved): {', '.join([first, *others])}"

    def sentences(self) -> list[str]:
        """The sentences below the table."""
        sentences = (self.still_lifes(), *rule_sentences(self.record.question), self.replicator())
        elsewhere = known_elsewhere(self.record)
        return [*filter(None, sentences), *elsewhere, *self.soup_statistics.sentences()]

    def replicator(self) -> str:
        """That a replicator was found, and what it does, as a sentence; empty if none was."""
        found = self.record.replicator
        if found is None:
            return ""
        cells, width, height = found.pattern.population, *found.pattern.box[2:]
        return (
            f"there is a replicator of {plural(cells, 'cell')}, {width}x{height}: after "
            f"{plural(found.generations, 'generation')} it is {found.copies} copies of itself; "
            "replicators are not in this table"
        )


def _kinds_searched(record: SurveyRecord) -> set[MotionKind]:
    """The kinds of which parts are searched, from the names of their tasks."""
    return {MotionKind.in_name(task) for task in record.parts}


def _row(kind: MotionKind, record: SurveyRecord) -> ReportRow:
    rule = record.rule
    fewest, tightest = record.fewest.get(kind), record.tightest.get(kind)
    other = tightest if fewest and tightest and tightest.area < fewest.area else None
    return ReportRow(
        kind,
        rule,
        kind.title(rule),
        None if fewest is None else NamedPattern.of(fewest, rule),
        None if other is None else NamedPattern.of(other, rule),
        proved_empty(kind, record),
        smallest_box_proved(kind, record),
    )


def _soup_statistics(record: SurveyRecord) -> SoupStatistics:
    census = record.census(COUNTED_TASK)
    # Names are found below, for the most common objects only.
    rows = census.rows(record.rule, lambda code, rule: None)[:COMMONEST]
    total, rule = max(1, census.objects), record.rule
    common = tuple(
        (row.apgcode, name_here_or_in_life(row.apgcode, rule) or "", row.count / total)
        for row in rows
    )
    return SoupStatistics(census.tally, record.lifespans, common)


def _share(number: int, of: int) -> str:
    """A positive fraction as a percentage; '100%' only if it is exact.

    >>> _share(256, 256), _share(255, 256), _share(1, 256), _share(128, 256)
    ('100%', 'more than 99%', 'less than 1%', '50%')
    """
    share = number / of
    if 0.99 < share < 1:
        return "more than 99%"
    return f"{share:.0%}" if share >= 0.01 else "less than 1%"
