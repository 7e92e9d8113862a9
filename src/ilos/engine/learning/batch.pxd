cimport cython
from ilos.engine.chance cimport GOLDEN, MASK, below, is_chance, mixed, roll
from ilos.engine.constants cimport *
from ilos.engine.decisions cimport Options, legal
from ilos.engine.effects cimport decide
from ilos.engine.learning.history cimport History, clear, noted_advance, noted_decide, write_rows
from ilos.engine.learning.observation cimport observe
from ilos.engine.search.heuristics cimport Evaluation, best_option, rate
from ilos.engine.position cimport SIZE, Position, Printed, begin, copy_into
from ilos.engine.scoring cimport is_winner, worth


cdef class Batch:
    cdef readonly int games
    cdef readonly int players
    cdef bint open_stocks
    cdef signed char[:, ::1] observations
    cdef unsigned char[:, ::1] masks
    cdef signed char[::1] seats
    cdef float[:, ::1] rewards
    cdef unsigned char[::1] dones
    cdef long long[:, ::1] worths
    cdef short[::1] rounds
    cdef readonly bint rivals
    cdef readonly bint greedy
    cdef readonly int fixed_seat
    cdef signed char[::1] learners
    cdef signed char[:, ::1] finals
    cdef readonly bint noted
    cdef short[:, ::1] histories
    cdef short[:, ::1] final_histories
    cdef History _history
    cdef readonly long long steps
    cdef Position _p
    cdef unsigned char[::1] _states
    cdef short[::1] _options
    cdef short[::1] _counts
    cdef unsigned long long _luck
    cdef Evaluation _evaluation

    @cython.locals(start="unsigned long long")
    cpdef reset(self, object seed)
    @cython.locals(wrong=int)
    cpdef step(self, long long[::1] decisions)
    cpdef sample(self, long long[::1] decisions)
    cpdef advise(self, long long[::1] decisions)
    @cython.locals(p=Position)
    cpdef Position position(self, int game)


cdef void _load(Batch b, int game, Position p) noexcept nogil
cdef void _store(Batch b, int game, Position p) noexcept nogil
cdef short* _options_of(Batch b, int game) noexcept nogil
@cython.locals(game=int, seat=int)
cdef void _begin_all(Batch b, unsigned long long start) noexcept nogil
@cython.locals(game=int, options="short *", i=int)
cdef int _first_wrong(Batch b, long long[::1] decisions) noexcept nogil
@cython.locals(game=int, n=int, seat=int)
cdef void _step_all(Batch b, long long[::1] decisions) noexcept nogil
@cython.locals(game=int)
cdef void _begin(Batch b, int game) noexcept nogil
@cython.locals(n=int, options="short *", decision=int)
cdef int _to_learner(Batch b, int game) noexcept nogil
cdef int _advance(Batch b, int game, short* options) noexcept nogil
cdef void _decide(Batch b, int game, int decision) noexcept nogil
@cython.locals(n=int)
cdef int advance(Position p, short* options) noexcept nogil
@cython.locals(winners=int, seat=int)
cdef void _end(Batch b, int game) noexcept nogil
@cython.locals(share=double)
cdef double reward(int players, int winners, bint wins) noexcept nogil
@cython.locals(options="short *", i=int, decision=int)
cdef void _show(Batch b, int game, Position p, int n) noexcept nogil
cdef void _write(Batch b, int game, int viewer, short[:, ::1] out) noexcept nogil
@cython.locals(game=int, place=int)
cdef void _sample_all(Batch b, long long[::1] decisions) noexcept nogil
@cython.locals(game=int)
cdef void _advise_all(Batch b, long long[::1] decisions) noexcept nogil
@cython.locals(options=Options)
cpdef int settle(Position p) except -1
@cython.locals(winners=int, seat=int, s=int)
cpdef list rewards(Position p)
