"""From a question to events: an engine is chosen, workers run, reports become events.

registry      all kinds of questions and their engines, by name
options       limits of a search, and the checkpoint to resume from
goals         the number of answers that are wanted, and the goal in words
choose        from a question to a plan: the engine is chosen here and nowhere else
plan          a question, its engine and its limits; the base class of engines
outline       a plan in words; `advice`: other commands for those who wait
option_table  the options of all commands, read
request       a question with the options and preferences of its search
conditions    from options to conditions on patterns
by_sat        the engine of questions that have clauses
part_by_part  the base of engines without a solver, whose workers search one part each
coordinator   `run`, from a plan to events; the base of coordinators
portfolio     the coordinator of questions that have parts
schedule      which part a portfolio searches next
process       a worker process, and the coordinator's end of its connection
places        where workers run: on this machine, or on a cluster
session       searches on disk, which can be resumed
verdict       the sentences that begin with "proved"
"""
