"""The smallest ship of each speed and oscillator of each period in any rule of a class."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import pytest

from lifesearch.common.errors import InputError, VerificationError
from lifesearch.core.answer import PatternInRule
from lifesearch.core.events import Found
from lifesearch.engines.on_demand.classes import class_named
from lifesearch.engines.sat.solving.enumerate import Exhausted
from lifesearch.engines.sat.solving.part import Part, Share
from lifesearch.formats.common import PatternFile
from lifesearch.formats.sss import write_sss
from lifesearch.life.pattern import Pattern
from lifesearch.life.rules.rule import Rule
from lifesearch.life.simulate.evolve import behaviour
from lifesearch.life.symmetry import Symmetry
from lifesearch.questions.smallest import search
from lifesearch.questions.smallest.answer import SmallAnswer, SpeedOrPeriod, best_of
from lifesearch.questions.smallest.engine import SmallestCoordinator
from lifesearch.questions.smallest.known import KnownSpeed, known_speeds
from lifesearch.questions.smallest.question import Smallest
from lifesearch.running.options import Checkpoint, RunOptions
from tests.program import run

SMALL = Smallest("outer-totalistic", 3, (2, 2), square=12, max_period=20)


def answers(query: Smallest, part: Part, known: tuple[SmallAnswer, ...] = ()) -> list[SmallAnswer]:
    found: list[SmallAnswer] = []
    for report in query.search(part, "", known):
        if isinstance(report, list):
            found += [each for each in report if isinstance(each, SmallAnswer)]
    assert isinstance(report, Exhausted)
    return found


def table(found: list[SmallAnswer]) -> list[tuple[SpeedOrPeriod, int, str]]:
    return [(each.motion, len(each.pattern), str(each.rule)) for each in best_of(found)]


def whole(query: Smallest) -> list[SmallAnswer]:
    return [each for part in query.parts(0) for each in answers(query, part)]


def test_parts_are_all_patterns_and_may_be_searched_in_any_order() -> None:
    parts = [*SMALL.parts(0)]
    assert len(parts) == len(SMALL.patterns.all()) == 4
    known: list[SmallAnswer] = []
    for part in reversed(parts):
        known += answers(SMALL, part, tuple(known))
    assert table(known) == table(whole(SMALL))
    assert (SpeedOrPeriod(2, 0, 0), 2, "B2/S") in table(known)


def test_a_range_that_was_interrupted_is_searched_anew() -> None:
    for part in SMALL.parts(0):
        found = answers(SMALL, part)
        assert answers(SMALL, part, tuple(found)) == found


def test_workers_get_what_is_smallest_so_far() -> None:
    part, *_ = SMALL.parts(0)
    found = whole(SMALL)
    earlier = Checkpoint(found=(Found(part, tuple(found)),))
    resumed = SmallestCoordinator(SMALL, RunOptions(), earlier, shares=[Share(1, SMALL.parts(0))])
    assert set(resumed._already_reported(part)) == set(best_of(found))
    assert resumed.seen == {each.motion for each in found}


def test_each_answer_is_simulated() -> None:
    for each in whole(SMALL):
        known = behaviour(each.pattern, each.rule, 20)
        assert (known.period, known.dx, known.dy) == each.motion


def test_boxes_have_their_article() -> None:
    query = Smallest("outer-totalistic", 3, (8, 4))
    assert "in an 8x4 box" in query.title
    assert "in an 8x4 box" in query.where()


def test_ships_move_to_the_right_and_less_far_down() -> None:
    query = Smallest("outer-totalistic", 4, (4, 4), square=12, max_period=14, only="spaceships")
    pair = PatternInRule(Pattern.parse("O..O\n.OO."), Rule.parse("B2/S"))
    glider = PatternInRule(Pattern.parse("OOO\nO..\n.O."), Rule.parse("B3/S23"))
    [found] = query.smallest([pair])
    assert found.motion == SpeedOrPeriod(1, 1, 0)
    moved = behaviour(found.pattern, found.rule, 1)
    assert (moved.dx, moved.dy) == (1, 0)
    with pytest.raises(VerificationError):  # it has five cells
        query.smallest([glider])
    with pytest.raises(VerificationError):  # an oscillator
        query.smallest([PatternInRule(Pattern.parse("O.\n.O"), Rule.parse("B2/S"))])
    with pytest.raises(VerificationError, match="not one of its class"):
        query.smallest([PatternInRule(pair.pattern, Rule.parse("B2ace/S"))])


def test_only_what_beats_the_known_counts() -> None:
    motions = {each.motion: len(each.pattern) for each in best_of(whole(SMALL))}
    known = tuple(KnownSpeed(m.dx, m.dy, m.period, n) for m, n in motions.items())
    better = Smallest("outer-totalistic", 3, (2, 2), square=12, max_period=20, known=known)
    assert whole(better) == []
    one_more = tuple(each._replace(cells=each.cells + 1) for each in known)
    worse = Smallest("outer-totalistic", 3, (2, 2), square=12, max_period=20, known=one_more)
    assert table(whole(worse)) == table(whole(SMALL))


def test_known_ships_on_hexagons_may_go_up(tmp_path: Path) -> None:
    """Lists have no signs: (2, 2) and (2, -2) are the same in them, but not on hexagons."""
    group, file = class_named("hexagonal").symmetries, tmp_path / "known.sss"
    rule = Rule.parse("B25/S256H")
    ship = Pattern.parse("...O\nO...O\n\n.....O\n.....OO\n...OO")
    turned = Pattern.of((-y, x - y) for x, y in ship)
    for pattern, motion in ((ship, (4, 2, 16)), (turned, (2, -2, 16))):
        file.write_text(write_sss(PatternFile(pattern, rule)))
        assert [each[:3] for each in known_speeds(str(file), group)] == [motion]
    assert [each[:3] for each in known_speeds(str(file))] == [(2, 2, 16)]
    file.write_text("3, B2/S34H, 1, 0, 99999999, 3o$o!\n")  # which no run could reach
    assert [each[:3] for each in known_speeds(str(file), group)] == [(1, 0, 99999999)]
    file.write_text("# a comment\n3, B2/S3zzH, 1, 0, 3, 3o$o!\n")
    with pytest.raises(InputError, match=r"known.sss, line 2: the rule 'B2/S3zzH' has 'z'"):
        known_speeds(str(file), group)
    file.write_text("8, B25/S256H, 3, 2, 16, 3bo$o3bo2$5bo$5b2o$3b2o!\n")
    with pytest.raises(InputError, match="line 1: the pattern does not move as the line says"):
        known_speeds(str(file), group)


def test_random_runs_are_the_same_each_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(search, "RANDOM_PATTERNS", 30)
    query = Smallest("no-survival", 4, (4, 4), max_period=30, at_random=True, seed=5)
    part = next(iter(query.parts(0)))
    first = answers(query, part)
    assert first
    assert table(answers(query, part)) == table(first)
    assert query.has_part(Part((24, 24), name="runs 12345"), 0)
    assert not query.has_part(Part((24, 24), name="runs 0"), 0)


@pytest.mark.parametrize("name", ["C2", "D2|", "D2\\"])
def test_random_patterns_have_the_symmetry(name: str) -> None:
    symmetry = Symmetry.parse(name)
    query = Smallest(
        "outer-totalistic", 6, (5, 5), 3, symmetry=symmetry, at_random=True, seed=1
    )  # fmt: skip
    drawing = search.RandomPatterns(query, Random(1))
    for _ in range(50):
        pattern = drawing.pattern()
        assert query.patterns.holds(pattern)


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"size": (9, 4)}, "a side of the box must be at most 8, not 9"),
        ({"square": 3}, "a 4x4 box does not fit in a square of 3: give a larger <square>"),
        ({"most_cells": 16, "size": (8, 8)}, "there are more than 2,000,000 patterns"),
        ({"states": 9}, "rules have 2 to 8 states here, not 9"),
        ({"rules_of": "hexagonal", "symmetry": Symmetry.parse("C4")}, "have the symmetry C4"),
        ({"size": (4, 1), "symmetry": Symmetry.parse("D8_4")}, "no box up to 4x1 can have"),
        (
            {"most_cells": 3, "symmetry": Symmetry.parse("C4_4"), "at_random": True},
            "no pattern of at most 3 cells can have the symmetry C4_4",
        ),
    ],
)
def test_wrong_questions(options: dict[str, object], words: str) -> None:
    with pytest.raises(InputError, match=words):
        Smallest(**{"rules_of": "outer-totalistic", **options})  # type: ignore[arg-type]


# On the command line

COMMAND = ("smallest", "outer-totalistic", "--cells", "3", "--box", "2x2", "--max-period", "20")


def test_the_table_and_what_is_proved() -> None:
    found = run(*COMMAND, "--square", "12", "-j", "1")
    assert found.returncode == 0
    lines = [line.split() for line in found.stdout.splitlines()]
    assert lines == [["cells", "what", "rule", "pattern"], ["2", "period", "2", "B2/S", "bo$o!"]]
    assert found.stderr.splitlines()[-1].endswith(
        "proved: no other speed or period has a ship or oscillator of at most 3 cells in a 2x2 box "
        "whose phases fit in 12x12, up to period 20, in any outer-totalistic rule"
    )


def test_there_may_be_no_ship() -> None:
    none = run(*COMMAND, "--only", "spaceships", "-j", "1")
    assert (none.returncode, none.stdout) == (1, "")
    assert "proved: no speed has a ship of at most 3 cells in a 2x2 box" in none.stderr


def test_formats(tmp_path: Path) -> None:
    lines = run(*COMMAND, "-j", "1", "-q", "-f", "sss").stdout
    assert lines.splitlines()[0] == "2, B2/S, 0, 0, 2, bo$o!"
    first = json.loads(run(*COMMAND, "-j", "1", "-q", "-f", "json").stdout.splitlines()[0])
    assert first == {
        "population": 2, "dx": 0, "dy": 0, "period": 2, "rule": "B2/S", "pattern": "bo$o!",
        "version": 1,
    }  # fmt: skip
    known = tmp_path / "known.sss"
    known.write_text(lines.replace("2, B2/S", "43, B2/S"))
    better = run(*COMMAND, "-j", "1", "-q", "--known", str(known))
    assert better.stdout.splitlines()[1].split() == ["2", "43", "period", "2", "B2/S", "bo$o!"]


def test_a_session_is_resumed_with_the_same_table(tmp_path: Path) -> None:
    file = str(tmp_path / "small.session")
    whole = run(*COMMAND, "-j", "1", "--session", file)
    lines = Path(file).read_text().splitlines(keepends=True)
    cut = tmp_path / "cut.session"
    for end in (2, len(lines) // 2, len(lines) - 1):
        cut.write_text("".join(lines[:end]))
        again = run("resume", str(cut), "-j", "1")
        assert again.stdout == whole.stdout
        assert again.stderr.splitlines()[-1] == whole.stderr.splitlines()[-1]


@pytest.mark.parametrize("width", [2, 4])
def test_ships_that_were_turned_are_read_from_a_session(tmp_path: Path, width: int) -> None:
    """The c/1 ship is 2x4 as it moves to the right, whatever way the box lies."""
    file, options = str(tmp_path / "turned.session"), ("--max-period", "1", "--square", "8")
    box = ("--cells", "4", "--box", f"{width}x{6 - width}", "--only", "spaceships")
    whole = run("smallest", "outer-totalistic", *box, *options, "-j", "1", "--session", file)
    assert "B2/S" in whole.stdout
    assert run("resume", file, "-j", "1").stdout == whole.stdout


def test_identify_compares_with_records(tmp_path: Path) -> None:
    known = tmp_path / "known.sss"
    known.write_text("43, B2/S, 0, 0, 2, bo$o!\n5, B3/S23, 1, 1, 4, bo$2bo$3o!\n")

    def said(text: str) -> str:
        file = tmp_path / "pattern.rle"
        file.write_text(text)
        return run("identify", str(file), "--known", str(known)).stdout.splitlines()[-1].strip()

    assert said("x = 2, y = 2, rule = B2/S\nbo$o!") == "a record: 2 cells instead of 43"
    assert said("bo$2bo$3o!") == "no record: 5 cells, and 5 are known"
    assert said("x = 1, y = 1, rule = B02346/S3\no!") == "a record: 1 cell, and none is known"
    assert said("2o!") == "no record: it does not recur"


@pytest.mark.parametrize(
    ("more", "words"),
    [
        (("--random",), "--random runs never end: give --time-limit TIME, such as 5m"),
        (("--seed", "3"), "--seed is for --random runs"),
        (("--proof", "x"), "smallest does not write a proof"),
        (("--known", "missing.sss"), "missing.sss"),
        (("--only", "guns"), "guns"),
    ],
)
def test_wrong_options(more: tuple[str, ...], words: str) -> None:
    wrong = run(*COMMAND, *more)
    assert wrong.returncode == 2
    assert len(wrong.stderr.splitlines()) == 1
    assert words in wrong.stderr


def test_a_wrong_class_is_named() -> None:
    wrong = run("smallest", "outer")
    assert wrong.returncode == 2
    assert wrong.stderr.startswith("lifesearch: there is no class of rules 'outer'; ")
