"""Pictures, read back: from SVG by its coordinates, from PNG and GIF by their pixels."""

import io
import re
import xml.etree.ElementTree as ET

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lifesearch.common.errors import InputError
from lifesearch.life.motion import Target
from lifesearch.life.pattern import Cell, Pattern
from lifesearch.life.simulate.evolve import generations
from lifesearch.questions.closest.question import Closest
from lifesearch.show.animation import Subject
from lifesearch.show.colours import PALETTES
from lifesearch.show.pictures import svg as pictures
from lifesearch.show.pictures.becoming import MISSING, WRONG, becoming
from lifesearch.show.pictures.svg import (
    LONGEST,
    MOST_ACROSS,
    SHORTEST,
    PanelStrip,
    Picture,
    picture,
    svg,
    usual_scale,
)
from tests.strategies import patterns

LWSS = Pattern.parse(".O..O\nO....\nO...O\nOOOO.")
NAMESPACE = "{http://www.w3.org/2000/svg}"


def panels_of_svg(text: str) -> list[tuple[Cell, dict[Cell, str]]]:
    """Where each panel is, and its cells with their colours."""
    found = []
    for group in ET.fromstring(text).findall(f"{NAMESPACE}g"):
        place = re.findall(r"[\d.]+", group.get("transform", "0 0"))
        cells = {}
        for path in group.findall(f"{NAMESPACE}path"):
            for x, y in re.findall(r"M([\d.]+) ([\d.]+)h", path.get("d", "")):
                cells[int(float(x)), int(float(y))] = path.get("fill", "")
        found.append(((int(place[0]), int(place[1])), cells))
    return found


@settings(deadline=None, max_examples=20)
@given(patterns(min_population=1), st.integers(1, 5), st.booleans(), st.integers(0, 9))
def test_svg_can_be_read_back(pattern: Pattern, count: int, moving: bool, scale: int) -> None:
    drawing = picture(Subject(pattern), count, "age", moving=moving, scale=scale)
    panels = panels_of_svg(svg(drawing))
    assert len(panels) == count
    for phase, panel, (_, cells) in zip(
        generations(pattern, count - 1), drawing.panels, panels, strict=True
    ):
        placed = {(x + panel.window.x, y + panel.window.y) for x, y in cells}
        assert placed == phase.cells
        assert set(cells.values()) <= set(PALETTES["age"].on_paper)
    if moving:
        assert {place for place, _ in panels} == {(0, 0)}
    else:
        assert [place for place, _ in panels] == drawing.strip.corners()


def test_a_moving_svg_shows_one_panel_at_a_time() -> None:
    text = svg(picture(Subject(LWSS), 4, "none", moving=True))
    root = ET.fromstring(text)
    shown: list[list[bool]] = []
    for group in root.findall(f"{NAMESPACE}g"):
        animate = group.find(f"{NAMESPACE}animate")
        assert animate is not None
        values = animate.get("values", "").split(";")
        times = [float(time) for time in animate.get("keyTimes", "").split(";")]
        assert times == sorted(times)
        moments = [(i + 0.5) / 4 for i in range(4)]
        shown.append([values[sum(time <= m for time in times) - 1] == "inline" for m in moments])
    assert shown == [[i == j for j in range(4)] for i in range(4)]
    assert [g.get("display") for g in root.findall(f"{NAMESPACE}g")] == [None, *["none"] * 3]


@given(st.integers(1, 200), st.integers(1, 200), st.integers(1, 300))
def test_panels_do_not_overlap(width: int, height: int, count: int) -> None:
    strip = PanelStrip(width, height, count)
    corners = strip.corners()
    assert len(set(corners)) == count
    assert strip.size[0] <= max(MOST_ACROSS, width)
    for x, y in corners:
        assert x % (width + 1) == y % (height + 1) == 0
        assert x + width <= strip.size[0]
        assert y + height <= strip.size[1]


@given(st.integers(1, 3000), st.integers(1, 3000))
def test_pictures_have_a_sensible_size(width: int, height: int) -> None:
    longer = usual_scale(width, height) * max(width, height)
    assert longer >= SHORTEST
    assert longer <= LONGEST or max(width, height) > LONGEST


def test_backgrounds_with_one_name_are_alike() -> None:
    """A page with several pictures takes the first background for all of that name."""
    backgrounds: dict[str, str] = {}
    for cells in ("O", "OO", "O\nO", "OO\nOO"):
        for scale in (1, 9, 20):
            text = svg(picture(Subject(Pattern.parse(cells)), 1, "age", moving=False, scale=scale))
            name, drawn = re.findall('<g id="(.*?)">(.*?)</g>', text, re.DOTALL)[0]
            assert f'href="#{name}"' in text
            assert backgrounds.setdefault(name, drawn) == drawn
    assert len(backgrounds) == 12


def test_titles_are_quoted() -> None:
    root = ET.fromstring(svg(picture(Subject(LWSS, title="<&>"), 1, "age", moving=False)))
    assert root.findtext(f"{NAMESPACE}title") == "<&>"


def test_pictures_too_large_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    far = Pattern.of([(0, 0), (1999, 1999)])
    with pytest.raises(InputError, match="60 times 2,002 x 2,002 pixels large: at most 50,000,000"):
        picture(Subject(far), 60, "age", moving=True)
    assert picture(Subject(LWSS), 400, "age", moving=True).scale == 29
    assert picture(Subject(LWSS), 4000, "age", moving=True).scale == 15
    monkeypatch.setattr(pictures, "MOST_SVG_CELLS", 30)
    with pytest.raises(InputError, match="more than 30 live cells"):
        svg(picture(Subject(LWSS), 4, "none", moving=False))


def read_panel(pixels: "dict[Cell, tuple[int, int, int]]", drawing: Picture, at: Cell) -> set[Cell]:
    """The live cells, from the middle of each square."""
    colours = {tuple(bytes.fromhex(colour[1:])) for colour in drawing.palette}
    window, scale = drawing.panels[0].window, drawing.scale
    return {
        (x, y)
        for x in range(window.width)
        for y in range(window.height)
        if pixels[(at[0] + x) * scale + scale // 2, (at[1] + y) * scale + scale // 2] in colours
    }


@pytest.mark.parametrize("scale", [0, 1, 3, 7])
def test_pixels_can_be_read_back(scale: int) -> None:
    image = pytest.importorskip("PIL.Image")
    from lifesearch.show.pictures.pixels import gif, png

    def pixels(frame: object) -> "dict[Cell, tuple[int, int, int]]":
        plain = image.Image.convert(frame, "RGB")
        width, height = plain.size
        return {(x, y): plain.getpixel((x, y)) for x in range(width) for y in range(height)}

    strip = picture(Subject(LWSS), 4, "age", moving=False, scale=scale)
    whole = image.open(io.BytesIO(png(strip)))
    assert whole.size == strip.pixels
    colours = pixels(whole)
    film = picture(Subject(LWSS), 4, "age", moving=True, scale=scale)
    moving = image.open(io.BytesIO(gif(film)))
    assert (moving.size, moving.n_frames, moving.info["loop"]) == (film.pixels, 4, 0)
    assert moving.info["duration"] == 200
    for t, phase in enumerate(generations(LWSS, 3)):
        window = strip.panels[t].window
        expected = {(x - window.x, y - window.y) for x, y in phase.cells}
        assert read_panel(colours, strip, strip.strip.corners()[t]) == expected
        moving.seek(t)
        window = film.panels[t].window
        expected = {(x - window.x, y - window.y) for x, y in phase.cells}
        assert read_panel(pixels(moving), film, (0, 0)) == expected


@pytest.mark.parametrize("found", ["", "OO\nOO"])
def test_cells_that_should_live_are_drawn_far_from_all_that_do(found: str) -> None:
    block_and_far = Target(Pattern.parse("OO...........O\nOO............"))
    (answer,) = Closest.around(block_and_far, 0).answers([Pattern.parse(found)], 14, 2)
    for moving in (True, False):
        drawing = becoming(answer, moving=moving)
        last = drawing.panels[-1]
        assert all(last.window.grown(-1).holds(cell) for cell in last.inks)
        assert last.inks[13, 0] == MISSING
        assert WRONG not in last.inks.values()
        assert all(panel.window == last.window for panel in drawing.panels)
