"""Have a proof confirmed by the checkers on this machine."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory

from lifesearch.proofs.layout import Refused, content
from lifesearch.proofs.verifier import own, tools
from lifesearch.proofs.verifier.reading import read_formula, read_proof


def confirm(formula: Path, proof: Path, *, binary: bool) -> str:
    """Check a solver's proof of a formula; return who did, or refuse it.

    Programs of others are used if they are there, and the own checker if they are not, or come to
    no answer.
    """
    if tools.installed_checker():
        try:
            return _by_others(formula, proof, binary=binary)
        except tools.CheckerGaveUp:
            pass
    wrong, how = own.check(
        read_formula(content(formula)), read_proof(content(proof), binary=binary)
    )
    if wrong:
        raise Refused(wrong)
    return how


def _by_others(formula: Path, proof: Path, *, binary: bool) -> str:
    checker = tools.installed_checker()
    with TemporaryDirectory(prefix="lifesearch-") as name:
        scratch = Path(name)
        plain = _plain(formula, scratch), _plain(proof, scratch)
        if not tools.confirmed(*plain, scratch, binary=binary):
            raise Refused(f"{checker} does not confirm the proof")
    return checker


def _plain(path: Path, scratch: Path) -> Path:
    """The file, decompressed if need be."""
    if path.suffix != ".gz":
        return path
    copy = scratch / path.stem
    copy.write_bytes(content(path))
    return copy
