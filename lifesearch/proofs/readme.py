"""The README of a proof: what it claims, what its files are, and how others can check it.

The formulas of a search with symmetry breaking have fewer solutions than there are patterns: of
each pattern at least one image, moved, turned or delayed, is left. The README says which clauses
there are and why nothing is lost. The paragraphs are in `prose/formulas.txt`; they follow
`engines.sat.encoding.symmetry_breaking`, and tests count the patterns with and without them.
"""

from __future__ import annotations

from textwrap import fill

from lifesearch.core.question import PatternQuery
from lifesearch.proofs.cover import FORMULA, PROOF
from lifesearch.proofs.layout import DRAT, MANIFEST, Manifest
from lifesearch.proofs.prose import WIDTH, paragraphs, typeset
from lifesearch.proofs.states.readme import explanation
from lifesearch.questions.periodic.question import Periodic

FILES = {
    "NAME.cnf{gz}": "formula file",
    "NAME.drat{gz}": "proof file",
    "NAME.jsonl": "record file",
    MANIFEST: "manifest file",
}
"""The files of a proof, each with the name of its paragraph."""
SYMMETRY = "What the formulas say, and what they leave out"


def readme(query: PatternQuery, manifest: Manifest) -> str:
    title = f"A proof, written by {manifest.program}"
    sections = [f"{title}\n{'=' * len(title)}", fill(manifest.claim, WIDTH)]
    if all(part["kind"] == DRAT for part in manifest.parts):
        sections += _formulas(query, manifest)
    else:
        sections.append(explanation(query, manifest))
    return "\n\n".join(sections) + "\n"


def _formulas(query: PatternQuery, manifest: Manifest) -> list[str]:
    """The sections about parts that are formulas."""
    prose = paragraphs("formulas")
    gz = ".gz" if any(name.endswith(".gz") for name in manifest.files) else ""
    name = next((part["name"] for part in manifest.parts), "NAME")
    unpack = f"  gunzip -k {name}.cnf.gz {name}.drat.gz\n" if gz else ""
    sections = ["The files of each part of the search:"]
    last_clauses = prose["better answer" if query.objective else "other answers"]
    for file, name_of_paragraph in FILES.items():
        said = prose[name_of_paragraph].format(last_clauses=last_clauses)
        indented = fill(said, WIDTH, initial_indent="    ", subsequent_indent="    ")
        sections.append(f"  {file.format(gz=gz)}\n{indented}")
    sections.append(typeset(prose["checking"].format(name=name, unpack=unpack)))
    if any(part.get("cube") for part in manifest.parts):
        sections.append(typeset(prose["cubes"].format(formula=FORMULA, proof=PROOF)))
    plain = all(part["configuration"]["plain"] for part in manifest.parts)
    said = "\n\n".join([SYMMETRY, *argument(query, plain=plain)])
    return [*sections, typeset(said, titles=(SYMMETRY,))]


def argument(query: PatternQuery, *, plain: bool) -> list[str]:
    """The paragraphs on what formulas require beyond the question, and why nothing is lost."""
    prose = paragraphs("formulas")
    # With rules that alternate, generations of different parity follow different tables.
    any_phase = not query.constraints.phase_dependent and len(query.example.steps) == 1
    phases = prose["any phase"] if any_phase else ""
    names = _arguments(query, plain=plain, any_phase=any_phase)
    if not (query.objective or query.raw):
        names.append("blocked")
    return [prose[name].format(phases=phases) for name in names]


def _arguments(query: PatternQuery, *, plain: bool, any_phase: bool) -> list[str]:
    """The names of the paragraphs about symmetry breaking."""
    if not isinstance(query, Periodic) or not _breaks_symmetry(query, plain=plain):
        return ["no symmetry breaking"]
    if query.cylinder is not None:
        return ["on a cylinder"]
    names = ["position"]
    if query.box is None:
        names.append("size")
    if query.example.states > 2:
        names.append("dying")
    if query.motion.travels:
        names += ["phase of ships", "images of ships"] if any_phase else ["images of ships"]
    else:
        names.append("images of oscillators")
    return [*names, "sides"]


def _breaks_symmetry(query: Periodic, *, plain: bool) -> bool:
    """Whether the formulas of a query have clauses that break symmetry."""
    # Where boxes grow, any size will do: whether patterns can move is the same in all boxes. On a
    # cylinder the clauses forbid copies that are moved along it, in direction (0, 1).
    box = query.in_box(*(query.box or (1, 1)))
    if query.cylinder is not None and not box.symmetries.movable(0, 1):
        return False
    return not (plain or query.raw or query.torus or box.fixed or query.with_empty)
