"""SAT: a question becomes clauses over numbered cells (`encoding`), solvers answer (`solving`).

`window_patch` and `windows` improve a picture's ancestor window by window, for `questions.closest`.
"""
