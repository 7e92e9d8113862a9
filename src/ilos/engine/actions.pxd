cimport cython
from ilos.engine.constants cimport *
from ilos.engine.islands cimport is_under_piracy
from ilos.engine.position cimport Position

cdef int card_for(int kind) noexcept nogil
cdef int ships_needed(int card) noexcept nogil
cdef int cost_of(int card, bint under_piracy) noexcept nogil
cdef int island_of_site(Position p, int site) noexcept nogil
@cython.locals(island=int)
cdef int site_cost(Position p, int site) noexcept nogil
@cython.locals(card=int)
cdef bint can_work(Position p, int site, int ships) noexcept nogil
@cython.locals(card=int)
cdef int obstacle(Position p, int site) noexcept nogil
cdef bint can_raise(Position p, int resource) noexcept nogil
cdef int ships_at(Position p, int island, int seat) noexcept nogil
