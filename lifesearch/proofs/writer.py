"""Write the proof of a part: done by the process that searches it.

The solver writes its proof as it learns. Solutions, and the clauses that followed from them, are
written as they come, and the formula when there are no more solutions. Names of drafts end with
`.part`. Several workers may search the same part: `folder.ProofFolder` renames the drafts of the
first one to finish:

    6x6.cnf     the formula, in DIMACS, with a comment for each cell
    6x6.drat    the solver's proof that nothing satisfies it
    6x6.jsonl   the question with the solver's configuration, and then the solutions, one a line;
                those known before are in one line
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

from lifesearch.core.answer import Answer
from lifesearch.core.box_question import BoxQuery
from lifesearch.core.question import Task
from lifesearch.engines.sat.solving.configuration import Configuration
from lifesearch.engines.sat.solving.part import Part
from lifesearch.proofs import cover
from lifesearch.proofs.formula import Formula, lines
from lifesearch.proofs.layout import DRAT, Json, cannot_write, digest, write_text, written
from lifesearch.running.session.codec import question_to_json, to_json


@dataclass(frozen=True)
class ProvingService:
    """The service of workers that search parts of a query and write their proofs to a folder.

    With `compress`, formulas and solvers' proofs are compressed by gzip.
    """

    query: BoxQuery
    folder: Path
    compress: bool

    def task_function(self) -> Callable[[Task[Answer]], Iterator[Any]]:
        numbers = count(1)
        return lambda task: self._search(task, next(numbers))

    def _search(self, task: Task[Answer], number: int) -> Iterator[Any]:
        assert isinstance(task.configuration, Configuration)
        formula = Formula(self.query, task.part, task.configuration)
        try:
            with PartWriter(self.folder, formula, number, compress=self.compress) as writer:
                yield from formula.enumeration.run(task.configuration, task.known, trace=writer)
        except OSError as error:
            if isinstance(error, BrokenPipeError | ConnectionResetError):
                raise  # the connection to the coordinator, not a file of the proof
            raise cannot_write(self.folder, error) from error


def stem(part: Part) -> str:
    """The name of a part's files, without endings."""
    width, height = part.box
    return f"{width}x{height}" + (f"-cube-{part.cube}" if part.cube else "")


def configuration_to_json(configuration: Configuration) -> Json:
    return {
        "solver": configuration.solver,
        "encoding": configuration.encoding,
        "plain": configuration.plain,
        "seed": configuration.seed,
    }


def log_header(formula: Formula) -> Json:
    """The first line of the log of a part: the question and the solver's configuration.

    Tuples have become lists, as in a line that was read: `drat` compares the two.
    """
    query, part = formula.query, formula.part
    fields: Json = {
        "words": f"{query.describe()}{query.where()}",
        "question": question_to_json(query),
        "box": list(part.box),
        "cube": part.cube,
        "configuration": configuration_to_json(formula.configuration),
    }
    as_read: Json = json.loads(json.dumps(fields))
    return as_read


def json_lines(data: bytes) -> list[Json]:
    records = [json.loads(line) for line in data.decode().splitlines()]
    if not all(isinstance(record, dict) for record in records):
        raise ValueError("a record is not an object")
    return records


def file_text(formula: Formula, clauses: Sequence[Sequence[int]]) -> Iterator[str]:
    """The formula of a part as a DIMACS file, with the `clauses` that followed from solutions."""
    added_lines = lines(clauses)
    yield from file_beginning(formula, len(added_lines))
    yield from added_lines


def file_beginning(formula: Formula, added: int) -> Iterator[str]:
    """The file of a formula without the clauses from solutions, `added` in number, at its end."""
    pieces = [*formula.lines()]
    before = sum(map(len, pieces))
    yield from (f"c {comment}\n" for comment in formula.comments())
    if added:
        yield f"c Clauses {before + 1} to {before + added}: because of what was found\n"
    yield f"p cnf {max(1, formula.enumeration.variables)} {before + added}\n"
    yield from chain.from_iterable(pieces)


def write_cover(folder: Path, query: BoxQuery, parts: Sequence[Json]) -> dict[str, str]:
    """Write the formula and the proof that cubes cover their box; return the files' digests.

    The parts are entries of the manifest. They are cubes of one box, in which all formulas have the
    same cells: that of the first part names the variables of cells.
    """
    first = parts[0]
    part = Part((first["box"][0], first["box"][1]), first["cube"])
    example = Formula(query, part, Configuration(**first["configuration"]))
    clauses = cover.outside(entry["fixed"] for entry in parts)
    texts = {
        cover.FORMULA: cover.formula_lines(example, clauses),
        cover.PROOF: cover.proof_lines(clauses),
    }
    return {name: write_text(folder / name, text) for name, text in texts.items()}


class PartWriter:
    """Writes the files of one part; the `Trace` of an `Enumeration`.

    The drafts of a process are named after it, since several may search the same part, and after
    the number of its task. Clauses from solutions are kept in a draft of their own, `tail`, until
    the formula is written: they are its end.
    """

    def __init__(self, folder: Path, formula: Formula, number: int, *, compress: bool) -> None:
        self._folder = folder
        self._formula = formula
        self._compress = compress
        self._draft = f"{stem(formula.part)}.{os.getpid()}-{number}"
        self._tail_count = 0
        # How much of the proof was written before the last clause from a solution.
        self._bytes_before_last_clause = 0
        self.proof: BinaryIO = self._path("drat").open("wb+")
        self._log = self._path("jsonl").open("w", encoding="utf-8", newline="\n")
        self._tail = self._path("tail").open("w+", encoding="ascii", newline="\n")
        self._write_log(log_header(formula))

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
        """Record clauses that the solver got because of a solution."""
        added_lines = lines(self._formula.renumbered(clauses))
        self._tail_count += len(added_lines)
        self._tail.writelines(added_lines)
        # The solver has flushed its proof, so the file is as long as the proof.
        self._bytes_before_last_clause = os.fstat(self.proof.fileno()).st_size

    def finish(self, conflicts: int) -> Json:
        """Write the formula; return the part's entry for the manifest.

        The files are drafts still: `ProofFolder` renames them if this worker is the first to finish
        the part.
        """
        name, configuration = stem(self._formula.part), self._formula.configuration
        self._log.close()
        # Of the solvers that write proofs, Glucose writes text, and CaDiCaL the binary form. What
        # Glucose deletes it does not use again.
        if configuration.solver != "glucose4":
            _leave_out_deletions(self._path("drat"), self._bytes_before_last_clause)
        _end_with_empty_clause(self._path("drat"), text=configuration.solver == "glucose4")
        self._write_formula()
        ending = ".gz" if self._compress else ""
        names = {"formula": f"{name}.cnf{ending}", "proof": f"{name}.drat{ending}"}
        names |= {"log": f"{name}.jsonl"}
        drafts = {
            file: _synced(self._path(suffix), compress=file.endswith(".gz"))
            for suffix, file in zip(("cnf", "drat", "jsonl"), names.values(), strict=True)
        }
        return {
            "kind": DRAT,
            "name": name,
            "box": list(self._formula.part.box),
            "cube": self._formula.part.cube,
            "fixed": [list(clause) for clause in self._formula.enumeration.cube.clauses],
            "configuration": configuration_to_json(configuration),
            "conflicts": conflicts,
            **names,
            "drafts": {file: draft.name for file, draft in drafts.items()},
            "files": {file: digest(draft) for file, draft in drafts.items()},
        }

    def _write_formula(self) -> None:
        """Write the comments, the clauses of the question, and the clauses from solutions."""
        with self._path("cnf").open("w", encoding="ascii", newline="\n") as file:
            file.writelines(file_beginning(self._formula, self._tail_count))
            self._tail.seek(0)
            shutil.copyfileobj(self._tail, file)
        self._tail.close()
        self._path("tail").unlink()


def _leave_out_deletions(path: Path, until: int) -> None:
    """Rewrite a binary proof without the deletions in its first `until` bytes.

    CaDiCaL deletes clauses that it may use again if it gets more clauses, and does not say so in
    its proof. So nothing is deleted before the last clause was added.

    In the binary form a step is the letter a (add) or d (delete), the bytes of the literals, none
    of which is 0, and a 0.
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
    """Add the empty clause to a proof that does not end with it.

    Glucose does not write it if there is a contradiction before it starts.
    """
    before, empty = (b"\n", b"0\n") if text else (b"\0", b"a\0")
    with path.open("rb+") as file:
        size = file.seek(0, os.SEEK_END)
        file.seek(max(0, size - 3))  # the last byte of another step, if any, and the empty clause
        if not (before + file.read()).endswith(before + empty):
            file.write(empty)


def _synced(draft: Path, *, compress: bool) -> Path:
    """Sync a draft to the disk, compressed if that is wanted.

    Returned is the path of the draft, which is a new one if it was compressed.
    """
    if not compress:
        with draft.open("rb+") as file:
            os.fsync(file.fileno())
        return draft
    packed = draft.with_name(f"{draft.name.removesuffix('.part')}.gz.part")
    with draft.open("rb") as source, written(packed, compress=True) as target:
        shutil.copyfileobj(source, target, 1 << 20)
    draft.unlink()
    return packed
