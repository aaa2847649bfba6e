"""Who acts: a seat from 0 upwards, chance, or nobody."""

CHANCE = -1
NOBODY = -2
