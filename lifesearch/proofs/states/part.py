"""A certificate of states as a part of a proof: is it about the question, and does it check?"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from lifesearch.proofs.check import Checked, Say
from lifesearch.proofs.claim import claim, claim_data
from lifesearch.proofs.layout import Json, Manifest, Refused, listed
from lifesearch.proofs.states.certificate_check import check_certificate, read
from lifesearch.proofs.states.question import no_certificate, rows_of


def check_parts(
    folder: Path, manifest: Manifest, query: Any, parts: Sequence[Json], say: Say
) -> Checked:
    """Check the certificate of a strip, which is the only part of a proof."""
    if len(parts) != 1:
        raise Refused("a certificate of states is the only part of a proof")
    if reason := no_certificate(query):
        raise Refused(reason)
    path = listed(manifest, folder, parts[0].get("file"))
    certificate = read(path, rows_of(query))
    if parts[0].get("states") != len(certificate.last):
        raise Refused("the manifest and the certificate differ in the number of states")
    how = check_certificate(certificate, say)
    checker = f"lifesearch's own check that {len(certificate.last):,} states are closed ({how})"
    return Checked(claim(query, ()), claim_data(query, ()), (checker,))
