"""From options to how a query is run: how many answers, solvers, time, memory."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from lifesearch.api import values
from lifesearch.api.queries.conditions import get
from lifesearch.errors import InputError
from lifesearch.limits import EVERY_CORE, MOST_CLUSTER_JOBS, MOST_JOBS
from lifesearch.option_text import cluster_address, cores
from lifesearch.option_text import seeds as seeds_of
from lifesearch.queries.base import PatternQuery
from lifesearch.running.options import RunOptions
from lifesearch.running.places.here import HERE
from lifesearch.running.places.place import Place
from lifesearch.solving.configuration import FixedSettings
from lifesearch.solving.solver import solver_name

ENCODINGS = ("implicates", "knuth")
ENGINES = ("tables", "rows", "box")


def run_options(query: PatternQuery, count: int | None, running: Mapping[str, Any]) -> RunOptions:
    """How many answers are wanted, and what may be spent on them."""
    solver, seed = running.get("solver"), running.get("seed")
    encoding: Any = running.get("encoding")
    fixed = FixedSettings(
        None if solver is None else solver_name(str(solver)),
        None if encoding is None else values.one_of(encoding, "encoding", ENCODINGS),  # type: ignore[arg-type]
        values.flag(get(running, "plain"), "plain"),
        None if seed is None else values.whole(seed, "seed", 0),
    )
    query.check_encoding(fixed.encoding, plain=fixed.plain)
    jobs, where = running.get("jobs"), place(running.get("cluster"))
    most, usual = room(where)
    many = 1 if fixed else usual
    if jobs is not None:
        jobs = jobs.rstrip().removesuffix("!") if isinstance(jobs, str) else jobs
        many = values.whole(jobs, "jobs", 1, most)
    memory, engine = running.get("memory"), running.get("engine")
    return RunOptions(
        count,
        many,
        fixed,
        values.seconds(running.get("time_limit")),
        None if memory is None else values.memory(memory),
        None if engine is None else values.one_of(engine, "engine", ENGINES),
        place=where,
        seeds=_seeds(running.get("seeds"), seed),
    )


def _seeds(seeds: Any, seed: Any) -> tuple[int, ...]:
    """Several seeds, as numbers or as in '1-20'."""
    if seeds is None:
        return ()
    if seed is not None:
        raise InputError("seed is one of seeds: leave one of them out")
    several = [seeds] if isinstance(seeds, str | int) else seeds
    text = ",".join(map(str, several))
    return seeds_of(text)


def room(where: Place) -> tuple[int, int]:
    """How many workers there may be at most, and how many there usually are."""
    return (MOST_JOBS, cores()) if where is HERE else (MOST_CLUSTER_JOBS, EVERY_CORE)


def place(address: str | None) -> Place:
    """Where work runs: here, or on a cluster, which is connected to."""
    if address is None:
        return HERE
    from lifesearch.running.places.cluster import Cluster

    there = Cluster(cluster_address(str(address)))
    there.connect()
    return there


def with_proof(query: PatternQuery, how: RunOptions, running: Mapping[str, Any]) -> RunOptions:
    """The same, and the folder for a proof, if one is wanted."""
    folder = running.get("proof")
    compress = values.flag(get(running, "proof_compress"), "proof_compress")
    if folder is None:
        if compress:
            raise InputError("proof_compress goes with proof")
        return how
    if running.get("session") is not None:
        raise InputError("a proof is of one run, a session of several: leave out the session")
    from lifesearch.proofs.folder import with_proof as writing_to

    return writing_to(query, how, values.path(folder), compress=compress)
