cimport cython
from ilos.engine.constants cimport *


cdef class Tables:
    cdef readonly int players
    cdef readonly int pirates_draw
    cdef readonly int max_rounds
    cdef int hideout[TILES]
    cdef int parts[TILES]
    cdef int land[TILES]
    cdef int side_part[TILES * 6]
    cdef int sites[TILES]
    cdef int site_kind[ALL_SITES]
    cdef int site_part[ALL_SITES]
    cdef int first_site[ALL_PARTS]
    cdef int part_sites[ALL_PARTS]
    cdef long long price[RESOURCES * PRICES]
    cdef int cards[CARD_KINDS]
    cdef int neighbour[6]


cdef size_t SIZE


cdef class Position:
    cdef readonly Tables tables
    cdef signed char phase
    cdef signed char seat
    cdef signed char ending
    cdef signed char market_played
    cdef signed char hand[SEATS * CARD_KINDS]
    cdef signed char hand_size[SEATS]
    cdef signed char pile[CARD_KINDS]
    cdef signed char pile_size
    cdef signed char discard[CARD_KINDS]
    cdef signed char discard_size
    cdef signed char unseen[TILES]
    cdef signed char unseen_count
    cdef signed char stack
    cdef signed char area[AREA]
    cdef signed char laid[TILES]
    cdef signed char laid_count
    cdef signed char order[TILES]
    cdef signed char rotation[TILES]
    cdef signed char frontier_count
    cdef signed char frontier_known[FRONTIER]
    cdef signed char frontier_land[FRONTIER]
    cdef signed char island[ALL_PARTS]
    cdef signed char islands
    cdef signed char ships[ALL_PARTS * SEATS]
    cdef signed char raiders[ALL_PARTS]
    cdef signed char forts[ALL_PARTS]
    cdef signed char worked[ALL_PARTS]
    cdef signed char pirate[TILES]
    cdef signed char pioneer[ALL_SITES]
    cdef signed char building[ALL_SITES]
    cdef signed char reserve[SEATS]
    cdef signed char pirates[SEATS]
    cdef signed char pioneers[SEATS]
    cdef signed char fort_count[SEATS]
    cdef signed char buildings
    cdef signed char production[SEATS * RESOURCES]
    cdef signed char step[RESOURCES]
    cdef signed char markers
    cdef signed char playing
    cdef signed char origin
    cdef signed char slot
    cdef signed char where
    cdef signed char laying
    cdef signed char dock
    cdef signed char option
    cdef signed char owed
    cdef signed char least
    cdef signed char swapped
    cdef signed char draws
    cdef signed char victim
    cdef short round
    cdef short site
    cdef short cell[TILES]
    cdef short frontier_cell[FRONTIER]
    cdef short stock[SEATS * RESOURCES]
    cdef unsigned long long rng


@cython.locals(start="char *")
cdef bytes raw_bytes(Position p, int offset, int size)
@cython.locals(start="char *")
cdef void put_bytes(Position p, int offset, bytes data)
cdef void copy_into(Position source, Position target) noexcept nogil
@cython.locals(rng="unsigned long long")
cdef void clear(Position p) noexcept nogil
@cython.locals(card=int, tile=int, place=int, part=int, site=int, seat=int)
cdef void begin(Position p) noexcept nogil
