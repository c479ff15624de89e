"""The public searches: the same answers as the command line, and the same refusals."""

from __future__ import annotations

import json
import pickle
from collections.abc import Callable, Generator, Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

import lifesearch as ls
from lifesearch.core.answer import Answer
from lifesearch.core.events import Event, Finished, Found, Searched, TimeLimitReached
from lifesearch.doors.python.notebook import Meter
from lifesearch.doors.python.results import Result
from lifesearch.life.motion import Motion
from lifesearch.life.pattern import Pattern as Cells
from lifesearch.life.simulate.evolve import step
from lifesearch.questions.periodic.question import Periodic
from tests import program

pytestmark = pytest.mark.usefixtures("kernels_loaded")

BLOCK = ls.Pattern.parse("OO\nOO")


def codes(*words: str) -> set[str]:
    """What the command line finds, by code."""
    done = program.run(*words, "--all", "-f", "json")
    assert done.returncode == 0, done.stderr
    return {json.loads(line)["apgcode"] for line in done.stdout.splitlines()}


@pytest.mark.parametrize(
    ("words", "answers"),
    [
        ("still-life --box 4x4", lambda: ls.still_lifes(box="4x4")),
        ("still-life --mask MASK", lambda: ls.still_lifes(mask=ls.Pattern.parse("OOO\nOOO\nOOO"))),
        (
            "oscillator 2 --box 4x4 --population <=6 --population >3",
            lambda: ls.oscillators(2, box=(4, 4), population=(4, 6)),
        ),
        (
            "oscillator 2 --box 4x4 --population 6",
            # an iterator, though the type says otherwise
            lambda: ls.oscillators(2, box=(4, 4), population=iter(["6"])),  # type: ignore[arg-type]
        ),
        ("spaceship c/4 diagonal --box 4x4", lambda: ls.spaceships("c/4 diagonal", box=(4, 4))),
        (
            "spaceship 2c/4 --width 6 --max-length 7",
            lambda: ls.spaceships("2c/4", width=6, max_length=7),
        ),
    ],
)
def test_the_same_as_the_command_line(
    words: str, answers: Callable[[], Any], tmp_path: Path
) -> None:
    (tmp_path / "mask").write_text("***\n***\n***\n")
    expected = codes(*(w.replace("MASK", str(tmp_path / "mask")) for w in words.split()))
    found = [answer.apgcode for answer in answers()]
    assert len(found) == len(set(found))
    assert set(found) == expected
    assert found


def test_predecessors_lie_where_they_become_the_pattern() -> None:
    target = ls.Pattern.from_rle("bo$2bo$3o!").translate(5, -3)
    found = list(ls.predecessors(target))
    assert all(answer.pattern.after(1) == target for answer in found)
    assert len({answer.pattern for answer in found}) == len(found) > 1
    raw = list(ls.predecessors(BLOCK, raw=True, box=(3, 3)))
    alive = [p for p in _all_patterns(3) if step(p) == Cells.parse("OO\nOO")]
    assert {answer.pattern.cells for answer in raw} >= {p.cells for p in alive}
    assert all(answer.pattern.after(1) == BLOCK for answer in raw)
    for n, answer in enumerate(ls.predecessors(BLOCK, generations=3)):
        assert answer.pattern.after(3) == BLOCK
        assert answer.history[-1] == BLOCK
        if n == 3:
            break


def _all_patterns(size: int) -> list[Cells]:
    """All patterns that fit in a box of this size from (0, 0) on."""
    cells = [(x, y) for x in range(size) for y in range(size)]
    return [
        Cells.of(cell for i, cell in enumerate(cells) if bits >> i & 1)
        for bits in range(2 ** len(cells))
    ]


def test_orphans() -> None:
    assert ls.find_predecessor(BLOCK, orphan=True) is not None
    assert ls.find_predecessor(ls.Pattern(), box=(2, 2)) is not None


def test_completions() -> None:
    grids = "????\n?oo?\n????\n"
    answer = ls.complete(grids, period=2)
    assert answer is not None
    assert answer.pattern.after(2) == answer.pattern
    assert {(1, 1), (2, 1)} <= answer.pattern.cells
    assert ls.complete("o", period=1) is None
    names = sorted(answer.name for answer in ls.completions("???\n???\n???", period=1))
    assert names == ["block", "boat", "ship", "tub"]
    moved = ls.complete("???\n???\n???\n???", velocity="c/4 diagonal")
    assert moved is not None
    assert moved.name == "glider"


@pytest.mark.parametrize(
    "every",
    [
        lambda: ls.still_lifes(width=3),
        lambda: ls.oscillators(2, width=3),
        lambda: ls.StillLife(width=3, symmetry="C2").all(),
        lambda: iter(ls.Spaceship("2c/4", width=5, symmetry="glide")),
        lambda: ls.spaceships("c/4 diagonal", width=4, engine="rows"),
    ],
)
def test_all_of_any_length_are_refused(every: Callable[[], Iterator[ls.Answer]]) -> None:
    """There is no end of them, and in a strip of any length each state is entered once."""
    with pytest.raises(ls.InputError, match="the search for all answers needs max_length="):
        next(every())


def test_statuses() -> None:
    some = ls.Oscillator(2, box=(4, 4)).run(count=2)
    assert (some.status, some.complete, len(some.answers)) == (ls.Status.FOUND, False, 2)
    none = ls.Oscillator(3, box=(3, 3)).run(count=None)
    assert (none.status, none.complete, none.answers) == (ls.Status.PROVED_NONE, True, ())
    late = ls.Oscillator(7, box=(13, 13)).run(time_limit=0.01)
    assert (late.status, late.complete, late.answers) == (ls.Status.UNDECIDED, False, ())
    assert repr(none).endswith("proved: there is none>")
    assert "time limit reached" in repr(late)


def test_answers_stream() -> None:
    result = ls.StillLife(box=(4, 4)).run(None, jobs=1)
    assert "not started" in repr(result)
    answers = iter(result)
    first = next(answers)
    assert "so far" in repr(result)
    rest = list(answers)
    assert (first, *rest) == result.answers == tuple(result)


def test_what_is_undecided_is_said() -> None:
    hard: Any = {"box": (13, 13), "time_limit": "0.01s", "jobs": 1}
    with pytest.raises(ls.Undecided, match="time limit"):
        ls.find_oscillator(7, **hard)
    with pytest.raises(ls.LifesearchError):
        list(ls.oscillators(7, **hard))
    best = ls.Oscillator(7, box=(13, 13)).minimise(time_limit=0.01, jobs=1)
    assert (best.answer, best.proved) == (None, False)


def test_soups_prove_nothing() -> None:
    search = ls.Search("soup", None, {"size": (1, 1), "seed": 1})
    with pytest.raises(ls.Undecided, match="nothing found that counts; nothing is proved"):
        search.find(jobs=1)


def test_rotors_without_a_stator_are_no_patterns() -> None:
    class NoStator(Answer):
        @property
        def exists(self) -> bool:
            return False

    query = Periodic(Motion(2), (4, 4))

    def run() -> Generator[Event, None, None]:
        answers = (NoStator(Cells.parse("OOO"), 2), Answer(Cells.parse("OOO"), 2))
        yield Found(next(query.parts(0)), answers)
        yield Finished(2, 0, exhausted=True)

    assert len(Result(run, ls.Answer, query, Meter).answers) == 1


def test_what_is_undecided_tells_what_is_proved() -> None:
    def start() -> Generator[Any, None, None]:
        parts = [part for part in islice(query.parts(0), 60) if part.box[0] * part.box[1] <= 20]
        yield from (Searched(part, 1) for part in parts)
        yield TimeLimitReached()

    query = Periodic(Motion(7))
    result = Result(start, lambda answer: answer, query, Meter)  # type: ignore[arg-type,return-value]
    assert not result.answers
    with pytest.raises(ls.Undecided, match=r"proved: no oscillator of period 7 in a box of up to"):
        result.require_decided()


def test_row_tables_search_a_strip_as_wide_as_the_box() -> None:
    ship = ls.find_spaceship("2c/4", box=(5, 9), engine="tables", jobs=1)
    assert ship is not None
    assert ship.name == "LWSS"


def test_what_is_best() -> None:
    least = ls.StillLife(box=(4, 4)).minimise("population")
    assert least.answer
    assert (least.answer.population, least.proved) == (4, True)
    most = ls.StillLife(box=(3, 3)).maximize()
    assert most.answer
    assert (most.answer.name, most.proved) == ("ship", True)
    small = ls.Oscillator(2).minimise("box")
    assert small.answer
    assert (small.answer.name, small.proved) == ("blinker", True)
    none = ls.Oscillator(3, box=(3, 3)).minimise()
    assert (none.answer, none.proved) == (None, True)


def test_an_unknown_rule() -> None:
    answer = ls.find_oscillator(2, box=(3, 3), rule="B36?/S23")
    assert answer is not None
    assert answer.greatest_rule in ("B36/S23", "B3/S23")
    assert answer.rule == "B3/S23"


def test_new_patterns_are_none_of_the_known() -> None:
    assert ls.find_oscillator(2, box=(4, 4), new=True) is None
    found = [a.name for a in ls.oscillators(2, box=(4, 4), exclude=[ls.Pattern.named("beacon")])]
    assert sorted(found) == ["blinker", "clock", "toad"]


def test_a_torus() -> None:
    for answer in ls.oscillators(2, box=(4, 3), torus=True):
        assert answer.pattern.torus == (4, 3)
        assert answer.pattern.after(2) == answer.pattern != answer.pattern.after(1)
        assert answer.period == 2


def test_dimacs(tmp_path: Path) -> None:
    from pysat.formula import CNF
    from pysat.solvers import Solver

    for search, satisfiable in (
        (ls.Oscillator(2, box=(4, 4)), True),
        (ls.Oscillator(3, box=(3, 3)), False),
        (ls.Predecessor(BLOCK), True),
        (ls.Completion("o", period=1), False),
    ):
        encoding: Any = "knuth" if satisfiable else None
        search.dimacs(tmp_path / "question.cnf", encoding=encoding, force=True)
        with Solver("minisat22", CNF(from_file=str(tmp_path / "question.cnf"))) as solver:
            assert solver.solve() is satisfiable
    with pytest.raises(ls.InputError, match="cannot write"):
        ls.Oscillator(2, box=(4, 4)).dimacs(tmp_path / "missing" / "question.cnf")


def test_dimacs_replaces_no_file_that_is_there(tmp_path: Path) -> None:
    file = tmp_path / "glider.rle"
    file.write_text("bob$2bo$3o!\n")
    with pytest.raises(ls.InputError, match="already exists: give another name, or force="):
        ls.Oscillator(2, box=(4, 4)).dimacs(file)
    assert file.read_text() == "bob$2bo$3o!\n"


def test_answers_are_values() -> None:
    one, other = (ls.find_still_life(box=(2, 2), jobs=1) for _ in range(2))
    assert one == other
    assert len({one, other}) == 1
    assert one is not None
    assert pickle.loads(pickle.dumps(one)) == one
    assert one.facts()["rle"] == "2o$2o!"
    assert one.rle.startswith("#N block\n")
    assert len(repr(one).splitlines()) == 1


def test_a_search_has_resources_for_all_its_runs(tmp_path: Path) -> None:
    search = ls.StillLife(box=(3, 3), jobs=1, proof=tmp_path / "proof")
    assert "proof" in str(search.plan)
    assert not (tmp_path / "proof").exists()
    assert len(list(search.all())) == 4
    assert ls.check(tmp_path / "proof").valid
    with pytest.raises(ls.Undecided):
        ls.StillLife(box=(14, 14), time_limit=0.01).count()
