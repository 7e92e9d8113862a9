cimport cython
from ilos.engine.actions cimport (
    card_for, island_of_site, obstacle, ships_at, ships_needed, site_cost
)
from ilos.engine.constants cimport *
from ilos.engine.decisions cimport Options, find_options
from ilos.engine.effects cimport cards_drawn
from ilos.engine.exploration cimport can_explore, fits, fits_anyhow, fits_anywhere
from ilos.engine.islands cimport is_under_piracy
from ilos.engine.payments cimport Payment, order_payment
from ilos.engine.position cimport Position
from ilos.engine.json.fragments cimport JsonFragments, number

cdef int HALF
cdef list REASONS
cdef int WHYS
cdef int MANY

@cython.locals(options=Options, out=list)
cpdef bytes write_choices(JsonFragments fragments, Position p)
@cython.locals(separator=bytes, useful=int, blocked=int, i=int, card=int, ships=int)
cdef _turn(JsonFragments fragments, Position p, Options options, list out)
@cython.locals(before=bytes, resource=int, rivals=int, seat=int, place=int, yours=bint)
cdef _hoarded(JsonFragments fragments, Position p, list out)
@cython.locals(before=bytes, resource=int, row=int, now=int, then=int, held=int, made=int)
cdef _rises(JsonFragments fragments, Position p, list out)
@cython.locals(rivals=int, seat=int)
cdef int _rivals_with(Position p, int resource) noexcept
@cython.locals(pay=Payment, before=bytes, card=int, place=int)
cdef _payments(JsonFragments fragments, Position p, Options options, int useful, list out)
@cython.locals(least=int, i=int, site=int)
cdef int _cheapest(Position p, Options options, int card) noexcept
@cython.locals(separator=bytes, useful=int, i=int, origin=int)
cdef int _ship(JsonFragments fragments, Position p, Options options, list out) except -1
@cython.locals(before=bytes, i=int, origin=int, ships=int, pirates=int, forts=int)
cdef _hideout_draws(Position p, Options options, list out)
@cython.locals(before=bytes, k=int, tile=int)
cdef _hideouts(JsonFragments fragments, Position p, list out)
@cython.locals(before=bytes, first=int, part=int, root=int, earlier=int, seats=int)
cdef _raided(JsonFragments fragments, Position p, int tile, list out)
@cython.locals(seats=int, seat=int, k=int, site=int, tile=int)
cdef int _rivals_at(Position p, int island) noexcept
@cython.locals(before=bytes, seat=int)
cdef _seats(int seats, list out)
@cython.locals(separator=bytes, k=int, first=int, part=int)
cdef _docks(JsonFragments fragments, Position p, list out)
@cython.locals(separator=bytes, slot=int, tile=int)
cdef _tiles(JsonFragments fragments, Position p, list out)
@cython.locals(before=bytes, where=int, rotation=int)
cdef _places(Position p, int tile, list out)
@cython.locals(before=bytes, useful=int, i=int, site=int, card=int)
cdef int _sites(JsonFragments fragments, Position p, Options options, list out) except -1
@cython.locals(raided=int, pays=bint)
cdef _danger(JsonFragments fragments, Position p, int card, int island, list out)
@cython.locals(before=bytes, found=int, tile=int, site=int, why=int, card=int)
cdef int _blocked(JsonFragments fragments, Position p, list out) except -1
@cython.locals(need=int, have=int)
cdef _lack(Position p, int site, int card, int why, list out)
@cython.locals(found=int)
cdef bytes _why_not(Position p, int card, int blocked)
@cython.locals(resource=int)
cdef bytes _no_market(Position p)
