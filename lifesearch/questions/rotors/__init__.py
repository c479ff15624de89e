"""Rotors in a window, and whether still cells around them make oscillators of them.

frame    what is known of the still cells around a rotor
frames   the still cells around a rotor, found or proved impossible by SAT
way      a way in races: small windows of all sizes
query    all rotors of a window, with their frames; or the oscillators of one period
"""
