"""How fast lifesearch is on a machine: `python -m tests.bench`.

tasks           questions with known answers, timed with each solver and with the plan
first_answers   how soon bare commands have an answer
table           the results as a table, or as JSON lines
"""
