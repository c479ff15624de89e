"""The folder that a search writes its proof to.

Whoever searches a part writes the files of its proof into the folder, and reports the part as
it shall stand in the manifest, with its files and their digests: see `Searched.proof`. When all
parts are searched, the manifest is written.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from lifesearch.errors import InputError
from lifesearch.proofs.claim import claim
from lifesearch.proofs.layout import (
    FINISHED,
    MANIFEST,
    README,
    UNFINISHED,
    Json,
    Manifest,
    cannot_write,
    digest,
    prepare,
    write_manifest,
)
from lifesearch.queries.answer import Answer
from lifesearch.queries.base import Engine, PatternQuery
from lifesearch.running.events import Event, Finished, Found, Searched
from lifesearch.running.options import RunOptions
from lifesearch.solving.solver import WITH_PROOF


@dataclass
class ProofFolder:
    """Where a proof goes; with `compress`, its large files are compressed by gzip.

    With `force` it may replace an older proof.
    """

    path: Path
    compress: bool = False
    force: bool = False
    _answers: list[Answer] = field(default_factory=list)
    _parts: list[Json] = field(default_factory=list)
    _files: dict[str, str] = field(default_factory=dict)
    _outcome: str = ""

    def require_possible(self, query: PatternQuery, run_options: RunOptions) -> None:
        """Refuse a search that cannot have a proof, before anything is written."""
        if query.engine is not Engine.PORTFOLIO:
            raise InputError("a search of this kind has no proof that can be written")
        solver = run_options.fixed.solver
        if solver is not None and solver not in WITH_PROOF:
            raise InputError(f"{solver} writes no proofs: choose {', '.join(WITH_PROOF)}")
        if run_options.engine == "tables":
            raise InputError("tables write no proofs: leave out the engine, and a solver does it")
        if query.endless() and not query.optimises:
            raise InputError(f"nothing is proved without bounds: a proof needs {query.endless()}")

    def prepare(self) -> None:
        """Make the folder, if it is not there."""
        prepare(self.path, force=self.force)

    def service(self, query: Any) -> Any:
        """What the processes that search boxes do: the same as without a proof, and write it."""
        from lifesearch.proofs.writer import ProvingService

        return ProvingService(query, self.path, self.compress)

    def record(
        self, query: Any, run_options: RunOptions, events: Iterable[Event]
    ) -> Iterator[Event]:
        """Pass events on; before the last one, finish the proof."""
        self._outcome = f"the proof in {self.path} is unfinished"
        self.prepare()
        write_manifest(self.path, self._manifest(query, run_options, UNFINISHED))
        for event in events:
            match event:
                case Found(_, answers):
                    self._answers += [answer for answer in answers if isinstance(answer, Answer)]
                case Searched(proof=proof) if proof is not None:
                    self._files |= proof["files"]
                    self._parts.append({key: proof[key] for key in proof if key != "files"})
                case Finished(exhausted=True):
                    self._finish(query, run_options)
                case Finished():
                    self._withdraw()
            yield event

    def outcome(self) -> str:
        """What has become of the proof, in a sentence."""
        return self._outcome

    def _manifest(self, query: PatternQuery, run_options: RunOptions, status: str) -> Manifest:
        from lifesearch.session.codec import query_to_json

        words = f"{query.describe()}{query.where()}"
        told = claim(query, self._answers) if status == FINISHED else ""
        parts, files = tuple(self._parts), dict(self._files)
        return Manifest(words, query_to_json(query), told, parts, files, status)

    def _finish(self, query: PatternQuery, run_options: RunOptions) -> None:
        from lifesearch.proofs.readme import readme

        self._clear(set(self._files))
        path = self.path / README
        try:
            path.write_text(readme(self._manifest(query, run_options, FINISHED)), encoding="utf-8")
            self._files[README] = digest(path)
        except OSError as error:
            raise cannot_write(path, error) from error
        write_manifest(self.path, self._manifest(query, run_options, FINISHED))
        size = sum((self.path / name).stat().st_size for name in self._files)
        self._outcome = (
            f"the proof is in {self.path} ({_size(size)}); to check it: "
            f"lifesearch check {self.path}"
        )

    def _withdraw(self) -> None:
        """Leave nothing of a proof behind where there is nothing to prove."""
        self._clear(set())
        (self.path / MANIFEST).unlink(missing_ok=True)
        self._outcome = "no proof is written: the search ended with what it found"

    def _clear(self, kept: set[str]) -> None:
        """Remove what others wrote who were not the first to finish a part."""
        from lifesearch.proofs.layout import SUFFIXES

        for path in self.path.iterdir():
            ours = path.name != MANIFEST and path.name.endswith(SUFFIXES) and path.is_file()
            if ours and path.name not in kept:
                path.unlink()


def with_proof(
    query: PatternQuery,
    run_options: RunOptions,
    name: str,
    *,
    compress: bool = False,
    force: bool = False,
) -> RunOptions:
    """The same options of a run, and where its proof goes; InputError if it can have none."""
    if not name:
        raise InputError("the name of the folder for the proof is empty")
    folder = ProofFolder(Path(name), compress, force)
    folder.require_possible(query, run_options)
    folder.prepare()
    return replace(run_options, proof=folder)


def _size(size: int) -> str:
    """A number of bytes, in words.

    >>> _size(999), _size(12_345_678)
    ('999 bytes', '12.3 MB')
    """
    for unit, large in (("GB", 10**9), ("MB", 10**6), ("kB", 10**3)):
        if size >= large:
            return f"{size / large:.1f} {unit}"
    return f"{size} bytes"
