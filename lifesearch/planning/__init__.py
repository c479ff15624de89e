"""What is asked decides what is run: the one place where that is decided.

plan       what is wanted, and what will be done, as a value that can be shown, sent and compared
engine     what an engine is: one way to search; that of queries which have one of their own
boxes      the engines for boxes
engines    those for strips, counts and soups, and the list of all engines
race       patterns of whatever size: engines race for the first
choose     from a question, and what is wished, to a plan
run        carry out the plan of a question
"""
