"""Still lifes, oscillators and spaceships: patterns that recur.

question       the question, in a box or in boxes that grow; `recurrence`: its fields and checks
box            one box of one size: clauses, solutions, verification; `cylinder_box`: joined sides
by_rows        a box searched as a strip, by row tables
by_tables      all patterns of a narrow box, without a solver
"""
