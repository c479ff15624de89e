"""Races: several strategies search for one pattern of any size (see `question.Race`).

If nothing but a period or a velocity is asked for, one pattern is wanted soon. Symmetric boxes,
strips, random boards, small windows, pairs and growing boxes each find some at once and others
never. Each strategy (see `strategy.RaceStrategy`) has a share of the time.

question       a race; `unbounded`: the questions that become races
strategy       the base class of strategies; `strategies`: all of them, also of other kinds
boxes          symmetric boxes and growing boxes
strips         strips that grow wider
pairs          two known oscillators side by side
construction   the engine that builds an oscillator instead; `built`: its answer; `advice`: for
               those who wait for a search
"""
