"""Tables, seats, sockets and bot workers: carries moves to the rules and views to the players.

`run.serve(settings)` starts it. The path of a move: `sockets` or `http` read a message, `table` is
the one writer of its table, `deeds` decides, the store commits, and only then the mover is answered
and everybody is told what `ilos.views` lets through.
"""
