"""The nemesis: servers in processes of their own, players, faults, and a checker of what is left.

Players write down what they sent and what they were told. At the end the checker reads the database
itself and asks whether every promise was kept; see `checker` for the list.
"""
