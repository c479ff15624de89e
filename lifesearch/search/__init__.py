"""From clauses to answers: solvers, engines, and the checks that nothing is believed without."""
