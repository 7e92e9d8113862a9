"""`python -m nemesis`: see `nemesis.campaign`.

Server processes import the main module of the one that starts them, unless it has this name.
"""

import sys

from nemesis.campaign import main

sys.exit(main())
