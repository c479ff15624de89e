"""The recipe for a new bound: with an option, a field and a `BoxBound`, all follows.

The made-up one is the greatest height of a box, `--max-height`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from lifesearch.atlas_data.index import settled_before
from lifesearch.core.options.option import GROWING_BOXES, WHERE, option
from lifesearch.doors import cli
from lifesearch.doors.python.searches import Search
from lifesearch.life.motion import Motion
from lifesearch.questions.periodic import asking, recurrence
from lifesearch.questions.periodic.question import Periodic
from lifesearch.running import option_table
from lifesearch.running.registry import question_type
from lifesearch.running.session import codec
from tests.program import run

ROWS, CELLS = 2, 12
OPTION = option(
    "max_height", "N", range(1, 101), "Search boxes of up to N rows.",
    "oscillator spaceship still-life", WHERE, only_in=GROWING_BOXES, places="any",
    label="Rows of a box, at most",
)  # fmt: skip
HEIGHT = recurrence.BoxBound(
    "max_height", "the greatest height", 100, lambda width, height: height, "of up to {:,} rows"
)


@dataclass(frozen=True)
class Bounded(Periodic):
    """A question with one more field."""

    max_height: int | None = None


@pytest.fixture(autouse=True)
def _added(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """An option, a field, and the bound; and what is made of the table when modules are loaded."""
    for module in (option_table, asking):
        monkeypatch.setattr(module, "SHARED", (*module.SHARED, OPTION))
    for name in ("GROWING_ONLY", "BOXES_ONLY"):
        monkeypatch.setattr(asking, name, (*getattr(asking, name), OPTION.key))
    monkeypatch.setattr(
        codec, "question_type", lambda kind: Bounded if kind == "periodic" else question_type(kind)
    )
    monkeypatch.setattr(asking, "Periodic", Bounded)
    monkeypatch.setattr(recurrence, "BOUNDS", (*recurrence.BOUNDS, HEIGHT))
    for cached in (cli._built, option_table.all_options):
        cached.cache_clear()
    yield
    for cached in (cli._built, option_table.all_options):
        cached.cache_clear()


def asked(*words: object) -> tuple[int, list[str], str]:
    """The exit status of a search for still lifes, the codes that it found, and its last words."""
    done = run("still-life", *map(str, words), "-j", "1", "-f", "apgcode")
    return done.returncode, sorted(done.stdout.split()), done.stderr.strip().split("\n")[-1]


def in_boxes(words: Iterable[tuple[str, ...]]) -> list[str]:
    return sorted({code for each in words for code in asked(*each, "--all")[1]})


def test_it_bounds_what_is_found_and_is_named_in_the_proof() -> None:
    status, found, proved = asked("--max-height", ROWS, "--max-area", CELLS, "--all")
    assert status == 0
    boxes = [("--box", f"{CELLS // rows}x{rows}") for rows in range(1, ROWS + 1)]
    assert found == in_boxes(boxes)  # each still life is in one of these, the largest ones
    where = f"in a box of up to {CELLS} cells and of up to {ROWS} rows"
    assert proved == f"{len(found)} found; proved: no other still life {where}"
    more = asked("--max-area", CELLS, "--all")[1]
    assert set(found) < set(more)


def test_a_proof_of_nothing_names_it() -> None:
    status, found, proved = asked("--max-height", 1, "--max-area", 9)
    assert (status, found) == (1, [])
    assert proved == "proved: no still life in a box of up to 9 cells and of up to 1 rows"


def test_it_is_refused_where_boxes_do_not_grow() -> None:
    wrong = run("still-life", "--box", "4x4", "--max-height", "3")
    assert wrong.returncode == 2
    assert wrong.stderr == "lifesearch: --max-height is for boxes that grow: leave out --box\n"
    assert run("still-life", "--max-height", "0").returncode == 2
    endless = run("still-life", "--max-height", "3", "--all")
    assert endless.returncode == 2
    assert "--box WxH or --max-area N" in endless.stderr


def test_help_and_python_have_it() -> None:
    assert "--max-height N" in run("still-life", "--help-all").stdout
    search = Search("still-life", None, {"max_height": 2, "max_area": 6, "jobs": 1})
    assert [answer.name for answer in search.all()] == ["block"]


def test_sessions_keep_it(tmp_path: Path) -> None:
    file = str(tmp_path / "kept.session")
    words = ("still-life", "--max-height", "2", "--max-area", "6", "-j", "1", "--session", file)
    assert run(*words).returncode == 0
    again = run("resume", file, "--all", "-j", "1")
    assert (
        "proved: no other still life in a box of up to 6 cells and of up to 2 rows" in again.stderr
    )
    assert run(*words[:2], "3", *words[3:]).returncode == 2  # another question


def test_the_atlas_answers_questions_without_it() -> None:
    line = settled_before(Bounded(Motion(9), (5, 5)))
    assert line is not None
    grown = Bounded(Motion(10), max_area=25)
    assert settled_before(grown) is not None
    assert settled_before(replace(grown, max_height=3)) is None


def test_a_bound_on_columns_finds_as_much(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of boxes that are equivalent when turned, the wider one is searched if it is allowed."""
    query = Bounded(Motion(1), max_area=CELLS, max_height=ROWS)
    flat = [part.box for part in query.parts(0)]
    columns = replace(HEIGHT, measure=lambda width, height: width)
    monkeypatch.setattr(recurrence, "BOUNDS", (recurrence.AREA, columns))
    tall = [part.box for part in query.parts(0)]
    assert max(width for width, _ in tall) == ROWS
    assert sorted(map(sorted, tall)) == sorted(map(sorted, flat))


def test_parts_of_a_session_meet_it() -> None:
    query = Bounded(Motion(1), max_area=CELLS, max_height=ROWS)
    sizes = [part.box for part in query.parts(0)]
    assert sizes
    assert all(height <= ROWS and width * height <= CELLS for width, height in sizes)
    assert all(query.has_part(part, 0) for part in query.parts(0))
    taller = next(part for part in replace(query, max_height=None).parts(0) if part.box[1] > ROWS)
    assert not query.has_part(taller, 0)
