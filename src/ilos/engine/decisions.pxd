cimport cython
from ilos.engine.actions cimport can_raise, can_work, ships_at
from ilos.engine.constants cimport *
from ilos.engine.exploration cimport can_explore, fits, fits_anyhow, fits_anywhere
from ilos.engine.position cimport Position


cdef class Options:
    cdef short decisions[DECISIONS]
    cdef int count


cdef int find_options(Position p, Options options) noexcept nogil
cdef int legal(Position p, short* out) noexcept nogil
@cython.locals(n=int, card=int)
cdef int _swaps(Position p, short* out) noexcept nogil
@cython.locals(n=int)
cdef int _first_islands(Position p, short* out) noexcept nogil
@cython.locals(slot=int)
cdef int _tiles(Position p, short* out, int n) noexcept nogil
@cython.locals(k=int, first=int, part=int)
cdef int _docks(Position p, short* out, int n, int but) noexcept nogil
@cython.locals(n=int, resource=int)
cdef int _actions(Position p, short* out) noexcept nogil
@cython.locals(k=int, tile=int, part=int, ships=int, first=int, site=int)
cdef int _sites(Position p, short* out, int n) noexcept nogil
@cython.locals(elsewhere=bint, k=int, tile=int, part=int)
cdef int _ships(Position p, short* out, int n) noexcept nogil
@cython.locals(k=int)
cdef bint has_free_hideout(Position p) noexcept nogil
@cython.locals(but=int, n=int, k=int, tile=int)
cdef int _destinations(Position p, short* out) noexcept nogil
@cython.locals(n=int, where=int)
cdef int _cells(Position p, short* out) noexcept nogil
@cython.locals(n=int, rotation=int)
cdef int _rotations(Position p, short* out) noexcept nogil
@cython.locals(n=int, first=int, part=int, twin=int)
cdef int _parts(Position p, short* out) noexcept nogil
@cython.locals(n=int, crop=int)
cdef int _buildings(Position p, short* out) noexcept nogil
@cython.locals(n=int, rest=int, hand=int, card=int)
cdef int _payments(Position p, short* out) noexcept nogil
