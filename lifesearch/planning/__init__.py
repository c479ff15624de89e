"""What is asked decides what is run: the one place where that is decided.

goal       what kind of answer is wanted
plan       what will be done, as a value that can be shown, sent and compared
engine     what an engine is: one way to search
engines    the list of all engines: what each can do, what it costs, who coordinates it
boxes      the engines for boxes
strips     the engines for strips
in_parts   the engine of queries that have one of their own: rotors, catalysts
race       patterns of whatever size: engines race for the first
choose     from a question, and what is wished, to a plan
run        carry out the plan of a question
"""
