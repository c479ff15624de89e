"""The primes that divide a period: a pattern whose period is shorter misses one of them."""

from __future__ import annotations


def prime_divisors(number: int) -> list[int]:
    """The primes that divide a number.

    >>> prime_divisors(60), prime_divisors(1), prime_divisors(37)
    ([2, 3, 5], [], [37])
    """
    divisors = (q for q in range(2, number + 1) if number % q == 0)
    return [q for q in divisors if all(q % d for d in range(2, q))]
