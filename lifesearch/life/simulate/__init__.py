"""The simulator: one generation after another, on the plane, on a torus, or in batches.

It checks every answer, so it uses nothing of the engines.

evolve      the plane: generations, and how a pattern behaves
bitboard    plain rules, a generation in one integer; `any_rule`: all others, cell by cell
universe    the plane, a torus or a cylinder (see `cylinder`); `background`: agars
batch       many small patterns at once
settling    when a pattern dies or becomes periodic
long_run    patterns that emit spaceships; `ash`: independent objects
"""
