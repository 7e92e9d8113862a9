cimport cython
from ilos.engine.constants cimport *
from ilos.engine.islands cimport merge
from ilos.engine.position cimport Position

cdef int turned(int sides, int rotation) noexcept nogil
@cython.locals(land=int)
cdef bint fits(Position p, int tile, int where, int rotation) noexcept nogil
@cython.locals(rotation=int)
cdef bint fits_anyhow(Position p, int tile, int where) noexcept nogil
@cython.locals(where=int)
cdef bint fits_anywhere(Position p, int tile) noexcept nogil
@cython.locals(slot=int)
cdef bint can_explore(Position p) noexcept nogil
@cython.locals(cell=int, part=int, side=int)
cdef void lay_tile(Position p, int tile, int where, int rotation) noexcept nogil
@cython.locals(last=int)
cdef void _forget_cell(Position p, int where) noexcept nogil
@cython.locals(part=int, opposite=int, k=int, other=int, joined=int, where=int)
cdef void _meet(Position p, int tile, int side, int cell) noexcept nogil
