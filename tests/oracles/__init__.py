"""Second readings of the rules: slow, plain, and written without a look at the engines. Found by their files."""

from __future__ import annotations

import importlib
import pkgutil
from typing import Any

ORACLES: dict[str, Any] = {
    key: module
    for found in pkgutil.iter_modules(__path__)
    for module in [importlib.import_module(f"{__name__}.{found.name}")]
    for key in module.KEYS
}
