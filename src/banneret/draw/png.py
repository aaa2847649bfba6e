"""Pictures as PNG, drawn by resvg with the typeface that comes with us, so that they look the same everywhere."""

from __future__ import annotations

from importlib.resources import as_file, files

FAMILY = "Banneret Serif"


def png(svg: str, width: int | None = None) -> bytes:
    """A picture as PNG, as wide as it says itself or so many pixels."""
    import resvg_py

    with as_file(files("banneret.draw") / "fonts") as fonts:
        drawn = resvg_py.svg_to_bytes(
            svg_string=svg,
            width=width,
            skip_system_fonts=True,
            font_dirs=[str(fonts)],
            font_family=FAMILY,
            serif_family=FAMILY,
        )
    return bytes(drawn)
