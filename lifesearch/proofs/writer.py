"""Write the proof of a part: done by the process that searches it.

The solver writes its proof as it learns. What was found, and the clauses that followed from it,
are written as they come, too, under names that end with `.part`. When nothing is left to be found
the formula is written, and the files of whoever was first get their names:

    6x6.cnf     the formula, in DIMACS, with a comment for each cell
    6x6.drat    the solver's proof that nothing satisfies it
    6x6.jsonl   the question, how it was put to the solver, and what was found, a line for each
"""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, count
from pathlib import Path
from typing import Any, BinaryIO

import numpy as np

from lifesearch.proofs import cover
from lifesearch.proofs.formula import Formula, lines
from lifesearch.proofs.layout import DRAT, Json, cannot_write, digest, write_text, written
from lifesearch.queries.base import Task
from lifesearch.queries.box_query import BoxQuery
from lifesearch.session.codec import query_to_json, to_json
from lifesearch.solving.configuration import Configuration
from lifesearch.solving.parts import Part


@dataclass(frozen=True)
class ProvingService:
    """What a solver's process does to search parts of a query and to write the proofs."""

    query: BoxQuery
    folder: Path
    compress: bool

    def task_function(self) -> Callable[[Task], Iterator[Any]]:
        numbers = count(1)
        return lambda task: self._search(task, next(numbers))

    def _search(self, task: Task, number: int) -> Iterator[Any]:
        assert isinstance(task.configuration, Configuration)
        formula = Formula(self.query, task.part, task.configuration)
        try:
            with PartWriter(self.folder, formula, number, compress=self.compress) as writer:
                yield from formula.enumeration.run(task.configuration, task.known, trace=writer)
        except OSError as error:
            if isinstance(error, BrokenPipeError | ConnectionResetError):
                raise  # the line to whoever wants the reports
            raise cannot_write(self.folder, error) from error


def stem(part: Part) -> str:
    """The name of a part's files, without what they end with."""
    width, height = part.box
    return f"{width}x{height}" + (f"-cube-{part.cube}" if part.cube else "")


def configuration_to_json(how: Configuration) -> Json:
    return {"solver": how.solver, "encoding": how.encoding, "plain": how.plain, "seed": how.seed}


def about(formula: Formula) -> Json:
    """The first line of the log of a part: the question, and how it was put to the solver."""
    query, part = formula.query, formula.part
    fields: Json = {
        "words": f"{query.describe()}{query.where()}",
        "question": query_to_json(query),
        "box": list(part.box),
        "cube": part.cube,
        "configuration": configuration_to_json(formula.how),
    }
    plain: Json = json.loads(json.dumps(fields))
    return plain


def json_lines(data: bytes) -> list[Json]:
    records = [json.loads(line) for line in data.decode().splitlines()]
    if not all(isinstance(record, dict) for record in records):
        raise ValueError("a record is not an object")
    return records


def file_text(formula: Formula, found: Sequence[Sequence[int]]) -> Iterator[str]:
    """The formula of a part as a DIMACS file, with clauses that followed from what was found."""
    written = lines(found)
    yield from file_beginning(formula, len(written))
    yield from written


def file_beginning(formula: Formula, found: int) -> Iterator[str]:
    """All before the clauses that followed from what was found, whose number is given."""
    pieces = [*formula.lines()]
    before = sum(map(len, pieces))
    yield from (f"c {comment}\n" for comment in formula.comments())
    if found:
        yield f"c Clauses {before + 1} to {before + found}: because of what was found\n"
    yield f"p cnf {max(1, formula.enumeration.variables)} {before + found}\n"
    yield from chain.from_iterable(pieces)


def write_cover(folder: Path, query: BoxQuery, parts: Sequence[Json]) -> dict[str, str]:
    """Write that the cubes cover the box; return the digests of the files."""
    first = parts[0]
    part = Part((first["box"][0], first["box"][1]), first["cube"])
    example = Formula(query, part, Configuration(**first["configuration"]))
    clauses = cover.outside(part["fixed"] for part in parts)
    texts = {
        cover.FORMULA: cover.formula_lines(example, clauses),
        cover.PROOF: cover.proof_lines(clauses),
    }
    return {name: write_text(folder / name, text) for name, text in texts.items()}


class PartWriter:
    """Writes the files of one part; a `Trace`."""

    def __init__(self, folder: Path, formula: Formula, number: int, *, compress: bool) -> None:
        self._folder = folder
        self._formula = formula
        self._compress = compress
        self._draft = f"{stem(formula.part)}.{os.getpid()}-{number}"
        self._tail_clauses = self._until = 0
        self.proof: BinaryIO = self._path("drat").open("wb+")
        self._log = self._path("jsonl").open("w", encoding="utf-8", newline="\n")
        self._tail = self._path("tail").open("w+", encoding="ascii", newline="\n")
        self._write_log(about(formula))

    def __enter__(self) -> PartWriter:
        return self

    def __exit__(self, *_: object) -> None:
        for file in (self._log, self._tail, self.proof):
            if not file.closed:
                file.close()

    def _path(self, suffix: str) -> Path:
        return self._folder / f"{self._draft}.{suffix}.part"

    def known(self, solutions: Sequence[Any]) -> None:
        self._write_log({"known": [to_json(solution) for solution in solutions]})

    def found(self, solution: Any) -> None:
        self._write_log({"found": to_json(solution)})

    def _write_log(self, record: Json) -> None:
        self._log.write(json.dumps(record) + "\n")

    def clauses(self, clauses: Sequence[Sequence[int]]) -> None:
        """Take down clauses that the solver got because of what was found."""
        written = lines(self._formula.renumbered(clauses))
        self._tail_clauses += len(written)
        self._tail.writelines(written)
        self._until = os.fstat(self.proof.fileno()).st_size

    def finish(self, conflicts: int) -> Json:
        """Write the formula; return what the manifest says of this part.

        Others may search the same part: whoever collects the parts gives the files of the first
        one their names.
        """
        name, how = stem(self._formula.part), self._formula.how
        self._log.close()
        if how.solver != "glucose4":
            _leave_out_deletions(self._path("drat"), self._until)
        _end_with_empty_clause(self._path("drat"), text=how.solver == "glucose4")
        self._write_formula()
        ending = ".gz" if self._compress else ""
        names = {"formula": f"{name}.cnf{ending}", "proof": f"{name}.drat{ending}"}
        names |= {"log": f"{name}.jsonl"}
        drafts = {
            file: _safe(self._path(suffix), compress=file.endswith(".gz"))
            for suffix, file in zip(("cnf", "drat", "jsonl"), names.values(), strict=True)
        }
        return {
            "kind": DRAT,
            "name": name,
            "box": list(self._formula.part.box),
            "cube": self._formula.part.cube,
            "fixed": [list(clause) for clause in self._formula.enumeration.cube.clauses],
            "configuration": configuration_to_json(how),
            "conflicts": conflicts,
            **names,
            "drafts": {file: draft.name for file, draft in drafts.items()},
            "files": {file: digest(draft) for file, draft in drafts.items()},
        }

    def _write_formula(self) -> None:
        """The comments, the clauses of the question, and those that came later."""
        with self._path("cnf").open("w", encoding="ascii", newline="\n") as file:
            file.writelines(file_beginning(self._formula, self._tail_clauses))
            self._tail.seek(0)
            shutil.copyfileobj(self._tail, file)
        self._tail.close()
        self._path("tail").unlink()


def _leave_out_deletions(path: Path, until: int) -> None:
    """Rewrite a binary proof without the deletions in its first bytes.

    CaDiCaL deletes clauses that it may use again if it gets more clauses, and does not say so in
    its proof. So nothing is deleted before the last clause was added.
    """
    with path.open("rb+") as file:
        begin, rest = np.frombuffer(file.read(until), np.uint8), file.read()
        if not len(begin):
            return
        starts = np.append(0, np.flatnonzero(begin == 0)[:-1] + 1)
        added = np.repeat(begin[starts] == ord("a"), np.diff(np.append(starts, until)))
        file.seek(0)
        file.write(begin[added].tobytes() + rest)
        file.truncate()


def _end_with_empty_clause(path: Path, *, text: bool) -> None:
    """Glucose does not write the empty clause if there is a contradiction before it starts."""
    before, empty = (b"\n", b"0\n") if text else (b"\0", b"a\0")
    with path.open("rb+") as file:
        size = file.seek(0, os.SEEK_END)
        file.seek(max(0, size - 3))
        if not (before + file.read()).endswith(before + empty):
            file.write(empty)


def _safe(draft: Path, *, compress: bool) -> Path:
    """Have all of a file on the disk, compressed if that is wanted; return its name."""
    if not compress:
        with draft.open("rb+") as file:
            os.fsync(file.fileno())
        return draft
    packed = draft.with_name(f"{draft.name.removesuffix('.part')}.gz.part")
    with draft.open("rb") as source, written(packed, compress=True) as target:
        shutil.copyfileobj(source, target, 1 << 20)
    draft.unlink()
    return packed
