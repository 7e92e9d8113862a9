cimport cython
from ilos.engine.chance cimport is_chance
from ilos.engine.constants cimport *
from ilos.engine.effects cimport draw_count
from ilos.engine.position cimport Position
from ilos.engine.json.fragments cimport JsonFragments, number

cdef int HALF
cdef list SEATS_IN

@cython.locals(out=list)
cpdef bytes write_common(
    JsonFragments fragments, Position p, bytes phase, bytes ships, int events, bytes result
)
@cython.locals(card=int, resource=int)
cdef _market(JsonFragments fragments, Position p, list out)
@cython.locals(separator=bytes, slot=int, k=int, tile=int)
cdef _board(JsonFragments fragments, Position p, list out)
@cython.locals(separator=bytes, name=int, k=int, first=int, part=int)
cdef _islands(JsonFragments fragments, Position p, list out)
@cython.locals(separator=bytes, k=int, first=int, part=int, seat=int)
cdef _island(JsonFragments fragments, Position p, int root, int oldest, list out)
@cython.locals(separator=bytes, k=int, first=int, site=int)
cdef _pioneers(JsonFragments fragments, Position p, list out)
@cython.locals(out=list, card=int, seat=int)
cpdef bytes write_own(JsonFragments fragments, Position p, int viewer)
@cython.locals(board=int, known=bint, resource=int)
cdef _seat(JsonFragments fragments, Position p, int seat, list out)
