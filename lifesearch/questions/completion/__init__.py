"""Partly known patterns that are completed, such as eaters and oscillators.

question     the question; `known_cells_question`: its fields and checks
symmetries   turns and delays that leave the known cells as they are
free_cells   the cells that decide a completion; `verifier`: simulation of what was found
"""
