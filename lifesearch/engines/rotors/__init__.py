"""Rotors first: what can change in a small window while everything around it stays as it is.

What happens in a window depends on the ring of still cells around it and on nothing else. So the
cycles of all rings are all that an oscillator can do whose changing cells fit in the window,
whatever its period. Whether there are still cells farther out that keep the ring as it is, is a
question for a solver: see `questions.rotors`.

cycles     all cycles of a window: the entry, which calls the kernel
window     a window, its ring, and the order in which their cells are decided
tables     all of that, and the rule, as numbers for the kernel
kernel     a tree of partly decided windows and rings, each followed as far as it is known
row_tables, row_kernel   the tables and kernel for narrow windows: faster
limits     the largest windows

`life.rotor` has the cells that change in a cycle: recognised, named, cut into pieces.
"""
