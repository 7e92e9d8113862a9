cimport cython
from ilos.engine.chance cimport below, is_chance, roll
from ilos.engine.constants cimport *
from ilos.engine.decisions cimport legal
from ilos.engine.effects cimport decide
from ilos.engine.position cimport Position, begin, copy_into

cdef class Run:
    cdef short options[DECISIONS]
    cdef readonly long long games
    cdef readonly long long moves
    cdef readonly long long decisions

@cython.locals(n=int, choice=int)
cdef void play_out(Position p, Run run) noexcept nogil
@cython.locals(_="long long")
cdef void _whole_games(Position p, long long games, Run run) noexcept nogil
@cython.locals(_="long long")
cdef void _repeated_copies(Position p, Position twin, long long times) noexcept nogil
cpdef Run random_games(Position p, long long games)
cpdef Run random_playout(Position p)
@cython.locals(twin=Position)
cpdef copy_repeatedly(Position p, long long times)
