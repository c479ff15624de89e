"""Certificates of strips: what is closed checks, and nothing else does."""

import gzip
import json
from pathlib import Path
from random import Random

import pytest

from lifesearch.engines.compiled import available
from lifesearch.engines.rows.search import RowSearch
from lifesearch.life.motion import Motion
from lifesearch.life.rules.rule import LIFE, Rule
from lifesearch.life.strip_symmetry import Mirror
from lifesearch.proofs.states.certificate import TABLES_LOOK_AHEAD, no_certificate, rows_of
from lifesearch.proofs.states.explore import Explorer
from lifesearch.questions.strips.question import Strip
from tests.engines.rows.test_verdicts import sat_finds
from tests.proofs import strip_naive
from tests.proofs.strips import (
    explored_states,
    kept_states,
    random_strip,
    refusal,
    states_in,
    written,
)
from tests.seeds import seeds

pytestmark = pytest.mark.skipif(not available(), reason="needs kernels")

FAST_SHIP_STRIP = Strip(4, Motion(4, dy=-3), rule=Rule.parse("B257/S4567"))
SHIPS = Strip(8, Motion(4, dy=-1), Mirror.MIRRORED)
PERIOD_6 = Strip(2, Motion(6))
PERIOD_3 = Strip(3, Motion(3))


def none(folder: Path, strip: Strip) -> Path:
    """The certificate of a strip that has no pattern."""
    outcome = kept_states(strip)
    assert outcome is not None
    assert not outcome[0]
    return written(folder, strip, outcome[1])


def compare(folder: Path, seed: int, count: int) -> int:
    """Check what row tables keep, and what is explored, of random strips."""
    rng, checked = Random(seed), 0
    for _ in range(count):
        strip = random_strip(rng, 5)
        if strip.table_problem().bits * strip.motion.period > 16:
            continue
        kept, explored = kept_states(strip), explored_states(strip)
        if kept is None or explored is None:
            continue
        assert kept[0] == explored[0], strip
        for found, tree in (kept, explored):
            why = refusal(written(folder, strip, tree), strip)
            assert bool(why) == found, (strip, why)
            checked += not found
    return checked


def test_every_none_checks_and_nothing_else_does(tmp_path: Path) -> None:
    assert compare(tmp_path, 1, 30) > 25


@seeds()
def test_many_more_of_them(tmp_path: Path, seed: int) -> None:
    assert compare(tmp_path, seed, 60) > 30


def test_ships_faster_than_two_thirds_of_light(tmp_path: Path) -> None:
    assert not refusal(none(tmp_path, FAST_SHIP_STRIP), FAST_SHIP_STRIP)


def oblique(folder: Path, seed: int, count: int) -> tuple[int, int]:
    """Compare what is explored with what a SAT solver finds, where ships move to the side."""
    rng, found, not_found = Random(seed), 0, 0
    for _ in range(count):
        strip = random_strip(rng, 4, sideways=True, periods=4)
        if strip.constraints.bounds or strip.width * strip.motion.period > 12:
            continue
        explored = explored_states(strip)
        if explored is None:
            continue
        assert explored[0] == sat_finds(strip), strip
        why = refusal(written(folder, strip, explored[1]), strip)
        assert bool(why) == explored[0]
        found, not_found = found + explored[0], not_found + (not explored[0])
    return found, not_found


def test_ships_that_move_to_the_side(tmp_path: Path) -> None:
    assert oblique(tmp_path, 1, 10)[1] > 3


@seeds()
def test_many_ships_that_move_to_the_side(tmp_path: Path, seed: int) -> None:
    assert oblique(tmp_path, seed, 50)[1] > 5


@pytest.mark.parametrize("dx", [-1, 1])
@pytest.mark.parametrize("width", [2, 3, 4, 5])
def test_gliders(tmp_path: Path, width: int, dx: int) -> None:
    """In generations 0 to 3 a glider takes up three columns, if they are the right ones."""
    strip = Strip(width, Motion(4, dx=dx, dy=-1))
    explored = explored_states(strip)
    assert explored is not None
    assert explored[0] == sat_finds(strip) == (width > 2)
    assert bool(refusal(written(tmp_path, strip, explored[1]), strip)) == explored[0]


def outsiders(folder: Path, seed: int, count: int) -> int:
    """Let a checker decide that is written from the README, and tries all rows."""
    rng, checked = Random(seed), 0
    while checked < count:
        strip = random_strip(rng, 2, sideways=rng.random() < 0.3, periods=4)
        explored = explored_states(strip, 300)
        if explored is None:
            continue
        path = written(folder, strip, explored[1])
        assert strip_naive.checks(path) == (not explored[0]), strip
        if len(explored[1][0]) < 3:
            continue
        checked += 1
        broken = written(folder, strip, tuple(numbers[:-1] for numbers in explored[1]))
        assert strip_naive.checks(broken) == (not refusal(broken, strip)), strip
    return checked


def test_a_checker_written_from_the_readme_agrees(tmp_path: Path) -> None:
    outsiders(tmp_path, 1, 12)


@seeds()
def test_it_agrees_again_and_again(tmp_path: Path, seed: int) -> None:
    outsiders(tmp_path, seed, 24)


def corrupt(data: bytes, rng: Random) -> bytes:
    """The states of a certificate, damaged: bits, entries, states, or the end."""
    head = data.index(b"\n", data.index(b"\n") + 1) + 1
    told = json.loads(data[data.index(b"\n") : head])
    count, size = told["states"], told["bytes"]
    body = bytearray(data[head:])
    match rng.randrange(5):
        case 0:
            at = rng.randrange(len(body))
            body[at] ^= 1 << rng.randrange(8)
        case 1:
            a, b = (rng.randrange(2 * count) * size for _ in range(2))
            body[a : a + size], body[b : b + size] = body[b : b + size], body[a : a + size]
        case 2:
            del body[rng.randrange(len(body)) :]
        case 3:  # drop the last state, and let its parent have one less
            children = [
                int.from_bytes(body[at : at + size], "little")
                for at in range(count * size, len(body), size)
            ]
            parent = max(i for i, many in enumerate(children) if many)
            children[parent] -= 1
            told["states"] -= 1
            del body[(count - 1) * size :]
            body += b"".join(many.to_bytes(size, "little") for many in children[:-1])
        case _:
            at = rng.randrange(count) * size
            body[at : at + size] = rng.randrange(256).to_bytes(size, "little")
    return data[: data.index(b"\n") + 1] + json.dumps(told).encode() + b"\n" + bytes(body)


def corruptions(folder: Path, seed: int, count: int) -> int:
    """Damage certificates: one that still checks has all states that can be reached.

    Row tables may have kept a few more, since their look-ahead is a little weaker where p = 2.
    """
    rng, refused = Random(seed), 0
    while count:
        strip = random_strip(rng, 4)
        outcome = kept_states(strip, 3_000)
        if outcome is None or outcome[0] or len(outcome[1][0]) < 4:
            continue
        explored = explored_states(strip)
        assert explored is not None
        needed = states_in(written(folder, strip, explored[1]), strip)
        path = written(folder, strip, outcome[1])
        data = path.read_bytes()
        assert states_in(path, strip) >= needed
        for _ in range(min(count, 10)):
            count -= 1
            damaged = corrupt(data, rng)
            path.write_bytes(damaged)
            why = refusal(path, strip)
            refused += bool(why)
            assert "\n" not in why
            if not why:
                assert states_in(path, strip) >= needed, strip
    return refused


def test_damaged_certificates_are_refused(tmp_path: Path) -> None:
    assert corruptions(tmp_path, 1, 20) > 14


@seeds()
def test_many_damaged_certificates_are_refused(tmp_path: Path, seed: int) -> None:
    assert corruptions(tmp_path, seed, 100) > 50


OTHERS = {
    "width": Strip(10, Motion(4, dy=-1), Mirror.MIRRORED),
    "period": Strip(8, Motion(5, dy=-1), Mirror.MIRRORED),
    "up": Strip(8, Motion(4, dy=-2), Mirror.MIRRORED),
    "right": Strip(8, Motion(4, dx=-1, dy=-1)),
    "mirror": Strip(8, Motion(4, dy=-1)),
    "rule": Strip(8, Motion(4, dy=-1), Mirror.MIRRORED, Rule.parse("B36/S23")),
}


@pytest.mark.parametrize("name", OTHERS)
def test_the_certificate_of_another_question_is_refused(tmp_path: Path, name: str) -> None:
    path = none(tmp_path, SHIPS)
    assert not refusal(path, SHIPS)
    why = refusal(path, OTHERS[name])
    assert why == f"the certificate is about another question: its {name} differs"


def test_the_states_of_another_strip_are_refused(tmp_path: Path) -> None:
    """Even if it says that they are of this one: its rule, period or symmetry."""
    line = none(tmp_path, SHIPS).read_bytes().split(b"\n")[1]
    assert json.loads(line)["rule"] == f"{int(''.join(map(str, LIFE.table)), 2):0128x}"
    outcome = kept_states(SHIPS)
    assert outcome is not None
    for strip in OTHERS.values():
        assert refusal(written(tmp_path, strip, outcome[1]), strip), strip


def test_shorter_periods_matter(tmp_path: Path) -> None:
    """A blinker is no oscillator of period 4: the states of period 2 do not prove that of 4."""
    strip = Strip(3, Motion(4))
    outcome = kept_states(strip)
    assert outcome is not None
    assert not outcome[0]
    path = written(tmp_path, strip, outcome[1])
    assert not refusal(path, strip)
    blinkers = Strip(3, Motion(2))
    assert "is about another question" in refusal(path, blinkers)
    found = kept_states(blinkers, to_the_end=True)
    assert found is not None
    assert found[0]
    assert "a pattern may end" in refusal(written(tmp_path, blinkers, found[1]), blinkers)


@pytest.mark.parametrize("strip", [SHIPS, PERIOD_6, PERIOD_3], ids=["ships", "6", "3"])
def test_compressed_certificates(tmp_path: Path, strip: Strip) -> None:
    outcome = kept_states(strip)
    assert outcome is not None
    plain = written(tmp_path, strip, outcome[1])
    packed = written(tmp_path, strip, outcome[1], compress=True)
    assert gzip.decompress(packed.read_bytes()) == plain.read_bytes()
    assert not refusal(packed, strip)
    packed.write_bytes(packed.read_bytes()[:-9])
    assert refusal(packed, strip) == ("strip.states.gz cannot be read to its end: it is damaged")


@pytest.mark.parametrize("compress", [False, True])
def test_certificates_that_would_fill_the_memory(tmp_path: Path, compress: bool) -> None:
    outcome = kept_states(SHIPS)
    assert outcome is not None
    path = written(tmp_path, SHIPS, outcome[1], compress=compress)
    data = gzip.decompress(path.read_bytes()) if compress else path.read_bytes()
    said = f'"states": {len(outcome[1][0])}'.encode()
    assert said in data
    data = data.replace(said, b'"states": 999999999999')
    path.write_bytes(gzip.compress(data) if compress else data)
    assert refusal(path, SHIPS) == f"{path.name} is too small for its number of states"


def test_bounded_memory() -> None:
    strip = Strip(13, Motion(5, dy=-2), Mirror.MIRRORED)
    search = RowSearch(strip.table_problem(), 1 << 20, keep_all=True)
    while not (search.finished or search.out_of_memory):
        search.advance()
    assert search.out_of_memory
    explorer = Explorer(rows_of(strip), TABLES_LOOK_AHEAD, 1 << 20)
    assert list(explorer.run())
    assert "states, which need more memory than 1 MB" in explorer.failed


@pytest.mark.parametrize(
    ("strip", "why"),
    [
        (Strip(4, Motion(2, dy=-1), max_length=5), "of any length"),
        (Strip(4, Motion(2, dy=-2)), "as fast as light"),
        (Strip(50, Motion(4, dx=-1, dy=-1)), "1 to 40 free cells"),
    ],
)
def test_what_has_no_certificate(strip: Strip, why: str) -> None:
    assert why in no_certificate(strip)
