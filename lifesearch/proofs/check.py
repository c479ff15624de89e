"""Check a proof again, from the question alone: what `lifesearch check` calls.

The question is read from the manifest. Each kind of part has a check of its own: it builds what is
to be proved from the question, compares it with the files, has the proof checked, and simulates the
answers. It returns what it has found to be proved, which must be what the manifest claims. Claims
are compared as data: their sentences may change between versions, so the report has its own
sentence, made of the question, and never that of the folder.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

from lifesearch.common.errors import LifesearchError
from lifesearch.core.question import PatternQuery
from lifesearch.proofs import layout
from lifesearch.proofs.claim import Checked, claim
from lifesearch.proofs.states.certificate import no_certificate, rows_of


@dataclass(frozen=True)
class ProofReport:
    """Whether a proof checks; `reason` says why it does not.

    `claim` is what is proved; of a proof that does not check it is the folder's sentence, if its
    manifest can be read. `parts` is how many parts there are, and `checkers` names the programs
    that checked them. `trusted` has the kinds of clauses for which the check finds no reason in the
    question, with the number of each: it trusts the search that wrote them. `written` is the claim
    as the folder words it; it is empty if that equals `claim`, or if the proof does not check.
    """

    valid: bool
    claim: str
    reason: str = ""
    parts: int = 0
    checkers: tuple[str, ...] = ()
    trusted: tuple[tuple[str, int], ...] = ()
    written: str = ""

    def __bool__(self) -> bool:
        return self.valid


def check(folder: Path, say: layout.Say = lambda _: None) -> ProofReport:
    """Check the proof in a folder; InputError if there is none."""
    manifest = None
    try:
        manifest = layout.read_manifest(folder)
        return _checked(folder, manifest, say)
    except layout.Refused as refused:
        if manifest is None:
            return ProofReport(False, "", str(refused))
        other_version = manifest.program not in ("", layout.Manifest.program)
        by = f" (it was written by {manifest.program[:40]})" if other_version else ""
        return ProofReport(False, manifest.claim, f"{refused}{by}")


def _checked(folder: Path, manifest: layout.Manifest, say: layout.Say) -> ProofReport:
    layout.check_files(folder, manifest)
    query = _question(manifest)
    kinds = {part["kind"] for part in manifest.parts}
    if len(kinds) > 1:
        raise layout.Refused("the parts of a proof must be of one kind")
    if layout.STATES in kinds:
        checked = _by_states(folder, manifest, query, say)
    else:  # also without any part: it is right if the question needs none
        from lifesearch.proofs.drat import check_parts

        checked = check_parts(folder, manifest, query, say)
    words, proved = claim(query, checked.answers)
    # The parts may be valid and prove less than is claimed.
    if proved != manifest.proved:
        raise layout.Refused(f"the files prove something other than the claim: {words}")
    return ProofReport(
        True,
        words,
        parts=len(manifest.parts),
        checkers=checked.checkers,
        trusted=checked.trusted,
        written="" if manifest.claim == words else manifest.claim,
    )


def _by_states(
    folder: Path, manifest: layout.Manifest, query: PatternQuery, say: layout.Say
) -> Checked:
    """Check the certificate of a strip, which is the only part of a proof."""
    from lifesearch.proofs.states.certificate_check import check_certificate, read

    if len(manifest.parts) != 1:
        raise layout.Refused("a certificate of states is the only part of a proof")
    if reason := no_certificate(query):
        raise layout.Refused(reason)
    (part,) = manifest.parts
    certificate = read(layout.listed(manifest, folder, part.get("file")), rows_of(query))
    if part.get("states") != len(certificate.last):
        raise layout.Refused("the manifest and the certificate differ in the number of states")
    mode = check_certificate(certificate, say)
    checker = f"lifesearch's own check that {len(certificate.last):,} states are closed ({mode})"
    return Checked(checkers=(checker,))


def _question(manifest: layout.Manifest) -> PatternQuery:
    """The question of a manifest; Refused if writing it again gives something else."""
    from lifesearch.running.session.codec import query_from_json, question_to_json

    try:
        query = query_from_json(manifest.question)
        # Fields that the reader ignores, or reads in another form, would be claims that nobody
        # checks.
        again = json.loads(json.dumps(question_to_json(query)))
    except (LifesearchError, ValueError, TypeError, KeyError) as error:
        raise layout.Refused(
            "the question is damaged, or was written by a newer lifesearch"
        ) from error
    if again != manifest.question:
        raise layout.Refused("the question is malformed")
    return query
