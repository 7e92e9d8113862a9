cdef int LEAST, MOST
cdef list SMALL

cdef class Texts:
    cdef list tiles
    cdef list parts
    cdef list hideouts
    cdef list sites

cdef bytes number(int n)
