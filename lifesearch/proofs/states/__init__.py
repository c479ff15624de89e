"""Certificates of strips: sets of states that cannot be left, checked without any search.

strip_rows         what a state is, and which conditions a row must meet to be added to one
row_steps          which rows can be added to a state
state_set          a set of states, and whether it is closed
reach              which states can be reached
machine            row_steps, state_set and reach as machine code
explore            all states that can be reached: for those who write certificates
certificate        which questions have one, and writes it
certificate_check  checks it
readme             explains it
"""
