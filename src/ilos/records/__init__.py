"""Game records and tile set files: reading, refusing, writing, replay, fair shuffles."""
