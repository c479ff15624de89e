"""The README of a proof: what it claims, what its files are, and how others can check it."""

from __future__ import annotations

from textwrap import fill

from lifesearch.proofs.cover import FORMULA, PROOF
from lifesearch.proofs.layout import DRAT, MANIFEST, Manifest
from lifesearch.proofs.normal_forms import argument
from lifesearch.proofs.states.readme import explanation
from lifesearch.queries.base import PatternQuery

WIDTH = 80


def readme(query: PatternQuery, manifest: Manifest) -> str:
    """The text of the README."""
    title = f"A proof, written by {manifest.program}"
    sections = [f"{title}\n{'=' * len(title)}", _wrapped(manifest.claim)]
    if all(part["kind"] == DRAT for part in manifest.parts):
        sections += _formulas(query, manifest)
    else:
        sections.append(explanation(query, manifest))
    return "\n\n".join(sections) + "\n"


def _wrapped(*paragraphs: str) -> str:
    return "\n\n".join(fill(paragraph, WIDTH) for paragraph in paragraphs)


def _formulas(query: PatternQuery, manifest: Manifest) -> list[str]:
    """What is to be said of parts that are formulas."""
    sections = [_files(query, manifest), _checking(manifest)]
    if any(part.get("cube") for part in manifest.parts):
        sections.append(_cubes())
    sections.append(_symmetry(query, manifest))
    return sections


def _files(query: PatternQuery, manifest: Manifest) -> str:
    gz = _gz(manifest)
    what = (
        "the clauses that a pattern in this box would have to satisfy, with a comment for the "
        "variable of each cell"
    )
    return _wrapped(
        "The files of each part of the search:",
    ) + "".join(
        f"\n\n  {name}\n" + fill(text, WIDTH, initial_indent="    ", subsequent_indent="    ")
        for name, text in (
            (f"NAME.cnf{gz}", f"A formula in DIMACS: {what}. {_last_clauses(query)}"),
            (
                f"NAME.drat{gz}",
                "The solver's proof, in DRAT, that no assignment satisfies the formula. Those of "
                "CaDiCaL are binary, those of Glucose are text.",
            ),
            (
                "NAME.jsonl",
                "A line of JSON with the question, in words too, and how it was put to the "
                "solver; then a line for each solution that was found, in order.",
            ),
            (
                MANIFEST,
                "The question, the claim, the parts, and the SHA-256 of each file. Only when "
                "everything is written its status is 'finished'.",
            ),
        )
    )


def _last_clauses(query: PatternQuery) -> str:
    if query.optimises:
        return "The last clauses ask for something better than what was found."
    return "The last clauses, if answers were found, exclude these and their equivalents."


def _gz(manifest: Manifest) -> str:
    return ".gz" if any(name.endswith(".gz") for name in manifest.files) else ""


def _checking(manifest: Manifest) -> str:
    """How to check it with programs of others."""
    part = next(iter(manifest.parts), None)
    name = "NAME" if part is None else part["name"]
    unpack = f"  gunzip -k {name}.cnf.gz {name}.drat.gz\n" if _gz(manifest) else ""
    return (
        _wrapped(
            "To check everything again, from the question alone (the formula is built anew and "
            "compared, the answers are simulated, and the solver's proof is checked):"
        )
        + "\n\n  lifesearch check DIR\n\n"
        + _wrapped(
            "To check the solver's proof with programs that we did not write: drat-trim "
            "(https://github.com/marijnheule/drat-trim; a package of Debian and Ubuntu), and "
            "cake_lpr (https://github.com/tanyongkiam/cake_lpr), which is itself proved to be "
            "right:"
        )
        + f"\n\n{unpack}  drat-trim {name}.cnf {name}.drat\n"
        + f"  drat-trim {name}.cnf {name}.drat -L {name}.lrat\n"
        + f"  cake_lpr {name}.cnf {name}.lrat\n\n"
        + _wrapped(
            "Each says 's VERIFIED'. That the clauses mean what they should is left to the "
            "reader: they say of each cell, from the nine cells around it a generation before, "
            "whether it lives."
        )
    )


def _cubes() -> str:
    return _wrapped(
        "The box was divided into cubes: in each of them certain cells are dead or alive, which "
        "the clauses of one literal before the last ones say. That every pattern is in one of "
        f"them is proved, too: {FORMULA} says that a pattern is in none of them, and {PROOF} is "
        "the proof, in text, that nothing satisfies it."
    )


def _symmetry(query: PatternQuery, manifest: Manifest) -> str:
    """What is assumed without loss, and why nothing is lost."""
    plain = all(part["configuration"]["plain"] for part in manifest.parts)
    title = "What the formulas say, and what they leave out"
    return f"{title}\n{'-' * len(title)}\n\n" + _wrapped(*argument(query, plain=plain))
