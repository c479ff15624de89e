"""Guns, puffers, rakes and methuselahs of the catalogue: each is simulated."""

from __future__ import annotations

from typing import Any

import pytest

from lifesearch.catalogue.catalogue import Entry, builtin, pattern_of
from lifesearch.common.errors import InputError
from lifesearch.life.simulate.evolve import generations
from lifesearch.life.simulate.long_run import long_run
from lifesearch.life.velocity import Velocity
from tests.catalogue.growth import emits_ships, leaves_debris, rests_on_ships, ways
from tests.program import run

SOON = 1200
"""The longest lifespan that the default tests follow."""
LATE = 3000
"""The lifespan from which on they are slow: each takes ten seconds."""


def named(kind: str) -> list[Entry]:
    return [entry for entry in builtin() if entry.kind == kind]


def long_ones(entries: list[Entry], most: int) -> list[Any]:
    """Entries to try; those of longer periods with the long tests."""
    long = pytest.mark.long
    return [e if e.period <= most else pytest.param(e, marks=long) for e in entries]


@pytest.mark.parametrize("entry", long_ones(named("gun"), 200), ids=lambda entry: entry.name)
def test_a_gun_emits_spaceships_at_its_period(entry: Entry) -> None:
    gun = pattern_of(entry).pattern
    assert emits_ships(gun, entry.period, 1 + 200 // entry.period)
    assert not emits_ships(gun, entry.period + 1, 1)


PUFFERS = [*named("puffer"), *named("rake")]


@pytest.mark.parametrize("entry", long_ones(PUFFERS, 60), ids=lambda entry: entry.name)
def test_a_puffer_leaves_debris_and_a_rake_ships(entry: Entry) -> None:
    pattern, period = pattern_of(entry).pattern, entry.period
    speed = Velocity.parse(entry.velocity)
    far = (speed.up * period // speed.period, speed.left * period // speed.period)
    shift = next(way for way in ways(far) if leaves_debris(pattern, period, way, 5))
    assert rests_on_ships(pattern, period, shift) == (entry.kind == "rake")


QUICK = [entry for entry in named("methuselah") if entry.lifespan <= SOON]
LONG = [entry for entry in named("methuselah") if SOON < entry.lifespan < LATE]
SLOW = [entry for entry in named("methuselah") if entry.lifespan >= LATE]


@pytest.mark.parametrize(
    "entry",
    [
        *QUICK,
        *(pytest.param(entry, marks=pytest.mark.long) for entry in LONG),
        *(
            pytest.param(entry, marks=pytest.mark.slow("thousands of generations"))
            for entry in SLOW
        ),
    ],
    ids=lambda entry: entry.name,
)
def test_a_methuselah_settles_in_the_generation_of_its_lifespan(entry: Entry) -> None:
    run = long_run(pattern_of(entry).pattern, limit=entry.lifespan + entry.lifespan // 4)
    assert (run.kind, run.generation) == ("settles", entry.lifespan)


def test_the_diehard_dies() -> None:
    *_, before, after = generations(pattern_of(builtin().by_name("diehard")).pattern, 130)
    assert before
    assert not after


def test_what_people_try_first() -> None:
    shown = run("catalogue", "show", "gosper", "glider", "gun")
    assert shown.stdout.startswith("Gosper glider gun: gun of period 30; 36 cells\n")
    gun = run("catalogue", "show", "gosper glider gun", "-f", "rle").stdout
    found = run("identify", "-", stdin=gun)
    assert found.stdout.startswith("gun of period 30\n")
    listed = run("catalogue", "list", "--kind", "methuselahs", "-f", "csv")
    assert "R-pentomino,methuselah," in listed.stdout


def test_they_have_no_codes_and_are_no_answers_of_searches() -> None:
    others = [entry for entry in builtin() if not entry.recurs]
    assert len(others) >= 40
    assert not any(entry.apgcode for entry in others)
    assert builtin().by_code("") is None
    assert run("catalogue", "list", "--kind", "gun", "-f", "apgcode").stdout == ""
    with pytest.raises(InputError):
        builtin().by_name("")
