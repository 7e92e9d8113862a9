cimport cython
from ilos.engine.constants cimport *
from ilos.engine.effects cimport end_move, end_mulligan, next_draw
from ilos.engine.position cimport Position

cdef unsigned long long MASK, GOLDEN, MIX_A, MIX_B

cdef unsigned long long mixed(unsigned long long x) noexcept nogil
cdef int below(Position p, unsigned long long n) noexcept nogil
cdef bint is_chance(Position p) noexcept nogil
cdef bint turns_up_tile(Position p) noexcept nogil
cdef int weight(Position p, int outcome) noexcept nogil
cdef int total_weight(Position p) noexcept nogil
cdef void happen(Position p, int outcome) noexcept nogil
cdef void _turn_up(Position p, int tile) noexcept nogil
cdef void _next_deal(Position p) noexcept nogil
@cython.locals(left=int, outcome=int)
cdef int roll(Position p) noexcept nogil
