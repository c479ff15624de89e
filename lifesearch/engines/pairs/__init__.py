"""Two oscillators beside each other that change cells between them, with a longer period together.

search   all places of one oscillator beside another, run many at a time
"""
