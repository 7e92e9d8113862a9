"""A server of its own process that dies at a fault point: `doomed_server.py DATABASE [PLACE N]`."""

import sys

from playing import QUICK

from ilos.server import faults
from ilos.server.run import serve
from ilos.server.settings import read_settings


def main() -> None:
    """Serve, and be killed where the test says."""
    database, *doom = sys.argv[1:]
    if doom:
        place = next(known for known in faults.PLACES if known == doom[0])
        faults.arm(place, int(doom[1]))
    settings = read_settings({**QUICK, "database": database}, {})
    serve(settings, lambda line: print(line, flush=True))


if __name__ == "__main__":
    main()
