"""Which rows may come next: candidates for R[j], and tests whether other rows can follow.

`expand` and `deepen` call `enter` once for each R[j], and `passes` for each candidate. Let R[i1]
become R[j] one generation later, R[i2] become R[i1], and R[i3] become R[i2], and let

    u = R[i1+p], v = R[i2+p], w = R[i3+p]    be the rows below those,
    x = R[i2+2p], y = R[i3+2p]               and the rows below v and w.

In terms of blocks, R[j] can stand where it is only if there are rows with

    step(R[i1-p], R[i1], u) = R[j]     test 1
    step(R[i2-p], R[i2], v) = R[i1],   step(R[i2], v, x) = u     test 2
    step(R[i3-p], R[i3], w) = R[i2],   step(R[i3], w, y) = v,   step(w, y, *) = x     test 3

where v or w may be an earlier row, or R[j] itself, and the row that a row becomes may have to be
mirrored, where a period ends. How many tests can be made depends on the speed; see `plan`.

Test 3 pays: the first ship in the copperhead's strip took 456 CPU s with tests 1 and 2, and 144 s
with all three (a prototype). Remembering the results of tests was slower than these look-ups.

    t, plan, lines, rows    as in `deepen`; line, here: where the line of R[j] and its plan begin
    target                  what the middle row of a block is to become
    first, second, third    R[i1], R[i2], R[i3]; before: j - i1, j - i2, j - i3
    at_u, at_v, ...         where u, v, ... are in the pool
    flip, flip3             mirror images of rows; whether R[i3] becomes R[i2] mirrored
    k                       the module `layout`: names of columns and entries
"""

from __future__ import annotations

import numpy as np

from lifesearch.engines.compiled import inlined
from lifesearch.engines.rows.kernel import layout as k
from lifesearch.engines.rows.kernel.blocks import block, has_result, list_of, row_alone
from lifesearch.engines.rows.kernel.layout import Int, Pointer, Pointers


@inlined
def mirrored_if(flip: Pointer, row: Int, flips: Int) -> Int:
    """Return the row, or its mirror image."""
    return np.int64(flip[row]) if flips else row


@inlined
def enter(
    t: Pointers, plan: Pointer, lines: Pointer, rows: Pointer, j: Int, period: Int, forced: Int
) -> None:
    """Find the candidates for R[j], and what the tests need to know of earlier rows.

    Candidates are pool[POS] to pool[END - 1]; if the row is `forced`, there is one at most.
    """
    pool, flip = t.pool, t.flip
    line = j * k.LINE_COLUMNS
    here = lines[line + k.PLACE] * k.PLAN_COLUMNS
    level = plan[here + k.LEVEL]
    target = mirrored_if(flip, rows[j - plan[here + k.RESULT]], plan[here + k.RESULT_FLIP])
    number = block(t, rows[j - 2 * period], rows[j - period])
    pos, end = list_of(t, number, target)
    # A given row, or an empty one beyond the length: the only candidate, if it is in the list.
    if forced >= 0:
        while pos < end and pool[pos] != forced:
            pos += 1
        end = pos + 1 if pos < end else end
    lines[line + k.POS], lines[line + k.END] = pos, end
    if pos == end or level == 0:
        return
    before = plan[here + k.FIRST]
    first = rows[j - before]
    lines[line + k.BASE] = block(t, rows[j - before - period], first)
    if level == 1:
        return
    before = plan[here + k.SECOND]
    second = rows[j - before]
    # `can_follow` reads ROW3 and W before it returns, even if there is no test 3.
    lines[line + k.ROW2], lines[line + k.ROW3] = second, 0
    lines[line + k.W_FROM], lines[line + k.W_TO] = 0, 1
    if plan[here + k.SECOND_KNOWN] > 0:
        lines[line + k.V_FROM] = row_alone(t, rows[j - plan[here + k.SECOND_KNOWN]])
        lines[line + k.V_TO] = lines[line + k.V_FROM] + 1
    elif plan[here + k.SECOND_KNOWN] < 0:
        target = mirrored_if(flip, first, plan[here + k.SECOND_FLIP])
        number = block(t, rows[j - before - period], second)
        lines[line + k.V_FROM], lines[line + k.V_TO] = list_of(t, number, target)
        if lines[line + k.V_FROM] == lines[line + k.V_TO]:
            lines[line + k.POS] = end
    if level == 2:
        return
    before = plan[here + k.THIRD]
    third = rows[j - before]
    lines[line + k.ROW3] = third
    if plan[here + k.THIRD_KNOWN] > 0:
        lines[line + k.W_FROM] = row_alone(t, rows[j - plan[here + k.THIRD_KNOWN]])
        lines[line + k.W_TO] = lines[line + k.W_FROM] + 1
    elif plan[here + k.THIRD_KNOWN] < 0:
        target = mirrored_if(flip, second, plan[here + k.THIRD_FLIP])
        number = block(t, rows[j - before - period], third)
        lines[line + k.W_FROM], lines[line + k.W_TO] = list_of(t, number, target)
        if lines[line + k.W_FROM] == lines[line + k.W_TO]:
            lines[line + k.POS] = end


@inlined
def passes(t: Pointers, plan: Pointer, lines: Pointer, rows: Pointer, j: Int, period: Int) -> bool:
    """Return whether the row R[j] may stand where it is, as far as the tests can tell."""
    pool, flip = t.pool, t.flip
    line = j * k.LINE_COLUMNS
    row, here = rows[j], lines[line + k.PLACE] * k.PLAN_COLUMNS
    # Oscillators: R[j] becomes a row that is known already.
    if plan[here + k.CLOSING] >= 0:
        target = mirrored_if(flip, rows[j - plan[here + k.CLOSING]], plan[here + k.CLOSING_FLIP])
        if not has_result(t, block(t, rows[j - period], row), target):
            return False
    level = plan[here + k.LEVEL]
    if level == 0:
        return True
    target = mirrored_if(flip, row, plan[here + k.FIRST_FLIP])
    if not has_result(t, lines[line + k.BASE], target):
        return False
    if level == 1:
        return True
    if plan[here + k.SECOND_KNOWN] == 0:
        lines[line + k.V_FROM] = row_alone(t, row)
        lines[line + k.V_TO] = lines[line + k.V_FROM] + 1
    if plan[here + k.THIRD_KNOWN] == 0:
        lines[line + k.W_FROM] = row_alone(t, row)
        lines[line + k.W_TO] = lines[line + k.W_FROM] + 1
    at_u, end = list_of(t, lines[line + k.BASE], target)
    while at_u < end and not can_follow(t, plan, lines, line, np.int64(pool[at_u])):
        at_u += 1
    found: bool = at_u < end
    return found


@inlined
def can_follow(t: Pointers, plan: Pointer, lines: Pointer, line: Int, u: Int) -> bool:
    """Whether there are rows v, w, x and y with which u is possible."""
    pool, flip = t.pool, t.flip
    here = lines[line + k.PLACE] * k.PLAN_COLUMNS
    flip3, level = plan[here + k.THIRD_FLIP], plan[here + k.LEVEL]
    row2, row3 = lines[line + k.ROW2], lines[line + k.ROW3]
    w_from, w_to = lines[line + k.W_FROM], lines[line + k.W_TO]
    target = mirrored_if(flip, u, plan[here + k.SECOND_FLIP])
    # Bit sets answer most of these questions before a list is read.
    for at_v in range(lines[line + k.V_FROM], lines[line + k.V_TO]):
        v = np.int64(pool[at_v])
        number = block(t, row2, v)
        if not has_result(t, number, target):
            continue
        if level == 2:
            return True
        x_from, x_to = list_of(t, number, target)
        image = mirrored_if(flip, v, flip3)
        for at_w in range(w_from, w_to):
            w = np.int64(pool[at_w])
            number = block(t, row3, w)
            if not has_result(t, number, image):
                continue
            y_from, y_to = list_of(t, number, image)
            for at_y in range(y_from, y_to):
                last = block(t, w, np.int64(pool[at_y]))
                for at_x in range(x_from, x_to):
                    if has_result(t, last, mirrored_if(flip, np.int64(pool[at_x]), flip3)):
                        return True
    return False
