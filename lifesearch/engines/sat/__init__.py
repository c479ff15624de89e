"""SAT: a question becomes clauses over numbered cells (`encoding`), solvers answer (`solving`)."""
