"""Random strips, their states, and certificates of them."""

from pathlib import Path
from random import Random
from typing import Any
from unittest.mock import patch

import numpy as np

from lifesearch.common.errors import InputError
from lifesearch.core.constraints import NO_CONSTRAINTS, Bound, Constraints
from lifesearch.engines.rows.search import RowSearch
from lifesearch.life.measures import Measure
from lifesearch.life.motion import Motion
from lifesearch.life.orientation import Orientation
from lifesearch.life.rules.rule import Rule
from lifesearch.life.strip_symmetry import Mirror
from lifesearch.proofs.layout import Refused
from lifesearch.proofs.states import certificate_check, state_set
from lifesearch.proofs.states.certificate import (
    TABLES_LOOK_AHEAD,
    no_certificate,
    rows_of,
    write_tree,
)
from lifesearch.proofs.states.certificate_check import Certificate, check_certificate, read
from lifesearch.proofs.states.explore import Explorer
from lifesearch.proofs.states.row_steps import StripWorkspace
from lifesearch.proofs.states.state_set import States, Tree
from lifesearch.questions.strips.question import Strip
from tests.engines.rows.rules import random_rule

REVERSED = [
    sum((n >> 3 * y + x & 1) << 3 * y + 2 - x for y in range(3) for x in range(3))
    for n in range(512)
]
MEMORY = 1 << 28  # bytes for tables of states
FEW = 1 << 14
"""States times rows: a smaller certificate is checked in plain Python, too."""


def random_strip(rng: Random, widest: int, *, sideways: bool = False, periods: int = 6) -> Strip:
    """Any velocity of a short period, any symmetry, any family of rules, some with few cells."""
    while True:
        period = rng.randint(1, periods)
        mirror = Mirror.NONE if sideways else rng.choice(list(Mirror))
        width = rng.randint(1, widest) | (mirror is Mirror.GUTTER)
        flip = rng.random() < 0.3 and mirror is Mirror.NONE and not sideways
        dx = rng.choice([1, -1]) * rng.randint(1, period) if sideways else 0
        up = rng.randint(1, period) if sideways else rng.randrange(period)
        turn = Orientation.FLIP_X if flip else Orientation.IDENTITY
        few = Constraints(bounds=(Bound(Measure.FIRST, 1, rng.randint(2, 9)),))
        try:
            strip = Strip(
                width,
                Motion(period, turn, dx, -up),
                mirror,
                _lively_rule(rng) if sideways and rng.random() < 0.5 else random_rule(rng),
                constraints=few if rng.random() < 0.2 else NO_CONSTRAINTS,
            )
        except InputError:
            continue
        if not no_certificate(strip):
            return strip


def _lively_rule(rng: Random) -> Rule:
    """A rule in which much moves."""
    births = {2} | {n for n in range(3, 9) if rng.random() < 0.3}
    return Rule.totalistic(births, {n for n in range(9) if rng.random() < 0.3})


def kept_states(
    strip: Strip, most: int = 60_000, *, to_the_end: bool = False
) -> tuple[bool, tuple[Any, Any]] | None:
    """Whether row tables find a pattern, and all states they keep; None if it is too much."""
    search = RowSearch(strip.table_problem(), MEMORY, keep_all=True)
    found = False
    while not (search.finished or search.out_of_memory or (found and not to_the_end)):
        found = bool(search.advance()) or found
        if search.progress.states > most:
            return None
    return found, search.all_states()


def explored_states(strip: Strip, most: int = 60_000) -> tuple[bool, tuple[Any, Any]] | None:
    """The same, without any search."""
    explorer = Explorer(rows_of(strip), TABLES_LOOK_AHEAD, MEMORY)
    for _ in explorer.run():
        if explorer.used > most:
            return None
    assert not explorer.failed
    used = slice(0, explorer.used)
    return explorer.ended, (explorer.exploration.last[used], explorer.exploration.parent[used])


def written(folder: Path, strip: Strip, tree: tuple[Any, Any], **how: bool) -> Path:
    """The certificate of a tree of states."""
    part = write_tree(folder, strip, *tree, TABLES_LOOK_AHEAD, compress=how.get("compress", False))
    return folder / str(part["file"])


def refusal(path: Path, strip: Strip) -> str:
    """Why a certificate does not check; empty if it does. Small ones are checked in two ways."""
    try:
        certificate = read(path, rows_of(strip))
    except Refused as refused:
        return str(refused)
    why = _refusal(certificate, by_kernel=True)
    if len(certificate.last) << certificate.rows.bits < FEW:
        assert _refusal(certificate, by_kernel=False) == why
    return why


def _refusal(certificate: Certificate, *, by_kernel: bool) -> str:
    try:
        with patch.object(certificate_check, "available", lambda: by_kernel):
            how = check_certificate(certificate)
    except Refused as refused:
        return str(refused)
    assert how == ("compiled" if by_kernel else "in plain Python")
    return ""


def states_in(path: Path, strip: Strip) -> set[tuple[Any, ...]]:
    """All states of a certificate, in normal form and with their marks."""
    certificate = read(path, rows_of(strip))
    rows, count = certificate.rows, len(certificate.last)
    desk, states = StripWorkspace.of(rows, certificate.look_ahead), States.room_for(count, rows)
    tree = Tree(certificate.last, certificate.children, np.zeros(2, np.int64))
    state_set.check(desk, states, tree, len(states.table) - 1, count, 0, 0)
    each = zip(states.rows.reshape(count, -1).tolist(), states.marks.tolist(), strict=True)
    return {(*state, mark) for state, mark in each}
