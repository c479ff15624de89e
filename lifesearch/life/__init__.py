"""What Life is: patterns, rules, evolution, symmetry, identity. No input or output.

pattern         a pattern: a finite set of cells; `state_letters`: its letters in pictures
orientation     the eight rotations and reflections; `symmetry`: static symmetries by name
rules           rules as tables, their notations, and partly unknown rules
simulate        the simulator: on the plane, on tori and cylinders, in batches
motion          how a pattern recurs, or its target; `velocity`: c/3 and the like
known_cells     given cells of several generations
identify        the period, symmetry and pieces of a pattern; `apgcode`, `state_code`: its code
measures        populations and other numbers about the generations of a pattern
rotor           the cells of an oscillator that change
snark_loop      oscillators of long periods, constructed from Snarks
strip_symmetry  symmetries of patterns in strips
preview         a pattern that is displayed while a search runs
"""
