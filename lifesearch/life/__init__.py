"""What Life is: patterns, rules, evolution, symmetry, identity. No input or output.

pattern         a pattern: a finite set of cells; `state_letters`: its letters in pictures
orientation     the eight rotations and reflections; `symmetry`: static symmetries by name
rules           rules as tables, their notations, and partly unknown rules
simulate        the simulator: on the plane, on tori and cylinders, in batches
motion          how a pattern recurs, or what it must become; `velocity`: c/3 and the like
known_cells     given cells of several generations
identify        what a pattern is; `apgcode`, `state_code`: its code
strip_symmetry  symmetries of patterns in strips
preview         a pattern that is displayed while a search runs
"""
