cdef int LEAST, MOST
cdef list SMALL

cdef class JsonFragments:
    cdef list tiles
    cdef list parts
    cdef list hideouts
    cdef list sites
    cdef list cards
    cdef list resources
    cdef list card_keys
    cdef list resource_keys
    cdef list resources_in
    cdef list buildings

cdef bytes number(int n)
