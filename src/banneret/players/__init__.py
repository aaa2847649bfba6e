"""Players for every game. They know the contract, and no game."""

from .rehearsal import rehearse
from .tree import prefer, search

KERNELS = (search, prefer, rehearse)  # what players need compiled
