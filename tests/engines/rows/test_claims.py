"""States that others have entered, in a compiled table: against a set."""

from random import Random

import numpy as np
import pytest

from lifesearch.engines.rows.problem import StripProblem
from lifesearch.engines.rows.shared.claims import LEAST, ClaimedStates, bytes_of, state_keys
from lifesearch.engines.rows.tables import mirrored


def keys(rng: Random, number: int, words: int) -> np.ndarray[tuple[int, int], np.dtype[np.uint64]]:
    """Keys of which many are equal, and many differ in one word."""
    values = [0, 1, 2**63, 2**64 - 1, *range(2, 20)]
    chosen = [[rng.choice(values) for _ in range(words)] for _ in range(number)]
    return np.array(chosen, np.uint64).reshape(number, words)


@pytest.mark.parametrize("words", [1, 2, 6])
def test_what_was_entered_is_known_and_nothing_else(words: int) -> None:
    rng, claimed, entered = Random(words), ClaimedStates(words, 1 << 30), set[tuple[int, ...]]()
    for _ in range(60):
        asked = keys(rng, rng.randrange(300), words)
        expected = [tuple(line.tolist()) not in entered for line in asked]
        assert claimed.unclaimed(asked).tolist() == expected
        more = keys(rng, rng.randrange(300), words)
        claimed.enter(more)
        entered |= {tuple(line.tolist()) for line in more}
        assert claimed.used == len(entered)
    assert words < 6 or claimed.used > LEAST


def test_what_takes_too_much_memory_is_forgotten() -> None:
    claimed = ClaimedStates(2, bytes_of(2, 2 * LEAST))
    lines = np.arange(6 * LEAST, dtype=np.uint64).reshape(-1, 2)
    claimed.enter(lines[: 2 * LEAST])
    assert not claimed.unclaimed(lines[: 2 * LEAST]).any()
    claimed.enter(lines[2 * LEAST :])
    assert claimed.unclaimed(lines[: 2 * LEAST]).all()
    assert not claimed.unclaimed(lines[2 * LEAST :]).any()
    assert claimed.lines.nbytes + claimed.slots.nbytes <= claimed.memory


@pytest.mark.parametrize("bits", [1, 5, 7, 13])
def test_different_states_have_different_keys(bits: int) -> None:
    rng = np.random.default_rng(bits)
    problem = StripProblem(bits, 5, 2)
    states = rng.integers(0, min(3, 1 << bits), (3000, 10)).astype(np.uint16)
    states[::2] *= np.uint16((1 << bits) // 3 or 1)  # the upper bits, too
    marks = rng.integers(0, 2, 3000)
    image = mirrored(bits)
    expected = set()
    for rows, mark in zip(states.tolist(), marks.tolist(), strict=True):
        flipped = image[rows].tolist() if problem.mirrors else rows
        expected.add((mark, *min(rows, flipped)))
    assert len(np.unique(state_keys(problem, states, marks), axis=0)) == len(expected) > 1000
