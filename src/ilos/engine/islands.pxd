cimport cython
from ilos.engine.constants cimport *
from ilos.engine.position cimport Position

cdef bint is_older(Position p, int a, int b) noexcept nogil
@cython.locals(k=int, first=int, part=int, seat=int)
cdef void merge(Position p, int a, int b) noexcept nogil
@cython.locals(mine=int)
cdef bint is_under_piracy(Position p, int island, int seat) noexcept nogil
@cython.locals(part=int)
cdef void turn_pirate(Position p, int tile, int seat) noexcept nogil
@cython.locals(part=int, k=int)
cdef void leave_hideout(Position p, int tile) noexcept nogil
