"""How long kernels take to compile, each group in a process of its own that finds nothing kept.

A group is what some commands need, and has a goal. What a function needs to be compiled is counted
without those that it calls.
"""

from __future__ import annotations

import gc
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from operator import itemgetter
from time import process_time
from typing import Any

from lifesearch.benchmark.tasks import strip
from lifesearch.compiled.maker import IN_MAKER
from lifesearch.folders import variable


@dataclass(frozen=True)
class Compiled:
    """What a group of kernels took to compile, and its functions, the longest first."""

    group: str
    goal: float
    functions: tuple[tuple[str, float], ...]

    @property
    def seconds(self) -> float:
        return sum(seconds for _, seconds in self.functions)


def strips() -> None:
    """A search of a strip that deepens, is resumed, and tells others of its states."""
    import numpy as np

    from lifesearch.rows import tree
    from lifesearch.rows.problem import StripProblem
    from lifesearch.rows.search import RowSearch
    from lifesearch.rows.shared.news import News

    problem = StripProblem(6, 4, 2)
    search = RowSearch(problem, memory=1 << 24, queue=20)
    while search.batch is None:
        search.advance()
    states, marks = search.batch.states, search.batch.marks
    search = RowSearch(problem, memory=1 << 24, start=search.checkpoint())
    while not search.finished:
        search.advance()
    nodes = tree.root(problem, every=False)
    tree.moved(nodes, tree.ancestors(nodes, np.zeros(1, np.int32)), 1, problem, every=False)
    news = News(problem, 1 << 20)
    news.enter(states, marks)
    news.learn(tuple(news.fresh))
    news.enter(states, marks)


def soups() -> None:
    from lifesearch.life.rules.rule import LIFE
    from lifesearch.life.symmetry import C1
    from lifesearch.soups.census import Soups, take_census
    from lifesearch.soups.seeds import Shape, Shapes

    take_census(Soups(LIFE, Shapes((Shape(C1, 8, 8),))), 0, 1)


def counts() -> None:
    """Still lifes of a box, all and those that are the same upside down."""
    from lifesearch.counting import heights, pairs
    from lifesearch.counting.region import Region
    from lifesearch.counting.ways import Setting

    heights.counts_by_height(Region(4, 4), Setting(little=0))
    pairs.counts_by_height(Region(4, 4))


def rotors(symmetry: str) -> None:
    """All cycles of a small window: row by row, if it has no symmetry."""
    from lifesearch.life.symmetry import Symmetry
    from lifesearch.rotor_search.cycles import WindowCycles
    from lifesearch.rotor_search.window import Window

    for _ in WindowCycles(Window(1, 1, Symmetry.parse(symmetry)), 2).search(0, 1):
        pass


def catalysts() -> None:
    from lifesearch.catalyst_search.search import rehearse

    rehearse()


def checker_of_clauses() -> None:
    from lifesearch.proofs.verifier import own, reading

    formula, proof = b"p cnf 1 2\n1 0\n-1 0\n", b"0\n"
    read = reading.read_formula(formula), reading.read_proof(proof, binary=False)
    own.check(*read, worth_compiling=0)


def checker_of_states() -> None:
    """A proof by states, which is refused: it has but one of them."""
    import numpy as np

    from lifesearch.proofs.layout import Refused
    from lifesearch.proofs.states.certificate import LOOK_AHEAD, rows_of
    from lifesearch.proofs.states.certificate_check import Certificate, check_certificate

    none = np.zeros(1, np.int64)
    certificate = Certificate(rows_of(strip(3, 1, 4)), LOOK_AHEAD, none, none)
    with suppress(Refused):
        check_certificate(certificate, worth_compiling=0)


GROUPS: dict[str, tuple[Callable[[], None], float]] = {
    "strips": (strips, 5.0),
    "soups": (soups, 3.0),
    "counts": (counts, 2.0),
    "rotors": (partial(rotors, "C1"), 2.0),
    "symmetric rotors": (partial(rotors, "C2"), 2.0),
    "catalysts": (catalysts, 5.0),
    "checker of clauses": (checker_of_clauses, 2.0),
    "checker of states": (checker_of_states, 2.0),
}
"""What is compiled together, and within how many seconds it should be."""


def compile_all() -> Iterator[Compiled]:
    for group, (_, goal) in GROUPS.items():
        with tempfile.TemporaryDirectory() as folder:
            done = subprocess.run(
                [sys.executable, "-m", "lifesearch.benchmark.cold", group],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                env={**os.environ, variable("cache"): folder},
                check=True,
            )
        yield Compiled(group, goal, tuple(json.loads(done.stdout)))


def compile_here(group: str) -> list[tuple[str, float]]:
    """Compile a group in this process, in which nothing has been: its functions and seconds."""
    from numba.core import event

    seconds: dict[str, float] = {}
    stack: list[str] = []
    since = process_time()

    def pass_time() -> None:
        """Count the time since the last event for the function that was being compiled."""
        nonlocal since
        now = process_time()
        if stack:
            seconds[stack[-1]] = seconds.get(stack[-1], 0.0) + now - since
        since = now

    class Listener(event.Listener):
        def on_start(self, event: Any) -> None:
            pass_time()
            function = event.data["dispatcher"].py_func
            stack.append(f"{function.__module__}.{function.__name__}")

        def on_end(self, event: Any) -> None:
            pass_time()
            stack.pop()

    compiles_itself = IN_MAKER.set(frozenset())  # or another process would compile
    gc.disable()  # as in that
    try:
        with event.install_listener("numba:compile", Listener()):
            GROUPS[group][0]()
    finally:
        gc.enable()
        IN_MAKER.reset(compiles_itself)
    return sorted(seconds.items(), key=itemgetter(1), reverse=True)


if __name__ == "__main__":
    print(json.dumps(compile_here(sys.argv[1])))
