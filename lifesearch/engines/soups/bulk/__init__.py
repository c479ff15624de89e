"""Run thousands of soups at once, one to a bit, to find the few that end with a rare period.

kernel    generations of all soups, and which soups recur after which times
periods   which soups end with a period: a fast filter, not exact
worker    tasks of workers: run soups in bulk, and examine the rarest by `soups.search`
"""
