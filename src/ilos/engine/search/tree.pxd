from libc.math cimport exp, sqrt

cimport cython
from ilos.engine.chance cimport is_chance, mixed, roll
from ilos.engine.constants cimport *
from ilos.engine.decisions cimport legal
from ilos.engine.effects cimport decide
from ilos.engine.search.imagine cimport Unknown, check_fit, spread
from ilos.engine.search.playouts cimport Run, play_out
from ilos.engine.search.heuristics cimport Evaluation, best_option, expected_worth, play_on, rate
from ilos.engine.position cimport Position, copy_into
from ilos.engine.scoring cimport beats, worth

cdef enum:
    DEPTH = 512


cdef class Search:
    cdef Position masked
    cdef Position world
    cdef Unknown unknown
    cdef Evaluation evaluation
    cdef Run run_room
    cdef public double exploration
    cdef public double temperature
    cdef public double reluctance
    cdef public double noise
    cdef public double margin
    cdef public double scale
    cdef public double delay
    cdef public int rounds
    cdef public bint random
    cdef readonly int capacity
    cdef int root
    cdef readonly int size
    cdef short[::1] decision
    cdef int[::1] child
    cdef int[::1] sibling
    cdef int[::1] visits
    cdef int[::1] chances
    cdef double[::1] value
    cdef int path[DEPTH]
    cdef int found[DECISIONS]
    cdef short place[DECISIONS]
    cdef double result[SEATS]

    @cython.locals(seat=int)
    cdef void _restart(self) noexcept
    cpdef run(self, int simulations)
    cpdef int simulations(self)
    @cython.locals(p=Position, node=int, child=int, visits=int, value=double)
    cpdef list choices(self, list decisions)
    @cython.locals(child=int)
    cdef int _child_for(self, int node, int decision) noexcept
    @cython.locals(p=Position, node=int)
    cpdef int advance(self, list decisions, Position masked, Unknown unknown) except -1


cdef bint _asks(Position p, Evaluation o) noexcept nogil
@cython.locals(_=int)
cdef void _run(Search s, int simulations) noexcept nogil
@cython.locals(node=int, depth=int, n=int, choice=int, fresh=bint)
cdef void _simulate(Search s, Position p) noexcept nogil
@cython.locals(n=int, i=int)
cdef int _options(Search s, Position p) noexcept nogil
@cython.locals(i=int, child=int)
cdef void _find_children(Search s, int node, int n) noexcept nogil
@cython.locals(
    top=double, heat=double, total=double, i=int, untried=double, best=int, high=double, child=int,
    worth_now=double, spread_out=double, bound=double
)
cdef int _select(Search s, Evaluation o, int node, int n, int seat) noexcept nogil
@cython.locals(child=int, seat=int)
cdef void _add_child(Search s, int node, int choice) noexcept nogil
@cython.locals(
    players=int, seat=int, winners=int, margin=double, size=double, smooth=double, won=double,
    late=double, lost=double, judged=double
)
cdef void _finish(Search s, Position p) noexcept nogil
@cython.locals(other=int)
cdef bint _is_first(Position p, int seat) noexcept nogil
@cython.locals(best="long long", other=int)
cdef double _final_margin(Position p, int seat) noexcept nogil
@cython.locals(seat=int, best=double, other=int)
cdef void _project_margins(Search s, Position p) noexcept nogil
@cython.locals(players=int, k=int, node=int, seat=int)
cdef void _back_up(Search s, int depth) noexcept nogil
