"""Places in messages that are filled with ready-made JSON; the title names the type inside.

The server fills them with what `ilos.views` built and never looks inside. The types themselves are
declared where they belong: moves, events and choices in `ilos.rules`, views in `ilos.views`.
"""

from typing import Annotated

from msgspec import Meta, Raw

MoveJson = Annotated[Raw, Meta(title="Move")]
EventsJson = Annotated[Raw, Meta(title="Event[]")]
SetupJson = Annotated[Raw, Meta(title="SetupData")]
MaybeSetupJson = Annotated[Raw, Meta(title="SetupData | null")]
ViewJson = Annotated[Raw, Meta(title="ViewData")]
ChoicesJson = Annotated[Raw, Meta(title="Choices | null")]
