"""Baron as a scene: tiles and donjons, the offer with its prices, what each seat has, and what bars the way."""

from __future__ import annotations

from collections.abc import Iterable

from banneret.core.scene import Entry, Hex, Panel, Path, Piece, Said, Scene, Terrain

from .chronicle import Storm, fights
from .combat import halved, holders
from .notation import NAMES, NUMBER, view
from .rules import PRICE
from .setup import KIND
from .table import (
    CELLS,
    KINDS,
    MEADOW,
    NEIGHBOURS,
    NO_TILE,
    TABLE,
    TOUCHING_HONOUR,
    VALUE,
    Phase,
    Side,
    State,
    touching,
)

EMPTY = "empty"
TERRAINS = {
    "meadow": Terrain("#F1E9C9", "me", "meadow"),
    "village": Terrain("#D9A07A", "vi", "houses"),
    "field": Terrain("#E3C766", "fi", "wheat"),
    "forest": Terrain("#7FA36B", "fo", "trees"),
    "vineyard": Terrain("#B98FB0", "vy", "grapes"),
    "quarry": Terrain("#B5ADA2", "qu", "quarry"),
    "pond": Terrain("#C3DDEC", "po", "pond"),
    "marsh": Terrain("#8FA89A", "ma", "marsh"),
    "cursed": Terrain("#8C7A8E", "cu", "cursed"),
    EMPTY: Terrain("#FFFDF6", ""),
}
SHAPES = {"knight": "shield", "baron": "crown"}


def scene(s: State, seat: int | None, legal: list[str]) -> Scene:
    """What a seat sees, with the paths of clicks of its legal actions."""
    paths = {action: path(action) for action in legal}
    blocked = barriers(s, legal) if legal else {}
    seen = view(s, seat)
    targets = hexes_in(paths.values())
    shown = {NAMES[cell] for cell in laid(s)} | targets | hexes_in(blocked)
    return Scene(
        hexes=tuple(hex_of(s, name, name in targets) for name in sorted(shown)),
        panels=tuple(panel(s, seen["reserves"][other], other) for other in range(s.players)),
        trays=(
            Entry("offer", tuple(seen["offer"]), numbered=True),
            Entry("pile", (str(s.piled),)),
            Entry("round", (str(min(s.round + 1, s.max_rounds)),)),
        ),
        prompt="discard" if legal and legal[0].startswith("discard") else seen["phase"],
        terrains=TERRAINS,
        paths=paths,
        shapes=SHAPES,
        blocked=blocked,
        badges=badges(s, legal),
        overlays={"baronies": lands(s, {Side.BARON}), "knights": lands(s, {Side.KNIGHT})},
    )


def laid(s: State) -> list[int]:
    return [cell for cell in range(CELLS) if s.board[cell] != NO_TILE]


def hexes_in(paths: Iterable[Path]) -> set[str]:
    return {step.removeprefix("hex ") for steps in paths for step in steps if step.startswith("hex ")}


def hex_of(s: State, name: str, offers: bool) -> Hex:
    cell = NUMBER[name]
    q, r = TABLE.cells[cell]
    kind = s.board[cell]
    return Hex(
        q,
        r,
        name,
        terrain=EMPTY if kind == NO_TILE else KINDS[kind - 1],
        value=str(VALUE[kind]) if VALUE[kind] else "",
        pieces=(Piece(side_on(s, cell), owner_on(s, cell)),) if s.tower_on[cell] else (),
        offers=offers,
    )


def side_on(s: State, cell: int) -> str:
    return "baron" if s.side[s.tower_on[cell] - 1] == Side.BARON else "knight"


def owner_on(s: State, cell: int) -> int:
    return s.owner[s.tower_on[cell] - 1]


def panel(s: State, reserve: list[str], seat: int) -> Panel:
    """A seat's honour, donjons (those that came back this turn wait), values of its baronies, and tiles."""
    waiting = s.locked if seat == s.seat else 0
    donjons = (str(s.stock[seat] - waiting), *((str(waiting), "waiting") if waiting else ()))
    return Panel(
        seat=seat,
        active=seat == s.seat and s.phase != Phase.END,
        out=s.left[seat] > 0,
        entries=(
            Entry("honour", (str(s.honour[seat]),)),
            Entry("donjons", donjons),
            Entry("baronies", tuple(map(str, barony_values(s, seat)))),
            Entry("reserve", tuple(reserve)),
        ),
    )


def barony_values(s: State, seat: int) -> list[int]:
    """What each barony of a seat is worth, as its chip says."""
    return sorted(
        sum(VALUE[s.board[tile]] for tile in NEIGHBOURS[s.cell[t]])
        for t in range(s.towers)
        if s.owner[t] == seat and s.side[t] == Side.BARON
    )


def lands(s: State, sides: set[Side]) -> dict[str, tuple[int, ...]]:
    """The tiles around donjons of these sides, and whose they are."""
    seats: dict[str, set[int]] = {}
    for t in range(s.towers):
        if s.side[t] in sides:
            for cell in (s.cell[t], *NEIGHBOURS[s.cell[t]]):
                if s.board[cell] != NO_TILE:
                    seats.setdefault(NAMES[cell], set()).add(s.owner[t])
    return {name: tuple(sorted(owners)) for name, owners in seats.items()}


# What can be clicked


def path(action: str) -> Path:
    """The things to click that make an action."""
    verb, *rest = action.split()
    if verb == "take":
        return (f"offer {rest[0]}",)
    if verb == "place":
        return (f"tile {rest[0]}", f"hex {rest[1]}")
    if verb == "discard":
        return ("button discard", f"tile {rest[0]}")
    if verb == "donjon":
        return (f"hex {rest[0]}",)
    if verb in ("claim", "waive"):
        return (f"button {verb}", f"hex {rest[0]}")
    return (f"button {verb}",)


def badges(s: State, legal: list[str]) -> dict[str, str]:
    """The honour before and after a purchase (0 for what is free), and what cells bring at once."""
    badged = {}
    for action in legal:
        verb, *rest = action.split()
        if verb == "take":
            price = PRICE[int(rest[0]) - 1]
            honour = s.honour[s.seat]
            badged[f"offer {rest[0]}"] = f"{honour} → {honour - price}" if price else "0"
        elif verb == "place" and TOUCHING_HONOUR[touching(s, NUMBER[rest[1]])]:
            badged[f"hex {rest[1]}"] = f"+{TOUCHING_HONOUR[touching(s, NUMBER[rest[1]])]}"
        elif verb == "donjon" and touching(s, NUMBER[rest[0]]) == 6:
            badged[f"hex {rest[0]}"] = outcome(s, action)
        elif verb == "claim":
            badged["button claim"] = badged[f"hex {rest[0]}"] = f"{claim_honour(s, NUMBER[rest[0]]):+d}"
    return badged


def outcome(s: State, action: str) -> str:
    """What a donjon on a surrounded meadow brings at once, or a cross if it cannot stay."""
    (storm,) = (fight for fight in fights(s, action) if isinstance(fight, Storm))
    return "✗" if storm.knight.goes_back else f"{storm.honour.get(s.seat, 0):+d}"


def claim_honour(s: State, cell: int) -> int:
    """What a claim brings if nobody prevents it: half of the tiles that no barony of the seat counted."""
    tiles = [tile for tile in NEIGHBOURS[cell] if not holders(s, tile) >> s.seat & 1]
    return halved(sum(VALUE[s.board[tile]] for tile in tiles), claims=True)


# What cannot be clicked, and why


def barriers(s: State, legal: list[str]) -> dict[Path, Said]:
    """What a person might try in this phase, and why it is not to be."""
    if s.phase == Phase.TAKE:
        return dear_places(s, legal)
    if s.phase == Phase.PLACE:
        return barred_cells(s, legal)
    if s.phase == Phase.DONJON:
        return {(f"hex {NAMES[cell]}",): why_no_donjon(s, cell) for cell in laid(s) if not is_free(s, cell)}
    return other_knights(s)


def dear_places(s: State, legal: list[str]) -> dict[Path, Said]:
    """Places of the offer whose price would leave too deep a debt."""
    return {
        (f"offer {place + 1}",): Said("too_dear", {"n": PRICE[place], "left": s.honour[s.seat] - PRICE[place]})
        for place in range(s.offered)
        if f"take {place + 1}" not in legal
    }


def barred_cells(s: State, legal: list[str]) -> dict[Path, Said]:
    """Cells beside the board where a tile of the reserve may not go, or the tile if it may go nowhere."""
    barred: dict[Path, Said] = {}
    playable = {action.split()[1] for action in legal if action.startswith("place")}
    held = [kind for kind in KINDS if s.reserve[s.seat][KIND[kind]]]
    for kind in held if playable else ():
        if kind not in playable:
            barred[f"tile {kind}",] = Said("fits_nowhere")
            continue
        for cell in beside_board(s):
            twin = next((tile for tile in NEIGHBOURS[cell] if s.board[tile] == KIND[kind] != MEADOW), None)
            if twin is not None:
                barred[f"tile {kind}", f"hex {NAMES[cell]}"] = Said(
                    "same_kind", {"kind": kind, "hex": NAMES[twin]}
                )
    return barred


def beside_board(s: State) -> list[int]:
    """Empty cells that touch a tile."""
    return [cell for cell in range(CELLS) if s.board[cell] == NO_TILE and touching(s, cell)]


def is_free(s: State, cell: int) -> bool:
    return s.board[cell] == MEADOW and not s.tower_on[cell]


def why_no_donjon(s: State, cell: int) -> Said:
    if s.tower_on[cell]:
        return Said(f"{side_on(s, cell)}_stands", {"seat": owner_on(s, cell)})
    return Said("no_meadow")


def other_knights(s: State) -> dict[Path, Said]:
    """While knights are asked one by one: those that were, and those that will be."""
    return {
        (f"hex {NAMES[s.question[i]]}",): Said(
            "asked_later" if i > s.asked else "was_claimed" if s.claimed[i] else "was_waived"
        )
        for i in range(s.questions)
        if i != s.asked
    }
