"""Banneret's games as other libraries know games. Each module needs its library, which an extra brings."""
