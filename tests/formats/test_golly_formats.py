"""LifeHistory, Life 1.05 and macrocell files, as Golly and others write them."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lifesearch.common.errors import FormatError, InputError
from lifesearch.formats.common import PatternFile
from lifesearch.formats.detect import read, read_known_cells
from lifesearch.formats.life10x import write_life105
from lifesearch.formats.life_history import LIVE, MARKED
from lifesearch.formats.macrocell import write_macrocell
from lifesearch.formats.multi import read_all
from lifesearch.life.pattern import Pattern
from lifesearch.life.rules.rule import LIFE, Rule
from tests.strategies import patterns, rules

GLIDER = Pattern.parse(".O.\n..O\nOOO")
HIGHLIFE = Rule.parse("B36/S23")

# LifeHistory


def test_life_history_has_live_and_marked_cells() -> None:
    file = read("x = 7, y = 2, rule = LifeHistory\n.ABCDEF$2.2A!")
    assert (file.pattern, file.rule) == (Pattern.parse(".O.O.O\n..OO"), LIFE)
    assert file.marked == Pattern.of([(2, 0), (4, 0), (6, 0)])


@pytest.mark.parametrize("name", ["B36/S23History", "HighLifeHistory", "b36/s23history"])
def test_another_rule_may_have_a_history(name: str) -> None:
    file = read(f"x = 3, y = 1, rule = {name}\n3A!")
    assert (file.rule, file.pattern.population) == (HIGHLIFE, 3)


def test_a_history_on_a_torus() -> None:
    file = read("x = 3, y = 1, rule = LifeHistory:T8,6\nABA!")
    assert (file.torus, file.rule, file.pattern.population) == ((8, 6), LIFE, 2)


@given(st.text(".ABCDEF$", min_size=1))
def test_every_cell_of_a_history_is_what_its_letter_says(runs: str) -> None:
    file = read(f"x = 1, y = 1, rule = LifeHistory\n{runs}!")
    cells = {(x, y): c for y, row in enumerate(runs.split("$")) for x, c in enumerate(row)}
    assert file.pattern.cells == {cell for cell, letter in cells.items() if letter in LIVE}
    assert file.marked.cells == {cell for cell, letter in cells.items() if letter in MARKED}


def test_other_rules_have_no_marked_cells() -> None:
    with pytest.raises(FormatError, match="line 2: 'C' is a cell in a third state"):
        read("x = 3, y = 1, rule = B3/S23\n3C!")
    with pytest.raises(FormatError, match="line 2: 'G' is a cell in a third state"):
        read("x = 3, y = 1, rule = LifeHistory\n3G!")
    with pytest.raises(FormatError, match="too many live cells"):
        read("x = 3, y = 1, rule = LifeHistory\n3000000D!")


def test_several_histories_in_one_post() -> None:
    post = "Look:\n[code]x = 3, y = 1, rule = LifeHistory\n3A!\n[/code] and\n[code]2E$2AB!\n[/code]"
    with pytest.raises(FormatError, match="third state"):
        read_all(post)  # the second one does not tell that it is a history
    post = post.replace("[code]2E", "[code]x = 3, y = 2, rule = LifeHistory\n2E")
    assert [file.pattern.population for file in read_all(post)] == [3, 4]


def test_marked_cells_are_unknown() -> None:
    known, rule = read_known_cells("x = 4, y = 2, rule = B36/S23History\nABCD$.2F!")
    assert (str(known), rule) == ("1 * 1 *\n0 * * 0", HIGHLIFE)
    assert read_known_cells("!Rule: B36/S23\n.OO.\n")[1] == Rule.parse("B36/S23")

    assert read_known_cells("!rule: B36/S23\n.?\n\n??\n")[1] == Rule.parse("B36/S23")
    with pytest.raises(FormatError, match="expected ~ without -"):
        read_known_cells("~ -~\n1 0")
    with pytest.raises(FormatError, match=r"line 2: .*'Life3'"):
        read_known_cells("!Name: it\n!Rule: Life3\n.?\n")
    assert str(read_known_cells("bo$o!")[0]) == "0 1\n1 0"
    assert str(read_known_cells("#Life 1.05\n#P 3 4\n.*\n*")[0]) == "0 1\n1 0"


def test_of_two_rules_in_a_plaintext_file_the_first_counts() -> None:
    """For a pattern and for known cells, of which `?` is one that only grids have."""
    two = "!Rule: B36/S23\n!Rule: B3/S23\n"
    assert read(f"{two}OO\n").rule == Rule.parse("B36/S23")
    assert read_known_cells(f"{two}OO\n")[1] == read_known_cells(f"{two}.?\n")[1]
    with pytest.raises(InputError, match="too many to be given one by one"):
        read_known_cells("x = 2, y = 2\no9999999$9999999bo!".replace("o9999999$", "o$"))
    with pytest.raises(InputError, match="has no cell"):
        read_known_cells("x = 0, y = 0\n!")


# Life 1.05


def test_life105_as_old_programs_write_it() -> None:
    file = read(
        "#Life 1.05\r\n#D Name: Two parts\r\n#D by nobody\r\n#R 23/36\r\n"
        "#P -2 -1\r\n.*\r\n..*\r\n***\r\n\r\n#P 10 10\r\n***\r\n"
    )
    assert file.pattern == GLIDER.translate(-2, -1) | Pattern.parse("OOO").translate(10, 10)
    assert (file.rule, file.name, file.comments) == (HIGHLIFE, "Two parts", ("by nobody",))
    assert read("#Life 1.05\n#N\n#P 0 0\n***").rule == LIFE


def test_life105_keeps_the_number_of_states() -> None:
    file = PatternFile(Pattern.parse("OOO"), Rule.parse("345/2/4"))
    assert read(write_life105(file)).rule == file.rule


@given(patterns(max_side=200), rules(b0=True), st.text())
@settings(deadline=None)
def test_life105_is_read_back(pattern: Pattern, rule: Rule, comment: str) -> None:
    text = write_life105(PatternFile(pattern, rule, comments=(comment,)))
    file = read(text)
    assert (file.pattern, file.rule) == (pattern, rule)
    assert all(len(line) <= 80 for line in text.splitlines() if line[:1] in ".*")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("#Life 1.05\n#P 1\n*", "line 2: '#P 1' is not a position: expected '#P -3 4'"),
        ("#Life 1.05\n#P 0 0\n*o*", "line 3: 'o' is not a cell"),
        ("#Life 1.05\n#P 9999999999 0\n*", "line 2: the number 9999999999 is too large"),
        ("#Life 1.05\n#P 1000000000 0\n.*", "line 3: a live cell lies beyond"),
        ("#Life 1.05\n#R 9/9\n*", "line 2: "),
        ("#Life 1.07\n0 0", "line 1: expected '#Life 1.06'"),
    ],
)
def test_bad_life105(text: str, message: str) -> None:
    with pytest.raises(FormatError) as error:
        read(text)
    assert str(error.value).startswith(message)


# Macrocell


def test_macrocell_as_golly_writes_it() -> None:
    text = (
        "[M2] (golly 4.2)\n#R B36/S23\n#G 12\n#C a glider and its mirror image\n"
        ".......*$......*$......*..\n"
    )
    with pytest.raises(FormatError, match="line 5: the picture is larger than 8x8 cells"):
        read(text)
    text = text.replace("*..\n", "**$\n4 1 0 0 0\n4 0 0 0 1\n5 2 3 0 0\n")
    file = read(text)
    assert (file.rule, file.generation) == (HIGHLIFE, 12)
    left = Pattern.of([(7, 0), (6, 1), (6, 2), (7, 2)])
    assert file.pattern == left.translate(-16, -16) | left.translate(8, -8)


def test_an_empty_macrocell() -> None:
    assert not read("[M2] (golly 2.0)\n#R B3/S23\n$\n").pattern
    assert not read(write_macrocell(PatternFile(Pattern.of([])))).pattern
    assert not read("[M2]\n").pattern


@given(patterns(max_side=100), rules(b0=True), st.text())
@settings(deadline=None)
def test_macrocell_is_read_back(pattern: Pattern, rule: Rule, comment: str) -> None:
    far = pattern | pattern.translate(-1000, 3000)
    for each in (pattern, far):
        file = read(write_macrocell(PatternFile(each, rule, comments=(comment,))))
        assert (file.pattern, file.rule) == (each, rule)


def test_squares_that_come_again_are_written_once() -> None:
    many = Pattern.of((x * 64, y * 64) for x in range(16) for y in range(16))
    assert len(write_macrocell(PatternFile(many)).splitlines()) < 20


def test_a_macrocell_that_unfolds_to_too_many_cells_is_refused_at_once() -> None:
    full = "$".join(["********"] * 8)
    lines = [full, *(f"{level} {level - 3} " * 1 + f"{level - 3} " * 3 for level in range(4, 60))]
    with pytest.raises(FormatError, match="too many live cells"):
        read("[M2]\n" + "\n".join(line.strip() for line in lines))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[M2]\n4 1 0 0 0", "line 2: there is no square 1 before this line"),
        ("[M2]\n*$\n4 1 0 0 0\n4 2 0 0 0", "line 4: square 2 is of level 4"),
        ("[M2]\n1 0 1 2 0", "line 2: squares of fewer than 16 cells per side"),
        ("[M2]\n*$\n99999 0 0 0 1", "line 3: a square of 2^99,999 cells per side is too large"),
        ("[M2]\n*$\n4 1 0 0", "line 3: '4 1 0 0' is not a square"),
        ("[M2]\n#G many\n*$", "line 2: 'many' is not a generation"),
        ("[M2]\n*$\n" + "".join(f"{n} {n - 3} 0 0 0\n" for n in range(4, 40)), "line 39: a live"),
    ],
)
def test_bad_macrocells(text: str, message: str) -> None:
    with pytest.raises(FormatError) as error:
        read(text)
    assert str(error.value).startswith(message)
