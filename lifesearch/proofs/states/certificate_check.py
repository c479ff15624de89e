"""Check a certificate of states: that nothing can be found in a strip, of whatever length.

`check` calls `read` and `check_certificate`. What the file lists is a set of states. It proves what
is claimed if

1. it is about the strip of the question: width, motion, symmetry, rule;
2. the empty state, where every pattern begins, is in the set (at each place where the first
   live row may be);
3. whatever row may be added to a state of the set leads to a state of the set again, or to one
   that cannot be part of a pattern, since conditions on rows to come cannot be met;
4. no other state of the set leads to the empty state, unless the pattern that ends there has a
   shorter period.

Then a pattern would be a path out of the set, and there is none. What rows, states and conditions
are is said in `states.strip_rows`; only the rule's table is needed. Nothing of the search is used.
"""

from __future__ import annotations

import gzip
import json
import zlib
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from lifesearch.engines.compiled import available
from lifesearch.proofs.layout import Json, Refused, Say, largest_content
from lifesearch.proofs.states import state_set
from lifesearch.proofs.states.certificate import MAGIC, header
from lifesearch.proofs.states.row_steps import StripWorkspace
from lifesearch.proofs.states.state_set import States, Tree
from lifesearch.proofs.states.strip_rows import FARTHEST_LOOK_AHEAD, StripRows

LONGEST_HEADER = 4096  # bytes that are read of the second line, which has a few hundred
MOST_STATES = 1 << 40  # each takes up at least 2 bytes of the file: more would not fit into memory
AT_ONCE = 1 << 13  # states checked in one call of a kernel, which cannot be interrupted
WORTH_SAYING = 1 << 18  # states between two reports


@dataclass(frozen=True)
class Certificate:
    """The states of a strip as a tree: the last row of each, and how many follow it in the tree.

    Both are arrays of int64. The set is closed if rows are added with this `look_ahead`, a number
    of generations: see `strip_rows`.
    """

    rows: StripRows
    look_ahead: int
    last: Any
    children: Any


def read(path: Path, rows: StripRows) -> Certificate:
    """Read a certificate about this strip; Refused if it is about another one, or damaged."""
    open_file: Callable[..., Any] = gzip.open if path.name.endswith(".gz") else open
    try:
        with open_file(path, "rb") as file:
            if file.read(len(MAGIC)) != MAGIC:
                raise Refused(f"{path.name} is not a certificate of states, or of a newer format")
            line = file.readline(LONGEST_HEADER)
            given = _header(line, rows)
            size = given["states"] * given["bytes"]
            if 2 * size > largest_content(path):
                raise Refused(f"{path.name} is too small for its number of states")
            # One byte more, to see that the file ends there.
            data = file.read(2 * size + 1)
    except (OSError, EOFError, zlib.error, MemoryError, OverflowError) as error:
        raise Refused(f"{path.name} cannot be read to its end: it is damaged") from error
    if len(data) != 2 * size:
        raise Refused(f"{path.name} is damaged: the number of states is wrong")
    dtype = np.dtype(f"<u{given['bytes']}")
    last = np.frombuffer(data, dtype, given["states"]).astype(np.int64)
    children = np.frombuffer(data, dtype, given["states"], size).astype(np.int64)
    return Certificate(rows, given["look_ahead"], last, children)


def _header(line: bytes, rows: StripRows) -> Json:
    """The header of a certificate; Refused if it is not about the strip of the question."""
    try:
        given = json.loads(line)
        ahead, states = given["look_ahead"], given["states"]
    except (ValueError, KeyError, TypeError, RecursionError) as error:
        raise Refused("the certificate is damaged: its question is missing") from error
    if type(ahead) is not int or not 0 <= ahead <= FARTHEST_LOOK_AHEAD:
        raise Refused(f"the look-ahead of a certificate must be 0 to {FARTHEST_LOOK_AHEAD}")
    if type(states) is not int or not 1 <= states <= MOST_STATES:
        raise Refused("the certificate has no states")
    expected = header(rows, ahead, states)
    for name, value in expected.items():
        if given.get(name) != value or type(given[name]) is not type(value):
            raise Refused(f"the certificate is about another question: its {name} differs")
    if len(given) != len(expected):
        raise Refused("the certificate is damaged: it has unknown fields")
    return expected


def check_certificate(certificate: Certificate, say: Say = lambda _: None) -> str:
    """Refuse a certificate whose set of states is not closed; return how the check was run."""
    rows, count = certificate.rows, len(certificate.last)
    # Under B0 empty rows would not stay empty, and a state could not be the start.
    if rows.table[0]:
        raise Refused("in this rule the empty plane comes to life (B0)")
    _require_tree(certificate)
    workspace, states = (
        StripWorkspace.of(rows, certificate.look_ahead),
        States.room_for(count, rows),
    )
    tree = Tree(certificate.last, certificate.children, np.zeros(2, np.int64))
    mask, mode = len(states.table) - 1, "compiled"
    check: Callable[[StripWorkspace, States, Tree, int, int, int, int], int] = state_set.check
    if available():
        from lifesearch.proofs.states.machine import check_arrays as check
    else:  # Python is faster with lists
        mode = "in plain Python"
        workspace, states, tree = (
            StripWorkspace(*_lists(workspace)),
            States(*_lists(states)),
            Tree(*_lists(tree)),
        )
    # With an end of 0 the states are worked out from the tree, and entered into the table.
    check(workspace, states, tree, mask, count, 0, 0)
    _check_starts(rows, states)
    for begin in range(0, count, AT_ONCE):
        if begin and begin % WORTH_SAYING == 0:
            say(f"{begin:,} of {count:,} states are checked")
        bad = check(workspace, states, tree, mask, count, begin, min(begin + AT_ONCE, count))
        if bad >= 0:
            raise Refused(_complaint(int(tree.wrong[0]), int(bad), int(tree.wrong[1])))
    return mode


def _require_tree(certificate: Certificate) -> None:
    """Refuse states that do not follow each other, or whose rows are too long."""
    last, children = certificate.last, certificate.children
    count = len(last)
    # State i + 1 must be a child of one of the states 0 to i.
    until = np.cumsum(children)
    orphans = (children < 0) | (until < np.minimum(np.arange(1, count + 1), count - 1))
    if until[-1] != count - 1 or orphans.any():
        raise Refused("the certificate is damaged: its states do not form a tree")
    if last[0] != 0 or (last >> certificate.rows.bits).any():
        raise Refused("the certificate is damaged: a row has more cells than the strip")


def _lists(tables: Iterable[Any]) -> list[Any]:
    return [table.tolist() for table in tables]


def _check_starts(rows: StripRows, states: States) -> None:
    """Refuse a set without the empty states where a pattern may begin.

    They have the marks of no live cells and of all shorter periods: see `row_steps.mark_after`.
    """
    live = np.reshape(states.rows, (-1, 2 * rows.period)).any(axis=1)
    empty = np.array(states.marks)[~live]
    for place in range(rows.starts):
        if (place << 8 | (1 << len(rows.shorter)) - 1) not in empty:
            raise Refused("the states are not all that can be reached: a beginning is missing")


def _complaint(why: int, state: int, row: int) -> str:
    if why == state_set.ENDED:
        return f"the states do not prove it: a pattern may end after state {state:,}"
    if why == state_set.TOO_MANY:
        return f"state {state:,} has too many successors to be checked"
    return (
        f"the states are not all that can be reached: one that follows state {state:,} is missing "
        f"(with row {row})"
    )
