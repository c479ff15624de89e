"""Have a proof confirmed by the checkers that others have written, if they are on this machine.

drat-trim checks DRAT proofs. gratgen turns one into a proof in GRAT, which gratchk checks; and
drat-trim turns one into a proof in LRAT, which cake_lpr checks. gratchk and cake_lpr are
themselves proved to be right.
"""

from __future__ import annotations

import subprocess
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from shutil import which
from tempfile import TemporaryDirectory

from lifesearch.proofs.layout import Refused, content
from lifesearch.proofs.verifier import own
from lifesearch.proofs.verifier.reading import read_formula, read_proof

DRAT_TRIM, GRATGEN, GRATCHK, CAKE_LPR = "drat-trim", "gratgen", "gratchk", "cake_lpr"
LONGEST = "1000000"
"""Seconds after which drat-trim shall give up: never."""


class CheckerGaveUp(Exception):  # noqa: N818 - it reads as what happened
    """A program came to no answer."""


def installed_checker() -> str:
    """The names of the programs that would check a proof; empty if there are none."""
    if which(GRATGEN) and which(GRATCHK):
        return f"{GRATGEN} and {GRATCHK}"
    if which(DRAT_TRIM):
        return f"{DRAT_TRIM} and {CAKE_LPR}" if which(CAKE_LPR) else DRAT_TRIM
    return ""


def confirmed(formula: Path, proof: Path, scratch: Path, *, binary: bool) -> bool:
    """Whether the installed programs say that this is a proof; CheckerGaveUp if they do not say."""
    if which(GRATGEN) and which(GRATCHK):
        certificate = scratch / "proof.grat"
        said = _run([GRATGEN, formula, proof, "-o", certificate, *["-b"] * binary])
        if "s VERIFIED" not in said:
            raise CheckerGaveUp
        return "s VERIFIED UNSAT" in _run([GRATCHK, "unsat", formula, certificate])
    steps = scratch / "proof.lrat"
    more: list[str | Path] = ["-L", steps] if which(CAKE_LPR) else []
    said = _run([DRAT_TRIM, formula, proof, "-i" if binary else "-I", "-t", LONGEST, *more])
    if "s NOT VERIFIED" in said:
        return False
    if "s VERIFIED" not in said:
        raise CheckerGaveUp
    # drat-trim writes no steps if the formula contradicts itself without any.
    if more and steps.exists() and steps.stat().st_size:
        return "s VERIFIED UNSAT" in _run([CAKE_LPR, formula, steps])
    return True


def _run(command: Sequence[str | Path]) -> str:
    try:
        done = subprocess.run(
            [str(word) for word in command], capture_output=True, check=False, text=True
        )
    except OSError as error:
        raise CheckerGaveUp from error
    return done.stdout


def confirm(formula: Path, proof: Path, *, binary: bool) -> str:
    """Check a solver's proof of a formula; return who did, or refuse it.

    Programs of others are used if they are there, and the own checker if they are not, or come to
    no answer.
    """
    checker = installed_checker()
    if checker:
        with suppress(CheckerGaveUp), TemporaryDirectory(prefix="lifesearch-") as name:
            scratch = Path(name)
            plain = _plain(formula, scratch), _plain(proof, scratch)
            if not confirmed(*plain, scratch, binary=binary):
                raise Refused(f"{checker} does not confirm the proof")
            return checker
    wrong, how = own.check(
        read_formula(content(formula)), read_proof(content(proof), binary=binary)
    )
    if wrong:
        raise Refused(wrong)
    return how


def _plain(path: Path, scratch: Path) -> Path:
    """The file, decompressed if need be."""
    if path.suffix != ".gz":
        return path
    copy = scratch / path.stem
    copy.write_bytes(content(path))
    return copy
