"""Depth-first search: can a state be extended by the wanted number of rows?

`deepening.Deepener` calls `deepen`. States are searched one after the other, each without a table
of visited states: so the result depends on the state alone, and the memory is that of one path.

    t              the tables (`layout.Tables`), as pointers
    plan           lines of the plan, PLAN_COLUMNS numbers each: see `rows.plan`
    rows[j]        R[j]; the first 2p rows are the state, the others the future that is tried
    lines          for each R[j] the candidates that are left: columns POS, END, ... of `layout`
    most           the largest population
    goal           the index j at which a future is long enough
    known          up to this j, rows are those of the tail where the search resumes
    tails, lengths, status    for each state, its future so far, and DEAD, ALIVE or UNDECIDED
    marks, depths  of each state: see `expand`; the number of rows before its future
    bounds         those of futures: see `layout` and `StripProblem.bounds`; period: p
    target         the depth to be reached; tried: how many rows were tried, up to `budget`
    k              the module `layout`: names of columns and entries
"""

from __future__ import annotations

from lifesearch.engines.compiled import inlined, kernel
from lifesearch.engines.compiled.words import pointers
from lifesearch.engines.rows.kernel import layout as k
from lifesearch.engines.rows.kernel.layout import Array, Arrays, Int, Pointer, Pointers
from lifesearch.engines.rows.kernel.lookahead import enter, passes


@inlined
def next_candidate(
    t: Pointers, plan: Pointer, most: Int, rows: Pointer, lines: Pointer, j: Int, period: Int
) -> bool:
    """Put the next candidate that passes all tests into R[j]; return whether there is one."""
    pool, weight, line = t.pool, t.weight, j * k.LINE_COLUMNS
    counted = plan[lines[line + k.PLACE] * k.PLAN_COLUMNS + k.COUNTED]
    pos, end = lines[line + k.POS], lines[line + k.END]
    found = False
    while pos < end and not found:
        rows[j] = pool[pos]
        pos += 1
        count = lines[line + k.COUNT] + counted * weight[rows[j]]
        found = count <= most and passes(t, plan, lines, rows, j, period)
    lines[line + k.POS] = pos
    return found


@inlined
def go_down(t: Pointers, plan: Pointer, rows: Pointer, lines: Pointer, j: Int) -> None:
    """Prepare the choice of R[j+1] when R[j] is chosen: its place, and the population before it."""
    weight, line = t.weight, j * k.LINE_COLUMNS
    here, below = lines[line + k.PLACE] * k.PLAN_COLUMNS, line + k.LINE_COLUMNS
    lines[below + k.PLACE] = plan[here + k.NEXT]
    lines[below + k.COUNT] = lines[line + k.COUNT] + plan[here + k.COUNTED] * weight[rows[j]]


@kernel(
    k.TABLES, "i8[,]", "i8", "i8[]", "u2[,]", "i8[]", "i4[]", "i8", "u2[,]", "i4[]", "i1[]", "i8",
    ("i8[]", "i8[,]"), returns=1,
)  # fmt: skip
def deepen(
    tables: Arrays,
    plan_lines: Array,
    period: Int,
    bounds: Array,
    states: Array,
    marks: Array,
    depths: Array,
    target: Int,
    tails: Array,
    lengths: Array,
    status: Array,
    budget: Int,
    work: Arrays,
) -> Int:
    """Search each undecided state depth first for a future up to row `target`; count rows tried.

    The search resumes at the first `lengths` rows of `tails`: all futures before that one, in the
    order of the lists, were searched already. Afterwards the tail of a state that is ALIVE is the
    future that was found, and that of an UNDECIDED one is where to resume.
    """
    t, plan = k.Tables(*pointers(tables)), pointers(plan_lines)
    rows, lines = pointers(work)
    pool, m = t.pool, t.maker
    base = 2 * period
    tried = 0
    for s in range(len(states)):
        if status[s] != k.UNDECIDED:
            continue
        if tried >= budget or m[k.FULL]:
            break
        goal = base + target - depths[s]
        if base + lengths[s] >= goal:
            status[s] = k.ALIVE
            continue
        for i in range(base):
            rows[i] = states[s, i]
        j = base
        lines[j * k.LINE_COLUMNS + k.PLACE] = marks[s] >> 32
        lines[j * k.LINE_COLUMNS + k.COUNT] = (marks[s] >> 8) & 0xFFFFFF
        known = base + lengths[s]
        while base <= j < goal:
            line, forced = j * k.LINE_COLUMNS, 0
            # Rows beyond the given length must be empty, like a forced row 0.
            if depths[s] + j - base < bounds[k.LAST]:
                forced = plan[lines[line + k.PLACE] * k.PLAN_COLUMNS + k.FORCED]
            enter(t, plan, lines, rows, j, period, forced)
            # Resume: take the row of the tail, and skip the candidates before it, which were tried.
            if j < known:
                rows[j] = tails[s, j - base]
                while (
                    lines[line + k.POS] < lines[line + k.END]
                    and pool[lines[line + k.POS]] != rows[j]
                ):
                    lines[line + k.POS] += 1
                lines[line + k.POS] += 1
            else:
                known = 0  # the tail ends here: from now on, candidates are tried
                if tried >= budget or m[k.FULL]:
                    break
                # Backtrack until some row has another candidate.
                found = False
                while not found and j >= base:
                    before = lines[j * k.LINE_COLUMNS + k.POS]
                    found = next_candidate(t, plan, bounds[k.POPULATION], rows, lines, j, period)
                    tried += lines[j * k.LINE_COLUMNS + k.POS] - before
                    if not found:
                        j -= 1
                if not found:
                    break
            go_down(t, plan, rows, lines, j)
            j += 1
        if m[k.FULL]:
            break
        if j < base:
            status[s] = k.DEAD
            continue
        status[s] = k.ALIVE if j == goal else k.UNDECIDED
        lengths[s] = j - base
        for i in range(j - base):
            tails[s, i] = rows[base + i]
    return tried
