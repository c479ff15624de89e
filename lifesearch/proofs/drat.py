"""Check the parts of a proof that are formulas with a solver's proof: called by `check`.

For each part: its formula is built from the question and from what was found, and must have the
same clauses and comments as the file; what was found must be answers, by simulation, or patterns
that the question rejects only for their pieces; and a checker must confirm the solver's proof. Then
the parts must be all that the question needs. At last each clause must follow from the question, by
reasons that share no code with the encoder: see `implied`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from itertools import takewhile
from pathlib import Path
from typing import Any

from lifesearch.common.errors import LifesearchError
from lifesearch.core.answer import Answer
from lifesearch.core.box_question import BoxQuery
from lifesearch.core.question import PatternQuery
from lifesearch.engines.sat.encoding.variable_grid import ENCODINGS
from lifesearch.engines.sat.solving.configuration import Configuration
from lifesearch.engines.sat.solving.enumerate import Clause
from lifesearch.engines.sat.solving.part import Part
from lifesearch.engines.sat.solving.solver import WITH_PROOF
from lifesearch.proofs import cover
from lifesearch.proofs.claim import Checked
from lifesearch.proofs.formula import Formula
from lifesearch.proofs.implied.from_query import claimed_question, listed_answer
from lifesearch.proofs.implied.judge import covers, judge
from lifesearch.proofs.layout import Json, Manifest, Refused, Say, content, listed
from lifesearch.proofs.verifier.confirm import confirm
from lifesearch.proofs.verifier.reading import FormulaFile, Malformed, read_formula
from lifesearch.proofs.writer import file_text, json_lines, log_header, stem
from lifesearch.running.session.codec import answer_to_json, answers_from_json, read, to_json

FACTS = ("alive ", "any ", "cell ", "died ", "rule ", "Clauses ")
"""The beginnings of comments that are data."""
LONGEST_CUBE = 12
"""Cells that a cube fixes at most, as in searches (`MOST_SPLITTING_CELLS`). The check goes through
all cubes, so with more cells a forged manifest could make it endless.
"""


def check_parts(folder: Path, manifest: Manifest, query: PatternQuery, say: Say) -> Checked:
    """Check all parts, and that they are all that the question needs."""
    parts = manifest.parts
    if not isinstance(query, BoxQuery):
        raise Refused("the question is not one that formulas can prove")
    with _no_surprise("the list of answers"):
        known = _known(query, manifest)
    checking = _Checking(folder, manifest, query, dict(known), {}, {})

    def each(check: Callable[[Json], None], what: str) -> None:
        for number, part in enumerate(parts, start=1):
            if len(parts) > 1:
                say(f"{what} {number} of {len(parts)}: {part['name']}")
            with _no_surprise(part["name"]):
                check(part)

    # The reasons of clauses need the answers and boxes of all parts: they come last.
    each(checking.check, "part")
    with _no_surprise("the parts"):
        checking.check_cover()
        checking.check_all_there()
    each(checking.judge, "clauses of part")
    with _no_surprise("the parts"):
        checking.check_assumed()
    return Checked(
        checking.answers, tuple(checking.checkers), tuple(sorted(checking.trusted.items()))
    )


@contextmanager
def _no_surprise(what: str) -> Iterator[None]:
    """Turn every error from untrusted files into Refused."""
    try:
        yield
    except Refused as refused:
        raise Refused(f"{what}: {refused}") from refused
    except (LifesearchError, Malformed) as error:
        raise Refused(f"{what}: {str(error).splitlines()[0]}") from error
    except (
        ValueError, LookupError, TypeError, AttributeError, ArithmeticError, EOFError
    ) as error:  # fmt: skip
        raise Refused(f"{what}: the files are damaged") from error
    except (OSError, MemoryError, RecursionError) as error:
        raise Refused(f"{what}: the files cannot be read") from error


def _known(query: BoxQuery, manifest: Manifest) -> dict[Any, Answer]:
    """The answers of the manifest, by their saved form; the best of them is proved to be best."""
    known: dict[Any, Answer] = {}
    for saved in manifest.answers:
        width, height = saved["box"]
        (answer,) = answers_from_json(query, [saved["answer"]], (width, height))
        known[str(answer_to_json(answer))] = answer
    if known and not query.objective:
        raise Refused("answers are listed, and none is asked to be the best")
    return known


@dataclass(eq=False)
class _Checking:
    """The state of a check: answers, cubes and checkers of the parts so far.

    `found` has the answers by their saved form, first those of the manifest, and `cubes` the cells
    that each part fixes, as clauses of one literal. `checkers` are names, in the order in which
    they were used. `example` is the formula of any part, whose cells have the numbers that all
    parts use. `assumed` are the assumptions of the cubes of each box (width, height), `trusted` the
    clauses without a reason, by kind.
    """

    folder: Path
    manifest: Manifest
    query: BoxQuery
    found: dict[Any, Answer]
    cubes: dict[Part, list[Clause]]
    checkers: dict[str, None]
    example: Formula | None = None
    assumed: dict[tuple[int, int], list[frozenset[int]]] = field(default_factory=dict)
    trusted: Counter[str] = field(default_factory=Counter)

    @property
    def answers(self) -> list[Answer]:
        """All answers, each once; where the best is wanted, better and better ones."""
        if self.query.objective:
            return [*self.found.values()]
        return [*{self.query.key(answer): answer for answer in self.found.values()}.values()]

    def check(self, part: Json) -> None:
        formula = self.example = Formula(self.query, *_named(self.query, part))
        if part["name"] != stem(formula.part):
            raise Refused("it has the name of another part")
        path, proof, log = (self._file(part[name]) for name in ("formula", "proof", "log"))
        clauses = formula.renumbered(self._replayed(formula, json_lines(content(log))))
        # The solver's proof is about the file; the formula built here is about the question.
        if wrong := _difference(content(path), file_text(formula, [*clauses])):
            raise Refused(wrong)
        binary = formula.configuration.solver != "glucose4"
        self.checkers[confirm(path, proof, binary=binary)] = None
        fixed = self.cubes[formula.part] = formula.enumeration.cube.clauses
        if part["fixed"] != fixed:
            raise Refused("it has other cells fixed than its cube")

    def _file(self, name: Any) -> Path:
        return listed(self.manifest, self.folder, name)

    def _replayed(self, formula: Formula, log: list[Json]) -> list[Clause]:
        """Check the solutions of a log, and return the clauses that followed from them."""
        if not log or _data(log[0]) != _data(log_header(formula)):
            raise Refused("the answers belong to another question")
        enumeration, clauses = formula.enumeration, []
        for record in log[1:]:
            if set(record) == {"known"}:
                recalled = [self._recalled(value) for value in record["known"]]
                clauses += [*enumeration.leaving_out([enumeration.restore(s) for s in recalled])]
            elif set(record) == {"found"}:
                saved = read(self.query.saved_type, record["found"])
                if to_json(saved) != record["found"]:
                    raise Refused("a solution is malformed")
                clauses += self._after(formula, saved)
            else:
                raise Refused("a record is empty")
        return clauses

    def _recalled(self, value: Any) -> Any:
        """The saved form of an answer known before the part was searched; Refused if it is none.

        Searches have such answers where the best is wanted; the manifest lists those.
        """
        if str(value) not in self.found:
            raise Refused("a clause excludes a pattern that is not a listed answer")
        return self.found[str(value)].saved

    def _after(self, formula: Formula, saved: Any) -> list[Clause]:
        """Check a solution; return the clauses that follow from it."""
        enumeration, box = formula.enumeration, formula.part.box
        # The question may reject a solution for its pieces; it must meet all other conditions.
        if enumeration.examine is not None:
            _without_pieces(self.query).answers([saved], *box)
        found, clauses = enumeration.after(enumeration.restore(saved))
        for answer in enumeration.verify(found) if found else []:
            self.found[str(answer_to_json(answer))] = answer
        return [*clauses]

    def check_cover(self) -> None:
        """Check that cubes cover their box, if there are any."""
        if self.example is None or not any(part.cube for part in self.cubes):
            return
        clauses = cover.outside(self.cubes.values())
        formula, proof = self._file(cover.FORMULA), self._file(cover.PROOF)
        if _difference(content(formula), cover.formula_lines(self.example, clauses)):
            raise Refused(f"{cover.FORMULA} is not about the cubes of these parts")
        confirm(formula, proof, binary=False)

    @property
    def best(self) -> int | None:
        """The least cost of an answer, where only better ones are wanted."""
        if not self.query.objective or not self.found:
            return None
        return min(map(self.query.cost, self.found.values()))

    def judge(self, part: Json) -> None:
        """Find a reason for each clause of a part; count those that had to be trusted."""
        (width, height), query = part["box"], self.query
        boxes = [each.box for each in self.cubes]
        question = claimed_question(query, (width, height), self.best, boxes)
        listed_answers = [listed_answer(query, each.saved) for each in self.found.values()]
        formula = read_formula(content(self._file(part["formula"])))
        judgement = judge(formula, question, listed_answers, cube=bool(part["cube"]))
        self.assumed.setdefault((width, height), []).append(judgement.assumed)
        self.trusted += judgement.trusted

    def check_assumed(self) -> None:
        """Check that the assumptions of all cubes of a box leave nothing out."""
        if not all(covers(cubes) for cubes in self.assumed.values()):
            raise Refused("what the cubes assume does not cover their box")

    def check_all_there(self) -> None:
        """Check that no part that the question needs is missing."""
        query, best = self.query, self.best
        if query.endless() and best is None:
            raise Refused("the boxes never end, and no answer ends the search")
        depth = max((len(part.cube) for part in self.cubes), default=0)
        needed = takewhile(
            lambda part: best is None or not query.cannot_improve(part, best), query.parts(depth)
        )
        for part in needed:
            if part not in self.cubes:
                raise Refused(f"there is no proof for {part}")


def _named(query: BoxQuery, part: Json) -> tuple[Part, Configuration]:
    """The part that an entry of the manifest names, and its solver configuration."""
    (width, height), cube, given = part["box"], part["cube"], part["configuration"]
    if type(width) is not int or type(height) is not int or type(cube) is not str:
        raise Refused("it is not a part of a question")
    if cube.strip("01"):
        raise Refused("it is not a part of a question")
    if len(cube) > LONGEST_CUBE:
        raise Refused(
            f"it is a cube of {len(cube)} cells, and never more than {LONGEST_CUBE} are fixed"
        )
    named = Part((width, height), cube)
    if not query.has_part(named, len(cube)):
        raise Refused("it is not a part of this question")
    solver, encoding, seed = given["solver"], given["encoding"], given["seed"]
    possible = solver in WITH_PROOF and encoding in ENCODINGS and type(seed) is int and seed >= 0
    if not possible or type(given["plain"]) is not bool or len(given) != 4:
        raise Refused("it was put to a solver in an unknown way")
    query.check_encoding(encoding, plain=given["plain"])
    return named, Configuration(solver, encoding, given["plain"], seed)


def _without_pieces(query: BoxQuery) -> BoxQuery:
    """The question without what a rejected solution need not meet: conditions on pieces, a goal."""
    without = replace(query.constraints, connected=False, excluded=(), known=None, objective=None)
    return replace(query, constraints=without)  # type: ignore[type-var]


def _difference(text: bytes, expected: Iterable[str]) -> str:
    """Why a formula file is not the expected one, by its clauses or data comments; empty if it is.

    Clauses may come in another order: those that forbid a piece at every place do.
    """
    expected_text = "".join(expected).encode()
    if text == expected_text:
        return ""
    one, other = read_formula(text), read_formula(expected_text)
    if one.variables != other.variables or one.clauses.as_set() != other.clauses.as_set():
        return "the formula is not that of the question"
    if _facts(one) != _facts(other):
        return "the comments of the formula are not those of the question"
    return ""


def _facts(formula: FormulaFile) -> list[str]:
    """Comments that are data; all others explain them in words, which other versions may change."""
    return [line for line in formula.comments if line.startswith(FACTS)]


def _data(record: Json) -> Json:
    """The record without its words, which other versions may change."""
    return {name: value for name, value in record.items() if name != "words"}
