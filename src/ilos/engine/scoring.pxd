cimport cython
from ilos.engine.constants cimport *
from ilos.engine.position cimport Position

@cython.locals(value="long long", resource=int, price="long long")
cdef long long worth(Position p, int seat) noexcept nogil
@cython.locals(mine="long long", theirs="long long")
cdef bint beats(Position p, int seat, int other) noexcept nogil
@cython.locals(other=int)
cdef bint is_winner(Position p, int seat) noexcept nogil
