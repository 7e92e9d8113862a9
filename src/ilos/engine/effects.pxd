cimport cython
from ilos.engine.actions cimport card_for, island_of_site, site_cost
from ilos.engine.constants cimport *
from ilos.engine.exploration cimport lay_tile
from ilos.engine.islands cimport leave_hideout, turn_pirate
from ilos.engine.position cimport Position

cdef void decide(Position p, int decision) noexcept nogil
cdef void discard_card(Position p, int card) noexcept nogil
cdef void _swap(Position p, int decision) noexcept nogil
cdef void end_mulligan(Position p) noexcept nogil
cdef void _start_first_island(Position p, int decision) noexcept nogil
cdef void _take_tile(Position p, int slot) noexcept nogil
cdef void _act(Position p, int decision) noexcept nogil
cdef void _go(Position p, int decision) noexcept nogil
cdef void _raise_price(Position p, int resource) noexcept nogil
cdef void _ask_payment(Position p, int cost) noexcept nogil
cdef void _pay(Position p, int card) noexcept nogil
cdef void _sail(Position p) noexcept nogil
@cython.locals(first_island=bint)
cdef void end_move(Position p) noexcept nogil
@cython.locals(kind=int, board=int)
cdef void _deploy_pioneer(Position p) noexcept nogil
cdef void _build(Position p, int board) noexcept nogil
@cython.locals(ships=int)
cdef int draw_count(Position p, int seat) noexcept nogil
cdef int cards_drawn(Position p, int ships, int pirates, int forts) noexcept nogil
@cython.locals(resource=int)
cdef void _end_turn(Position p) noexcept nogil
@cython.locals(card=int)
cdef void next_draw(Position p) noexcept nogil
@cython.locals(fullest=int, step=int, other=int)
cdef int _fullest_hand(Position p) noexcept nogil
cdef void _next_turn(Position p) noexcept nogil
