cimport cython
from ilos.engine.actions cimport card_for, cost_of, ships_needed
from ilos.engine.chance cimport below, is_chance, roll
from ilos.engine.constants cimport *
from ilos.engine.decisions cimport legal
from ilos.engine.effects cimport decide
from ilos.engine.exploration cimport fits
from ilos.engine.islands cimport is_under_piracy
from ilos.engine.position cimport Position


include "evaluation.pxi"


cdef class Weights(WeightFields):
    pass


cdef class Evaluation(EvaluationFields):
    cdef readonly Weights weights


@cython.locals(n=int)
cdef int rate(Position p, Evaluation o) noexcept nogil
@cython.locals(fewest=int, seat=int, later=double, resource=int)
cdef void look(Position p, Evaluation o) noexcept nogil
@cython.locals(
    total=double, place=int, steps=double, resource=int, made=double, seat=int, step=int, row=int,
    rise=double, slope=double
)
cdef void _expect_prices(Position p, Evaluation o, double later) noexcept nogil
@cython.locals(seat=int, resource=int, place=int, tokens=double)
cdef void _project(Position p, Evaluation o) noexcept nogil
cdef void expected_worth(Position p, Evaluation o) noexcept nogil
@cython.locals(best=double, seat=int)
cdef double _lead(Position p, Evaluation o) noexcept nogil
@cython.locals(usable=bint, worth=double)
cdef double _first_copy(Position p, Evaluation o, int card) noexcept nogil
@cython.locals(place=int)
cdef bint _has_income(Position p) noexcept nogil
@cython.locals(kind=int, k=int, tile=int, site=int)
cdef void _count_free(Position p, Evaluation o) noexcept nogil
@cython.locals(n=int, card=int, worth=double, _=int, place=int)
cdef void _sort_hand(Position p, Evaluation o) noexcept nogil
@cython.locals(spent=double, played=bint, place=int)
cdef double _outlay(Evaluation o, int card, int cost) noexcept nogil
@cython.locals(i=int, place=int)
cdef void _rate_payments(Position p, Evaluation o, int n) noexcept nogil
@cython.locals(i=int)
cdef void _rate_swaps(Evaluation o, int n) noexcept nogil
@cython.locals(total=double, given=bint, place=int, gain=double)
cdef double _swap_gain(Evaluation o, int card) noexcept nogil
@cython.locals(best=double, crop=int)
cdef double _post_gain(Position p, Evaluation o, int island) noexcept nogil
@cython.locals(gain=double)
cdef double _fort_gain(Position p, Evaluation o, int island) noexcept nogil
@cython.locals(kind=int, post=double, fort=double)
cdef double _gain_at(Position p, Evaluation o, int site, int island) noexcept nogil
@cython.locals(lead=double, size=double, late=double)
cdef double _finish_bonus(Position p, Evaluation o) noexcept nogil
@cython.locals(i=int, option=int)
cdef void _rate_buildings(Position p, Evaluation o, int n) noexcept nogil
@cython.locals(row=int, slope=double, mine=double, others=double, seat=int, place=int, tokens=double)
cdef double _rise_gain(Position p, Evaluation o, int resource) noexcept nogil
@cython.locals(k=int, tile=int, part=int, site=int)
cdef void survey(Position p, Evaluation o) noexcept nogil
@cython.locals(card=int, cost=int, gain=double)
cdef void _survey_site(Position p, Evaluation o, int site, int island) noexcept nogil
cdef double _one(Evaluation o, int island) noexcept nogil
cdef double _two(Evaluation o, int island) noexcept nogil
cdef double _access(Evaluation o, int island, int ships) noexcept nogil
@cython.locals(ships=int)
cdef int _own_ships(Position p, int island) noexcept nogil
@cython.locals(dues=int, k=int, other=int, site=int, island=int, seat=int)
cdef double _raid_gain(Position p, Evaluation o, int tile) noexcept nogil
@cython.locals(part=int)
cdef bint _attacks(Position p, int tile, int island) noexcept nogil
@cython.locals(best=double, part=int, gain=double)
cdef double _tile_gain(Position p, Evaluation o, int tile) noexcept nogil
@cython.locals(best=double, rest=double, first=int, site=int, card=int, gain=double)
cdef double _part_sum(Position p, Evaluation o, int part, int ships) noexcept nogil
cdef double _part_one(Position p, Evaluation o, int part) noexcept nogil
cdef double _part_two(Position p, Evaluation o, int part) noexcept nogil
cdef double _target_gain(Position p, Evaluation o, int decision) noexcept nogil
@cython.locals(i=int)
cdef void _rate_destinations(Position p, Evaluation o, int n) noexcept nogil
@cython.locals(best=double, k=int, tile=int, part=int, gain=double)
cdef double _best_target(Position p, Evaluation o) noexcept nogil
@cython.locals(slot=int, gain=double)
cdef void _judge_area(Position p, Evaluation o) noexcept nogil
@cython.locals(
    surveyed=bint, finish=double, i=int, decision=int, site=int, island=int, card=int,
    cost=int
)
cdef void _rate_actions(Position p, Evaluation o, int n) noexcept nogil
@cython.locals(cell=int, side=int, k=int, other=int, printed=int, part=int)
cdef void _look_around(Position p, Evaluation o, int where) noexcept nogil
@cython.locals(
    tile=int, best=double, total=double, index=int, one=double, two=double,
    joined=double, ships=int, rivals=int, side=int, island=int, seat=int, held=double, gain=double
)
cdef double _join_gain(Position p, Evaluation o, int rotation) noexcept nogil
@cython.locals(index=int)
cdef void _judge_tile(Position p, Evaluation o) noexcept nogil
@cython.locals(i=int, where=int, rotation=int, gain=double)
cdef void _rate_cells(Position p, Evaluation o, int n) noexcept nogil
@cython.locals(i=int)
cdef void _rate_rotations(Position p, Evaluation o, int n) noexcept nogil
@cython.locals(i=int, island=int)
cdef void _rate_parts(Position p, Evaluation o, int n) noexcept nogil
@cython.locals(best=int, i=int)
cdef int best_option(Evaluation o, int n) noexcept nogil
@cython.locals(scale=double, best=int, top=double, i=int, score=double)
cdef int noisy_option(Position p, Evaluation o, int n, double noise) noexcept nogil
@cython.locals(last=int, n=int, choice=int)
cdef void play_on(Position p, Evaluation o, double noise, int rounds) noexcept nogil
cdef void _duel(Position p, Evaluation first, Evaluation second, int seats) noexcept nogil
cpdef duel(Position p, Evaluation first, Evaluation second, int seats)
@cython.locals(i=int)
cpdef list scored_options(Position p, Evaluation o)
