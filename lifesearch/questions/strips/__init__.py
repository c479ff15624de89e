"""Strips: ships, oscillators and still lifes of a given width and any length.

question       the question; `validate`: its checks, `names`: its symmetries by name
geometry       lengths, layers of rows, and whether a pattern lies in a strip
coordinators   of searches by row tables and by SAT
composites     recognise composites among the patterns of a strip
widening       strips that grow wider, for races
advice         strips for those who wait for another search
"""
