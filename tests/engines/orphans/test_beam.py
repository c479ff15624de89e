"""Sets of predecessor columns and orphans against brute force, in random rules."""

from collections.abc import Sequence
from itertools import product
from random import Random

import numpy as np
import pytest

from lifesearch.engines.orphans import beam
from lifesearch.engines.orphans.beam import Beam, Bytes, Word, marks_of, orphan
from lifesearch.engines.orphans.kernel import tabulate
from tests.engines.compiled.both import both_ways

pytestmark = pytest.mark.usefixtures("kernels_loaded")


def random_table(seed: str, alive: int = 1) -> np.ndarray:
    random = Random(seed)
    return np.array(random.choices((0, 1), (6, alive), k=512), np.uint8)


def sparse_table(seed: int) -> np.ndarray:
    """A rule in which a few blocks of 512 are followed by life, so that it has short orphans."""
    table = np.zeros(512, np.uint8)
    table[Random(seed).sample(range(512), 8)] = 1
    return table


def column_after(table: np.ndarray, height: int, a: int, b: int, d: int) -> int:
    """What follows from three columns of height + 2 cells."""
    blocks = [
        int("".join(str(each >> y & 1) for y in range(r, r + 3) for each in (a, b, d)), 2)
        for r in range(height)
    ]
    return sum(int(table[block]) << r for r, block in enumerate(blocks))


def ends(table: np.ndarray, height: int, word: tuple[int, ...]) -> set[int]:
    """The pairs of columns in which predecessors of a word end, by trying all of them."""
    width = height + 2
    found = set()
    for columns in product(range(1 << width), repeat=len(word) + 2):
        triples = zip(columns, columns[1:], columns[2:], strict=False)
        if all(
            column_after(table, height, *three) == column
            for three, column in zip(triples, word, strict=True)
        ):
            found.add(columns[-2] << width | columns[-1])
    return found


def ends_column_by_column(table: np.ndarray, word: tuple[int, ...]) -> set[int]:
    """The same for one row, column by column."""
    found = set(range(64))
    for column in word:
        found = {
            (pair & 7) << 3 | d
            for pair, d in product(found, range(8))
            if column_after(table, 1, pair >> 3, pair & 7, d) == column
        }
    return found


@pytest.mark.parametrize("height", [1, 2])
def test_sets_of_words(height: int) -> None:
    random, table = Random(height), random_table(f"sets {height}", 4)
    follow = np.zeros(1 << 3 * (height + 2), np.uint8)
    tabulate(height, table, follow)
    words = Beam(height, follow, 10**9, 0)
    for length in range(1, 4 - height):
        list(words.lengthen())
        for word in random.sample(words.words, min(4, len(words.words))):
            assert set(word.members.tolist()) == ends(table, height, word.columns)
            assert len(word.columns) == length


@pytest.mark.parametrize("seed", range(12))
def test_orphans_of_one_row(seed: int) -> None:
    """Rules in which few cells are born have short orphans."""
    table = sparse_table(seed)
    *_, found = orphan(1, 5, table, 2000, seed)
    if isinstance(found, tuple):
        assert found[0] == found[-1] == 1
        assert not ends_column_by_column(table, found)


def test_orphans_are_found() -> None:
    found = [list(orphan(1, 5, sparse_table(seed), 2000))[-1] for seed in range(12)]
    assert sum(isinstance(each, tuple) for each in found) >= 4


def test_sets_are_marked_in_pieces(monkeypatch: pytest.MonkeyPatch) -> None:
    """With little room as many orphans are found, and the room is kept."""
    kinds = [type(list(orphan(1, 5, sparse_table(seed), 2000))[-1]) for seed in range(12)]
    made: list[int] = []

    def counted(words: Sequence[Word], height: int) -> Bytes:
        made.append(len(words) << 2 * (height + 2))
        return marks_of(words, height)

    monkeypatch.setattr(beam, "MARKED", 200)
    monkeypatch.setattr(beam, "marks_of", counted)
    found = [list(orphan(1, 5, sparse_table(seed), 2000))[-1] for seed in range(12)]
    assert [*map(type, found)] == kinds
    assert max(made) <= 200


def test_kernels_as_machine_code_and_in_python() -> None:
    with both_ways() as called:
        list(orphan(1, 3, random_table("both", 3), 100))
    assert called == {f"engines.orphans.kernel.{name}" for name in ("tabulate", "extend", "apart")}
