"""Check a certificate of states: that nothing can be found in a strip, of whatever length.

What the file lists is a set of states. It proves what is claimed if

1. it is about the strip of the question: width, motion, symmetry, rule;
2. the empty state, where every pattern begins, is in the set (at each place where the first
   live row may be);
3. whatever row may be added to a state of the set leads to a state of the set again, or to one
   that cannot be part of a pattern, since conditions on rows to come cannot be met;
4. no state of the set leads to the empty state, unless with a shorter period only.

Then a pattern would be a way out of the set, and there is none. What rows, states and conditions
are is said in `states.strip_rows`; only the rule's table is needed. Nothing of the search is used.
"""

from __future__ import annotations

import gzip
import json
import zlib
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from lifesearch.compiled import installed
from lifesearch.proofs.layout import Json, Refused, Say, largest_content
from lifesearch.proofs.states import row_steps, state_set
from lifesearch.proofs.states.certificate import MAGIC, header
from lifesearch.proofs.states.strip_rows import FARTHEST_LOOK, StripRows

LONGEST_HEADER = 4096
MOST_STATES = 1 << 40
AT_ONCE = 1 << 13
WORTH_SAYING = 1 << 18
FEWEST_BITS = 5
WORTH_COMPILING = 1 << 17
"""With fewer states times rows of a strip, Python has checked them before numba is loaded."""


@dataclass(frozen=True)
class Certificate:
    """The states of a strip as a tree: the last row of each, and how many follow it."""

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
            told = _header(line, rows)
            size = told["states"] * told["bytes"]
            if 2 * size > largest_content(path):
                raise Refused(f"{path.name} is too small for its number of states")
            data = file.read(2 * size + 1)
    except (OSError, EOFError, zlib.error, MemoryError, OverflowError) as error:
        raise Refused(f"{path.name} cannot be read to its end: it is damaged") from error
    if len(data) != 2 * size:
        raise Refused(f"{path.name} is damaged: the number of states is wrong")
    kind = np.dtype(f"<u{told['bytes']}")
    last = np.frombuffer(data, kind, told["states"]).astype(np.int64)
    children = np.frombuffer(data, kind, told["states"], size).astype(np.int64)
    return Certificate(rows, told["look_ahead"], last, children)


def _header(line: bytes, rows: StripRows) -> Json:
    """What the certificate says it is about, which must be the strip of the question."""
    try:
        told = json.loads(line)
        ahead, states = told["look_ahead"], told["states"]
    except (ValueError, KeyError, TypeError, RecursionError) as error:
        raise Refused("the certificate is damaged: its question is missing") from error
    if type(ahead) is not int or not 0 <= ahead <= FARTHEST_LOOK:
        raise Refused(f"the look-ahead of a certificate must be 0 to {FARTHEST_LOOK}")
    if type(states) is not int or not 1 <= states <= MOST_STATES:
        raise Refused("the certificate has no states")
    expected = header(rows, ahead, states)
    for name, value in expected.items():
        if told.get(name) != value or type(told[name]) is not type(value):
            raise Refused(f"the certificate is about another question: its {name} differs")
    if len(told) != len(expected):
        raise Refused("the certificate is damaged: it has unknown fields")
    return expected


def check_certificate(
    certificate: Certificate,
    say: Say = lambda _: None,
    worth_compiling: int = WORTH_COMPILING,
) -> str:
    """Refuse a certificate whose set of states is not closed; return how that was found out."""
    rows, count = certificate.rows, len(certificate.last)
    if rows.table[0]:
        raise Refused("in this rule the empty plane comes to life (B0)")
    _require_tree(certificate)
    check, tables, how = _checker(certificate, worth_compiling)
    check(0, 0, **tables)
    _check_starts(rows, tables)
    for begin in range(0, count, AT_ONCE):
        if begin and begin % WORTH_SAYING == 0:
            say(f"{begin:,} of {count:,} states are checked")
        bad = check(begin, min(begin + AT_ONCE, count), **tables)
        if bad >= 0:
            wrong = tables["wrong"]
            raise Refused(_complaint(int(wrong[0]), int(bad), int(wrong[1])))
    return how


def _require_tree(certificate: Certificate) -> None:
    """Refuse states that do not follow each other, or whose rows are too long."""
    last, children = certificate.last, certificate.children
    count = len(last)
    # Before state i there must be enough states that say it follows one of them.
    before = np.cumsum(children)
    orphans = (children < 0) | (before < np.minimum(np.arange(1, count + 1), count - 1))
    if before[-1] != count - 1 or orphans.any():
        raise Refused("the certificate is damaged: its states do not form a tree")
    if last[0] != 0 or (last >> certificate.rows.bits).any():
        raise Refused("the certificate is damaged: a row has more cells than the strip")


def _checker(
    certificate: Certificate, worth_compiling: int
) -> tuple[Callable[..., int], dict[str, Any], str]:
    """The function that checks states, what it works on, and how it does that."""
    tables = _tables(certificate)
    if not installed():
        return state_set.check, _plain(tables), "in plain Python, since numba is missing"
    if len(certificate.last) << max(certificate.rows.bits, FEWEST_BITS) < worth_compiling:
        return state_set.check, _plain(tables), "in plain Python"
    from lifesearch.proofs.states.machine import check_arrays

    return check_arrays, tables, "compiled by numba"


def _plain(tables: dict[str, Any]) -> dict[str, Any]:
    """Lists instead of arrays: Python is faster with lists."""
    return {
        name: table.tolist() if isinstance(table, np.ndarray) else table
        for name, table in tables.items()
    }


def _tables(certificate: Certificate) -> dict[str, Any]:
    """All that the checker works on; state 0 is empty, and every shorter period possible."""
    rows, count = certificate.rows, len(certificate.last)
    strip = row_steps.numbers_of(rows, certificate.look_ahead)
    room = state_set.workspace(strip)
    marks, table = np.zeros(count, np.int64), state_set.table_for(count)
    marks[0] = (1 << len(rows.shorter)) - 1
    return {
        "size": count,
        "mask": len(table) - 1,
        "strip": strip,
        "ways": row_steps.ways_of(rows),
        "spread": row_steps.SPREAD,
        "last": certificate.last,
        "children": certificate.children,
        "states": np.zeros(count * 2 * rows.period, state_set.state_type(rows.bits)),
        "marks": marks,
        "table": table,
        **dict(zip(("rows", "fits", "found"), room, strict=True)),
        "wrong": np.zeros(2, np.int64),
    }


def _check_starts(rows: StripRows, tables: dict[str, Any]) -> None:
    """Refuse a set without the empty states where a pattern may begin."""
    live = np.reshape(tables["states"], (-1, 2 * rows.period)).any(axis=1)
    empty = np.array(tables["marks"])[~live]
    for place in range(rows.starts):
        if (place << 8 | (1 << len(rows.shorter)) - 1) not in empty:
            raise Refused("the states are not all that can be reached: a beginning is missing")


def _complaint(why: int, state: int, row: int) -> str:
    """Why a set of states is no proof."""
    if why == state_set.ENDED:
        return f"the states do not prove it: a pattern may end after state {state:,}"
    if why == state_set.TOO_MANY:
        return f"state {state:,} has too many successors to be checked"
    return (
        f"the states are not all that can be reached: one that follows state {state:,} is missing "
        f"(with row {row})"
    )
