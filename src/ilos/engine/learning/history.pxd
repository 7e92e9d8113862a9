cimport cython
from ilos.engine.chance cimport is_chance, roll
from ilos.engine.constants cimport *
from ilos.engine.decisions cimport Options, legal
from ilos.engine.effects cimport decide
from ilos.engine.position cimport Position

cdef int C_DRAWN, C_TAKEN, C_TURNED_UP

cdef class History:
    cdef readonly int games
    cdef readonly int length
    cdef int _room
    cdef short[::1] _rows
    cdef int[::1] _counts
    cdef int[::1] _moves
    cpdef note(self, int game, int seat, list codes, int other=*)


cdef void clear(History h, int game) noexcept nogil
@cython.locals(place="long long")
cdef void _add(History h, int game, int seat, int code, int other) noexcept nogil
@cython.locals(phase=int)
cdef void noted_decide(History h, int game, Position p, int decision) noexcept nogil
@cython.locals(phase=int, seat=int, victim=int)
cdef void noted_roll(History h, int game, Position p) noexcept nogil
@cython.locals(n=int)
cdef int noted_advance(History h, int game, Position p, short* options) noexcept nogil
@cython.locals(options=Options)
cpdef int settle_noted(History h, Position p) except -1
@cython.locals(phase=int, seat=int, victim=int)
cpdef happen_noted(History h, Position p, int outcome)
cdef void _note_outcome(History h, int game, int phase, int seat, int victim, int outcome) noexcept nogil
cpdef decide_noted(History h, Position p, int decision)
@cython.locals(last=int, k=int, index=int, place="long long", seat=int)
cdef void write_rows(History h, int game, Position p, int viewer, short* out) noexcept nogil
cdef int _shown(int seat, int code, int other, int viewer) noexcept nogil
cpdef write_into(History h, Position p, int viewer, short[::1] buffer)
