"""Scenes made visible. No game is known here."""
