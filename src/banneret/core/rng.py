"""Random numbers inside kernels: sfc32 in 64-bit arithmetic, the same numbers compiled and pure."""

from __future__ import annotations

from .state import Random

MASK = 0xFFFFFFFF
STATE_WORDS = 4


def next_word(rng: Random) -> int:
    """32 random bits (Chris Doty-Humphrey's small fast chaotic generator)."""
    word = (rng[0] + rng[1] + rng[3]) & MASK
    rng[3] = (rng[3] + 1) & MASK
    rng[0] = rng[1] ^ (rng[1] >> 9)
    rng[1] = (rng[2] + (rng[2] << 3)) & MASK
    rng[2] = (((rng[2] << 21) | (rng[2] >> 11)) + word) & MASK
    return word


def below(rng: Random, n: int) -> int:
    """A number from 0 to n - 1, for n up to 2**31."""
    return (next_word(rng) * n) >> 32


def sow(rng: Random, seed: int) -> None:
    """Start the generator from a seed of up to 64 bits."""
    rng[0] = seed & MASK
    rng[1] = (seed >> 32) & MASK
    rng[2] = 0x9E3779B9
    rng[3] = 1
    for _ in range(15):
        next_word(rng)
