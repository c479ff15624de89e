"""The checker of our own: it accepts what solvers write, and nothing that is wrong."""

from __future__ import annotations

import os
import shutil
from contextlib import nullcontext
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

import pytest

from lifesearch.engines.sat.solving.solver import WITH_PROOF, Solver
from lifesearch.proofs.verifier import checker, confirm, own_checker, reading
from tests.proofs.naive import Clause, Step, accepts, satisfiable


def random_formula(random: Random, variables: int) -> list[Clause]:
    """Clauses of one to four literals, about as many as are just satisfiable."""
    count = random.randint(variables * 2, variables * 5)
    return [
        tuple(
            v * random.choice((-1, 1))
            for v in random.sample(range(1, variables + 1), min(variables, random.randint(2, 4)))
        )
        for _ in range(count)
    ]


def dimacs(variables: int, clauses: list[Clause]) -> bytes:
    lines = [f"p cnf {variables} {len(clauses)}", *(f"{' '.join(map(str, c))} 0" for c in clauses)]
    return ("\n".join(lines) + "\n").encode()


def text(steps: list[Step]) -> bytes:
    return b"".join(
        b"d " * deletes + " ".join(map(str, (*clause, 0))).encode() + b"\n"
        for deletes, clause in steps
    )


def binary(steps: list[Step]) -> bytes:
    def coded(literal: int) -> bytes:
        number, code = 2 * abs(literal) + (literal < 0), bytearray()
        while number > 127:
            code.append(number & 127 | 128)
            number >>= 7
        return bytes([*code, number])

    return b"".join(
        (b"d" if deletes else b"a") + b"".join(map(coded, clause)) + b"\0"
        for deletes, clause in steps
    )


def solver_proof(name: str, variables: int, clauses: list[Clause], path: Path) -> bytes | None:
    """What a solver writes; None if the formula can be satisfied."""
    with path.open("wb+") as file, Solver(name, variables, proof=file) as solver:
        solver.add(clauses)
        *_, answer = solver.solve()
    return None if answer else path.read_bytes()


def steps_of(proof: reading.Proof) -> list[Step]:
    literals, start = proof.clauses.literals.tolist(), proof.clauses.start.tolist()
    clauses = [tuple(literals[a:b]) for a, b in pairwise(start)]
    return list(zip(proof.deletes.tolist(), clauses, strict=True))


def judge(formula: bytes, proof: bytes, *, is_binary: bool) -> str:
    wrong, _ = own_checker.check(
        reading.read_formula(formula), reading.read_proof(proof, binary=is_binary)
    )
    return wrong


@pytest.mark.parametrize("name", WITH_PROOF)
def test_proofs_of_solvers(name: str, tmp_path: Path) -> None:
    random, refuted = Random(name), 0
    for _ in range(60):
        variables = random.randint(2, 12)
        clauses = random_formula(random, variables)
        proof = solver_proof(name, variables, clauses, tmp_path / "proof")
        assert (proof is not None) != satisfiable(variables, clauses)
        if proof is not None:
            refuted += 1
            formula = dimacs(variables, clauses)
            end = b"0\n" if name == "glucose4" else b"a\0"
            assert judge(formula, proof + end, is_binary=name != "glucose4") == ""
    assert refuted > 10


def mutated(random: Random, variables: int, steps: list[Step]) -> list[Step]:
    """A proof in which something is changed."""
    steps = list(steps)
    for _ in range(random.randint(1, 4)):
        at = random.randrange(len(steps) + 1)
        literals = random.sample(range(1, variables + 1), random.randint(0, min(3, variables)))
        clause = tuple(v * random.choice((-1, 1)) for v in literals)
        match random.randrange(4):
            case 0:
                steps.insert(at, (random.random() < 0.3, clause))
            case 1 if steps:
                del steps[at - 1]
            case 2 if steps:
                deletes, old = steps[at - 1]
                steps[at - 1] = (deletes, tuple(-v if random.random() < 0.3 else v for v in old))
            case 3 if steps:
                deletes, old = steps[at - 1]
                steps[at - 1] = (not deletes, old)
    return steps


@pytest.mark.parametrize("satisfied", [False, True])
def test_nothing_wrong_is_accepted(satisfied: bool, tmp_path: Path) -> None:
    """No proof of a formula that can be satisfied; and all that the naive checker accepts."""
    random, accepted, tried = Random(satisfied), 0, 0
    while tried < 120:
        variables = random.randint(2, 7)
        clauses = random_formula(random, variables)
        proof = solver_proof("cadical195", variables, clauses, tmp_path / "proof")
        if proof is None:
            continue
        steps = steps_of(reading.read_proof(proof, binary=True))
        if satisfied:  # the proof of another formula
            while clauses and not satisfiable(variables, clauses):
                clauses.remove(random.choice(clauses))
        for _ in range(4):
            changed = mutated(random, variables, steps)
            changed.append((False, ()))
            formula = dimacs(variables, clauses)
            wrong = judge(formula, binary(changed), is_binary=True)
            assert judge(formula, text(changed), is_binary=False) == wrong
            tried += 1
            accepted += not wrong
            if satisfied:
                assert wrong
            elif accepts(clauses, changed):
                assert not wrong
    assert accepted == 0 if satisfied else 30 < accepted < tried


def test_resolution_asymmetric_tautologies() -> None:
    """A clause that does not follow, but may be added; and one that may not."""
    clauses = [(1, 2), (-1, -2), (3, 4, 5), (3, -4), (-3, 5), (-3, -5), (4, -5)]
    formula = dimacs(6, clauses)
    assert not satisfiable(5, clauses)
    assert judge(formula, b"6 1 0\n6 2 0\n-6 -1 -2 0\n5 0\n0\n", is_binary=False) == ""
    free = dimacs(3, [(1, 2), (-1, 3), (-2, 3)])
    assert judge(free, b"1 0\n-3 0\n0\n", is_binary=False)


def test_rat_steps_count() -> None:
    """A definition by an extra variable, which is RAT only, and is needed."""
    xor: list[Clause] = [(1, 2, 3), (1, -2, -3), (-1, 2, -3), (-1, -2, 3)]
    other: list[Clause] = [(-1, -2, -3), (-1, 2, 3), (1, -2, 3), (1, 2, -3)]
    steps: list[Step] = [
        (False, (4, 1, 2)),
        (False, (4, -1, -2)),
        (False, (-4, -1, 2)),
        (False, (-4, 1, -2)),
        (False, (4, 3, 1)),
        (False, (4, 3)),
        (False, (4, -3, 1)),
        (False, (4, -3)),
        (False, (4,)),
        (False, (3, 1)),
        (False, (3,)),
        (False, (1,)),
        (False, ()),
    ]
    formula = dimacs(4, xor + other)
    assert accepts(xor + other, steps)
    assert judge(formula, text(steps), is_binary=False) == ""
    assert judge(formula, text([*steps[:4], (False, (3,))]), is_binary=False)


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"1 2 0\n", "no line 'p cnf"),
        (b"p cnf 2 2\n1 2 0\n", "says that it has 2"),
        (b"p cnf 2 1\n1 2\n", "ends within a clause"),
        (b"p cnf 2 1\n1 3 0\n", "too large"),
        (b"p cnf 2 1\n1 x 0\n", "something other than numbers"),
        (b"1 0\np cnf 2 1\n1 0\n", "comments only"),
    ],
)
def test_malformed_formulas(data: bytes, said: str) -> None:
    with pytest.raises(reading.Malformed, match=said):
        reading.read_formula(data)


@pytest.mark.parametrize(
    ("data", "is_binary", "said"),
    [
        (b"a\x04", True, "ends within a step"),
        (b"x\x04\0", True, "neither adds nor deletes"),
        (b"a\x84\0", True, "cut off"),
        (b"a\x84\x84\x84\x84\x84\x04\0", True, "too large"),
        (b"a\x01\0", True, "zero or too large"),
        (b"1 2", False, "ends within a step"),
        (b"1 d 2 0\n", False, "d within a step"),
        (b"1d 2 0\n", False, "does not stand by itself"),
        (b"1 99999999999 0\n", False, "too large"),
        (b"1099511627776 1 0\n", False, "too large"),
    ],
)
def test_malformed_proofs(data: bytes, is_binary: bool, said: str) -> None:
    with pytest.raises(reading.Malformed, match=said):
        reading.read_proof(data, binary=is_binary)


@pytest.mark.parametrize("sign", [1, -1])
def test_text_and_binary_have_the_same_largest_variable(sign: int) -> None:
    for variable, fits in ((reading.LARGEST, True), (reading.LARGEST + 1, False)):
        steps: list[Step] = [(False, (sign * variable,))]
        for data, is_binary in ((text(steps), False), (binary(steps), True)):
            with nullcontext() if fits else pytest.raises(reading.Malformed, match="too large"):
                reading.read_proof(data, binary=is_binary)


def pigeons(holes: int) -> tuple[int, list[Clause]]:
    """One pigeon more than there are holes: no assignment, and not a short proof."""
    place = [[i * holes + j + 1 for j in range(holes)] for i in range(holes + 1)]
    clauses: list[Clause] = [tuple(row) for row in place]
    for j in range(holes):
        clauses += [(-place[a][j], -place[b][j]) for a in range(holes + 1) for b in range(a)]
    return holes * (holes + 1), clauses


@pytest.mark.long
@pytest.mark.parametrize("name", WITH_PROOF)
def test_machine_code_agrees(name: str, tmp_path: Path, monkeypatch: Any) -> None:
    variables, clauses = pigeons(5)
    proof = solver_proof(name, variables, clauses, tmp_path / "proof")
    assert proof is not None
    formula, is_binary = dimacs(variables, clauses), name != "glucose4"
    read = reading.read_formula(formula), reading.read_proof(proof, binary=is_binary)
    assert own_checker.check(*read) == ("", "lifesearch's own checker, compiled")
    fewer = reading.read_formula(dimacs(variables, clauses[1:])), read[1]
    assert own_checker.check(*fewer)[0]
    monkeypatch.setattr(own_checker, "available", lambda: False)
    assert own_checker.check(*read) == ("", "lifesearch's own checker, in Python")


def test_only_a_result_that_says_so_makes_a_proof_right(monkeypatch: pytest.MonkeyPatch) -> None:
    formula, proof = dimacs(1, [(1,), (-1,)]), b"0\n"
    monkeypatch.setattr(own_checker, "available", lambda: False)
    assert judge(formula, proof, is_binary=False) == ""
    monkeypatch.setattr(checker, "verify", lambda _: 7)
    assert judge(formula, proof, is_binary=False) == "its check ended without a verdict, with 7"


@pytest.mark.skipif(shutil.which("drat-trim") is None, reason="drat-trim is not installed")
@pytest.mark.parametrize("name", WITH_PROOF)
def test_drat_trim_agrees(name: str, tmp_path: Path) -> None:
    variables, clauses = pigeons(4)
    proof = solver_proof(name, variables, clauses, tmp_path / "proof")
    assert proof is not None
    (tmp_path / "formula").write_bytes(dimacs(variables, clauses))
    files = tmp_path / "formula", tmp_path / "proof"
    assert confirm.accepted_by_installed(*files, tmp_path, binary=name != "glucose4")
    (tmp_path / "formula").write_bytes(dimacs(variables, clauses[1:]))
    assert not confirm.accepted_by_installed(*files, tmp_path, binary=name != "glucose4")


@pytest.mark.skipif(os.name == "nt", reason="the programs are shell scripts")
@pytest.mark.parametrize("names", [("gratgen", "gratchk"), ("drat-trim", "cake_lpr")])
def test_a_verified_checker_without_memory_leaves_it_to_ours(
    names: tuple[str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = (tmp_path / name for name in names)
    first.write_text('#!/bin/sh\necho "s VERIFIED"\nfor last; do :; done\necho 0 > "$last"\n')
    second.write_text("#!/bin/sh\necho heap space exhausted >&2\nexit 1\n")
    for program in (first, second):
        program.chmod(0o700)
    monkeypatch.setenv("PATH", str(tmp_path))
    formula, proof = tmp_path / "formula", tmp_path / "proof"
    formula.write_bytes(dimacs(1, [(1,), (-1,)]))
    proof.write_bytes(b"0\n")
    assert confirm.confirm(formula, proof, binary=False).startswith("lifesearch's own checker")
    second.write_text('#!/bin/sh\necho "s VERIFIED UNSAT"\n')
    assert confirm.confirm(formula, proof, binary=False) == " and ".join(names)


@pytest.mark.parametrize("name", WITH_PROOF)
def test_a_checker_of_others_agrees(name: str, tmp_path: Path) -> None:
    """The package dratify has nothing in common with ours."""
    dratify = pytest.importorskip("dratify")
    random, agreed = Random(name), 0
    for _ in range(25):
        variables = random.randint(4, 10)
        clauses = random_formula(random, variables)
        proof = solver_proof(name, variables, clauses, tmp_path / "proof")
        if proof is None:
            continue
        steps = steps_of(reading.read_proof(proof, binary=name != "glucose4"))
        steps = [step for step in steps if step[1]] + [(False, ())]
        for changed in (steps, mutated(random, variables, steps)):
            formula = dimacs(variables, clauses)
            wrong = judge(formula, text(changed), is_binary=False)
            theirs = dratify.check_proof(
                dratify.parse_dimacs(formula.decode()), text(changed).decode()
            )
            agreed += theirs.ok == (not wrong)
            assert theirs.ok is False or not wrong
            assert changed is not steps or theirs.ok
    assert agreed > 5
