cimport cython
from ilos.engine.constants cimport *


include "fields.pxi"


cdef class Printed(PrintedFields):
    cdef readonly tuple source


cdef size_t SIZE


cdef class Position(PositionFields):
    cdef readonly Printed printed


@cython.locals(start="char *")
cdef bytes raw_bytes(Position p, int offset, int size)
@cython.locals(start="char *", small="signed char *", middle="short *", i=int)
cdef list numbers(Position p, int offset, int width, int length)
@cython.locals(start="char *")
cdef void put_bytes(Position p, int offset, bytes data)
cdef void copy_into(Position source, Position target) noexcept nogil
@cython.locals(rng="unsigned long long")
cdef void clear(Position p) noexcept nogil
@cython.locals(card=int, tile=int, place=int, part=int, site=int, seat=int)
cdef void begin(Position p) noexcept nogil
