"""Check the parts of a proof that are formulas with a solver's proof.

For each part: its formula is built from the question and from what was found, and must have the
same clauses and comments as the file; what was found must be answers, as simulation says, or
solutions that the question does not want; and a checker must confirm the solver's proof. Then the
parts must be all that the question needs. At last each clause must follow from the question, by
reasons that share nothing with those who made the clauses: see `implied`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from itertools import takewhile
from pathlib import Path
from typing import Any

from lifesearch.encoding.variable_grid import ENCODINGS
from lifesearch.errors import LifesearchError
from lifesearch.proofs import cover
from lifesearch.proofs.claim import Checked
from lifesearch.proofs.formula import Formula
from lifesearch.proofs.implied.asked import asked, listed_answer
from lifesearch.proofs.implied.judge import covers, judge
from lifesearch.proofs.layout import Json, Manifest, Refused, Say, content, listed
from lifesearch.proofs.verifier.confirm import confirm
from lifesearch.proofs.verifier.reading import FormulaFile, Malformed, read_formula
from lifesearch.proofs.writer import about, file_text, json_lines, stem
from lifesearch.queries.answer import Answer
from lifesearch.queries.base import PatternQuery
from lifesearch.queries.box_query import BoxQuery
from lifesearch.session.codec import answer_to_json, answers_from_json, read, to_json
from lifesearch.solving.configuration import Configuration
from lifesearch.solving.enumerate import Clause
from lifesearch.solving.parts import Part
from lifesearch.solving.solver import WITH_PROOF

FACTS = ("alive ", "any ", "cell ", "died ", "rule ", "Clauses ")
"""How comments begin that are data."""
LONGEST_CUBE = 12
"""Cells that a cube fixes: with them there are 16 cubes for each of 256 solvers."""


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
    except (ValueError, KeyError, TypeError, IndexError, ArithmeticError, EOFError) as error:
        raise Refused(f"{what}: the files are damaged") from error
    except (OSError, MemoryError, RecursionError) as error:
        raise Refused(f"{what}: the files cannot be read") from error


def _known(query: BoxQuery, manifest: Manifest) -> dict[Any, Answer]:
    """The answers of which the best is proved to be the best, by what is saved of them."""
    known: dict[Any, Answer] = {}
    for saved in manifest.answers:
        width, height = saved["box"]
        (answer,) = answers_from_json(query, [saved["answer"]], (width, height))
        known[str(answer_to_json(answer))] = answer
    if known and not query.optimises:
        raise Refused("answers are listed, and none is asked to be the best")
    return known


@dataclass(eq=False)
class _Checking:
    """What is known after some parts are checked: answers, cubes, and who has checked them."""

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
        if self.query.optimises:
            return [*self.found.values()]
        return [*{self.query.key(answer): answer for answer in self.found.values()}.values()]

    def check(self, part: Json) -> None:
        formula = self.example = Formula(self.query, *_named(self.query, part))
        if part["name"] != stem(formula.part):
            raise Refused("it has the name of another part")
        path, proof, log = (self._file(part[name]) for name in ("formula", "proof", "log"))
        found = formula.renumbered(self._replayed(formula, json_lines(content(log))))
        if wrong := _difference(content(path), file_text(formula, [*found])):
            raise Refused(wrong)
        binary = formula.how.solver != "glucose4"
        self.checkers[confirm(path, proof, binary=binary)] = None
        fixed = self.cubes[formula.part] = formula.enumeration.cube.clauses
        if part["fixed"] != fixed:
            raise Refused("it has other cells fixed than its cube")

    def _file(self, name: Any) -> Path:
        return listed(self.manifest, self.folder, name)

    def _replayed(self, formula: Formula, log: list[Json]) -> list[Clause]:
        """Check what was found, and return the clauses that followed from it."""
        if not log or _data(log[0]) != _data(about(formula)):
            raise Refused("the answers belong to another question")
        enumeration, clauses = formula.enumeration, []
        for record in log[1:]:
            if set(record) == {"known"}:
                saved = [self._recalled(value) for value in record["known"]]
                clauses += [*enumeration.leaving_out([enumeration.restore(s) for s in saved])]
            elif set(record) == {"found"}:
                saved = read(self.query.saved_type, record["found"])
                if to_json(saved) != record["found"]:
                    raise Refused("a solution is malformed")
                clauses += self._after(formula, saved)
            else:
                raise Refused("a record is empty")
        return clauses

    def _recalled(self, value: Any) -> Any:
        """Something that was known before: it must be among the answers."""
        if str(value) not in self.found:
            raise Refused("a clause excludes a pattern that is not a listed answer")
        return self.found[str(value)].saved

    def _after(self, formula: Formula, saved: Any) -> list[Clause]:
        """Check a solution; return the clauses that follow from it."""
        enumeration, box = formula.enumeration, formula.part.box
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
        if not self.query.optimises or not self.found:
            return None
        return min(map(self.query.cost, self.found.values()))

    def judge(self, part: Json) -> None:
        """Find a reason for each clause of a part; count those that had to be trusted."""
        (width, height), query = part["box"], self.query
        boxes = [each.box for each in self.cubes]
        question = asked(query, (width, height), self.best, boxes)
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
        """Check that no part is missing of those that the question needs."""
        query, best = self.query, self.best
        if query.endless() and best is None:
            raise Refused("the boxes never end, and no answer ends the search")
        depth = max((len(part.cube) for part in self.cubes), default=0)
        wanted = takewhile(
            lambda part: best is None or not query.hopeless(part, best), query.parts(depth)
        )
        for part in wanted:
            if part not in self.cubes:
                raise Refused(f"there is no proof for {part}")


def _named(query: BoxQuery, part: Json) -> tuple[Part, Configuration]:
    """Which part of the question this is, and how it was put to a solver."""
    (width, height), cube, how = part["box"], part["cube"], part["configuration"]
    if type(width) is not int or type(height) is not int or cube.strip("01"):
        raise Refused("it is not a part of a question")
    if len(cube) > LONGEST_CUBE:
        raise Refused(
            f"it is a cube of {len(cube)} cells, and never more than {LONGEST_CUBE} are fixed"
        )
    named = Part((width, height), cube)
    if not query.has_part(named, len(cube)):
        raise Refused("it is not a part of this question")
    solver, encoding, seed = how["solver"], how["encoding"], how["seed"]
    possible = solver in WITH_PROOF and encoding in ENCODINGS and type(seed) is int and seed >= 0
    if not possible or type(how["plain"]) is not bool or len(how) != 4:
        raise Refused("it was put to a solver in an unknown way")
    query.check_encoding(encoding, plain=how["plain"])
    return named, Configuration(solver, encoding, how["plain"], seed)


def _without_pieces(query: BoxQuery) -> BoxQuery:
    """The same question, where nothing is asked of pieces, and nothing need be the best."""
    asked = replace(query.constraints, connected=False, excluded=(), objective=None)
    return replace(query, constraints=asked)  # type: ignore[type-var]


def _difference(text: bytes, expected: Iterable[str]) -> str:
    """What differs in a formula from what it should be: its clauses, or the comments with data.

    Clauses may come in another order: those that forbid a piece everywhere do.
    """
    wanted = "".join(expected).encode()
    if text == wanted:
        return ""
    one, other = read_formula(text), read_formula(wanted)
    if one.variables != other.variables or one.clauses.as_set() != other.clauses.as_set():
        return "the formula is not that of the question"
    if _facts(one) != _facts(other):
        return "the comments of the formula are not those of the question"
    return ""


def _facts(formula: FormulaFile) -> list[str]:
    """Comments that are data; all others explain them in words, which other versions may change."""
    return [line for line in formula.comments if line.startswith(FACTS)]


def _data(record: Json) -> Json:
    return {name: value for name, value in record.items() if name != "words"}
