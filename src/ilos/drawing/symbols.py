"""Icons and pieces: the shape says it first, colour second. All drawn for this game.

Every symbol stands round the origin; `use` sets one down. Nothing here knows a rule.
"""

from typing import Final, NamedTuple

from ilos.drawing.hexes import Point, number
from ilos.rules.names import COLOURS, Colour

INK: Final = "#3B2618"
HALO: Final = "#FFF9EA"
_LINE: Final = f'stroke="{INK}" stroke-linejoin="round" stroke-linecap="round"'


class Paint(NamedTuple):
    """The colour of a player, and what can be read on it."""

    fill: str
    on: str
    emblem: str


PAINTS: Final[dict[Colour, Paint]] = {
    "red": Paint("#C4312A", "#FFF6E2", '<circle r="6.2"/>'),
    "green": Paint("#1F7F4C", "#FFF6E2", '<path d="M0-7.5 8 3v4.6L0-1.6-8 7.6V3Z"/>'),
    "black": Paint(
        "#2C2A30",
        "#FFF6E2",
        '<path d="M-4.6-7.4 0-2.8 4.6-7.4 7.4-4.6 2.8 0 7.4 4.6 4.6 7.4 0 2.8-4.6 7.4'
        '-7.4 4.6-2.8 0-7.4-4.6Z"/>',
    ),
    "yellow": Paint(
        "#F2BE2B",
        "#3B2618",
        '<path d="M0-8.6 2.4-2.8 8.4-2.6 3.8 1.3 5.3 7.4 0 4-5.3 7.4-3.8 1.3-8.4-2.6-2.4-2.8Z"/>',
    ),
    "blue": Paint(
        "#2563B0", "#FFF6E2", '<path d="M3.4-7.6A8 8 0 1 0 7.6 4.2 6.6 6.6 0 1 1 3.4-7.6Z"/>'
    ),
}

_RESOURCES: Final = {
    "ebony": '<rect x="-9.4" y="-9.4" width="18.8" height="18.8" rx="4.2" fill="#3A2823" '
    f'{_LINE} stroke-width="1.3"/><path d="M-7-5.6Q-6.4-7.2-4.6-7.4" fill="none" '
    'stroke="#B88E6C" stroke-width="1.4" stroke-linecap="round"/><g fill="none" '
    'stroke="#C49A77"><ellipse cx=".4" cy=".6" rx="5.7" ry="5.4" stroke-width="1.3"/>'
    '<ellipse cx=".8" cy=".9" rx="2.5" ry="2.3" stroke-width="1.2"/>'
    '<path d="M1.2.8 6.9 3.4" stroke-width="1"/></g>',
    "spice": '<path d="M0-10.6C1.7-10.6 2.6-9.2 3.4-7.7L10.4 5.4C11.8 8 10.9 9.8 8.2 9.8H-8.2'
    f'C-10.9 9.8-11.8 8-10.4 5.4L-3.4-7.7C-2.6-9.2-1.7-10.6 0-10.6Z" fill="#D94A1B" {_LINE} '
    'stroke-width="1.3"/><path d="M-8.3 6.2-2.2-5.6" stroke="#FFB27A" stroke-width="1.7" '
    'stroke-linecap="round"/><g fill="#FFE3B8"><circle cx="1" cy="-2.2" r="1.35"/>'
    '<circle cx="-2.4" cy="4.6" r="1.35"/><circle cx="4.6" cy="4.9" r="1.35"/></g>',
    "pigment": '<path d="M0-11.6C3.6-6.2 9.3-2.2 9.3 3.2A9.3 8.9 0 0 1-9.3 3.2C-9.3-2.2-3.6-6.2 '
    f'0-11.6Z" fill="#5B3AA6" {_LINE} stroke-width="1.3"/><path d="M-5.6 3.2A5.6 5.4 0 0 0-.6 '
    '8.3" fill="none" stroke="#C9B4FF" stroke-width="1.8" stroke-linecap="round"/>'
    '<circle cx="3.2" cy="-.6" r="1.5" fill="#A98BF0"/>',
    "gold": f'<path d="M-4.8-9.4 4.9-9.9 11-1.2 6.3 8.8-5.6 9.4-11-.4Z" fill="#F3B61F" {_LINE} '
    'stroke-width="1.3"/><path d="M-4.8-9.4-2.4-3 4.9-9.9M-2.4-3-11-.4M-2.4-3 3.6 1.6 11-1.2'
    'M3.6 1.6-5.6 9.4M3.6 1.6 6.3 8.8" fill="none" stroke="#8A5A00" stroke-width=".9" '
    'stroke-linejoin="round"/><path d="M-4.6-8.4-2.5-3.4-9.6-1.2Z" fill="#FFE9A6"/>',
}
_HAMMER: Final = (
    '<path d="M-6.6 8.2 3.6-2.4" stroke="#7A5433" stroke-width="3.2" stroke-linecap="round"/>'
    '<path d="M-1.6-6.4 2.6-9.4Q5.4-8.6 7.6-6.2 9-4.4 9-1.6L5.6 2 2.8-.8 4-3.6Q1.6-4 .2-3.2Z" '
    f'fill="#6E6A72" {_LINE} stroke-width="1"/>'
)
_COLUMNS: Final = (
    f'<g fill="#C9BFAF" {_LINE} stroke-width="1.05"><path d="M-8.6 8V-3.4L-7.8-5H-3.8L-3.2-4V8Z"/>'
    '<path d="M3.2 8V1.4L5 .2 6.2 1.6 8.6-.6V8Z"/><path d="M-10-5-9-8.6H1.6L3.4-6.4 2.2-5Z"/>'
    '<path d="M-10.4 8H10.4V10.4H-10.4Z"/></g><path d="M-6.2-2.6V6.4M5.8 3.4V6.4" '
    'stroke="#8C8272" stroke-width="1" stroke-linecap="round"/><path d="M-1 8Q-1 5.4-2.2 4.6'
    'M0 8Q.4 6.4 1.4 6" fill="none" stroke="#4F8A3A" stroke-width="1.2" stroke-linecap="round"/>'
)

# The plate tells which card works a site, the glyph on it what it yields.
PLATES: Final = {
    "round": '<circle r="12.6"',
    "hexagon": '<path d="M0-14.4 12.5-7.2V7.2L0 14.4-12.5 7.2V-7.2Z"',
    "diamond": '<path d="M0-15.2 15.2 0 0 15.2-15.2 0Z"',
    "arch": '<path d="M-12 12.6V-2A12 12.4 0 0 1 12-2V12.6Z"',
}
PLATE_OF: Final = {
    "ebony": "round",
    "spice": "round",
    "pigment": "round",
    "gold": "hexagon",
    "construction": "diamond",
    "ruins": "arch",
}
_PLATE_FILLS: Final = {"construction": "#F3E6C4", "ruins": "#EDE7DA", "gold": "#FFF1C2"}


def _site(kind: str) -> str:
    fill = _PLATE_FILLS.get(kind, "#FFF7E1")
    dashes = ' stroke-dasharray="3.2 2.2"' if kind == "construction" else ""
    plate = f'{PLATES[PLATE_OF[kind]]} fill="{fill}" {_LINE} stroke-width="1.25"{dashes}/>'
    if kind == "construction":
        glyph = f'<g transform="scale(.86)">{_HAMMER}</g>'
    elif kind == "ruins":
        glyph = f'<g transform="translate(0 1.4) scale(.88)">{_COLUMNS}</g>'
    else:
        lift = {"spice": -0.6, "pigment": 0.5}.get(kind, 0)
        glyph = f'<g transform="translate(0 {number(lift)}) scale(.74)">{_RESOURCES[kind]}</g>'
    shadow = '<ellipse cy="2.2" rx="13.8" ry="13" fill="#1E3B1A" opacity=".28"/>'
    return shadow + plate + glyph


_HULL: Final = "M-14.4 4.4-11.6 11.4Q-10.8 13.4-8.4 13.4H7.6Q10 13.4 11 11.2L15.2 2.6 9.8 4.6H-9.2Z"
_SAIL: Final = "M-8.6-13.6Q.6-16 9.8-13.4 13.4-5.4 9.9 2.4 .6.2-8.6 2.6-4.6-5.6-8.6-13.6Z"
_PAWN: Final = (
    "M-8.6 11.6Q-9.4 3-5-1.6-3.6-3-3-3.4-4.6-4.6-4.9-6.2L-8-6.6Q-9-7.4-7.6-8L-4-8.6Q-3.4-12.8 "
    "0-12.8 3.4-12.8 4-8.6L7.6-8Q9-7.4 8-6.6L4.9-6.2Q4.6-4.6 3-3.4 3.6-3 5-1.6 9.4 3 8.6 11.6Z"
)
_FORT: Final = (
    "M-13 12V-1.4H-10.4V-4.2H-7.4V-1.4H-4.6V-9.4H-1.8V-7.2H1.8V-9.4H4.6V-1.4H7.4V-4.2H10.4"
    "V-1.4H13V12Z"
)
_SHOP: Final = "M-11 12V-2H11V12Z"
_AWNING: Final = (
    "M-9.6-11.4H9.6L14-2.6Q14 .4 11.2.4 8.4.4 8.4-2 8.4.4 5.6.4 2.8.4 2.8-2 2.8.4 0 .4-2.8.4"
    "-2.8-2-2.8.4-5.6.4-8.4.4-8.4-2-8.4.4-11.2.4-14 .4-14-2.6Z"
)
_SHIELD: Final = "M-9.6-10.6H9.6V3Q9.6 9 0 12-9.6 9-9.6 3Z"


def _halo(path: str, width: float) -> str:
    return (
        f'<path d="{path}" fill="{HALO}" stroke="{HALO}" stroke-width="{width}" '
        'stroke-linejoin="round"/>'
    )


def _emblem(paint: Paint, place: str) -> str:
    return f'<g transform="{place}" fill="{paint.on}">{paint.emblem}</g>'


def _ship(paint: Paint) -> str:
    return (
        '<ellipse cy="12.6" rx="15" ry="4.2" fill="#0E5566" opacity=".32"/>'
        f'{_halo(_HULL, 4)}{_halo(_SAIL, 4)}<path d="M.6-17.4V5" stroke="{INK}" '
        'stroke-width="1.6" stroke-linecap="round"/><path d="M.8-18 7.4-16.4.8-14.8Z" '
        f'fill="{paint.fill}" {_LINE} stroke-width=".8"/><path d="{_HULL}" fill="#8A5A34" {_LINE} '
        'stroke-width="1.3"/><path d="M-12.8 7.8Q0 9.6 13 7" fill="none" '
        f'stroke="{paint.fill}" stroke-width="2.1"/><path d="{_SAIL}" fill="{paint.fill}" {_LINE} '
        'stroke-width="1.3"/><path d="M-7.4-12.5Q.6-14.6 8.9-12.4" fill="none" stroke="#fff" '
        'stroke-opacity=".45" stroke-width="1.5" stroke-linecap="round"/>'
        f"{_emblem(paint, 'translate(1.7 -5.6) scale(.62)')}"
    )


def _pawn(paint: Paint) -> str:
    return (
        f'{_halo(_PAWN, 4)}<path d="{_PAWN}" fill="{paint.fill}" {_LINE} stroke-width="1.4"/>'
        f'<path d="M-4.9-6.2Q0-4.7 4.9-6.2" fill="none" stroke="{paint.on}" '
        f'stroke-opacity=".75"/>{_emblem(paint, "translate(0 5) scale(.56)")}'
    )


def _fort(paint: Paint) -> str:
    return (
        f"{_halo(_FORT, 4.4)}{_halo('M.2-9V-18.6L10.4-16.2.2-13Z', 3.4)}"
        f'<path d="M0-8V-18.6" stroke="{INK}" stroke-width="1.5" stroke-linecap="round"/>'
        f'<path d="M.4-18.6Q5-17 10.6-17.4 9.4-15 10.6-12.6 5-12.4.4-13.4Z" fill="{paint.fill}" '
        f'{_LINE} stroke-width="1"/><path d="{_FORT}" fill="#EADFC8" {_LINE} stroke-width="1.3"/>'
        f'<path d="M-4.6-1.4V12M4.6-1.4V12" stroke="{INK}" stroke-width=".8" opacity=".55"/>'
        '<path d="M-13 7.6H-4.6M4.6 7.6H13M-9.4 2.6H-4.6M6.4 3H13" stroke="#A8977A"/>'
        f'<path d="M-4.4-3.6H4.4V4.2L0 7.4-4.4 4.2Z" fill="{paint.fill}"/>'
        f"{_emblem(paint, 'translate(0 .6) scale(.46)')}"
        f'<path d="M-2.6 12V9.6Q0 6.8 2.6 9.6V12Z" fill="{INK}"/>'
    )


def _trading_post(paint: Paint) -> str:
    return (
        f'{_halo(_SHOP, 4.4)}{_halo(_AWNING, 4.4)}<path d="{_SHOP}" fill="#F3E4C2" {_LINE} '
        'stroke-width="1.3"/><path d="M-8 12V3.4H-1.4V12Z" fill="#6B4226"/>'
        f'<path d="M1.6 3.4H8.2V8H1.6Z" fill="#7FB6BC" {_LINE} stroke-width="1"/>'
        f'<path d="{_AWNING}" fill="{paint.fill}" {_LINE} stroke-width="1.3"/>'
        '<path d="M-5.7-11.4-8.4-2.2M5.7-11.4 8.4-2.2M-1.9-11.4-2.8-2.2M1.9-11.4 2.8-2.2" '
        f'stroke="{paint.on}" stroke-opacity=".55" stroke-width="1.2"/>'
        f'<circle cy="-7" r="5.2" fill="{paint.fill}" {_LINE} stroke-width=".9"/>'
        f"{_emblem(paint, 'translate(0 -7) scale(.5)')}"
    )


def _shield(paint: Paint) -> str:
    return (
        f'<path d="{_SHIELD}" fill="{paint.fill}" {_LINE} stroke-width="1.3"/>'
        f"{_emblem(paint, 'translate(0 -.6) scale(.82)')}"
    )


_ROCKS: Final = (
    '<ellipse cy="6" rx="19" ry="12" fill="#DDF3EC" opacity=".55"/>'
    '<path d="M-17.4 3.4-14.4-8-9.4-12.6-5-8.2-2-13.4 3.2-15 7-9.4 12.2-10.8 16.4-2 17.2 6 12.4 '
    f'10 8.6 4.4 4 2.4-2.6 2.6-7.6 5-10.6 10.6-15.4 9Z" fill="#5D6470" {_LINE} '
    'stroke-width="1.4"/><path d="M-14.4-8-11.6 2.4M-5-8.2-6 1M3.2-15 1.4-4.6M7-9.4 8 0M16.4-2 '
    '12.4 2" stroke="#2D323B" opacity=".7"/><path d="M-13.4-7.4-9.6-11-6.4-7.6-10-4.6Z'
    'M-1.2-12.4 2.8-13.6 1.6-7.6ZM7.6-8 11.8-9.2 14-4.4 10.4-4Z" fill="#8C95A0"/>'
)
_SABRES: Final = (
    f'<circle r="9.6" fill="#20262E" stroke="{HALO}" stroke-width="1.3"/><g fill="none" '
    f'stroke="{HALO}" stroke-linecap="round" transform="scale(.66)"><path d="M-6.8 7.2Q3.4 1.6 '
    '6.2-8M6.8 7.2Q-3.4 1.6-6.2-8" stroke-width="2.4"/><path d="M-8.2 3.6-4.2 8.6M8.2 3.6 4.2 '
    '8.6" stroke-width="2"/></g>'
)
_PALM: Final = (
    '<ellipse cx="3" cy="6.4" rx="4.6" ry="1.5" fill="#7A5A22" opacity=".35"/>'
    '<path d="M-.4 7Q-1.4 2 .6-3" fill="none" stroke="#6B4226" stroke-width="1.7" '
    'stroke-linecap="round"/><path d="M.6-3Q-4.4-6.6-8.4-2.4-4-4 .6-3-1.8-8-6-8.6-1-9 .6-3 2-8.6 '
    '6-8.6 2.4-6.6.6-3 5.2-5 8.4-1.2 4.4-3 .6-3Z" fill="#2F7438" stroke="#244A22" '
    'stroke-width=".6" stroke-linejoin="round"/>'
)
TUFTS: Final = (
    ("#3C7A38", "#5E9E45", 3.0),
    ("#468841", "#74B04C", 3.8),
    ("#2F6B37", "#4F9245", 2.6),
)


def _tuft(leaf: str, light: str, r: float) -> str:
    a, b, c, d = (number(r * k) for k in (0.7, 1.1, 1.5, 2.9))
    return (
        f'<path d="M{number(-r - 1.4)} 1.6a{r} {r} 0 0 1 {a}-{b} {r} {r} 0 0 1 {c} 0 {r} {r} 0 0 1 '
        f'{a} {b}q-{r} {a}-{d} 0Z" fill="{leaf}" stroke="#234F26" stroke-width=".55" '
        f'stroke-opacity=".8"/><path d="M-{a} -.3q.9-{number(r * 0.8)} {b}-{number(r * 0.6)}" '
        f'fill="none" stroke="{light}" stroke-width="1.5" stroke-linecap="round"/>'
    )


_CARD: Final = (
    f'<rect x="-6.6" y="-9.4" width="13.2" height="18.8" rx="2.6" fill="#1F6C8C" {_LINE} '
    'stroke-width="1.5"/><path d="M-3.6-5.4H3.6V5.4H-3.6Z" fill="none" stroke="#CBE7EA" '
    'stroke-opacity=".8" stroke-width="1.2"/>'
)
_SCREEN: Final = (
    f'<path d="M-10-6.6-4.4-8.6 4.4-8.6 10-6.6V7.6L4.4 6H-4.4L-10 7.6Z" fill="#FFFAEC" {_LINE} '
    f'stroke-width="1.5"/><path d="M-4.4-8.6V6M4.4-8.6V6" stroke="{INK}" stroke-width="1.2"/>'
)
_STACK: Final = (
    f'<path d="M0-9.2 7-5.6V1L0 4.6-7 1V-5.6Z" fill="#47B0B6" {_LINE} stroke-width="1.5"/>'
    f'<path d="M-7 4.6 0 8.2 7 4.6" fill="none" {_LINE} stroke-width="1.5"/>'
)
_CROWN: Final = (
    f'<path d="M-9.4 6.6-10.6-5.4-4.8-.6 0-8.4 4.8-.6 10.6-5.4 9.4 6.6Z" fill="#F3B61F" {_LINE} '
    'stroke-width="1.3"/>'
)
_PLAIN_SHIP: Final = (
    f'<g fill="{INK}" transform="scale(.74) translate(0 2)"><path d="{_HULL}"/>'
    f'<path d="{_SAIL}"/></g>'
)
_PLAIN_PAWN: Final = f'<path d="{_PAWN}" fill="{INK}" transform="scale(.8)"/>'


def definitions() -> str:
    """Every symbol, for the `defs` of a picture."""
    symbols = {
        "rocks": _ROCKS,
        "sabres": _SABRES,
        "palm": _PALM,
        "card": _CARD,
        "screen": _SCREEN,
        "stack": _STACK,
        "crown": _CROWN,
        "ship": _PLAIN_SHIP,
        "pawn": _PLAIN_PAWN,
    }
    symbols |= {f"tuft-{index}": _tuft(*kind) for index, kind in enumerate(TUFTS)}
    symbols |= {f"r-{name}": drawing for name, drawing in _RESOURCES.items()}
    symbols |= {f"s-{kind}": _site(kind) for kind in PLATE_OF}
    for colour in COLOURS:
        paint = PAINTS[colour]
        symbols |= {
            f"ship-{colour}": _ship(paint),
            f"pawn-{colour}": _pawn(paint),
            f"fort-{colour}": _fort(paint),
            f"post-{colour}": _trading_post(paint),
            f"shield-{colour}": _shield(paint),
        }
    return "".join(f'<g id="{name}">{drawing}</g>' for name, drawing in symbols.items())


def use(name: str, point: Point, scale: float = 1.0, more: str = "") -> str:
    """A symbol set down at a point."""
    x, y = number(point[0]), number(point[1])
    if scale == 1 and not more:
        return f'<use href="#{name}" x="{x}" y="{y}"/>'
    size = f" scale({scale:g})" if scale != 1 else ""
    return f'<use href="#{name}" transform="translate({x} {y}){size}{more}"/>'
