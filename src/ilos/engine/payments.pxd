cimport cython
from ilos.engine.actions cimport (
    card_for, cost_of, island_of_site, ships_at, ships_needed, site_cost
)
from ilos.engine.constants cimport *
from ilos.engine.effects cimport draw_count
from ilos.engine.position cimport Position


cdef class Payment:
    cdef int kinds[CARDS]
    cdef int count
    cdef int unplayable
    cdef int next_turn
    cdef int now[CARD_KINDS]
    cdef int later[CARD_KINDS]


@cython.locals(left=int, kind=int)
cdef void order_payment(Position p, int card, int cost, Payment pay) noexcept nogil
@cython.locals(works=bint, then=int, k=int, tile=int, site=int, kind=int, lacking=int)
cdef void _count_sites(Position p, int card, int left, Payment pay) noexcept nogil
cdef void _move_on(Payment pay, int kind, int most) noexcept nogil
cdef void _count_ships(Position p, int card, int left, Payment pay) noexcept nogil
@cython.locals(resource=int, place=int)
cdef void _count_markets(Position p, int card, Payment pay) noexcept nogil
@cython.locals(place=int, kind=int, held=int, copy=int)
cdef void _append(Position p, int card, int use, Payment pay) noexcept nogil
cdef int _use(Payment pay, int kind, int copy) noexcept nogil
cdef int _nth_kind(int place) noexcept nogil
@cython.locals(pay=Payment, place=int)
cpdef list payment(Position p, int card, int cost)
