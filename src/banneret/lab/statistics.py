"""The little statistics that a report needs, each checked against published values in the tests."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from statistics import NormalDist

NORMAL = NormalDist()
Z95 = 1.959963984540054
Z80 = 0.8416212335729143  # for a power of 80 %


def wilson(share: float, games: float, z: float = Z95) -> tuple[float, float]:
    """The interval of a share (Wilson 1927), 95 % unless told; parts of a win count as parts."""
    if games <= 0:
        return 0.0, 1.0
    middle = (share + z * z / (2 * games)) / (1 + z * z / games)
    half = z * math.sqrt(share * (1 - share) / games + z * z / (4 * games * games)) / (1 + z * z / games)
    return max(0.0, middle - half), min(1.0, middle + half)


def half_width(share: float, games: float) -> float:
    """Half of the 95 % interval of a share."""
    low, high = wilson(share, games)
    return (high - low) / 2


def games_for(half: float) -> int:
    """How many games tell a share near 50 % to within +- half (the plain approximation: 5 points, 385 games)."""
    return math.ceil(Z95 * Z95 * 0.25 / (half * half))


def games_to_tell_apart(first: float, second: float) -> int:
    """How many games of each tell two shares apart with a power of 80 % (two-sided, 5 %)."""
    apart = first * (1 - first) + second * (1 - second)
    middle = (first + second) / 2
    together = 2 * middle * (1 - middle)
    return math.ceil((Z95 * math.sqrt(together) + Z80 * math.sqrt(apart)) ** 2 / (first - second) ** 2)


def told_apart(games: float) -> float:
    """By how much two shares near 50 % must differ to be told apart with so many games of each (power 80 %)."""
    return (Z95 + Z80) * math.sqrt(0.5 / games) if games > 0 else 1.0


def strict(questions: int) -> float:
    """How many standard deviations to ask for, so that luck answers any of so many questions in 5 % of all
    experiments at most (Bonferroni)."""
    return NORMAL.inv_cdf(1 - 0.025 / max(1, questions))


def difference(
    first: float, first_games: float, second: float, second_games: float, z: float = Z95
) -> tuple[float, float]:
    """The interval of the difference of two shares (Newcombe 1998, from two of Wilson), 95 % unless told."""
    low1, high1 = wilson(first, first_games, z)
    low2, high2 = wilson(second, second_games, z)
    gap = first - second
    return gap - math.hypot(first - low1, high2 - second), gap + math.hypot(high1 - first, second - low2)


def chi_squared(observed: Sequence[float], expected: Sequence[float]) -> tuple[float, float]:
    """Pearson's chi-squared of counts against what was expected, and how likely one so large is by luck."""
    value = sum((o - e) ** 2 / e for o, e in zip(observed, expected, strict=True) if e > 0)
    return value, chi_squared_tail(value, len(observed) - 1)


def chi_squared_tail(value: float, freedom: int) -> float:
    """How likely chi-squared is at least as large, by the recurrence from one or two degrees of freedom."""
    if value <= 0:
        return 1.0
    half = value / 2
    k = 1 if freedom % 2 else 2
    tail = math.erfc(math.sqrt(half)) if k == 1 else math.exp(-half)
    while k < freedom:
        tail += math.exp(k / 2 * math.log(half) - half - math.lgamma(k / 2 + 1))
        k += 2
    return min(1.0, tail)


def luck_of_ranks(first: Mapping[int, int], second: Mapping[int, int]) -> float:
    """How likely two lots of values, given as counts, differ so much by luck if they are of one kind (Mann and
    Whitney 1947, the normal approximation with ties)."""
    n1, n2 = sum(first.values()), sum(second.values())
    n = n1 + n2
    below = wins = ties = 0.0
    for value in sorted({*first, *second}):
        mine, theirs = first.get(value, 0), second.get(value, 0)
        wins += mine * (below + theirs / 2)
        below += theirs
        ties += (mine + theirs) ** 3 - (mine + theirs)
    variance = n1 * n2 / 12 * (n + 1 - ties / (n * (n - 1))) if n > 1 else 0.0
    return luck_of_gap(wins - n1 * n2 / 2, math.sqrt(max(0.0, variance)))


def luck_of_means(mean: float, error: float, other: float, other_error: float) -> float:
    """How likely two means differ so much by luck, each with its standard error."""
    return luck_of_gap(mean - other, math.hypot(error, other_error))


def luck_of_gap(gap: float, deviation: float) -> float:
    """How likely a gap so large, in either direction, is by luck; 1 where nothing varies."""
    return math.erfc(abs(gap) / deviation / math.sqrt(2)) if deviation > 0 else 1.0 if gap == 0 else 0.0


def correlation(xs: Sequence[float], ys: Sequence[float]) -> float:
    """Pearson's correlation; 0 where one of the two never changes."""
    n = len(xs)
    if n < 2:
        return 0.0
    mean_x, mean_y = sum(xs) / n, sum(ys) / n
    sxx = sum((x - mean_x) ** 2 for x in xs)
    syy = sum((y - mean_y) ** 2 for y in ys)
    sxy = sum((x - mean_x) * (y - mean_y) for x, y in zip(xs, ys, strict=True))
    return sxy / math.sqrt(sxx * syy) if sxx > 0 and syy > 0 else 0.0


def correlation_interval(r: float, n: float, z: float = Z95) -> tuple[float, float]:
    """The interval of a correlation (Fisher's transformation), 95 % unless told."""
    if n <= 3 or abs(r) >= 1:
        return (-1.0, 1.0) if n <= 3 else (r, r)
    half = z / math.sqrt(n - 3)
    return math.tanh(math.atanh(r) - half), math.tanh(math.atanh(r) + half)


def spread_between(shares: Sequence[float], games: int) -> float:
    """The standard deviation of the true chances behind some shares, each from so many games: what is left of
    their spread when the luck of few games is taken away (0 if nothing is)."""
    n = len(shares)
    if n < 2 or games < 2:
        return 0.0
    mean = sum(shares) / n
    seen = sum((share - mean) ** 2 for share in shares) / (n - 1)
    luck = sum(share * (1 - share) for share in shares) / n / (games - 1)
    return math.sqrt(max(0.0, seen - luck))


def luck_of_spread(shares: Sequence[float], games: int) -> float:
    """How likely some shares, each from so many games, lie so far apart by luck if all chances are the same."""
    n = len(shares)
    mean = sum(shares) / n if n else 0.0
    if n < 2 or not 0 < mean < 1:
        return 1.0
    return chi_squared_tail(sum((share - mean) ** 2 for share in shares) * games / (mean * (1 - mean)), n - 1)


def unnoticed_spread(setups: int, games: int) -> float:
    """How far even chances may differ between so many setups, as a standard deviation, without being noticed (the
    5 % limit of chi-squared, by its normal approximation)."""
    if setups < 2 or games < 1:
        return 0.5
    return math.sqrt(NORMAL.inv_cdf(0.95) * math.sqrt(2 / (setups - 1)) * 0.25 / games)


def design_effect(spread: float, share: float, games: int) -> float:
    """By how much the games of a setup, being alike, tell less than as many of different setups (Kish 1965)."""
    luck = share * (1 - share)
    return 1 + (games - 1) * min(1.0, spread * spread / luck) if luck > 0 else 1.0


def interval_of_mean(mean: float, deviation: float, n: int) -> tuple[float, float]:
    """The 95 % interval of a mean."""
    half = Z95 * deviation / math.sqrt(n) if n else math.inf
    return mean - half, mean + half
