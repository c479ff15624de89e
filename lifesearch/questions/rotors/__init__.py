"""Rotors in a window, and whether still cells around them make oscillators of them.

question   all rotors of a window, with their frames; or the oscillators of one period
frame      the still cells around a rotor, or that there are none
frames     frames found, or proved impossible, by SAT
facts      the facts of a rotor for JSON and tables; `colouring`: its cells in a colour of their own
named      a rotor from its name, by SAT; `window_option`: names as values of the option <rotor>
completing   a rotor as known cells for `lifesearch complete`
strategy   small windows of all sizes, as a strategy of races
advice     windows for those who wait for another search
"""
