"""Players for every game. They know the contract, and no game."""
