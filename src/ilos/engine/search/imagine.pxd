cimport cython
from ilos.engine.chance cimport below, mixed
from ilos.engine.constants cimport *
from ilos.engine.position cimport Position, copy_into


cdef class Unknown:
    cdef readonly int viewer
    cdef int pool[CARD_KINDS]
    cdef int known[SEATS * CARD_KINDS]
    cdef int pile_cap[CARD_KINDS]


@cython.locals(rng="unsigned long long", card=int, seat=int, count=int, hidden=int)
cdef void spread(Position masked, Unknown unknown, Position target) noexcept nogil
@cython.locals(card=int, seat=int, room=int, place=int)
cdef void _empty_pile_to_cap(Position masked, Unknown unknown, Position target) noexcept nogil
@cython.locals(card=int)
cdef void _deal(Position target, int seat, int place) noexcept nogil
@cython.locals(target=Position)
cpdef Position imagined(Position masked, Unknown unknown, object seed)
@cython.locals(places=int, hidden=int, least=int, card=int, seat=int)
cdef int check_fit(Position masked, Unknown unknown) except -1
