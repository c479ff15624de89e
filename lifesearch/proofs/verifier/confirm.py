"""Have a proof confirmed: by checkers of other authors if they are installed, else by our own.

drat-trim checks DRAT proofs. gratgen turns one into a proof in GRAT, which gratchk checks; and
drat-trim turns one into a proof in LRAT, which cake_lpr checks. gratchk and cake_lpr are
formally verified programs. gratgen comes first, since gratchk then always has the last word;
cake_lpr has it only if drat-trim writes LRAT.
"""

from __future__ import annotations

import subprocess
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from shutil import which
from tempfile import TemporaryDirectory

from lifesearch.proofs.layout import Refused, content
from lifesearch.proofs.verifier import own_checker
from lifesearch.proofs.verifier.reading import read_formula, read_proof

DRAT_TRIM, GRATGEN, GRATCHK, CAKE_LPR = "drat-trim", "gratgen", "gratchk", "cake_lpr"
DRAT_TRIM_LIMIT = "1000000"
"""Seconds after which drat-trim gives up: 11 days, as its default of some hours may be too few."""


class CheckerGaveUp(Exception):  # noqa: N818 - it reads as what happened
    """An installed program ended without an answer."""


def installed_checker() -> str:
    """The names of the programs that would check a proof; empty if there are none."""
    if which(GRATGEN) and which(GRATCHK):
        return f"{GRATGEN} and {GRATCHK}"
    if which(DRAT_TRIM):
        return f"{DRAT_TRIM} and {CAKE_LPR}" if which(CAKE_LPR) else DRAT_TRIM
    return ""


def accepted_by_installed(formula: Path, proof: Path, scratch: Path, *, binary: bool) -> bool:
    """Whether the installed programs accept this proof; CheckerGaveUp if they do not decide.

    They write their files to the folder `scratch`. gratchk and cake_lpr, which get what another
    program has verified, decide only if they agree: else memory may have been short.
    """
    if which(GRATGEN) and which(GRATCHK):
        certificate = scratch / "proof.grat"
        said = _run([GRATGEN, formula, proof, "-o", certificate, *["-b"] * binary])
        if "s VERIFIED" not in said:
            raise CheckerGaveUp  # without a certificate gratchk cannot decide either
        return _agrees([GRATCHK, "unsat", formula, certificate])
    lrat = scratch / "proof.lrat"
    lrat_wanted: list[str | Path] = ["-L", lrat] if which(CAKE_LPR) else []
    form = "-i" if binary else "-I"  # else drat-trim would guess it
    said = _run([DRAT_TRIM, formula, proof, form, "-t", DRAT_TRIM_LIMIT, *lrat_wanted])
    if "s NOT VERIFIED" in said:
        return False
    if "s VERIFIED" not in said:
        raise CheckerGaveUp
    # drat-trim writes no LRAT proof if unit propagation alone refutes the formula.
    if lrat_wanted and lrat.exists() and lrat.stat().st_size:
        return _agrees([CAKE_LPR, formula, lrat])
    return True


def _agrees(command: Sequence[str | Path]) -> bool:
    """True if a formally verified program accepts a proof; else CheckerGaveUp."""
    if "s VERIFIED UNSAT" not in _run(command):
        raise CheckerGaveUp
    return True


def _run(command: Sequence[str | Path]) -> str:
    """What a program writes to standard output, whatever its exit status is."""
    try:
        done = subprocess.run(
            [str(word) for word in command], capture_output=True, check=False, text=True
        )
    except OSError as error:
        raise CheckerGaveUp from error
    return done.stdout


def confirm(formula: Path, proof: Path, *, binary: bool) -> str:
    """Check a solver's proof that a formula is unsatisfiable; return the checker's name.

    Refused is raised if it is no proof.

    Installed programs are preferred; our own checker is used if there are none, or they give up.
    """
    checker = installed_checker()
    if checker:
        with suppress(CheckerGaveUp), TemporaryDirectory(prefix="lifesearch-") as folder:
            scratch = Path(folder)
            plain = _plain(formula, scratch), _plain(proof, scratch)
            if not accepted_by_installed(*plain, scratch, binary=binary):
                raise Refused(f"{checker} does not confirm the proof")
            return checker
    flaw, checker = own_checker.check(
        read_formula(content(formula)), read_proof(content(proof), binary=binary)
    )
    if flaw:
        raise Refused(flaw)
    return checker


def _plain(path: Path, scratch: Path) -> Path:
    """The path of the file, decompressed if it was compressed."""
    if path.suffix != ".gz":
        return path
    copy = scratch / path.stem
    copy.write_bytes(content(path))
    return copy
