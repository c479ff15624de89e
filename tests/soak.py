"""Run random tests with seeds that were not tried before, until the time is up.

`python -m tests.soak --minutes 30` runs all tests that are marked `soak` with one seed after
another. What fails is named with its seed: `LIFESEARCH_SEED=N pytest -m soak FILE` runs it again.
With --seed the first seed is N instead of a random one; other arguments, such as a folder of
tests, go to pytest.
"""

from __future__ import annotations

import argparse
import itertools
import os
import random
import subprocess
import sys
import time

from lifesearch.common.folders import variable
from tests.seeds import END_VARIABLE

SEEDS = 1_000_000
NO_TESTS = 5
"""What pytest exits with if it has found no test."""


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.soak", description=__doc__)
    parser.add_argument("--minutes", type=float, default=30.0)
    parser.add_argument("--seed", type=int, default=random.randrange(SEEDS))
    options, arguments = parser.parse_known_args()
    until = time.time() + 60 * options.minutes
    failed = []
    for seed in itertools.count(options.seed):
        print(f"seed {seed}:", flush=True)
        settings = {variable("seed"): str(seed), END_VARIABLE: str(until)}
        command = [sys.executable, "-m", "pytest", "-q", "-m", "soak", *arguments]
        status = subprocess.run(command, env=os.environ | settings, check=False).returncode
        if status == NO_TESTS:
            return NO_TESTS
        if status:
            failed.append(seed)
        if time.time() >= until:
            break
    for seed in failed:
        again = f"{variable('seed')}={seed} pytest -m soak"
        print(f"failed with the seed {seed}; again: {again}")
    return bool(failed)


if __name__ == "__main__":
    raise SystemExit(main())
