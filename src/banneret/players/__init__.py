"""Players for every game. They know the contract, and no game."""

from .appraisal import prefer
from .rehearsal import rehearse
from .search import search

KERNELS = (search, prefer, rehearse)  # what players need compiled
