"""Races: several strategies search for one pattern of any size (see `question.Race`).

A question for an oscillator of period 5, and nothing else, wants one soon. Symmetric boxes, strips,
random boards, small windows and growing boxes each find some patterns at once and others never.
Each strategy (see `strategy.RaceStrategy`) has a share of the time.
"""
