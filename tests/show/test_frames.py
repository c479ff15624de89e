"""What is drawn can be read back, windows stay with patterns, keys do what they should."""

import unicodedata

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rich.cells import cell_len

from lifesearch.common.errors import InputError
from lifesearch.formats.detect import PatternFile
from lifesearch.formats.multi import parts
from lifesearch.life.pattern import Box, Pattern
from lifesearch.life.rules.rule import Rule
from lifesearch.life.simulate.evolve import generations
from lifesearch.questions.rotors.colouring import stator
from lifesearch.show import animation as film
from lifesearch.show.animation import (
    OLDEST,
    FrameBuffer,
    Subject,
    aim,
    close_up,
    cropped,
    drift,
    extent,
    first_frames,
    focus_of,
)
from lifesearch.show.colours import colouring, palette
from lifesearch.show.terminal.frames import fitting
from lifesearch.show.terminal.glyphs import (
    ASCII,
    BRAILLE,
    DOTS,
    GLYPH_SETS,
    HALF,
    NO_DOTS,
    GlyphSet,
    drawn,
)
from lifesearch.show.terminal.grids import BLOCKS, NARROW_BLOCKS, Grids
from lifesearch.show.terminal.player import Look, PatternPlayer, PlayerState, status_line
from tests.strategies import patterns

GLIDER = Pattern.parse(".O.\n..O\nOOO")
LWSS = Pattern.parse(".O..O\nO....\nO...O\nOOOO.")
P3 = Pattern.parse(".OO....\nO..O...\nO.O..O.\n.O...O.\n.....O.\n..O....\n...OO..")
R_PENTOMINO = Pattern.parse(".OO\nOO.\n.O.")
TOKENS = ("red", "blue", "green")


def read_back(
    rows: list[list[tuple[str, str]]], form: GlyphSet, window: Box
) -> dict[tuple[int, int], str]:
    """Cells and their colours, from what is on the screen alone."""
    found = {}
    for row, runs in enumerate(rows):
        letters = [(letter, style) for text, style in runs for letter in text]
        for column, (letter, style) in enumerate(letters):
            upper, _, lower = style.partition(" on ")
            if form is HALF:
                dots = {"█": [(0, 0), (0, 1)], "▄": [(0, 1)], " ": []}.get(letter, [(0, 0)])
                if lower:
                    dots.append((0, 1))
            elif form is BRAILLE:
                bits = 0 if letter == " " else ord(letter) - NO_DOTS
                dots = [place for place, bit in DOTS.items() if bits & bit]
            else:
                dots = [(0, 0)] if letter == "O" else []
            for x, y in dots:
                cell = window.x + form.across * column + x, window.y + form.down * row + y
                found[cell] = lower if lower and y else upper
    return found


@settings(deadline=None)
@given(patterns(max_side=13), st.sampled_from(sorted(GLYPH_SETS)), st.data())
def test_drawings_can_be_read_back(pattern: Pattern, name: str, data: st.DataObject) -> None:
    form = GLYPH_SETS[name]
    inks = {cell: data.draw(st.integers(0, 2)) for cell in sorted(pattern.cells)}
    side = st.integers(-3, 3)
    box = pattern.box
    window = Box(
        box.x + data.draw(side), box.y + data.draw(side),
        max(1, box.width + data.draw(side)), max(1, box.height + data.draw(side)),
    )  # fmt: skip
    rows = drawn(inks, window, form, TOKENS)
    assert len(rows) == -(-window.height // form.down)
    assert all(sum(len(text) for text, _ in row) <= -(-window.width // form.across) for row in rows)
    found = read_back(rows, form, window)
    assert found.keys() == set(filter(window.holds, pattern.cells))
    if form is not BRAILLE:
        assert found == {cell: TOKENS[inks[cell]] for cell in found}
    without = read_back(drawn(dict.fromkeys(inks, 0), window, form, ("",)), form, window)
    assert set(without.values()) <= {""}
    assert without.keys() == found.keys()


def test_braille_is_that_of_unicode() -> None:
    """The dots of U+28FF are numbered 1 to 8; 1, 2, 3 and 7 are on the left."""
    names = {0x01: "dots-1", 0x08: "dots-4", 0x40: "dots-7", 0x80: "dots-8", 0x04: "dots-3"}
    for bit, name in names.items():
        assert unicodedata.name(chr(NO_DOTS + bit)).lower().endswith(name)
    assert [DOTS[0, y] for y in range(4)] == [0x01, 0x02, 0x04, 0x40]
    assert [DOTS[1, y] for y in range(4)] == [0x08, 0x10, 0x20, 0x80]


@pytest.mark.parametrize("pattern", [GLIDER, LWSS, P3, R_PENTOMINO])
def test_scenes_are_generations_with_ages(pattern: Pattern) -> None:
    subject = Subject(pattern)
    frames = first_frames(subject, 40)
    lives = list(generations(pattern, 39))
    assert [frame.pattern for frame in frames] == lives
    assert [frame.t for frame in frames] == list(range(40))
    for t, frame in enumerate(frames):
        for cell, age in frame.ages.items():
            lived = [cell in checkpoint for checkpoint in lives[t::-1]]
            if t > OLDEST or not subject.behaviour.period:
                assert age == min(OLDEST, [*lived, False].index(False) - 1)


@pytest.mark.parametrize("pattern", [GLIDER, LWSS, P3])
def test_a_pattern_that_comes_back_comes_back_with_its_ages(pattern: Pattern) -> None:
    subject = Subject(pattern)
    known = subject.behaviour
    assert known.period
    frames = first_frames(subject, known.period + 1)
    assert frames[-1].ages == {
        (x + known.dx, y + known.dy): age for (x, y), age in frames[0].ages.items()
    }


@pytest.mark.parametrize("pattern", [GLIDER, LWSS, P3])
def test_a_window_follows_a_ship(pattern: Pattern) -> None:
    subject = Subject(pattern)
    period = subject.behaviour.period or 1
    window = close_up(subject, first_frames(subject, period))
    assert window.area <= 49
    for frame in first_frames(subject, 5 * period):
        assert not cropped(window.moved(*drift(subject.behaviour, frame.t)), frame.pattern)


@settings(deadline=None)
@given(patterns(max_side=9, min_population=1), st.integers(1, 12), st.integers(1, 12))
def test_windows_show_patterns_or_a_part_of_them(pattern: Pattern, width: int, height: int) -> None:
    box = pattern.box
    window = aim((width, height), box, focus_of(pattern), None)
    assert window[2:] == (width, height)
    assert any(map(window.holds, pattern.cells))
    if width >= box.width and height >= box.height:
        assert not cropped(window, pattern)
    assert aim((width, height), box, focus_of(pattern), window) == window


def test_stators() -> None:
    assert stator(Subject(Pattern.parse("OOO"))) == {(1, 0)}
    assert len(stator(Subject(Pattern.parse("OO\nOO")))) == 4
    assert not stator(Subject(GLIDER))
    whole = frozenset.intersection(*(phase.cells for phase in generations(P3, 2)))
    assert stator(Subject(P3)) == whole
    inks = colouring("rotor", Subject(P3))(first_frames(Subject(P3), 1)[0])
    assert {cell for cell, ink in inks.items() if ink} == whole


@pytest.mark.parametrize("name", ["age", "rotor", "none"])
def test_there_is_a_colour_for_every_ink(name: str) -> None:
    subject = Subject(P3)
    for frame in first_frames(subject, 3):
        inks = set(colouring(name, subject)(frame).values())
        assert max(inks) < min(map(len, palette(name, subject.rule)))


def test_reels_go_both_ways(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(film, "KEPT_FRAMES", 10)
    buffer = FrameBuffer(Subject(R_PENTOMINO))
    lives = list(generations(R_PENTOMINO, 30))
    for t in (0, 5, 4, 30, 29, 21):
        assert buffer.frame(t).pattern == lives[t]
    assert buffer.frame(3).t == 21  # forgotten
    assert buffer.frame(0).pattern == R_PENTOMINO
    assert buffer.frame(1).pattern == lives[1]


def test_reels_end_where_patterns_outgrow_them(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(film, "LARGEST_FILM", 30)
    shown = PatternPlayer(Subject(R_PENTOMINO), Look())
    last = shown.buffer.frame(1000)
    assert last.t == shown.buffer.end
    assert last.pattern.box.area <= 30
    assert "too large to continue" in status_line(shown, last, PlayerState(), 1, "", 80)
    monkeypatch.setattr(film, "LARGEST_FILM", 8)
    with pytest.raises(InputError, match="3 x 3 cells large, too large to show: at most 8"):
        Subject(R_PENTOMINO)


def test_a_torus_is_shown_wholly() -> None:
    file = PatternFile(Pattern.parse("OO").translate(-1, -1), torus=(2, 5))
    subject = Subject.of(file, "stripe")
    assert subject.pattern == Pattern.of([(1, 4), (0, 4)])
    assert extent(subject, first_frames(subject, 2)) == Box(0, 0, 2, 5)
    with pytest.raises(InputError, match="larger than its torus of 2x5"):
        Subject.of(PatternFile(P3, torus=(2, 5)), "p3")


def test_only_what_does_not_come_back_has_a_goal() -> None:
    assert PatternPlayer(Subject(R_PENTOMINO, goal=3), Look()).goal == 3
    assert PatternPlayer(Subject(GLIDER, goal=4), Look()).goal is None


@settings(deadline=None)
@given(st.integers(1, 120), st.sampled_from(["", "cropped, 20x8 of 60x60"]), st.integers(1, 3))
def test_status_lines_fit(width: int, part: str, count: int) -> None:
    shown = PatternPlayer(Subject(GLIDER, title="日本 glider"), Look(ASCII))
    line = status_line(shown, shown.buffer.frame(12), PlayerState(t=12), count, part, width)
    assert cell_len(line) <= width
    if width >= 20:
        assert "12" in line
        assert bool(part) == ("cropped" in line)


def test_several_patterns_in_a_text() -> None:
    first = "#N a!\nx = 1, y = 1\no!\n"
    assert len(list(parts(first))) == 1
    assert len(list(parts(first + "just words\n"))) == 1
    assert len(list(parts(first + "#C b\n\nx = 2, y = 1\n2o\n!\n" + first))) == 3
    assert len(list(parts("!Name: a\nO!\n"))) == 1
    _, second = parts("x = 1, y = 1\no!\r\nx = 2, y = 1\r\n2o!")
    assert second == (3, "x = 2, y = 1\n2o!")


@settings(deadline=None)
@given(st.integers(1, 60), st.integers(1, 30), st.integers(20, 200), st.integers(5, 60))
def test_what_fits_on_a_screen_fits(width: int, height: int, columns: int, lines: int) -> None:
    box = Box(0, 0, width, height)
    count = fitting(box, columns, lines)
    frames = [(f"generation {t}", Pattern.of([])) for t in range(min(count, 100))]
    inks = BLOCKS if 2 * width <= columns else NARROW_BLOCKS
    used = len(Grids(frames, box).lines(columns, inks))
    assert used <= lines or count == 1 or used <= height + 1


@pytest.mark.parametrize("rule", ["B1/S", "B2/S", "2/2/3"])
def test_what_explodes_is_not_followed_to_the_end(rule: str) -> None:
    """Its description is bounded by the cells that it comes to have, and not by generations."""
    pattern = Pattern.parse("OO...\n..OO.\n...O.")
    exploding = Subject(pattern, Rule.parse(rule)).report.limit
    assert 10 < exploding < 600
    assert Subject(Pattern.parse(".OO\nOO.\n.O.")).report.limit == 1000
