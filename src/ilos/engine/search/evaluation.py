"""What the heuristics believe, their weights, and the fields of an evaluation, each written once.

`declarations.py` writes their C declarations, as those of a position.
"""

from __future__ import annotations

from typing import Annotated

from ilos.engine.constants import *
from ilos.engine.fields import Double, Doubles, Int, Ints, Shorts, c_fields


class WeightFields:
    """The weights; found by letting variants play each other, see docs/results.md."""

    turns: Double = 0.5  # turns still to come when someone has one pioneer left ...
    turns_a_pioneer: Double = 0.75  # ... and for each further one
    card: Double = 0.6  # points that a card is worth, for each turn still to come
    card_turns: Double = 8.0  # ... but no more turns than these
    raises: Double = 0.62  # price steps that the table will still take, each turn
    others: Double = 1.0  # how much another's gain from a price hurts
    ship_draw: Double = 1.0  # a deployed ship draws cards: share of their worth
    fort_draw: Double = 0.76
    shelter: Double = 1.0  # a fort saves the dues of piracy: share of the saving, each free site
    raid: Double = 0.5  # a pirate costs others cards: share of the cost
    near: Double = 0.35  # access to sites: share of the best site's gain
    rest: Double = 0.2  # ... of the other sites' gain
    lacking: Double = 0.51  # share of a site's gain while its card is not in the hand
    far: Double = 0.2  # sites that need one ship more than would be there
    explore: Double = 0.96  # points for a new tile whatever it brings
    rivals: Double = 0.36  # what a new tile gives to others hurts so much
    finish: Double = 0.5  # ending the game: share of the lead ...
    finish_scale: Double = 40.0  # ... of which so many points count for half
    hurry: Double = 1.0  # ending the game: points in round 10, 16 times as many in round 20
    keep_ship: Double = 1.05  # worth of the first copy of a kind, in cards
    keep_plantation: Double = 1.2
    keep_gold_mine: Double = 0.88
    keep_building: Double = 1.11
    keep_ruins: Double = 0.5
    keep_market: Double = 1.0
    keep_more: Double = 0.75  # each further copy: share of the one before
    keep_idle: Double = 0.4  # a kind with nowhere to use it
    keep_unsold: Double = 0.4  # a Market card while there is nothing to pay it with
    swap: Double = 0.78  # the mulligan gives up cards worth less than this
    swap_points: Double = 15.0  # ... and gains so many points for each card of worth they lack


WEIGHTS: dict[str, float] = {name: getattr(WeightFields, name) for name in c_fields(WeightFields)}


class EvaluationFields:
    """How one seat sees its game now; working room for `rate` and its result."""

    options: Annotated[Shorts, DECISIONS]  # the legal decisions
    score: Annotated[Doubles, DECISIONS]  # of each option, in points
    turns: Annotated[Doubles, SEATS]  # by seat: productions to come
    price: Annotated[Doubles, RESOURCES]  # by resource: what a token will be worth in the end
    card: Double  # what a card is worth
    sorted_kind: Annotated[Ints, CARDS]  # the hand, cheapest card first
    sorted_worth: Annotated[Doubles, CARDS]
    hand: Int  # how many
    free: Annotated[Ints, CARD_KINDS]  # by kind: free sites in play
    site_gain: Annotated[Doubles, CARD_KINDS]  # by kind: what a site brings, before its cost
    near: Annotated[Doubles, ALL_PARTS]  # by island: gain of its best site for one ship
    rest: Annotated[Doubles, ALL_PARTS]  # ... of the others
    far: Annotated[Doubles, ALL_PARTS]  # the same for sites that need two ships
    far_rest: Annotated[Doubles, ALL_PARTS]
    part_one: Annotated[Doubles, PARTS]  # by part of the tile being laid: gain for one ship
    part_two: Annotated[Doubles, PARTS]  # ... for two
    best_tile: Double  # gain of the best face-up tile
    beside: Annotated[Ints, SIDES]  # by side of the cell looked at: the island there, or -1
    projected: Annotated[Doubles, SEATS]  # by seat: worth in the end, if nothing changes
