"""The numbers of the game (RULES 1) and the engine's coding, each written once, here.

`declarations.py` declares those that are whole numbers to C, in `constants.pxd`.
"""

# Capacities, fixed by the rules.
SEATS = 5
TILES = 20
PARTS = 3  # parts a tile may have; a part's number is tile * PARTS + index
ALL_PARTS = 60
SITES = 8  # sites a tile may have; a site's number is tile * SITES + index
ALL_SITES = 160
FRONTIER = 44  # empty cells that can touch 20 tiles: 6 for the first, at most 2 more for each other
AREA = 3  # face-up tiles
TILES_A_SEAT = 4
SHIPS = 5
PIONEERS = 10
TOKENS = 10  # buildings
MARKERS = 8
PRICES = 5
CARDS = 90
DECK = (30, 20, 10, 12, 6, 12)  # by card kind
TOP_STEP = 4  # a row's fifth price is never covered
FIRST_HAND = 5
MOST_COST = 7  # cards, for the dearest action
RUINS_GOLD = 3
BASE_DRAW = 3

# Cells: (q, r) is (q + 32) * GRID + (r + 32); side k leads to the cell + Printed.neighbour[k].
SIDES = 6
NEIGHBOURS = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))  # (q, r) beyond each side
GRID = 64
ORIGIN = 2080
HALF_GRID = 32

# Cards, in the order of `ilos.rules.names.CARDS`.
CARD_KINDS = 6
SHIP = 0
PLANTATION = 1
GOLD_MINE = 2
BUILDING = 3
RUINS = 4
MARKET = 5
FIRST_ISLAND = 6  # not a card: what is "played" when the first islands are laid

# Resources, and sites in the order of `ilos.rules.names.SITE_KINDS`.
RESOURCES = 4
CROPS = 3  # ebony, spice, pigment: what plantations grow and trading posts copy
GOLD = 3
CONSTRUCTION = 4
RUINS_SITE = 5

# What is pending. Even steps of a move are phases too: what, where, payment.
PH_SETUP = 0  # chance turns up a tile
PH_DEAL = 1  # chance deals a card
PH_MULLIGAN = 2
PH_MULLIGAN_DRAW = 3  # chance deals a card
PH_FIRST = 4
PH_REVEAL = 5  # chance turns up a tile
PH_ACTION = 6
PH_DESTINATION = 7
PH_CELL = 8
PH_ROTATION = 9
PH_PART = 10
PH_BUILDING = 11
PH_PAY = 12
PH_DRAW = 13  # chance deals a card
PH_TAKE = 14  # chance takes a card from another hand
PH_OVER = 15

# Decisions: one fixed space for everything a player can choose.
D_CARD = 0  # + card: give up a card, as payment or in the mulligan
D_DONE = 6  # end of the mulligan
D_END_TURN = 7
D_RESERVE = 8  # play Ship with a ship of the reserve,
D_FROM_ISLAND = 9  # + oldest part of an island: with a ship lying there,
D_FROM_HIDEOUT = 69  # + tile: with a ship on that hideout
D_DOCK = 89  # + oldest part of the island
D_HIDEOUT = 149  # + tile
D_EXPLORE = 169  # + place in the exploration area
D_CELL = 172  # + place in the frontier
D_ROTATION = 216  # + rotation
D_PART = 222  # + part of the tile just laid
D_SITE = 225  # + site; the site tells the card
D_BUILD = 385  # + 0 fort, 1..3 trading post for ebony, spice, pigment
D_MARKET = 389  # + resource
DECISIONS = 393

# Where the ship to be moved lies, as D_RESERVE.. less D_RESERVE.
FROM_RESERVE = 0
FROM_ISLAND = 1
FROM_HIDEOUT = 61

# Why a free site cannot be worked, the first that holds.
O_NONE = 0
O_CARD = 1  # no such card in the hand
O_PIONEERS = 2  # no pioneer in the reserve
O_TOKENS = 3  # no building token left
O_SHIPS = 4  # too few ships on the shore
O_CARDS = 5  # too few cards to pay

# The tree search.
DEPTH = 512  # nodes on one path; a path that long goes on as a simulated game

# What a row of a history tells: a decision, or what chance did.
DRAWN = 393  # + card kind, and then a hidden card
TAKEN = 400  # + card kind, and then a hidden card
TURNED_UP = 407  # + tile
HISTORY_CODES = 427
