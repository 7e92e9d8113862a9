"""A hint in words: the move, and why."""

from __future__ import annotations

from ilos.bots.hints import Reason, Suggestion
from ilos.cli.asking import places_in_words
from ilos.drawing.words import joined
from ilos.rules.moves import Move
from ilos.views import View

WHY: dict[Reason, str] = {
    "keep_hand": "This hand is good as it is.",
    "better_hand": "Other cards would serve you better.",
    "good_island": "The sites there are good to begin with.",
    "reach_sites": "It brings you to sites on {tile}.",
    "new_sites": "{tile} brings new sites, and you are the first there.",
    "raid_rival": "From {tile} you make work dearer for your rivals.",
    "leave_hideout": "The ship is of more use away from {tile}.",
    "produce": "It makes {resource} every turn.",
    "gold_pays_most": "Gold is worth {price}, and a mine makes it every turn.",
    "ruins_pay_now": "Ruins give {gold} gold at once, worth {price} each.",
    "fort_protects": "It ends piracy for you there.",
    "fort_draws": "It draws a card more every turn.",
    "trading_post_copies": "It makes {resource} every turn.",
    "price_helps_you_most": "You hold {stock} {resource} and make {production} a turn.",
    "last_pioneer": "It is your last pioneer: this round becomes the last.",
    "draw_for_more": "You draw {cards} new cards and keep {hand}.",
    "nothing_better": "Nothing else is possible.",
}


def hint_in_words(view: View, suggestion: Suggestion) -> str:
    """Say what the search would play, and why."""
    why = WHY[suggestion.reason].format(**suggestion.numbers)
    return f"Hint: {move_in_words(view, suggestion.move)}. {why}"


def move_in_words(view: View, move: Move) -> str:
    """Say what a move does: `plantation on Cardamom (T01), paying ship and market`."""
    said = move.type.replace("_", " ")
    places = places_in_words(view, move)
    resource = getattr(move, "resource", None)
    if move.type == "building":
        said = str(getattr(move, "building", said)).replace("_", " ")
    if resource:
        said += f" for {resource}"
    if places:
        said += f" {places}"
    given = getattr(move, "paid", None) or getattr(move, "discarded", None)
    if given:
        verb = "swapping" if move.type == "mulligan" else "paying"
        said += f", {verb} {joined(card.replace('_', ' ') for card in given)}"
    return said
