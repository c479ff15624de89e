"""Read formulas in DIMACS and proofs in DRAT, as text or binary; refuse what is malformed.

Like the checker, this shares no code with the search: files may be written by anybody.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

Ints = NDArray[np.int64]

LARGEST = 2**29  # the largest variable of a proof: twice that fits into 31 bits
DELETE = 2**40
"""A number that stands for the `d` of a text: no literal is as large."""


class Malformed(ValueError):  # noqa: N818 - it reads as what it is
    """A file that is no formula or no proof: the sentence says why. `drat` makes it Refused."""


@dataclass(frozen=True, eq=False)
class ClauseList:
    """Clauses: all literals, one clause after the other, and where each begins."""

    literals: Ints
    start: Ints

    def __len__(self) -> int:
        return len(self.start) - 1

    @classmethod
    def of(cls, numbers: Ints) -> ClauseList:
        """Clauses that end with 0 each."""
        ends = np.flatnonzero(numbers == 0)
        start = np.append(0, ends - np.arange(len(ends)))
        return cls(numbers[numbers != 0], start)

    def as_set(self) -> set[tuple[int, ...]]:
        """The clauses, each with its literals in order."""
        literals = self.literals.tolist()
        return {tuple(sorted(literals[a:b])) for a, b in pairwise(self.start.tolist())}


@dataclass(frozen=True, eq=False)
class FormulaFile:
    """A formula, its number of variables, and the comments before it, without their `c`."""

    variables: int
    clauses: ClauseList
    comments: list[str]


@dataclass(frozen=True, eq=False)
class Proof:
    """The clauses of all steps, and for each step whether its clause is deleted."""

    clauses: ClauseList
    deletes: NDArray[np.bool_]


def read_formula(data: bytes) -> FormulaFile:
    # Nine digits: the code of such a literal, at most twice the variable plus 1, fits into 32 bits.
    header = re.search(rb"^p cnf ([0-9]{1,9}) ([0-9]{1,9})\r?\n", data, re.MULTILINE)
    if header is None:
        raise Malformed("the formula has no line 'p cnf VARIABLES CLAUSES'")
    comments = data[: header.start()].decode("ascii", "replace").splitlines()
    if any(not line.startswith("c ") and line != "c" for line in comments):
        raise Malformed("before the line 'p cnf' there are comments only, each begins with c")
    numbers = _numbers(data[header.end() :], "the formula")
    variables, count = int(header[1]), int(header[2])
    if len(numbers) and (numbers[-1] != 0 or np.abs(numbers).max() > variables):
        raise Malformed("the formula ends within a clause, or has a variable that is too large")
    clauses = ClauseList.of(numbers)
    if len(clauses) != count:
        raise Malformed(f"the formula has {len(clauses)} clauses, and says that it has {count}")
    return FormulaFile(variables, clauses, [line[2:] for line in comments])


def _numbers(text: bytes, what: str) -> Ints:
    # At most 13 digits, which DELETE has, and a minus sign fit into an entry of the array.
    if re.search(rb"[^-0-9\s]|-(?![1-9])|[0-9]-|[0-9]{14}", text):
        raise Malformed(f"{what} contains something other than numbers")
    tokens = text.split()
    return np.array(tokens, dtype="S14").astype(np.int64) if tokens else np.zeros(0, np.int64)


def read_proof(data: bytes, *, binary: bool) -> Proof:
    return _binary(data) if binary else _text(data)


def _text(data: bytes) -> Proof:
    if re.search(rb"d(?!\s)|(?<!\s)d", b"\n" + data):
        raise Malformed("the proof has a d that does not stand by itself")
    if str(DELETE).encode() in data:
        raise Malformed("the proof has a variable that is too large")
    numbers = _numbers(data.replace(b"d", str(DELETE).encode()), "the proof")
    if len(numbers) and numbers[-1] != 0:
        raise Malformed("the proof ends within a step")
    marks = numbers == DELETE
    begins = np.append(True, numbers[:-1] == 0)[: len(numbers)]
    if (marks & ~begins).any() or (np.abs(numbers[~marks]) > LARGEST).any():
        raise Malformed("the proof has a d within a step, or a variable that is too large")
    deletes = marks[begins]
    return Proof(ClauseList.of(numbers[~marks]), deletes)


def _binary(data: bytes) -> Proof:
    """Each step is `a` or `d`, numbers in groups of seven bits, the lowest first, and a zero."""
    stream = np.frombuffer(data, np.uint8)
    if not len(stream):
        return Proof(ClauseList.of(np.zeros(0, np.int64)), np.zeros(0, np.bool_))
    if stream[-1] != 0:
        raise Malformed("the proof ends within a step")
    begins = np.append(True, stream[:-1] == 0)
    deletes = stream[begins] == ord("d")
    if not (deletes | (stream[begins] == ord("a"))).all():
        raise Malformed("the proof has a step that neither adds nor deletes a clause")
    stream = stream[~begins]
    ends = stream < 128
    # A byte with the high bit set must be followed by another one of its number.
    if ends.size and not (ends[:-1] | (stream[1:] != 0)).all():
        raise Malformed("the proof has a number that is cut off")
    start = np.append(0, np.flatnonzero(ends)[:-1] + 1)
    length = np.diff(np.append(start, len(stream)))
    # Codes of literals have at most 31 bits: five groups of seven.
    if length.max() > 5:
        raise Malformed("the proof has a variable that is too large")
    codes = np.zeros(len(start), np.int64)
    for place in range(5):
        there = length > place
        codes[there] |= (stream[start[there] + place].astype(np.int64) & 127) << 7 * place
    if (codes == 1).any() or codes.max() > 2 * LARGEST + 1:
        raise Malformed("the proof has a variable that is zero or too large")
    return Proof(ClauseList.of(np.where(codes & 1, -(codes >> 1), codes >> 1)), deletes)
