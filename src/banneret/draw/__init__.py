"""Scenes made visible, in a terminal and as pictures. No game is known here."""
