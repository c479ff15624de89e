"""Run-length encoding, the format in which Life people send each other patterns.

    #N Glider
    x = 3, y = 3, rule = B3/S23
    bob$2bo$3o!

After comments and an optional header come runs: a count, left out if it is 1, and
`b` for dead cells, `o` for live ones or `$` for ends of rows. `!` ends the pattern.
Golly's many-state spelling `.` and `A` for the two states is understood, and the states of
LifeHistory (see `life_history`). If the header has a rule of several states, B is the first
state of dying cells, C the next, and after X come pA to pX, qA and so on. A line
`#CXRLE Pos=x,y Gen=n` gives the position of the top left corner, and the generation.

    >>> read_rle("#CXRLE Pos=-1,0\\n3o!").pattern == Pattern.of([(-1, 0), (0, 0), (1, 0)])
    True
    >>> print(write_rle(Pattern.parse("OOO\\nO..\\n.O."), name="Glider"), end="")
    #N Glider
    x = 3, y = 3, rule = B3/S23
    3o$o$bo!
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import chain
from typing import TYPE_CHECKING, NamedTuple

from lifesearch.common.errors import FormatError
from lifesearch.common.garbage import no_garbage_collection
from lifesearch.formats.common import (
    FARTHEST,
    OLDEST,
    PatternFile,
    PatternFormat,
    bounded,
    check_population,
    noted,
    numbered_lines,
    read_rule_at,
    shortened,
)
from lifesearch.formats.life_history import LIVE, MARKED, rule_without_history
from lifesearch.formats.runs import lines_of_runs, text_of_runs
from lifesearch.life.pattern import Box, Cell, Pattern
from lifesearch.life.rules.generations import MOST_STATES
from lifesearch.life.rules.rule import LIFE, Rule
from lifesearch.life.state_letters import state_of

if TYPE_CHECKING:
    from lifesearch.formats.many_runs import Cursor

LARGE = 50_000
"""Letters of a text from which on it is worth loading numpy for `many_runs`."""

_HEADER = re.compile(
    r"x\s*=\s*([0-9]+)\s*,\s*y\s*=\s*([0-9]+)\s*(?:,\s*rule\s*=\s*(.*))?", re.IGNORECASE
)
# A run: its count, and the letters of its state, or `$` or `!`. If none follows, the other groups
# are for the error: a count without letters and the character after it, or any other character.
_RUN = re.compile(r"\s*(?:([0-9]*)([p-y]?[A-X]|[bo.$!])|([0-9]+)(.?)|(\S))")
_TORUS = re.compile(r"([^:]*):[Tt]([0-9]+)(?:,([0-9]+))?")
_PLACE = re.compile(r"([+-]?[0-9]+)(?:,|\s+)([+-]?[0-9]+)")


@dataclass
class _Notes:
    """The comments and header fields read so far.

    `corner` is the place of the top left cell. `size` is the width and height in the header; None
    if there is no header, or they are too large. With `history`, letters are those of
    `life_history`.
    """

    rule: Rule | None = None
    name: str | None = None
    author: str | None = None
    comments: list[str] = field(default_factory=list)
    generation: int = 0
    corner: Cell = (0, 0)
    torus: tuple[int, int] | None = None
    size: tuple[int, int] | None = None
    history: bool = False


class _Run(NamedTuple):
    """Cells of one state in a row: `length` of them, from (x, y) to the right."""

    letter: str
    x: int
    y: int
    length: int

    def cells(self) -> Iterator[Cell]:
        return ((column, self.y) for column in range(self.x, self.x + self.length))


def read_rle(text: str) -> PatternFile:
    """Read RLE; header, position and the final `!` may be missing."""
    notes = _Notes()
    header_may_come = True
    runs = []
    for number, line in numbered_lines(text):
        content = line.lstrip()
        if content.startswith("#"):
            _read_note(content, number, notes)
        # Among runs, x is the first letter of a state, such as xA.
        elif header_may_come and content[:1].lower() == "x":
            _read_header(content, number, notes)
            header_may_come = False
        elif content:
            header_may_come = False
            runs.append((number, content))
            if "!" in content:
                break
    states = notes.rule.states if notes.rule else 2
    live, marked = _cells(runs, notes.corner, states, notes.history)
    return PatternFile(
        live,
        notes.rule,
        notes.name,
        notes.author,
        tuple(notes.comments),
        notes.generation,
        notes.torus,
        notes.size and Box(*notes.corner, *notes.size),
        marked,
    )


def _cells(
    lines: list[tuple[int, str]], corner: Cell, states: int, history: bool = False
) -> tuple[Pattern, Pattern]:
    """The cells that are not dead, and the dead ones that are marked."""
    live, marked = list[Cell](), list[Cell]()
    dying: dict[Cell, int] = {}
    with no_garbage_collection():
        for letter, cells in _read_cells(lines, corner, states, history):
            if not history and letter not in "oA":
                dying |= dict.fromkeys(cells, state_of(letter))
            else:
                (live if letter in LIVE else marked).extend(cells)
    if dying:
        return Pattern.of_states(dict.fromkeys(live, 1) | dying), Pattern.of(marked)
    return Pattern.of(live), Pattern.of(marked)


def _read_cells(
    lines: list[tuple[int, str]], corner: Cell, states: int, history: bool
) -> Iterator[tuple[str, Iterable[Cell]]]:
    """Cells that are not dead, or are marked in a history, with the letters of their state."""
    # Loaded here: most searches only write RLE.
    from lifesearch.formats.many_runs import Cursor, PlainRuns, pieces, read_plain_lines

    cursor = Cursor(corner[0], *corner, 0)
    rest: Iterable[tuple[int, str]] = lines
    plain: list[PlainRuns] = []
    if sum(len(line) for _, line in lines) >= LARGE:
        groups, rest = pieces(lines), ()
        for group in groups:
            runs = read_plain_lines(group, cursor, lambda letter: _known(letter, states, history))
            plain.append(runs)
            cursor = runs.cursor
            if runs.lines < len(group):
                rest = chain(group[runs.lines :], chain.from_iterable(groups))
                break
    others = list(_read_runs(rest, cursor, states, history))
    # All errors are raised before the first cell is made: cells take far more memory than runs.
    for runs in plain:
        yield from runs.cells()
    for run in others:
        yield run.letter, run.cells()


def _read_note(line: str, number: int, notes: _Notes) -> None:
    letter, rest = line[1:2], line[2:].strip()
    if line.startswith("#CXRLE"):
        if place := re.search(r"Pos\s*=\s*(\S*)", line):
            notes.corner = _read_place(place.group(1), number)
        if age := re.search(r"Gen\s*=\s*([0-9]+)", line):
            notes.generation = bounded(age.group(1), number, largest=OLDEST)
    elif letter in ("C", "c", "", " "):
        notes.comments.append(rest)
    elif letter == "N":
        notes.name = rest or None
    elif letter == "O":
        notes.author = rest or None
    elif letter == "r":
        _read_rule(rest, number, notes)
    elif letter in ("P", "R") and _PLACE.fullmatch(rest):
        notes.corner = _read_place(rest, number)


def _read_place(text: str, number: int) -> Cell:
    place = _PLACE.fullmatch(text)
    if not place:
        raise FormatError(f"{shortened(text)!r} is not a position: expected 'Pos=3,-1'", number)
    return bounded(place.group(1), number), bounded(place.group(2), number)


def _read_header(line: str, number: int, notes: _Notes) -> None:
    header = _HEADER.fullmatch(line)
    if not header:
        raise FormatError("expected a header such as 'x = 3, y = 3, rule = B3/S23'", number)
    *sides, rule = header.groups()
    if all(len(side) < len(str(FARTHEST)) for side in sides):
        notes.size = int(sides[0]), int(sides[1])
    if rule is not None:
        _read_rule(rule, number, notes)


def _read_rule(text: str, number: int, notes: _Notes) -> None:
    if torus := _TORUS.fullmatch(text.strip()):
        text, width, height = torus.groups()
        notes.torus = bounded(width, number), bounded(height or width, number)
        if 0 in notes.torus:
            raise FormatError(
                "a torus has bounds in both directions, and a side of 0 means none: "
                "expected a rule such as B3/S23:T8,8",
                number,
            )
    plain = rule_without_history(text)
    notes.history = plain is not None
    notes.rule = read_rule_at(text if plain is None else plain, number)


def _read_runs(
    lines: Iterable[tuple[int, str]], cursor: Cursor, states: int, history: bool
) -> Iterator[_Run]:
    """The runs of cells that are not dead, or are marked in a history."""
    left, x, y, population = cursor
    for number, line in lines:
        for run in _RUN.finditer(line):
            digits, letter = run.group(1), run.group(2)
            letter_exists = letter is not None and _known(letter, states, history)
            if letter is None or not letter_exists or digits.startswith("0"):
                raise FormatError(_complaint(run, states, letter_exists), number)
            if letter == "!":
                return
            count = bounded(digits, number) if digits else 1
            if letter == "$":
                x, y = left, y + count
            else:
                if letter not in "b.":
                    population += count
                    check_population(population, number)
                    if max(x + count - 1, y) > FARTHEST:
                        raise FormatError(f"a live cell lies beyond {FARTHEST:,}", number)
                    yield _Run(letter, x, y, count)
                x += count


def _known(letter: str, states: int, history: bool) -> bool:
    """Whether cells can be in the state with these letters."""
    if letter in "bo.A$!":
        return True
    return letter in LIVE + MARKED if history else state_of(letter) < states


def _complaint(run: re.Match[str], states: int, letter_exists: bool) -> str:
    digits, letter, lonely, follower, stranger = run.groups()
    if letter and not letter_exists:
        if states > 2:
            return f"{letter!r} is state {state_of(letter)}: the rule has 0 to {states - 1} only"
        lonely, letter, follower = digits, None, letter
    if letter:
        return f"the count {shortened(digits)} starts with a zero: leave the zero out"
    if lonely and not (follower or "").isalpha():
        after = f"by {follower!r}" if follower else "by the end of the line"
        return f"the count {shortened(lonely)} is followed {after}: expected b, o or $"
    letter = stranger or follower
    if re.match("[B-Xp-y]", letter):
        return (
            f"{letter!r} is a cell in a third state: name its rule in the header, one of several "
            "states such as 345/2/4, or LifeHistory"
        )
    return f"{letter!r} is not a part of a pattern: expected counts, b, o, $ and !"


def write_rle(
    pattern: Pattern,
    rule: Rule = LIFE,
    *,
    name: str | None = None,
    author: str | None = None,
    comments: Iterable[str] = (),
    torus: tuple[int, int] | None = None,
) -> str:
    """Write RLE that gives the same pattern, at the same place, when it is read.

    Only coordinates up to FARTHEST can be read again.
    """
    box = pattern.box
    lines = [f"#CXRLE Pos={box.x},{box.y}"] if (box.x, box.y) != (0, 0) else []
    lines += noted({"#N": name, "#O": author}, "#C", comments)
    bounds = f":T{torus[0]},{torus[1]}" if torus else ""
    lines.append(f"x = {box.width}, y = {box.height}, rule = {rule}{bounds}")
    lines += lines_of_runs(pattern, box, several=rule.states > 2)
    return "\n".join(lines) + "\n"


def write_runs(pattern: Pattern) -> str:
    """The runs alone, on one line, without the place of the pattern.

    >>> write_runs(Pattern.parse("OOO\\nO..\\n.O."))
    '3o$o$bo!'
    """
    return text_of_runs(pattern, pattern.box)


def read_runs(text: str, corner: Cell = (0, 0)) -> Pattern:
    """Read what `write_runs` wrote; the corner is the top left of the pattern's box."""
    return _cells([(1, text)], corner, MOST_STATES)[0]


RLE = PatternFormat(
    "rle",
    "RLE",
    (".rle",),
    recognises=lambda text: text[:1] in tuple("#xXbo$.A0123456789"),
    read=read_rle,
    write=lambda file: write_rle(
        file.pattern,
        file.rule or LIFE,
        name=file.name,
        author=file.author,
        comments=file.comments,
        torus=file.torus,
    ),
    has_states=True,
)
