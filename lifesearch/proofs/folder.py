"""The folder that a search writes its proof to.

`running` is given a `ProofFolder` as the recorder of a search. A worker that searches a part writes
the files of its proof into the folder (`writer`), and reports the part's entry for the manifest,
with its files and their digests: see `Searched.proof`. When all parts are searched, the manifest is
written.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from lifesearch.common.errors import InputError, OptionError, VerificationError
from lifesearch.common.shell import command
from lifesearch.core.answer import Answer
from lifesearch.core.events import Event, Finished, Found, Searched
from lifesearch.core.question import PatternQuery
from lifesearch.engines.sat.solving.solver import WITH_PROOF
from lifesearch.proofs import layout
from lifesearch.proofs.claim import claim
from lifesearch.proofs.states.certificate import (
    TABLES_LOOK_AHEAD,
    no_certificate,
    rows_of,
    write_tree,
)
from lifesearch.running.options import RunOptions

MEMORY = 2 << 30
"""Bytes for the states of a strip that are explored for a certificate, without option <memory>.

Not tuned: with more, larger certificates are written without that option.
"""


@dataclass
class ProofFolder:
    """The `ProofRecorder` of a search; with `compress`, its large files are compressed by gzip.

    With `force` it may replace an older proof. The fields with an underscore are collected while
    the search runs: the answers, and for the best ones their entries in the manifest; the entries
    of searched parts; the digests of files by name; the sentence for the end; and, if states could
    not be explored, why.
    """

    path: Path
    compress: bool = False
    force: bool = False
    _answers: list[Answer] = field(default_factory=list)
    _best: list[layout.Json] = field(default_factory=list)
    _parts: list[layout.Json] = field(default_factory=list)
    _files: dict[str, str] = field(default_factory=dict)
    _outcome: str = ""
    _obstacle: str = ""

    def prepare(self) -> None:
        layout.prepare(self.path, force=self.force)

    def service(self, query: Any) -> Any:
        """The service of workers that search boxes and write the proof of each part."""
        from lifesearch.proofs.writer import ProvingService

        return ProvingService(query, self.path, self.compress)

    def states(self, query: Any, last: Any, parent: Any) -> layout.Json:
        """Write all states of a strip, from arrays as `write_tree` takes them."""
        return write_tree(self.path, query, last, parent, TABLES_LOOK_AHEAD, compress=self.compress)

    def explored(self, query: Any, memory: int | None) -> Generator[int, None, layout.Json | None]:
        """Find all states of a strip and write them; yield the number that is done, repeatedly.

        Returns the part's entry for the manifest; None if the states do not fit in memory or one
        has too many successors: then the search ends without a proof.
        """
        from lifesearch.proofs.states.explore import Explorer

        explorer = Explorer(rows_of(query), TABLES_LOOK_AHEAD, memory or MEMORY)
        yield from explorer.run()
        if explorer.ended:
            raise VerificationError(
                "the search has found nothing, but a pattern can end in this strip: one of "
                "the two is wrong, please report it"
            )
        self._obstacle = explorer.failed
        if self._obstacle:
            return None
        tree, used = explorer.exploration, explorer.used
        return self.states(query, tree.last[:used], tree.parent[:used])

    def record(
        self, query: Any, run_options: RunOptions, events: Iterable[Event]
    ) -> Iterator[Event]:
        """Yield the events; before the last one, when no worker writes, finish the proof."""
        self._outcome = f"the proof in {self.path} is unfinished, and does not check"
        # A manifest that says "unfinished" comes first: what a killed search leaves never checks.
        # `with_proof` has prepared the folder, but files may have come since then.
        self.prepare()
        unfinished = self._manifest(query)
        layout.write_manifest(self.path, unfinished)
        end: Finished | None = None
        for event in map(self._published, events):
            match event:
                case Finished():
                    end = event
                    continue
                case Found():
                    self._find(query, event)
                case Searched(proof=proof) if proof is not None:
                    self._files |= proof["files"]
                    self._parts.append({key: proof[key] for key in proof if key != "files"})
            yield event
        if end is None:  # the search was stopped, and the folder says so
            return
        if end.exhausted and not self._obstacle:
            self._finish(query)
        else:
            self._withdraw(query)
        yield end

    def outcome(self) -> str:
        """One sentence: where the proof is, or why there is none."""
        return self._outcome

    def _published(self, event: Event) -> Event:
        """Give the files of the worker that decided a part first their final names.

        Several solvers may race for one part, each with drafts of its own.
        """
        if not isinstance(event, Searched) or event.proof is None or "drafts" not in event.proof:
            return event
        proof = dict(event.proof)
        for name, draft in proof.pop("drafts").items():
            try:
                (self.path / draft).replace(self.path / name)
            except OSError as error:
                raise layout.cannot_write(self.path / name, error) from error
        return replace(event, proof=proof)

    def _find(self, query: PatternQuery, found: Found) -> None:
        """Collect answers; where the best one is wanted, with the boxes they were found in."""
        self._answers += found.answers
        if query.objective:
            from lifesearch.running.session.codec import answer_to_json

            box = list(found.part.box)
            self._best += [{"box": box, "answer": answer_to_json(a)} for a in found.answers]

    def _manifest(self, query: PatternQuery) -> layout.Manifest:
        from lifesearch.running.session.codec import question_to_json

        return layout.Manifest(
            f"{query.describe()}{query.where()}",
            question_to_json(query),
            parts=tuple(sorted(self._parts, key=lambda part: str(part["name"]))),
            answers=tuple(self._best),
            files=dict(self._files),
        )

    def _finish(self, query: Any) -> None:
        """Write the files about all parts (covers, README), and at last the manifest."""
        from lifesearch.proofs.readme import readme

        self._clear(set(self._files))
        if any(part.get("cube") for part in self._parts):
            from lifesearch.proofs.writer import write_cover

            self._files |= write_cover(self.path, query, self._manifest(query).parts)
        # The manifest is written last: until then the folder says "unfinished".
        words, proved = claim(query, self._answers)
        manifest = replace(self._manifest(query), claim=words, proved=proved)
        self._files[layout.README] = layout.write_text(
            self.path / layout.README, [readme(query, manifest)]
        )
        layout.write_manifest(
            self.path, replace(manifest, files=dict(self._files), status=layout.FINISHED)
        )
        size = sum((self.path / name).stat().st_size for name in self._files)
        self._outcome = (
            f"the proof is in {self.path} ({_size(size)}); to check it: "
            f"{command('check', self.path)}"
        )

    def _withdraw(self, query: PatternQuery) -> None:
        """Remove the folder's files of a search that proves nothing."""
        self._clear(set())
        (self.path / layout.MANIFEST).unlink(missing_ok=True)
        self._outcome = f"no proof is written{self._why(query)}"

    def _why(self, query: PatternQuery) -> str:
        if self._obstacle:
            return f": {self._obstacle}"
        if query.kind != "strip":
            return (
                ", since the search ended with an answer; a search for all answers goes on to the "
                "proof that there is no other"
            )
        if self._answers:
            return ", since there is one"
        return ", since a pattern was found that does not count and may hide others"

    def _clear(self, kept: set[str]) -> None:
        """Remove all files of a proof but the manifest and those `kept`.

        These are drafts of workers that were not the first to finish a part; or all, if nothing is
        proved.
        """
        for path in self.path.iterdir():
            if layout.is_ours(path) and path.name not in {*kept, layout.MANIFEST}:
                path.unlink()


def with_proof(
    query: PatternQuery,
    run_options: RunOptions,
    name: str,
    *,
    compress: bool = False,
    force: bool = False,
) -> RunOptions:
    """Run options with the folder `name` for the proof; InputError if there can be none."""
    if not name:
        raise InputError("the name of the folder for the proof is empty")
    require_possible(query, run_options)
    folder = ProofFolder(Path(name), compress, force)
    folder.prepare()
    return replace(run_options, proof=folder, proving=True)


def _size(size: int) -> str:
    """A number of bytes, in words.

    >>> _size(999), _size(12_345_678)
    ('999 bytes', '12.3 MB')
    """
    for unit, large in (("GB", 10**9), ("MB", 10**6), ("kB", 10**3)):
        if size >= large:
            return f"{size / large:.1f} {unit}"
    return f"{size} bytes"


BOUNDS_NEEDED = (
    "nothing is proved without bounds: a proof needs <box WxH>, <max_area N> or, row by row, "
    "<width W>"
)


def require_possible(query: PatternQuery, run_options: RunOptions) -> None:
    """Refuse a search that cannot have a proof, before anything is written."""
    if query.kind == "strip":
        if reason := no_certificate(query):
            raise InputError(f"no proof can be written: {reason}")
        return
    if query.kind == "race":
        raise OptionError(BOUNDS_NEEDED)
    _require_solver(run_options)
    if query.endless() and not query.objective:
        raise OptionError(BOUNDS_NEEDED)


def _require_solver(run_options: RunOptions) -> None:
    solver = run_options.fixed.solver
    if solver is not None and solver not in WITH_PROOF:
        *others, last = WITH_PROOF
        raise InputError(
            f"{solver} writes no proof that can be checked: choose {', '.join(others)} or {last}"
        )
