cimport cython
from ilos.engine.constants cimport *


cdef class Printed:
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
    cdef readonly tuple source


cdef size_t SIZE


cdef class Position:
    cdef readonly Printed printed
    cdef readonly signed char phase
    cdef readonly signed char seat
    cdef readonly signed char ending
    cdef readonly signed char market_played
    cdef signed char hand[SEATS * CARD_KINDS]
    cdef signed char hand_size[SEATS]
    cdef signed char pile[CARD_KINDS]
    cdef readonly signed char pile_size
    cdef signed char discard[CARD_KINDS]
    cdef readonly signed char discard_size
    cdef signed char unseen[TILES]
    cdef readonly signed char unseen_count
    cdef readonly signed char stack
    cdef signed char area[AREA]
    cdef signed char laid[TILES]
    cdef readonly signed char laid_count
    cdef signed char order[TILES]
    cdef signed char rotation[TILES]
    cdef readonly signed char frontier_count
    cdef signed char frontier_known[FRONTIER]
    cdef signed char frontier_land[FRONTIER]
    cdef signed char island[ALL_PARTS]
    cdef readonly signed char islands
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
    cdef readonly signed char buildings
    cdef signed char production[SEATS * RESOURCES]
    cdef signed char step[RESOURCES]
    cdef readonly signed char markers
    cdef readonly signed char playing
    cdef readonly signed char origin
    cdef readonly signed char slot
    cdef readonly signed char where
    cdef readonly signed char laying
    cdef readonly signed char dock
    cdef readonly signed char option
    cdef readonly signed char cards_due
    cdef readonly signed char min_card_kind
    cdef readonly signed char swapped
    cdef readonly signed char draws
    cdef readonly signed char victim
    cdef readonly short round
    cdef readonly short site
    cdef short cell[TILES]
    cdef short frontier_cell[FRONTIER]
    cdef short stock[SEATS * RESOURCES]
    cdef readonly unsigned long long rng


@cython.locals(start="char *")
cdef bytes raw_bytes(Position p, int offset, int size)
@cython.locals(start="char *", small="signed char *", middle="short *", i=int)
cdef list numbers(Position p, int offset, int width, int length)
@cython.locals(start="char *")
cdef void put_bytes(Position p, int offset, bytes data)
cdef void copy_into(Position source, Position target) noexcept nogil
@cython.locals(rng="unsigned long long")
cdef void clear(Position p) noexcept nogil
@cython.locals(card=int, tile=int, place=int, part=int, site=int, seat=int)
cdef void begin(Position p) noexcept nogil
