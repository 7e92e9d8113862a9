cimport cython
from ilos.engine.chance cimport is_chance
from ilos.engine.constants cimport *
from ilos.engine.effects cimport draw_count
from ilos.engine.position cimport Position
from ilos.engine.texts cimport Texts, number

cdef int HALF
cdef list SEATS_IN

@cython.locals(out=list)
cpdef bytes common_text(
    Texts texts, Position p, bytes phase, bytes ships, int events, bytes result
)
@cython.locals(card=int, resource=int)
cdef _market(Texts texts, Position p, list out)
@cython.locals(separator=bytes, slot=int, k=int, tile=int)
cdef _board(Texts texts, Position p, list out)
@cython.locals(separator=bytes, name=int, k=int, first=int, part=int)
cdef _islands(Texts texts, Position p, list out)
@cython.locals(separator=bytes, k=int, first=int, part=int, seat=int)
cdef _island(Texts texts, Position p, int root, int oldest, list out)
@cython.locals(separator=bytes, k=int, first=int, site=int)
cdef _pioneers(Texts texts, Position p, list out)
@cython.locals(out=list, card=int, seat=int)
cpdef bytes own_text(Texts texts, Position p, int viewer)
@cython.locals(board=int, known=bint, resource=int)
cdef _seat(Texts texts, Position p, int seat, list out)
