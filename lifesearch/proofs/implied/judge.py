"""Find a reason for each clause of a formula: the entry of `implied`, called by `proofs.drat`.

The reasons are those of the other modules: the rule (`neighbourhoods`), conditions, counting,
definitions, listed answers, and the normal form.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import pairwise

from lifesearch.proofs.implied.cells import FALSE, TRUE, Cells
from lifesearch.proofs.implied.conditions import ImpliedConditions
from lifesearch.proofs.implied.counting import Counting
from lifesearch.proofs.implied.definitions import FIRST_EXTRA, Clause, define
from lifesearch.proofs.implied.listed import Listed, ListedAnswer
from lifesearch.proofs.implied.neighbourhoods import Neighbourhoods
from lifesearch.proofs.implied.normal_form import NormalForm
from lifesearch.proofs.implied.question import ClaimedQuestion
from lifesearch.proofs.layout import Refused
from lifesearch.proofs.verifier.reading import FormulaFile

FOUND = "because of what was found"
"""In a file, the end of the comment on clauses that `writer` has added for solutions."""


@dataclass(frozen=True)
class Judgement:
    """The literals that a part assumes, and how many clauses of each kind had to be trusted.

    The kinds are those of `ClaimedQuestion.blind_spot`.
    """

    assumed: frozenset[int] = frozenset()
    trusted: Counter[str] = field(default_factory=Counter)


def judge(
    formula: FormulaFile,
    question: ClaimedQuestion,
    answers: Sequence[ListedAnswer] = (),
    *,
    cube: bool = False,
) -> Judgement:
    """Find a reason for each clause of a formula, or refuse it."""
    if not question.whole_group <= question.rule_symmetries | question.group:
        raise Refused("the rule does not keep the symmetry of the question")
    cells = Cells(question)
    clauses = _translated(formula, _meanings(formula, cells))
    return _Judge(cells, clauses, answers, _found(formula)).judgement(cube=cube)


def _meanings(formula: FormulaFile, cells: Cells) -> dict[int, int]:
    """The cell of each variable of a formula, by its comments."""
    q = cells.question
    meaning: dict[int, int] = {}
    for comment in formula.comments:
        # The comments are "cell T X Y L", "died T X Y L" and "rule NAME L" with a literal L.
        words = comment.split()
        if len(words) == 5 and words[0] in ("cell", "died"):
            t, x, y, literal = map(int, words[1:])
            if not -q.states <= t <= q.planes:
                raise Refused(f"a comment is about generation {t}, which is not asked about")
            meant = cells.alive(t, x, y) if words[0] == "cell" else cells.state(t, x, y, 2)
        elif len(words) == 3 and words[0] == "rule" and words[1] in q.rule_parts:
            meant, literal = cells.new(("rule", words[1])), int(words[2])
        else:
            continue
        meant = meant if literal > 0 else -meant
        if meaning.setdefault(abs(literal), meant) != meant:
            raise Refused(f"variable {abs(literal)} of the formula has two meanings")
    return meaning


def _translated(formula: FormulaFile, meaning: dict[int, int]) -> list[Clause]:
    """The clauses in the literals of `Cells`; variables without a comment are not cells."""
    literals, start = formula.clauses.literals.tolist(), formula.clauses.start.tolist()
    meant = dict(meaning)
    for number in range(1, formula.variables + 1):
        meant.setdefault(number, FIRST_EXTRA + number)
    meant |= {-number: -literal for number, literal in meant.items()}
    clauses = (frozenset(meant[u] for u in literals[a:b]) - {FALSE} for a, b in pairwise(start))
    return [clause if TRUE not in clause else frozenset({TRUE}) for clause in clauses]


def _found(formula: FormulaFile) -> range:
    """The numbers of the clauses that are there because of what was found."""
    for comment in formula.comments:
        words = comment.replace(":", "").split()
        if words[:1] == ["Clauses"] and " ".join(words[4:]) == FOUND:
            return range(int(words[1]) - 1, int(words[3]))
    return range(0)


class _Judge:
    """The clauses of a formula, and all that may be a reason for one."""

    def __init__(
        self, cells: Cells, clauses: list[Clause], answers: Sequence[ListedAnswer], found: range
    ) -> None:
        self._cells = cells
        self._clauses = clauses
        self._found = found
        defined = define(clauses)
        self._by_definition = defined.clauses
        self._definitions = defined.definitions
        self._rule = Neighbourhoods(cells, defined.definitions)
        self._conditions = ImpliedConditions(cells, defined.definitions)
        self._counting = Counting(cells, defined.definitions)
        self._normal = NormalForm(cells, defined.definitions)
        self._listed = Listed(cells, answers)

    def judgement(self, *, cube: bool) -> Judgement:
        """Find a reason for each clause, or refuse it; in a `cube`, clauses may fix cells."""
        nothing: Clause = frozenset()
        # If even the empty clause has a reason, there can be no suspect, so all is true of it. It
        # is no clause of the formula: -1 is no clause's number.
        if self._cells.contradictory or self._holds(-1, nothing) or self._normal.holds(nothing):
            return Judgement()
        left = [
            number for number, clause in enumerate(self._clauses) if not self._holds(number, clause)
        ]
        # The normal form comes last: its reasons hold of one image, which all clauses must agree
        # on. That the cubes of a box agree on it is not tested: their keys have the same cells
        # because the box has the same.
        self._normal.prepare(self._clauses[number] for number in left)
        left = [
            number
            for number in left
            if not self._normal.holds(self._clauses[number])
            and not self._normal.compares(self._clauses[number])
        ]
        if self._normal.wrong():
            raise Refused("the formula compares patterns that are not the same to the question")
        assumed = {u for i in left for u in self._assumed(i)} if cube else set()
        trusted = Counter(self._trusted(i) for i in left if not (cube and self._assumed(i)))
        return Judgement(frozenset(assumed), trusted)

    def _assumed(self, number: int) -> Clause:
        """The literals that a clause of a cube assumes: one cell's, or none if it fixes no cell.

        An empty clause assumes two contradictory literals, so no suspect meets the assumptions; and
        so do two contradictory clauses of one literal each, which stand for an empty one.
        """
        clause = self._clauses[number]
        opposite = frozenset(-literal for literal in clause)
        if len(clause) > 1 or not clause:
            return frozenset() if clause else frozenset({TRUE, FALSE})
        cell = bool((clause | opposite) & self._first_cells)
        return clause if cell or opposite in self._clauses else frozenset()

    def _holds(self, number: int, clause: Clause) -> bool:
        return (
            TRUE in clause
            or any(-literal in clause for literal in clause)
            or number in self._by_definition
            or self._rule.implies(clause)
            or self._conditions.implies(clause)
            or self._counting.implies(clause)
            or self._listed.exclude(clause)
        )

    @cached_property
    def _first_cells(self) -> set[int]:
        """The cells that may be fixed: those of generation 0, and those that are exempt."""
        q, cells = self._cells.question, self._cells
        first = {abs(literal) for cell in q.box_cells() for literal in cells.states(0, *cell)}
        return first | {abs(cells.alive(*cell)) for cell in q.exempt}

    def _trusted(self, number: int) -> str:
        """The kind of a clause that cannot be justified here; Refused for any other."""
        reason = self._cells.question.blind_spot
        if reason and number in self._found:
            return reason
        raise Refused(f"clause {number + 1} of the formula does not follow from the question")


def covers(cubes: Iterable[Clause]) -> bool:
    """Whether every assignment of the cells is in one of the cubes.

    A part may assume that some cells live and others are dead. If some suspect met the assumptions
    of no part, nothing would be known of it.

    >>> covers([frozenset({2, 3}), frozenset({2, -3}), frozenset({-2})])
    True
    >>> covers([frozenset({2, 3}), frozenset({-2})])
    False
    """
    possible = [cube for cube in cubes if not any(-literal in cube for literal in cube)]
    if not possible:
        return False
    # Both values of a literal must be covered, each by the cubes that allow it.
    split = next((literal for cube in possible for literal in sorted(cube)), 0)
    if frozenset() in possible:
        return True
    return all(
        covers(cube - {literal} for cube in possible if -literal not in cube)
        for literal in (split, -split)
    )
