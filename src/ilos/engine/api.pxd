cimport cython
from ilos.engine.actions cimport card_for, cost_of, island_of_site, obstacle, ships_needed, site_cost
from ilos.engine.chance cimport happen, is_chance, mixed, roll, turns_up_tile, weight
from ilos.engine.constants cimport *
from ilos.engine.decisions cimport Options, find_options
from ilos.engine.effects cimport decide, draw_count
from ilos.engine.exploration cimport can_explore, fits, lay_tile
from ilos.engine.islands cimport is_under_piracy
from ilos.engine.position cimport Position, Printed, begin, copy_into
from ilos.engine.scoring cimport is_winner, worth

cdef Options _OPTIONS

cpdef Position new_position(Printed printed, object seed=*)
@cython.locals(i=int)
cpdef list legal_decisions(Position p)
@cython.locals(i=int)
cpdef bint is_legal(Position p, int decision) except -1
cpdef bint try_decision(Position p, int decision) except -1
@cython.locals(count=int)
cpdef int try_decisions(Position p, list decisions) except -1
cpdef take_decision(Position p, int decision)
cpdef bint is_chance_pending(Position p)
cpdef bint is_tile_pending(Position p)
cpdef bint is_taking(Position p)
cpdef bint is_over(Position p)
cpdef int to_act(Position p)
@cython.locals(outcome=int)
cpdef list chance_weights(Position p)
@cython.locals(size=int)
cpdef let_happen(Position p, int outcome)
cpdef roll_chance(Position p)
cpdef seat_worth(Position p, int seat)
cpdef list winners(Position p)
cpdef int cards_to_draw(Position p, int seat) except -1
cpdef bint pays_piracy(Position p, int island, int seat) except -1
cpdef int card_for_site(int kind)
cpdef int cost(int card, bint under_piracy)
cpdef int ships_for(int card)
cpdef int cost_at(Position p, int site) except -1
@cython.locals(i=int, site=int, price=int, crop=int)
cpdef list works(Position p)
cpdef int obstacle_at(Position p, int site) except -1
@cython.locals(island=int)
cpdef int ships_near(Position p, int site) except -1
@cython.locals(twin=Position, slot=int, tile=int, where=int, rotation=int, part=int)
cpdef list explorations(Position p)
@cython.locals(earlier=int)
cdef bint is_first_of_island(Position p, int tile, int part) noexcept nogil
@cython.locals(k=int, part=int)
cpdef list oldest_parts(Position p)
@cython.locals(k=int)
cpdef list free_hideouts(Position p)
cpdef int cards_of_kind(Position p, int seat, int card) except -1
cpdef int cards_in_hand(Position p, int seat) except -1
cpdef int island_of_part(Position p, int part) except -2
cdef int _check(int number, int limit) except -1
