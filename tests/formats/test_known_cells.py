"""Files of partly known generations."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lifesearch.common.errors import FormatError, InputError
from lifesearch.formats.common import PatternFile, PatternFormat
from lifesearch.formats.detect import read_known_cells, read_known_cells_path, read_tile, read_words
from lifesearch.formats.known_cells import read_grids
from lifesearch.formats.registry import all_formats
from lifesearch.life.known_cells import KnownCells
from lifesearch.life.pattern import Pattern
from lifesearch.life.simulate.background import Background


@st.composite
def films(draw: st.DrawFn) -> KnownCells:
    width, height, count = (draw(st.integers(1, n)) for n in (5, 4, 3))
    cell = st.sampled_from([0, 1, -1]) | st.integers(-40, 40)
    grids = [[[draw(cell) for _ in range(width)] for _ in range(height)] for _ in range(count)]
    moment = st.tuples(*(st.integers(0, n - 1) for n in (count, width, height)))
    exempt = draw(st.frozensets(moment, max_size=4))
    return KnownCells.of(grids, exempt, arrives=exempt if draw(st.booleans()) else ())


@given(films())
def test_what_is_written_is_read(film: KnownCells) -> None:
    assert read_words(str(film)) == film
    assert read_words(str(film).replace(" ", ",")) == film
    assert read_words(str(film).replace("\n\n", "\n# and then\n , \n\n")) == film


@given(films())
def test_names_do_not_matter(film: KnownCells) -> None:
    other = [[[v + 9 * (v > 1) - 9 * (v < -1) for v in row] for row in g] for g in film.grids]
    assert KnownCells.of(other, film.exempt, arrives=film.arrives) == film


@pytest.mark.parametrize("form", all_formats(), ids=lambda form: form.name)
def test_a_pattern_of_any_format_is_known_as_a_whole(form: PatternFormat) -> None:
    glider = Pattern.parse(".O.\n..O\nOOO")
    known, _ = read_known_cells(form.write(PatternFile(glider)))
    assert known == read_words("0 1 0\n0 0 1\n1 1 1")


def test_two_spellings() -> None:
    ours = "! a comment\n# another\n.o?\n a'Bb\n\n\nO*A\n.?''?\n"
    theirs = "0 1 *\na' -b b\n\n1 1 -a\n0 *'' *\n"
    assert read_grids(ours) == read_grids(theirs) == read_grids(theirs.replace(" ", ", "))
    assert read_grids(ours).exempt == {(0, 0, 1), (1, 1, 1)}
    assert read_grids(ours).arrives == {(1, 1, 1)}


def test_a_star_is_alive_or_unknown() -> None:
    assert read_grids("**\n..").grids == (((1, 1), (-1, -1)),)
    assert read_grids("* *\n0 0").grids == (((0, 0), (-1, -1)),)
    assert read_grids("-0 -1 -*").grids == (((1, -1, 0),),)


@pytest.mark.parametrize(
    ("text", "line", "words"),
    [
        ("# nothing\n\n", 3, "no grid"),
        ("..\n...\n", 2, "column 3 of this row is one too many: the first row has 2 cells"),
        ("...\n\n...\n..\n", 4, "column 3 of this row is missing: the first row has 3 cells"),
        ("..\n..\n\n!\n..\n", 5, "generation 1 has 1 row, and generation 0 has 2"),
        ("..\n.%\n", 2, "'%' in column 2 is not a cell"),
        ("..\n .ª\n", 2, "'ª' in column 3 is not a cell"),
        ("'.", 1, '"\'" in column 1 is not a cell'),
        (".'''", 1, '"\'" in column 4 is not a cell'),
        ("0 1\n0 256", 2, "'256' in column 3 is not a cell: expected a state from 0 to 255"),
        ("0 1\n0 -2", 2, "'-2' in column 3 is not a cell"),
        ("0, 1\n0, --a", 2, "'--a' in column 4 is not a cell"),
        ("0 ' 1", 1, '"\'" in column 3 is not a cell'),
    ],
)
def test_mistakes(text: str, line: int, words: str) -> None:
    with pytest.raises(FormatError) as error:
        read_grids(text)
    assert error.value.line == line
    assert words in str(error.value)


@given(st.text(alphabet="oO*.?abAB01-', \n#!=$\t\r\u00e9", max_size=60))
def test_any_text_is_read_or_refused(text: str) -> None:
    try:
        film = read_grids(text)
    except InputError:
        return
    assert all(len(g) == film.height and {len(r) for r in g} == {film.width} for g in film.grids)


@pytest.mark.long
def test_too_many_cells() -> None:
    with pytest.raises(FormatError, match="too many cells"):
        read_grids(("?" * 1000 + "\n") * 1001)


def test_tiles(tmp_path: Path) -> None:
    file = tmp_path / "tile"
    for text in (
        "oo..\n....\n",
        "1 1 0 0\n0,0,0,0",
        "#N a tile\nx = 2, y = 1, rule = B3/S23:T4,2\n2o!",
    ):
        file.write_text(text)
        assert read_tile(str(file)) == Background(4, 2, Pattern.of([(0, 0), (1, 0)]))
    for text in (
        "o?",
        "oa",
        "0 2",
        "o.\n\n.o",
        "o'.",
        "x = 2, y = 1\n2o!",
        "x = 1, y = 1:T0,4\no!",
        "x = 2, y = 1, rule = 345/2/4:T4,2\nAB!",
    ):
        file.write_text(text)
        with pytest.raises(InputError):
            read_tile(str(file))


def test_binary_files_are_refused(tmp_path: Path) -> None:
    file = tmp_path / "garbage"
    file.write_bytes(bytes(range(256)))
    with pytest.raises(InputError, match="not a text file: expected grids"):
        read_known_cells_path(str(file))


def test_cells_outside_of_all_grids_are_refused() -> None:
    for t, x, y in ((0, 2, 0), (1, 0, 0), (0, 0, -1)):
        with pytest.raises(InputError, match="the exempt cell"):
            KnownCells.of([[[1, -1]]], [(t, x, y)])
        with pytest.raises(InputError, match="the dying cell"):
            KnownCells.of([[[1, -1]]], dying=[(t, x, y, 2)])
