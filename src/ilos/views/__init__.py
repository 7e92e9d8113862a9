"""What each seat and spectator may see of a game, event or record; the only gate for secrets."""

from ilos.views.imagine import imagine
from ilos.views.mask import mask_event, mask_record
from ilos.views.view import View, view

__all__ = ["View", "imagine", "mask_event", "mask_record", "view"]
