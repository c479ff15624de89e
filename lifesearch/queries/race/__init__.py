"""Ways to find one pattern quickly, of whatever size: they race (see `planning.race`).

Whoever asks for an oscillator of period 5, and says nothing else, wants to see one. Symmetric
boxes, strips, random soups and growing boxes each find some patterns at once and others never. Each
way (see `queries.way`) has a share of the time.
"""
