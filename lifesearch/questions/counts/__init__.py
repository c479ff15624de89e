"""Count the answers to a question exactly, without finding them.

question      a query whose answers are counted; `subjects`: what can be counted, and how
coordinator   a count in one process or sweep by sweep; `time_left`: how long it will take
events        a sweep is done, a box is counted; `session`: their records
"""
