"""The README of a proof: what it claims, what its files are, and how others can check it.

The formulas of a search with symmetry breaking have fewer solutions than there are patterns: of
each pattern at least one image, moved, turned or delayed, is left. The README says which clauses
there are and why nothing is lost. The paragraphs follow `encoding.symmetry_breaking`, and tests
count the patterns with and without these clauses.
"""

from __future__ import annotations

from textwrap import fill

from lifesearch.proofs.cover import FORMULA, PROOF
from lifesearch.proofs.layout import DRAT, MANIFEST, Manifest
from lifesearch.proofs.states.readme import WIDTH, explanation, typeset
from lifesearch.queries.base import PatternQuery
from lifesearch.queries.periodic import Periodic

FILES = {
    "NAME.cnf{gz}": "A formula in DIMACS: the clauses that a pattern in this box would have to "
    "satisfy, with a comment for the variable of each cell. {last_clauses}",
    "NAME.drat{gz}": "The solver's proof, in DRAT, that no assignment satisfies the formula. Those "
    "of CaDiCaL are binary, those of Glucose are text.",
    "NAME.jsonl": "A line of JSON with the question, in words too, and how it was put to the "
    "solver; then a line for each solution that was found, in order.",
    MANIFEST: "The question, the claim, the parts, and the SHA-256 of each file. Only when "
    "everything is written its status is 'finished'.",
}
BETTER = "The last clauses require a better answer than the best one found."
OTHERS = "The last clauses, if answers were found, exclude these and their equivalents."

CHECKING = """\
To check everything again, from the question alone (the formula is built anew and compared, the
answers are simulated, and the solver's proof is checked):

  lifesearch check DIR

To check the solver's proof with programs that we did not write: drat-trim
(https://github.com/marijnheule/drat-trim; a package of Debian and Ubuntu), and cake_lpr
(https://github.com/tanyongkiam/cake_lpr), which is itself proved to be right:

{unpack}  drat-trim {name}.cnf {name}.drat
  drat-trim {name}.cnf {name}.drat -L {name}.lrat
  cake_lpr {name}.cnf {name}.lrat

Each says 's VERIFIED'. That the clauses mean what they should is left to the reader: they say of
each cell, from the nine cells around it a generation before, whether it lives.
"""

CUBES = f"""\
The box was divided into cubes: in each of them certain cells are dead or alive, which the clauses
of one literal before the last ones say. That every pattern is in one of them is proved, too:
{FORMULA} says that a pattern is in none of them, and {PROOF} is the proof, in text, that nothing
satisfies it.
"""

SYMMETRY = "What the formulas say, and what they leave out"

PLAIN = """\
These formulas have no symmetry breaking. Each solution of a formula is a pattern of the question,
and each pattern of the question is a solution: the formulas alone say it all.
"""

ON_CYLINDER = """\
Position. On a cylinder a pattern can be moved up until one of its generations touches the first
row. So a clause asks that some cell of that row lives in some generation. All generations are moved
alike, so the pattern still lies in the box and obeys the rule. That is all the symmetry breaking
there is; a plain search has none.
"""

BLOCKED = """\
If answers were found, the last clauses exclude each of them in all its equivalent forms: moved,
turned, reflected or in another generation, as far as these are solutions, too. That is what 'no
other' means: no other up to equivalence. In a raw search each solution is an answer of its own.
"""

POSITION = """\
These formulas have symmetry breaking: they say less than the sentence above. A formula without
solutions says that there is no pattern of a certain form; that there is then no pattern at all is
the argument below. In a plain search there is no symmetry breaking, the proof takes longer, and the
formula alone says it all.

Position. In a box a pattern can be moved up and to the left until one of its generations touches
the top and the left side, as long as symmetry and transform allow it to be moved. So a clause asks
that some cell of the top row lives in some generation, and one asks the same of the leftmost
column. All generations are moved alike, so the pattern still lies in the box and obeys the rule,
which is the same everywhere.
"""

SIZE = """\
Size. The boxes grow, and each is searched for patterns that touch all its sides; where patterns
cannot be moved, because a symmetry has a centre, one of two opposite sides at least; and where a
ship recurs mirrored by its diagonal, the bottom or the right side. Any other pattern lies in a
smaller box, which is searched, too. Where the question is the same when rows and columns change
places, only boxes are searched that are at least as wide as tall.
"""

DYING = """\
Here and below, cells that are dying count as cells that live where a pattern touches a side or
leaves the box.
"""

SHIP_PHASE = """\
Phase. A ship leaves its box at last. Take p generations that lie in the box, where p is the period.
As long as the next generation lies in the box, too, drop the first one and take the next: it is the
first one again, further up (and to the left), so the lower and the right edge never move out; if
the top is not touched any more, the whole is moved there. At last the next generation does not fit.
So a clause asks that generation p has a cell outside the box, which is a cell of generation 0
within the shift of the top or left side.
"""

SHIP_IMAGES = """\
Mirror images. An orientation that fits the rule, the box, the symmetry and the velocity turns ships
into ships. Among these images there is one whose row that leaves the box next is lexicographically
first, live cells before dead ones. Clauses ask that no image comes before the pattern itself; new
variables say up to which cell two rows agree.
"""

OSCILLATOR_IMAGES = """\
Phase and mirror images. An orientation that fits the rule, the box, the symmetry and the transform
turns a pattern into another one{phases}. Among all these images there is one whose first rows in
generation 0 are lexicographically first, row by row from the top, live cells before dead ones.
Clauses ask that no image comes before the pattern itself, judged by its first three rows with free
cells; new variables say up to which cell two of them agree. Since life touches the top in some
generation, the first image does so in generation 0.
"""
ANY_PHASE = ", and each generation of it may be taken for the first"

SIDES = """\
Images and sides. If a pattern is only moved to the top and the left side, its mirror image in the
box need not touch these sides. So images are compared on condition: a variable is true when life
touches the side that becomes the top or the left one, and only then the image must not come first.
Of all images, each moved to where it belongs, the first one is not after any of those that it is
compared with; so it satisfies all these clauses.
"""


def readme(query: PatternQuery, manifest: Manifest) -> str:
    title = f"A proof, written by {manifest.program}"
    sections = [f"{title}\n{'=' * len(title)}", fill(manifest.claim, WIDTH)]
    if all(part["kind"] == DRAT for part in manifest.parts):
        sections += _formulas(query, manifest)
    else:
        sections.append(explanation(query, manifest))
    return "\n\n".join(sections) + "\n"


def _formulas(query: PatternQuery, manifest: Manifest) -> list[str]:
    """What is to be said of parts that are formulas."""
    gz = ".gz" if any(name.endswith(".gz") for name in manifest.files) else ""
    name = next((part["name"] for part in manifest.parts), "NAME")
    unpack = f"  gunzip -k {name}.cnf.gz {name}.drat.gz\n" if gz else ""
    sections = ["The files of each part of the search:"]
    for file, text in FILES.items():
        said = text.format(last_clauses=BETTER if query.optimises else OTHERS)
        indented = fill(said, WIDTH, initial_indent="    ", subsequent_indent="    ")
        sections.append(f"  {file.format(gz=gz)}\n{indented}")
    sections.append(typeset(CHECKING.format(name=name, unpack=unpack)))
    if any(part.get("cube") for part in manifest.parts):
        sections.append(typeset(CUBES))
    plain = all(part["configuration"]["plain"] for part in manifest.parts)
    said = "\n".join([f"{SYMMETRY}\n", *argument(query, plain=plain)])
    return [*sections, typeset(said, titles=(SYMMETRY,))]


def argument(query: PatternQuery, *, plain: bool) -> list[str]:
    """What the formulas of a query ask beyond the question, and why nothing is lost."""
    blocked = [] if query.optimises or query.raw else [BLOCKED]
    if not isinstance(query, Periodic) or not _breaks_symmetry(query, plain=plain):
        return [PLAIN, *blocked]
    if query.cylinder is not None:
        return [ON_CYLINDER, *blocked]
    said = [POSITION]
    if query.box is None:
        said.append(SIZE)
    if query.rule.states > 2:
        said.append(DYING)
    # Where rules take turns, a pattern cannot begin with just any of its generations.
    any_phase = not query.constraints.phase_dependent and len(query.rule.steps) == 1
    if query.motion.travels:
        said += [SHIP_PHASE, SHIP_IMAGES] if any_phase else [SHIP_IMAGES]
    else:
        said.append(OSCILLATOR_IMAGES.format(phases=ANY_PHASE if any_phase else ""))
    return [*said, SIDES, *blocked]


def _breaks_symmetry(query: Periodic, *, plain: bool) -> bool:
    """Whether the formulas of a query have clauses that break symmetry."""
    box = query.in_box(*(query.box or (1, 1)))
    if query.cylinder is not None and not box.symmetries.movable(0, 1):
        return False
    return not (plain or query.raw or query.torus or box.fixed or query.with_empty)
