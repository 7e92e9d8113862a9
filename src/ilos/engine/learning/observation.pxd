cimport cython
from ilos.engine.constants cimport *
from ilos.engine.decisions cimport Options, find_options
from ilos.engine.effects cimport draw_count
from ilos.engine.islands cimport is_under_piracy
from ilos.engine.position cimport Position

cdef size_t LENGTH

cdef int MOST, WAITING, OVER

@cython.locals(at=int)
cdef void observe(Position p, int viewer, bint open_stocks, signed char* out) noexcept nogil
cdef int _shown(int number) noexcept nogil
cdef int _relative(Position p, int seat, int viewer) noexcept nogil
@cython.locals(card=int, resource=int, price="long long")
cdef int _table(Position p, int viewer, signed char* out, int at) noexcept nogil
cdef int _phase(Position p, int viewer) noexcept nogil
@cython.locals(place=int, seat=int, k=int, resource=int)
cdef int _seats(Position p, int viewer, bint open_stocks, signed char* out, int at) noexcept nogil
@cython.locals(width=int, tile=int, slot=int, k=int, place=int, cell="unsigned int")
cdef int _tiles(Position p, int viewer, signed char* out, int at) noexcept nogil
@cython.locals(width=int, k=int, first=int, count=int, part=int, root=int, place=int, fact=int)
cdef int _parts(Position p, int viewer, signed char* out, int at) noexcept nogil
@cython.locals(worked=int, raiders=int, forts=int, players=int, crop=int, place=int, seat=int)
cdef void _island(Position p, int island, int viewer, signed char* out, int at) noexcept nogil
@cython.locals(players=int, k=int, first=int, count=int, site=int, seat=int, place=int)
cdef int _sites(Position p, int viewer, signed char* out, int at) noexcept nogil
@cython.locals(count=int, where=int, place=int, cell="unsigned int", known=int, land=int, side=int)
cdef int _frontier(Position p, signed char* out, int at) noexcept nogil
@cython.locals(exploring=bint)
cdef void _move(Position p, signed char* out, int at) noexcept nogil
cpdef observe_into(Position p, int viewer, bint open_stocks, signed char[::1] buffer)
@cython.locals(options=Options, decision=int, i=int)
cpdef int mask_into(Position p, unsigned char[::1] buffer) except -1
